package bucket_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/drive/imports"
	"anbar/app/drive/imports/source"
	"anbar/db"
)

// fake is a source that does what a test says.
type fake struct {
	list     func(cursor string) (*source.Page, error)
	open     func(it *source.Item, offset int64) (io.ReadCloser, *source.Info, error)
	versions func(it *source.Item) ([]source.Item, error)
	links    []source.Link
}

func (f *fake) List(_ context.Context, cursor string) (*source.Page, error) { return f.list(cursor) }

func (f *fake) Open(ctx context.Context, it *source.Item, offset int64) (io.ReadCloser, *source.Info, error) {
	if f.open != nil {
		body, info, err := f.open(it, offset)
		if p, slow := body.(*io.PipeReader); slow {
			context.AfterFunc(ctx, func() { p.CloseWithError(ctx.Err()) })
		}
		return body, info, err
	}
	return text("content of "+it.Key, it.ETag)
}

func (f *fake) ListVersions(_ context.Context, it *source.Item) ([]source.Item, error) {
	return f.versions(it)
}

func (f *fake) ListLinks(context.Context) ([]source.Link, error) { return f.links, nil }

func (f *fake) Parallel() int { return 4 }

func (f *fake) Close() error { return nil }

func text(content, etag string) (io.ReadCloser, *source.Info, error) {
	return io.NopCloser(strings.NewReader(content)), &source.Info{Size: int64(len(content)), ETag: etag}, nil
}

func (w *world) faked() imports.Kind {
	return imports.Kind{CanRepeat: true, Open: func(context.Context, *imports.Import) (source.Source, error) {
		if w.fake == nil {
			return nil, errors.New("no such source")
		}
		return w.fake, nil
	}}
}

// importFake begins an import of what a test says.
func (w *world) importFake(f *fake, more func(*imports.BeginRequest)) db.ImportID {
	w.t.Helper()
	w.fake = f
	b := &imports.BeginRequest{Space: w.space, Directory: w.root, Name: "files", Kind: imports.WebDAV,
		Origin: imports.Origin{Title: "fake"}}
	if more != nil {
		more(b)
	}
	imp, err := w.engine.Begin(w.t.Context(), w.who, b)
	if err != nil {
		w.t.Fatal(err)
	}
	return imp.ID
}

// page is a listing of files of those keys, and of directories below.
func page(keys ...string) *source.Page {
	p := &source.Page{}
	for _, k := range keys {
		name, directory := strings.CutSuffix(k, "/")
		p.Items = append(p.Items, source.Item{Key: name, Path: name, Directory: directory, Size: -1, ETag: "1"})
		if directory {
			p.Listings = append(p.Listings, source.Listing{Cursor: name, ETag: "1"})
		}
	}
	return p
}

// TestAPanicOfASourceIsOneOfItsImport: the server lives on, and the import waits.
func TestAPanicOfASourceIsOneOfItsImport(t *testing.T) {
	for name, f := range map[string]*fake{
		"list": {list: func(string) (*source.Page, error) { panic("a listing") }},
		"open": {
			list: func(string) (*source.Page, error) { return page("a"), nil },
			open: func(*source.Item, int64) (io.ReadCloser, *source.Info, error) { panic("a content") },
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, newCloud(t))
			id := w.importFake(f, nil)
			w.until(id, db.ImportWaiting)
			if err := w.engine.Pause(t.Context(), w.who, id); err != nil {
				t.Fatal(err)
			}
			w.fake = &fake{list: func(string) (*source.Page, error) { return page("a"), nil }}
			if err := w.engine.Resume(t.Context(), w.who, id); err != nil {
				t.Fatal(err)
			}
			w.until(id, db.ImportDone)
		})
	}
}

// stuck is a source with one large file, of which two parts come and then nothing.
func stuck(t *testing.T) *fake {
	let := make(chan struct{})
	t.Cleanup(func() { close(let) })
	return &fake{
		list: func(string) (*source.Page, error) { return page("large"), nil },
		open: func(*source.Item, int64) (io.ReadCloser, *source.Info, error) {
			r, w := io.Pipe()
			go func() {
				_, _ = w.Write(random(2<<20 + 1000)) // it fails when the reader goes away
				<-let
				w.Close()
			}()
			return r, &source.Info{Size: 8 << 20, ETag: "1"}, nil
		},
	}
}

func (w *world) parts() (n int) {
	for _, s := range w.blobs.ListSessions() {
		if strings.HasPrefix(s.SID, "import-") {
			n++
		}
	}
	return n
}

// TestNothingStaysOfWhatNobodyGoesOnWith: parts of a large file outlast a pause, and are removed when the import is cancelled.
func TestNothingStaysOfWhatNobodyGoesOnWith(t *testing.T) {
	w := newWorld(t, newCloud(t))
	id := w.importFake(stuck(t), nil)
	w.eventually("parts come", func() bool {
		now := w.get(id).Current
		return len(now) > 0 && now[0].Done >= 2<<20
	})
	if err := w.engine.Pause(t.Context(), w.who, id); err != nil {
		t.Fatal(err)
	}
	if err := w.engine.DeleteExpired(t.Context()); err != nil || w.parts() != 1 {
		t.Errorf("%d parts of a paused import: %v", w.parts(), err)
	}
	if err := w.engine.Cancel(t.Context(), w.who, id, true); err != nil {
		t.Fatal(err)
	}
	w.eventually("the parts are removed", func() bool { return w.parts() == 0 })
	forgotten := "import-" + db.ImportID(db.NewID()).String() + "-1-0"
	if _, err := w.blobs.BeginSession(t.Context(), forgotten, 8<<20, 1<<20); err != nil {
		t.Fatal(err)
	}
	if err := w.engine.DeleteExpired(t.Context()); err != nil || w.parts() != 0 {
		t.Errorf("%d parts of a forgotten import: %v", w.parts(), err)
	}
}

// TestAFileComesWithAllItsVersionsOrNotAtAll: the quota ends in the middle of them, and the file is not there twice afterwards.
func TestAFileComesWithAllItsVersionsOrNotAtAll(t *testing.T) {
	w := newWorld(t, newCloud(t))
	w.limit(2_500)
	f := &fake{
		list: func(string) (*source.Page, error) {
			p := page("a.txt")
			p.Items[0].Versions = true
			return p, nil
		},
		versions: func(it *source.Item) ([]source.Item, error) {
			return []source.Item{{Key: "v1", Size: -1, ETag: "v1"}, {Key: "v2", Size: -1, ETag: "v2"}}, nil
		},
		open: func(it *source.Item, _ int64) (io.ReadCloser, *source.Info, error) {
			return text(strings.Repeat(it.ETag[:1], 1_000), it.ETag)
		},
	}
	id := w.importFake(f, nil)
	one := w.until(id, db.ImportPaused)
	if got := w.tree(one.Directory); len(got) != 0 || one.Done != 0 {
		t.Errorf("%d files of one that does not fit, %d done", len(got), one.Done)
	}
	w.exact(id)
	w.limit(0)
	if err := w.engine.Resume(t.Context(), w.who, id); err != nil {
		t.Fatal(err)
	}
	one = w.until(id, db.ImportDone)
	if got := w.tree(one.Directory); len(got) != 1 || got["a.txt"] == "" {
		t.Errorf("%d files of one", len(got))
	}
	w.exact(id)
}

// TestADirectoryThatDoesNotComeHoldsUpNothing: the others come, the report names it, and another try brings what is in it.
func TestADirectoryThatDoesNotComeHoldsUpNothing(t *testing.T) {
	for name, broken := range map[string]error{"broken": errors.New("status 500"), "none": source.ErrAnswer, "gone": source.ErrGone} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, newCloud(t))
			var fine atomic.Bool
			f := &fake{list: func(cursor string) (*source.Page, error) {
				switch {
				case cursor == "":
					return page("a/", "b/", "top.txt"), nil
				case cursor == "a" && !fine.Load():
					return nil, broken
				}
				return page(cursor + "/in.txt"), nil
			}}
			id := w.importFake(f, nil)
			one := w.until(id, db.ImportDone)
			failed := w.items(id)["a"].State == db.ItemFailed
			if got := w.tree(one.Directory); len(got) != 2 || got["b/in.txt"] == "" || one.Failed != 1 || !failed {
				t.Errorf("%q, %d failed", got, one.Failed)
			}
			w.exact(id)
			type call = func(context.Context, access.Actor, db.ImportID) error
			for i, again := range []call{w.engine.Retry, w.engine.Repeat, w.engine.Retry} {
				fine.Store(i == 2)
				if err := again(t.Context(), w.who, id); err != nil {
					t.Fatal(err)
				}
				if one = w.until(id, db.ImportDone); (one.Failed == 0) != (i == 2) {
					t.Errorf("try %d: %d failed", i, one.Failed)
				}
			}
			if got := w.tree(one.Directory); len(got) != 3 || one.Failed != 0 || one.Done != one.Count {
				t.Errorf("%q, %d failed", got, one.Failed)
			}
			w.exact(id)
		})
	}
}

// TestASourceThatIsNoneFailsSoon: also one whose listing never ends.
func TestASourceThatIsNoneFailsSoon(t *testing.T) {
	long := page("x")
	long.Items[0].Key = strings.Repeat("x", 10<<20)
	round := 0
	for name, list := range map[string]func(string) (*source.Page, error){
		"another": func(string) (*source.Page, error) { return nil, source.ErrAnswer },
		"name":    func(string) (*source.Page, error) { return long, nil },
		"endless": func(string) (*source.Page, error) {
			round++
			p := page("a", "b")
			p.Next = strings.Repeat("n", round%5+1)
			return p, nil
		},
		"empty": func(string) (*source.Page, error) {
			round++
			return &source.Page{Next: strings.Repeat("e", round%2+1)}, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, newCloud(t))
			id := w.importFake(&fake{list: list}, nil)
			if one := w.until(id, db.ImportFailed); one.Reason == nil || *one.Reason != fault.ConnectionAnswer.Key {
				t.Errorf("%+v", one)
			}
			w.exact(id)
		})
	}
}
