locals {
  params = req.composite.spec.parameters
  name   = req.composite.metadata.name
  zones  = [for z in params.zones : "${params.region}${z}"]
  cidrs  = [for i, z in local_zones : cidrsubnet(params.cidr, 8, i)]
  local_zones = params.zones
  public = { for i, z in params.zones : z => cidrs[i] }
}

resource table {
  body = {
    apiVersion = "ec2.aws.m.upbound.io/v1beta1"
    kind       = "RouteTable"
    metadata   = { name = "${name}-public" }
    spec       = { forProvider = { region = params.region, vpcId = req.resource.vpc.status.atProvider.id, tags = { zones = join(",", zones) } } }
  }
}

resource vpc {
  body = {
    apiVersion = "ec2.aws.m.upbound.io/v1beta1"
    kind       = "VPC"
    metadata   = { name = name }
    spec       = { forProvider = { region = params.region, cidrBlock = params.cidr } }
  }
}

resource route {
  body = {
    apiVersion = "ec2.aws.m.upbound.io/v1beta1"
    kind       = "Route"
    metadata   = { name = "${name}-default" }
    spec = {
      forProvider = {
        region               = params.region
        destinationCidrBlock = "0.0.0.0/0"
        gatewayIdSelector    = { matchControllerRef = true }
        routeTableId         = req.resource["table"].status.atProvider.id
      }
    }
  }
}

resources public {
  for_each = public
  body = {
    apiVersion = "ec2.aws.m.upbound.io/v1beta1"
    kind       = "Subnet"
    metadata   = { name = "${name}-${each.key}" }
    spec = {
      forProvider = {
        region           = params.region
        availabilityZone = "${params.region}${each.key}"
        cidrBlock        = each.value
        vpcId            = req.resource.vpc.status.atProvider.id
      }
      managementPolicies = ["*"]
    }
  }
}

resource nat {
  condition = params.environment == "prod"
  body = {
    apiVersion = "ec2.aws.m.upbound.io/v1beta1"
    kind       = "NATGateway"
    metadata   = { name = "${name}-nat" }
    spec = {
      forProvider = {
        region           = params.region
        connectivityType = "public"
        allocationId     = req.resource.eip.status.atProvider.allocationId
        subnetId         = req.resources.public[0].status.atProvider.id
      }
    }
  }
}

resource eip {
  condition = params.environment == "prod"
  body = {
    apiVersion = "ec2.aws.m.upbound.io/v1beta1"
    kind       = "EIP"
    metadata   = { name = "${name}-nat" }
    spec       = { forProvider = { region = params.region, domain = "vpc" } }
  }
}
