package unpack

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"anbar/app/decode/charset"
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

// guess finds the encoding of the names of an archive that does not say it.
type guess struct {
	names [][]byte // that are not UTF-8
	size  int
	found charset.Encoding
}

const enoughNames = 16 << 10 // bytes

// see takes a name into account.
func (g *guess) see(raw []byte) {
	if g.size < enoughNames && !utf8.Valid(raw) {
		g.names, g.size, g.found = append(g.names, raw), g.size+len(raw), ""
	}
}

func (g *guess) decode(raw []byte) string {
	if utf8.Valid(raw) {
		return string(raw)
	}
	if g.found == "" {
		g.found = charset.OfNames(g.names)
	}
	return charset.Decode(raw, g.found)
}

// next reads a name of an archive that is read in one go: by the names so far.
func (g *guess) next(raw string) string {
	g.see([]byte(raw))
	return g.decode([]byte(raw))
}
