// Run with: hclx test examples/bucket
//
// Shows: a first test. Parts of objects (expect), what is absent, a condition, and null, which takes a field out of the default.

defaults {
  source = "../composition.yaml"
  xr     = "../xr.yaml"
}

stub "bucket" {
  status = {
    atProvider = {
      id  = self.metadata.name
      arn = "arn:aws:s3:::${self.metadata.name}"
    }
  }
}

// The status of the composite comes when the bucket has its ARN, not before. What exists then is written down as a whole.
run "publishes the bucket" {
  round {
    assert {
      condition     = !can(round.status.arn)
      error_message = "The ARN is there before the bucket."
    }
  }
  round {
    until = "settled"
    want  = "settled.yaml"
  }
}

run "only what is asked for" {
  xr = { spec = { parameters = { versioning = false, tags = null, deletionPolicy = "Delete" } } }
  round {
    until  = "settled"
    absent = ["versioning"]
    expect = {
      bucket = { spec = { forProvider = { forceDestroy = true, tags = { managed-by = "crossplane", team = "billing", cost-center = null } } } }
    }
  }
}

// Without any wish: null takes a field out of the default.
run "as it is by default" {
  xr = { spec = { parameters = { versioning = null, tags = null, deletionPolicy = null } } }
  round {
    absent  = ["versioning"]
    expect  = { bucket = { spec = { forProvider = { forceDestroy = false } } } }
    waiting = { versioning = [] }
  }
}

// Tags of the XR win.
run "own tags" {
  xr = { spec = { parameters = { tags = { team = "other" }, deletionPolicy = "Orphan" } } }
  round {
    expect = {
      bucket = { spec = { forProvider = { forceDestroy = false, tags = { team = "other" } } } }
    }
  }
}
