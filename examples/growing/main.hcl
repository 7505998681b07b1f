// A database cluster whose members have to know the ids of all of them. A member that is added has no id yet, which makes the
// list incomplete, although it exists: without onIncomplete: Keep the call would be fatal, the member would not be created, and so it
// would never get an id.
locals {
  members = req.composite.spec.members
  ids     = [for m in members : req.resource["member-${m}"].status.atProvider.id]
}

resources member {
  for_each = members
  name     = "member-${each.value}"
  body = {
    apiVersion = "compute.example.org/v1"
    kind       = "Machine"
    spec       = { zone = each.value }
  }
}

resource peers {
  body = {
    apiVersion = "v1"
    kind       = "ConfigMap"
    data       = { peers = join(",", ids) }
  }

  composite status {
    body = { peers = ids }
  }
}
