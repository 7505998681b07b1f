// Run with: hclx test examples/application

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
    set   = { deployment = { status = { conditions = [{ type = "Available", status = "False" }] } } }
    xr    = { spec = { replicas = { min = 2, max = 3 } } }
    expect = {
      disruption-budget = { spec = { minAvailable = 1 } }
      autoscaler        = { spec = { minReplicas = 2, maxReplicas = 3 } }
    }
    assert {
      condition     = round.conditions.Ready.status == "False"
      error_message = "The Deployment is not available."
    }
  }
}
