// Run with: hclx test

defaults {
  xr    = "../xr.yaml"
  guess = true // what providers would write; stub blocks say it exactly
}

// From nothing until nothing changes anymore.
run "comes up" {
  round {
    until = "settled"
    assert {
      condition     = round.conditions.FullyResolved.status == "True"
      error_message = "Something still waits."
    }
  }
}
