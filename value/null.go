package value

import "github.com/hclx-lang/hclx/types"

var (
	nullBool   = &holder{typ: types.Bool}
	nullNumber = &holder{typ: types.Number}
	nullString = &holder{typ: types.String}
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
	return &holder{typ: t}
}
