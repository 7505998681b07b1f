locals {
  xr     = req.composite
  params = req.composite.spec.parameters
  region = params.region

  provider = {
    kind = "ClusterProviderConfig"
    name = try(params.providerConfig, "aws")
  }
}

resource vpc {
  body = {
    apiVersion = "ec2.aws.m.upbound.io/v1beta1"
    kind       = "VPC"
    metadata = {
      name = xr.metadata.name
    }
    spec = {
      forProvider = {
        region             = region
        cidrBlock          = params.cidr
        enableDnsSupport   = true
        enableDnsHostnames = true
        tags               = { Name = xr.metadata.name }
      }
      providerConfigRef = provider
    }
  }

  composite status {
    body = {
      vpcId = self.resource.status.atProvider.id
    }
  }
}

resource gateway {
  body = {
    apiVersion = "ec2.aws.m.upbound.io/v1beta1"
    kind       = "InternetGateway"
    metadata = {
      name = xr.metadata.name
    }
    spec = {
      forProvider = {
        region        = region
        vpcIdSelector = { matchControllerRef = true }
      }
      providerConfigRef = provider
    }
  }
}
