package names

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Repair makes a name of any text, as near to it as Parse takes it.
func Repair(s string) Name {
	if n, err := Parse(s); err == nil {
		return n
	}
	switch s = strings.TrimFunc(strings.Map(replaceForbidden, strings.ToValidUTF8(s, "_")), unicode.IsSpace); s {
	case ".":
		s = "_"
	case "..":
		s = "__"
	}
	if CountVisible(s) == 0 {
		s = "_"
	}
	n, err := Parse(s)
	for most := maxBytes; err != nil && most > 0; most -= 16 { // in normal form a name may be longer
		n, err = Parse(shorten(s, most))
	}
	if err != nil {
		n, _ = Parse("_") // it is a name
	}
	return n
}

func replaceForbidden(r rune) rune {
	if isForbidden(r) {
		return '_'
	}
	return r
}

// shorten shortens a name before its extension.
func shorten(s string, most int) string {
	ext := path.Ext(s)
	if len(ext) > maxType+1 || ext == s {
		ext = ""
	}
	stem := strings.TrimSuffix(s, ext)
	if len(stem)+len(ext) <= most {
		return s
	}
	stem = stem[:max(most-len(ext), 0)]
	for len(stem) > 0 && !utf8.ValidString(stem) {
		stem = stem[:len(stem)-1]
	}
	return stem + ext
}
