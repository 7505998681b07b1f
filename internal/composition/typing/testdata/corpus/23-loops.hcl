locals {
  params = req.composite.spec.parameters
  matrix = flatten([for s in params.subnets : [for z in params.zones : { name = "${s.name}-${z}", zone = z, cidr = s.cidr }]])
  byZone = { for m in matrix : m.zone => m.cidr... }
  rules  = { http = 80, https = 443 }
  sizes  = [{ name = "small", cpu = 1 }, { name = "large", cpu = 4 }]
  picked = [for s in sizes : s if s.name == "large"][0]
  access = setproduct(["read", "write"], ["a", "b"])
}

resources rules {
  for_each = rules
  template {
    locals {
      port = each.value
    }
    body = {
      apiVersion = "ec2.aws.m.upbound.io/v1beta1"
      kind       = "SecurityGroupRule"
      metadata   = { name = "rule-${each.key}", labels = { port = tostring(port) } }
      spec = {
        forProvider = {
          region             = params.region
          type               = "ingress"
          protocol           = "tcp"
          fromPort           = port
          toPort             = each.value
          cidrBlocks         = [for m in matrix : m.cidr]
          securityGroupIdRef = { name = "main" }
        }
      }
    }
  }
}

resources subnets {
  for_each = { for m in matrix : m.name => m }
  template {
    condition = each.value.zone != "z"
    body = {
      apiVersion = "ec2.aws.m.upbound.io/v1beta1"
      kind       = "Subnet"
      metadata   = { name = each.key }
      spec = {
        forProvider = {
          region           = params.region
          cidrBlock        = each.value.cidr
          availabilityZone = "${params.region}${each.value.zone}"
          vpcId            = req.composite.status.vpcId
        }
      }
    }
    composite status {
      body = { bucketArns = { (self.name) = self.resource.status.atProvider.arn } }
    }
  }
}

resource limits {
  body = {
    apiVersion = "v1"
    kind       = "LimitRange"
    metadata   = { name = "limits" }
    spec       = { limits = [{ type = "Container", default = { cpu = picked.cpu, memory = "1Gi" }, max = { cpu = "${picked.cpu * 2}" } }] }
  }
}

resource role {
  body = {
    apiVersion = "rbac.authorization.k8s.io/v1"
    kind       = "Role"
    metadata   = { name = "access" }
    rules = [for pair in access : {
      apiGroups = [""]
      resources = [pair[1]]
      verbs     = pair[0] == "read" ? ["get", "list"] : ["update"]
    }]
  }
}
