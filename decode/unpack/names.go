package unpack

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"anbar/decode/charset"
)

// cleanPath makes a relative path of an entry's name, or says why there is none.
func cleanPath(name string) (string, Reason) {
	if !strings.Contains(name, "/") {
		name = strings.ReplaceAll(name, `\`, "/") // of programs on Windows that do not know better
	}
	if len(name) > maxPath || strings.ContainsRune(name, 0) || strings.HasPrefix(name, "/") || hasDrive(name) {
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

// hasDrive is whether a path begins with a drive of Windows.
func hasDrive(name string) bool {
	return len(name) >= 3 && name[1] == ':' && name[2] == '/' && unicode.IsLetter(rune(name[0]))
}

// nameDecoder finds the encoding of the names of an archive that does not say it.
type nameDecoder struct {
	names    [][]byte // that are not UTF-8
	size     int
	encoding charset.Encoding
}

const maxSample = 16 << 10 // bytes

// addSample takes a name into account.
func (g *nameDecoder) addSample(raw []byte) {
	if g.size < maxSample && !utf8.Valid(raw) {
		g.names, g.size, g.encoding = append(g.names, raw), g.size+len(raw), ""
	}
}

func (g *nameDecoder) decode(raw []byte) string {
	if utf8.Valid(raw) {
		return string(raw)
	}
	if g.encoding == "" {
		g.encoding = charset.DetectNames(g.names)
	}
	return charset.Decode(raw, g.encoding)
}

// decodeNext reads a name of an archive that is read in one go: by the names so far.
func (g *nameDecoder) decodeNext(raw string) string {
	g.addSample([]byte(raw))
	return g.decode([]byte(raw))
}
