package workspaces

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/jpeg"
	"image/png"
	"io"

	"anbar/app/access"
	"anbar/app/activity"
	"anbar/app/fault"
	"anbar/db"

	"golang.org/x/image/draw"
)

const (
	maxAvatar   = 10 << 20 // bytes of what is sent
	avatarSide  = 256      // pixels of what is kept
	maxPixels   = 50_000_000
	jpegQuality = 88
)

// SetAvatar replaces a workspace's picture with the one in r: png or jpeg,
// under 10 MB. It is cut square, made small and written anew, so nothing that
// hid in the file stays.
func (s *Service) SetAvatar(ctx context.Context, who access.Actor, id db.SpaceID, r io.Reader) (*db.Space, error) {
	err := s.db.View(ctx, func(v *db.View) error {
		_, err := access.Space(v, who, id, access.Update, access.Workspace)
		return err
	})
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(io.LimitReader(r, maxAvatar+1))
	if err != nil {
		return nil, err
	}
	small, kind, err := shrink(raw)
	if err != nil {
		return nil, err
	}
	digest, lease, err := s.blobs.Put(ctx, small)
	if err != nil {
		return nil, err
	}
	defer lease.Release()
	return s.change(ctx, who, id, access.Update, func(tx *db.Tx, sp *db.Space) error {
		if err := tx.UpdateSpaceAvatar(id, db.Hash(digest), kind); err != nil {
			return err
		}
		return record(tx, who, sp, activity.WorkspaceAppearance, nil, nil)
	})
}

// shrink returns the middle square of a picture as png, or as jpeg when the
// original was one.
func shrink(raw []byte) ([]byte, string, error) {
	conf, kind, err := image.DecodeConfig(bytes.NewReader(raw))
	if err != nil || len(raw) > maxAvatar || (kind != "png" && kind != "jpeg") || conf.Width*conf.Height > maxPixels {
		return nil, "", fault.InvalidAvatar.Because(err)
	}
	img, _, err := image.Decode(bytes.NewReader(raw))
	if err != nil {
		return nil, "", fault.InvalidAvatar.Because(err)
	}
	b := img.Bounds()
	side := min(b.Dx(), b.Dy())
	square := image.Rect(0, 0, side, side).Add(b.Min).Add(image.Pt((b.Dx()-side)/2, (b.Dy()-side)/2))
	out := image.NewRGBA(image.Rect(0, 0, avatarSide, avatarSide))
	draw.CatmullRom.Scale(out, out.Bounds(), img, square, draw.Src, nil)
	var w bytes.Buffer
	if kind == "jpeg" {
		err = jpeg.Encode(&w, out, &jpeg.Options{Quality: jpegQuality})
	} else {
		err = png.Encode(&w, out)
	}
	return w.Bytes(), "image/" + kind, err
}

// RemoveAvatar takes the workspace's picture away.
func (s *Service) RemoveAvatar(ctx context.Context, who access.Actor, id db.SpaceID) (*db.Space, error) {
	return s.change(ctx, who, id, access.Update, func(tx *db.Tx, _ *db.Space) error {
		return tx.UpdateSpaceAvatar(id, db.Hash{}, "")
	})
}

// Avatar returns a workspace's picture and its content type. Anybody who has
// the workspace's id may see it: pages for visitors show it.
func (s *Service) Avatar(ctx context.Context, id db.SpaceID) (db.Hash, string, error) {
	var h db.Hash
	var kind string
	err := s.db.View(ctx, func(v *db.View) (err error) {
		h, kind, err = v.SpaceAvatar(id)
		return err
	})
	if errors.Is(err, db.ErrNotFound) {
		err = fault.InvalidID
	}
	return h, kind, err
}
