package pdfium

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"anbar/decode/source"
	"anbar/stories/testdata/hostile"
)

// wideString writes a text as PDF has letters of all scripts.
func wideString(s string) string {
	b := "<FEFF"
	for _, u := range utf16.Encode([]rune(s)) {
		b += fmt.Sprintf("%04X", u)
	}
	return b + ">"
}

// formOf is a page with a form and notes on it.
func formOf() []byte {
	page := "BT /H 20 Tf 50 700 Td (A page with a mis\\255) Tj 0 -24 Td (match of words) Tj ET"
	note := func(kind, rest string) string {
		return "<< /Type /Annot /Subtype /" + kind + " /Rect [50 50 200 80] /P 3 0 R " + rest + " >>"
	}
	return hostile.Objects(
		"<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 7 0 R 8 0 R 9 0 R 10 0 R] /DR << /Font << /H 4 0 R >> >> >> >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /H 4 0 R >> >> "+
			"/Annots [6 0 R 7 0 R 8 0 R 9 0 R 11 0 R 12 0 R 13 0 R 14 0 R 15 0 R 16 0 R] >>",
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(page), page),
		note("Widget", "/FT /Tx /T (name) /DA (/H 12 Tf) /V "+wideString("مریم کریمی")),
		note("Widget", "/FT /Tx /T (secret) /Ff 8192 /DA (/H 12 Tf) /V (hunter2)"),
		note("Widget", "/FT /Ch /T (city) /Ff 131072 /DA (/H 12 Tf) /Opt [(Shiraz) (Tabriz)] /V (Tabriz)"),
		note("Widget", "/FT /Btn /T (agree) /V /Accepted /AS /Accepted"),
		"<< /FT /Tx /T (twice) /V (in two places) /DA (/H 12 Tf) /Kids [11 0 R 12 0 R] >>",
		note("Widget", "/Parent 10 0 R"), note("Widget", "/Parent 10 0 R"),
		note("FreeText", "/DA (/H 12 Tf) /Contents "+wideString("یادداشت آزاد")),
		note("FreeText", "/F 2 /DA (/H 12 Tf) /Contents (a hidden remark)"),
		note("Text", "/Contents "+wideString("این بند را ببینید")),
		note("Highlight", "/QuadPoints [50 80 200 80 50 50 200 50] /Contents (as agreed)"),
	)
}

func TestTextOfFormsAndNotes(t *testing.T) {
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
	b := formOf()
	text, err := p.ReadText(source.New(t.Context(), bytes.NewReader(b), int64(len(b))), 10_000)
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"A page with a mismatch of words", "مریم کریمی", "Tabriz", "in two places", "یادداشت آزاد",
		"این بند را ببینید", "as agreed"} {
		if strings.Count(text, words) != 1 {
			t.Errorf("%q is %d times in %q", words, strings.Count(text, words), text)
		}
	}
	for _, words := range []string{"hunter2", "Accepted", "hidden", "\ufffe"} {
		if strings.Contains(text, words) {
			t.Errorf("%q is in %q", words, text)
		}
	}
	if text, err = p.ReadText(source.New(t.Context(), bytes.NewReader(b), int64(len(b))), 40); err != nil || len(text) > 60 {
		t.Errorf("%d bytes of %d: %q, %v", len(text), 40, text, err)
	}
}
