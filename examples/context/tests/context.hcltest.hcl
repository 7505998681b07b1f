// Run with: hclx test examples/context
//
// Shows: a pipeline of two programs, with a context that is given, and one that they leave.

defaults {
  source = "../composition.yaml"
  xr     = "../xr.yaml"
}

stub "backup" {
  status = { phase = "Enabled" }
}

run "critical" {
  round {
    until = "settled"
    want  = "critical.yaml"
    assert {
      condition     = round.context["apiextensions.crossplane.io/environment"].availability == { tier = "critical", zones = 3 }
      error_message = "The environment has another availability."
    }
    assert {
      condition     = round.context["platform.example.org/backup"] == { enabled = true, schedule = "17 2 * * *" }
      error_message = "The backup is another one."
    }
  }
}

run "standard, with a given environment" {
  xr      = { metadata = { labels = { "platform.example.org/tier" = null } } }
  context = { "apiextensions.crossplane.io/environment" = { region = "eu-north-1", tags = { cost-center = "0815" } } }
  round {
    until  = "settled"
    absent = ["backup"]
    want   = "standard.yaml"
    assert {
      condition     = round.context["apiextensions.crossplane.io/environment"].tags == { cost-center = "0815", owner = "finance", tier = "standard" }
      error_message = "The tags are others."
    }
  }
}

// The schedule is not ready while Velero has not taken it.
run "waits for the schedule" {
  round {
    assert {
      condition     = round.conditions.Ready.status == "False" && round.conditions.FullyResolved.status == "True"
      error_message = "Nothing exists yet, and nothing waits for it."
    }
  }
  round {
    until = "settled"
  }
  round {
    set = { backup = { status = { phase = "FailedValidation" } } }
    assert {
      condition     = strcontains(round.conditions.Ready.message, "backup")
      error_message = "A schedule that was refused is ready."
    }
  }
}
