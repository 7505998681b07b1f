locals {
  name   = req.composite.metadata.name
  params = req.composite.spec.parameters
  trust = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "eks.amazonaws.com" }
    }]
  })
  policies = {
    cluster = "arn:aws:iam::aws:policy/AmazonEKSClusterPolicy"
    cni     = "arn:aws:iam::aws:policy/AmazonEKS_CNI_Policy"
  }
}

resource role {
  body {
    apiVersion = "iam.aws.m.upbound.io/v1beta1"
    kind       = "Role"
    metadata   = { name = "${name}-eks" }
    spec = {
      forProvider = {
        assumeRolePolicy   = trust
        description        = "Role of ${name}"
        maxSessionDuration = 3600
        tags               = try(params.tags, {})
      }
    }
  }
  composite status {
    body {
      roleArn = self.resource.status.atProvider.arn
    }
  }
}

resources attachments {
  for_each = policies
  name     = "${self.basename}-${each.key}"
  template {
    body {
      apiVersion = "iam.aws.m.upbound.io/v1beta1"
      kind       = "RolePolicyAttachment"
      metadata   = { name = "${name}-${each.key}" }
      spec = {
        forProvider = {
          policyArn = each.value
          roleRef   = { name = "${name}-eks" }
        }
      }
    }
  }
}
