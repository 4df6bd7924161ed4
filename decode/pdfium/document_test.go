package pdfium

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"anbar/app/sales/pdf"
	"anbar/decode/source"
)

// TestTextOfOurDocuments reads the Persian text of a document that package pdf wrote, as it
// is copied from a viewer: in logical letters, and without presentation forms.
func TestTextOfOurDocuments(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles PDFium")
	}
	p, err := Load(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}()
	d := pdf.New("فاکتور", "fa", true, time.Unix(0, 0))
	given := []string{
		"شرکت ابر انبار، سهامی خاص", "فضای کاری نیم‌فاصله", "سلام، اطلاعات کالا", "شمارهٔ پیگیری ۱۲۳", "پلن Business برای ۲۰ نفر",
	}
	for i, line := range given {
		d.DrawText(500, 100+20*float64(i), line, pdf.Style{Size: 10, Side: pdf.Right, RTL: true})
	}
	b := d.Bytes()
	text, err := p.ReadText(source.New(t.Context(), bytes.NewReader(b), int64(len(b))), 10_000)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range given {
		for _, word := range strings.Fields(line) {
			if !strings.Contains(text, word) {
				t.Errorf("no %q in %q", word, text)
			}
		}
	}
}
