locals {
  xr     = req.composite
  params = req.composite.spec.parameters
  region = params.region
}

resource role {
  body = {
    apiVersion = "iam.aws.m.upbound.io/v1beta1"
    kind       = "Role"
    metadata = {
      name = "${xr.metadata.name}-control-plane"
    }
    spec = {
      forProvider = {
        assumeRolePolicy = jsonencode({
          Version = "2012-10-17"
          Statement = [{
            Effect    = "Allow"
            Action    = "sts:AssumeRole"
            Principal = { Service = "eks.amazonaws.com" }
          }]
        })
        managedPolicyArns = ["arn:aws:iam::aws:policy/AmazonEKSClusterPolicy"]
      }
    }
  }
}

resource cluster {
  body = {
    apiVersion = "eks.aws.m.upbound.io/v1beta1"
    kind       = "Cluster"
    metadata = {
      name = xr.metadata.name
    }
    spec = {
      forProvider = {
        region     = region
        version    = params.version
        roleArnRef = { name = "${xr.metadata.name}-control-plane" }
        vpcConfig = {
          subnetIds             = params.subnetIds
          endpointPrivateAccess = true
        }
      }
    }
  }

  composite status {
    body = {
      endpoint = self.resource.status.atProvider.endpoint
      state    = self.resource.status.atProvider.status
    }
  }

  ready {
    value = self.resource.status.atProvider.status == "ACTIVE" ? "READY_TRUE" : "READY_FALSE"
  }
}

// Workloads get cloud identities through the cluster's OpenID issuer, whose address is known once the cluster exists.
group {
  locals {
    issuer = req.resource.cluster.status.atProvider.identity[0].oidc[0].issuer
    host   = trimprefix(issuer, "https://")
  }

  resource identity-provider {
    body = {
      apiVersion = "iam.aws.m.upbound.io/v1beta1"
      kind       = "OpenIDConnectProvider"
      metadata = {
        name = xr.metadata.name
      }
      spec = {
        forProvider = {
          url            = issuer
          clientIdList   = ["sts.amazonaws.com"]
          thumbprintList = ["9e99a48a9960b14926bb7f3b02e22da2b0ab7280"]
        }
      }
    }
  }

  // One role per service account, trusted by the provider above: that one has to exist first, too.
  resources workload-roles {
    for_each = { for a in params.serviceAccounts : a.name => a }
    name     = "role-${each.key}"

    template {
      locals {
        account = "system:serviceaccount:${each.value.namespace}:${each.key}"
      }
      body = {
        apiVersion = "iam.aws.m.upbound.io/v1beta1"
        kind       = "Role"
        metadata = {
          name = "${xr.metadata.name}-${each.key}"
        }
        spec = {
          forProvider = {
            assumeRolePolicy = jsonencode({
              Version = "2012-10-17"
              Statement = [{
                Effect    = "Allow"
                Action    = "sts:AssumeRoleWithWebIdentity"
                Principal = { Federated = req.resource.identity-provider.status.atProvider.arn }
                Condition = {
                  StringEquals = {
                    "${host}:sub" = account
                    "${host}:aud" = "sts.amazonaws.com"
                  }
                }
              }]
            })
            managedPolicyArns = each.value.policies
          }
        }
      }
    }
  }
}
