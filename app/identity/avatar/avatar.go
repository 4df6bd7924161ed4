// Package avatar scales the pictures of users and workspaces down, and serves them.
package avatar

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/conditional"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/spool"
	"anbar/blobstore"
	"anbar/db"
	"anbar/decode"
)

// Resizer makes pictures small. Few are received at a time, one of each person.
type Resizer struct {
	dec   *decode.Decoders
	dir   string // where a picture lies until it is small
	slots *limits.Slots
}

// New makes a studio. It keeps nothing in dir.
func New(dec *decode.Decoders, dir string) *Resizer {
	return &Resizer{dec: dec, dir: dir, slots: limits.Faces()}
}

// Resize returns the middle square of a picture, png or jpeg, under 10 MB and of 64 MiB in
// memory at most, with its content type. The picture is scaled and encoded again, so that
// hidden data in the file is lost. Anything else is fault.InvalidAvatar. Read waits for the
// user's turn before it reads from r, which may fail with fault.TooManyRequests.
func (s *Resizer) Resize(ctx context.Context, who db.UserID, r io.Reader) ([]byte, string, error) {
	leave, err := s.slots.Acquire(ctx, limits.Owner{Person: int64(who)}, 1)
	if err != nil {
		return nil, "", api.ToBusyFault(err)
	}
	defer leave()
	f, err := s.storeTemp(r)
	if err != nil {
		return nil, "", err
	}
	defer f.Close()
	i, err := f.Stat()
	if err != nil {
		return nil, "", err
	}
	b, kind, err := s.dec.MakeFace(ctx, f, i.Size())
	if errors.Is(err, decode.ErrContent) {
		err = fault.InvalidAvatar.Because(err)
	}
	return b, kind, err
}

// storeTemp keeps a picture in a file without a name.
func (s *Resizer) storeTemp(r io.Reader) (*os.File, error) {
	f, _, err := spool.Receive(s.dir, r, limits.FaceSent)
	var disk *fs.PathError
	switch {
	case errors.Is(err, spool.ErrTooLarge):
		return nil, fault.InvalidAvatar
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, fault.RequestTimeout.Because(err)
	case err != nil && !errors.As(err, &disk):
		return nil, fault.BadRequest.Because(err)
	}
	return f, err
}

// PictureReader is the picture that a call brings. It has to arrive in limits.FaceTime once
// it is read.
func PictureReader(c *api.Call) io.Reader {
	return &timedBody{w: c.W, from: c.R.Body, timeout: limits.FaceTime}
}

type timedBody struct {
	w       http.ResponseWriter
	from    io.Reader
	timeout time.Duration // 0 once the time runs
}

// Read implements io.Reader.
func (b *timedBody) Read(p []byte) (int, error) {
	if b.timeout > 0 {
		err := http.NewResponseController(b.w).SetReadDeadline(time.Now().Add(b.timeout))
		if err != nil && !errors.Is(err, http.ErrNotSupported) {
			return 0, err
		}
		b.timeout = 0
	}
	return b.from.Read(p)
}

// Serve shows a picture that was kept. Its address changes with it.
func Serve(c *api.Call, blobs *blobstore.Store, h db.Hash, contentType string) error {
	return serveBlob(c, blobs, h, contentType, "private, max-age=31536000, immutable")
}

// ServeCurrent shows a picture at an address that stays when the picture is replaced.
func ServeCurrent(c *api.Call, blobs *blobstore.Store, h db.Hash, contentType string) error {
	etag := `"` + h.String() + `"`
	c.W.Header().Set("ETag", etag)
	if conditional.IsCurrent(c.R, etag) {
		c.W.WriteHeader(http.StatusNotModified)
		return nil
	}
	return serveBlob(c, blobs, h, contentType, "private, no-cache")
}

func serveBlob(c *api.Call, blobs *blobstore.Store, h db.Hash, contentType, cache string) error {
	b, err := blobs.Open(c, blobstore.Digest(h))
	if err != nil {
		return err
	}
	defer b.Close()
	c.W.Header().Set("Content-Type", contentType)
	c.W.Header().Set("Cache-Control", cache)
	c.W.Header().Set("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'")
	r := b.NewReader()
	defer r.Close()
	_, err = io.Copy(c.W, r)
	return err
}
