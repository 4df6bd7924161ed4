package search

import (
	"archive/zip"
	"bytes"
	"io"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

// written is a text in an encoding.
func written(t *testing.T, e encoding.Encoding, text string) []byte {
	t.Helper()
	b, err := e.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// packedOf is a zip of parts, given as name and content in turn.
func packedOf(t *testing.T, parts ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(parts); i += 2 {
		w, err := z.Create(parts[i])
		if err == nil {
			_, err = io.WriteString(w, parts[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// specimen is a generated file and words that find it; without words nothing finds it, and it harms no other.
type specimen struct {
	name    string
	content []byte
	query   string
}

const (
	russian = "Протокол совещания о поставке оборудования на склад."
	chinese = "本合同由甲乙双方在北京签订，有效期三年。"
	taiwan  = "本報告說明公司在台北的工作計劃。"
	nippon  = "これは倉庫の在庫についての報告書です。"
	hangul  = "이것은 창고 재고에 대한 보고서입니다."
	hebrew  = "זהו דוח על המלאי של המחסן בעיר הגדולה."
	greek   = "Αυτή είναι μια έκθεση για το απόθεμα της αποθήκης."
	turkish = "Bu, deponun stok durumu hakkında hazırlanmış bir yıllık rapordur."
	persian = "اين گزارش دربارهٔ موجودي انبار در سال گذشته است."
)

func textsOf(t *testing.T) []specimen {
	utf16 := func(order unicode.Endianness, text string) []byte {
		return written(t, unicode.UTF16(order, unicode.IgnoreBOM), text)
	}
	return []specimen{
		{"1251.txt", written(t, charmap.Windows1251, russian), "совещания"},
		{"koi8.txt", written(t, charmap.KOI8R, russian), "совещания"},
		{"1256.txt", written(t, charmap.Windows1256, strings.ReplaceAll(persian, "ٔ", "")), "انبار گزارش"},
		{"8859-6.txt", written(t, charmap.ISO8859_6, "هذا تقرير عن المخزون في المستودع الكبير."), "المستودع"},
		{"1255.txt", written(t, charmap.Windows1255, hebrew), "המחסן"},
		{"1253.txt", written(t, charmap.Windows1253, greek), "αποθήκης"},
		{"1254.txt", written(t, charmap.Windows1254, turkish), "hazırlanmış"},
		{"1252.txt", written(t, charmap.Windows1252, "Le dépôt a été vidé à l’été par l’élève."), "dépôt"},
		{"gb18030.txt", written(t, simplifiedchinese.GB18030, chinese), "本合同由甲乙双方在北京签订"},
		{"gbk.csv", written(t, simplifiedchinese.GBK, "姓名,城市\n王小明,上海\n"), "上海"},
		{"big5.txt", written(t, traditionalchinese.Big5, taiwan), "本報告說明公司在台北的工作計劃"},
		{"sjis.txt", written(t, japanese.ShiftJIS, nippon), "これは倉庫の在庫についての報告書です"},
		{"euc-jp.txt", written(t, japanese.EUCJP, nippon), "これは倉庫の在庫についての報告書です"},
		{"euc-kr.txt", written(t, korean.EUCKR, hangul), "창고"},
		{"le.txt", utf16(unicode.LittleEndian, "Storage report: گزارش انبار"), "storage گزارش"},
		{"be.txt", utf16(unicode.BigEndian, "Storage report: گزارش انبار"), "storage گزارش"},
		{"meta.html", written(t, charmap.KOI8R, `<meta charset="koi8-r"><p>склад</p>`), "склад"},
		{"equiv.html", written(t, charmap.Windows1255, `<meta http-equiv=c content="text/html; charset=iso-8859-8"><p>מחסן`), "מחסן"},
		{"said.xml", written(t, charmap.ISO8859_2, `<?xml version="1.0" encoding="ISO-8859-2"?><a>žluťoučký kůň</a>`), "žluťoučký"},
		{"film.srt", written(t, charmap.Windows1251, "1\n00:00:01,000 --> 00:00:02,000\nПривет, как дела?\n"), "привет"},
		{"large.csv", []byte("first,row\n" + strings.Repeat("1,2,3,4,5,6,7,8\n", 40_000)), "first row"},
		{"binary.txt", []byte("PE\x00\x00\x01\x02words\x00\x00"), ""},
	}
}

func documentsOf(t *testing.T) []specimen {
	paragraph := func(text string) string {
		return `<w:document><w:p><w:r><w:t>` + text + `</w:t></w:r></w:p></w:document>`
	}
	sheet := func(text string) []byte {
		return packedOf(t, "xl/worksheets/sheet1.xml", `<sheetData><row><c t="inlineStr"><is><t>`+text+`</t></is></c></row></sheetData>`)
	}
	slide := func(text string) []byte {
		return packedOf(t, "ppt/slides/slide1.xml", `<p:sld><a:p><a:r><a:t>`+text+`</a:t></a:r></a:p></p:sld>`)
	}
	rtfOf := func(text string) []byte {
		var b strings.Builder
		for _, r := range text {
			b.WriteString(`\u` + strconv.Itoa(int(r)) + `?`)
		}
		return []byte(`{\rtf1\ansi\pard ` + b.String() + `\par}`)
	}
	book := packedOf(t, "META-INF/container.xml", `<container><rootfile full-path="a.opf"/></container>`, "a.opf",
		`<package><manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine>`+
			`</package>`, "c.xhtml", `<html><body><p>داستان انبار</p></body></html>`)
	const list = `<manifest><file-entry full-path="content.xml"><encryption-data/></file-entry></manifest>`
	return []specimen{
		{"a.dotx", packedOf(t, "word/document.xml", paragraph("blueprint")), "blueprint"},
		{"a.dotm", packedOf(t, "word/document.xml", paragraph("letterhead")), "letterhead"},
		{"a.xltx", sheet("timesheet"), "timesheet"},
		{"a.xltm", sheet("ledger"), "ledger"},
		{"a.potx", slide("storyboard"), "storyboard"},
		{"a.potm", slide("keynote"), "keynote"},
		{"a.ppsm", slide("slideshow"), "slideshow"},
		{"subject.eml", []byte("From: a@b\r\nSubject: =?koi8-r?B?0NLJ18XU?=\r\n\r\ntext"), "привет"},
		{"sender.eml", []byte("From: Farhad Karimi <farhad@example.org>\r\n\r\ntext"), "farhad karimi"},
		{"body.eml", []byte("From: a@b\r\nContent-Type: text/html; charset=windows-1256\r\n\r\n<p>\xc7\xe4\xc8\xc7\xd1\xcf\xc7\xd1</p>"),
			"انباردار"},
		{"attached.eml", []byte("From: a@b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Disposition: attachment; " +
			"filename=brochure.pdf\r\n\r\nx\r\n--b--"), "brochure"},
		{"letter.rtf", rtfOf("نامهٔ محرمانه"), "محرمانه"},
		{"old.rtf", []byte(`{\rtf1\ansi\ansicpg1256\pard \'e5\'c7\'d4\'e3\'ed\par}`), "هاشمي"},
		{"novel.epub", book, "داستان"},
		{"secret.odt", packedOf(t, "META-INF/manifest.xml", list, "content.xml", "\x93\xff"), ""},
		{"broken.rtf", []byte("no rtf"), ""},
		{"broken.eml", []byte("no mail"), ""},
		{"broken.epub", []byte("PK\x03\x04"), ""},
	}
}

// TestFoundByTheirContents puts all of these files into one workspace: each is found by its own words alone.
func TestFoundByTheirContents(t *testing.T) {
	s := newShelf(t)
	all := append(textsOf(t), documentsOf(t)...)
	if len(all) < 40 {
		t.Errorf("%d files", len(all))
	}
	for _, f := range all {
		s.file(0, s.root[0], f.name, f.content)
	}
	for _, f := range all {
		if f.query == "" {
			continue
		}
		if got := s.holding(0, f.query); !strings.Contains(" "+got, " "+f.name+" ") {
			t.Errorf("%s is not found by %q: %q", f.name, f.query, got)
		}
	}
	s.expect(0, "words", "")
	s.expect(0, "rtf1", "")
	s.expect(0, "boundary", "")
}
