locals {
  params = req.composite.spec.parameters
}

resources buckets {
  for_each = params.buckets
  template {
    body = {
      apiVersion = "s3.aws.m.upbound.io/v1beta1"
      kind       = "Bucket"
      metadata   = { name = "${req.composite.metadata.name}-${each.value.name}" }
      spec = {
        forProvider = {
          region       = params.region
          forceDestroy = params.environment != "prod"
          tags         = { purpose = each.value.name }
        }
      }
    }
  }
}

resources versionings {
  for_each = { for b in params.buckets : b.name => b if try(b.versioned, false) }
  body = {
    apiVersion = "s3.aws.m.upbound.io/v1beta1"
    kind       = "BucketVersioning"
    metadata   = { name = "${req.composite.metadata.name}-${each.key}" }
    spec = {
      forProvider = {
        region                  = params.region
        bucketRef               = { name = "${req.composite.metadata.name}-${each.key}" }
        versioningConfiguration = { status = "Enabled" }
      }
    }
  }
}

composite status {
  body = {
    bucketArns = { for b in req.resources.buckets : b.metadata.name => b.status.atProvider.arn }
  }
}
