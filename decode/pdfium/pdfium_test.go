package pdfium

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"anbar/decode/source"
	"anbar/stories/testdata/hostile"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/sys/unix"
)

// pdfOf writes a PDF with one page for each content.
func pdfOf(pages ...string) []byte {
	kids := ""
	objects := []string{"<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"}
	for _, p := range pages {
		n := len(objects) + 1
		kids += fmt.Sprintf("%d 0 R ", n)
		objects = append(objects, fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << "+
			"/Font << /H 3 0 R >> >> >>", n+1),
			fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(p), p))
	}
	objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", kids, len(pages))
	return hostile.Objects(objects...)
}

func TestTextOfPDFs(t *testing.T) {
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
	read := func(b []byte, most int) (string, error) {
		return p.ReadText(source.New(t.Context(), bytes.NewReader(b), int64(len(b))), most)
	}
	two := pdfOf("BT /H 48 Tf 100 400 Td (The first page) Tj ET", "BT /H 48 Tf 100 400 Td (And the second) Tj ET")
	if s, err := read(two, 1000); err != nil || s != "The first page\fAnd the second\f" {
		t.Errorf("%q, %v", s, err)
	}
	if s, err := read(two, 9); err != nil || s != "The first\f" {
		t.Errorf("%q, %v", s, err)
	}
	if s, err := read(pdfOf(""), 9); err != nil || strings.TrimSpace(s) != "" {
		t.Errorf("%q, %v", s, err)
	}
	if _, err := read([]byte("%PDF-1.7 and nothing else"), 9); !errors.Is(err, ErrDocument) {
		t.Error(err)
	}
}

func TestThePDFiumIsTheOneThatIsWrittenDown(t *testing.T) {
	z, err := zstd.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, z); err != nil {
		t.Fatal(err)
	}
	said, err := os.ReadFile("pdfium.md")
	if err != nil {
		t.Fatal(err)
	}
	if got := hex.EncodeToString(sum.Sum(nil)); !strings.Contains(string(said), got) {
		t.Errorf("pdfium.md does not know %s", got)
	}
}

// TestMemoryGoesWithItsDocument, so that the next one finds nothing of it: also when
// the time is up in the middle.
func TestMemoryGoesWithItsDocument(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles PDFium")
	}
	r, err := Load(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}()
	for i := range 6 {
		b := hostile.Slow(i)
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(50+60*i)*time.Millisecond)
		src := source.New(ctx, bytes.NewReader(b), int64(len(b)))
		if i%2 == 0 {
			_, err = r.ReadText(src, 1<<20)
		} else {
			_, err = r.DrawFirstPage(src, 512)
		}
		t.Log(err)
		cancel()
	}
	if err := unix.Mprotect(r.memory, unix.PROT_READ); err != nil {
		t.Fatal(err)
	}
	if at := bytes.IndexFunc(r.memory, func(b rune) bool { return b != 0 }); at >= 0 {
		t.Errorf("something of the documents is left at %d", at)
	}
}
