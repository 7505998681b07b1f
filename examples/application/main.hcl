locals {
  app  = req.composite.metadata.name
  spec = req.composite.spec

  webLabels = invoke("labels", { app = app })

  // A fixed number of replicas, or a range for the autoscaler.
  autoscale = can(spec.replicas.max)
  port      = try(spec.port, 8080)
}

resource deployment {
  body = {
    apiVersion = "apps/v1"
    kind       = "Deployment"
    metadata = {
      name   = app
      labels = webLabels
    }
    // The autoscaler owns the number of replicas where there is one.
    spec = merge(autoscale ? {} : { replicas = spec.replicas.min }, {
      selector = { matchLabels = webLabels }
      template = {
        metadata = { labels = webLabels }
        spec = {
          containers = [
            {
              name  = "app"
              image = spec.image
              ports = [{ name = "http", containerPort = port }]
              env   = invoke("env", { variables = merge({ PORT = port }, try(spec.env, {})) })
              readinessProbe = {
                httpGet = { path = try(spec.health, "/healthz"), port = "http" }
              }
              resources = {
                requests = { cpu = "100m", memory = "128Mi" }
              }
            },
          ]
        }
      }
    })
  }

  ready {
    value = invoke("isAvailable", { deployment = self.resource })
  }

  composite status {
    body = {
      availableReplicas = self.resource.status.availableReplicas
    }
  }
}

resource service {
  body = {
    apiVersion = "v1"
    kind       = "Service"
    metadata = {
      name   = app
      labels = webLabels
    }
    spec = {
      selector = webLabels
      ports    = [{ name = "http", port = 80, targetPort = "http" }]
    }
  }

  ready {
    value = "READY_TRUE"
  }
}

group {
  condition = autoscale

  resource autoscaler {
    body = {
      apiVersion = "autoscaling/v2"
      kind       = "HorizontalPodAutoscaler"
      metadata = {
        name   = app
        labels = invoke("labels", { app = app, component = "autoscaler" })
      }
      spec = {
        scaleTargetRef = { apiVersion = "apps/v1", kind = "Deployment", name = app }
        minReplicas    = spec.replicas.min
        maxReplicas    = spec.replicas.max
        metrics = [
          {
            type = "Resource"
            resource = {
              name   = "cpu"
              target = { type = "Utilization", averageUtilization = 70 }
            }
          },
        ]
      }
    }
  }

  resource disruption-budget {
    body = {
      apiVersion = "policy/v1"
      kind       = "PodDisruptionBudget"
      metadata = {
        name   = app
        labels = invoke("labels", { app = app, component = "availability" })
      }
      spec = {
        minAvailable = max(1, floor(spec.replicas.min / 2))
        selector     = { matchLabels = webLabels }
      }
    }

    // Nobody has to wait for a budget.
    ready {
      value = "READY_TRUE"
    }
  }
}
