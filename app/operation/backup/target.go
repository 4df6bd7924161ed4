// Package backup keeps a copy of everything in another place, all the time:
// the database as a stream of its changes, the contents as the immutable
// objects of the blob store. It brings a drive back from the copy and proves
// that nothing is missing.
package backup

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"anbar/app/operation/backup/sftp"
	"anbar/config"
	"anbar/db/replica"
)

// Target is a place for copies. Keys are slash-separated and made of letters,
// digits, dots and dashes. A key is written whole or not at all.
type Target interface {
	// Put stores what r gives under key.
	Put(ctx context.Context, key string, r io.Reader, size int64) error
	// Create stores content under a key that does not exist; fs.ErrExist when it does. Of several that create the
	// same key at a time one succeeds, where the service knows conditional writes.
	Create(ctx context.Context, key string, content []byte) error
	// Get opens what is stored under key; fs.ErrNotExist when there is nothing.
	Get(ctx context.Context, key string) (io.ReadCloser, error)
	// GetRange opens n bytes of what is stored under key from off on; size is that of the object. fs.ErrNotExist when there is nothing.
	GetRange(ctx context.Context, key string, off, n, size int64) (io.ReadCloser, error)
	// List calls fn for every key below prefix, in order.
	List(ctx context.Context, prefix string, fn func(key string, size int64) error) error
	// Delete removes a key; one that is not there is no error.
	Delete(ctx context.Context, key string) error
	// Bind names the copy that the target has to be. From then on a directory, here or on a server, writes only while it is: another
	// disk, or none, may be mounted there.
	Bind(copyID string)
	// Replica is where the database's part goes, below a prefix.
	Replica(prefix string) replica.Target
	// String names the target for people.
	String() string
}

// IsDirectory reports whether the name of a target is the path of a directory on this machine.
func IsDirectory(name string) bool { return name != "" && !strings.Contains(name, "://") }

// OpenTarget takes a target as people write it: the path of a directory, s3://bucket/prefix, or sftp://user@host/path.
func OpenTarget(ctx context.Context, name string, s config.Storage, c config.Remote) (Target, error) {
	if rest, ok := strings.CutPrefix(name, "s3://"); ok {
		return openS3(ctx, rest, c.S3)
	}
	if sftp.IsAddress(name) {
		return openSFTP(name, s, c.SSH)
	}
	if !IsDirectory(name) && name != "" {
		return nil, fmt.Errorf("%q is neither a directory nor s3://bucket/prefix nor sftp://user@host/path", name)
	}
	dir, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	return &directory{path: dir}, nil
}
