package valuedef

// Bounds that hold in every profile.
const (
	MaxDigits   = 65536 // of the text of a number
	MaxExponent = 16384 // of a decimal, either way
	Precision   = 512   // bits of the binary fractions
	MaxOrigins  = 64    // of one value

	DefaultJSONDepth = 1000
	DefaultJSONBytes = 64 << 20
)

// JSONLimits is what package valuejson calls Limits.
type JSONLimits struct {
	Depth       int
	Bytes       int
	LastKeyWins bool
}

// JSONStyle is what package valuejson calls Style.
type JSONStyle struct {
	EscapeHTML bool
	Marked     bool
	Most       int
	Grown      func(size int) error
}
