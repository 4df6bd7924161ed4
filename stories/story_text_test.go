package stories

import (
	"regexp"
	"strings"
	"testing"
)

var (
	endsInNumber   = regexp.MustCompile(`[0-9]$`)
	beginsInNumber = regexp.MustCompile(`^[0-9]`)
	numberGoesOn   = regexp.MustCompile(`^(\.?[0-9]|[eE][+-]?[0-9])`)
	numberBegan    = regexp.MustCompile(`([0-9]\.?|-)$`)
)

// hasText tells whether a text stands in a body. A number at the end or the beginning of the text is a whole number of the
// body: `"total":1` is not in `"total":10`.
func hasText(body, text string) bool {
	for at := 0; ; at++ {
		i := strings.Index(body[at:], text)
		if i < 0 {
			return false
		}
		at += i
		before, after := body[max(0, at-2):at], body[at+len(text):]
		isCut := endsInNumber.MatchString(text) && numberGoesOn.MatchString(after) ||
			beginsInNumber.MatchString(text) && numberBegan.MatchString(before)
		if !isCut {
			return true
		}
		if at == len(body) {
			return false
		}
	}
}

func TestANumberOfAStoryIsWhole(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		body, text string
		want       bool
	}{
		{`{"total":1}`, `"total":1`, true},
		{`{"total":10}`, `"total":1`, false},
		{`{"total":1.5}`, `"total":1`, false},
		{`{"total":1e3}`, `"total":1`, false},
		{`{"total":10,"of":{"total":1}}`, `"total":1`, true},
		{`{"total":-1}`, `"total":-1`, true},
		{`{"total":-12}`, `"total":-1`, false},
		{`[12,2]`, `2,2`, false},
		{`[-2,2]`, `2,2`, false},
		{`[1.2,2]`, `2,2`, false},
		{`[2,2]`, `2,2`, true},
		{`{"total":1,"next":20}`, `"total":1,"next":2`, false},
		{`{"title":"Plan 12"}`, `Plan 1`, false},
		{`version 1.2. And more`, `version 1.2`, true},
		{`{"title":"Plan"}`, `Pla`, true},
		{`{"title":""}`, ``, true},
		{``, `1`, false},
	} {
		if got := hasText(c.body, c.text); got != c.want {
			t.Errorf("%q in %q: %v, want %v", c.text, c.body, got, c.want)
		}
	}
}
