package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"anbar/blobstore"
	"anbar/config"
	"anbar/db"
)

// markUnfinished notes, before anything else is in the data directory, that what is there may be removed.
func markUnfinished(to config.Storage) error {
	err := os.MkdirAll(to.Data, 0o700)
	if err == nil {
		err = os.WriteFile(to.UnfinishedRestore(), nil, 0o600)
	}
	if err != nil {
		return err
	}
	return syncDir(os.Open(to.Data))
}

// clearUnused fails unless the data directory is empty. What an appliance left there that nobody has set up does not count, nor what a
// restore left that did not end.
func clearUnused(ctx context.Context, to config.Storage) error {
	entries, err := os.ReadDir(to.Data)
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return isKeptByRestore(to, e.Name()) })
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	full := fmt.Errorf("%s: %w", to.Data, ErrNotEmpty)
	if err != nil {
		return err
	}
	_, unfinished := os.Stat(to.UnfinishedRestore())
	if _, err := os.Stat(to.Database()); err != nil && unfinished != nil {
		return full
	}
	store, err := blobstore.NewRestorer(to.Blobs()) // takes the lock: neither a server nor another restore has it open
	if err != nil {
		return fmt.Errorf("%w (%w)", full, err)
	}
	unused := unfinished == nil
	if !unused {
		unused, err = isUnused(ctx, to)
	}
	if err = errors.Join(err, store.Close()); err != nil {
		return err
	}
	if !unused {
		return full
	}
	return clearData(to)
}

// isKeptByRestore reports whether a restore leaves an entry of the data directory as it is: with the keys of SSH the server of
// the copies is reached, and what a standby follows can be made again.
func isKeptByRestore(s config.Storage, name string) bool {
	at := filepath.Join(s.Data, name)
	return at == s.SSH() || at == s.Standby()
}

// isUnused reports whether nobody has an account, so that nothing can be lost.
func isUnused(ctx context.Context, s config.Storage) (unused bool, err error) {
	d, err := db.Open(ctx, s.Database())
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	return db.Get(ctx, d, func(v *db.View) (unused bool, err error) {
		any, err := v.AnyUser()
		unused = !any
		return unused, err
	})
}

// clearData removes what is in a data directory, but for the keys of the way to the copies.
func clearData(s config.Storage) error {
	entries, err := os.ReadDir(s.Data)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if !isKeptByRestore(s, e.Name()) {
			err = errors.Join(err, os.RemoveAll(filepath.Join(s.Data, e.Name())))
		}
	}
	return err
}
