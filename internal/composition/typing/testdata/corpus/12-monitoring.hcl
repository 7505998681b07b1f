locals {
  name   = req.composite.metadata.name
  params = req.composite.spec.parameters
}

group {
  condition = params.monitoring
  locals {
    labels = { team = "platform", app = name }
  }

  resource monitor {
    body = {
      apiVersion = "monitoring.coreos.com/v1"
      kind       = "ServiceMonitor"
      metadata   = { name = name, labels = labels }
      spec = {
        selector          = { matchLabels = { app = name } }
        namespaceSelector = { matchNames = ["default"] }
        endpoints         = [{ port = "http", path = "/metrics", interval = "30s", scheme = "http" }]
      }
    }
  }

  resource rules {
    body = {
      apiVersion = "monitoring.coreos.com/v1"
      kind       = "PrometheusRule"
      metadata   = { name = name, labels = labels }
      spec = {
        groups = [{
          name     = "${name}.rules"
          interval = "1m"
          rules = [
            { alert = "Down", expr = "up{app=\"${name}\"} == 0", for = "5m", labels = { severity = "critical" }, annotations = { summary = "${name} is down" } },
            { record = "job:up:sum", expr = "sum(up)" },
          ]
        }]
      }
    }
  }
}
