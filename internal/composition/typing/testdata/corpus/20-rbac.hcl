locals {
  name  = req.composite.metadata.name
  verbs = ["get", "list", "watch"]
}

resource account {
  body = {
    apiVersion = "v1"
    kind       = "ServiceAccount"
    metadata   = { name = name, namespace = "default" }
  }
}

resource role {
  body = {
    apiVersion = "rbac.authorization.k8s.io/v1"
    kind       = "ClusterRole"
    metadata   = { name = "system:${name}" }
    rules = [
      { apiGroups = [""], resources = ["pods", "services"], verbs = verbs },
      { apiGroups = ["apps"], resources = ["deployments"], verbs = concat(verbs, ["update"]) },
    ]
  }
}

resource binding {
  body = {
    apiVersion = "rbac.authorization.k8s.io/v1"
    kind       = "ClusterRoleBinding"
    metadata   = { name = "system:${name}" }
    roleRef    = { apiGroup = "rbac.authorization.k8s.io", kind = "ClusterRole", name = "system:${name}" }
    subjects   = [{ kind = "ServiceAccount", name = name, namespace = "default" }]
  }
}

resource policy {
  body = {
    apiVersion = "networking.k8s.io/v1"
    kind       = "NetworkPolicy"
    metadata   = { name = "${name}-deny" }
    spec = {
      podSelector = {}
      policyTypes = ["Ingress", "Egress"]
      ingress     = [{ from = [{ podSelector = { matchLabels = { app = name } } }], ports = [{ port = 8080, protocol = "TCP" }, { port = "http" }] }]
    }
  }
}

resource quota {
  body = {
    apiVersion = "v1"
    kind       = "ResourceQuota"
    metadata   = { name = name }
    spec       = { hard = { "requests.cpu" = "4", pods = 10 } }
  }
}
