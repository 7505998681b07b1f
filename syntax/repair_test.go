package syntax

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/hclx-lang/hclx/internal/random" // fixes the seed
	"github.com/hclx-lang/hclx/source"
)

// TestRepairsBalance changes examples at random and looks whether what a parser reads with the repairs is balanced.
func TestRepairsBalance(t *testing.T) {
	paths, err := filepath.Glob("../examples/*/*.hcl")
	if err != nil || len(paths) == 0 {
		t.Fatal(err)
	}
	var texts []string
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom(texts).Draw(t, "text")
		for range rapid.IntRange(1, 4).Draw(t, "changes") {
			i := rapid.IntRange(0, len(text)).Draw(t, "at")
			n := rapid.IntRange(0, min(3, len(text)-i)).Draw(t, "deleted")
			text = text[:i] + rapid.StringMatching("[]\"'{}()\\[$%,=x \n]{0,2}").Draw(t, "inserted") + text[i+n:]
		}
		checkBalance(t, text)
	})
}

// TestRepairsOfPiecesBalance does the same for texts that have nothing but what opens, closes and breaks.
func TestRepairsOfPiecesBalance(t *testing.T) {
	for _, text := range []string{"\"${\"%{]}\n", "\"${\"%{]}<<E\n"} { // what a text held was repaired twice
		checkBalance(t, text)
	}
	piece := rapid.SampledFrom([]string{`"`, `"`, "${", "${", "%{", "}", "}", "<<E\n", "<<-E\n", "\nE\n", "\n", "(", ")",
		"[", "]", "{", "{", "x", "a = ", "b {\n", "for ", "}\n", ",", "'", " "})
	rapid.Check(t, func(t *rapid.T) {
		checkBalance(t, strings.Join(rapid.SliceOfN(piece, 1, 30).Draw(t, "pieces"), ""))
	})
}

type failer interface{ Fatalf(string, ...any) }

func checkBalance(t failer, text string) {
	repairs, mistakes := mend(source.NewFileString("f", text))
	if len(repairs) >= maxDiagnostics {
		return
	}
	if len(repairs) > 0 && len(mistakes) == 0 {
		t.Fatalf("%d repairs without a mistake:\n%s", len(repairs), text)
	}
	var s scanner
	s.repairs = repairs
	s.start(text, scanMain)
	var open []TokenKind
	for k := s.next(); k != TokenEOF; k = s.next() {
		switch k {
		case TokenOpenBrace, TokenOpenBracket, TokenOpenParen, TokenOpenQuote, TokenInterp, TokenDirective, TokenOpenHeredoc:
			open = append(open, k)
		case TokenQuotedNewline:
			t.Fatalf("a line end in a text, repaired by %v:\n%s", repairs, text)
		case TokenCloseBrace, TokenCloseBracket, TokenCloseParen, TokenCloseQuote, TokenSequenceEnd, TokenCloseHeredoc:
			if len(open) == 0 || closer(open[len(open)-1]) != k {
				t.Fatalf("%v at %d closes nothing, with %v:\n%s", k, s.from, repairs, strings.TrimSpace(text))
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Fatalf("%v stay open, with %v:\n%s", open, repairs, text)
	}
}
