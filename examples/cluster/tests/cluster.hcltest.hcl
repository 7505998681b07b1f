// Run with: hclx test examples/cluster
//
// Shows: stubs for all objects of a kind (match), a provider that takes longer (after), and what blocks wait for (waiting).

defaults {
  source = "../composition.yaml"
  xr     = "../xr.yaml"
}

stub "cluster" {
  status = {
    atProvider = {
      status   = "ACTIVE"
      endpoint = "https://cluster.example.org"
      identity = [{ oidc = [{ issuer = "https://oidc.example.org/id/4711" }] }]
    }
  }
}

stub "identity-provider" {
  after  = 2
  status = { atProvider = { arn = "arn:aws:iam::123456789012:oidc-provider/4711" } }
}

stub {
  match  = { kind = "Role" }
  status = {}
}

// Three steps, each of which needs what the one before it reports.
run "comes up" {
  round {
    absent = ["identity-provider", "role-backup"]
    waiting = {
      identity-provider = ["req.resource.cluster.status.atProvider.identity[0].oidc[0].issuer"]
    }
  }
  round {
    expect = { identity-provider = { spec = { forProvider = { url = "https://oidc.example.org/id/4711" } } } }
    absent = ["role-backup"]
  }
  round {
    until = "settled"
    want  = "settled.yaml"
  }
}

run "an account less" {
  round {
    until = "settled"
  }
  round {
    xr     = { spec = { parameters = { serviceAccounts = [{ name = "external-dns", namespace = "kube-system", policies = [] }] } } }
    until  = "settled"
    absent = ["role-backup"]
    expect = { role-external-dns = {} }
  }
}

run "is not ready before it is active" {
  round {
    until = "settled"
  }
  round {
    set = { cluster = { status = { atProvider = { status = "UPDATING" } } } }
    assert {
      condition     = round.status.state == "UPDATING" && round.conditions.Ready.status == "False"
      error_message = "A cluster that is updated is not ready."
    }
  }
}
