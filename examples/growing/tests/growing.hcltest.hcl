// Run with: hclx test examples/growing
//
// Shows: a composite resource that changes (xr in a round), a status that depends on its object (self), and whole objects (exact).

defaults {
  source = "../composition.yaml"
  xr     = "../xr.yaml"
}

stub {
  match  = { kind = "Machine" }
  status = { atProvider = { id = "i-${self.spec.zone}" } }
}

// A member that is added has no id yet. The list of peers stays as it was until it has.
run "grows" {
  xr = { spec = { members = ["a"] } }
  round {
    waiting = { peers = ["req.resource[\"member-a\"].status.atProvider.id"] }
  }
  round {
    until = "settled"
    want  = "one.yaml"
  }
  round {
    xr     = { spec = { members = ["a", "b"] } }
    expect = { peers = { data = { peers = "i-a" } }, member-b = { spec = { zone = "b" } } }
  }
  round {
    until  = "settled"
    exact  = true // as the program writes it, and nothing else
    expect = { peers = { apiVersion = "v1", kind = "ConfigMap", data = { peers = "i-a,i-b" } } }
    assert {
      condition     = round.status.peers == ["i-a", "i-b"]
      error_message = "The status has other peers."
    }
  }
}
