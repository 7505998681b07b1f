// The first step of a pipeline: it decides once what all later steps, in whatever language, need to agree on.
locals {
  xr          = req.composite
  environment = "apiextensions.crossplane.io/environment"

  // What another step, or the cluster's operator, put there before. It may be missing.
  given = try(req.context[environment], {})

  tier   = lookup(xr.metadata.labels, "platform.example.org/tier", "standard")
  region = try(given.region, "eu-central-1")

  zones = {
    standard = 1
    critical = 3
  }
}

context {
  key = environment
  value = {
    region = region
    naming = {
      prefix = "${xr.metadata.namespace}-${xr.metadata.name}"
      suffix = substr(sha256(xr.metadata.uid), 0, 6)
    }
  }
}

// A second block for the same key: objects merge.
context {
  key = environment
  value = {
    availability = {
      tier  = tier
      zones = zones[tier]
    }
    tags = merge(try(given.tags, {}), {
      owner = xr.metadata.namespace
      tier  = tier
    })
  }
}

context {
  key   = "platform.example.org/backup"
  value = { enabled = tier == "critical", schedule = "17 2 * * *" }
}

resource settings {
  body = {
    apiVersion = "v1"
    kind       = "ConfigMap"
    metadata = {
      name = "${xr.metadata.name}-platform"
    }
    data = {
      region = region
      tier   = tier
      zones  = join(",", [for i in range(zones[tier]) : "${region}${element(["a", "b", "c"], i)}"])
    }
  }

  ready {
    value = "READY_TRUE"
  }
}
