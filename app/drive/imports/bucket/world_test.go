package bucket_test

import (
	"bytes"
	"context"
	"crypto/md5" // as object storages name contents
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/names"
	"anbar/app/base/outward"
	"anbar/app/base/vault"
	"anbar/app/drive/files"
	"anbar/app/drive/imports"
	"anbar/app/drive/imports/bucket"
	"anbar/app/drive/live"
	"anbar/app/sharing/workspaces"
	"anbar/blobstore"
	"anbar/db"
	"anbar/db/dbtest"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// cloud is an object storage of our own, which a test breaks.
type cloud struct {
	*httptest.Server
	store *s3mem.Backend

	mu    sync.Mutex
	fails func(http.ResponseWriter, *http.Request) bool // answers in place of the service
	asked []*http.Request
}

func newCloud(t *testing.T) *cloud {
	t.Helper()
	c := &cloud{store: s3mem.New()}
	if err := c.store.CreateBucket("files"); err != nil {
		t.Fatal(err)
	}
	inner := gofakes3.New(c.store, gofakes3.WithLogger(gofakes3.DiscardLog())).Server()
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.mu.Lock()
		fails := c.fails
		c.asked = append(c.asked, r)
		c.mu.Unlock()
		if fails != nil && fails(w, r) {
			return
		}
		inner.ServeHTTP(w, r)
	}))
	t.Cleanup(c.Close)
	return c
}

func (c *cloud) breaks(fn func(http.ResponseWriter, *http.Request) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fails = fn
}

// isGet reports whether a request reads an object.
func isGet(r *http.Request) bool { return r.URL.Query().Get("x-id") == "GetObject" }

func (c *cloud) put(t *testing.T, key string, content []byte) {
	t.Helper()
	if _, err := c.store.PutObject("files", key, map[string]string{}, bytes.NewReader(content), int64(len(content)), nil); err != nil {
		t.Fatalf("put %q: %v", key, err)
	}
}

// refusal answers as a service does that refuses.
func refusal(w http.ResponseWriter, status int, code string) bool {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(status)
	fmt.Fprintf(w, "<Error><Code>%s</Code><Message>no</Message></Error>", code)
	return true
}

// world is a workspace whose owner imports from a cloud.
type world struct {
	t      *testing.T
	cloud  *cloud
	db     *db.DB
	blobs  *blobstore.Store
	engine *imports.Service
	who    access.Actor
	space  db.SpaceID
	root   db.NodeID
	own    bool
	secret string
	fake   *fake // what imports of the kind webdav read
}

func newWorld(t *testing.T, c *cloud) *world {
	t.Helper()
	w := &world{t: t, cloud: c, db: dbtest.New(t), who: access.Actor{User: db.UserID(db.NewID())}, own: true, secret: "secret"}
	var err error
	w.blobs, err = blobstore.Open(filepath.Join(t.TempDir(), "blobs"), blobstore.Options{Log: quiet, Reserve: -1, MinFree: -1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.blobs.Close() })
	err = w.db.Update(t.Context(), func(tx *db.Tx) error {
		return tx.InsertUser(&db.User{ID: w.who.User, Email: "owner@example.org", FirstName: "The owner", Language: "fa"})
	})
	if err != nil {
		t.Fatal(err)
	}
	err = w.db.Update(t.Context(), func(tx *db.Tx) (err error) {
		if w.space, err = workspaces.New(workspaces.Options{DB: w.db}).Insert(tx, w.who.User, "Team"); err != nil {
			return err
		}
		sp, err := access.Space(tx.ReadOnly(), w.who, w.space, access.Read, access.Workspace)
		if err == nil {
			w.root = sp.Root
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	w.begin()
	return w
}

var quiet = slog.New(slog.DiscardHandler)

// begin starts the engine, as the server does.
func (w *world) begin() {
	key := make([]byte, 32)
	v := vault.New(key)
	buckets := bucket.New(w.db, v, outward.Guard{AllowPrivate: func() bool { return w.own }})
	hub := live.New(w.db, slog.New(slog.DiscardHandler))
	engine := imports.New(imports.Options{
		DB: w.db, Blobs: w.blobs, Live: hub, Vault: v, Log: quiet, FirstWait: 40 * time.Millisecond,
		Kinds: map[string]imports.Kind{imports.Bucket: repeating(buckets.Kind()), imports.WebDAV: w.faked()},
	})
	w.engine = engine
	ctx, end := context.WithCancel(context.Background())
	var done sync.WaitGroup
	done.Go(func() { engine.Run(ctx) })
	w.t.Cleanup(func() {
		end()
		done.Wait()
		if err := hub.Close(); err != nil {
			w.t.Error(err)
		}
	})
}

// repeating lets a bucket be read again, as other kinds of sources are.
func repeating(k imports.Kind) imports.Kind {
	k.CanRepeat = true
	return k
}

// importAll begins an import of the bucket.
func (w *world) importAll(more func(*imports.BeginRequest)) db.ImportID {
	w.t.Helper()
	w.keys("")
	b := &imports.BeginRequest{
		Space: w.space, Directory: w.root, Name: "files", Kind: imports.Bucket,
		Origin: imports.Origin{Title: "files", Place: map[string]string{"endpoint": w.cloud.URL, "region": "", "bucket": "files"}},
	}
	if more != nil {
		more(b)
	}
	imp, err := w.engine.Begin(w.t.Context(), w.who, b)
	if err != nil {
		w.t.Fatal(err)
	}
	return imp.ID
}

// keys gives the owner an object storage.
func (w *world) keys(endpoint string) {
	w.t.Helper()
	if endpoint == "" {
		endpoint = w.cloud.URL
	}
	sealed := vault.New(make([]byte, 32)).Seal(w.secret, "object storage of "+w.who.User.String(), endpoint)
	err := w.db.Update(w.t.Context(), func(tx *db.Tx) error {
		return tx.PutBucketAccount(&db.BucketAccount{User: w.who.User, Endpoint: endpoint, AccessKey: "key", Sealed: sealed})
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) get(id db.ImportID) *imports.ImportView {
	w.t.Helper()
	one, err := w.engine.Get(w.t.Context(), w.who, id)
	if err != nil {
		w.t.Fatal(err)
	}
	return one
}

// until waits for a state of an import, and returns it.
func (w *world) until(id db.ImportID, state db.ImportState) *imports.ImportView {
	w.t.Helper()
	for began := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		one := w.get(id)
		if one.State == state {
			return one
		}
		if time.Since(began) > 2*time.Minute {
			text, _ := json.Marshal(one)
			w.t.Fatalf("it is not %s: %s", state, text)
		}
	}
}

// items returns what became of each key.
func (w *world) items(id db.ImportID) map[string]db.ImportItem {
	w.t.Helper()
	all := map[string]db.ImportItem{}
	err := w.db.View(w.t.Context(), func(v *db.View) error {
		for after := []byte(nil); ; {
			some, err := v.ImportItems(id, after, 1000)
			if err != nil || len(some) == 0 {
				return err
			}
			for _, it := range some {
				all[string(it.Key)] = it
				after = it.Key
			}
		}
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return all
}

// tree returns the contents of all files below a directory, by path.
func (w *world) tree(dir db.NodeID) map[string]string {
	w.t.Helper()
	all := map[string]string{}
	hashes := map[string]db.Hash{}
	err := w.db.View(w.t.Context(), func(v *db.View) error { return walk(v, dir, "", hashes) })
	if err != nil {
		w.t.Fatal(err)
	}
	for path, h := range hashes {
		b, err := w.blobs.Open(w.t.Context(), blobstore.Digest(h))
		if err != nil {
			w.t.Fatalf("%s: %v", path, err)
		}
		r := b.NewReader()
		content, err := io.ReadAll(r)
		if err != nil {
			w.t.Fatalf("%s: %v", path, err)
		}
		r.Close()
		all[path] = string(content)
	}
	return all
}

func walk(v *db.View, dir db.NodeID, way string, into map[string]db.Hash) error {
	all, err := v.Children(dir, db.File, db.ByName, false, db.Place{}, 100_000)
	for _, n := range all {
		into[way+n.Name] = n.Hash
	}
	if err == nil {
		all, err = v.Children(dir, db.Directory, db.ByName, false, db.Place{}, 100_000)
		for _, n := range all {
			if err == nil {
				err = walk(v, n.ID, way+n.Name+"/", into)
			}
		}
	}
	return err
}

// hold puts a file into a directory, as a person does.
func (w *world) hold(dir db.NodeID, name, content string) {
	w.t.Helper()
	d, lease, err := w.blobs.Put(w.t.Context(), []byte(content))
	if err != nil {
		w.t.Fatal(err)
	}
	defer lease.Release()
	err = w.db.Update(w.t.Context(), func(tx *db.Tx) error {
		it, err := access.Dir(tx.ReadOnly(), w.who, w.space, dir, access.Create)
		if err != nil {
			return err
		}
		n, err := names.Parse(name)
		if err != nil {
			return err
		}
		c := files.Content{Hash: db.Hash(d), Size: int64(len(content)), Type: "text/plain"}
		_, _, err = files.Add(tx, w.who, it, n, c, files.Version)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

func random(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // it never fails
	return b
}

// exact fails when the counts of an import are not those of its rows.
func (w *world) exact(id db.ImportID) {
	w.t.Helper()
	var got db.ImportCounts
	for _, it := range w.items(id) {
		got.Add(it.State, 1, it.Size)
	}
	err := w.db.View(w.t.Context(), func(v *db.View) error {
		imp, err := v.ImportByID(id)
		if err == nil && imp.ImportCounts != got {
			w.t.Errorf("counts %+v, rows %+v", imp.ImportCounts, got)
		}
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

func etagOf(b []byte) string { return fmt.Sprintf(`"%x"`, md5.Sum(b)) }

// limit bounds the bytes of the workspace; 0 for any number.
func (w *world) limit(bytes int64) {
	w.t.Helper()
	err := w.db.Update(w.t.Context(), func(tx *db.Tx) error { return tx.UpdateSpaceLimits(w.space, bytes, 0) })
	if err != nil {
		w.t.Fatal(err)
	}
}

// eventually waits until something holds.
func (w *world) eventually(what string, holds func() bool) {
	w.t.Helper()
	for began := time.Now(); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Since(began) > 2*time.Minute {
			w.t.Fatalf("never: %s", what)
		}
	}
}
