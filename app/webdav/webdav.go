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

	"anbar/app/access"
	"anbar/app/api"
	"anbar/app/downloads"
	"anbar/app/fault"
	"anbar/app/files"
	"anbar/app/limits"
	"anbar/blobstore"
	"anbar/db"
)

// Options are what the service needs.
type Options struct {
	DB        *db.DB
	Blobs     *blobstore.Store
	Files     *files.Service
	Downloads *downloads.Service
	Used      func(access.Actor, db.NodeID) // called with the files that people open or send
	Spool     string                        // directory for answers that are long
	Log       *slog.Logger
}

// Service is the WebDAV of one appliance.
type Service struct {
	db         *db.DB
	blobs      *blobstore.Store
	files      *files.Service
	downloads  *downloads.Service
	used       func(access.Actor, db.NodeID)
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
		db: o.DB, blobs: o.Blobs, files: o.Files, downloads: o.Downloads, used: o.Used, spool: o.Spool, log: o.Log,
		properties: properties(), drives: drives(), puts: limits.Parts(), listings: limits.Listings(),
	}
}

// Mount adds the tree of all workspaces, and the answer to programs that ask at the root what there is.
func (s *Service) Mount(r *api.Router) {
	open := func(r *http.Request) bool { return r.Method == http.MethodOptions }
	refuse := func(c *api.Call, f *fault.Fault) { _ = s.Refuse(c, f) } // a fault always has an answer
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

var methods = map[string]func(*request) error{
	http.MethodGet: (*request).get, http.MethodHead: (*request).get, http.MethodPut: (*request).put, http.MethodDelete: (*request).remove,
	"PROPFIND": (*request).propfind, "PROPPATCH": (*request).proppatch, "MKCOL": (*request).mkcol, "COPY": (*request).carry,
	"MOVE": (*request).carry, "LOCK": (*request).lock, "UNLOCK": (*request).unlock, "REPORT": (*request).report,
}

// makes are the methods that answer a missing directory on the way otherwise than a missing item.
var makes = map[string]bool{http.MethodPut: true, "MKCOL": true, "COPY": true, "MOVE": true, "LOCK": true}

const allowed = "OPTIONS, GET, HEAD, PUT, DELETE, PROPFIND, PROPPATCH, MKCOL, COPY, MOVE, LOCK, UNLOCK"

// Welcome writes the headers by which programs see that there is WebDAV.
func Welcome(h http.Header) {
	h.Set("DAV", "1, 2, 3")
	h.Set("MS-Author-Via", "DAV")
	h.Set("Allow", allowed)
}

// Serve answers a request for a tree. It also writes the refusals, but for errors of the server.
func (s *Service) Serve(c *api.Call, t *Tree) error {
	if c.R.Method == http.MethodOptions {
		Welcome(c.W.Header())
		c.W.Header().Set("Content-Length", "0")
		c.W.WriteHeader(http.StatusOK)
		return nil
	}
	do := methods[c.R.Method]
	if do == nil {
		c.W.Header().Set("Allow", allowed)
		return s.Refuse(c, errMethod)
	}
	q := &request{Call: c, s: s, tree: t}
	err := q.serve(do)
	if errors.Is(err, errNoParent) && !makes[c.R.Method] {
		err = fault.InvalidID
	}
	if err != nil {
		return s.Refuse(c, err)
	}
	return nil
}

// serve reads what all methods need and runs the one that is asked for.
func (q *request) serve(do func(*request) error) (err error) {
	if q.segments, err = below(q.tree.Base, q.R.URL.EscapedPath()); err != nil {
		return err
	}
	if q.cond, err = readConditions(q.R, q.R.Header); err != nil {
		return err
	}
	return do(q)
}

// xml reads the body of the request; nil when there is none.
func (q *request) xml() (*element, error) {
	// A connection without deadlines is that of a test.
	_ = http.NewResponseController(q.W).SetReadDeadline(time.Now().Add(limits.BodyTime))
	return readXML(q.R.Body)
}

// answer sends a short body of XML.
func (q *request) answer(status int, b []byte) error {
	h := q.W.Header()
	h.Set("Content-Type", xmlType)
	h.Set("Content-Length", strconv.Itoa(len(b)))
	q.W.WriteHeader(status)
	_, _ = q.W.Write(b) // a failing write means that the program went away
	return nil
}

// takeListing waits for a turn to make a long answer. It may be released twice: early when the answer is complete, because a slow
// program must not keep the turn of others.
func (s *Service) takeListing(c *api.Call) (release func(), err error) {
	release, err = s.listings.Acquire(c, c.Owner(), 1)
	return sync.OnceFunc(release), api.ToBusyFault(err)
}

// TakePut waits for a turn to send a file.
func (s *Service) TakePut(c *api.Call) (release func(), err error) {
	release, err = s.puts.Acquire(c, c.Owner(), 1)
	return release, api.ToBusyFault(err)
}

// Expire forgets locks that nobody renewed.
func (s *Service) Expire(ctx context.Context) error {
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
