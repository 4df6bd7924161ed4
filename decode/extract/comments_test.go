package extract

import (
	"archive/zip"
	"bytes"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"anbar/decode/source"
)

func zipOf(t *testing.T, parts map[string]string) *source.Source {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range parts {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return source.New(t.Context(), bytes.NewReader(b.Bytes()), int64(b.Len()))
}

func TestCommentsWithTheirPlaces(t *testing.T) {
	got, err := Comments(zipOf(t, map[string]string{
		"word/comments.xml": `<w:comments><w:comment w:id="3" w:author="سارا" w:date="2026-11-20T10:42:00Z">` +
			`<w:p><w:r><w:t>کدام بند؟</w:t></w:r></w:p>` +
			`<w:p><w:r><w:t>Second line</w:t></w:r></w:p></w:comment>` +
			`<w:comment w:id="4" w:author="Reza" w:date="yesterday"><w:p><w:r><w:t>No place</w:t></w:r></w:p></w:comment></w:comments>`,
		"word/document.xml": `<w:body><w:p><w:r><w:t>Before </w:t></w:r>` +
			`<w:commentRangeStart w:id="3"/><w:r><w:t>these words</w:t></w:r></w:p>` +
			`<w:p><w:r><w:t>and these</w:t></w:r><w:commentRangeEnd w:id="3"/>` +
			`<w:commentRangeStart w:id="9"/><w:r><w:t> after</w:t></w:r></w:p></w:body>`,
	}))
	if err != nil {
		t.Fatal(err)
	}
	want := []Comment{
		{ID: "3", Author: "سارا", At: "2026-11-20T10:42:00Z", Text: "کدام بند؟\nSecond line", Quote: "these words and these"},
		{ID: "4", Author: "Reza", Text: "No place"},
	}
	if len(got.Comments) != len(want) || got.Cut {
		t.Fatalf("got %+v", got)
	}
	for i := range want {
		if got.Comments[i] != want[i] {
			t.Errorf("got %+v, want %+v", got.Comments[i], want[i])
		}
	}
}

func TestCommentsAreBounded(t *testing.T) {
	long := strings.Repeat("واژه ", 3000)
	one := `<w:comment w:id="1" w:author="` + long[:2700] + `"><w:p><w:r><w:t>` + long + `</w:t></w:r></w:p></w:comment>`
	got, err := Comments(zipOf(t, map[string]string{
		"word/comments.xml": `<w:comments>` + strings.Repeat(one, maxComments+5) + `</w:comments>`,
		"word/document.xml": `<w:commentRangeStart w:id="1"/><w:t>` + long + `</w:t>`,
	}))
	if err != nil || !got.Cut || len(got.Comments) > maxComments {
		t.Fatalf("%d comments, cut %v: %v", len(got.Comments), got.Cut, err)
	}
	for _, c := range got.Comments {
		if len(c.Text) > maxComment || len(c.Author) > maxAuthor || len(c.Quote) > maxQuote || !utf8.ValidString(c.Text+c.Author+c.Quote) {
			t.Fatalf("a comment of %d bytes with a quote of %d", len(c.Text), len(c.Quote))
		}
	}
}

func TestDocumentsWithoutComments(t *testing.T) {
	got, err := Comments(zipOf(t, map[string]string{"word/document.xml": "<w:document/>"}))
	if err != nil || got.Comments == nil || len(got.Comments) != 0 {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, err := Comments(source.New(t.Context(), strings.NewReader("no zip"), 6)); !errors.Is(err, ErrUnreadable) {
		t.Errorf("got %v", err)
	}
}
