package nextcloud

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"anbar/app/access"
	"anbar/app/api"
	"anbar/app/downloads"
	"anbar/app/fault"
	"anbar/db"
)

const thumbnailBase = "/index.php/apps/files/api/v1/thumbnail/"

// mountPreviews declares the requests of small pictures.
func (s *Service) mountPreviews(r *api.Router) {
	r.MountProtocol(&api.Protocol{Handle: s.preview, Paths: []string{
		"/index.php/core/preview", "/index.php/core/preview.png", "/index.php/apps/files_trashbin/preview",
		"/index.php/apps/files_versions/preview", thumbnailBase,
	}})
}

// preview shows the small picture of a file. An app takes 404 for "show an icon".
func (s *Service) preview(c *api.Call) error {
	if c.R.Method != http.MethodGet && c.R.Method != http.MethodHead {
		return nothingHere(c)
	}
	w, err := wantedPicture(c.R)
	if err != nil {
		return nothingHere(c)
	}
	f, err := s.findPicture(c, w)
	if err == nil {
		err = s.Downloads.ServeThumbnail(c.W, c.R, f, downloads.SideFor(w.pixels))
	}
	if errors.Is(err, fault.InvalidID) || errors.Is(err, fault.VersionNotFound) {
		return nothingHere(c)
	}
	return err
}

// findPicture finds the file that is named, and the version of it that the picture is of.
func (s *Service) findPicture(c *api.Call, w *wantedPreview) (f *downloads.FileVersion, err error) {
	if w.file != 0 {
		err = s.DB.View(c, func(v *db.View) (err error) {
			f, err = pictureOf(v, c.Who, w.file, w.version)
			return err
		})
		return f, err
	}
	err = s.viewTree(c, func(v *db.View, at *placed) error {
		it, err := at.tree.At(v, c.Who, w.names)
		if err != nil {
			return err
		}
		f, err = pictureOf(v, c.Who, it.ID, w.version)
		return err
	})
	return f, err
}

func pictureOf(v *db.View, who access.Actor, file db.NodeID, version db.VersionID) (*downloads.FileVersion, error) {
	it, err := access.Anywhere(v, who, file)
	if err != nil {
		return nil, err
	}
	if it.Kind != db.File {
		return nil, fault.InvalidID
	}
	return downloads.VersionWithThumbnail(v, it, version)
}

// wantedPreview is what a request for a picture names: a file by its number, or by its names.
type wantedPreview struct {
	file    db.NodeID
	version db.VersionID
	names   []string
	pixels  int
}

func wantedPicture(r *http.Request) (*wantedPreview, error) {
	q := r.URL.Query()
	w := &wantedPreview{pixels: max(pixels(q.Get("x")), pixels(q.Get("y")))}
	var err error
	if rest, ok := strings.CutPrefix(r.URL.EscapedPath(), thumbnailBase); ok {
		x, rest, _ := strings.Cut(rest, "/")
		y, rest, _ := strings.Cut(rest, "/")
		w.pixels = max(pixels(x), pixels(y))
		w.names, err = namesOf(rest)
		return w, err
	}
	w.version = db.VersionID(decimal(q.Get("version")))
	for _, name := range []string{"fileId", "fileid"} {
		if id := decimal(leadingDigits(q.Get(name))); id != 0 {
			w.file = db.NodeID(id)
			return w, nil
		}
	}
	w.names, err = namesOf((&url.URL{Path: strings.Trim(q.Get("file"), "/")}).EscapedPath())
	if err == nil && len(w.names) == 0 {
		err = fault.InvalidID
	}
	return w, err
}

const numberDigits = 19 // of a number in the identity of a file, before the installation

func leadingDigits(s string) string { return s[:min(len(s), numberDigits)] }

func pixels(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}
