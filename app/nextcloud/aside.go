package nextcloud

import (
	"encoding/xml"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"anbar/app/api"
	"anbar/app/fault"
	"anbar/app/webdav"
	"anbar/db"

	"golang.org/x/text/unicode/norm"
)

const (
	trashBase    = "/remote.php/dav/trashbin/"
	versionsBase = "/remote.php/dav/versions/"
)

// mountAside declares the requests of what lies beside the files: the trash and earlier versions.
func (s *Service) mountAside(r *api.Router) {
	refuse := func(c *api.Call, f *fault.Fault) { _ = s.Dav.Refuse(c, f) } // a fault always has an answer
	for base, do := range map[string]func(*asked) error{trashBase: s.trash, versionsBase: s.versions} {
		r.MountProtocol(&api.Protocol{Paths: []string{base}, Refuse: refuse, Handle: func(c *api.Call) error {
			a, err := s.asked(c, base)
			if err == nil {
				err = do(a)
			}
			if err != nil {
				return s.Dav.Refuse(c, err)
			}
			return nil
		}})
	}
}

// asked is a request below one of those bases.
type asked struct {
	*api.Call
	own  string   // escaped path of the caller's part of it, with a slash at its end
	rest []string // the names below
}

const maxAside = 100 // names of a path

func (s *Service) asked(c *api.Call, base string) (*asked, error) {
	user, below, _ := strings.Cut(strings.TrimPrefix(c.R.URL.EscapedPath(), base), "/")
	if err := s.isCaller(c, user); err != nil {
		return nil, err
	}
	a := &asked{Call: c, own: base + user + "/"}
	var err error
	a.rest, err = namesOf(below)
	return a, err
}

// namesOf takes an escaped path apart.
func namesOf(escaped string) ([]string, error) {
	escaped = strings.Trim(escaped, "/")
	if escaped == "" {
		return nil, nil
	}
	parts := strings.Split(escaped, "/")
	if len(parts) > maxAside {
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

// destination returns the names that the header of a MOVE leads to, below the caller's part.
func (a *asked) destination() ([]string, error) {
	below, err := webdav.Destination(a.R, a.own)
	if err != nil {
		return nil, err
	}
	return namesOf(below)
}

// path escapes names below the caller's part.
func (a *asked) path(names ...string) string {
	for i, n := range names {
		names[i] = url.PathEscape(n)
	}
	return a.own + strings.Join(names, "/")
}

func (a *asked) depth() string { return a.R.Header.Get("Depth") }

func (a *asked) done(status int) error {
	if status == http.StatusCreated {
		a.W.Header().Set("Content-Length", "0")
	}
	a.W.WriteHeader(status)
	return nil
}

// decimal reads the number by which apps know an item or a version.
func decimal(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

func value(space, name, text string) webdav.Value {
	return webdav.Value{Name: xml.Name{Space: space, Local: name}, Text: text}
}

func modified(t time.Time) webdav.Value {
	return value("DAV:", "getlastmodified", webdav.AppTime(t).Format(http.TimeFormat))
}

func directoryType() webdav.Value {
	return webdav.Value{Name: xml.Name{Space: "DAV:", Local: "resourcetype"}, XML: "<d:collection/>"}
}

func collection(href string) *webdav.Row {
	return &webdav.Row{Href: strings.TrimSuffix(href, "/") + "/", Values: []webdav.Value{directoryType()}}
}

// fileValues describe the content of a file.
func fileValues(size int64, contentType string, etag db.VersionID) []webdav.Value {
	return []webdav.Value{
		value("DAV:", "resourcetype", ""), value("DAV:", "getcontentlength", strconv.FormatInt(size, 10)),
		value("DAV:", "getcontenttype", contentType), value("DAV:", "getetag", `"`+etag.String()+`"`),
		value(ocNS, "size", strconv.FormatInt(size, 10)),
	}
}
