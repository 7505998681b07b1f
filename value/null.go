package value

import "github.com/hclx-lang/hclx/types"

var (
	nullBool   = &holder{types.Bool}
	nullNumber = &holder{types.Number}
	nullString = &holder{types.String}
)

func nullHolder(t types.Type) *holder {
	switch t {
	case types.Bool:
		return nullBool
	case types.Number:
		return nullNumber
	case types.String:
		return nullString
	}
	return &holder{t}
}
