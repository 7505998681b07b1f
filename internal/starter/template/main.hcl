locals {
  name   = req.composite.metadata.name
  params = req.composite.spec
  labels = { app = name }
}

resource deployment {
  body = {
    apiVersion = "apps/v1"
    kind       = "Deployment"
    spec = {
      replicas = params.replicas
      selector = { matchLabels = labels }
      template = {
        metadata = { labels = labels }
        spec = {
          containers = [{
            name  = "app"
            image = params.image
            ports = [{ containerPort = params.port }]
          }]
        }
      }
    }
  }

  // Left out until the Deployment exists and says how many replicas it has.
  composite status {
    body = { availableReplicas = self.resource.status.availableReplicas }
  }
}

resource service {
  body = {
    apiVersion = "v1"
    kind       = "Service"
    metadata   = { name = name }
    spec = {
      selector = labels
      ports    = [{ port = 80, targetPort = params.port }]
    }
  }

  // Left out until the Service exists.
  composite status {
    body = { address = "${self.resource.metadata.name}.${self.resource.metadata.namespace}.svc" }
  }
}
