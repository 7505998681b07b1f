locals {
  xr     = req.composite
  params = req.composite.spec.parameters
}

// The settings of the environment that the XR names, such as the account and its tags.
requirement environment {
  select {
    apiVersion = "apiextensions.crossplane.io/v1beta1"
    kind       = "EnvironmentConfig"
    matchName  = params.environment
  }
}

// The private subnets of the network that those settings name: one requirement that waits for another.
requirement subnets {
  locals {
    network = req.extra_resources.environment[0].data.network
  }
  select {
    apiVersion = "ec2.aws.m.upbound.io/v1beta1"
    kind       = "Subnet"
    namespace  = "platform"
    matchLabels = {
      "networks.example.org/network" = network
      "networks.example.org/access"  = "private"
    }
  }
}

// Nobody has to ask for a bastion host.
requirement bastion {
  condition = try(params.bastion, false)
  select {
    apiVersion = "v1"
    kind       = "ConfigMap"
    namespace  = "platform"
    matchName  = "bastion"
  }
}

resource cache {
  locals {
    settings = req.extra_resources.environment[0].data
    zones    = { for s in req.extra_resources.subnets : s.metadata.labels["networks.example.org/zone"] => s.status.atProvider.id }
  }

  body = {
    apiVersion = "elasticache.aws.m.upbound.io/v1beta1"
    kind       = "ReplicationGroup"
    metadata = {
      name = xr.metadata.name
    }
    spec = {
      forProvider = {
        region                   = settings.region
        description              = "Cache ${xr.metadata.name} of ${params.environment}"
        engine                   = "valkey"
        nodeType                 = settings.cache.nodeType
        numCacheClusters         = length(zones)
        automaticFailoverEnabled = length(zones) > 1
        preferredCacheClusterAzs = [for zone in keys(zones) : "${settings.region}${zone}"]
        subnetGroupName          = "${xr.metadata.name}-subnets"
        tags                     = merge(settings.tags, { Name = xr.metadata.name })
      }
    }
  }
}

resource subnet-group {
  body = {
    apiVersion = "elasticache.aws.m.upbound.io/v1beta1"
    kind       = "SubnetGroup"
    metadata = {
      name = "${xr.metadata.name}-subnets"
    }
    spec = {
      forProvider = {
        region    = req.extra_resources.environment[0].data.region
        subnetIds = sort([for s in req.extra_resources.subnets : s.status.atProvider.id])
      }
    }
  }
}
