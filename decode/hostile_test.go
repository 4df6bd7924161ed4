package decode_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"anbar/app/base/limits"
	"anbar/db"
	"anbar/decode"
	"anbar/decode/extract"
	"anbar/decode/sentences"
	"anbar/decode/sheet"
	"anbar/stories/testdata/hostile"
)

// mostGrown is how much the server may grow while others decode, in bytes.
const mostGrown = 32 << 20

// memoryBuffer reads one line of the system's statistics about this process's memory.
func memoryBuffer(t testing.TB, line string) int64 {
	t.Helper()
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(line + `:\s+(\d+) kB`).FindSubmatch(b)
	if m == nil {
		t.Fatalf("no %s in %s", line, b)
	}
	n, err := strconv.ParseInt(string(m[1]), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n << 10
}

// feed gives hostile documents to decoders, in every way that people can, and
// honest ones between them.
func feed(t testing.TB, all []hostile.Document) {
	d := newDecoders(t)
	dir := t.TempDir() // what lies on the disk is no memory of this process
	for i := range all {
		if err := os.WriteFile(filepath.Join(dir, all[i].Name), all[i].Make(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	debug.FreeOSMemory()
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
		t.Skip(err) // the peak cannot be begun anew
	}
	before := memoryBuffer(t, "VmRSS")
	for i, doc := range all {
		began := time.Now()
		results := offer(t, d, doc, filepath.Join(dir, doc.Name))
		if took := time.Since(began); took > 3*time.Second || testing.Verbose() {
			t.Logf("%s: %v, %s", doc.Name, took.Round(time.Millisecond), results)
		}
		if i%50 == 0 || i == len(all)-1 {
			honest(t, d)
		}
	}
	grown := memoryBuffer(t, "VmHWM") - before
	t.Logf("%d documents: %.1f MiB more at most", len(all), float64(grown)/(1<<20))
	if grown > mostGrown {
		t.Errorf("the appliance grew by %d MiB", grown>>20)
	}
}

// ops change a workbook in most ways.
const ops = `{"ops":[{"op":"insert","sheet":"1","axis":"rows","at":1,"count":1},{"op":"cells","sheet":"1","cells":[{"r":0,"c":0,"v":"a",
	"s":{"bold":true}}]},{"op":"merge","sheet":"1","range":[0,0,1,1]},{"op":"sheet-rename","sheet":"1","name":"new"}]}`

func offer(t testing.TB, d *decode.Decoders, doc hostile.Document, path string) string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	i, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	c := decode.Content{From: f, Size: i.Size(), Hash: hashOf([]byte(doc.Name)), Space: db.SpaceID(i.Size()%7 + 1)}
	var results []string
	note := func(what string, err error) {
		if err != nil && !errors.Is(err, decode.ErrContent) {
			t.Errorf("%s of %s: %v", what, doc.Name, err)
		}
		s := what + " made"
		if err != nil {
			s = err.Error()
		}
		results = append(results, s)
	}
	if doc.Type == "application/pdf" || strings.HasPrefix(doc.Type, "image/") || strings.HasPrefix(doc.Type, "application/vnd.o") {
		_, err := d.MakeThumbnails(t.Context(), c, doc.Type)
		note("picture", err)
	}
	if doc.Type == "image/tiff" {
		_, err := d.RenderPicturePage(t.Context(), limits.Owner{Person: 1}, c, 1)
		note("page", err)
	}
	if kind := extract.KindOf(doc.Ending, doc.Type); kind != extract.None {
		_, err := d.ExtractText(t.Context(), c, kind)
		note("text", err)
		_, err = d.ReadBlocks(t.Context(), limits.Owner{Person: 1}, c, kind)
		note("blocks", err)
		if kind == extract.Word {
			_, err = d.ReadComments(t.Context(), limits.Owner{Person: 1}, c)
			note("comments", err)
		}
		if kind == extract.Sheet {
			_, err = d.ReadSheetPage(t.Context(), limits.Owner{Person: 1}, c, sheet.PageRequest{Rows: limits.SheetRows})
			note("sheet", err)
			note("check", d.CheckEditable(t.Context(), limits.Owner{Person: 1}, decode.EditCells, c))
			parts := []decode.Content{content([]byte(ops))}
			note("change", d.Merge(t.Context(), limits.Owner{Person: 1}, decode.EditCells, c, parts, io.Discard))
		}
		choice := decode.Choice{Table: kind == extract.Plain, Most: sentences.DefaultCount}
		_, err = d.ExtractSentences(t.Context(), limits.Owner{Person: 1}, c, kind, choice)
		note("sentences", err)
	}
	if doc.Type == "image/png" || doc.Type == "image/jpeg" {
		_, _, err := d.MakeFace(t.Context(), c.From, c.Size)
		note("face", err)
	}
	return strings.Join(results, "; ")
}

func honest(t testing.TB, d *decode.Decoders) {
	t.Helper()
	photo, text := hostile.JPEG(hostile.Quarters(1200, 900)), hostile.Pack("word/document.xml", "<w:p><w:t>honest</w:t></w:p>")
	_, err := d.MakeThumbnails(t.Context(), content(photo), "image/jpeg")
	words, terr := d.ExtractText(t.Context(), content(text), extract.Word)
	_, _, ferr := d.MakeFace(t.Context(), bytes.NewReader(photo), int64(len(photo)))
	page := content(hostile.PDF(hostile.FourColours))
	page.Space = 100
	_, perr := d.MakeThumbnails(t.Context(), page, "application/pdf")
	if err := errors.Join(err, terr, ferr, perr); err != nil || !strings.Contains(words, "honest") {
		t.Errorf("honest documents: %q, %v", words, err)
	}
}

func TestHostileDocumentsEndNobodyElse(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles PDFium")
	}
	var some []hostile.Document
	for i, d := range hostile.All() {
		if i%29 == 7 && !d.Slow && !strings.HasPrefix(d.Name, "streams") && !strings.HasPrefix(d.Name, "pages") {
			some = append(some, d)
		}
	}
	feed(t, some)
}
