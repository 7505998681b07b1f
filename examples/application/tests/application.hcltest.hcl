// Run with: hclx test examples/application
//
// Shows: files with everything that exists (want), faults (set), and what schemas make up (guess).

defaults {
  source = "../composition.yaml"
  xr     = "../xr.yaml"
}

stub "deployment" {
  status = {
    replicas          = 3
    updatedReplicas   = try(self.spec.replicas, 3)
    readyReplicas     = 3
    availableReplicas = 3
    conditions        = [{ type = "Available", status = "True" }]
  }
}

run "with an autoscaler" {
  round {
    until = "settled"
    want  = "autoscaled.yaml"
  }
}

run "with a fixed number of replicas" {
  xr = { spec = { replicas = { min = 1, max = null }, hosts = null, port = null, env = null, health = "/ready" } }
  round {
    until  = "settled"
    absent = ["autoscaler", "disruption-budget", "ingress"]
    want   = "fixed.yaml"
  }
}

// A Deployment is available when all of its replicas are, in the newest version.
run "is ready when the deployment is" {
  guess = true // for kinds without a stub: here, that the Ingress and the autoscaler are up
  round {
    until = "settled"
  }
  round {
    set = { deployment = { status = { updatedReplicas = 1 } } }
    xr  = { spec = { replicas = { min = 3, max = null } } }
    assert {
      condition     = round.conditions.Ready.status == "False"
      error_message = "Two of three replicas are old."
    }
  }
  round {
    until = "settled"
    assert {
      condition     = round.conditions.Ready.status == "True"
      error_message = "The stub has written all replicas."
    }
  }
  round {
    set = { deployment = { status = { conditions = [{ type = "Available", status = "False" }] } } }
    assert {
      condition     = round.conditions.Ready.status == "False"
      error_message = "The Deployment is not available."
    }
  }
  round {
    set = { deployment = { status = { conditions = null } } } // a new Deployment has none
    assert {
      condition     = round.conditions.Ready.status == "False" && round.conditions.FullyResolved.status == "True"
      error_message = "A Deployment without conditions is not available, and nothing waits for them."
    }
  }
}

run "changes its scale" {
  round {
    until = "settled"
  }
  round {
    xr = { spec = { replicas = { min = 4, max = 5 } } }
    expect = {
      disruption-budget = { spec = { minAvailable = 2 } }
      autoscaler        = { spec = { minReplicas = 4, maxReplicas = 5 } }
    }
  }
}
