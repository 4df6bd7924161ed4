package nextcloud

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/drive/downloads"
	"anbar/db"
)

const thumbnailBase = "/index.php/apps/files/api/v1/thumbnail/"

// mountPreviews declares the requests of small pictures.
func (s *Service) mountPreviews(r *api.Router) {
	r.MountProtocol(&api.Protocol{Handle: s.handlePreview, Paths: []string{
		"/index.php/core/preview", "/index.php/core/preview.png", "/index.php/apps/files_trashbin/preview",
		"/index.php/apps/files_versions/preview", thumbnailBase,
	}})
}

// handlePreview shows the small picture of a file. An app takes 404 for "show an icon".
func (s *Service) handlePreview(c *api.Call) error {
	if c.R.Method != http.MethodGet && c.R.Method != http.MethodHead {
		return writeNotFound(c)
	}
	w, err := parsePreviewRequest(c.R)
	if err != nil {
		return writeNotFound(c)
	}
	f, err := s.findPreview(c, w)
	if err == nil {
		err = s.Downloads.ServePicture(c.W, c.R, f, downloads.SideFor(w.pixels))
	}
	if errors.Is(err, fault.InvalidID) || errors.Is(err, fault.VersionNotFound) {
		return writeNotFound(c)
	}
	return err
}

// findPreview finds the file that is named, and the version of it that the picture is of.
func (s *Service) findPreview(c *api.Call, w *previewRequest) (f *downloads.FileVersion, err error) {
	if w.file != 0 {
		err = s.DB.View(c, func(v *db.View) (err error) {
			f, err = loadPreview(v, c.Who, w.file, w.version)
			return err
		})
		return f, err
	}
	err = s.viewTree(c, func(v *db.View, at *treeView) error {
		it, err := at.tree.LoadItem(v, c.Who, w.names)
		if err != nil {
			return err
		}
		f, err = loadPreview(v, c.Who, it.ID, w.version)
		return err
	})
	return f, err
}

func loadPreview(v *db.View, who access.Actor, file db.NodeID, version db.VersionID) (*downloads.FileVersion, error) {
	it, err := access.Anywhere(v, who, file)
	if err != nil {
		return nil, err
	}
	if it.Kind != db.File {
		return nil, fault.InvalidID
	}
	return downloads.VersionWithThumbnail(v, it, version)
}

// previewRequest is what a request for a picture names: a file by its number, or by its names.
type previewRequest struct {
	file    db.NodeID
	version db.VersionID
	names   []string
	pixels  int
}

func parsePreviewRequest(r *http.Request) (*previewRequest, error) {
	q := r.URL.Query()
	w := &previewRequest{pixels: max(parsePixels(q.Get("x")), parsePixels(q.Get("y")))}
	var err error
	if rest, ok := strings.CutPrefix(r.URL.EscapedPath(), thumbnailBase); ok {
		x, rest, _ := strings.Cut(rest, "/")
		y, rest, _ := strings.Cut(rest, "/")
		w.pixels = max(parsePixels(x), parsePixels(y))
		w.names, err = splitNames(rest)
		return w, err
	}
	w.version = db.VersionID(parseNumber(q.Get("version")))
	for _, name := range []string{"fileId", "fileid"} {
		if id := parseNumber(leadingDigits(q.Get(name))); id != 0 {
			w.file = db.NodeID(id)
			return w, nil
		}
	}
	w.names, err = splitNames((&url.URL{Path: strings.Trim(q.Get("file"), "/")}).EscapedPath())
	if err == nil && len(w.names) == 0 {
		err = fault.InvalidID
	}
	return w, err
}

const numberDigits = 19 // of a number in the identity of a file, before the installation

func leadingDigits(s string) string { return s[:min(len(s), numberDigits)] }

func parsePixels(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}
