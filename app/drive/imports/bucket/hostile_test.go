package bucket_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/app/base/outward"
	"anbar/app/drive/files"
	"anbar/app/drive/imports"
	"anbar/app/drive/imports/bucket"
	"anbar/app/drive/imports/source"
	"anbar/db"
)

// says answers listings with a document.
func (c *cloud) says(body string) {
	c.breaks(func(rw http.ResponseWriter, r *http.Request) bool {
		if isGet(r) {
			return false
		}
		rw.Header().Set("Content-Type", "application/xml")
		_, _ = io.WriteString(rw, body)
		return true
	})
}

func (c *cloud) opened(t *testing.T) (*bucket.Source, error) {
	t.Helper()
	a := &bucket.Account{Endpoint: c.URL, AccessKey: "key", SecretKey: "secret"}
	return bucket.Open(t.Context(), a, outward.Guard{AllowPrivate: func() bool { return true }}, "files")
}

// TestAPageOfAProxyIsNoEmptyBucket: an import of nothing would be done, and the one import of a bucket spent.
func TestAPageOfAProxyIsNoEmptyBucket(t *testing.T) {
	for name, body := range map[string]string{
		"a page": "<html><body>Welcome</body></html>", "nothing": "", "text": "it works", "json": "{}",
		"another document": "<LocationConstraint>x</LocationConstraint>", "half": "<ListBucketResult><Contents><Key>a</Key>",
		"size": "<ListBucketResult><Contents><Key>a</Key><Size>x</Size></Contents></ListBucketResult>",
		"bomb": `<!DOCTYPE x [<!ENTITY a "aaa">]><ListBucketResult><Contents><Key>&a;</Key></Contents></ListBucketResult>`,
	} {
		t.Run(name, func(t *testing.T) {
			c := newCloud(t)
			c.says(body)
			w := newWorld(t, c)
			one := w.until(w.importAll(nil), db.ImportFailed)
			if one.Reason == nil || *one.Reason != fault.ConnectionAnswer.Key {
				t.Errorf("%+v", one)
			}
			err := w.db.View(t.Context(), func(v *db.View) error {
				spent, err := v.ImportedBucket(w.space)
				if spent != "" {
					t.Error("the one import of a bucket is spent")
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}

// TestAListingIsReadInPages: also that of a service which gives all at once, and one of elements that are next to nothing.
func TestAListingIsReadInPages(t *testing.T) {
	c := newCloud(t)
	s, err := c.opened(t)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for i := range 5_000 {
		fmt.Fprintf(&all, "<Contents><Key>k%05d</Key></Contents>", i)
	}
	c.says("<ListBucketResult>" + all.String() + "</ListBucketResult>")
	p, err := s.List(t.Context(), "")
	if err != nil || len(p.Items) != 1_000 || p.Next != "k00999" {
		t.Errorf("%v %v", p, err)
	}
	c.says("<ListBucketResult>" + strings.Repeat("<Contents/>", 700_000) + "</ListBucketResult>")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = s.List(t.Context(), "")
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; !errors.Is(err, source.ErrAnswer) || used > 200<<20 {
		t.Errorf("%v, %d MiB", err, used>>20)
	}
}

// TestAPartIsTheOneThatWasAskedFor: an object that came in parts has no sum that would tell.
func TestAPartIsTheOneThatWasAskedFor(t *testing.T) {
	c := newCloud(t)
	s, err := c.opened(t)
	if err != nil {
		t.Fatal(err)
	}
	tag := `"abc-2"`
	c.breaks(func(rw http.ResponseWriter, _ *http.Request) bool {
		rw.Header().Set("ETag", tag)
		rw.Header().Set("Content-Range", "bytes 0-4/10")
		rw.WriteHeader(http.StatusPartialContent)
		_, _ = io.WriteString(rw, "01234")
		return true
	})
	if _, _, err := s.Open(t.Context(), &source.Item{Key: "a", ETag: "abc-2"}, 5); !errors.Is(err, source.ErrChanged) {
		t.Errorf("another part: %v", err)
	}
	tag = ""
	if _, _, err := s.Open(t.Context(), &source.Item{Key: "a"}, 5); !errors.Is(err, source.ErrChanged) {
		t.Errorf("an object without a tag: %v", err)
	}
}

// TestSizesAndTimesThatCannotBe: they do no harm to the sums, nor to those who read the files' times.
func TestSizesAndTimesThatCannotBe(t *testing.T) {
	w := newWorld(t, newCloud(t))
	far := time.Unix(1<<55, 0)
	f := &fake{
		list: func(string) (*source.Page, error) {
			p := page("a", "b", "c", "d")
			for i := range p.Items {
				p.Items[i].ModifiedAt, p.Items[i].Size = far, 1<<62
			}
			p.Items[3].ModifiedAt, p.Items[3].Size = time.Unix(-1<<55, 0), -1<<62
			return p, nil
		},
		open: func(it *source.Item, _ int64) (io.ReadCloser, *source.Info, error) {
			body, info, err := text("x", it.ETag)
			info.ModifiedAt = far
			return body, info, err
		},
	}
	id := w.importFake(f, nil)
	one := w.until(id, db.ImportDone)
	if one.Bytes != 4 || one.BytesDone != 4 || one.Failed != 0 || len(w.tree(one.Directory)) != 4 {
		t.Errorf("%+v", one)
	}
	w.exact(id)
	err := w.db.View(t.Context(), func(v *db.View) error {
		for _, it := range w.items(id) {
			n, err := v.NodeByID(it.Node)
			if err != nil {
				return err
			}
			ver, err := v.VersionOf(n.ID, n.Version)
			if err != nil || !ver.ModifiedAt.IsZero() {
				t.Errorf("the time of %s: %v %v", it.Key, ver.ModifiedAt, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestALinkToWhatWasHereIsNotMade: it would show files that were never in it.
func TestALinkToWhatWasHereIsNotMade(t *testing.T) {
	w := newWorld(t, newCloud(t))
	var photos db.NodeID
	err := w.db.Update(t.Context(), func(tx *db.Tx) error {
		root, err := access.Dir(tx.ReadOnly(), w.who, w.space, w.root, access.Create)
		if err != nil {
			return err
		}
		name, err := names.Parse("Photos")
		if err != nil {
			return err
		}
		made, err := files.CreateDirectory(tx, w.who, root, name)
		if err == nil {
			photos = made.ID
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	w.hold(photos, "private.txt", "mine")
	f := &fake{
		list: func(cursor string) (*source.Page, error) {
			if cursor == "" {
				return page("Photos/"), nil
			}
			return page("Photos/in.txt"), nil
		},
		links: []source.Link{{URL: "https://there/s/1", Key: "Photos", Title: "Photos"}},
	}
	id := w.importFake(f, func(b *imports.BeginRequest) { b.Name = "" })
	w.until(id, db.ImportDone)
	if got := w.tree(photos); len(got) != 2 {
		t.Fatalf("%q", got)
	}
	err = w.db.View(t.Context(), func(v *db.View) error {
		all, err := v.ImportLinksOf(id)
		if len(all) != 1 || all[0].Link != "" || all[0].Reason != fault.ImportLinkWider.Key {
			t.Errorf("%+v", all)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestASecretOutlivesNoCancel: nothing is read there any more.
func TestASecretOutlivesNoCancel(t *testing.T) {
	w := newWorld(t, newCloud(t))
	id := w.importFake(stuck(t), func(b *imports.BeginRequest) { b.Origin.Secret = "hush-hush" })
	if err := w.engine.Cancel(t.Context(), w.who, id, false); err != nil {
		t.Fatal(err)
	}
	err := w.db.View(t.Context(), func(v *db.View) error {
		imp, err := v.ImportByID(id)
		if err == nil && imp.Sealed != nil {
			t.Error("the secret of a cancelled import is kept")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestManyItemsThatFailedAreTriedAgain: in several transactions, of which none is long.
func TestManyItemsThatFailedAreTriedAgain(t *testing.T) {
	const all = 4_500
	w := newWorld(t, newCloud(t))
	var fine atomic.Bool
	f := &fake{
		list: func(cursor string) (*source.Page, error) {
			from := 0
			_, _ = fmt.Sscan(cursor, &from)
			p := &source.Page{}
			for i := from; i < min(from+500, all); i++ {
				p.Items = append(p.Items, page(fmt.Sprint("f", i)).Items...)
			}
			if from+500 < all {
				p.Next = fmt.Sprint(from + 500)
			}
			return p, nil
		},
		open: func(it *source.Item, _ int64) (io.ReadCloser, *source.Info, error) {
			if !fine.Load() {
				return nil, nil, source.ErrGone
			}
			return text("same", it.ETag)
		},
	}
	id := w.importFake(f, nil)
	if one := w.until(id, db.ImportDone); one.Failed != all {
		t.Fatalf("%d failed", one.Failed)
	}
	fine.Store(true)
	if err := w.engine.Retry(t.Context(), w.who, id); err != nil {
		t.Fatal(err)
	}
	if one := w.until(id, db.ImportDone); one.Failed != 0 || one.Done != all {
		t.Errorf("%d failed, %d done", one.Failed, one.Done)
	}
	w.exact(id)
}

// TestSlowImportsHoldNoPlacesOfOthers: those whose person bounded their pace keep their places for days.
func TestSlowImportsHoldNoPlacesOfOthers(t *testing.T) {
	w := newWorld(t, newCloud(t))
	slow := stuck(t)
	slow.list = func(string) (*source.Page, error) { return page("a", "b", "c", "d"), nil }
	for range 3 {
		id := w.importFake(slow, func(b *imports.BeginRequest) { b.Rate = 1 << 40 })
		w.eventually("it reads", func() bool { return len(w.get(id).Current) > 0 })
	}
	id := w.importFake(&fake{list: func(string) (*source.Page, error) { return page("x"), nil }}, nil)
	w.until(id, db.ImportDone)
}

// TestItemsOfOnePersonHaveABound: rows count for no quota.
func TestItemsOfOnePersonHaveABound(t *testing.T) {
	w := newWorld(t, newCloud(t))
	f := &fake{list: func(string) (*source.Page, error) { return page("x"), nil }}
	id := w.importFake(f, nil)
	w.until(id, db.ImportDone)
	err := w.db.Update(t.Context(), func(tx *db.Tx) error {
		return tx.UpdateImportCounts(id, db.ImportCounts{Count: limits.ImportItemsKept})
	})
	if err != nil {
		t.Fatal(err)
	}
	b := &imports.BeginRequest{Space: w.space, Directory: w.root, Kind: imports.WebDAV}
	if _, err := w.engine.Begin(t.Context(), w.who, b); !errors.Is(err, fault.ImportsTooMany) {
		t.Errorf("one more: %v", err)
	}
	if err := w.engine.Delete(t.Context(), w.who, id); err != nil {
		t.Fatal(err)
	}
	if err := w.engine.DeleteExpired(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := w.engine.Begin(t.Context(), w.who, b); err != nil {
		t.Errorf("once they are forgotten: %v", err)
	}
}
