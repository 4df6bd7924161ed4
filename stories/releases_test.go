package stories

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"anbar/app"
	"anbar/app/control"
	"anbar/app/operation/backup"
	"anbar/config"
	"anbar/db"

	"github.com/klauspost/compress/zstd"
)

// TestEveryReleaseIsUpgraded opens the data directory of each release, and restores the copies of each: the tree and the contents are
// those that the release had.
func TestEveryReleaseIsUpgraded(t *testing.T) {
	t.Parallel()
	all, err := filepath.Glob("testdata/releases/*.tar.zst")
	if err != nil || len(all) < 4 {
		t.Fatalf("%d releases, %v", len(all), err)
	}
	for _, name := range all {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".tar.zst"), func(t *testing.T) {
			dir := unpackRelease(t, name)
			listing, err := os.ReadFile(filepath.Join(dir, "files.json"))
			want := map[string]string{}
			if err = errors.Join(err, json.Unmarshal(listing, &want)); err != nil || len(want) == 0 {
				t.Fatal(err)
			}
			data := config.Storage{Data: filepath.Join(dir, "data")}
			rehearseRelease(t, dir, data)
			checkRelease(t, data, want)

			target, err := backup.OpenTarget(t.Context(), filepath.Join(dir, "target"), config.Storage{}, config.Remote{})
			if err != nil {
				t.Fatal(err)
			}
			restored := config.Storage{Data: filepath.Join(dir, "restored")}
			done, err := backup.Restore(t.Context(), target, restored, backup.RestoreOptions{
				Log:    slog.New(slog.DiscardHandler),
				Record: func(backup.Target) string { return filepath.Join(restored.Data, "litestream") },
			})
			if err != nil || len(done.Damaged) > 0 || done.Pending > 0 {
				t.Fatalf("%+v, %v", done, err)
			}
			checkRelease(t, restored, want)
		})
	}
}

// rehearseRelease has the calls that a rehearsal asks answer on a copy.
func rehearseRelease(t *testing.T, dir string, from config.Storage) {
	t.Helper()
	copied := config.Storage{Data: filepath.Join(dir, "rehearsed")}
	secrets, err := os.ReadFile(from.Secrets())
	err = errors.Join(err, os.Mkdir(copied.Data, 0o700), os.WriteFile(copied.Secrets(), secrets, 0o600),
		db.CopyFile(t.Context(), from.Database(), copied.Database()))
	if err != nil {
		t.Fatal(err)
	}
	answers, err := app.Rehearse(t.Context(), copied, nil, slog.New(slog.DiscardHandler))
	if err != nil || len(answers) < 30 {
		t.Fatalf("%d answers, %v", len(answers), err)
	}
	for _, a := range answers {
		if a.Failed != "" || a.Status != http.StatusOK {
			t.Errorf("%s (%s): %d %s %s", a.About, a.Path, a.Status, a.Failed, a.Body)
		}
	}
}

// checkRelease opens a data directory with this program, checks all of it and compares what an export writes.
func checkRelease(t *testing.T, s config.Storage, want map[string]string) {
	t.Helper()
	a, err := app.New(t.Context(), config.Serve{Storage: s, TLS: "off", Signup: "closed"}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}()
	var words bytes.Buffer
	if err := a.Commands.Check(t.Context(), &words, false); err != nil {
		t.Errorf("%v: %s", err, &words)
	}
	to := filepath.Join(t.TempDir(), "out")
	if err := a.Commands.Export(t.Context(), io.Discard, &control.Export{To: to}); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	err = filepath.WalkDir(to, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == "manifest.jsonl" {
			return err
		}
		b, err := os.ReadFile(path)
		sum := sha256.Sum256(b)
		rel, _ := filepath.Rel(to, path)
		if !strings.Contains(rel, "/") {
			return err // the page that explains the export
		}
		got[shortenExported(rel)] = hex.EncodeToString(sum[:])
		return err
	})
	if err != nil || !maps.Equal(got, want) {
		t.Errorf("%v; exported:\n%v\nwant:\n%v", err, got, want)
	}
}

// shortenExported turns the folders of an export into those that the listing of a release has.
func shortenExported(path string) string {
	_, path, _ = strings.Cut(path, "/") // the workspace
	if rest, ok := strings.CutPrefix(path, "Shared files/"); ok {
		return "shared/" + rest
	}
	if rest, ok := strings.CutPrefix(path, "My Drives/"); ok {
		_, rest, _ = strings.Cut(rest, "/") // the person
		return "my/" + rest
	}
	return path
}

func unpackRelease(t *testing.T, name string) string {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := zstd.NewReader(f, zstd.WithDecoderMaxWindow(1<<27))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	dir := t.TempDir()
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return dir
		}
		if err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(dir, h.Name)
		if h.Typeflag == tar.TypeDir {
			err = os.Mkdir(to, 0o700)
		} else {
			var b []byte
			b, err = io.ReadAll(r)
			err = errors.Join(err, os.WriteFile(to, b, 0o600), os.Chtimes(to, h.ModTime, h.ModTime))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
