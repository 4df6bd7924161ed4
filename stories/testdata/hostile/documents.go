package hostile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
)

const megabyte = 1 << 20

func docx(body string) []byte {
	return Pack("[Content_Types].xml", "<Types/>", "word/document.xml",
		`<?xml version="1.0"?><w:document xmlns:w="w"><w:body><w:p><w:r><w:t>start</w:t></w:r></w:p>`+body+"</w:body></w:document>")
}

// attributes is an element with millions of attributes: 32 kB took 2.6 GB.
func attributes(n int) []byte {
	one := []string{"a ", `a="" `, "a:b ", `xmlns:a="b" `, "\u0627 ", `a='&lt;' `}[n%6]
	return docx("<w:t " + strings.Repeat(one, (n+8)*megabyte/len(one)) + ">end</w:t>")
}

// carried is a document whose picture of itself is a bomb of pixels or of bytes, or a document again.
func carried(n int) []byte {
	inside := [][]byte{deepPNG(n), lyingPNG(n), progressive(n), append(deepPNG(n), make([]byte, (n+3)*2*megabyte)...), docx("<w:p/>")}[n%5]
	return Pack("[Content_Types].xml", "<Types/>", []string{"docProps/thumbnail.jpeg", "Thumbnails/thumbnail.png"}[n%2], string(inside))
}

// locked is a document that is encrypted with a password, as office programs store it: a compound file.
func locked(n int) []byte {
	b := make([]byte, 512*(n+2))
	copy(b, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
	copy(b[512:], "E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00")
	return b
}

// entities are declarations that unfold.
func entities(n int) []byte {
	var b strings.Builder
	b.WriteString(`<!DOCTYPE x [<!ENTITY a0 "lol">`)
	for i := range 30 + n {
		fmt.Fprintf(&b, `<!ENTITY a%d "%s">`, i+1, strings.Repeat(fmt.Sprintf("&a%d;", i), 10))
	}
	b.WriteString(strings.Repeat(`<!ENTITY % p SYSTEM "file:///etc/passwd"><!ENTITY q SYSTEM "http://127.0.0.1/">`, 1+n*5000))
	fmt.Fprintf(&b, "]><w:document><w:p><w:t>&a%d;&q;</w:t></w:p></w:document>", 30+n)
	return Pack("word/document.xml", b.String())
}

// nesting is elements in elements.
func nesting(n int) []byte {
	depth := 400 << (n % 14)
	return docx(strings.Repeat("<w:p>", depth) + "<w:t>deep</w:t>" + strings.Repeat("</w:p>", depth))
}

// oneToken is text, a comment, an instruction, a name or a value without an end.
func oneToken(n int) []byte {
	long := strings.Repeat("long ", (4+n)*megabyte/5)
	body := []string{
		"<text:p>" + long + "</text:p>", "<!--" + long + "-->", "<?" + long + "?>", "<" + strings.ReplaceAll(long, " ", "") + "/>",
		`<text:p a="` + long + `"/>`, "<text:p><![CDATA[" + long + "]]></text:p>",
	}[n%6]
	return Pack("mimetype", open, "content.xml", "<office:text><text:p>start</text:p>"+body+"</office:text>")
}

// zip64 describes its directory a second time, where it is larger.
func zip64(n int) []byte {
	parts := make([]string, 0, 2000)
	for i := range 1000 + n {
		parts = append(parts, fmt.Sprintf("word/header%d.xml", i), "")
	}
	plain := Pack(append(parts, "word/document.xml", "<w:t>x</w:t>")...)
	end := len(plain) - 22
	le := binary.LittleEndian
	size, at := le.Uint32(plain[end+12:]), le.Uint32(plain[end+16:])
	more := append(le.AppendUint64([]byte("PK\x06\x06"), 44), make([]byte, 12)...)
	for _, v := range []uint64{1 << (10 + n), 1 << (10 + n), uint64(size), uint64(at)} {
		more = le.AppendUint64(more, v)
	}
	found := append(le.AppendUint64([]byte("PK\x06\x07\x00\x00\x00\x00"), uint64(end)), 1, 0, 0, 0)
	z := append(append(append(bytes.Clone(plain[:end]), more...), found...), plain[end:]...)
	record := z[len(z)-22:]
	copy(record[8:], "\xff\xff\xff\xff")
	le.PutUint32(record[12:], 76)
	le.PutUint32(record[16:], uint32(end))
	return z
}

// manyParts is many slides, each of which unpacks to a megabyte.
func manyParts(n int) []byte {
	var parts []string
	slide := "<p:sld><a:p><a:t>x" + strings.Repeat(" ", megabyte) + "</a:t></a:p></p:sld>"
	for i := range 8 + n {
		parts = append(parts, fmt.Sprintf("ppt/slides/slide%d.xml", i), slide)
	}
	for i := range 2000 {
		parts = append(parts, fmt.Sprintf("ppt/slides/slide%d.xml", 100+i), "")
	}
	return Pack(parts...)
}

// lyingParts says other sizes, offsets, methods and counts than it has.
func lyingParts(n int) []byte {
	z := Pack("xl/sharedStrings.xml", "<sst>"+strings.Repeat("<si><t>x</t></si>", 10_000)+"</sst>", "xl/worksheets/sheet1.xml",
		`<worksheet><c t="s"><v>0</v></c></worksheet>`)
	at := bytes.Index(z, []byte("PK\x01\x02"))
	field := []int{10, 16, 20, 24, 28, 30, 32, 42}[n%8]
	for i := range 2 + n%3 {
		z[at+field+i%4] ^= byte(0x55 + n)
	}
	return z
}

// oddNames has its text under names that lead elsewhere, are cut, are there twice or are no letters, beside its own.
func oddNames(n int) []byte {
	text := "<w:document><w:body><w:p><w:r><w:t>odd</w:t></w:r></w:p></w:body></w:document>"
	var parts []string
	for _, name := range []string{
		`word\document.xml`, "/word/document.xml", "../../word/document.xml", "word/../word/document.xml", "word/document.xml\x00.png",
		strings.Repeat("word/", 12_000) + "document.xml", "word/document.xml", "word/document.xml", "word/\xff\xfe\x80.xml", "", "C:/word/document.xml",
	}[n%8:] {
		parts = append(parts, name, text)
	}
	return Pack(parts...)
}

// manyStrings is a sheet of cells without end.
func manyStrings(n int) []byte {
	cell := []string{`<c t="s"><v>0</v></c>`, "<row/>", "<c><v>1</v></c>", "<si><t/></si>"}[n%4]
	return Pack("xl/sharedStrings.xml", "<sst><si><t>x</t></si></sst>", "xl/worksheets/sheet1.xml",
		"<worksheet>"+strings.Repeat(cell, (1+n)*megabyte/len(cell))+"</worksheet>")
}

// tags is markup with unclosed elements.
func tags(n int) []byte {
	one := []string{"<div>", "<a href=x ", "<!--", "<script>", "<p a=", "&amp;", "<table><tr>", "<svg><style>"}[n%8]
	return []byte("<html>start" + strings.Repeat(one, (40+n)<<10/len(one)))
}

// oddText is text that is none, or is one in no encoding.
func oddText(n int) []byte {
	one := []string{"\xff\xfe\x00\xd8", "\xc3", "\xf0\x9f", "a\x00", "\xef\xbf\xbd", "\xed\xa0\x80", "\xfe\xff", "\u202e"}[n%8]
	return []byte(strings.Repeat(one, (60+n)<<10/len(one)))
}
