package api

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
)

// Basic returns the actor of an API token that a program sends as the password of basic authentication or as a bearer
// token. It accepts neither the password of an account nor a session. Wrong tokens of one address are fault.TooManyRequests
// after a while; a right one from there still works, so nobody is locked out by others.
func (a *Authenticator) Basic(r *http.Request) (access.Actor, error) {
	from := OriginOf(r)
	return a.authenticateBasic(r, &from)
}

// BasicAgain is Basic for a token that was taken before, on a connection that stays open: it is not noted as used.
func (a *Authenticator) BasicAgain(r *http.Request) (access.Actor, error) {
	return a.authenticateBasic(r, nil)
}

func (a *Authenticator) authenticateBasic(r *http.Request, from *Origin) (access.Actor, error) {
	login, secret, basic := r.BasicAuth()
	if !basic {
		var bearer bool
		if secret, bearer = strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); !bearer {
			return access.Actor{}, fault.AuthenticationFailed
		}
	}
	who, err := access.Actor{}, error(fault.AuthenticationFailed)
	if strings.HasPrefix(secret, KeyPrefix) && (login != "" || !basic) {
		who, err = a.lookUpToken(r.Context(), login, secret, from)
	}
	if errors.Is(err, fault.AuthenticationFailed) {
		if busy := a.wrongTokens.Allow(ClientAddress(r)); busy != nil {
			err = busy
		}
	}
	return who, err
}

// Protocol is a part of the server beside the calls: a protocol of other programs, under paths of its own. The requests behind
// it are not in the API's document.
type Protocol struct {
	Paths                []string                  // one with a slash at its end covers all below it
	IsOpen               func(*http.Request) bool  // reports the requests that need no token; nil for none
	Handle               func(*Call) error         // answers a request; its path is not cleaned
	Refuse               func(*Call, *fault.Fault) // writes the body and the status of a refusal; nil for JSON
	CutsOnTransientError func(*http.Request) bool  // reports the requests with a token that abortingWriter answers; nil for none
	IsLongLived          bool                      // its requests last for hours; the protocol bounds them, no request slot does
}

// MountProtocol adds a protocol.
func (r *Router) MountProtocol(d *Protocol) {
	for _, p := range d.Paths {
		if r.protocols[p] != nil {
			panic("api: two protocols at " + p)
		}
		r.protocols[p] = d
	}
}

// findProtocol returns the protocol with the longest path that covers a request; nil for none.
func (r *Router) findProtocol(path string) *Protocol {
	if d := r.protocols[path]; d != nil {
		return d
	}
	for {
		i := strings.LastIndexByte(strings.TrimSuffix(path, "/"), '/')
		if i < 0 {
			return nil
		}
		path = path[:i+1]
		if d := r.protocols[path]; d != nil {
			return d
		}
	}
}

// IsCall reports whether a path belongs to a call or a protocol, and not to a page.
func (r *Router) IsCall(path string) bool {
	return path == "/api" || strings.HasPrefix(path, "/api/") || r.findProtocol(path) != nil
}

// ServeProtocol answers a request that belongs to a protocol, and reports whether one does.
func (r *Router) ServeProtocol(w http.ResponseWriter, req *http.Request) bool {
	d := r.findProtocol(req.URL.Path)
	if d == nil {
		return false
	}
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "private, no-cache")
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox; base-uri 'none'; frame-ancestors 'none'")
	c := &Call{Context: req.Context(), W: w, R: req}
	var err error
	if d.IsOpen == nil || !d.IsOpen(req) {
		if c.Who, err = r.auth.Basic(req); err == nil && isForeign(req) {
			err = fault.PermissionDenied
		}
	}
	if err == nil && d.CutsOnTransientError != nil && d.CutsOnTransientError(req) {
		c.W = abortingWriter{w}
	}
	if err == nil && d.IsLongLived {
		err = d.Handle(c)
	} else if err == nil {
		err = r.runInSlot(c, true, d.Handle)
	}
	if err != nil {
		r.refuseProtocol(c, d, err)
	}
	return true
}

// isForeign reports whether a browser sends a request for a page of another site, which could use the token that the browser keeps
// for this one. Pages send no other method that writes without asking first, and no site is given leave.
func isForeign(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	return r.Method == http.MethodPost && (site == "cross-site" || site == "same-site" || IsForeignOrigin(r))
}

// IsForeignOrigin reports whether a browser says that a page of another host sends the request. Over plain
// HTTP it is the only header that tells: Sec-Fetch-Site is for secure origins. Programs send none.
func IsForeignOrigin(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return false
	}
	u, err := url.Parse(origin)
	return err != nil || u.Host == "" || !strings.EqualFold(u.Host, r.Host)
}

// abortingWriter cuts the connection where the answer would be a transient error: 408, 429 or an error of the server. It is for
// programs that take such an answer for a permanent one.
type abortingWriter struct{ http.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (w abortingWriter) WriteHeader(status int) {
	if status == http.StatusRequestTimeout || status == http.StatusTooManyRequests || status >= http.StatusInternalServerError {
		panic(http.ErrAbortHandler)
	}
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap lets a response controller reach the connection.
func (w abortingWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Challenge asks the program at the other side for a token.
func Challenge(h http.Header) { h.Set("WWW-Authenticate", `Basic realm="Anbar", charset="UTF-8"`) }

// refuseProtocol answers the refusal of a protocol.
func (r *Router) refuseProtocol(c *Call, d *Protocol, err error) {
	if c.Err() != nil && errors.Is(err, context.Canceled) {
		// A program that only closed its sending side still reads: without an answer it would get 200.
		panic(http.ErrAbortHandler)
	}
	var f *fault.Fault
	known := errors.As(toFault(err), &f)
	if known && f.Status == http.StatusUnauthorized {
		Challenge(c.W.Header())
	}
	if !known || d.Refuse == nil {
		r.answerError(c.W, c.R, err)
		return
	}
	if f.Wait > 0 {
		c.W.Header().Set("Retry-After", retryAfter(f.Wait))
	}
	d.Refuse(c, f)
}

// newWrongTokenLimiter is how often one address may send tokens that are none.
func newWrongTokenLimiter() *limits.Limiter {
	return limits.NewLimiter(limits.WrongTokenPause, limits.WrongTokens)
}
