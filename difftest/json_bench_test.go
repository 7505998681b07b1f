package difftest

import (
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	hcljson "github.com/hashicorp/hcl/v2/json"

	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/source"
)

// jsonUnit is one instance of a configuration in JSON syntax as tools generate them; "@" stands for its number.
const jsonUnit = `    {
      "web_@": {
        "count": "${var.instance_count_@}",
        "ami": "${data.aws_ami.ubuntu.id}",
        "instance_type": "${var.environment == \"prod\" ? \"m5.large\" : \"t3.micro\"}",
        "subnet_id": "${element(module.vpc.private_subnets, count.index)}",
        "vpc_security_group_ids": ["${aws_security_group.web_@.id}", "sg-0123456789"],
        "ebs_optimized": true,
        "volume_size": 50,
        "price": 0.@25,
        "user_data": "#!/bin/bash\necho \"Hello from ${local.name}\" > /var/www/index.html\n",
        "root_block_device": {"volume_size": 50, "volume_type": "gp3", "encrypted": true},
        "lifecycle": [{"create_before_destroy": true, "ignore_changes": ["tags", "user_data"]}],
        "tags": {"Name": "svc-@-${var.environment}", "Environment": "${var.environment}", "owner": null}
      }
    }`

// jsonFile repeats the unit until the text has at least the given size.
func jsonFile(size int) []byte {
	var b strings.Builder
	b.WriteString("{\n  \"resource\": {\"aws_instance\": [\n")
	for n := 0; b.Len() < size; n++ {
		if n > 0 {
			b.WriteString(",\n")
		}
		b.WriteString(strings.ReplaceAll(jsonUnit, "@", strconv.Itoa(n)))
	}
	b.WriteString("\n  ]}\n}\n")
	return []byte(b.String())
}

func jsonOurs(src []byte) *jsonsyntax.File {
	f, diags := jsonsyntax.Parse(source.NewFile("f.json", src))
	if len(diags) > 0 {
		panic(diags)
	}
	return f
}

func jsonTheirs(src []byte) *hcl.File {
	f, diags := hcljson.Parse(src, "f.json")
	if diags.HasErrors() {
		panic(diags)
	}
	return f
}

// jsonDuels have two parts. "Parse" makes a body; both parsers put off some of the work. "Read" asks for all that is in
// the file, so that this work is counted.
func jsonDuels(testing.TB) (duels []duel) {
	for _, size := range parseSizes {
		src := jsonFile(size)
		duels = append(duels,
			newDuel(
				"parse "+sizeName(size),
				10,
				func() *jsonsyntax.File { return jsonOurs(src) },
				func() *hcl.File { return jsonTheirs(src) },
				func(a *jsonsyntax.File, b *hcl.File) bool { return readJSONOurs(a) == readJSONTheirs(b) },
			),
			newDuel(
				"read "+sizeName(size),
				0,
				func() int { return readJSONOurs(jsonOurs(src)) },
				func() int { return readJSONTheirs(jsonTheirs(src)) },
				equal,
			),
		)
	}
	return duels
}
