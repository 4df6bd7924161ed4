package charset

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sample is how much of a text is looked at, in bytes.
const sample = 16 << 10

// Of returns the encoding of a text: that of its mark, UTF-8, what it says itself, or what its letters look like.
func Of(b []byte) Encoding {
	begin := b[:min(len(b), sample)]
	switch {
	case bytes.HasPrefix(b, []byte{0xff, 0xfe}):
		return UTF16LE
	case bytes.HasPrefix(b, []byte{0xfe, 0xff}):
		return UTF16BE
	}
	if bytes.IndexByte(begin, 0) >= 0 {
		if e := unmarked(begin); e != "" {
			return e
		}
	}
	if isUTF8(b) {
		return UTF8
	}
	if e := declared(b); e != "" {
		return e
	}
	r := readRules()
	return r.cheapest(r.texts, begin)
}

// OfNames returns the encoding of the names of an archive that are not UTF-8, from all of them together.
func OfNames(all [][]byte) Encoding {
	var b []byte
	for _, name := range all {
		if len(b) >= sample {
			break
		}
		if !utf8.Valid(name) {
			b = append(append(b, name...), '/')
		}
	}
	if len(b) == 0 {
		return UTF8
	}
	r := readRules()
	return r.cheapest(r.names, b)
}

// isUTF8 reports whether bytes are UTF-8, but for a letter that the end cuts behind others beyond ASCII.
func isUTF8(b []byte) bool {
	whole := len(b)
	for n := len(b) - 1; n >= 0 && n >= len(b)-utf8.UTFMax; n-- {
		if utf8.RuneStart(b[n]) {
			if !utf8.FullRune(b[n:]) {
				whole = n
			}
			break
		}
	}
	isPlain := bytes.IndexFunc(b[:whole], func(r rune) bool { return r >= utf8.RuneSelf }) < 0
	return utf8.Valid(b[:whole]) && (whole == len(b) || !isPlain)
}

// unmarked finds UTF-16 without its mark, whose letters of Latin and spaces have a byte of zero.
func unmarked(b []byte) Encoding {
	for _, e := range []Encoding{UTF16LE, UTF16BE} {
		plain, all := 0, 0
		for _, r := range Decode(b[:len(b)&^1], e) {
			all++
			if r < 0x3000 && isText(r) {
				plain++
			}
		}
		if all > 0 && plain*100 >= all*95 {
			return e
		}
	}
	return ""
}

// isText reports whether a letter stands in texts; what binary files are full of does not.
func isText(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.P, unicode.Sc, unicode.Sm) || unicode.IsSpace(r) ||
		r >= 0x200b && r <= 0x200f
}

const declaredWithin = 1024 // bytes

var inXML, inPage = regexp.MustCompile(`(?i)<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)`),
	regexp.MustCompile(`(?i)<meta[^>]*charset\s*=\s*["']?([\w.:-]+)`)

// declared is what a page or a file of XML says of itself. One that is read as bytes is not UTF-16 or UTF-8.
func declared(b []byte) Encoding {
	head := b[:min(len(b), declaredWithin)]
	found := inXML.FindSubmatch(head)
	if found == nil {
		found = inPage.FindSubmatch(head)
	}
	if found == nil {
		return ""
	}
	e, ok := Labeled(string(found[1]))
	if !ok || e == UTF8 || strings.HasPrefix(string(e), "utf-16") {
		return ""
	}
	return e
}
