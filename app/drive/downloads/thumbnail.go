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

// ServeThumbnail answers with the small picture of a file, which the caller must have checked
// the permission of. side is one of the sizes of package sizes, the largest when empty.
func (s *Service) ServeThumbnail(w http.ResponseWriter, r *http.Request, f *FileVersion, side string) error {
	pixels := sizes.Dense
	if side != "" {
		var err error
		if pixels, err = strconv.Atoi(side); err != nil {
			return fault.Field("side", fault.InvalidValue)
		}
	}
	if f.Thumbnail.State != db.ThumbnailMade {
		return fault.InvalidID
	}
	b, err := s.blobs.Open(r.Context(), blobstore.Digest(f.Thumbnail.Hash))
	if errors.Is(err, blobstore.ErrNotFound) {
		return fault.ContentDamaged.Because(err)
	}
	if err != nil {
		return err
	}
	defer b.Close()
	all, err := io.ReadAll(io.NewSectionReader(b, 0, min(b.Size(), sizes.MaxBytes)))
	if errors.Is(err, blobstore.ErrCorrupt) {
		return fault.ContentDamaged.Because(err)
	}
	if err != nil {
		return err
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
