locals {
  name   = req.composite.metadata.name
  params = req.composite.spec.parameters
  issuer = params.environment == "prod" ? "letsencrypt" : "selfsigned"
}

resource issuer {
  condition = params.environment == "prod"
  body = {
    apiVersion = "cert-manager.io/v1"
    kind       = "ClusterIssuer"
    metadata   = { name = "letsencrypt" }
    spec = {
      acme = {
        server              = "https://acme-v02.api.letsencrypt.org/directory"
        email               = try(params.email, "ops@example.org")
        privateKeySecretRef = { name = "letsencrypt-key" }
        solvers             = [{ http01 = { ingress = { class = "nginx" } } }]
      }
    }
  }
}

resource certificate {
  body = {
    apiVersion = "cert-manager.io/v1"
    kind       = "Certificate"
    metadata   = { name = "${name}-tls" }
    spec = {
      secretName  = "${name}-tls"
      dnsNames    = params.hosts
      duration    = "2160h"
      renewBefore = "360h"
      issuerRef   = { name = issuer, kind = "ClusterIssuer", group = "cert-manager.io" }
      privateKey  = { algorithm = "ECDSA", size = 256, rotationPolicy = "Always" }
      usages      = ["server auth", "client auth"]
    }
  }
  composite status {
    body = {
      ready = anytrue([for c in self.resource.status.conditions : c.type == "Ready" && c.status == "True"])
    }
  }
}
