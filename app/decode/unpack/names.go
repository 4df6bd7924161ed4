package unpack

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
)

// clean makes a relative path of an entry's name, or says why there is none.
func clean(name string) (string, Reason) {
	if !strings.Contains(name, "/") {
		name = strings.ReplaceAll(name, `\`, "/") // of programs on Windows that do not know better
	}
	if len(name) > maxPath || strings.ContainsRune(name, 0) || strings.HasPrefix(name, "/") || drive(name) {
		return strings.ToValidUTF8(strings.ReplaceAll(name[:min(len(name), maxPath)], "\x00", ""), ""), Outside
	}
	parts := strings.Split(name, "/")
	kept := parts[:0]
	for _, p := range parts {
		switch p {
		case "", ".":
		case "..":
			return name, Outside
		default:
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, "/"), ""
}

// drive is whether a path begins with a drive of Windows.
func drive(name string) bool {
	return len(name) >= 3 && name[1] == ':' && name[2] == '/' && unicode.IsLetter(rune(name[0]))
}

// decodeName reads one name whose encoding nobody says.
func decodeName(raw []byte) string {
	var g guess
	g.see(raw)
	return g.decode(raw)
}

// guess finds the encoding of the names of an archive that does not say it: UTF-8, that of DOS in the west, or that of
// Windows for Persian and Arabic.
type guess struct {
	notUTF8         bool
	western, arabic int
}

// see takes a name into account.
func (g *guess) see(raw []byte) {
	if utf8.Valid(raw) {
		return
	}
	g.notUTF8 = true
	w, a := decodeBy(charmap.CodePage437, raw), decodeBy(charmap.Windows1256, raw)
	g.western += points([]rune(w), func(r rune) bool { return unicode.Is(unicode.Latin, r) && r >= utf8.RuneSelf })
	g.arabic += points([]rune(a), func(r rune) bool { return unicode.Is(unicode.Arabic, r) || r == '\u200c' })
}

// points says how much a name looks like words: of its letters that are not ASCII those count twice whose neighbor is
// of the same kind, or for Latin a letter of ASCII. Anything else that is not ASCII speaks against it.
func points(name []rune, letter func(rune) bool) int {
	n := 0
	near := func(i int, of rune) bool {
		if i < 0 || i >= len(name) {
			return false
		}
		ascii := unicode.Is(unicode.Latin, of) && name[i] < utf8.RuneSelf && unicode.IsLetter(name[i])
		return letter(name[i]) || ascii
	}
	for i, r := range name {
		switch {
		case r < utf8.RuneSelf:
		case !letter(r):
			n -= 2
		case near(i-1, r) || near(i+1, r):
			n += 2
		default:
			n++
		}
	}
	return n
}

func (g *guess) decode(raw []byte) string {
	switch {
	case utf8.Valid(raw):
		return string(raw)
	case g.arabic > g.western:
		return decodeBy(charmap.Windows1256, raw)
	}
	return decodeBy(charmap.CodePage437, raw)
}

func decodeBy(e encoding.Encoding, raw []byte) string {
	b, err := e.NewDecoder().Bytes(raw)
	if err != nil {
		return strings.ToValidUTF8(string(raw), "\ufffd")
	}
	return string(b)
}
