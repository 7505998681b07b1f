package syntax

// IsWhole tells whether the body presents everything below it: no partial processing took anything out. Then what
// [ConfigBody.Native] returns can be read instead of asking for content.
func (b *ConfigBody) IsWhole() bool { return b.taken == nil }
