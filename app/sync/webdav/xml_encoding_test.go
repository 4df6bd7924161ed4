package webdav

import (
	"errors"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

	"anbar/app/base/fault"
)

// TestBodiesComeInEveryEncodingOfXML reads one body in the encodings that every program which reads XML has to know.
func TestBodiesComeInEveryEncodingOfXML(t *testing.T) {
	const body = `<d:propfind xmlns:d="DAV:"><d:prop><d:گزارش/></d:prop></d:propfind>`
	utf16 := func(e unicode.Endianness, b unicode.BOMPolicy, s string) string {
		out, err := unicode.UTF16(e, b).NewEncoder().String(s)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	says := func(encoding string) string { return `<?xml version="1.0" encoding="` + encoding + `"?>` + body }
	for name, in := range map[string]string{
		"plain":                  body,
		"UTF-8":                  says("utf-8"),
		"a mark":                 "\ufeff" + body,
		"a mark and UTF-8":       "\ufeff" + says("UTF-8"),
		"little":                 utf16(unicode.LittleEndian, unicode.UseBOM, body),
		"big":                    utf16(unicode.BigEndian, unicode.UseBOM, body),
		"little, said":           utf16(unicode.LittleEndian, unicode.UseBOM, says("UTF-16")),
		"big, said":              utf16(unicode.BigEndian, unicode.UseBOM, says("utf-16")),
		"little without a mark":  utf16(unicode.LittleEndian, unicode.IgnoreBOM, says("UTF-16LE")),
		"big without a mark":     utf16(unicode.BigEndian, unicode.IgnoreBOM, says("UTF-16BE")),
		"big without a mark too": utf16(unicode.BigEndian, unicode.IgnoreBOM, body),
	} {
		root, err := readXML(strings.NewReader(in))
		if err != nil || root.child("prop") == nil || root.child("prop").child("گزارش") == nil {
			t.Errorf("%s: %+v, %v", name, root, err)
		}
	}
	for name, in := range map[string]string{
		"another encoding":   says("windows-1256"),
		"half a letter":      utf16(unicode.BigEndian, unicode.UseBOM, body) + "\x00",
		"a type of document": utf16(unicode.BigEndian, unicode.UseBOM, `<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>`),
	} {
		if root, err := readXML(strings.NewReader(in)); !errors.Is(err, fault.BadRequest) {
			t.Errorf("%s: %+v, %v", name, root, err)
		}
	}
	if root, err := readXML(strings.NewReader("")); root != nil || err != nil {
		t.Errorf("nothing: %+v, %v", root, err)
	}
	if root, err := readXML(strings.NewReader("\ufeff")); root != nil || err != nil {
		t.Errorf("a mark alone: %+v, %v", root, err)
	}
}
