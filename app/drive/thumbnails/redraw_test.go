package thumbnails

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"

	"anbar/blobstore"
	"anbar/db"
	"anbar/decode/sizes"
	"anbar/stories/testdata/hostile"
)

// upload stores a file as a program did that had no thumbnail for its type.
func (w *world) upload(contentType string, b []byte) *db.Node {
	w.t.Helper()
	d, lease, err := w.blobs.Put(w.t.Context(), b)
	if err != nil {
		w.t.Fatal(err)
	}
	defer lease.Release()
	n := &db.Node{
		ID: db.NodeID(db.NewID()), Space: 1, Kind: db.File, Name: "a", NameKey: fmt.Sprint(db.NewID()), SortKey: []byte{1},
		Version: db.VersionID(db.NewID()), Hash: db.Hash(d), Number: 1, Size: int64(len(b)), ContentType: contentType,
		Thumbnail: db.NoThumbnail, CreatedBy: 1, ModifiedBy: 1,
	}
	err = w.db.Update(w.t.Context(), func(tx *db.Tx) error {
		if _, err := tx.NodeByID(1); errors.Is(err, db.ErrNotFound) {
			user := &db.User{ID: 1, Email: "a@example.org", Password: "x", FirstName: "A", LastName: "B", Language: "fa"}
			space := &db.Space{ID: 1, Title: "T", TitleKey: "t", Owner: 1, Root: 1, Trash: 2, Access: "private"}
			err = errors.Join(tx.InsertUser(user), tx.InsertSpace(space), tx.InsertRoot(1, 1, "shared", 0, 1))
			if err != nil {
				return err
			}
		}
		n.Parent = 1
		return errors.Join(tx.InsertNode(n), tx.InsertVersion(&db.Version{
			ID: n.Version, Node: n.ID, Space: 1, Number: 1, Hash: n.Hash, Size: n.Size, ContentType: contentType, CreatedBy: 1,
		}))
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return n
}

// expectStates compares what files say of their thumbnails.
func (w *world) expectStates(want map[*db.Node]db.ThumbnailState) {
	w.t.Helper()
	err := w.db.View(w.t.Context(), func(v *db.View) error {
		for n, state := range want {
			now, err := v.NodeByID(n.ID)
			if err != nil {
				return err
			}
			if now.Thumbnail != state {
				w.t.Errorf("the thumbnail of a file of %s is %d, want %d", n.ContentType, now.Thumbnail, state)
			}
		}
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

// TestFilesOfBeforeGetTheirThumbnails has a database of the version that drew neither photos of phones, nor drawings, nor
// pictures that move.
func TestFilesOfBeforeGetTheirThumbnails(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles PDFium")
	}
	w := newWorld(t)
	moving := w.upload("image/webp", []byte("RIFF\x04\x00\x00\x00WEBP"))
	impossible := w.upload("image/jpeg", hostile.JPEG(hostile.Quarters(60, 60)))
	for _, n := range []*db.Node{moving, impossible} {
		w.ask(n.Hash, n.ContentType)
		if err := w.storeResult(t.Context(), n.Hash, db.ThumbnailImpossible, db.Hash{}); err != nil {
			t.Fatal(err)
		}
	}
	want := map[*db.Node]db.ThumbnailState{
		moving: db.ThumbnailImpossible, impossible: db.ThumbnailImpossible, w.upload("text/plain", []byte("words")): db.ThumbnailLines,
		w.upload("application/zip", []byte("words of an archive")): db.NoThumbnail,
	}
	heic, drawing := w.upload("image/heic", hostile.HEIC()), w.upload("image/svg+xml", hostile.SVG(600, 600))
	same := w.upload("image/svg+xml", hostile.SVG(600, 600))
	for _, n := range []*db.Node{heic, drawing, same, w.upload("image/avif", hostile.AVIF(false))} {
		want[n] = db.ThumbnailMade
	}
	for range 3 * steps { // the walk takes more than one step
		w.upload("application/zip", []byte("words of an archive"))
	}
	last := w.upload("image/heic", append(hostile.HEIC(), "\x00\x00\x00\x08free"...))
	want[last] = db.ThumbnailMade
	if err := w.MakeAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.expectStates(want)
	if c := hostile.Corners(w.picture(drawing.Hash)); c != "rgby" {
		t.Errorf("the picture is another: %s", c)
	}
	w.redrawn = false
	if err := w.storeResult(t.Context(), heic.Hash, db.ThumbnailImpossible, db.Hash{}); err != nil {
		t.Fatal(err)
	}
	if more, err := w.redraw(t.Context(), false); more || err != nil || w.state(heic.Hash).State != db.ThumbnailImpossible {
		t.Errorf("the same version draws again: %v, %v", more, err)
	}
}

// TestTheWalkGoesOnWhereItWasKilled has a process for each step, and one that ends between the request and the picture.
func TestTheWalkGoesOnWhereItWasKilled(t *testing.T) {
	w := newWorld(t)
	var all []*db.Node
	for i := range 4 {
		all = append(all, w.upload("image/avif", bytes.Repeat([]byte{byte(i)}, 40))) // not one of them can be drawn
	}
	for range all {
		w.Maker = New(w.db, w.blobs, w.dec, slog.New(slog.DiscardHandler))
		more, err := w.redraw(t.Context(), false)
		if err != nil || !more {
			t.Fatalf("%v, %v", more, err)
		}
		if more, err := w.redraw(t.Context(), false); more || err != nil {
			t.Fatalf("two wait at the same time: %v, %v", more, err)
		}
		next, err := w.findWanted(t.Context(), false, map[db.SpaceID]int{})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.storeResult(t.Context(), next.Source, db.ThumbnailImpossible, db.Hash{}); err != nil {
			t.Fatal(err)
		}
	}
	for more := true; more; {
		var err error
		if more, err = w.redraw(t.Context(), false); err != nil {
			t.Fatal(err)
		}
	}
	err := w.db.View(t.Context(), func(v *db.View) error {
		r, err := v.ThumbnailRedraw()
		if r.Done != sizes.Version {
			t.Errorf("%+v", r)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range all {
		if s := w.state(n.Hash).State; s != db.ThumbnailImpossible {
			t.Errorf("%d", s)
		}
	}
}

// TestNobodyWaitsBehindTheFilesOfBefore has many of them, and a picture that comes while they are drawn.
func TestNobodyWaitsBehindTheFilesOfBefore(t *testing.T) {
	w := newWorld(t)
	var old []db.Hash
	for i := range 200 {
		n := w.upload("image/webp", append(hostile.JPEG(hostile.Quarters(1500, 1500)), byte(i)))
		old = append(old, n.Hash)
	}
	left := func() (n int) {
		for _, h := range old {
			if w.state(h).State != db.ThumbnailMade {
				n++
			}
		}
		return n
	}
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { w.Run(ctx) })
	defer running.Wait()
	defer stop()
	w.until("the first one", func() bool { return left() < len(old) })
	before := left()
	d := blobstore.Digest(w.want("image/png", hostile.PNG(hostile.Quarters(64, 64))))
	w.until("a new picture", func() bool { return w.state(db.Hash(d)).State == db.ThumbnailMade })
	if n := before - left(); n > 20 {
		t.Errorf("a new picture waits behind %d of before", n)
	}
}
