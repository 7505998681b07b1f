locals {
  xr     = req.composite
  params = xr.spec.parameters
  name   = xr.metadata.name
  tags   = merge({ "managed-by" = "crossplane", env = params.environment }, try(params.tags, {}))
}

resource vpc {
  body = {
    apiVersion = "ec2.aws.m.upbound.io/v1beta1"
    kind       = "VPC"
    metadata   = { name = "${name}-vpc", labels = { "app.kubernetes.io/name" = name } }
    spec = {
      forProvider = {
        region             = params.region
        cidrBlock          = params.cidr
        enableDnsSupport   = true
        enableDnsHostnames = true
        tags               = local_tags
      }
      providerConfigRef = { kind = "ClusterProviderConfig", name = req.composite.spec.providerConfig }
    }
  }
  locals {
    local_tags = merge(tags, { Name = "${name}-vpc" })
  }
  composite status {
    body = { vpcId = self.resource.status.atProvider.id }
  }
}

resource gateway {
  body = {
    apiVersion = "ec2.aws.m.upbound.io/v1beta1"
    kind       = "InternetGateway"
    metadata   = { name = "${name}-igw" }
    spec = {
      forProvider = {
        region = params.region
        vpcId  = req.composite.status.vpcId
        tags   = tags
      }
    }
  }
}
