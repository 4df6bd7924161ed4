package folder

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/blobstore"
	"anbar/db"

	"golang.org/x/sys/unix"
)

const removeStep = 500

// removeOriginals removes originals whose content is here: the file of the workspace has it, it is durable, and it is read back and
// compared with the original byte by byte.
func (a *adoption) removeOriginals(ctx context.Context, imp *db.Import) error {
	t, err := openTree(a.o.Path)
	if err != nil {
		return err
	}
	defer t.Close()
	a.Kept = 0
	for _, state := range []db.ItemState{db.ItemStored, db.ItemRenamed, db.ItemUnchanged} {
		if err := a.removeByState(ctx, t, imp, state); err != nil {
			return err
		}
	}
	if imp.State != db.ImportDone {
		return nil
	}
	return t.pruneEmpty(t.top)
}

// removeByState removes the originals of the items in one state.
func (a *adoption) removeByState(ctx context.Context, t *tree, imp *db.Import, state db.ItemState) error {
	for after := int64(0); ; {
		rows, err := db.Get(ctx, a.db, func(v *db.View) ([]db.ImportItem, error) {
			return v.ImportItemsOf(imp.ID, state, after, removeStep)
		})
		if err != nil {
			return err
		}
		for i := range rows {
			after = rows[i].ID
			if err := a.removeItem(ctx, t, imp, &rows[i]); err != nil {
				return err
			}
		}
		if len(rows) < removeStep {
			return nil
		}
	}
}

func (a *adoption) removeItem(ctx context.Context, t *tree, imp *db.Import, row *db.ImportItem) error {
	if row.Directory || row.Hash.IsZero() || !t.hasPath(string(row.Key)) {
		return ctx.Err()
	}
	gone, err := a.removeOriginal(ctx, t, imp, row)
	if err != nil {
		return err
	}
	if gone {
		a.Removed++
	} else {
		a.Kept++
	}
	return nil
}

// isHere reports whether the file of the workspace has the content of an item.
func (a *adoption) isHere(ctx context.Context, imp *db.Import, row *db.ImportItem) (here bool, err error) {
	return db.Get(ctx, a.db, func(v *db.View) (here bool, err error) {
		it, err := access.Node(v, a.who, imp.Space, row.Node, access.Read)
		var known *fault.Fault
		if errors.As(err, &known) { // somebody removed it here, or took the right away
			return false, nil
		}
		here = err == nil && it.Kind == db.File && it.Hash == row.Hash
		return here, err
	})
}

// openOriginal opens the file that an item came from; nil when it is something else now.
func (t *tree) openOriginal(row *db.ImportItem) (*os.File, string, error) {
	f, st, err := t.openFile(string(row.Key))
	if err != nil {
		return nil, "", nil
	}
	tag := formatETag(st)
	if !equalExceptChangeTime(tag, row.ETag) {
		return nil, "", f.Close()
	}
	return f, tag, nil
}

// removeOriginal removes one original, unless it has to stay.
func (a *adoption) removeOriginal(ctx context.Context, t *tree, imp *db.Import, row *db.ImportItem) (bool, error) {
	here, err := a.isHere(ctx, imp, row)
	if err != nil || !here {
		return false, err
	}
	blob, err := a.blobs.Open(ctx, blobstore.Digest(row.Hash))
	if err != nil {
		return false, ctx.Err() // what is damaged here must not be removed there
	}
	defer blob.Close()
	f, tag, err := t.openOriginal(row)
	if err != nil || f == nil {
		return false, err
	}
	defer f.Close()
	if !equalContent(ctx, f, blob.NewReader()) {
		return false, ctx.Err()
	}
	if same, err := isUnchanged(f, tag); err != nil || !same {
		return false, err
	}
	return t.unlinkIfSame(string(row.Key), tag), nil
}

// equalExceptChangeTime compares tags without the time of the last change of the inode, because removing one name of a file changes
// it for the others. The content is compared in any case.
func equalExceptChangeTime(a, b string) bool {
	i, j := strings.LastIndexByte(a, '-'), strings.LastIndexByte(b, '-')
	return i > 0 && j > 0 && a[:i] == b[:j]
}

// equalContent compares a file with a content, which is verified while it is read.
func equalContent(ctx context.Context, f *os.File, content io.ReadCloser) bool {
	defer content.Close()
	a, b := make([]byte, 256<<10), make([]byte, 256<<10)
	for ctx.Err() == nil {
		n, err := io.ReadFull(f, a)
		m, other := io.ReadFull(content, b)
		if !bytes.Equal(a[:n], b[:m]) || isEOF(err) != isEOF(other) || isReadError(err) || isReadError(other) {
			return false
		}
		if err != nil {
			return true
		}
	}
	return false
}

func isEOF(err error) bool { return err == io.EOF || err == io.ErrUnexpectedEOF }

func isReadError(err error) bool { return err != nil && !isEOF(err) }

// hasPath reports whether there is still something of that path.
func (t *tree) hasPath(key string) bool {
	dir, name, err := t.openParent(key)
	if err != nil {
		return false
	}
	defer unix.Close(dir)
	_, err = statAt(dir, name)
	return err == nil
}

// unlinkIfSame removes a file that is still the one of that tag. A file that cannot be removed stays.
func (t *tree) unlinkIfSame(key, tag string) bool {
	dir, name, err := t.openParent(key)
	if err != nil {
		return false
	}
	defer unix.Close(dir)
	st, err := statAt(dir, name)
	return err == nil && formatETag(st) == tag && unix.Unlinkat(dir, name, 0) == nil
}

// pruneEmpty removes the directories below one that are empty. Those that are not, or may not be removed, stay.
func (t *tree) pruneEmpty(dir int) error {
	own, err := unix.Openat(dir, ".", dirFlags, 0)
	if err != nil {
		return err
	}
	f := os.NewFile(uintptr(own), ".")
	defer f.Close()
	all, err := f.ReadDir(-1)
	if err != nil {
		return nil
	}
	for _, e := range all {
		if !e.IsDir() {
			continue
		}
		below, err := openAt(dir, e.Name(), dirFlags)
		if err != nil {
			continue
		}
		if err := errors.Join(t.pruneEmpty(below), unix.Close(below)); err != nil {
			return err
		}
		_ = unix.Unlinkat(dir, e.Name(), unix.AT_REMOVEDIR) // it fails when something is left in it
	}
	return nil
}
