package nextcloud

import (
	"net/http"
	"net/url"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/sync/webdav"
	"anbar/db"
)

const (
	davRoot    = "/remote.php/dav"
	filesBase  = "/remote.php/dav/files/"
	chunksBase = "/remote.php/dav/uploads/"
	shortBase  = "/remote.php/webdav/"
	bulkPath   = "/remote.php/dav/bulk"
)

// mountRemote declares the requests of synchronization.
func (s *Service) mountRemote(r *api.Router) {
	refuse := func(c *api.Call, f *fault.Fault) { _ = s.Dav.WriteError(c, f) } // a fault always has an answer
	r.MountProtocol(&api.Protocol{
		Paths: []string{"/remote.php/"}, Handle: s.handleRemote, Refuse: refuse,
		IsOpen: func(r *http.Request) bool { return r.Method == http.MethodOptions },
		// The desktop apps leave out a directory whose list is refused for whatever reason, note the entity tag of the one
		// above, and ask for the directory again only when something in it changes. After a broken connection they begin anew.
		CutsOnTransientError: func(r *http.Request) bool { return r.Method == "PROPFIND" },
	})
}

// handleRemote answers what lies below /remote.php/, with refusals as WebDAV has them.
func (s *Service) handleRemote(c *api.Call) error {
	if c.R.Method == http.MethodOptions {
		webdav.SetDAVHeaders(c.W.Header())
		c.W.Header().Set("Allow", c.W.Header().Get("Allow")+", REPORT, SEARCH")
		c.W.Header().Set("Content-Length", "0")
		c.W.WriteHeader(http.StatusOK)
		return nil
	}
	if err := s.routeRemote(c); err != nil {
		return s.Dav.WriteError(c, err)
	}
	return nil
}

func (s *Service) routeRemote(c *api.Call) error {
	path := c.R.URL.EscapedPath()
	if strings.HasPrefix(path+"/", shortBase) {
		return s.serveFiles(c, shortBase)
	}
	if c.R.Method == "SEARCH" && (path == davRoot || path == davRoot+"/") {
		return s.handleSearch(c)
	}
	if path == bulkPath {
		return s.handleBulk(c)
	}
	for _, base := range []string{filesBase, chunksBase} {
		rest, ok := strings.CutPrefix(path, base)
		if !ok {
			continue
		}
		name, rest, _ := strings.Cut(rest, "/")
		if err := s.checkCaller(c, name); err != nil {
			return err
		}
		if base == filesBase {
			return s.serveFiles(c, base+name+"/")
		}
		return s.handleChunks(c, rest, filesBase+name+"/")
	}
	return fault.InvalidID
}

// checkCaller fails unless an escaped name in a path is one of the person who calls.
func (s *Service) checkCaller(c *api.Call, escaped string) error {
	name, err := url.PathUnescape(escaped)
	if err != nil {
		return fault.InvalidID
	}
	if name == c.Who.User.String() {
		return nil
	}
	return s.DB.ViewOne(c, func(v *db.View) error {
		u, err := v.UserByID(c.Who.User)
		if err != nil {
			return toInvalidID(err)
		}
		if name == "" || !strings.EqualFold(name, u.Email) && name != u.Mobile {
			return fault.InvalidID
		}
		return nil
	})
}

func (s *Service) serveFiles(c *api.Call, base string) error {
	t, err := s.loadTree(c, base)
	if err != nil {
		return err
	}
	return s.Dav.Serve(c, t)
}

// loadTree is all that the caller sees, below an escaped path.
func (s *Service) loadTree(c *api.Call, base string) (*webdav.Tree, error) {
	home, err := s.ensureHome(c)
	if err != nil {
		return nil, err
	}
	m := &propertySet{origin: s.originURL(c.R)}
	return &webdav.Tree{
		Base: base, Properties: m.properties(), SetHeaders: m.setFileID, Find: s.findHits, ClampTimes: true,
		Root: func(v *db.View, who access.Actor) (*webdav.Root, error) { return loadRoot(v, who, home) },
	}, nil
}
