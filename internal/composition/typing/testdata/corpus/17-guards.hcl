locals {
  params   = req.composite.spec.parameters
  db       = params.database
  versions = { postgres = "16" }
  hasVPC   = can(req.composite.status.vpcId)
  settings = { small = { cpu = "100m" }, large = { cpu = "1", memory = "2Gi" } }
  chosen   = params.environment == "prod" ? settings.large : settings.small
}

resource a {
  condition = hasVPC && db != null
  body = {
    apiVersion = "v1"
    kind       = "ConfigMap"
    metadata   = { name = "a" }
    data = {
      version = can(versions.mysql) ? versions.mysql : versions.postgres
      lookup  = lookup(versions, "mysql", "8")
      vpc     = hasVPC ? req.composite.status.vpcId : "none"
      memory  = try(chosen.memory, "1Gi")
      memory2 = can(chosen.memory) ? chosen.memory : "1Gi"
      window  = db.window == null ? "none" : db.window
      window2 = coalesce(db.window, "none")
      paused  = try(tostring(params.paused), "false")
      keys    = contains(keys(versions), "oracle") ? versions.oracle : "none"
      extra   = jsonencode(try(params.extra.anything.at.all, {}))
    }
  }
}

resource b {
  condition = try(params.paused, false) == false
  body = {
    apiVersion = "batch/v1"
    kind       = "CronJob"
    metadata   = { name = "b" }
    spec = {
      schedule          = "0 * * * *"
      suspend           = try(params.paused, null)
      concurrencyPolicy = "Forbid"
      jobTemplate = {
        spec = {
          backoffLimit = 3
          template = {
            spec = {
              restartPolicy = "OnFailure"
              containers    = [{ name = "job", image = params.image, args = ["--env", params.environment] }]
            }
          }
        }
      }
    }
  }
}
