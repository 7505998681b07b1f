// Everything here needs the VPC's id, which only the cloud knows. Until it does, the route table is not rendered.
group {
  locals {
    vpcId = req.resource.vpc.status.atProvider.id
  }

  resource route-table {
    body = {
      apiVersion = "ec2.aws.m.upbound.io/v1beta1"
      kind       = "RouteTable"
      metadata = {
        name = xr.metadata.name
      }
      spec = {
        forProvider = {
          region = region
          vpcId  = vpcId
          tags   = { Name = "${xr.metadata.name}-public" }
        }
        providerConfigRef = provider
      }
    }
  }

  resource internet-route {
    body = {
      apiVersion = "ec2.aws.m.upbound.io/v1beta1"
      kind       = "Route"
      metadata = {
        name = "${xr.metadata.name}-internet"
      }
      spec = {
        forProvider = {
          region               = region
          destinationCidrBlock = "0.0.0.0/0"
          routeTableIdRef      = { name = xr.metadata.name }
          gatewayId            = req.resource.gateway.status.atProvider.id
        }
        providerConfigRef = provider
      }
    }
  }
}
