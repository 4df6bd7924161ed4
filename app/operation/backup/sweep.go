package backup

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// sweepClear removes what a directory with sealed copies may have left of clear ones and no List gives: files that a power cut left
// unfinished, and empty directories, which are named after contents. What another appliance wrote stays.
func (c *Copier) sweepClear(ctx context.Context, foreign map[string]bool) error {
	s, ok := c.target.(*sealedTarget)
	if !ok || c.grant.claim.Sheet == "" {
		return nil
	}
	d, ok := s.Target.(sweeper)
	if !ok {
		return nil
	}
	prefixes := []string{copiesAt, blobsAt}
	if c.grant.record.Legacy {
		prefixes = append(prefixes, databaseAt+"/", manifestsAt)
	}
	for _, prefix := range prefixes {
		err := d.sweep(ctx, prefix, func(key string) bool {
			folder, _ := splitFolder("", key)
			return strings.HasPrefix(key, copiesAt) && foreign[folder]
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// sweeper is a target with unfinished files and directories.
type sweeper interface {
	sweep(ctx context.Context, prefix string, stays func(key string) bool) error
}

// sweep removes unfinished files below a prefix, and empty directories, but for those that stays names.
func (d *directory) sweep(ctx context.Context, prefix string, stays func(key string) bool) error {
	var files, dirs []string
	err := filepath.WalkDir(d.filePath(prefix), func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(d.path, name)
		switch {
		case err != nil:
			return err
		case stays(filepath.ToSlash(rel)):
		case e.IsDir():
			dirs = append(dirs, rel)
		case strings.HasSuffix(name, partial):
			files = append(files, rel)
		}
		return ctx.Err()
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	at, err := d.openRoot()
	if err != nil {
		return err
	}
	slices.Reverse(dirs) // a directory comes before what is in it
	return errors.Join(removeSwept(at, append(files, dirs...)), at.Close())
}

func removeSwept(at *os.Root, names []string) error {
	for _, name := range names {
		err := at.Remove(name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTEMPTY) && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return nil
}
