package support

import (
	"cmp"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"anbar/app/operation/logs"
)

// redactor takes out of texts what tells of people, files and machines. It knows what the settings and the database hold, and what
// such things look like.
type redactor struct {
	texts *regexp.Regexp  // whole texts of the settings; nil when there are none
	words map[string]bool // of names, in lower case
}

// newRedactor takes texts of the settings, and names and titles of the database.
func newRedactor(settings, private []string) *redactor {
	r := &redactor{words: map[string]bool{}}
	if name, err := os.Hostname(); err == nil {
		settings, private = append(settings, name), append(private, name)
	}
	r.texts = findTexts(settings)
	for _, text := range private {
		for _, w := range aWord.FindAllString(text, -1) {
			r.words[strings.ToLower(w)] = true
		}
	}
	return r
}

// minText is the length from which on a text of the settings is looked for as it stands.
const minText = 3

// findTexts finds texts of the settings, and the parts of their URLs, in whatever case. The longest one comes first: of a password that
// begins like the name beside it nothing may stay.
func findTexts(settings []string) *regexp.Regexp {
	var all []string
	for _, text := range settings {
		parts := []string{text}
		if u, err := url.Parse(text); err == nil {
			password, _ := u.User.Password()
			parts = append(parts, u.Hostname(), u.User.Username(), password)
		}
		for _, part := range parts {
			// A secret in another encoding has bytes that no expression may hold.
			for _, run := range strings.FieldsFunc(part, func(r rune) bool { return r == utf8.RuneError }) {
				if len(run) >= minText {
					all = append(all, regexp.QuoteMeta(run))
				}
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return regexp.MustCompile("(?i)" + strings.Join(all, "|"))
}

var (
	aWord     = regexp.MustCompile(`[\p{L}\p{M}\p{N}]+`)
	quotedOne = regexp.MustCompile(`\\?"[^"]*"|\\?'[^']*'|“[^”]*”|«[^»]*»|\x60[^\x60]*\x60`)
	ipv6      = regexp.MustCompile(`(?i)[0-9a-f:.]*::[0-9a-f:.]*(%[\w.-]+)?`)
	spaced    = regexp.MustCompile(`(^|[^\w/])/[^:;"'\n]*`) // a path may have spaces
	pathLike  = regexp.MustCompile(`\S*/\S*`)
	nameLike  = regexp.MustCompile(`[\p{L}\p{N}_-]*\p{L}[\p{L}\p{N}_-]*(\.[\p{L}\p{N}_-]+)+`) // of a file or a machine
	codeLike  = regexp.MustCompile(`\b[0-9]{6}\b`)
	foreign   = regexp.MustCompile(`[^\x00-\x7f]+`)
)

// redact is a text without what it may not tell.
func (r *redactor) redact(s string) string {
	if r.texts != nil {
		s = r.texts.ReplaceAllLiteralString(s, "[setting]")
	}
	s = ipv6.ReplaceAllString(logs.Scrub(s), "[address]")
	s = quotedOne.ReplaceAllString(s, `"…"`)
	s = spaced.ReplaceAllString(s, "$1[path]")
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
