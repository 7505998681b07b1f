locals {
  xr     = req.composite
  params = req.composite.spec.parameters

  // What the sizes that people ask for mean at the provider.
  classes = {
    small  = { class = "db.t4g.small", gib = 20 }
    medium = { class = "db.m7g.large", gib = 100 }
    large  = { class = "db.r7g.2xlarge", gib = 500 }
  }
  size = classes[params.size]

  labels = {
    "databases.example.org/name" = xr.metadata.name
  }
}

resource subnet-group {
  body = {
    apiVersion = "rds.aws.upbound.io/v1beta1"
    kind       = "SubnetGroup"
    metadata = {
      labels = labels
    }
    spec = {
      forProvider = {
        region      = params.region
        description = "Subnets of database ${xr.metadata.name}"
        subnetIdSelector = {
          matchLabels = { "networks.example.org/network" = params.network }
        }
      }
      deletionPolicy = params.deletionPolicy
    }
  }
}

resource instance {
  body = {
    apiVersion = "rds.aws.upbound.io/v1beta3"
    kind       = "Instance"
    metadata = {
      labels = labels
    }
    spec = {
      forProvider = {
        region                    = params.region
        engine                    = params.engine
        engineVersion             = params.version
        instanceClass             = size.class
        allocatedStorage          = size.gib
        maxAllocatedStorage       = size.gib * 4
        storageEncrypted          = true
        multiAz                   = params.size == "large"
        username                  = "dbadmin"
        autoGeneratePassword      = true
        dbSubnetGroupNameSelector = { matchControllerRef = true }
        skipFinalSnapshot         = params.deletionPolicy == "Delete"
        passwordSecretRef = {
          namespace = "crossplane-system"
          name      = "${xr.metadata.name}-password"
          key       = "password"
        }
      }
      writeConnectionSecretToRef = {
        namespace = "crossplane-system"
        name      = "${xr.metadata.name}-instance"
      }
      deletionPolicy = params.deletionPolicy
    }
  }

  composite status {
    body = {
      endpoint      = self.resource.status.atProvider.endpoint
      engineVersion = self.resource.status.atProvider.engineVersionActual
    }
  }

  // Connection details are base64, as in a Secret. What the instance publishes is already.
  composite connection {
    locals {
      host = self.resource.status.atProvider.address
      port = self.resource.status.atProvider.port
      user = base64decode(self.connection.username)
      pass = base64decode(self.connection.password)
    }
    body = {
      host     = base64encode(host)
      port     = base64encode(tostring(port))
      username = self.connection.username
      password = self.connection.password
      url      = base64encode("${params.engine}://${user}:${urlencode(pass)}@${host}:${port}/${xr.metadata.name}")
    }
  }

  ready {
    value = self.resource.status.atProvider.status == "available" ? "READY_TRUE" : "READY_FALSE"
  }
}
