locals {
  params = req.composite.spec.parameters
}

resource existing {
  body = {
    apiVersion = "ec2.aws.m.upbound.io/v1beta1"
    kind       = "VPC"
    metadata = {
      name        = "existing"
      annotations = { "crossplane.io/external-name" = "vpc-123" }
    }
    spec = {
      managementPolicies = ["Observe"]
      forProvider        = { region = params.region }
    }
  }
  ready {
    value = "READY_TRUE"
  }
}

resource policy {
  body = {
    apiVersion = "s3.aws.m.upbound.io/v1beta1"
    kind       = "BucketPolicy"
    metadata   = { name = "policy" }
    spec = {
      forProvider = {
        region = params.region
        bucket = "data"
        policy = jsonencode({ Version = "2012-10-17", Statement = [for a in ["Get", "Put"] : { Effect = "Allow", Action = "s3:${a}Object" }] })
      }
    }
  }
}

resource block {
  body = {
    apiVersion = "s3.aws.m.upbound.io/v1beta1"
    kind       = "BucketPublicAccessBlock"
    metadata   = { name = "block" }
    spec = {
      forProvider = merge({ region = params.region, bucketRef = { name = "data" } },
        { for k in ["blockPublicAcls", "blockPublicPolicy", "ignorePublicAcls", "restrictPublicBuckets"] : k => true })
    }
  }
}

context {
  key   = "example.org/network"
  value = { vpc = req.resource.existing.status.atProvider.id, region = params.region }
}
