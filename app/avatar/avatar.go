// Package avatar scales the pictures of users and workspaces down, and serves them.
package avatar

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"anbar/app/api"
	"anbar/app/conditional"
	"anbar/app/decode"
	"anbar/app/fault"
	"anbar/app/limits"
	"anbar/blobstore"
	"anbar/db"
)

// Studio makes pictures small. Few are received at a time, one of each person.
type Studio struct {
	dec   *decode.Decoders
	dir   string // where a picture lies until it is small
	turns *limits.Slots
}

// New makes a studio. It keeps nothing in dir.
func New(dec *decode.Decoders, dir string) *Studio { return &Studio{dec, dir, limits.Faces()} }

// Read returns the middle square of a picture, png or jpeg, under 10 MB and of 64 MiB in
// memory at most, with its content type. The picture is scaled and encoded again, so that
// hidden data in the file is lost. Anything else is fault.InvalidAvatar. Read waits for the
// user's turn before it reads from r, which may fail with fault.TooManyRequests.
func (s *Studio) Read(ctx context.Context, who db.UserID, r io.Reader) ([]byte, string, error) {
	leave, err := s.turns.Acquire(ctx, limits.Owner{Person: int64(who)}, 1)
	if err != nil {
		return nil, "", api.ToBusyFault(err)
	}
	defer leave()
	f, err := s.receive(r)
	if err != nil {
		return nil, "", err
	}
	defer f.Close()
	i, err := f.Stat()
	if err != nil {
		return nil, "", err
	}
	b, kind, err := s.dec.Face(ctx, f, i.Size())
	if errors.Is(err, decode.ErrContent) {
		err = fault.InvalidAvatar.Because(err)
	}
	return b, kind, err
}

// receive keeps a picture in a file without a name.
func (s *Studio) receive(r io.Reader) (*os.File, error) {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(s.dir, "picture-*")
	if err != nil {
		return nil, err
	}
	n, rerr := io.Copy(f, io.LimitReader(r, limits.FaceSent+1))
	err = os.Remove(f.Name())
	switch {
	case err != nil:
	case errors.Is(rerr, os.ErrDeadlineExceeded):
		err = fault.RequestTimeout.Because(rerr)
	case rerr != nil:
		err = fault.BadRequest.Because(rerr)
	case n > limits.FaceSent:
		err = fault.InvalidAvatar
	default:
		return f, nil
	}
	return nil, errors.Join(err, f.Close())
}

// Sent is the picture that a call brings. It has to arrive in limits.FaceTime once
// it is read.
func Sent(c *api.Call) io.Reader { return &body{c.W, c.R.Body, limits.FaceTime} }

type body struct {
	w    http.ResponseWriter
	from io.Reader
	left time.Duration // 0 once the time runs
}

// Read implements io.Reader.
func (b *body) Read(p []byte) (int, error) {
	if b.left > 0 {
		err := http.NewResponseController(b.w).SetReadDeadline(time.Now().Add(b.left))
		if err != nil && !errors.Is(err, http.ErrNotSupported) {
			return 0, err
		}
		b.left = 0
	}
	return b.from.Read(p)
}

// Serve shows a picture that was kept. Its address changes with it.
func Serve(c *api.Call, blobs *blobstore.Store, h db.Hash, contentType string) error {
	return send(c, blobs, h, contentType, "private, max-age=31536000, immutable")
}

// ServeCurrent shows a picture at an address that stays when the picture is replaced.
func ServeCurrent(c *api.Call, blobs *blobstore.Store, h db.Hash, contentType string) error {
	etag := `"` + h.String() + `"`
	c.W.Header().Set("ETag", etag)
	if conditional.IsCurrent(c.R, etag) {
		c.W.WriteHeader(http.StatusNotModified)
		return nil
	}
	return send(c, blobs, h, contentType, "private, no-cache")
}

func send(c *api.Call, blobs *blobstore.Store, h db.Hash, contentType, cache string) error {
	b, err := blobs.Get(c, blobstore.Digest(h))
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
