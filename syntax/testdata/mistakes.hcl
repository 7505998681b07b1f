# A source with all that opens, closes and ends lines.
name = "web"
size = 3 + var.extra / 2

service "api" "main" {
  ports = [80, 443, local.port]
  env = {
    HOST = "db.${var.zone}.example"
    "A B" : lookup(var.tags, "a", "none")
  }

  // the next one has a text of several lines
  script = <<-EOT
    run ${var.cmd} --name "x"
    %{ if var.debug ~}
    echo on
    %{ endif ~}
  EOT
  probe {
    path = "/health"
    every = var.fast ? 1 : 10
  }
  ids = [for k, v in var.all : upper("${k}-${v.id}") if v.on]
  by = { for x in [
    "one",
    "two",
  ] : x => length(x)... }
}
last = f({ a = [1, 2] }, !true)[0].b["c"].*.d
