package diag

// Nearest returns the candidate that was most likely meant by name, or "" if none is close. It compares by edit
// distance (insert, delete, replace and swap of neighbours each count one) and allows one edit for every three
// characters, at least one. Among equally close candidates the first one counts, so the result is deterministic if the
// order of the candidates is.
func Nearest(name string, candidates []string) string {
	best, bestDist := "", max(1, len(name)/3)+1
	for _, c := range candidates {
		if c == name {
			continue
		}
		// Replacing every character is not a correction.
		if d := editDistance(name, c, bestDist); d < bestDist && d < max(len(name), len(c)) {
			best, bestDist = c, d
		}
	}
	return best
}

// DidYouMean returns a blank and a sentence with the nearest candidate, or "" if no candidate is close, so that it can
// be appended to a detail text.
func DidYouMean(name string, candidates []string) string {
	if n := Nearest(name, candidates); n != "" {
		return " Did you mean \"" + n + "\"?"
	}
	return ""
}

// editDistance returns the optimal string alignment distance, but at most limit.
//
// The limit is passed on because most candidates are far away, and those of very different length need no look at their
// characters. The rows are of fixed size, so that a search among thousands of names allocates nothing. Bytes are
// compared, not characters: names are nearly always ASCII, and elsewhere a suggestion is merely found less often.
func editDistance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit || len(a) > 128 || len(b) > 128 {
		return limit
	}
	var rows [3][129]int
	before, prev, cur := &rows[0], &rows[1], &rows[2]
	for j := 0; j <= len(b); j++ {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], before[j-2]+1)
			}
		}
		before, prev, cur = prev, cur, before
	}
	return prev[len(b)]
}
