locals {
  params  = req.composite.spec.parameters
  scaling = { dev = { min = 1, max = 2 }, staging = { min = 2, max = 4 }, prod = { min = 3, max = 10 } }
  scale   = scaling[params.environment]
}

resource hpa {
  body = {
    apiVersion = "autoscaling/v2"
    kind       = "HorizontalPodAutoscaler"
    metadata   = { name = req.composite.metadata.name }
    spec = {
      scaleTargetRef = { apiVersion = "apps/v1", kind = "Deployment", name = req.composite.metadata.name }
      minReplicas    = scale.min
      maxReplicas    = scale.max
      metrics = [
        { type = "Resource", resource = { name = "cpu", target = { type = "Utilization", averageUtilization = 80 } } },
      ]
      behavior = { scaleDown = { stabilizationWindowSeconds = 300, policies = [{ type = "Pods", value = 1, periodSeconds = 60 }] } }
    }
  }
}

resource pdb {
  condition = scale.min > 1
  body = {
    apiVersion = "policy/v1"
    kind       = "PodDisruptionBudget"
    metadata   = { name = req.composite.metadata.name }
    spec       = { minAvailable = scale.min - 1, selector = { matchLabels = { app = req.composite.metadata.name } } }
  }
}
