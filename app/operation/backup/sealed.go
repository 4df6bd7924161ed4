package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"anbar/app/operation/backup/seal"
	"anbar/blobstore"
	"anbar/db/replica"
)

// What is sealed lies below sealed/<id of the sheet>/, so the key of an object says how it has to be sealed: nothing clear and nothing of
// another sheet passes for it.
const sealedAt = "sealed/"

// sealedTarget seals what is stored below sealedAt, and opens it. Sizes are those of what is in the objects.
type sealedTarget struct {
	Target
	ring *seal.Ring
}

// withRing seals and opens with the keys of a ring; nil for none. Without keys a sealed object cannot be opened, and the error says so.
func withRing(t Target, ring *seal.Ring) Target {
	if s, ok := t.(*sealedTarget); ok {
		t = s.Target
	}
	return &sealedTarget{t, ring}
}

// findSealer returns the keys of a sheet that a target was opened with; nil for none.
func findSealer(t Target, sheet string) (*seal.Sealer, error) {
	s, ok := t.(*sealedTarget)
	if !ok || sheet == "" {
		return nil, nil
	}
	return s.ring.Find(sheet)
}

// listSheets returns the ids of the sheets whose keys a target was opened with.
func listSheets(t Target) ([]string, error) {
	s, ok := t.(*sealedTarget)
	if !ok {
		return nil, nil
	}
	return s.ring.IDs()
}

// SheetError reports copies whose keys are not here.
type SheetError struct{ Target, Sheet string }

// Error implements error.
func (e *SheetError) Error() string {
	return fmt.Sprintf("the copies at %s are sealed with the recovery sheet %s: to restore them, name the sheet with --sheet; to go "+
		"on with the data of this machine, bring its keys back with \"anbar backup sheet --enter\"", e.Target, seal.FormatID(e.Sheet))
}

// tamperedError reports a sealed object that is not what was sealed. It counts as damage everywhere.
type tamperedError struct{ err *seal.OpenError }

// Error implements error.
func (e *tamperedError) Error() string { return e.err.Error() }

// Unwrap makes it damage.
func (e *tamperedError) Unwrap() []error { return []error{e.err, errDamaged, blobstore.ErrCorrupt} }

func asTampered(err error) error {
	var wrong *seal.OpenError
	if errors.As(err, &wrong) {
		return &tamperedError{wrong}
	}
	return err
}

// sealerOf returns the keys that an object is sealed with; nil for one that is not.
func (s *sealedTarget) sealerOf(key string) (*seal.Sealer, error) {
	rest, sealed := strings.CutPrefix(key, sealedAt)
	if !sealed {
		return nil, nil
	}
	id, _, _ := strings.Cut(rest, "/")
	found, err := s.ring.Find(id)
	if err == nil && found == nil {
		err = &SheetError{s.Target.String(), id}
	}
	return found, err
}

// Put implements Target.
func (s *sealedTarget) Put(ctx context.Context, key string, r io.Reader, size int64) error {
	by, err := s.sealerOf(key)
	if err != nil {
		return err
	}
	if by == nil {
		return s.Target.Put(ctx, key, r, size)
	}
	sealed, err := by.Seal(key, r)
	if err != nil {
		return err
	}
	return s.Target.Put(ctx, hideKey(by, key), sealed, seal.SealedSize(size))
}

// Create implements Target. What is created is read by whoever has no keys yet, and never sealed.
func (s *sealedTarget) Create(ctx context.Context, key string, content []byte) error {
	if strings.HasPrefix(key, sealedAt) {
		return fmt.Errorf("%s cannot be created sealed", key)
	}
	return s.Target.Create(ctx, key, content)
}

// Get implements Target.
func (s *sealedTarget) Get(ctx context.Context, key string) (io.ReadCloser, error) {
	by, err := s.sealerOf(key)
	if err != nil {
		return nil, err
	}
	if by == nil {
		return s.Target.Get(ctx, key)
	}
	in, err := s.Target.Get(ctx, hideKey(by, key))
	if err != nil {
		return nil, err
	}
	r, err := by.Open(key, in)
	if err != nil {
		return nil, errors.Join(asTampered(err), in.Close())
	}
	return &openedStream{r, in}, nil
}

// openedStream is a sealed object that is read.
type openedStream struct {
	r io.Reader
	io.Closer
}

// Read implements io.Reader.
func (o *openedStream) Read(p []byte) (int, error) {
	n, err := o.r.Read(p)
	if err != nil && err != io.EOF {
		err = asTampered(err)
	}
	return n, err
}

// List implements Target. Of a sheet whose keys are not here it gives the names and sizes as they are.
func (s *sealedTarget) List(ctx context.Context, prefix string, fn func(string, int64) error) error {
	return s.Target.List(ctx, prefix, func(key string, size int64) error {
		by, err := s.sealerOf(key)
		if by == nil {
			var unknown *SheetError
			if err != nil && !errors.As(err, &unknown) {
				return err
			}
			return fn(key, size)
		}
		return fn(revealKey(by, key), seal.PlainSize(size))
	})
}

// Delete implements Target.
func (s *sealedTarget) Delete(ctx context.Context, key string) error {
	by, err := s.sealerOf(key)
	var unknown *SheetError
	if err != nil && !errors.As(err, &unknown) {
		return err
	}
	if by != nil {
		key = hideKey(by, key)
	}
	return s.Target.Delete(ctx, key)
}

// Replica implements Target.
func (s *sealedTarget) Replica(prefix string) replica.Target {
	t := s.Target.Replica(prefix)
	by, err := s.sealerOf(prefix)
	switch {
	case err != nil:
		t.Seal = &lockedSealer{err}
	case by != nil:
		t.Seal = &replicaSealer{by}
	}
	return t
}

// replicaSealer seals the files of the database.
type replicaSealer struct{ *seal.Sealer }

// PlainSize implements replica.Sealer.
func (replicaSealer) PlainSize(sealed int64) int64 { return max(seal.PlainSize(sealed), 0) }

// IsTampered implements replica.Sealer.
func (replicaSealer) IsTampered(err error) bool { return errors.As(err, new(*seal.OpenError)) }

// lockedSealer stands for keys that are not here.
type lockedSealer struct{ err error }

// Seal implements replica.Sealer.
func (l *lockedSealer) Seal(string, io.Reader) (io.Reader, error) { return nil, l.err }

// Open implements replica.Sealer.
func (l *lockedSealer) Open(string, io.Reader) (io.Reader, error) { return nil, l.err }

// PlainSize implements replica.Sealer.
func (l *lockedSealer) PlainSize(sealed int64) int64 { return sealed }

// IsTampered implements replica.Sealer.
func (l *lockedSealer) IsTampered(error) bool { return false }

var (
	largeName  = regexp.MustCompile(`^(.*/large/)[0-9a-f]{3}/([0-9a-f]{64})$`)
	packName   = regexp.MustCompile(`^(.*/packs/[0-9]+-)([0-9a-f]{8})(\.pk)$`)
	hiddenName = regexp.MustCompile(`^(.*/large/)[0-9a-f]{3}/([0-9a-f]{96})$`)
	hiddenPack = regexp.MustCompile(`^(.*/packs/[0-9]+-)([0-9a-f]{40})(\.pk)$`)
)

// hideKey is the key under which an object lies: that of a content would tell who knows the content that it is there.
func hideKey(by *seal.Sealer, key string) string {
	if m := largeName.FindStringSubmatch(key); m != nil {
		if hidden, err := by.HideName(m[2]); err == nil {
			return m[1] + hidden[:3] + "/" + hidden
		}
	}
	if m := packName.FindStringSubmatch(key); m != nil {
		if hidden, err := by.HideName(m[2]); err == nil {
			return m[1] + hidden + m[3]
		}
	}
	return key
}

// revealKey reverses hideKey. A key that hideKey did not make stays as it is.
func revealKey(by *seal.Sealer, key string) string {
	if m := hiddenName.FindStringSubmatch(key); m != nil {
		if name, ok := by.RevealName(m[2]); ok {
			return m[1] + name[:3] + "/" + name
		}
	}
	if m := hiddenPack.FindStringSubmatch(key); m != nil {
		if name, ok := by.RevealName(m[2]); ok {
			return m[1] + name + m[3]
		}
	}
	return key
}

// claimText is what the proof of a claim proves.
func claimText(c *Claim) string {
	return fmt.Sprintf("anbar claim 1\n%d\n%q\n%q\n%q\n%q\n%q\n%s", c.Epoch, c.Appliance, c.Name, c.Nonce, c.Version, c.Sheet,
		c.Time.UTC().Format("2006-01-02T15:04:05.000000000Z"))
}

// isForged reports whether a claim names a sheet whose keys are here, and nobody who has them wrote it.
func isForged(t Target, c *Claim) (bool, error) {
	by, err := findSealer(t, c.Sheet)
	if err != nil || by == nil {
		return false, err
	}
	return !by.IsSigned(claimText(c), c.Proof), nil
}

// sealAlone seals so that only the recovery sheet opens it.
func sealAlone(by *seal.Sealer, plain []byte) ([]byte, error) {
	r, err := by.SealAlone(bytes.NewReader(plain))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}
