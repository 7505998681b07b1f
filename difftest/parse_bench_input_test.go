package difftest

import (
	"strconv"
	"strings"
)

// terraformFile repeats a realistic unit until the text has at least the given size.
func terraformFile(size int) []byte {
	var b strings.Builder
	for n := 0; b.Len() < size; n++ {
		b.WriteString(strings.ReplaceAll(terraformUnit, "@", strconv.Itoa(n)))
		b.WriteByte('\n')
	}
	return []byte(b.String())
}

// terraformUnit is a piece of a configuration; "@" stands for its number.
const terraformUnit = `# Service @: web tier
variable "instance_count_@" {
  description = "Number of instances to launch for service @"
  type        = number
  default     = 3

  validation {
    condition     = var.instance_count_@ > 0 && var.instance_count_@ <= 10
    error_message = "The instance count must be between 1 and 10."
  }
}

locals {
  name_@ = "svc-@-${var.environment}"
  tags_@ = merge(var.common_tags, {
    Name        = local.name_@
    Environment = var.environment
    "cost/code" = 1200 + @
  })
  subnet_map_@ = { for s in data.aws_subnet.selected : s.availability_zone => s.id... if s.available_ip_address_count > 16 }
  ports_@      = [for p in var.ports : p.number if p.enabled]
}

resource "aws_instance" "web_@" {
  count                  = var.instance_count_@
  ami                    = data.aws_ami.ubuntu.id
  instance_type          = var.environment == "prod" ? "m5.large" : "t3.micro"
  subnet_id              = element(module.vpc.private_subnets, count.index % length(module.vpc.private_subnets))
  vpc_security_group_ids = [aws_security_group.web_@.id, module.vpc.default_security_group_id]

  user_data = <<-EOT
    #!/bin/bash
    echo "Hello from ${local.name_@}-${count.index}" > /var/www/index.html
    %{ for p in local.ports_@ ~}
    ufw allow ${p}
    %{ endfor ~}
    systemctl enable --now nginx
  EOT

  root_block_device {
    volume_size = 50 # GiB
    volume_type = "gp3"
    encrypted   = true
  }

  dynamic "ebs_block_device" {
    for_each = var.volumes
    content {
      device_name = ebs_block_device.value["device"]
      volume_size = ebs_block_device.value.size * 2
    }
  }

  lifecycle {
    create_before_destroy = true
    ignore_changes        = [tags["LastModified"], user_data]
  }

  tags = local.tags_@
}

/* Ingress is restricted
   to the internal network */
resource "aws_security_group" "web_@" {
  name_prefix = "${local.name_@}-"
  vpc_id      = module.vpc.vpc_id

  ingress {
    from_port   = 443
    to_port     = 443
    protocol    = "tcp"
    cidr_blocks = ["10.0.0.0/8", "172.16.0.0/12"]
  }
}

output "instance_ips_@" {
  value     = aws_instance.web_@[*].private_ip
  sensitive = false
}
`
