// Package xpkgtest makes binaries for tests of packages that are as small as a binary can be.
package xpkgtest

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
)

var machines = map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64, "386": elf.EM_386}

// Static is the header of a binary for an architecture, without any code.
func Static(architecture string) []byte { return header(architecture, nil) }

// Dynamic is the same of a binary that needs a loader of libraries.
func Dynamic(architecture string) []byte {
	return header(architecture, []elf.Prog64{{Type: uint32(elf.PT_INTERP)}})
}

func header(architecture string, parts []elf.Prog64) []byte {
	machine, ok := machines[architecture]
	if !ok {
		panic(fmt.Sprintf("no binaries can be made for %q", architecture))
	}
	h := elf.Header64{
		Ident: [elf.EI_NIDENT]byte{0x7f, 'E', 'L', 'F', byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)},
		Type:  uint16(elf.ET_EXEC), Machine: uint16(machine), Version: uint32(elf.EV_CURRENT),
		Phoff: 64, Ehsize: 64, Phentsize: 56, Phnum: uint16(len(parts)),
	}
	var out bytes.Buffer
	_ = binary.Write(&out, binary.LittleEndian, h) // a buffer takes everything
	_ = binary.Write(&out, binary.LittleEndian, parts)
	return out.Bytes()
}
