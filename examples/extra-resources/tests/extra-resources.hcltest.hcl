// Run with: hclx test examples/extra-resources
//
// Shows: what the program asks for (round.requirements), and objects that are there from some round on (required).

defaults {
  source = "../composition.yaml"
  xr     = "../xr.yaml"
}

// Nothing is there yet: the cache waits, and nothing fails.
run "waits for the environment" {
  round {
    until  = "settled"
    absent = ["cache", "subnet-group"]
    waiting = {
      subnets = ["req.extra_resources.environment[0].data.network"]
    }
    assert {
      condition     = round.requirements.environment == { apiVersion = "apiextensions.crossplane.io/v1beta1", kind = "EnvironmentConfig", matchName = "production" }
      error_message = "Another environment is asked for."
    }
    assert {
      condition     = !can(round.requirements.bastion)
      error_message = "Nobody asked for a bastion host."
    }
  }
  round {
    required = "../extra.yaml"
    until    = "settled"
    want     = "settled.yaml"
    assert {
      condition = round.requirements.subnets == {
        apiVersion  = "ec2.aws.m.upbound.io/v1beta1", kind = "Subnet", namespace = "platform",
        matchLabels = { "networks.example.org/network" = "shop", "networks.example.org/access" = "private" }
      }
      error_message = "Other subnets are asked for."
    }
  }
}

run "asks for a bastion host" {
  xr = { spec = { parameters = { bastion = true } } }
  round {
    assert {
      condition     = round.requirements.bastion == { apiVersion = "v1", kind = "ConfigMap", matchName = "bastion", namespace = "platform" }
      error_message = "The bastion host is another one."
    }
  }
}
