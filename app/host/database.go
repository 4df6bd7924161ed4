package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"anbar/blobstore"
	"anbar/config"
)

// CheckDatabase refuses a data directory whose database is gone while contents are there: in an empty database nothing names
// them, and what nothing names is deleted after a day. It also refuses what a restore left that did not end.
func CheckDatabase(s config.Storage, blobs *blobstore.Store) error {
	if _, err := os.Stat(s.UnfinishedRestore()); err == nil {
		return fmt.Errorf("a restore into %s did not end, so contents are missing there: run it again, with the same directory", s.Data)
	}
	info, err := os.Stat(s.Database())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	state := "is missing"
	if err == nil {
		if info.Size() > 0 { // a file without a byte is what a broken disk or a copy that failed may leave
			return nil
		}
		state = "has no byte"
	}
	empty, err := blobs.IsEmpty()
	if err != nil || empty {
		return err
	}
	return fmt.Errorf("%s %s, and %s holds contents that only it names. Bring everything back from a backup into another "+
		"directory with \"anbar restore\"; without a backup, \"anbar recover --store-only\" makes a database of what the store knows. "+
		"To begin anew, move %s away", s.Database(), state, s.Blobs(), s.Blobs())
}
