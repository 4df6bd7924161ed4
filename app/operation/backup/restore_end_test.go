package backup

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"anbar/config"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"
)

// timeAt is where the time stands in the head of a piece of the database.
const timeAt = 32

// TestNoChangeIsLeftOutInSilence harms a piece in the middle of the changes: it is gone, or its time is wrong. A restore of the latest
// state fails then, or has everything.
func TestNoChangeIsLeftOutInSilence(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, p place) {
		for _, harm := range []string{"gone", "later", "earlier"} {
			t.Run(harm, func(t *testing.T) {
				f := newFixture(t, p)
				now(t, f.k)
				all := slices.Clone(f.all)
				before := len(changes(t, p.open(t)))
				for n := range 5 {
					all = append(all, f.add(t, fmt.Appendf(nil, "change %d", n)))
					now(t, f.k)
				}
				f.end(t, f.k)
				target := p.open(t)
				middle := changes(t, target)[before+2].MinTXID
				for key, content := range contents(t, target) {
					if !strings.HasSuffix(key, ltx.FormatFilename(middle, middle)) {
						continue
					}
					if err := harmPiece(t, target, key, content, harm); err != nil {
						t.Fatal(err)
					}
				}
				s, r, err := restoreTo(t, target, time.Time{})
				if err == nil {
					t.Logf("%+v", r)
					whole(t, s, all...)
				}
			})
			emptyTarget(t, p.open(t))
		}
	})
}

func harmPiece(t *testing.T, target Target, key, content, harm string) error {
	t.Helper()
	if harm == "gone" {
		return target.Delete(t.Context(), key)
	}
	b := []byte(content)
	at := binary.BigEndian.Uint64(b[timeAt:])
	if harm == "later" {
		at += 1 << 30
	} else {
		at -= 1 << 30
	}
	binary.BigEndian.PutUint64(b[timeAt:], at)
	return target.Put(t.Context(), key, strings.NewReader(string(b)), int64(len(b)))
}

func emptyTarget(t *testing.T, target Target) {
	t.Helper()
	for key := range contents(t, target) {
		if err := target.Delete(t.Context(), key); err != nil {
			t.Fatal(err)
		}
	}
}

// TestADamagedCopyOfLaterBlocksNoMoment: a whole copy of the database whose head is gone stands behind the moment that is restored.
func TestADamagedCopyOfLaterBlocksNoMoment(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, p place) {
		f := newFixture(t, p)
		now(t, f.k)
		all := append(slices.Clone(f.all), f.add(t, []byte("before")))
		now(t, f.k)
		moment := time.Now().Add(5 * time.Millisecond)
		time.Sleep(10 * time.Millisecond)
		f.add(t, []byte("after"))
		now(t, f.k)
		f.end(t, f.k)
		target := p.open(t)
		last := changes(t, target)[len(changes(t, target))-1].MaxTXID
		for key := range contents(t, target) {
			if strings.HasSuffix(key, ltx.FormatFilename(1, 1)) {
				damaged := path.Join(path.Dir(path.Dir(key)), fmt.Sprint(litestream.SnapshotLevel), ltx.FormatFilename(1, last))
				if err := target.Put(t.Context(), damaged, strings.NewReader(""), 0); err != nil {
					t.Fatal(err)
				}
			}
		}
		s, _, err := restoreTo(t, target, moment)
		if err != nil {
			t.Fatal(err)
		}
		whole(t, s, all...)
	})
}

// TestAnInterruptedRestoreIsRunAgain has what one left that ended before the database was there: the next one removes it. Nothing else is
// removed.
func TestAnInterruptedRestoreIsRunAgain(t *testing.T) {
	t.Parallel()
	p := places(t)[0](t)
	f := newFixture(t, p)
	now(t, f.k)
	f.end(t, f.k)
	to := config.Storage{Data: filepath.Join(t.TempDir(), "back")}
	again := func() error {
		_, err := Restore(t.Context(), p.open(t), to, RestoreOptions{Log: slog.New(slog.DiscardHandler)})
		return err
	}
	left := filepath.Join(to.Blobs(), "packs", "00000000.pk")
	err := errors.Join(markUnfinished(to), os.MkdirAll(filepath.Dir(left), 0o700), os.WriteFile(left, []byte("half"), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	if err := again(); err != nil {
		t.Fatal(err)
	}
	whole(t, to, f.all...)
	if _, err := os.Stat(to.UnfinishedRestore()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it has ended, and is marked as if not: %v", err)
	}
	to.Data = t.TempDir()
	if err := os.WriteFile(filepath.Join(to.Data, "of somebody"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := again(); !errors.Is(err, ErrNotEmpty) {
		t.Errorf("over something that no restore left: %v", err)
	}
}
