// Functions see nothing but their arguments, so what they do can be read here.

function labels {
  description = "The labels by which the objects of one component are found."
  arg app {}
  arg component { default = "web" }

  body = {
    "app.kubernetes.io/name"       = app
    "app.kubernetes.io/component"  = component
    "app.kubernetes.io/managed-by" = "crossplane"
  }
}

function env {
  description = "Container environment out of a map, sorted by name."
  arg variables {}

  body = [for k, v in variables : { name = k, value = tostring(v) }]
}

function isAvailable {
  description = "Whether a Deployment has all of its replicas, or more while it scales down."
  arg deployment {}

  locals {
    states    = { for c in try(deployment.status.conditions, []) : c.type => c.status }
    available = lookup(states, "Available", "Unknown") == "True"
    complete  = try(deployment.status.updatedReplicas >= deployment.spec.replicas, false)
  }

  body = available && complete ? "READY_TRUE" : "READY_FALSE"
}
