locals {
  params = req.composite.spec.parameters
  name   = req.composite.metadata.name
}

group {
  condition = can(req.composite.status.roleArn)

  resource cluster {
    body = {
      apiVersion = "eks.aws.m.upbound.io/v1beta1"
      kind       = "Cluster"
      metadata   = { name = name, annotations = { "crossplane.io/external-name" = name } }
      spec = {
        forProvider = {
          region  = params.region
          version = "1.31"
          roleArn = req.composite.status.roleArn
          vpcConfig = {
            endpointPrivateAccess = true
            endpointPublicAccess  = params.environment == "dev"
            subnetIds             = req.composite.status.subnetIds
          }
          tags = { Name = name }
        }
        writeConnectionSecretToRef = { name = "${name}-kubeconfig" }
      }
    }
    composite connection {
      body = { endpoint = base64encode(self.resource.status.atProvider.endpoint) }
    }
  }

  resources nodes {
    for_each = params.nodeGroups
    template {
      body = {
        apiVersion = "eks.aws.m.upbound.io/v1beta1"
        kind       = "NodeGroup"
        metadata   = { name = "${name}-${each.key}" }
        spec = {
          forProvider = {
            region         = params.region
            clusterNameRef = { name = name }
            nodeRoleArn    = req.composite.status.roleArn
            capacityType   = params.environment == "prod" ? "ON_DEMAND" : "SPOT"
            diskSize       = 20
            instanceTypes  = try(each.value.types, ["t3.medium"])
            labels         = merge({ group = each.key }, try(each.value.labels, {}))
            scalingConfig  = { minSize = each.value.min, maxSize = each.value.max, desiredSize = each.value.min }
            subnetIds      = req.composite.status.subnetIds
            taint          = [{ key = "group", value = each.key, effect = "NO_SCHEDULE" }]
          }
        }
      }
    }
  }
}
