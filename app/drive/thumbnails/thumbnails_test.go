package thumbnails

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/jpeg"
	"io"
	"log/slog"
	"os"
	"sync"
	"testing"
	"time"

	"anbar/blobstore"
	"anbar/db"
	"anbar/db/dbtest"
	"anbar/decode"
	"anbar/decode/child"
	"anbar/decode/sizes"
	"anbar/stories/testdata/hostile"
)

func TestMain(m *testing.M) {
	child.Main()
	os.Exit(m.Run())
}

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
	dec := decode.New(t.TempDir(), slog.New(slog.DiscardHandler))
	m := New(dbtest.New(t), blobs, dec, slog.New(slog.DiscardHandler))
	t.Cleanup(func() {
		if err := errors.Join(dec.Close(), blobs.Close()); err != nil {
			t.Error(err)
		}
	})
	return &world{m, t}
}

// want stores a blob and requests its picture.
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

func (w *world) ask(h db.Hash, contentType string) { w.askFor(1, h, contentType) }

func (w *world) askFor(space db.SpaceID, h db.Hash, contentType string) {
	w.t.Helper()
	err := w.db.Update(w.t.Context(), func(tx *db.Tx) error {
		_, err := tx.InsertThumbnail(h, contentType, space)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) state(h db.Hash) (got db.Thumbnail) {
	w.t.Helper()
	err := w.db.View(w.t.Context(), func(v *db.View) (err error) {
		got, err = v.ThumbnailOf(0, h)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return got
}

// wanted counts the pictures that are not made yet.
func (w *world) wanted(of []db.Hash) (n int) {
	for _, h := range of {
		if w.state(h).State == db.ThumbnailWanted {
			n++
		}
	}
	return n
}

// until waits for a minute at most.
func (w *world) until(what string, is func() bool) {
	w.t.Helper()
	for began := time.Now(); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			w.t.Fatalf("%s was not made in a minute", what)
		}
	}
}

// stored reads the blob of a thumbnail back.
func (w *world) stored(h db.Hash) []byte {
	w.t.Helper()
	b, err := w.blobs.Open(w.t.Context(), blobstore.Digest(w.state(h).Hash))
	if err != nil {
		w.t.Fatal(err)
	}
	defer b.Close()
	all, err := io.ReadAll(io.NewSectionReader(b, 0, b.Size()))
	if err != nil {
		w.t.Fatal(err)
	}
	return all
}

// picture reads the largest picture of a thumbnail back.
func (w *world) picture(h db.Hash) image.Image {
	w.t.Helper()
	one, err := sizes.Extract(w.stored(h), sizes.Dense)
	if err != nil {
		w.t.Fatal(err)
	}
	img, err := jpeg.Decode(bytes.NewReader(one))
	if err != nil {
		w.t.Fatal(err)
	}
	return img
}

func TestThumbnailsAreMadeWithinASecond(t *testing.T) {
	w := newWorld(t)
	before := w.want("image/jpeg", hostile.JPEG(hostile.Quarters(600, 600)))
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		w.Run(ctx)
	}()
	made := func(h db.Hash) {
		t.Helper()
		w.until("a picture", func() bool { return w.state(h).State != db.ThumbnailWanted })
		if hostile.Corners(w.picture(h)) != "rgby" {
			t.Error("the picture is another")
		}
	}
	made(before)
	made(w.want("image/png", hostile.PNG(hostile.Quarters(700, 500))))
	stop()
	<-done
}

func TestThumbnailsThatCannotBeMadeDoNotHoldUpOthers(t *testing.T) {
	w := newWorld(t)
	broken := w.want("image/jpeg", []byte("\xff\xd8\xff nothing of the kind"))
	gone := db.Hash(blobstore.Sum([]byte("never stored")))
	w.ask(gone, "image/png")
	whole := w.want("image/jpeg", hostile.JPEG(hostile.Quarters(600, 600)))
	if err := w.MakeAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	for h, want := range map[db.Hash]db.ThumbnailState{
		broken: db.ThumbnailImpossible, gone: db.ThumbnailImpossible, whole: db.ThumbnailMade,
	} {
		if got := w.state(h).State; got != want {
			t.Errorf("%s is %d, want %d", h, got, want)
		}
	}
}

func TestFirstLinesOfTexts(t *testing.T) {
	w := newWorld(t)
	text := w.want(sizes.Text, []byte("سلام\nHello\n"))
	binary := w.want(sizes.Text, hostile.PNG(hostile.Quarters(64, 64)))
	if err := w.MakeAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := string(w.stored(text)); got != "سلام\nHello" || w.state(text).State != db.ThumbnailLines {
		t.Errorf("%q, %d", got, w.state(text).State)
	}
	if got := w.state(binary).State; got != db.ThumbnailImpossible {
		t.Errorf("a picture that is called a text is %d", got)
	}
	// The same bytes under the name of a picture have one, and stay one.
	for _, as := range []string{"image/png", sizes.Text} {
		w.ask(binary, as)
		if err := w.MakeAll(t.Context()); err != nil {
			t.Fatal(err)
		}
		if hostile.Corners(w.picture(binary)) != "rgby" || w.state(binary).State != db.ThumbnailMade {
			t.Errorf("as %s it is %d", as, w.state(binary).State)
		}
	}
	// The lines of a text stay when the same bytes come again, also when somebody calls them a picture.
	for _, as := range []string{"image/png", sizes.Text} {
		w.ask(text, as)
		if got := w.state(text).State; got != db.ThumbnailLines {
			t.Errorf("a text that comes again as %s is %d", as, got)
		}
	}
}

// TestThumbnailsAreTriedThreeTimes covers a machine that kills the process while it draws,
// and a failing disk: one picture may not delay all others for ever.
func TestThumbnailsAreTriedThreeTimes(t *testing.T) {
	w := newWorld(t)
	h := w.want("image/jpeg", hostile.JPEG(hostile.Quarters(600, 600)))
	for range maxTries {
		if w.state(h).State != db.ThumbnailWanted {
			t.Fatal("given up too early")
		}
		if err := w.storeResult(t.Context(), h, db.ThumbnailWanted, db.Hash{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.MakeAll(t.Context()); err != nil || w.state(h).State != db.ThumbnailImpossible {
		t.Fatalf("%v, state %d", err, w.state(h).State)
	}
}

func TestThumbnailsOfPDFs(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles PDFium")
	}
	w := newWorld(t)
	whole := w.want("application/pdf", hostile.PDF(hostile.FourColours))
	broken := w.want("application/pdf", []byte("%PDF-1.7 and nothing else"))
	empty := w.want("application/pdf", hostile.PDF(""))
	began := time.Now()
	if err := w.MakeAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Logf("three documents, with compiling: %v", time.Since(began))
	if s := w.state(broken).State; s != db.ThumbnailImpossible {
		t.Errorf("the broken one is %d", s)
	}
	if img := w.picture(whole); hostile.Corners(img) != "rgby" || img.Bounds().Dy() != 512 || img.Bounds().Dx() != 362 {
		t.Errorf("%s %v", hostile.Corners(img), img.Bounds())
	}
	if hostile.Corners(w.picture(empty)) != "wwww" {
		t.Error("an empty page is not white")
	}
}

// TestNobodyWaitsBehindAnothersDocuments has a workspace with many documents that
// take long, and another one with a small picture and a short PDF.
func TestNobodyWaitsBehindAnothersDocuments(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles PDFium")
	}
	w := newWorld(t)
	put := func(space db.SpaceID, contentType string, b []byte) db.Hash {
		d, lease, err := w.blobs.Put(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		defer lease.Release()
		w.askFor(space, db.Hash(d), contentType)
		return db.Hash(d)
	}
	for i := range 20 {
		put(1, "application/pdf", hostile.Endless(i))
	}
	photo := hostile.JPEG(hostile.Quarters(1500, 1500))
	var photos []db.Hash
	for i := range 200 {
		photos = append(photos, put(1, "image/jpeg", append(bytes.Clone(photo), byte(i))))
	}
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { w.Run(ctx) })
	defer running.Wait()
	defer stop()
	w.until("the first photo", func() bool { return w.wanted(photos) < len(photos) })
	began := time.Now()
	small := put(2, "image/png", hostile.PNG(hostile.Quarters(64, 64)))
	before := w.wanted(photos)
	w.until("a small picture", func() bool { return w.state(small).State != db.ThumbnailWanted })
	// One was being made. A few more may be made until the test looks.
	if n := before - w.wanted(photos); n > 20 {
		t.Errorf("a small picture waits behind %d of another's photos", n)
	}
	t.Logf("a small picture was there after %v", time.Since(began))
}
