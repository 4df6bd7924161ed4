package sentences

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"anbar/app/sales/pdf"
	"anbar/decode/extract"
	"anbar/decode/pdfium"
	"anbar/decode/source"
)

// report is a generated report of some two pages: headings, each with the paragraphs below it.
type report struct {
	language string
	parts    []reportPart
}

type reportPart struct {
	heading    string
	paragraphs []string
}

// reports are about what varies: the numbers, the cities and the things of each sentence.
func reports() []report {
	fa := report{language: "fa"}
	for i, h := range []string{
		"گزارش عملکرد سالانهٔ شرکت", "مقدمه و هدف‌ها",
		"فروش، هزینه‌ها و سود شعبه‌های شرکت در سه‌ماههٔ نخست",
		"منابع انسانی: جذب و آموزش",
		"خطرها", "پیشنهادها برای سال آینده",
	} {
		fa.parts = append(fa.parts, reportPart{h, []string{
			fmt.Sprintf("درآمد شعبهٔ %s در این دوره %d درصد رشد کرد و به %d میلیارد تومان رسید. مدیر شعبه این رشد "+
				"را حاصل قراردادهای تازه با %d مشتری می‌داند. در همین مدت هزینهٔ حمل‌ونقل نیز بیشتر شد، چون بهای سوخت "+
				"دو بار تغییر کرد.", cities[i], 7+i, 40+3*i, 12+i),
			fmt.Sprintf("هیئت‌مدیره تصویب کرد که تا پایان مهلت %d روزه، سامانهٔ انبار در %s به‌روز شود. مسئول اجرا واحد فناوری "+
				"است و گزارش پیشرفت هر ماه به مدیرعامل داده می‌شود. همکاران از دورهٔ "+
				"آموزشی رضایت داشتند", 30+i, cities[i]), // without its full stop
		}})
	}
	en := report{language: "en"}
	for i, h := range []string{
		"Annual Performance Report", "Introduction and aims", "Sales, costs and profit of the branches in the first quarter",
		"People: hiring and training", "Risks", "Recommendations for next year",
	} {
		en.parts = append(en.parts, reportPart{h, []string{
			fmt.Sprintf("The %s branch grew by %d percent in this period and reached %d million dollars. Its manager puts this "+
				"down to new contracts with %d customers. Transport costs rose "+
				"in the same months, because the price of fuel changed twice.",
				towns[i], 7+i, 40+3*i, 12+i),
			fmt.Sprintf("The board decided that the warehouse system in %s must be renewed within %d days. The technology team is "+
				"responsible and reports to the director every month. Colleagues were satisfied with the training course", towns[i], 30+i),
		}})
	}
	return []report{fa, en}
}

var cities = []string{"تهران", "تبریز", "شیراز", "اصفهان", "مشهد", "اهواز"}
var towns = []string{"Dublin", "Porto", "Lyon", "Turin", "Graz", "Bergen"}

// form is a way in which a report is written.
type form struct {
	name  string
	kind  extract.Kind
	bytes func(t *testing.T, r report) []byte
}

func forms() []form {
	text := func(f func(r report) string) func(*testing.T, report) []byte {
		return func(_ *testing.T, r report) []byte { return []byte(f(r)) }
	}
	return []form{
		{"docx with styles", extract.Word, func(t *testing.T, r report) []byte { return word(t, r, `<w:pStyle w:val="H"/>`, 1, false) }},
		{"docx without styles", extract.Word, func(t *testing.T, r report) []byte { return word(t, r, "", 1, false) }},
		{"docx laid out in a table", extract.Word, func(t *testing.T, r report) []byte {
			return word(t, r, `<w:pStyle w:val="H"/>`, 1, true)
		}},
		{"docx that says all four times", extract.Word, func(t *testing.T, r report) []byte { return word(t, r, "", 4, false) }},
		{"txt of long lines", extract.Plain, text(func(r report) string { return r.lines(0, "") })},
		{"txt that is wrapped", extract.Plain, text(func(r report) string { return r.lines(72, "\n") })},
		{"txt in a narrow column", extract.Plain, text(func(r report) string {
			return strings.Repeat("A title that goes over both columns of the page ", 3) + "\n\n" + r.lines(40, "")
		})},
		{"html", extract.HTML, text(func(r report) string { return r.marked("<h2>", "</h2>", "<p>", "</p>") })},
		{"rtf", extract.RTF, text(func(r report) string { return rtfOf(r) })},
		{"mail", extract.Mail, text(func(r report) string {
			return "Subject: report\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + r.lines(0, "\n")
		})},
		{"pdf", extract.PDF, func(_ *testing.T, r report) []byte { return pdfOf(r) }},
	}
}

func (r report) marked(h, hEnd, p, pEnd string) string {
	var b strings.Builder
	for _, part := range r.parts {
		b.WriteString(h + part.heading + hEnd + "\n")
		for _, one := range part.paragraphs {
			b.WriteString(p + one + pEnd + "\n")
		}
	}
	return b.String()
}

// lines are those of a text, broken after so many letters; 0 for never. Something comes between paragraphs.
func (r report) lines(most int, between string) string {
	var b strings.Builder
	for _, part := range r.parts {
		for _, p := range append([]string{part.heading}, part.paragraphs...) {
			b.WriteString(strings.Join(wrap(p, most), "\n") + "\n" + between)
		}
	}
	return b.String()
}

func wrap(text string, most int) []string {
	var all []string
	at := ""
	for _, w := range strings.Fields(text) {
		if most > 0 && at != "" && len([]rune(at))+len([]rune(w)) >= most {
			all, at = append(all, at), ""
		}
		at = strings.TrimSpace(at + " " + w)
	}
	return append(all, at)
}

func word(t *testing.T, r report, style string, times int, table bool) []byte {
	t.Helper()
	p := func(properties, text string) string {
		return `<w:p><w:pPr>` + properties + `</w:pPr><w:r><w:t>` + text + `</w:t></w:r></w:p>`
	}
	var body strings.Builder
	for range times {
		for _, part := range r.parts {
			inner := p(style, part.heading)
			for _, one := range part.paragraphs {
				if table {
					one = `<w:tbl><w:tr><w:tc>` + p("", one) + `</w:tc></w:tr></w:tbl>`
				} else {
					one = p("", one)
				}
				inner += one
			}
			body.WriteString(inner)
		}
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range [][2]string{
		{"word/document.xml", `<w:document xmlns:w="w"><w:body>` + body.String() + `</w:body></w:document>`},
		{"word/styles.xml", `<w:styles><w:style w:styleId="H"><w:name w:val="heading 1"/></w:style></w:styles>`},
	} {
		w, err := z.Create(f[0])
		if err == nil {
			_, err = io.WriteString(w, f[1])
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

func rtfOf(r report) string {
	var b strings.Builder
	for _, c := range r.marked(`\pard\outlinelevel0 `, `\par`, `\pard `, `\par`) {
		switch {
		case c < 0x80:
			b.WriteRune(c)
		default:
			fmt.Fprintf(&b, `\u%d?`, c)
		}
	}
	return `{\rtf1\ansi` + b.String() + `}`
}

func pdfOf(r report) []byte {
	rtl := r.language == "fa"
	d := pdf.New("report", r.language, rtl, time.Unix(0, 0))
	y := 60.0
	for _, one := range strings.Split(strings.TrimSpace(r.lines(80, "")), "\n") {
		if y > 700 {
			d.AddPage()
			y = 60
		}
		style, x := pdf.Style{Size: 10}, 60.0
		if rtl {
			style, x = pdf.Style{Size: 10, Side: pdf.Right, RTL: true}, 540
		}
		d.DrawText(x, y, one, style)
		y += 18
	}
	return d.Bytes()
}

// TestReports holds what readers found wrong: a heading that was called a sentence, one sentence twice, and documents with text of
// which it was said that they have none.
func TestReports(t *testing.T) {
	var pdfs *pdfium.Reader
	for _, f := range forms() {
		for _, r := range reports() {
			t.Run(f.name+" "+r.language, func(t *testing.T) {
				if f.kind == extract.PDF {
					if testing.Short() {
						t.Skip("compiles PDFium")
					}
					if pdfs == nil {
						pdfs = loadPDFium(t)
					}
				}
				b := f.bytes(t, r)
				doc, err := extract.Read(source.New(t.Context(), bytes.NewReader(b), int64(len(b))), f.kind, pdfs)
				if err != nil {
					t.Fatal(err)
				}
				checkReport(t, r, Choose(doc, f.kind, DefaultCount))
			})
		}
	}
	if pdfs != nil {
		if err := pdfs.Close(); err != nil {
			t.Error(err)
		}
	}
}

func loadPDFium(t *testing.T) *pdfium.Reader {
	t.Helper()
	p, err := pdfium.Load(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func checkReport(t *testing.T, r report, got *Result) {
	t.Helper()
	if got.Form != Prose || len(got.Sentences) < 4 || got.Language != r.language {
		t.Errorf("%s in %s, %d sentences", got.Form, got.Language, len(got.Sentences))
	}
	headings, said, seen := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, part := range r.parts {
		headings[sentenceKey(part.heading)] = true
		for _, p := range part.paragraphs {
			for _, one := range Split(p) {
				said[sentenceKey(one)] = true
			}
		}
	}
	for _, one := range got.Sentences {
		k := sentenceKey(one.Text)
		if headings[k] {
			t.Errorf("a heading: %q", one.Text)
		} else if !said[k] {
			t.Errorf("it does not stand there so: %q", one.Text)
		}
		if seen[k] {
			t.Errorf("twice: %q", one.Text)
		}
		seen[k] = true
	}
}
