locals {
  params = req.composite.spec.parameters
  objects = {
    config = { apiVersion = "v1", kind = "ConfigMap", content = { data = { region = params.region } } }
    secret = { apiVersion = "v1", kind = "Secret", content = { stringData = { token = "x" }, type = "Opaque" } }
    sa     = { apiVersion = "v1", kind = "ServiceAccount", content = { automountServiceAccountToken = false } }
  }
  volumes = { data = 10, logs = 5 }
}

resources objects {
  for_each = objects
  template {
    body = merge({
      apiVersion = each.value.apiVersion
      kind       = each.value.kind
      metadata   = { name = each.key }
    }, each.value.content)
  }
}

resources claims {
  for_each = volumes
  template {
    body = {
      apiVersion = "v1"
      kind       = "PersistentVolumeClaim"
      metadata   = { name = each.key }
      spec = {
        accessModes = ["ReadWriteOnce"]
        resources   = { requests = { storage = "${each.value}Gi" } }
      }
    }
  }
}

resources namespaces {
  for_each = toset(["one", "two"])
  body = {
    apiVersion = "v1"
    kind       = "Namespace"
    metadata   = { name = "ns-${each.key}", labels = { name = each.value } }
  }
}
