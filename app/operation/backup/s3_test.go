package backup

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"anbar/app/operation/backup/sftp/sftptest"
	"anbar/blobstore"
	"anbar/config"
	"anbar/db"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// service is an S3 service in this process, which can be switched off.
type service struct {
	config.S3
	down     atomic.Bool
	readOnly atomic.Bool
}

func newService(t *testing.T) *service {
	t.Helper()
	return serve(t, httptest.NewServer)
}

// newSecureService speaks HTTPS, with a certificate that nobody vouches for but the
// authority in S3CA.
func newSecureService(t *testing.T) *service {
	t.Helper()
	var cert *x509.Certificate
	s := serve(t, func(h http.Handler) *httptest.Server {
		server := httptest.NewUnstartedServer(h)
		server.Config.ErrorLog = log.New(io.Discard, "", 0)
		server.StartTLS()
		cert = server.Certificate()
		return server
	})
	s.S3CA = filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(s.S3CA, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert.Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	return s
}

func serve(t *testing.T, start func(http.Handler) *httptest.Server) *service {
	t.Helper()
	store := s3mem.New()
	if err := store.CreateBucket("copies"); err != nil {
		t.Fatal(err)
	}
	s := &service{}
	inner := gofakes3.New(store, gofakes3.WithLogger(gofakes3.DiscardLog())).Server()
	server := start(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.down.Load() || s.readOnly.Load() && r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		inner.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	s.S3 = config.S3{S3Endpoint: server.URL, S3Region: "us-east-1", S3Key: "key", S3Secret: "secret"}
	return s
}

func open(t *testing.T, name string, c config.S3) Target {
	t.Helper()
	target, err := OpenTarget(t.Context(), name, config.Storage{}, config.Remote{S3: c})
	if err != nil {
		t.Fatal(err)
	}
	return target
}

// TestTargetsOnS3AndDirectoriesKeepTheSameContract is what the rest of the
// package relies on, for every kind of target.
func TestTargetsOnS3AndDirectoriesKeepTheSameContract(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for name, target := range map[string]Target{
		"directory":       open(t, t.TempDir(), config.S3{}),
		"bucket":          open(t, "s3://copies", s.S3),
		"bucket's prefix": open(t, "s3://copies/of/anbar/", s.S3),
	} {
		t.Run(name, func(t *testing.T) { contract(t, target) })
	}
}

func contract(t *testing.T, target Target) {
	ctx := t.Context()
	long := bytes.Repeat([]byte("a long object goes up in parts. "), 20<<20/32)
	objects := map[string][]byte{
		"blobs/FORMAT": []byte("{}"), "blobs/packs/000001/0-9": {}, "blobs/large/0ab/0abc": long, "secrets": []byte("s"),
	}
	for key, b := range objects {
		if err := target.Put(ctx, key, bytes.NewReader(b), int64(len(b))); err != nil {
			t.Fatalf("put %s: %v", key, err)
		}
	}
	for key, want := range objects {
		if got, err := read(ctx, target, key); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes, %v; want %d", key, len(got), err, len(want))
		}
	}
	if got := listed(t, target, "blobs/"); !slices.Equal(got, []string{
		"blobs/FORMAT 2", fmt.Sprint("blobs/large/0ab/0abc ", len(long)), "blobs/packs/000001/0-9 0",
	}) {
		t.Errorf("list: %q", got)
	}
	if got := listed(t, target, "manifests/"); len(got) != 0 {
		t.Errorf("list of nothing: %q", got)
	}
	if _, err := read(ctx, target, "blobs/none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("get of what is not there: %v", err)
	}
	if err := target.Put(ctx, "secrets", strings.NewReader("changed"), 7); err != nil {
		t.Errorf("put again: %v", err)
	}
	if got, err := read(ctx, target, "secrets"); err != nil || string(got) != "changed" {
		t.Errorf("after putting again: %q, %v", got, err)
	}
	if err := target.Create(ctx, "epochs/1", []byte("first")); err != nil {
		t.Errorf("create: %v", err)
	}
	if err := target.Create(ctx, "epochs/1", []byte("second")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("create again: %v", err)
	}
	if got, err := read(ctx, target, "epochs/1"); err != nil || string(got) != "first" {
		t.Errorf("after creating twice: %q, %v", got, err)
	}
	for prefix, want := range map[string]string{"epochs/1": "epochs/1 5", "secrets": "secrets 7", "epochs/2": ""} {
		if got := listed(t, target, prefix); strings.Join(got, ",") != want {
			t.Errorf("list of %s: %q, want %q", prefix, got, want)
		}
	}
	for _, key := range []string{"blobs/FORMAT", "blobs/none"} {
		if err := target.Delete(ctx, key); err != nil {
			t.Errorf("delete %s: %v", key, err)
		}
	}
	if _, err := read(ctx, target, "blobs/FORMAT"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("get of what was deleted: %v", err)
	}
	if err := target.Put(ctx, "short", io.LimitReader(bytes.NewReader(long), 5), 6); err == nil {
		t.Error("a short object was taken")
	} else if _, err := read(ctx, target, "short"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a short object is there: %v", err)
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if err := target.List(stopped, "blobs/", func(string, int64) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("list after the end: %v", err)
	}
	enough := errors.New("enough")
	if err := target.List(ctx, "blobs/", func(string, int64) error { return enough }); !errors.Is(err, enough) {
		t.Errorf("list that was stopped: %v", err)
	}
}

func read(ctx context.Context, target Target, key string) ([]byte, error) {
	r, err := target.Get(ctx, key)
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(r)
	return b, errors.Join(err, r.Close())
}

func listed(t *testing.T, target Target, prefix string) (all []string) {
	t.Helper()
	err := target.List(t.Context(), prefix, func(key string, size int64) error {
		all = append(all, fmt.Sprint(key, " ", size))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// grow makes the database so large that a change of it goes up in parts.
func (d *drive) grow(t *testing.T) {
	t.Helper()
	b := make([]byte, 12<<20)
	if _, err := rand.Read(b); err != nil {
		t.Fatal(err)
	}
	err := d.db.Update(t.Context(), func(tx *db.Tx) error {
		return tx.InsertMessage(&db.Message{
			ID: db.MessageID(db.NewID()), Channel: db.ByMail, Recipient: "a@example.org", Kind: "code", Language: "en",
			Text: hex.EncodeToString(b),
		})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestADriveComesBackFromS3 copies to a service over HTTP, and over HTTPS with an
// authority of its own, and brings everything back. Of the environment nothing matters.
func TestADriveComesBackFromS3(t *testing.T) {
	t.Setenv("AWS_CA_BUNDLE", filepath.Join(t.TempDir(), "none.pem"))
	for name, start := range map[string]func(*testing.T) *service{"HTTP": newService, "HTTPS": newSecureService} {
		t.Run(name, func(t *testing.T) { comesBack(t, start(t)) })
	}
}

func comesBack(t *testing.T, s *service) {
	kept, once := open(t, "s3://copies/kept", s.S3), open(t, "s3://copies/once", s.S3)
	bringBack(t, kept, once, s.down.Store)
}

// bringBack copies to two empty targets of a service, which is down for a while, and brings everything back.
func bringBack(t *testing.T, kept, once Target, setDown func(bool)) {
	t.Helper()
	ctx := t.Context()
	d := newDrive(t)
	keys, err := os.ReadFile(d.Secrets())
	if err != nil {
		t.Fatal(err)
	}
	small, long := d.add(t, []byte("a small content")), d.add(t, bytes.Repeat([]byte("long"), 4<<20))
	keeper := d.keep(t, kept)
	if r := now(t, keeper); r.Objects < 3 {
		t.Fatalf("%+v", r)
	}
	late := d.add(t, []byte("one more"))
	d.grow(t)

	setDown(true)
	down, cancel := context.WithTimeout(ctx, 5*time.Second)
	if _, err := keeper.CopyNow(down); err == nil {
		t.Error("the service is off")
	}
	cancel()
	setDown(false)
	if now(t, keeper); keeper.Status().Problem != "" {
		t.Fatalf("the service is back: %+v", keeper.Status())
	}
	if r := now(t, keeper); r.Objects != 0 {
		t.Errorf("nothing is new: %+v", r)
	}
	if _, err := CopyOnce(ctx, once, d.db, d.blobs, t.TempDir(), d.options(t, once)); err != nil {
		t.Fatalf("once: %v", err)
	}
	d.end(t, keeper)
	for _, target := range []Target{kept, once} {
		to := mustRestore(t, target, time.Time{})
		if b, err := os.ReadFile(to.Secrets()); err != nil || !bytes.Equal(b, keys) {
			t.Errorf("secrets from %s: %q, %v", target, b, err)
		}
		whole(t, to, small, long, late)
	}
	lose(t, kept, long)
}

// TestAKeyThatWasReplacedDoesNotComeBack replaces the appliance's keys because others
// have them, as docs/security.md says.
func TestAKeyThatWasReplacedDoesNotComeBack(t *testing.T) {
	t.Parallel()
	for _, target := range []Target{
		open(t, t.TempDir(), config.S3{}), open(t, "s3://copies", newService(t).S3), openServer(t, sftptest.Start(t), "copies"),
	} {
		d := newDrive(t)
		if _, err := CopyOnce(t.Context(), target, d.db, d.blobs, t.TempDir(), d.options(t, target)); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(d.Secrets(), []byte("new keys"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := CopyOnce(t.Context(), target, d.db, d.blobs, t.TempDir(), d.options(t, target)); err != nil {
			t.Fatal(err)
		}
		to := mustRestore(t, target, time.Time{})
		if b, err := os.ReadFile(to.Secrets()); err != nil || string(b) != "new keys" {
			t.Errorf("from %s: %q, %v", target, b, err)
		}
		d.close(t)
	}
}

// lose takes one object away from a target.
func lose(t *testing.T, target Target, d blobstore.Digest) {
	t.Helper()
	object := blobstore.LargeKey(d)
	if err := target.Delete(t.Context(), blobsAt+object); err != nil {
		t.Fatal(err)
	}
	to, r, err := restoreTo(t, target, time.Time{})
	if err != nil || !slices.Equal(r.Damaged, []string{object}) || r.Pending != 1 {
		t.Fatalf("restore without %s: %v, %+v", object, err, r)
	}
	back := openDrive(t, to)
	defer back.close(t)
	found, err := Check(t.Context(), back.db, back.blobs, true)
	if err != nil || found.OK() || !slices.Equal(found.Contents.MissingSample, []blobstore.Digest{d}) {
		t.Errorf("it passes the check: %v, %+v", err, found)
	}
}

func TestS3ThatCannotBeReachedIsSaid(t *testing.T) {
	t.Parallel()
	s := newService(t)
	empty := config.Storage{Data: filepath.Join(t.TempDir(), "back")}
	secure := newSecureService(t).S3
	distrusted, none, rubbish := secure, secure, secure
	distrusted.S3CA, none.S3CA, rubbish.S3CA = "", "none.pem", filepath.Join(t.TempDir(), "rubbish.pem")
	if err := os.WriteFile(rubbish.S3CA, []byte("no certificate"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]config.S3{"none.pem": none, "holds no certificate": rubbish} {
		_, err := OpenTarget(t.Context(), "s3://copies", config.Storage{}, config.Remote{S3: c})
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("authorities that are none: %v, want something about %q", err, name)
		}
	}
	refused := s.S3
	refused.S3Endpoint = "http://127.0.0.1:1"
	for name, c := range map[string]struct {
		target string
		config config.S3
		says   string
	}{
		"nothing there": {"s3://copies/empty", s.S3, "s3://copies/empty holds no complete copy"},
		"no bucket":     {"s3://elsewhere", s.S3, "s3://elsewhere"},
		"nobody home":   {"s3://copies", refused, "connection refused"},
		"not trusted":   {"s3://copies", distrusted, "certificate"},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second)
		_, err := Restore(ctx, open(t, c.target, c.config), empty, RestoreOptions{Log: slog.New(slog.DiscardHandler)})
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want something about %q", name, err, c.says)
		}
		cancel()
	}
	if _, err := OpenTarget(t.Context(), "s3:///prefix", config.Storage{}, config.Remote{S3: s.S3}); err == nil {
		t.Error("a target without a bucket was taken")
	}
	if _, err := OpenTarget(t.Context(), "https://example.org", config.Storage{}, config.Remote{S3: s.S3}); err == nil {
		t.Error("a target of another kind was taken")
	}
}
