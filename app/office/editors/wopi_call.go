package editors

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/office/editors/onlyoffice"
	"anbar/app/office/editors/wopi"
	"anbar/db"
)

func (s *Service) mountWopi(r *api.Router) {
	op := func(call, does string) api.Op {
		return api.Op{Call: call, Does: does, Fails: []*fault.Fault{fault.OfficeRequest}}
	}
	info := op("GET /wopi/files/{id}", "WOPI: CheckFileInfo")
	info.Answers = WopiFile{}
	api.Stream(r, info, s.wrapWopi(s.handleWopiInfo))
	get := op("GET /wopi/files/{id}/contents", "WOPI: GetFile")
	get.Gives = "application/octet-stream"
	api.Stream(r, get, s.wrapWopi(s.handleWopiGet))
	change := op("POST /wopi/files/{id}",
		"WOPI, by X-WOPI-Override: LOCK, GET_LOCK, REFRESH_LOCK, UNLOCK, LOCK with X-WOPI-OldLock, PUT_RELATIVE")
	change.Takes, change.Answers = "application/octet-stream", WopiMade{}
	api.Stream(r, change, s.wrapWopi(s.handleWopiOverride))
	put := op("POST /wopi/files/{id}/contents", "WOPI: PutFile")
	put.Takes, put.Answers = "application/octet-stream", WopiStored{}
	api.Stream(r, put, s.wrapWopi(s.handleWopiPut))
	api.Stream(r, api.Op{
		Call: "GET /editor/wopi/frame", Gives: "text/html",
		Does: "The page that holds the frame of the office server, for frames of this server",
	}, s.handleGetWopiFrame)
}

// wopiCall is a request of the office server.
type wopiCall struct {
	*api.Call
	e      *wopiOffice
	server *wopi.Server
	p      *pass
	who    access.Actor
	person *db.User
}

func (w *wopiCall) target() Target {
	return Target{Space: w.p.Space, File: w.p.File, Version: w.p.Version}
}

func (w *wopiCall) owner() limits.Owner { return limits.Owner{Person: int64(w.p.User)} }

// wopiError is a refusal in the words of the protocol.
type wopiError struct {
	status int
	reason string
	lock   *string // that the file has; nil when the refusal is not about that
	moved  bool    // the document was changed by somebody else, in the words of Collabora
}

// Error implements error.
func (e *wopiError) Error() string { return fmt.Sprintf("wopi: %d: %s", e.status, e.reason) }

// lockMismatch refuses a request because of the lock that the file has.
func lockMismatch(lock, reason string) error {
	return &wopiError{status: http.StatusConflict, reason: reason, lock: &lock}
}

func newWopiError(status int, reason string) error { return &wopiError{status: status, reason: reason} }

// wopiMoved is the status of Collabora for a document that is not the one that it loaded.
const wopiMoved = 1010

type wopiIn struct {
	ID    string `path:"id"`
	Token string `query:"access_token" doc:"signed by this server for a person and a file; also as Authorization: Bearer"`
}

// wrapWopi lets the office server in, and answers it.
func (s *Service) wrapWopi(do func(*wopiCall) error) func(*api.Call, *wopiIn) error {
	return func(c *api.Call, in *wopiIn) error {
		w, err := s.authenticateWopi(c, in)
		if err == nil {
			err = do(w)
		}
		if err == nil || errors.Is(err, context.Canceled) && c.Err() != nil {
			return err
		}
		refusal := toWopiError(err)
		s.Log.Warn("a request of the office server is refused", "status", refusal.status, "reason", refusal.reason, "error", err)
		h := c.W.Header()
		if refusal.lock != nil {
			h.Set("X-WOPI-Lock", *refusal.lock)
			h.Set("X-WOPI-LockFailureReason", refusal.reason)
		}
		h.Set("X-WOPI-ServerError", refusal.reason)
		body := map[string]any{"error_code": fault.OfficeRequest.Key, "message": refusal.reason}
		if refusal.moved {
			body["COOLStatusCode"], body["LOOLStatusCode"] = wopiMoved, wopiMoved
		}
		return api.WriteJSON(c.W, refusal.status, body)
	}
}

// toWopiError gives an error its place in the protocol.
func toWopiError(err error) *wopiError {
	var no *wopiError
	var tooLong *http.MaxBytesError
	switch {
	case errors.As(err, &no):
		return no
	case isDenied(err), errors.Is(err, fault.NotAFile), errors.Is(err, fault.VersionNotFound):
		return &wopiError{status: http.StatusNotFound, reason: "the file is not there for this person"}
	case errors.Is(err, fault.DocumentTooLarge), errors.Is(err, fault.QuotaExceeded), errors.Is(err, fault.TooManyFiles),
		errors.Is(err, fault.PlanExpired), errors.Is(err, fault.WorkspaceFrozen), errors.As(err, &tooLong):
		return &wopiError{status: http.StatusRequestEntityTooLarge, reason: "there is no room for the document"}
	case errors.Is(err, fault.UploadType):
		return &wopiError{status: http.StatusBadRequest, reason: "the document is not of the type of its name"}
	case errors.Is(err, fault.EditedByAnother):
		return lockMismatch("", "the file is edited elsewhere").(*wopiError)
	}
	return &wopiError{status: http.StatusInternalServerError, reason: "a problem of this server"}
}

// saveAfter is how long an office server may still store what was typed in a session that ended, as it does when the tab
// closes.
const saveAfter = 5 * time.Minute

// authenticateWopi checks the token and the signature of a request.
func (s *Service) authenticateWopi(c *api.Call, in *wopiIn) (*wopiCall, error) {
	denied := newWopiError(http.StatusUnauthorized, "the token is not valid for this file")
	server := s.WOPI.Now()
	token := in.Token
	if token == "" {
		token = strings.TrimPrefix(c.R.Header.Get("Authorization"), "Bearer ")
	}
	w := &wopiCall{Call: c, e: &wopiOffice{s}, server: server, p: &pass{}}
	if err := onlyoffice.Verify(string(s.Key), token, w.p); err != nil || w.p.Expires == 0 {
		return nil, errors.Join(denied, err)
	}
	if w.p.Act == actWopiProbe && c.R.Pattern == "GET /api/wopi/files/{id}" && in.ID == actWopiProbe {
		return w, nil // nothing of anybody, and the server may not be saved yet
	}
	if server == nil || w.p.Act != actWopi || in.ID != wopiFileID(w.p) {
		return nil, denied
	}
	if err := s.checkWopiProof(c, c.R.Header, server, token, w.e.baseURL(server)+c.R.RequestURI); err != nil {
		return nil, err
	}
	w.who = access.Actor{User: w.p.User}
	err := s.DB.View(c, func(v *db.View) (err error) {
		after := time.Duration(0)
		if c.R.Method == http.MethodPost {
			after = saveAfter
		}
		if err := access.CheckActiveUntil(v, access.Actor{User: w.p.User, Session: w.p.Session}, after); err != nil {
			return err
		}
		w.person, err = v.UserByID(w.p.User)
		return err
	})
	if errors.Is(err, fault.AuthenticationFailed) {
		return nil, denied
	}
	return w, err
}

// checkWopiProof checks that the office server signed a request, when it signs at all. A key that is not known may be a new one.
func (s *Service) checkWopiProof(ctx context.Context, h http.Header, server *wopi.Server, token, address string) error {
	d, err := server.LoadDiscovery(ctx)
	if err != nil {
		return fmt.Errorf("ask for the keys of the office server: %w", err)
	}
	if !d.HasProofKeys() || d.CheckProof(token, address, h, time.Now()) == nil {
		return nil
	}
	if d, err = server.RefreshDiscovery(ctx); err == nil && d.HasProofKeys() {
		err = d.CheckProof(token, address, h, time.Now())
	}
	if err != nil {
		return errors.Join(newWopiError(http.StatusInternalServerError, "the request is not signed by the office server"), err)
	}
	return nil
}
