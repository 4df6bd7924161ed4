package logs

import (
	"regexp"
	"strings"
)

const hidden = "[hidden]"

// secretKeys are attributes whose values are never shown.
var secretKeys = map[string]bool{
	"password": true, "secret": true, "token": true, "code": true, "key": true, "authorization": true, "cookie": true, "subject": true,
	"text": true, "to": true, "login": true, "email": true, "mobile": true,
}

// rules are what must not be read, in the order in which it is looked for.
var rules = []struct {
	find *regexp.Regexp
	with string
}{
	{regexp.MustCompile(`[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+`), "[address]"},
	{regexp.MustCompile(`(?i)\b(bearer|basic)\s+[\w.~+/=-]+`), "$1 " + hidden},
	{regexp.MustCompile(`(?i)\b((?:access_|refresh_)?token|code|secret|password|key|sig|signature|authority)=[^\s&"']+`), "$1=" + hidden},
	{regexp.MustCompile(`(?i)(https?://[^\s"'<>/?#]+/(?:[a-z-]+/)*)[^\s"'<>?#]*[?#][^\s"'<>]*`), "${1}" + hidden},
	{regexp.MustCompile(`\beyJ[\w-]+\.[\w-]+(\.[\w-]+)?`), hidden},
	{regexp.MustCompile(`\b(?:\d{1,3}\.){3}\d{1,3}\b`), "[address]"},
	{regexp.MustCompile(`(?i)\b[0-9a-f]{1,4}(?::[0-9a-f]{0,4}){3,7}\b`), "[address]"},
	{regexp.MustCompile(`(?:\+98|\b0098|\b0)9\d{9}\b`), "[number]"},
	{regexp.MustCompile(`(^|[^\p{N}.:\w-])\p{Nd}{6}($|[^\p{N}.:\w-])`), "${1}" + hidden + "${2}"},
}

// secretWord finds words that may be a secret: long, with letters and digits.
var secretWord = regexp.MustCompile(`[A-Za-z0-9_~+=-]{20,}`)

// Scrub replaces what would let a reader in, and addresses of people, by words that say so.
func Scrub(s string) string {
	for _, r := range rules {
		s = r.find.ReplaceAllString(s, r.with)
	}
	return secretWord.ReplaceAllStringFunc(s, func(word string) string {
		if strings.ContainsAny(word, "0123456789") || strings.ToUpper(word) == word {
			return hidden
		}
		return word
	})
}
