// A later step. It reads what the first one decided and does not decide again.
locals {
  xr          = req.composite
  environment = req.context["apiextensions.crossplane.io/environment"]
  backup      = req.context["platform.example.org/backup"]
}

resource workload {
  body = {
    apiVersion = "apps/v1"
    kind       = "StatefulSet"
    metadata = {
      name   = environment.naming.prefix
      labels = environment.tags
    }
    spec = {
      serviceName = environment.naming.prefix
      replicas    = environment.availability.zones
      selector    = { matchLabels = { app = xr.metadata.name } }
      template = {
        metadata = { labels = merge(environment.tags, { app = xr.metadata.name }) }
        spec = {
          containers = [{ name = "app", image = xr.spec.image }]
          topologySpreadConstraints = [{
            maxSkew           = 1
            topologyKey       = "topology.kubernetes.io/zone"
            whenUnsatisfiable = "DoNotSchedule"
            labelSelector     = { matchLabels = { app = xr.metadata.name } }
          }]
        }
      }
    }
  }
}

resource backup {
  condition = backup.enabled

  body = {
    apiVersion = "velero.io/v1"
    kind       = "Schedule"
    metadata = {
      name = "${environment.naming.prefix}-${environment.naming.suffix}"
    }
    spec = {
      schedule = backup.schedule
      template = {
        includedNamespaces = [xr.metadata.namespace]
        labelSelector      = { matchLabels = { app = xr.metadata.name } }
        storageLocation    = environment.region
      }
    }
  }

  // A Schedule has no condition Ready, by which most objects are known to be ready.
  ready {
    value = try(self.resource.status.phase, "New") == "Enabled" ? "READY_TRUE" : "READY_FALSE"
  }
}
