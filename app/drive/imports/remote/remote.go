// Package remote reads files from other servers: from Nextcloud, ownCloud and other appliances by the protocol of the Nextcloud
// apps, and from any WebDAV. Nothing that a server says is trusted: neither sizes nor addresses nor that a list ends.
package remote

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"anbar/app/base/fault"
	"anbar/app/drive/imports/source"
)

const parallel = 6 // contents that are read at a time

// Options say what is read.
type Options struct {
	Address        string // of the server, or of a directory by WebDAV
	User, Password string // as the server knows them; an app password where there is one
	Tags           string // title of the custom field that tags of the source become
	HTTP           *http.Client
	Pause          time.Duration // before a request is tried again; a second when 0
}

// Source is the files of one user at another server. It implements source.Source, source.VersionLister and source.LinkLister.
type Source struct {
	client
	server *Server  // nil for one that speaks only WebDAV
	root   *url.URL // of the files
	sub    []string // where that is, for a server with paths of its own
	uid    string
	tags   string

	mu    sync.Mutex
	walks []*walk // listings that are not at their end, the last used last
}

var _ source.VersionLister = (*Source)(nil)

// New signs in at a server. It fails with a *fault.Fault when another try is useless.
func New(ctx context.Context, o Options) (*Source, error) {
	u, err := parseAddress(o.Address)
	if err != nil {
		return nil, err
	}
	if o.Pause == 0 {
		o.Pause = time.Second
	}
	s := &Source{client: client{http: o.HTTP, user: o.User, password: o.Password, pause: o.Pause}, root: u, tags: o.Tags}
	if strings.Contains(u.EscapedPath()+"/", "/dav/") && !strings.Contains(u.EscapedPath(), "/remote.php/") {
		return s, s.checkRoot(ctx) // a directory that the person chose, whatever else the server is
	}
	if s.server, err = findServer(ctx, &s.client, u); err != nil {
		return nil, err
	}
	if s.server == nil {
		return s, s.checkRoot(ctx)
	}
	if s.uid, err = s.server.loadUserID(ctx, &s.client); err != nil {
		return nil, toAddressFault(err)
	}
	s.sub = userDirectory(u)
	s.root = s.server.buildURL("/remote.php/dav/files"+escapePath([]string{s.uid})+escapePath(s.sub), "")
	return s, s.checkRoot(ctx)
}

// userDirectory is the directory of the user that an address of a server names.
func userDirectory(u *url.URL) []string {
	_, rest, _ := strings.Cut(u.EscapedPath(), "/remote.php/")
	all := mustSplitPath(rest)
	switch {
	case len(all) > 3 && all[0] == "dav" && all[1] == "files":
		return all[3:]
	case len(all) > 1 && all[0] == "webdav":
		return all[1:]
	}
	return nil
}

// checkRoot asks for the directory at the top.
func (s *Source) checkRoot(ctx context.Context) error {
	a, err := s.propfind(ctx, joinURL(s.root, true), "0", s.propfindBody())
	if err != nil {
		return toAddressFault(err)
	}
	for range maxRootAnswers {
		r, err := a.next()
		if err == nil && r.isCollection() {
			return a.close()
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return toAddressFault(errors.Join(err, a.close()))
		}
	}
	return errors.Join(fault.ImportSourceGone, a.close())
}

const maxRootAnswers = 100 // answers among which the directory is: some servers do not mind how deep they are asked to look

func isGone(err error) bool {
	return errors.Is(err, source.ErrGone) || errors.Is(err, source.ErrDenied)
}

// toAddressFault makes a fault of the error of a server that is not what the person said it is.
func toAddressFault(err error) error {
	var code statusError
	switch {
	case errors.Is(err, source.ErrDenied):
		return fault.ImportSourceDenied.Because(err)
	case errors.Is(err, source.ErrGone), errors.Is(err, errAnswer), errors.Is(err, errTooMuch),
		errors.As(err, &code) && !code.isTemporary() && code < http.StatusInternalServerError:
		return fault.ImportSourceGone.Because(err)
	}
	return err
}

// Parallel implements source.Source.
func (s *Source) Parallel() int { return parallel }

// Product is what answers; empty for a server that speaks only WebDAV.
func (s *Source) Product() string {
	if s.server == nil {
		return ""
	}
	return s.server.Product
}

// Close implements source.Source.
func (s *Source) Close() error {
	s.mu.Lock()
	all := s.walks
	s.walks = nil
	s.mu.Unlock()
	var err error
	for _, w := range all {
		err = errors.Join(err, w.close())
	}
	s.http.CloseIdleConnections()
	return err
}
