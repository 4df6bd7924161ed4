package extract

import (
	"strings"
	"testing"
)

const container = `<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>`

func opf(spine string, hrefs ...string) string {
	var b strings.Builder
	b.WriteString(`<package><metadata><dc:title>Book</dc:title></metadata><manifest>`)
	for i, href := range hrefs {
		b.WriteString(`<item id="c` + string(rune('1'+i)) + `" href="` + href + `" media-type="application/xhtml+xml"/>`)
	}
	b.WriteString(`<item id="css" href="a.css" media-type="text/css"/></manifest><spine>`)
	for id := range strings.FieldsSeq(spine) {
		b.WriteString(`<itemref idref="` + id + `"/>`)
	}
	return b.String() + `</spine></package>`
}

func chapter(body string) string {
	return `<?xml version="1.0"?><!DOCTYPE html [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>` +
		`<html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="x.js"/><style>p{}</style></head>` +
		`<body>` + body + `</body></html>`
}

// books are generated books, with what is shown of each.
func books(t testing.TB) []sample {
	one := func(spec string, parts ...string) string {
		return string(pack(t, append([]string{"mimetype", "application/epub+zip", "META-INF/container.xml", container, "OPS/book.opf",
			spec}, parts...)...))
	}
	locks := func(name string) string {
		return `<encryption><EncryptedData><CipherData><CipherReference URI="` + name + `"/></CipherData></EncryptedData></encryption>`
	}
	first := chapter("<h1>One</h1><p>first</p>")
	return []sample{
		{"in the order of the spine", one(opf("c2 c1", "a.xhtml", "b.xhtml"), "OPS/a.xhtml", chapter("<h1>فصل دوم</h1><p>ب</p>"),
			"OPS/b.xhtml", chapter("<h1>فصل یکم</h1><p>الف</p>")), "# فصل یکم\nالف\n# فصل دوم\nب"},
		{"lists and tables", one(opf("c1", "a.xhtml"), "OPS/a.xhtml", chapter("<ol><li>a</li><li><p>b</p><ul><li>c</li></ul></li></ol>"+
			"<table><thead><tr><th>x</th><th>y</th></tr></thead><tr><td>1</td><td></td></tr></table>")),
			"0 1. a\n0 2. b\n1 c\n| x | y\n1"},
		{"items from the right", one(opf("c1", "a.xhtml"), "OPS/a.xhtml", chapter("<ol><li>نخست</li><li>two</li></ol>")),
			"0 ۱. نخست\n0 2. two"},
		{"names with signs", one(opf("c1", "ch%201.xhtml#top"), "OPS/ch 1.xhtml", first), "# One\nfirst"},
		{"a name that leaves the book", one(opf("c1 c2", "../../etc/passwd", "a.xhtml"), "OPS/a.xhtml", first), "# One\nfirst"},
		{"an absolute name", one(opf("c1 c2", "file:///etc/passwd", "a.xhtml"), "OPS/a.xhtml", first), "# One\nfirst"},
		{"entities are not replaced by what they say", one(opf("c1", "a.xhtml"), "OPS/a.xhtml", chapter("<p>&b;&amp;&nbsp;x</p>")),
			"&b;& x"},
		{"from the right", one(opf("c1", "a.xhtml"), "OPS/a.xhtml", chapter(`<p dir="rtl">HTML سلام</p>`)), "⇠HTML سلام"},
		{"lines that stay", one(opf("c1", "a.xhtml"), "OPS/a.xhtml", chapter("<pre>a\n  b</pre><p>c\n d</p>")), "a⏎  b\nc d"},
		{"a chapter that is listed twice", one(opf("c1 c1", "a.xhtml"), "OPS/a.xhtml", first), "# One\nfirst"},
		{"a font that is locked", one(opf("c1", "a.xhtml"), "OPS/a.xhtml", first, "META-INF/encryption.xml", locks("OPS/f.otf")),
			"# One\nfirst"},
		{"chapters that are locked", one(opf("c1", "a.xhtml"), "OPS/a.xhtml", "\x93\x12\xff", "META-INF/encryption.xml",
			locks("OPS/a.xhtml")), "encrypted"},
		{"a chapter that is missing", one(opf("c1 c2", "none.xhtml", "a.xhtml"), "OPS/a.xhtml", first), "# One\nfirst"},
		{"no spine", one(opf("", "a.xhtml"), "OPS/a.xhtml", first), ""},
		{"no container", string(pack(t, "OPS/a.xhtml", first)), ""},
		{"no zip", "PK\x03\x04 cut off", ""},
		{"a bomb", one(opf("c1", "a.xhtml"), "OPS/a.xhtml", "<p>begin</p>"+strings.Repeat("<i></i>", 8<<20)+"<p>end</p>"), "begin\n…"},
	}
}
