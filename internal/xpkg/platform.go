package xpkg

import (
	"bytes"
	"debug/elf"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Platform is what a binary is built for, in the words of Go and OCI.
type Platform struct{ OS, Architecture string }

// String is the usual notation.
func (p Platform) String() string { return p.OS + "/" + p.Architecture }

// machines are the architectures that nodes have. Their operating system is Linux: Crossplane has no other.
var machines = map[string]elf.Machine{
	"amd64":   elf.EM_X86_64,
	"arm64":   elf.EM_AARCH64,
	"ppc64le": elf.EM_PPC64,
	"riscv64": elf.EM_RISCV,
	"s390x":   elf.EM_S390,
}

// ParsePlatform reads a platform such as linux/amd64.
func ParsePlatform(text string) (Platform, error) {
	system, architecture, _ := strings.Cut(text, "/")
	if _, ok := machines[architecture]; system != "linux" || !ok {
		return Platform{}, fmt.Errorf("platform %q is not known; expected linux/ and one of %s", text,
			strings.Join(slices.Sorted(maps.Keys(machines)), ", "))
	}
	return Platform{system, architecture}, nil
}

// checkBinary refuses what could not start in the image, which has no other file than the binary.
func (p Platform) checkBinary(binary []byte) error {
	f, err := elf.NewFile(bytes.NewReader(binary))
	if err != nil {
		return fmt.Errorf("this is not an ELF binary; expected a binary for %s", p)
	}
	if f.Machine != machines[p.Architecture] {
		return fmt.Errorf("the binary is for %s; expected one for %s", architectureOf(f.Machine), p)
	}
	for _, part := range f.Progs {
		if part.Type == elf.PT_INTERP {
			return fmt.Errorf("the binary is linked dynamically, and the package has no libraries; build it with CGO_ENABLED=0")
		}
	}
	return nil
}

func architectureOf(m elf.Machine) string {
	for architecture, known := range machines {
		if known == m {
			return architecture
		}
	}
	return "another architecture (" + strings.TrimPrefix(m.String(), "EM_") + ")"
}
