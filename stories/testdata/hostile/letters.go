package hostile

import (
	"fmt"
	"strings"
)

// mails are mails whose tree, heads or page have no bounds of their own.
func mails(n int) []byte {
	const head = "From: a@b\r\nSubject: s\r\n"
	many := 500 * (n + 1)
	deep := func() string {
		var b strings.Builder
		for i := range many {
			fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i)
		}
		return b.String()
	}
	html := "Content-Type: text/html; charset=utf-8\r\n\r\n"
	return []byte(head + []string{
		deep(), "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + strings.Repeat("--b\r\nContent-Type: message/rfc822\r\n\r\n", many),
		strings.Repeat("X-Long: "+strings.Repeat("x", 90)+"\r\n", many), html + strings.Repeat("<table><tr><td>", many),
		html + "<!DOCTYPE a [" + strings.Repeat("<!ENTITY a 'b'>", many), html + "<p " + strings.Repeat("a=b ", many) + ">",
		html + "<table><td>" + strings.Repeat("<p>some words", 8*many),
		"Content-Type: text/plain; charset=" + strings.Repeat("x", many) + "\r\n\r\n\xff\xfe", "Subject: =?utf-16?b?" +
			strings.Repeat("AAAA", many) + "?=\r\n\r\n",
	}[n%9])
}

// groups are documents of RTF with groups, words, pictures and notes without an end.
func groups(n int) []byte {
	many := 5000 * (n + 1)
	return []byte(`{\rtf1\ansi ` + []string{
		strings.Repeat("{", many), strings.Repeat("{}", many), strings.Repeat(`{\footnote x`, many), `\` + strings.Repeat("w", many) + " x",
		`{\pict\bin2147483647 ` + strings.Repeat("x", many), strings.Repeat(`\trowd\cell`, many), strings.Repeat(`\u-10179?`, many),
		strings.Repeat(`{\b x}`, many), strings.Repeat("a", 50_000) + strings.Repeat(`{\footnote x}`, many), `{\stylesheet` + strings.Repeat(`{\s1 heading 1;}`, many) + "}", strings.Repeat(`{\fonttbl{\f1 `, many),
	}[n%11])
}

// books are books that unpack to too much, or lead out of themselves.
func books(n int) []byte {
	spec := func(items, refs string) string {
		return `<package><manifest>` + items + `</manifest><spine>` + refs + `</spine></package>`
	}
	item := func(id, href string) string {
		return `<item id="` + id + `" href="` + href + `" media-type="application/xhtml+xml"/>`
	}
	const container = `<container><rootfile full-path="a.opf"/></container>`
	one := spec(item("a", "a.xhtml"), `<itemref idref="a"/>`)
	zeros := strings.Repeat("\x00", (n%8+1)*megabyte)
	return [][]byte{
		Pack("META-INF/container.xml", container, "a.opf", one, "a.xhtml", strings.Repeat("<p>", (n%8+1)*megabyte)),
		Pack("META-INF/container.xml", container, "a.opf", one, "a.xhtml", zeros),
		Pack("META-INF/container.xml", container, "a.opf", spec(item("a", "../../../../etc/passwd")+item("b", "file:///etc/passwd"),
			`<itemref idref="a"/><itemref idref="b"/>`)),
		Pack("META-INF/container.xml", container, "a.opf", spec(strings.Repeat(item("a", "a.xhtml"), 20_000*(n+1)),
			strings.Repeat(`<itemref idref="a"/>`, 20_000))),
		Pack("META-INF/container.xml", strings.Repeat("<a>", megabyte)+container),
		Pack("META-INF/container.xml", container, "a.opf", one, "a.xhtml", "<p>x</p>", "META-INF/encryption.xml", zeros),
	}[n%6]
}
