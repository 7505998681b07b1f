function tags {
  arg name {}
  arg extra { default = {} }
  body = merge({ Name = name, owner = "platform" }, extra)
}

function bucket {
  arg name {}
  arg region {}
  arg acl { default = null }
  locals {
    base = { region = region, tags = invoke("tags", { name = name }) }
  }
  body = {
    apiVersion = "s3.aws.m.upbound.io/v1beta1"
    kind       = "Bucket"
    metadata   = { name = name }
    spec       = { forProvider = acl == null ? base : merge(base, { forceDestroy = acl == "open" }) }
  }
}

locals {
  region = req.composite.spec.parameters.region
}

resource logs {
  body = invoke("bucket", { name = "logs", region = region })
}

resource data {
  body = invoke("bucket", { name = "data", region = region, acl = "open" })
}

resource vpc {
  body = {
    apiVersion = "ec2.aws.m.upbound.io/v1beta1"
    kind       = "VPC"
    metadata   = { name = "main" }
    spec = {
      forProvider = {
        region    = region
        cidrBlock = req.composite.spec.parameters.cidr
        tags      = invoke("tags", { name = "main", extra = { tier = "network" } })
      }
    }
  }
}
