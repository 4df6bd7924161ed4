package remote

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/imports/source"
)

// Login is a question to the person at another server: may this appliance act for you?
type Login struct {
	Address string // of the server
	Product string
	Page    string // where the person answers
	Poll    string // secret that the answer is asked for with
}

// Credentials is what a person allowed.
type Credentials struct{ User, Password string }

// StartLogin asks a server for a page where its person can allow this appliance to act for them. Errors are faults that say why there
// is none.
func StartLogin(ctx context.Context, h *http.Client, entered string) (*Login, error) {
	u, err := parseAddress(entered)
	if err != nil {
		return nil, err
	}
	c := &client{http: h, pause: time.Second}
	s, err := findServer(ctx, c, u)
	if err != nil {
		return nil, toConnectionFault(err)
	}
	if s == nil {
		return nil, fault.ConnectionAnswer
	}
	b, err := c.sendForBody(ctx, &requestSpec{
		method: http.MethodPost, at: s.buildURL("/index.php/login/v2", ""), want: []int{http.StatusOK},
		header: map[string]string{"Accept": "application/json"},
	})
	if err != nil {
		return nil, toConnectionFault(err)
	}
	return parseLogin(s, b)
}

// sendForBody returns the body of an answer.
func (c *client) sendForBody(ctx context.Context, a *requestSpec) ([]byte, error) {
	res, err := c.send(ctx, a)
	if err != nil {
		return nil, err
	}
	return readLimited(res.Body, limits.RemoteAnswer)
}

// parseLogin reads where a login on a server goes on.
func parseLogin(s *Server, b []byte) (*Login, error) {
	var said struct {
		Poll struct {
			Token string `json:"token"`
		} `json:"poll"`
		Login string `json:"login"`
	}
	if json.Unmarshal(b, &said) != nil || said.Poll.Token == "" || len(said.Poll.Token) > limits.RemoteSecret {
		return nil, fault.ConnectionAnswer
	}
	page, err := url.Parse(said.Login)
	if err != nil || !s.isOwnPage(page) || len(said.Login) > limits.RemoteAddress {
		return nil, fault.ConnectionAnswer
	}
	return &Login{Address: s.Base.String(), Product: s.Product, Page: page.String(), Poll: said.Poll.Token}, nil
}

// isOwnPage reports whether a page belongs to the server, so that nobody is sent elsewhere with its name. Behind a proxy servers say
// another scheme or port.
func (s *Server) isOwnPage(page *url.URL) bool {
	return strings.EqualFold(page.Hostname(), s.Base.Hostname()) && page.User == nil &&
		(page.Scheme == "https" || page.Scheme == "http")
}

// PollLogin asks whether the person has answered; nil as long as they have not, or when they never will.
func PollLogin(ctx context.Context, h *http.Client, server, poll string) (*Credentials, error) {
	u, err := parseAddress(server)
	if err != nil {
		return nil, err
	}
	s := &Server{Base: u}
	b, err := (&client{http: h, pause: time.Second}).sendForBody(ctx, &requestSpec{
		method: http.MethodPost, at: s.buildURL("/index.php/login/v2/poll", ""), want: []int{http.StatusOK},
		body:   url.Values{"token": {poll}}.Encode(),
		header: map[string]string{"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"},
	})
	if errors.Is(err, source.ErrGone) {
		return nil, nil
	}
	if err != nil {
		return nil, toConnectionFault(err)
	}
	return parseCredentials(b)
}

// parseCredentials reads the login that a user approved.
func parseCredentials(b []byte) (*Credentials, error) {
	var said struct {
		User     string `json:"loginName"`
		Password string `json:"appPassword"`
	}
	if json.Unmarshal(b, &said) != nil || said.User == "" || said.Password == "" || strings.Contains(said.User, ":") ||
		len(said.User)+len(said.Password) > limits.RemoteSecret {
		return nil, fault.ConnectionAnswer
	}
	return &Credentials{said.User, said.Password}, nil
}

// RevokePassword gives an app password back to the server that made it. It does nothing when the server no longer knows it.
func RevokePassword(ctx context.Context, h *http.Client, server string, a *Credentials) error {
	u, err := parseAddress(server)
	if err != nil {
		return err
	}
	c := &client{http: h, user: a.User, password: a.Password, pause: time.Second}
	res, err := c.send(ctx, &requestSpec{
		method: http.MethodDelete, at: (&Server{Base: u}).buildURL("/ocs/v2.php/core/apppassword", "format=json"),
		want:   []int{http.StatusOK},
		header: map[string]string{"OCS-APIRequest": "true"},
	})
	if isFinal(err) {
		return nil
	}
	if err != nil {
		return err
	}
	return res.Body.Close()
}
