locals {
  params  = req.composite.spec.parameters
  db      = params.database
  name    = req.composite.metadata.name
  ports   = { postgres = 5432, mysql = 3306 }
  engines = { postgres = "16.3", mysql = "8.0" }
  port    = ports[db.engine]
}

resource subnets {
  condition = db.enabled
  body = {
    apiVersion = "rds.aws.m.upbound.io/v1beta1"
    kind       = "SubnetGroup"
    metadata   = { name = "${name}-db" }
    spec = {
      forProvider = {
        region      = params.region
        description = "Subnets of ${name}"
        subnetIds   = req.composite.status.subnetIds
      }
    }
  }
}

resource instance {
  condition = db.enabled
  body = {
    apiVersion = "rds.aws.m.upbound.io/v1beta1"
    kind       = "Instance"
    metadata   = { name = "${name}-db" }
    spec = {
      forProvider = {
        region                = params.region
        engine                = db.engine
        engineVersion         = try(db.version, engines[db.engine])
        instanceClass         = db.class
        allocatedStorage      = db.storage
        port                  = port
        multiAz               = try(db.multiAZ, false)
        dbName                = replace(name, "-", "_")
        username              = "admin"
        autoGeneratePassword  = true
        passwordSecretRef     = { name = "${name}-password", key = "password" }
        skipFinalSnapshot     = true
        dbSubnetGroupNameRef  = { name = "${name}-db" }
        backupRetentionPeriod = params.environment == "prod" ? 7 : 1
        maintenanceWindow     = db.window != null ? db.window : "sun:03:00-sun:04:00"
        publiclyAccessible    = false
        storageEncrypted      = true
        vpcSecurityGroupIds   = [req.composite.status.securityGroupId]
      }
    }
  }
  composite status {
    body = {
      database = {
        endpoint = self.resource.status.atProvider.endpoint
        port     = self.resource.status.atProvider.port
        arn      = self.resource.status.atProvider.arn
      }
    }
  }
  composite connection {
    body = {
      host     = base64encode(self.resource.status.atProvider.address)
      username = base64encode("admin")
      password = self.connection["attribute.password"]
    }
  }
}
