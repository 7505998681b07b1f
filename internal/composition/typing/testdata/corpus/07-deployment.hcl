locals {
  params = req.composite.spec.parameters
  name   = req.composite.metadata.name
  labels = { "app.kubernetes.io/name" = name, "app.kubernetes.io/managed-by" = "crossplane" }
  env = concat(
    [{ name = "ENVIRONMENT", value = params.environment }],
    [for k, v in try(params.config, {}) : { name = upper(k), value = v }],
  )
}

resource deployment {
  body = {
    apiVersion = "apps/v1"
    kind       = "Deployment"
    metadata   = { name = name, namespace = "default", labels = labels }
    spec = {
      replicas = params.environment == "prod" ? max(params.replicas, 3) : params.replicas
      selector = { matchLabels = labels }
      strategy = { type = "RollingUpdate", rollingUpdate = { maxSurge = "25%", maxUnavailable = 0 } }
      template = {
        metadata = { labels = labels }
        spec = {
          serviceAccountName = name
          containers = [
            {
              name  = "main"
              image = "${params.image}:latest"
              env   = env
              ports = [{ name = "http", containerPort = params.port, protocol = "TCP" }]
              resources = {
                requests = { cpu = "100m", memory = "128Mi" }
                limits   = { memory = "256Mi" }
              }
              livenessProbe  = { httpGet = { path = "/healthz", port = "http" }, periodSeconds = 10 }
              readinessProbe = { httpGet = { path = "/ready", port = params.port } }
              volumeMounts   = [{ name = "config", mountPath = "/etc/config" }]
            },
          ]
          volumes = [{ name = "config", configMap = { name = "${name}-config" } }]
        }
      }
    }
  }
  composite status {
    body = {
      ready    = self.resource.status.readyReplicas >= params.replicas
      replicas = self.resource.status.readyReplicas
    }
  }
}

resource service {
  body = {
    apiVersion = "v1"
    kind       = "Service"
    metadata   = { name = name, labels = labels }
    spec = {
      selector = labels
      type     = "ClusterIP"
      ports    = [{ name = "http", port = 80, targetPort = "http" }, { name = "alt", port = 8080, targetPort = params.port }]
    }
  }
}

resource config {
  body = {
    apiVersion = "v1"
    kind       = "ConfigMap"
    metadata   = { name = "${name}-config" }
    data       = merge({ replicas = tostring(params.replicas) }, try(params.config, {}))
  }
}
