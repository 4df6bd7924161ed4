package app

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/fence"
	"anbar/app/base/server"
)

// Follows says of what the product shows that changes are made elsewhere.
type Follows struct {
	AsOf api.Time `json:"as_of" doc:"what is shown is what was there then, by the clock of the main server"`
	Name string   `json:"name" doc:"of the main server"`
}

// follows is what a standby shows of itself; nil for the main server.
func (a *App) follows() *Follows {
	if a.standby == nil {
		return nil
	}
	s := a.standby.State()
	return &Follows{AsOf: api.Time(s.AsOf), Name: s.Name}
}

// standbyHeader says with each answer that changes are made elsewhere: the moment of what a standby shows, or that another machine took
// over.
const standbyHeader = "Anbar-Standby"

// setStandbyHeader adds the header to an answer of a machine that takes no changes.
func (a *App) setStandbyHeader(h http.Header) {
	switch {
	case a.standby != nil:
		h.Set(standbyHeader, a.standby.State().AsOf.UTC().Format(time.RFC3339))
	case a.backup.IsReplaced():
		h.Set(standbyHeader, "replaced")
	}
}

// standbyCalls are what people may ask of a standby though they are no GET: they sign in, or ask without changing anything. What that
// writes is local to the standby, and thrown away.
var standbyCalls = []string{
	"POST /api/accounts/v1/users/login", "POST /api/accounts/v1/users/login/two-factor", "POST /api/accounts/v1/token/refresh",
	"POST /api/accounts/v1/users/logout", "POST /api/storage/directory-by-path", "POST /api/storage/workspace/verify-title",
	"POST /api/download/zip", "POST /api/trash/batch-download",
}

// canStandbyAnswer reports whether a request changes nothing that would be lost.
func canStandbyAnswer(r *http.Request) bool {
	if fence.IsRead(r) || slices.Contains(standbyCalls, r.Method+" "+r.URL.Path) {
		return true
	}
	return r.Method == http.MethodPut && strings.HasPrefix(r.URL.Path, "/api/live/")
}

// guardAnswer has no word of success go out for a change that may be lost. The caller calls end when the request is served.
func (a *App) guardAnswer(w http.ResponseWriter, r *http.Request) (guarded http.ResponseWriter, end func()) {
	if canStandbyAnswer(r) {
		return w, func() {}
	}
	return a.backup.Fence.Guard(w, r, server.ConnectionOf(r))
}

// isRefusedAtStandby answers a change at a standby with a refusal, and reports whether it did.
func (a *App) isRefusedAtStandby(w http.ResponseWriter, r *http.Request) bool {
	if a.standby == nil || canStandbyAnswer(r) {
		return false
	}
	a.Router.WriteError(w, r, fault.ReadOnly)
	return true
}
