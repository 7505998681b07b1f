locals {
  name   = req.composite.metadata.name
  params = req.composite.spec.parameters
}

resource gateway {
  body = {
    apiVersion = "gateway.networking.k8s.io/v1"
    kind       = "Gateway"
    metadata   = { name = name }
    spec = {
      gatewayClassName = "istio"
      listeners = flatten([
        [{ name = "http", port = 80, protocol = "HTTP" }],
        [for i, h in params.hosts : {
          name     = "https-${i}"
          hostname = h
          port     = 443
          protocol = "HTTPS"
          tls      = { mode = "Terminate", certificateRefs = [{ name = "${name}-tls" }] }
        }],
      ])
    }
  }
}

resource route {
  body = {
    apiVersion = "gateway.networking.k8s.io/v1"
    kind       = "HTTPRoute"
    metadata   = { name = name }
    spec = {
      parentRefs = [{ name = name, sectionName = "http" }]
      hostnames  = params.hosts
      rules = [{
        matches     = [{ path = { type = "PathPrefix", value = "/" } }]
        backendRefs = [{ name = name, port = params.port, weight = 100 }]
        filters     = [{ type = "RequestHeaderModifier", requestHeaderModifier = { set = [{ name = "x-env", value = params.environment }] } }]
      }]
    }
  }
}
