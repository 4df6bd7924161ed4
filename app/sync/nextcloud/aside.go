package nextcloud

import (
	"encoding/xml"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/sync/webdav"
	"anbar/db"

	"golang.org/x/text/unicode/norm"
)

const (
	trashBase    = "/remote.php/dav/trashbin/"
	versionsBase = "/remote.php/dav/versions/"
)

// mountTrashAndVersions declares the requests of what lies beside the files: the trash and earlier versions.
func (s *Service) mountTrashAndVersions(r *api.Router) {
	refuse := func(c *api.Call, f *fault.Fault) { _ = s.Dav.WriteError(c, f) } // a fault always has an answer
	for base, do := range map[string]func(*davRequest) error{trashBase: s.handleTrash, versionsBase: s.handleVersions} {
		r.MountProtocol(&api.Protocol{Paths: []string{base}, Refuse: refuse, Handle: func(c *api.Call) error {
			a, err := s.parseRequest(c, base)
			if err == nil {
				err = do(a)
			}
			if err != nil {
				return s.Dav.WriteError(c, err)
			}
			return nil
		}})
	}
}

// davRequest is a request below one of those bases.
type davRequest struct {
	*api.Call
	base  string   // escaped path of the caller's part of it, with a slash at its end
	names []string // the names below
}

const maxPathNames = 100 // names of a path

func (s *Service) parseRequest(c *api.Call, base string) (*davRequest, error) {
	user, below, _ := strings.Cut(strings.TrimPrefix(c.R.URL.EscapedPath(), base), "/")
	if err := s.checkCaller(c, user); err != nil {
		return nil, err
	}
	a := &davRequest{Call: c, base: base + user + "/"}
	var err error
	a.names, err = splitNames(below)
	return a, err
}

// splitNames takes an escaped path apart.
func splitNames(escaped string) ([]string, error) {
	escaped = strings.Trim(escaped, "/")
	if escaped == "" {
		return nil, nil
	}
	parts := strings.Split(escaped, "/")
	if len(parts) > maxPathNames {
		return nil, fault.InvalidID
	}
	for i, p := range parts {
		name, err := url.PathUnescape(p)
		if err != nil || name == "" || strings.ContainsAny(name, "/\x00") || !utf8.ValidString(name) {
			return nil, fault.InvalidID
		}
		parts[i] = norm.NFC.String(name) // macOS and iOS send names apart
	}
	return parts, nil
}

// parseDestination returns the names that the header of a MOVE leads to, below the caller's part.
func (a *davRequest) parseDestination() ([]string, error) {
	below, err := webdav.CutDestination(a.R, a.base)
	if err != nil {
		return nil, err
	}
	return splitNames(below)
}

// joinPath escapes names below the caller's part.
func (a *davRequest) joinPath(names ...string) string {
	for i, n := range names {
		names[i] = url.PathEscape(n)
	}
	return a.base + strings.Join(names, "/")
}

func (a *davRequest) depth() string { return a.R.Header.Get("Depth") }

func (a *davRequest) writeStatus(status int) error {
	if status == http.StatusCreated {
		a.W.Header().Set("Content-Length", "0")
	}
	a.W.WriteHeader(status)
	return nil
}

// parseNumber reads the number by which apps know an item or a version.
func parseNumber(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

func newValue(space, name, text string) webdav.Value {
	return webdav.Value{Name: xml.Name{Space: space, Local: name}, Text: text}
}

func modifiedValue(t time.Time) webdav.Value {
	return newValue("DAV:", "getlastmodified", webdav.ClampTime(t).Format(http.TimeFormat))
}

func directoryTypeValue() webdav.Value {
	return webdav.Value{Name: xml.Name{Space: "DAV:", Local: "resourcetype"}, XML: "<d:collection/>"}
}

func newCollectionRow(href string) *webdav.Row {
	return &webdav.Row{Href: strings.TrimSuffix(href, "/") + "/", Values: []webdav.Value{directoryTypeValue()}}
}

// fileValues describe the content of a file.
func fileValues(size int64, contentType string, etag db.VersionID) []webdav.Value {
	return []webdav.Value{
		newValue("DAV:", "resourcetype", ""), newValue("DAV:", "getcontentlength", strconv.FormatInt(size, 10)),
		newValue("DAV:", "getcontenttype", contentType), newValue("DAV:", "getetag", `"`+etag.String()+`"`),
		newValue(ocNS, "size", strconv.FormatInt(size, 10)),
	}
}
