package backup

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/superfly/ltx"
)

// timeAt is where the time stands in the head of a piece of the database.
const timeAt = 32

// TestNoChangeIsLeftOutInSilence harms a piece in the middle of the changes: it is gone, or its time is wrong. A restore of the latest
// state fails then, or has everything.
func TestNoChangeIsLeftOutInSilence(t *testing.T) {
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
