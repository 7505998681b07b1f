locals {
  xr     = req.composite
  params = req.composite.spec.parameters

  bucketName = "${xr.metadata.name}-bucket"

  // Tags that every object carries. Tags of the XR win.
  tags = merge({
    "managed-by" = "crossplane"
    "team"       = xr.metadata.namespace
  }, try(params.tags, {}))
}

resource bucket {
  body = {
    apiVersion = "s3.aws.m.upbound.io/v1beta1"
    kind       = "Bucket"
    metadata = {
      name = bucketName
    }
    spec = {
      forProvider = {
        region       = params.region
        forceDestroy = try(params.deletionPolicy, "Orphan") == "Delete"
        tags         = tags
      }
      providerConfigRef = {
        kind = "ClusterProviderConfig"
        name = "aws"
      }
    }
  }

  // Dropped as a whole until the bucket exists and reports both.
  composite status {
    body = {
      bucketName = self.resource.status.atProvider.id
      arn        = self.resource.status.atProvider.arn
    }
  }
}

// Nobody but the account may ever read the bucket.
resource public-access {
  body = {
    apiVersion = "s3.aws.m.upbound.io/v1beta1"
    kind       = "BucketPublicAccessBlock"
    metadata = {
      name = bucketName
    }
    spec = {
      forProvider = {
        region                = params.region
        bucketRef             = { name = bucketName }
        blockPublicAcls       = true
        blockPublicPolicy     = true
        ignorePublicAcls      = true
        restrictPublicBuckets = true
      }
      providerConfigRef = {
        kind = "ClusterProviderConfig"
        name = "aws"
      }
    }
  }
}

resource versioning {
  condition = try(params.versioning, false)

  body = {
    apiVersion = "s3.aws.m.upbound.io/v1beta1"
    kind       = "BucketVersioning"
    metadata = {
      name = bucketName
    }
    spec = {
      forProvider = {
        region                  = params.region
        bucketRef               = { name = bucketName }
        versioningConfiguration = { status = "Enabled" }
      }
      providerConfigRef = {
        kind = "ClusterProviderConfig"
        name = "aws"
      }
    }
  }
}
