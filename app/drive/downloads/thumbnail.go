package downloads

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/blobstore"
	"anbar/db"
	"anbar/decode/sizes"
)

// ServeThumbnail answers with the small picture of a file, or with the first lines of a text. The caller must have checked the
// permission. side is one of the sizes of package sizes, the largest when empty; lines have one size.
func (s *Service) ServeThumbnail(w http.ResponseWriter, r *http.Request, f *FileVersion, side string) error {
	pixels, err := parseSide(side)
	if err != nil {
		return err
	}
	if !f.Thumbnail.State.IsMade() {
		return fault.InvalidID
	}
	all, err := s.readThumbnail(r, f)
	if err != nil {
		return err
	}
	if f.Thumbnail.State == db.ThumbnailLines {
		setFileHeaders(w, f.Name, "text/plain; charset=utf-8", f.Thumbnail.Hash.String(), true)
		return serveContent(w, r, f.ModifiedAt, bytes.NewReader(all))
	}
	picture, err := sizes.Extract(all, pixels)
	if errors.Is(err, sizes.ErrNoSize) {
		return fault.Field("side", fault.InvalidValue)
	}
	if err != nil {
		return fault.ContentDamaged.Because(err)
	}
	setFileHeaders(w, f.Name, "image/jpeg", fmt.Sprintf("%s-%d", f.Thumbnail.Hash, pixels), true)
	return serveContent(w, r, f.ModifiedAt, bytes.NewReader(picture))
}

// ServePicture is ServeThumbnail for programs that show pictures alone: first lines of a text are none.
func (s *Service) ServePicture(w http.ResponseWriter, r *http.Request, f *FileVersion, side string) error {
	if f.Thumbnail.State == db.ThumbnailLines {
		return fault.InvalidID
	}
	return s.ServeThumbnail(w, r, f, side)
}

func parseSide(side string) (pixels int, err error) {
	if side == "" {
		return sizes.Dense, nil
	}
	if pixels, err = strconv.Atoi(side); err != nil {
		err = fault.Field("side", fault.InvalidValue)
	}
	return pixels, err
}

// readThumbnail reads the blob of a thumbnail.
func (s *Service) readThumbnail(r *http.Request, f *FileVersion) ([]byte, error) {
	b, err := s.blobs.Open(r.Context(), blobstore.Digest(f.Thumbnail.Hash))
	if errors.Is(err, blobstore.ErrNotFound) {
		return nil, fault.ContentDamaged.Because(err)
	}
	if err != nil {
		return nil, err
	}
	defer b.Close()
	all, err := io.ReadAll(io.NewSectionReader(b, 0, min(b.Size(), sizes.MaxBytes)))
	if errors.Is(err, blobstore.ErrCorrupt) {
		err = fault.ContentDamaged.Because(err)
	}
	return all, err
}

// SideFor returns the size of ServeThumbnail for a place of that many pixels.
func SideFor(pixels int) string {
	for _, side := range sizes.All() {
		if side >= pixels {
			return strconv.Itoa(side)
		}
	}
	return strconv.Itoa(sizes.Dense)
}

// VersionWithThumbnail is VersionOf with the small picture of that version.
func VersionWithThumbnail(v *db.View, it *access.Item, version db.VersionID) (*FileVersion, error) {
	f, err := VersionOf(v, it, version)
	if err != nil {
		return nil, err
	}
	f.Thumbnail, err = v.ThumbnailOf(f.Version, f.Hash)
	return f, err
}
