locals {
  xr     = req.composite
  params = xr.spec.parameters
  db     = try(params.database, null)
  window = try(db.window, null)
  groups = try(params.nodeGroups, {})
  first  = try(keys(groups)[0], "none")
  hosts  = coalesce(try(params.hosts, null), ["localhost"])
}

resource settings {
  body = {
    apiVersion = "v1"
    kind       = "ConfigMap"
    metadata = {
      name        = "settings"
      annotations = params.environment == "prod" ? { critical = "true" } : null
      labels      = { for k, v in try(params.tags, {}) : k => lower(v) }
    }
    data = {
      engine = db == null ? "none" : db.engine
      window = window == null ? "anytime" : window
      group  = first
      min    = tostring(try(groups[first].min, 0))
      hosts  = join(",", hosts)
      claim  = try(xr.metadata.labels["crossplane.io/claim-name"], "none")
      owner  = lookup(try(params.tags, {}), "owner", "nobody")
      sum    = tostring(length(params.zones) + try(params.database.storage, 0))
      status = try(xr.status.database.endpoint, "pending")
      ready  = try([for c in xr.status.conditions : c.status if c.type == "Ready"][0], "Unknown")
    }
    immutable = try(params.paused, false) ? true : null
  }
}

resource secret {
  condition = params.environment != "dev" && can(params.email)
  body = {
    apiVersion = "v1"
    kind       = "Secret"
    metadata   = { name = "mail" }
    type       = "Opaque"
    data       = { email = base64encode(params.email) }
    stringData = { region = params.region }
  }
}

resource lease {
  body = {
    apiVersion = "coordination.k8s.io/v1"
    kind       = "Lease"
    metadata   = { name = "lease", namespace = try(xr.metadata.namespace, "default") }
    spec       = { leaseDurationSeconds = 15, holderIdentity = xr.metadata.uid }
  }
}
