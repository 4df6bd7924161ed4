package imports

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"anbar/app/names"

	"golang.org/x/text/unicode/norm"
)

const (
	maxName  = 255 // bytes
	maxDepth = 60  // of directories; names below it are joined
	maxExt   = 17  // bytes, with its dot
)

// mend splits a path of a source into names that are allowed here. There is at least one, and mended says that the path
// reads another way now.
func mend(p string, directory bool) (all []names.Name, mended bool) {
	if directory {
		p = strings.TrimSuffix(p, "/")
	}
	parts := strings.Split(p, "/")
	if len(parts) > maxDepth {
		parts = append(parts[:maxDepth-1:maxDepth-1], strings.Join(parts[maxDepth-1:], "_"))
	}
	all = make([]names.Name, len(parts))
	for i, part := range parts {
		all[i] = mendName(part)
	}
	return all, joined(all) != plain(p)
}

// plain writes letters that can be written in two ways as names do.
func plain(p string) string { return norm.NFC.String(p) }

func joined(all []names.Name) string {
	parts := make([]string, len(all))
	for i := range all {
		parts[i] = all[i].Text
	}
	return strings.Join(parts, "/")
}

// mendName makes a name of any text.
func mendName(s string) names.Name {
	if n, err := names.Parse(s); err == nil {
		return n
	}
	switch s = strings.TrimFunc(strings.Map(allowed, strings.ToValidUTF8(s, "_")), unicode.IsSpace); s {
	case ".":
		s = "_"
	case "..":
		s = "__"
	}
	if names.Shows(s) == 0 {
		s = "_"
	}
	n, err := names.Parse(s)
	for most := maxName; err != nil && most > 0; most -= 16 { // in normal form a name may be longer
		n, err = names.Parse(cut(s, most))
	}
	if err != nil {
		n, _ = names.Parse("_") // it is a name
	}
	return n
}

func allowed(r rune) rune {
	if r == utf8.RuneError || unicode.IsControl(r) || strings.ContainsRune(names.Forbidden, r) {
		return '_'
	}
	return r
}

// cut shortens a name before its extension.
func cut(s string, most int) string {
	ext := path.Ext(s)
	if len(ext) > maxExt || ext == s {
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
