locals {
  name  = req.composite.metadata.name
  hosts = req.composite.spec.parameters.hosts
}

resource ingress {
  condition = length(hosts) > 0
  body = {
    apiVersion = "networking.k8s.io/v1"
    kind       = "Ingress"
    metadata = {
      name        = name
      annotations = { "cert-manager.io/cluster-issuer" = "letsencrypt" }
    }
    spec = {
      ingressClassName = "nginx"
      tls              = [{ hosts = hosts, secretName = "${name}-tls" }]
      rules = [for h in hosts : {
        host = h
        http = {
          paths = [{
            path     = "/"
            pathType = "Prefix"
            backend  = { service = { name = name, port = { number = 80 } } }
          }]
        }
      }]
    }
  }
  composite status {
    body = { url = "https://${hosts[0]}" }
  }
}
