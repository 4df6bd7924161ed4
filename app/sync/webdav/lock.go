package webdav

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/files"
	"anbar/app/drive/leases"
	"anbar/app/drive/uploads"
	"anbar/blobstore"
	"anbar/db"
)

const tokenPrefix = "opaquelocktoken:"

// newLockToken returns the token of a new lock, a random UUID.
func newLockToken() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // it never fails on the systems we build for
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf(tokenPrefix+"%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// parseLockTimeout reads how long a program wants a lock, and bounds it.
func parseLockTimeout(h http.Header) time.Duration {
	for one := range strings.SplitSeq(h.Get("Timeout"), ",") {
		one = strings.TrimSpace(one)
		if strings.EqualFold(one, "infinite") {
			return limits.DavLockLife
		}
		if n, ok := strings.CutPrefix(strings.ToLower(one), "second-"); ok {
			seconds, err := strconv.ParseUint(n, 10, 64)
			if errors.Is(err, strconv.ErrRange) {
				return limits.DavLockLife
			}
			if err == nil && seconds > 0 {
				return time.Duration(min(seconds, uint64(limits.DavLockLife/time.Second))) * time.Second
			}
		}
	}
	return limits.DavLockTime
}

// lockRequest is what a LOCK asks for.
type lockRequest struct {
	shared bool
	deep   bool
	owner  string
}

func parseLockRequest(e *element) (*lockRequest, error) {
	if e.Name != (davName("lockinfo")) || e.child("lockscope") == nil || e.child("locktype") == nil ||
		e.child("locktype").child("write") == nil {
		return nil, fault.BadRequest
	}
	scope := e.child("lockscope")
	w := &lockRequest{shared: scope.child("shared") != nil}
	if w.shared == (scope.child("exclusive") != nil) {
		return nil, fault.BadRequest
	}
	if o := e.child("owner"); o != nil {
		if w.owner = string(appendParts(nil, o.parts, "")); len(w.owner) > limits.DavLockText {
			return nil, fault.TooLarge
		}
	}
	return w, nil
}

// parseLockDepth reports whether a LOCK is about a directory with all below it.
func parseLockDepth(h http.Header) (bool, error) {
	switch h.Get("Depth") {
	case "0":
		return false, nil
	case "", "infinity", "Infinity":
		return true, nil
	}
	return false, fault.BadRequest
}

func (q *request) handleLock() error {
	deep, err := parseLockDepth(q.R.Header)
	if err != nil {
		return err
	}
	body, err := q.readBody()
	if err != nil {
		return err
	}
	if body == nil {
		return q.refreshLock()
	}
	wish, err := parseLockRequest(body)
	if err != nil {
		return err
	}
	wish.deep = deep
	digest, blob, err := q.s.blobs.Put(q, nil) // a lock on a free name makes an empty file
	if err != nil {
		return err
	}
	defer blob.Release()
	return q.createLock(wish, digest)
}

// createLock takes the lock and answers. When the name is free, it makes a file of the empty content.
func (q *request) createLock(wish *lockRequest, empty blobstore.Digest) error {
	var l *db.DavLock
	var p *place
	made := false
	err := q.s.updateNamed(q, func(tx *db.Tx) (err error) {
		if p, err = q.findPlace(tx.ReadOnly()); err != nil {
			return err
		}
		if made, err = q.createEmpty(tx, p, empty); err != nil {
			return err
		}
		l, err = q.acquireLock(tx, p, wish)
		return err
	})
	if err != nil {
		return err
	}
	q.W.Header().Set("Lock-Token", "<"+l.Token+">")
	status := http.StatusOK
	if made {
		status = http.StatusCreated
		q.W.Header().Set("ETag", fileTag(p.item.Node))
	}
	return q.writeLock(status, p, l)
}

// createEmpty makes the file that a lock on a free name is about. It does nothing when the name is taken.
func (q *request) createEmpty(tx *db.Tx, p *place, digest blobstore.Digest) (made bool, err error) {
	if !p.isFree() {
		return false, nil
	}
	n, err := p.parseName()
	if err != nil {
		return false, err
	}
	dir, err := p.authorizeParent(tx.ReadOnly(), q.Who, access.FileSubject)
	if err != nil {
		return false, err
	}
	if err := q.checkLocks(tx.ReadOnly(), p, lockScope{member: true}); err != nil {
		return false, err
	}
	c := files.Content{Hash: db.Hash(digest), Type: uploads.TypeByExtensionFirst("", n.Type)}
	node, _, err := files.Add(tx, q.Who, dir, n, c, files.Undecided)
	if err != nil {
		return false, err
	}
	p.item, err = access.Node(tx.ReadOnly(), q.Who, p.space, node.ID, access.Read)
	return true, err
}

// acquireLock takes a lock unless another one is in its way.
func (q *request) acquireLock(tx *db.Tx, p *place, wish *lockRequest) (*db.DavLock, error) {
	if p.item == nil {
		return nil, fault.PermissionDenied
	}
	file := p.item.Kind == db.File
	if err := checkLockRight(tx.ReadOnly(), q.Who, p.space, p.item.ID, file); err != nil {
		return nil, err
	}
	if n, err := tx.CountDavLocks(q.Who.User); err != nil || n >= limits.DavLocks {
		return nil, errors.Join(err, fault.TooManyRequests.After(limits.DavLockTime))
	}
	deep := wish.deep && !file
	if err := checkLockConflict(tx.ReadOnly(), p, wish.shared, deep); err != nil {
		return nil, err
	}
	l := &db.DavLock{
		Token: newLockToken(), Node: p.item.ID, Space: p.space, User: q.Who.User, Owner: wish.owner, Deep: deep, Shared: wish.shared,
		OfFile: file, ExpiresAt: tx.Now.Add(parseLockTimeout(q.R.Header)),
	}
	if err := q.acquireLease(tx, p.item, l); err != nil {
		return nil, err
	}
	return l, tx.InsertDavLock(l)
}

// checkLockConflict fails when a lock is there beside which another one cannot be taken.
func checkLockConflict(v *db.View, p *place, shared, deep bool) error {
	others, err := listItemLocks(v, p.item)
	if err != nil {
		return err
	}
	if deep {
		more, err := listLocksBelow(v, p)
		if err != nil {
			return err
		}
		others = append(others, more...)
	}
	for i := range others {
		if shared && others[i].Shared {
			continue
		}
		no := lockedError(v, p, &others[i])
		var r *davError
		if errors.As(no, &r) {
			r.condition = "no-conflicting-lock"
		}
		return no
	}
	return nil
}

// checkLockRight fails unless the actor may change what a lock is about, and manages it if it is a directory: any member who may write
// could keep the programs of all others out for ever. The top of a workspace or of a My Drive cannot be locked at all.
func checkLockRight(v *db.View, who access.Actor, space db.SpaceID, node db.NodeID, file bool) error {
	var of []access.Subject
	if file {
		of = []access.Subject{access.Version}
	}
	it, err := access.Node(v, who, space, node, access.Create, of...)
	if err == nil && (it.Parent == 0 || !file && !it.CanOrganize()) {
		err = fault.PermissionDenied
	}
	return err
}

// acquireLease makes an exclusive lock of a file the lease of the file, so that all editors know of it. A shared one waits for the
// lease of another person, too.
func (q *request) acquireLease(tx *db.Tx, it *access.Item, l *db.DavLock) error {
	if !l.OfFile {
		return nil
	}
	if err := leases.CheckFreeForProgram(tx.ReadOnly(), q.Who, it.ID); err != nil || l.Shared {
		return err
	}
	held, _, err := leases.Acquire(tx, q.Who, it.ID, leases.Claim{
		Via: leases.WebDAV, Device: api.OriginOf(q.R).Device, Name: it.Name, Opened: it.Version, OpenedHash: it.Hash,
	}, false)
	if err != nil {
		return err
	}
	return leases.LockUntil(tx, held, l.Token, l.ExpiresAt)
}

// findLock returns the place of the request and the lock of the actor there that the header If names.
func (q *request) findLock(v *db.View) (*place, *db.DavLock, error) {
	p, err := resolvePath(v, q.Who, q.tree, q.segments)
	if err != nil {
		return nil, nil, err
	}
	if p.item == nil {
		return nil, nil, fault.InvalidID
	}
	if err := q.checkConditions(v, p); err != nil {
		return nil, nil, err
	}
	all, err := listItemLocks(v, p.item)
	if err != nil {
		return nil, nil, err
	}
	for _, l := range slices.Backward(all) {
		if q.cond.tokens[l.Token] && l.User == q.Who.User {
			return p, &l, nil
		}
	}
	return nil, nil, errPrecondition
}

// refreshLock lets a lock live on that the header If names.
func (q *request) refreshLock() error {
	if err := q.Who.CheckWrite(); err != nil {
		return err
	}
	var l *db.DavLock
	var p *place
	var refused error // after which the lock is ended
	err := q.s.updateNamed(q, func(tx *db.Tx) (err error) {
		if p, l, err = q.findLock(tx.ReadOnly()); err != nil {
			return err
		}
		if refused = checkLockRight(tx.ReadOnly(), q.Who, l.Space, l.Node, l.OfFile); refused == nil {
			return extendLock(tx, l, tx.Now.Add(parseLockTimeout(q.R.Header)))
		}
		if toDavError(refused) == nil {
			return refused
		}
		return deleteLock(tx, l)
	})
	if err := cmp.Or(err, refused); err != nil {
		return err
	}
	return q.writeLock(http.StatusOK, p, l)
}

// extendLock lets a lock live until a time, with the lease that it holds.
func extendLock(tx *db.Tx, l *db.DavLock, until time.Time) error {
	l.ExpiresAt = until
	if l.OfFile && !l.Shared {
		held, _, err := leases.Find(tx.ReadOnly(), l.Node)
		if err == nil {
			err = leases.LockUntil(tx, held, l.Token, l.ExpiresAt)
		}
		if err != nil {
			return err
		}
	}
	return tx.UpdateDavLockExpires(l)
}

func (q *request) writeLock(status int, p *place, l *db.DavLock) error {
	b := []byte(xmlHead + `<d:prop xmlns:d="DAV:"><d:lockdiscovery>`)
	b = appendLock(b, l, p.href(), time.Now(), true)
	b = append(b, "</d:lockdiscovery></d:prop>\n"...)
	return q.writeXML(status, b)
}

func (q *request) handleUnlock() error {
	token := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(q.R.Header.Get("Lock-Token")), "<"), ">")
	if token == "" {
		return fault.BadRequest
	}
	if err := q.Who.CheckWrite(); err != nil {
		return err
	}
	err := q.s.updateNamed(q, func(tx *db.Tx) error { return q.releaseLock(tx, token) })
	if err == nil {
		q.W.WriteHeader(http.StatusNoContent)
	}
	return err
}

// releaseLock ends the lock of that token, which has to be one of the actor, or on what they manage.
func (q *request) releaseLock(tx *db.Tx, token string) error {
	p, err := resolvePath(tx.ReadOnly(), q.Who, q.tree, q.segments)
	if err != nil {
		return err
	}
	if p.item == nil {
		return errNoLock
	}
	all, err := listItemLocks(tx.ReadOnly(), p.item)
	if err != nil {
		return err
	}
	for i := range all {
		if all[i].Token != token {
			continue
		}
		if all[i].User != q.Who.User && !p.item.CanOrganize() {
			return fault.PermissionDenied
		}
		return deleteLock(tx, &all[i])
	}
	return errNoLock
}
