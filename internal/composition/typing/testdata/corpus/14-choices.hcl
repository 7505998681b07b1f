locals {
  params = req.composite.spec.parameters
  aurora = params.environment == "prod"
  kinds  = aurora ? { kind = "StatefulSet", service = "db" } : { kind = "Deployment", service = null }
  pod = {
    metadata = { labels = { app = "db" } }
    spec     = { containers = [{ name = "db", image = params.image }] }
  }
}

resource workload {
  body = {
    apiVersion = "apps/v1"
    kind       = kinds.kind
    metadata   = { name = "db" }
    spec = merge(
      { replicas = params.replicas, selector = { matchLabels = { app = "db" } }, template = pod },
      aurora ? { serviceName = kinds.service, podManagementPolicy = "Parallel" } : {},
    )
  }
}

resource other {
  body = aurora ? {
    apiVersion = "v1"
    kind       = "Secret"
    metadata   = { name = "other" }
    stringData = { a = "b" }
    } : {
    apiVersion = "v1"
    kind       = "ConfigMap"
    metadata   = { name = "other" }
    data       = { a = "b" }
  }
}
