package support

import (
	"net/url"
	"os"
	"regexp"
	"strings"

	"anbar/app/operation/logs"
)

// redactor takes out of texts what tells of people, files and machines. It knows what the settings and the database hold, and what
// such things look like.
type redactor struct {
	texts *strings.Replacer // whole texts of the settings
	words map[string]bool   // of names, in lower case
}

// newRedactor takes texts of the settings, and names and titles of the database.
func newRedactor(settings, private []string) *redactor {
	r := &redactor{words: map[string]bool{}}
	if name, err := os.Hostname(); err == nil {
		settings, private = append(settings, name), append(private, name)
	}
	var pairs []string
	for _, text := range settings {
		if u, err := url.Parse(text); err == nil && u.Hostname() != "" {
			pairs = appendPair(pairs, u.Hostname())
		}
		pairs = appendPair(pairs, text)
	}
	r.texts = strings.NewReplacer(pairs...)
	for _, text := range private {
		for _, w := range aWord.FindAllString(text, -1) {
			r.words[strings.ToLower(w)] = true
		}
	}
	return r
}

// minText is the length from which on a text of the settings is looked for as it stands.
const minText = 3

func appendPair(pairs []string, text string) []string {
	if len(text) < minText {
		return pairs
	}
	return append(pairs, text, "[setting]")
}

var (
	aWord     = regexp.MustCompile(`[\p{L}\p{M}\p{N}]+`)
	quotedOne = regexp.MustCompile(`\\?"[^"]*"|\\?'[^']*'|“[^”]*”|«[^»]*»|\x60[^\x60]*\x60`)
	pathLike  = regexp.MustCompile(`\S*/\S*`)
	nameLike  = regexp.MustCompile(`[\p{L}\p{N}_-]*\p{L}[\p{L}\p{N}_-]*(\.[\p{L}\p{N}_-]+)+`) // of a file or a machine
	codeLike  = regexp.MustCompile(`\b[0-9]{6}\b`)
	foreign   = regexp.MustCompile(`[^\x00-\x7f]+`)
)

// redact is a text without what it may not tell.
func (r *redactor) redact(s string) string {
	s = logs.Scrub(r.texts.Replace(s))
	s = quotedOne.ReplaceAllString(s, `"…"`)
	s = pathLike.ReplaceAllString(s, "[path]")
	s = nameLike.ReplaceAllString(s, "[name]")
	s = aWord.ReplaceAllStringFunc(s, func(w string) string {
		if r.words[strings.ToLower(w)] || len(w) >= 10 && strings.ContainsAny(w, "0123456789") && strings.ContainsAny(w, letters) {
			return "[name]"
		}
		return w
	})
	return foreign.ReplaceAllString(codeLike.ReplaceAllString(s, "[number]"), "…")
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

var attribute = regexp.MustCompile(` ([A-Za-z][\w.]*)=("(?:[^"\\]|\\.)*"|\S*)`)

// plainKeys are attributes of the log whose values are words of the program. Those of all others have to be numbers.
var plainKeys = map[string]bool{
	"work": true, "job": true, "kind": true, "problem": true, "lacks": true, "part": true, "step": true, "steps": true, "leg": true,
	"call": true, "method": true, "state": true, "of": true,
}

// textKeys are attributes with sentences.
var textKeys = map[string]bool{"error": true, "err": true, "problem": true, "database": true, "store": true, "reason": true}

var aNumber = regexp.MustCompile(`^[-+]?[0-9][0-9.,:]*(ns|µs|us|ms|s|m|h|[0-9.hmsµnu])*$|^(true|false)$`)

// redactLine is a line of the log, message and attributes, without what it may not tell.
func (r *redactor) redactLine(line string) string {
	message := line
	if at := attribute.FindStringIndex(line); at != nil {
		message = line[:at[0]]
	}
	out := r.redact(message)
	for _, m := range attribute.FindAllStringSubmatch(line[len(message):], -1) {
		key, value := m[1], strings.Trim(m[2], `"`)
		last := key[strings.LastIndexByte(key, '.')+1:]
		switch {
		case aNumber.MatchString(value):
		case textKeys[last]:
			value = `"` + strings.ReplaceAll(r.redact(strings.ReplaceAll(value, `\"`, "'")), `"`, "'") + `"`
		case plainKeys[last]:
			value = r.redact(value)
		default:
			value = "…"
		}
		out += " " + last + "=" + value
	}
	return out
}
