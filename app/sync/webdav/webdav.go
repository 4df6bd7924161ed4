// Package webdav serves files to file managers, phones and office programs by WebDAV (RFC 4918, classes 1, 2 and 3).
package webdav

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/downloads"
	"anbar/app/drive/files"
	"anbar/app/drive/uploads"
	"anbar/blobstore"
	"anbar/db"
)

// Options are what the service needs.
type Options struct {
	DB        *db.DB
	Blobs     *blobstore.Store
	Small     *uploads.Gatherer // stores the small files that come
	Files     *files.Service
	Downloads *downloads.Service
	OnUse     func(access.Actor, db.NodeID) // called with the files that people open or send
	Spool     string                        // directory for answers that are long
	Log       *slog.Logger
}

// Service is the WebDAV of one appliance.
type Service struct {
	db         *db.DB
	blobs      *blobstore.Store
	small      *uploads.Gatherer
	files      *files.Service
	downloads  *downloads.Service
	recordUse  func(access.Actor, db.NodeID)
	spool      string
	log        *slog.Logger
	properties []*Property
	drives     *Tree
	puts       *limits.Slots
	listings   *limits.Slots
}

// New makes the service.
func New(o Options) *Service {
	return &Service{
		db: o.DB, blobs: o.Blobs, small: o.Small, files: o.Files, downloads: o.Downloads, recordUse: o.OnUse, spool: o.Spool, log: o.Log,
		properties: liveProperties(), drives: newDrivesTree(), puts: limits.Parts(), listings: limits.Listings(),
	}
}

// Mount adds the tree of all workspaces, and the answer to programs that ask at the root what there is.
func (s *Service) Mount(r *api.Router) {
	open := func(r *http.Request) bool { return r.Method == http.MethodOptions }
	refuse := func(c *api.Call, f *fault.Fault) { _ = s.WriteError(c, f) } // a fault always has an answer
	r.MountProtocol(&api.Protocol{
		Paths: []string{"/dav", "/dav/"}, IsOpen: open, Refuse: refuse,
		Handle: func(c *api.Call) error { return s.Serve(c, s.drives) },
	})
}

// request is a request with its tree.
type request struct {
	*api.Call
	s        *Service
	tree     *Tree
	segments []string
	cond     *conditions
}

var methodHandlers = map[string]func(*request) error{
	http.MethodGet: (*request).handleGet, http.MethodHead: (*request).handleGet, http.MethodPut: (*request).handlePut,
	http.MethodDelete: (*request).handleDelete,
	"PROPFIND":        (*request).handlePropfind, "PROPPATCH": (*request).handleProppatch, "MKCOL": (*request).handleMkcol,
	"COPY": (*request).handleTransfer,
	"MOVE": (*request).handleTransfer, "LOCK": (*request).handleLock, "UNLOCK": (*request).handleUnlock, "REPORT": (*request).handleReport,
}

// createMethods are the methods that answer a missing directory on the way otherwise than a missing item.
var createMethods = map[string]bool{http.MethodPut: true, "MKCOL": true, "COPY": true, "MOVE": true, "LOCK": true}

const allowedMethods = "OPTIONS, GET, HEAD, PUT, DELETE, PROPFIND, PROPPATCH, MKCOL, COPY, MOVE, LOCK, UNLOCK"

// SetDAVHeaders writes the headers by which programs see that there is WebDAV.
func SetDAVHeaders(h http.Header) {
	h.Set("DAV", "1, 2, 3")
	h.Set("MS-Author-Via", "DAV")
	h.Set("Allow", allowedMethods)
}

// Serve answers a request for a tree. It also writes the refusals, but for errors of the server.
func (s *Service) Serve(c *api.Call, t *Tree) error {
	if c.R.Method == http.MethodOptions {
		SetDAVHeaders(c.W.Header())
		c.W.Header().Set("Content-Length", "0")
		c.W.WriteHeader(http.StatusOK)
		return nil
	}
	do := methodHandlers[c.R.Method]
	if do == nil {
		c.W.Header().Set("Allow", allowedMethods)
		return s.WriteError(c, errBadMethod)
	}
	q := &request{Call: c, s: s, tree: t}
	err := q.dispatch(do)
	if errors.Is(err, errNoParent) && !createMethods[c.R.Method] {
		err = fault.InvalidID
	}
	if err != nil {
		return s.WriteError(c, err)
	}
	return nil
}

// dispatch reads what all methods need and runs the one that is asked for.
func (q *request) dispatch(do func(*request) error) (err error) {
	if q.segments, err = splitBelow(q.tree.Base, q.R.URL.EscapedPath()); err != nil {
		return err
	}
	if q.cond, err = parseConditions(q.R, q.R.Header); err != nil {
		return err
	}
	return do(q)
}

// readBody reads the body of the request; nil when there is none.
func (q *request) readBody() (*element, error) {
	// A connection without deadlines is that of a test.
	_ = http.NewResponseController(q.W).SetReadDeadline(time.Now().Add(limits.BodyTime))
	return readXML(q.R.Body)
}

// writeXML sends a short body of XML.
func (q *request) writeXML(status int, b []byte) error {
	h := q.W.Header()
	h.Set("Content-Type", xmlType)
	h.Set("Content-Length", strconv.Itoa(len(b)))
	q.W.WriteHeader(status)
	_, _ = q.W.Write(b) // a failing write means that the program went away
	return nil
}

// acquireListingSlot waits for a turn to make a long answer. It may be released twice: early when the answer is complete, because a slow
// program must not keep the turn of others.
func (s *Service) acquireListingSlot(c *api.Call) (release func(), err error) {
	release, err = s.listings.Acquire(c, c.Owner(), 1)
	return sync.OnceFunc(release), api.ToBusyFault(err)
}

// AcquirePutSlot waits for a turn to send a file.
func (s *Service) AcquirePutSlot(c *api.Call) (release func(), err error) {
	release, err = s.puts.Acquire(c, c.Owner(), 1)
	return release, api.ToBusyFault(err)
}

// ExpireLocks forgets locks that nobody renewed.
func (s *Service) ExpireLocks(ctx context.Context) error {
	some := false
	err := s.db.ViewOne(ctx, func(v *db.View) (err error) {
		some, err = v.AnyDavLockExpired()
		return err
	})
	if err != nil || !some {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error { return tx.DeleteDavLocksExpired(limits.DavSweep) })
}
