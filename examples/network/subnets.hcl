// One subnet per zone, each with its own share of the network's addresses.
resources subnets {
  for_each = params.zones
  name     = "subnet-${each.value}"

  template {
    body = {
      apiVersion = "ec2.aws.m.upbound.io/v1beta1"
      kind       = "Subnet"
      metadata = {
        name = "${xr.metadata.name}-${each.value}"
        labels = {
          "networks.example.org/zone" = each.value
        }
      }
      spec = {
        forProvider = {
          region              = region
          availabilityZone    = "${region}${each.value}"
          cidrBlock           = cidrsubnet(params.cidr, 4, each.key)
          mapPublicIpOnLaunch = false
          vpcIdSelector       = { matchControllerRef = true }
        }
        providerConfigRef = provider
      }
    }

    // The subnet's own word on whether it is ready.
    ready {
      value = contains([for c in self.resource.status.conditions : "${c.type}=${c.status}"], "Ready=True") ? "READY_TRUE" : "READY_FALSE"
    }
  }

  composite status {
    body = {
      subnetIds = [for s in self.resources : s.status.atProvider.id]
    }
  }
}
