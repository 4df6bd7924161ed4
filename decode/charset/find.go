package charset

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sampleSize is how much of a text is looked at, in bytes.
const sampleSize = 16 << 10

// Detect returns the encoding of a text: that of its mark, UTF-8, what it says itself, or what its letters look like.
func Detect(b []byte) Encoding {
	begin := b[:min(len(b), sampleSize)]
	switch {
	case bytes.HasPrefix(b, []byte{0xff, 0xfe}):
		return UTF16LE
	case bytes.HasPrefix(b, []byte{0xfe, 0xff}):
		return UTF16BE
	}
	if bytes.IndexByte(begin, 0) >= 0 {
		if e := detectUTF16(begin); e != "" {
			return e
		}
	}
	if isUTF8(b) {
		return UTF8
	}
	if e := detectDeclared(b); e != "" {
		return e
	}
	r := loadRules()
	return r.pickCheapest(r.texts, begin)
}

// DetectNames returns the encoding of the names of an archive that are not UTF-8, from all of them together.
func DetectNames(all [][]byte) Encoding {
	var b []byte
	for _, name := range all {
		if len(b) >= sampleSize {
			break
		}
		if !utf8.Valid(name) {
			b = append(append(b, name...), '/')
		}
	}
	if len(b) == 0 {
		return UTF8
	}
	r := loadRules()
	return r.pickCheapest(r.names, b)
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

// detectUTF16 finds UTF-16 without its mark, whose letters of Latin and spaces have a byte of zero.
func detectUTF16(b []byte) Encoding {
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

const declarationWindow = 1024 // bytes

var xmlEncoding, htmlCharset = regexp.MustCompile(`(?i)<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)`),
	regexp.MustCompile(`(?i)<meta[^>]*charset\s*=\s*["']?([\w.:-]+)`)

// detectDeclared is what a page or a file of XML says of itself. One that is read as bytes is not UTF-16 or UTF-8.
func detectDeclared(b []byte) Encoding {
	head := b[:min(len(b), declarationWindow)]
	found := xmlEncoding.FindSubmatch(head)
	if found == nil {
		found = htmlCharset.FindSubmatch(head)
	}
	if found == nil {
		return ""
	}
	e, ok := ByLabel(string(found[1]))
	if !ok || e == UTF8 || strings.HasPrefix(string(e), "utf-16") {
		return ""
	}
	return e
}
