package app

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"anbar/config"
)

const others = 0o077 // what the permissions of a file let everybody else do

// private closes the data directory, and what lies in it, to the other accounts of
// the machine: the database holds links that replace passwords. Contents lie below a
// directory that is closed, so they are not walked through.
func private(s config.Storage, log *slog.Logger) error {
	if err := os.MkdirAll(s.Data, 0o700); err != nil {
		return err
	}
	info, err := os.Stat(s.Data)
	if err != nil {
		return err
	}
	closeTo(s.Data, info, log)
	return filepath.WalkDir(s.Data, func(name string, e fs.DirEntry, err error) error {
		if err != nil || name == s.Data {
			return err
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a command of the shell removed it meanwhile
		}
		if err != nil {
			return err
		}
		if e.IsDir() || e.Type().IsRegular() {
			closeTo(name, info, log)
		}
		if name == s.Blobs() {
			return fs.SkipDir
		}
		return nil
	})
}

// closeTo takes from everybody else what they may do with a file. Some file systems
// know no permissions: there it is said, and the appliance serves all the same.
func closeTo(name string, info fs.FileInfo, log *slog.Logger) {
	if info.Mode().Perm()&others == 0 {
		return
	}
	if err := os.Chmod(name, info.Mode().Perm()&^others); err != nil {
		log.Error("other accounts of this machine may open what is not theirs", "file", name, "error", err)
		return
	}
	log.Warn("other accounts of this machine could open this; it is closed now", "file", name)
}
