package bucket_test

import (
	"io"
	"testing"
	"time"

	"anbar/app/drive/imports"
	"anbar/app/drive/imports/source"
)

// TestAnAdoptionRightAfterAPauseGoesOn, in whatever state the run of the import is when the next command comes.
func TestAnAdoptionRightAfterAPauseGoesOn(t *testing.T) {
	w := newWorld(t, newCloud(t))
	reads := make(chan struct{}, 1)
	w.fake = &fake{
		list: func(string) (*source.Page, error) { return page("a"), nil },
		open: func(*source.Item, int64) (io.ReadCloser, *source.Info, error) {
			select {
			case reads <- struct{}{}:
			default:
			}
			body, _ := io.Pipe() // nothing comes
			return body, &source.Info{Size: -1, ETag: "1"}, nil
		},
	}
	b := &imports.BeginRequest{Space: w.space, Directory: w.root, Kind: imports.WebDAV, Origin: imports.Origin{Title: "fake"}}
	for i := range 400 {
		imp, _, err := w.engine.Adopt(t.Context(), w.who, b, nil)
		if err != nil {
			t.Fatal(err)
		}
		select {
		case <-reads:
		case <-time.After(20 * time.Second):
			t.Fatalf("after %d pauses it is %s, and nothing reads", i, w.get(imp.ID).State)
		}
		if err := w.engine.Pause(t.Context(), w.who, imp.ID); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(i%40) * 25 * time.Microsecond)
	}
}
