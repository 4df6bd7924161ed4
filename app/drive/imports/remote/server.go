package remote

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/outward"
)

// The products that speak the protocol of Nextcloud.
const (
	Nextcloud = "Nextcloud"
	OwnCloud  = "ownCloud"
	Anbar     = "Anbar"
)

// Server is one that speaks the protocol of Nextcloud.
type Server struct {
	Base    *url.URL
	Product string
}

// parseAddress reads what a person entered: perhaps without a scheme, perhaps a page or a directory of the server.
func parseAddress(text string) (*url.URL, error) {
	text = strings.TrimSpace(text)
	if !strings.Contains(text, "://") {
		text = "https://" + text
	}
	text, _, _ = strings.Cut(text, "#")
	text, _, _ = strings.Cut(text, "?")
	u, ok := outward.ParseAddress(text)
	if !ok || len(text) > limits.RemoteAddress {
		return nil, fault.Field("url", fault.InvalidValue)
	}
	if _, err := splitNames(u.EscapedPath()); err != nil {
		return nil, fault.Field("url", fault.InvalidValue)
	}
	return u, nil
}

// baseURL is the address of the server that a page or a directory belongs to.
func baseURL(u *url.URL) *url.URL {
	escaped := u.EscapedPath()
	for _, page := range []string{"/index.php/", "/remote.php/", "/ocs/", "/status.php/", "/apps/", "/login/", "/dav/", "/workspace/"} {
		if before, _, found := strings.Cut(escaped+"/", page); found {
			escaped = before
		}
	}
	return joinURL(&url.URL{Scheme: u.Scheme, Host: u.Host, Path: "/"}, false, mustSplitPath(strings.TrimSuffix(escaped, "/"))...)
}

// mustSplitPath takes a path apart that address looked through.
func mustSplitPath(escaped string) []string {
	all, err := splitNames(escaped)
	if err != nil {
		return nil
	}
	return all
}

// buildURL is an address of the server; path is escaped.
func (s *Server) buildURL(path, query string) *url.URL {
	u := joinURL(s.Base, false, mustSplitPath(path)...)
	u.RawQuery = query
	return u
}

// requestStatus asks a server for its status, or where that lies; nil when it is no server of that kind.
func requestStatus(ctx context.Context, c *client, s *Server) (*http.Response, error) {
	res, err := (&client{http: c.http, pause: c.pause}).send(ctx, &requestSpec{
		method: http.MethodGet, at: s.buildURL("/status.php", ""),
		want: []int{
			http.StatusOK, http.StatusMovedPermanently, http.StatusFound, http.StatusTemporaryRedirect, http.StatusPermanentRedirect,
		},
	})
	var code statusError
	if errors.As(err, &code) && !code.isTemporary() || isFinal(err) {
		return nil, nil
	}
	if err != nil {
		return nil, toAddressFault(err)
	}
	return res, nil
}

// findServer asks who answers at an address; nil when it is no server of that kind. A server may lead from http to https, and to a
// directory of its own, but not elsewhere.
func findServer(ctx context.Context, c *client, u *url.URL) (*Server, error) {
	s := &Server{Base: baseURL(u)}
	for range 3 {
		res, err := requestStatus(ctx, c, s)
		if err != nil || res == nil {
			return nil, err
		}
		if res.StatusCode != http.StatusOK {
			to, err := res.Location()
			if err = errors.Join(err, res.Body.Close()); err != nil || !canRedirect(s.Base, to) {
				return nil, err
			}
			s.Base = baseURL(to)
			continue
		}
		return s.readStatus(res)
	}
	return nil, nil
}

// readStatus reads the status of a server; nil when it is no server of that kind.
func (s *Server) readStatus(res *http.Response) (*Server, error) {
	b, err := readLimited(res.Body, limits.RemoteAnswer)
	if errors.Is(err, errAnswer) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return s.parseStatus(b), nil
}

// canRedirect reports whether a server may send to another address: of the same host, and not back to an open connection.
func canRedirect(from, to *url.URL) bool {
	if to.User != nil || !strings.EqualFold(from.Hostname(), to.Hostname()) {
		return false
	}
	return outward.Origin(from) == outward.Origin(to) || from.Scheme == "http" && to.Scheme == "https"
}

// isFinal reports whether the server said plainly that there is no such thing.
func isFinal(err error) bool {
	return err != nil && (errors.Is(err, fault.ImportSourceDenied) || isGone(err))
}

// parseStatus reads the status of a server; nil when it is none.
func (s *Server) parseStatus(b []byte) *Server {
	var said struct {
		Installed   *bool  `json:"installed"`
		Product     string `json:"product"`
		ProductName string `json:"productname"`
	}
	if json.Unmarshal(b, &said) != nil || said.Installed == nil {
		return nil
	}
	switch name := strings.ToLower(said.Product + " " + said.ProductName); {
	case strings.TrimSpace(said.ProductName) == Anbar:
		s.Product = Anbar
	case strings.Contains(name, "owncloud"), strings.Contains(name, "infinite scale"), strings.Contains(name, "opencloud"):
		s.Product = OwnCloud
	default: // its name is what its staff call it
		s.Product = Nextcloud
	}
	return s
}

// loadUserID returns the id of the user, by which the paths of their files begin.
func (s *Server) loadUserID(ctx context.Context, c *client) (string, error) {
	var said struct {
		ID string `json:"id"`
	}
	if err := s.requestOCS(ctx, c, "/ocs/v2.php/cloud/user", &said); err != nil {
		return "", err
	}
	if said.ID == "" || len(said.ID) > limits.RemoteName || strings.ContainsAny(said.ID, "/\x00") || said.ID == "." || said.ID == ".." {
		return "", errAnswer
	}
	return said.ID, nil
}

// requestOCS asks for data of the open collaboration services.
func (s *Server) requestOCS(ctx context.Context, c *client, path string, into any) error {
	res, err := c.send(ctx, &requestSpec{
		method: http.MethodGet, at: s.buildURL(path, "format=json"), want: []int{http.StatusOK},
		header: map[string]string{"OCS-APIRequest": "true", "Accept": "application/json"},
	})
	if err != nil {
		return err
	}
	b, err := readLimited(res.Body, limits.RemoteAnswer)
	if err != nil {
		return err
	}
	var said struct {
		OCS struct {
			Data json.RawMessage `json:"data"`
		} `json:"ocs"`
	}
	if json.Unmarshal(b, &said) != nil || json.Unmarshal(said.OCS.Data, into) != nil {
		return errAnswer
	}
	return nil
}
