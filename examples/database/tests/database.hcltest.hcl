// Run with: hclx test examples/database
//
// Shows: objects that exist beside the composition (required), and connection details.

defaults {
  source   = "../composition.yaml"
  xr       = "../xr.yaml"
  required = "../secrets.yaml" // what the provider publishes
}

stub "instance" {
  status = {
    atProvider = {
      status              = "available"
      address             = "orders.example.org"
      endpoint            = "orders.example.org:5432"
      port                = 5432
      engineVersionActual = "17.4"
    }
  }
}

run "publishes how it is reached" {
  round {
    until = "settled"
    want  = "settled.yaml"
    assert {
      condition     = round.connection.url == "postgres://dbadmin:n0t-a%2Freal%26one@orders.example.org:5432/orders"
      error_message = "The URL is another one."
    }
    assert {
      condition     = round.connection.host == "orders.example.org" && round.connection.port == "5432" && round.connection.username == "dbadmin"
      error_message = "The connection details are others."
    }
    assert {
      condition     = round.connection.password == "n0t-a/real&one"
      error_message = "The password is another one."
    }
  }
}

run "sizes" {
  round {
    xr     = { spec = { parameters = { size = "small", deletionPolicy = "Delete" } } }
    expect = { instance = { spec = { deletionPolicy = "Delete", forProvider = { instanceClass = "db.t4g.small", allocatedStorage = 20, maxAllocatedStorage = 80, multiAz = false, skipFinalSnapshot = true } } } }
  }
  round {
    xr     = { spec = { parameters = { size = "large", deletionPolicy = "Orphan" } } }
    expect = { instance = { spec = { forProvider = { instanceClass = "db.r7g.2xlarge", allocatedStorage = 500, maxAllocatedStorage = 2000, multiAz = true, skipFinalSnapshot = false } } } }
  }
}

run "is ready when the instance is" {
  round {
    until = "settled"
  }
  round {
    set = { instance = { status = { atProvider = { status = "modifying" } } } }
    assert {
      condition     = strcontains(round.conditions.Ready.message, "instance")
      error_message = "An instance that is modified is ready."
    }
  }
}
