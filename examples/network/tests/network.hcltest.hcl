// Run with: hclx test examples/network
//
// Shows: a whole life, round by round, conditions on all objects, and a fatal round that changes nothing (fatal).

defaults {
  source = "../composition.yaml"
  xr     = "../xr.yaml"
}

// What the provider writes, a round after an object was made.
stub "vpc" {
  status = { atProvider = { id = "vpc-1" } }
}

stub "gateway" {
  after  = 2
  status = { atProvider = { id = "igw-of-${self.metadata.name}" } }
}

stub {
  match  = { kind = "Subnet" }
  status = { atProvider = { id = "id-of-${self.metadata.name}" } }
}

stub {
  match  = { kind = "RouteTable" }
  status = {}
}

stub {
  match  = { kind = "Route" }
  status = {}
}

// From nothing to the end, round by round.
run "comes up" {
  round {
    expect = {
      vpc = {
        metadata = { name = "shop" }
        spec = {
          forProvider = {
            region             = "eu-west-1"
            cidrBlock          = "10.20.0.0/16"
            enableDnsSupport   = true
            enableDnsHostnames = true
            tags               = { Name = "shop" }
          }
          providerConfigRef = { kind = "ClusterProviderConfig", name = "aws" }
        }
      }
      gateway = { spec = { forProvider = { region = "eu-west-1", vpcIdSelector = { matchControllerRef = true } } } }
      subnet-a = {
        spec = { forProvider = { availabilityZone = "eu-west-1a", cidrBlock = "10.20.0.0/20", mapPublicIpOnLaunch = false, vpcIdSelector = { matchControllerRef = true } } }
      }
      subnet-c = { metadata = { labels = { "networks.example.org/zone" = "c" } }, spec = { forProvider = { cidrBlock = "10.20.32.0/20" } } }
    }
    absent = ["internet-route"]
    waiting = {
      route-table = ["req.resource.vpc.status.atProvider.id"]
    }
  }
  round { // the VPC has its id now, the gateway not yet
    expect = {
      route-table = { spec = { forProvider = { region = "eu-west-1", vpcId = "vpc-1", tags = { Name = "shop-public" } } } }
    }
    absent = ["internet-route"]
  }
  round {
    until = "settled"
    expect = {
      internet-route = {
        metadata = { name = "shop-internet" }
        spec = {
          forProvider = {
            region               = "eu-west-1"
            gatewayId            = "igw-of-shop"
            destinationCidrBlock = "0.0.0.0/0"
            routeTableIdRef      = { name = "shop" }
          }
        }
      }
    }
    assert {
      condition     = round.status.vpcId == "vpc-1" && round.status.subnetIds == [for z in ["a", "b", "c"] : "id-of-shop-${z}"]
      error_message = "The status has other ids."
    }
    // A condition can look at everything that exists.
    assert {
      condition = { for name, o in round.resource : name => o.kind } == {
        vpc         = "VPC", gateway = "InternetGateway", subnet-a = "Subnet", subnet-b = "Subnet", subnet-c = "Subnet",
        route-table = "RouteTable", internet-route = "Route"
      }
      error_message = "Something else exists."
    }
    assert {
      condition     = alltrue([for o in round.resource : o.apiVersion == "ec2.aws.m.upbound.io/v1beta1"])
      error_message = "Something is of another version."
    }
    assert {
      condition     = round.conditions.Ready.status == "True"
      error_message = "Not everything is ready."
    }
  }
  round { // a subnet that is not ready any more
    set = { subnet-a = { status = { conditions = [{ type = "Ready", status = "False" }] } } }
    assert {
      condition     = strcontains(round.conditions.Ready.message, "subnet-a")
      error_message = "A subnet that is not ready is ready."
    }
  }
}

// A zone more, then one less.
run "zones come and go" {
  xr = { spec = { parameters = { zones = ["a"], providerConfig = "other" } } }
  round {
    until  = "settled"
    absent = ["subnet-b"]
    expect = { subnet-a = { spec = { providerConfigRef = { name = "other" } } } }
  }
  round {
    xr     = { spec = { parameters = { zones = ["a", "b"] } } }
    until  = "settled"
    expect = { subnet-b = {} }
  }
  round {
    xr     = { spec = { parameters = { zones = ["b"] } } }
    until  = "settled"
    absent = ["subnet-a"]
    expect = { subnet-b = { spec = { forProvider = { cidrBlock = "10.20.0.0/20" } } } }
  }
}

// What exists stays when the provider loses its status for a while: the answer is fatal, so that nothing changes.
run "a status is lost" {
  round {
    until = "settled"
  }
  round {
    set    = { vpc = { status = null } }
    fatal  = ["existing-dropped"]
    expect = { route-table = { spec = { forProvider = { vpcId = "vpc-1" } } } }
  }
  round {
    until  = "settled"
    expect = { route-table = {}, internet-route = {} }
  }
}
