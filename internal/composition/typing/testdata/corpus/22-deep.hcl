locals {
  params = req.composite.spec.parameters
  defaults = {
    apiVersion = "apps/v1"
    kind       = "Deployment"
    metadata   = { labels = { app = "web" } }
    spec = {
      replicas = 1
      selector = { matchLabels = { app = "web" } }
      template = {
        metadata = { labels = { app = "web" } }
        spec     = { containers = [{ name = "web", image = params.image }], restartPolicy = "Always" }
      }
    }
  }
  images = ["nginx:1", "nginx:2"]
  ports  = [{ name = "http", containerPort = 80 }, { name = "admin", containerPort = 81 }]
}

resource web {
  body = k8s::merge(defaults, { metadata = { name = "web" }, spec = { replicas = params.replicas } })
}

resource paused {
  body = k8s::merge(defaults, { metadata = { name = "paused" } }, try(params.paused, false) ? { spec = { paused = true } } : {})
}

resource pod {
  body = {
    apiVersion = "v1"
    kind       = "Pod"
    metadata   = { name = "pod" }
    spec = {
      containers = [
        { name = "main", image = element(images, 1), ports = slice(ports, 0, 1) },
        { name = "side", image = images[0], ports = reverse(ports), command = ["sh", "-c", <<-EOT
          echo ${params.region}
          %{ for z in params.zones ~}
          echo ${z}
          %{ endfor ~}
          EOT
        ] },
      ]
      tolerations                   = [for k in distinct(["a", "b"]) : { key = k, operator = "Exists" }]
      terminationGracePeriodSeconds = 60 * 2
      nodeSelector                  = tomap({ zone = params.zones[0] })
      dnsPolicy                     = "ClusterFirst"
    }
  }
}
