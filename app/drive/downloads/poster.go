package downloads

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/db"
	"anbar/decode"
)

// handleSetPoster keeps the picture of a video that the browser of the uploader made.
func (s *Service) handleSetPoster(c *api.Call, in *fileIn) error {
	t := in.target()
	f, err := db.Get(c, s.db, func(v *db.View) (*FileVersion, error) { return loadPosterTarget(v, c.Who, t) })
	if err != nil {
		return err
	}
	if err := s.posters.Allow(strconv.FormatInt(int64(c.Who.User), 10)); err != nil {
		return err
	}
	picture, err := s.receivePoster(c, f)
	if err != nil {
		return err
	}
	if err := s.storePoster(c, c.Who, t, f.Version, picture); err != nil {
		return err
	}
	c.W.WriteHeader(http.StatusNoContent)
	return nil
}

// loadPosterTarget loads a video without a picture that the actor may change.
func loadPosterTarget(v *db.View, who access.Actor, t Target) (*FileVersion, error) {
	it, err := access.File(v, who, t.Space, t.Directory, t.File, access.Update)
	if err != nil {
		return nil, err
	}
	f, err := VersionOf(v, it, 0)
	if err != nil {
		return nil, err
	}
	if !strings.HasPrefix(f.Type, "video/") {
		return nil, fault.NotAVideo
	}
	if f.Thumbnail, err = v.ThumbnailOf(f.Version, f.Hash); err == nil && f.Thumbnail.State != db.NoThumbnail {
		err = fault.PosterExists
	}
	return f, err
}

// receivePoster receives a picture, which a decoder makes anew: foreign bytes are not decoded in
// this process, and nothing that hides in them is kept.
func (s *Service) receivePoster(c *api.Call, f *FileVersion) ([]byte, error) {
	sent, err := api.ReadSmallBody(c, limits.PosterSent, limits.PosterTime)
	if err != nil {
		return nil, err
	}
	content := decode.Content{From: bytes.NewReader(sent), Size: int64(len(sent)), Space: f.Space}
	picture, err := s.dec.MakePoster(c, c.Owner(), content)
	if errors.Is(err, decode.ErrContent) {
		return nil, fault.NotAPicture.Because(err)
	}
	return picture, api.ToBusyFault(err)
}

func (s *Service) storePoster(ctx context.Context, who access.Actor, t Target, version db.VersionID, picture []byte) error {
	digest, lease, err := s.blobs.Put(ctx, picture)
	if err != nil {
		return err
	}
	defer lease.Release()
	return s.db.Update(ctx, func(tx *db.Tx) error {
		f, err := loadPosterTarget(tx.ReadOnly(), who, t)
		if err != nil {
			return err
		}
		if f.Version != version { // the picture is of an earlier one
			return fault.PosterExists
		}
		return tx.UpdatePoster(t.File, version, db.Hash(digest))
	})
}
