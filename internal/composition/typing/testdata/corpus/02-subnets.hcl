locals {
  params = req.composite.spec.parameters
  name   = req.composite.metadata.name
  byName = { for s in params.subnets : s.name => s }
}

resources subnets {
  for_each = byName
  name     = "subnet-${each.key}"
  template {
    locals {
      zone = try(each.value.zone, "a")
    }
    body = {
      apiVersion = "ec2.aws.m.upbound.io/v1beta1"
      kind       = "Subnet"
      metadata = {
        name   = "${name}-${each.key}"
        labels = { zone = zone, access = each.value.public ? "public" : "private" }
      }
      spec = {
        forProvider = {
          region              = params.region
          availabilityZone    = "${params.region}${zone}"
          cidrBlock           = each.value.cidr
          mapPublicIpOnLaunch = each.value.public
          vpcIdSelector       = { matchControllerRef = true }
          tags                = { Name = "${name}-${each.key}" }
        }
      }
    }
    ready {
      value = try(self.resource.status.atProvider.id, "") != "" ? "READY_TRUE" : "READY_FALSE"
    }
  }
}

composite status {
  body = {
    subnetIds = [for s in req.resources.subnets : s.status.atProvider.id]
    zones     = [for s in req.resources.subnets : { name = s.status.atProvider.availabilityZone, subnet = s.status.atProvider.id }]
  }
}
