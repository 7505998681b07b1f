requirement env {
  select {
    apiVersion = "apiextensions.crossplane.io/v1beta1"
    kind       = "EnvironmentConfig"
    matchName  = "shared"
  }
}

requirement existing {
  condition = req.composite.spec.parameters.environment == "prod"
  select {
    apiVersion  = "ec2.aws.m.upbound.io/v1beta1"
    kind        = "VPC"
    matchLabels = { shared = "true" }
  }
}

requirement settings {
  select {
    apiVersion = "v1"
    kind       = "ConfigMap"
    matchName  = "settings"
    namespace  = "default"
  }
}

locals {
  params   = req.composite.spec.parameters
  accounts = req.extra_resources.env[0].data.accounts
  vpcId    = req.extra_resources.existing[0].status.atProvider.id
  mode     = req.extra_resources.settings[0].data["mode"]
}

resource group {
  body = {
    apiVersion = "ec2.aws.m.upbound.io/v1beta1"
    kind       = "SecurityGroup"
    metadata   = { name = "${req.composite.metadata.name}-sg" }
    spec = {
      forProvider = {
        region      = params.region
        description = "mode ${mode}, account ${accounts[params.environment].id}"
        vpcId       = vpcId
      }
    }
  }
  composite status {
    body = { securityGroupId = self.resource.status.atProvider.id }
  }
}

resource rule {
  body = {
    apiVersion = "ec2.aws.m.upbound.io/v1beta1"
    kind       = "SecurityGroupRule"
    metadata   = { name = "${req.composite.metadata.name}-https" }
    spec = {
      forProvider = {
        region             = params.region
        type               = "ingress"
        protocol           = "tcp"
        fromPort           = 443
        toPort             = 443
        cidrBlocks         = [params.cidr]
        securityGroupIdRef = { name = "${req.composite.metadata.name}-sg" }
      }
    }
  }
}
