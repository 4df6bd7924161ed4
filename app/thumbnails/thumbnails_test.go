package thumbnails

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"anbar/app/decode"
	"anbar/blobstore"
	"anbar/db"
	"anbar/db/dbtest"
)

type world struct {
	*Maker
	t *testing.T
}

func newWorld(t *testing.T) *world {
	t.Helper()
	blobs, err := blobstore.Open(t.TempDir(), blobstore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	pdf := decode.NewPDFium(t.TempDir())
	m := New(dbtest.New(t), blobs, pdf, slog.New(slog.DiscardHandler))
	t.Cleanup(func() {
		if err := errors.Join(pdf.Close(), blobs.Close()); err != nil {
			t.Error(err)
		}
	})
	return &world{m, t}
}

// want stores a content and asks for its picture.
func (w *world) want(contentType string, b []byte) db.Hash {
	w.t.Helper()
	d, lease, err := w.blobs.Put(w.t.Context(), b)
	if err != nil {
		w.t.Fatal(err)
	}
	defer lease.Release()
	w.ask(db.Hash(d), contentType)
	return db.Hash(d)
}

func (w *world) ask(h db.Hash, contentType string) {
	w.t.Helper()
	err := w.db.Update(w.t.Context(), func(tx *db.Tx) error {
		_, err := tx.InsertThumbnail(h, contentType)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) state(h db.Hash) (got db.Thumbnail) {
	w.t.Helper()
	err := w.db.View(w.t.Context(), func(v *db.View) (err error) {
		got, err = v.ThumbnailOf(h)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return got
}

// picture reads a thumbnail back.
func (w *world) picture(h db.Hash) image.Image {
	w.t.Helper()
	b, err := w.blobs.Get(w.t.Context(), blobstore.Digest(w.state(h).Hash))
	if err != nil {
		w.t.Fatal(err)
	}
	defer b.Close()
	img, err := jpeg.Decode(io.NewSectionReader(b, 0, b.Size()))
	if err != nil {
		w.t.Fatal(err)
	}
	return img
}

func TestThumbnailsAreMadeWithinASecond(t *testing.T) {
	w := newWorld(t)
	before := w.want("image/jpeg", jpegOf(t, quarters(600, 600)))
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		w.Run(ctx)
	}()
	made := func(h db.Hash) {
		t.Helper()
		for began := time.Now(); w.state(h).State == db.ThumbnailWanted; time.Sleep(10 * time.Millisecond) {
			if time.Since(began) > 10*time.Second {
				t.Fatal("nothing was made")
			}
		}
		if corners(w.picture(h)) != "rgby" {
			t.Error("the picture is another")
		}
	}
	made(before)
	made(w.want("image/png", pngOf(t, quarters(700, 500))))
	stop()
	<-done
}

func TestThumbnailsThatCannotBeMadeDoNotHoldUpOthers(t *testing.T) {
	w := newWorld(t)
	broken := w.want("image/jpeg", []byte("\xff\xd8\xff nothing of the kind"))
	gone := db.Hash(blobstore.Sum([]byte("never stored")))
	w.ask(gone, "image/png")
	heavyOne := w.want("image/webp", webpOf(5000, 4000, color.NRGBA{0, 0, 255, 255}))
	whole := w.want("image/jpeg", jpegOf(t, quarters(600, 600)))
	if err := w.Make(t.Context()); err != nil {
		t.Fatal(err)
	}
	for h, want := range map[db.Hash]db.ThumbnailState{broken: db.ThumbnailImpossible, gone: db.ThumbnailImpossible, heavyOne: db.ThumbnailMade, whole: db.ThumbnailMade} {
		if got := w.state(h).State; got != want {
			t.Errorf("%s is %d, want %d", h, got, want)
		}
	}
}

// TestThumbnailsAreTriedThreeTimes stands for a machine that ends the process
// while it draws, or a disk that fails: the picture may not hold up all others
// for ever.
func TestThumbnailsAreTriedThreeTimes(t *testing.T) {
	w := newWorld(t)
	h := w.want("image/jpeg", jpegOf(t, quarters(600, 600)))
	for range maxTries {
		if w.state(h).State != db.ThumbnailWanted {
			t.Fatal("given up too early")
		}
		if err := w.record(t.Context(), h, db.ThumbnailWanted, db.Hash{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Make(t.Context()); err != nil || w.state(h).State != db.ThumbnailImpossible {
		t.Fatalf("%v, state %d", err, w.state(h).State)
	}
}

type failing struct{}

func (failing) ReadAt([]byte, int64) (int, error) { return 0, errors.New("the disk is ill") }

func TestAFailingDiskIsNotThePicturesFault(t *testing.T) {
	w := newWorld(t)
	for _, kind := range []string{"image/jpeg", "application/pdf"} {
		src := decode.NewSource(t.Context(), failing{}, 1000)
		if _, err := w.drawFrom(src, db.WantedThumbnail{Type: kind}); err == nil || src.Failed() == nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

// pdfOf writes a PDF of one page with that content.
func pdfOf(page string, more ...string) []byte {
	objects := append([]string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> /Font << /H << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(page), page),
	}, more...)
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	var xref strings.Builder
	for i, o := range objects {
		fmt.Fprintf(&xref, "%010d 00000 n \n", b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	at := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, xref.String(), len(objects)+1, at)
	return b.Bytes()
}

const fourColours = "1 0 0 rg 0 421 297 421 re f 0 1 0 rg 297 421 298 421 re f 0 0 1 rg 0 0 297 421 re f 1 1 0 rg 297 0 298 421 re f BT /H 48 Tf 100 400 Td (Anbar) Tj ET"

func TestThumbnailsOfPDFs(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles PDFium")
	}
	w := newWorld(t)
	whole := w.want("application/pdf", pdfOf(fourColours))
	broken := w.want("application/pdf", []byte("%PDF-1.7 and nothing else"))
	empty := w.want("application/pdf", pdfOf(""))
	began := time.Now()
	if err := w.Make(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Logf("three documents, with compiling: %v", time.Since(began))
	if s := w.state(broken).State; s != db.ThumbnailImpossible {
		t.Errorf("the broken one is %d", s)
	}
	if img := w.picture(whole); corners(img) != "rgby" || img.Bounds().Dy() != 512 || img.Bounds().Dx() != 362 {
		t.Errorf("%s %v", corners(img), img.Bounds())
	}
	if corners(w.picture(empty)) != "wwww" {
		t.Error("an empty page is not white")
	}
	endless(t, w)
}

// endless draws a document that would take years: each of its forms shows the
// next one many times.
func endless(t *testing.T, w *world) {
	var forms []string
	show := strings.Repeat("/F Do ", 200)
	for i := range 8 {
		forms = append(forms, fmt.Sprintf("<< /Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /F %d 0 R >> >> /Length %d >>\nstream\n%s\nendstream", 6+i, len(show), show))
	}
	forms = append(forms, "<< /Type /XObject /Subtype /Form /BBox [0 0 595 842] /Length 20 >>\nstream\n1 0 0 rg 0 0 9 9 re f\nendstream")
	limit := w.pdf.Limit
	w.pdf.Limit = time.Second
	h := w.want("application/pdf", pdfOf(show, forms...))
	began := time.Now()
	if err := w.Make(t.Context()); err != nil || w.state(h).State != db.ThumbnailImpossible {
		t.Errorf("%v, state %d", err, w.state(h).State)
	}
	if took := time.Since(began); took > 8*time.Second {
		t.Errorf("it took %v", took)
	} else {
		t.Logf("an endless document and loading again: %v", took)
	}
	w.pdf.Limit = limit
	again := w.want("application/pdf", pdfOf(fourColours+" "))
	began = time.Now()
	if err := w.Make(t.Context()); err != nil || w.state(again).State != db.ThumbnailMade {
		t.Errorf("after an interruption: %v, state %d", err, w.state(again).State)
	}
	t.Logf("one after it: %v", time.Since(began))
}
