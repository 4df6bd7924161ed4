package host

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"anbar/config"
)

const others = 0o077 // the permission bits of the group and all other accounts

// RestrictDataDir closes the data directory and the files in it to other accounts of the machine,
// because the database holds reset links. It does not walk the blobs, which are below a
// closed directory.
func RestrictDataDir(s config.Storage, log *slog.Logger) error {
	if err := os.MkdirAll(s.Data, 0o700); err != nil {
		return err
	}
	info, err := os.Stat(s.Data)
	if err != nil {
		return err
	}
	removeForeignRights(s.Data, info, log)
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
			removeForeignRights(name, info, log)
		}
		if name == s.Blobs() {
			return fs.SkipDir
		}
		return nil
	})
}

// removeForeignRights removes the permissions of other accounts from a file. On a file system without
// permissions it logs a warning, and the server starts all the same.
func removeForeignRights(name string, info fs.FileInfo, log *slog.Logger) {
	if info.Mode().Perm()&others == 0 {
		return
	}
	if err := os.Chmod(name, info.Mode().Perm()&^others); err != nil {
		log.Error("other accounts of this machine can read the file", "file", name, "error", err)
		return
	}
	log.Warn("other accounts of this machine could open this; it is closed now", "file", name)
}
