// How the application is reached from outside, if it is.
group {
  condition = can(spec.hosts)

  locals {
    hosts = toset(spec.hosts)
    tls   = "${app}-tls"
  }

  resource ingress {
    body = {
      apiVersion = "networking.k8s.io/v1"
      kind       = "Ingress"
      metadata = {
        name   = app
        labels = invoke("labels", { app = app, component = "ingress" })
        annotations = {
          "cert-manager.io/cluster-issuer" = "letsencrypt"
        }
      }
      spec = {
        ingressClassName = "nginx"
        tls              = [{ hosts = spec.hosts, secretName = tls }]
        rules = [
          for h in hosts : {
            host = h
            http = {
              paths = [
                {
                  path     = "/"
                  pathType = "Prefix"
                  backend  = { service = { name = app, port = { name = "http" } } }
                },
              ]
            }
          }
        ]
      }
    }
  }

  composite status {
    body = {
      urls = [for h in hosts : "https://${h}"]
    }
  }
}
