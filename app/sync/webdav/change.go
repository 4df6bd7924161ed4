package webdav

import (
	"errors"
	"net/http"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/drive/files"
	"anbar/app/drive/leases"
	"anbar/db"
)

func (q *request) handleMkcol() error {
	if q.R.ContentLength != 0 {
		return errType
	}
	extra := http.Header{}
	err := q.s.updateNamed(q, func(tx *db.Tx) error {
		node, err := q.createDirectory(tx)
		if err != nil {
			return err
		}
		return q.setItemHeaders(tx.ReadOnly(), extra, node)
	})
	if err == nil {
		q.writeStatus(http.StatusCreated, extra)
	}
	return err
}

func (q *request) createDirectory(tx *db.Tx) (*db.Node, error) {
	p, err := q.findPlace(tx.ReadOnly())
	if err != nil {
		return nil, err
	}
	if !p.isFree() {
		return nil, errNameTaken
	}
	n, err := p.parseName()
	if err != nil {
		return nil, withClashName(err, p)
	}
	dir, err := p.authorizeParent(tx.ReadOnly(), q.Who)
	if err != nil {
		return nil, err
	}
	if err := q.checkLocks(tx.ReadOnly(), p, lockScope{member: true}); err != nil {
		return nil, err
	}
	return files.CreateDirectory(tx, q.Who, dir, n)
}

// setItemHeaders adds the headers about an item that was made or moved.
func (q *request) setItemHeaders(v *db.View, h http.Header, n *db.Node) error {
	if q.tree.SetHeaders == nil {
		return nil
	}
	it, err := access.Node(v, q.Who, n.Space, n.ID, access.Read)
	if err != nil {
		return err
	}
	if it.Kind == db.File {
		h.Set("ETag", fileTag(it.Node))
		h.Set("OC-ETag", fileTag(it.Node))
	}
	return q.tree.SetHeaders(v, h, it)
}

// writeStatus answers without a body.
func (q *request) writeStatus(status int, extra http.Header) {
	h := q.W.Header()
	for name, values := range extra {
		h[name] = values
	}
	if status == http.StatusCreated {
		h.Set("Content-Length", "0")
	}
	q.W.WriteHeader(status)
}

func (q *request) handleDelete() error {
	if d := q.R.Header.Get("Depth"); d != "" && !strings.EqualFold(d, "infinity") {
		return fault.BadRequest
	}
	err := q.s.updateNamed(q, q.moveToTrash)
	if err == nil {
		q.writeStatus(http.StatusNoContent, nil)
	}
	return err
}

// moveToTrash moves what the request names into the trash and ends its locks.
func (q *request) moveToTrash(tx *db.Tx) error {
	p, err := q.findExisting(tx.ReadOnly())
	if err != nil {
		return err
	}
	if p.root != nil {
		return errMount
	}
	it, err := access.Node(tx.ReadOnly(), q.Who, p.space, p.item.ID, access.Delete)
	if err != nil {
		return err
	}
	if err := q.checkLocks(tx.ReadOnly(), p, lockScope{member: true, below: true}); err != nil {
		return err
	}
	if it.Kind == db.File {
		if err := leases.CheckFreeForProgram(tx.ReadOnly(), q.Who, it.ID); err != nil {
			return err
		}
	}
	if err := q.deleteLocks(tx, p); err != nil {
		return err
	}
	return files.MoveToTrash(tx, q.Who, it)
}

// findExisting finds what the path names, in the state that the request wants.
func (q *request) findExisting(v *db.View) (*place, error) {
	p, err := resolvePath(v, q.Who, q.tree, q.segments)
	if errors.Is(err, errNoParent) || err == nil && p.isFree() {
		return nil, fault.InvalidID
	}
	if err != nil {
		return nil, err
	}
	return p, q.checkConditions(v, p)
}

// transfer is a COPY or MOVE.
type transfer struct {
	*request
	to        []string
	overwrite bool
	moves     bool
	shallow   bool // a directory without what lies in it
	src, dst  *place
}

// canOverwrite reports whether a COPY or MOVE may replace what is at its destination.
func canOverwrite(r *http.Request) bool { return !strings.EqualFold(r.Header.Get("Overwrite"), "F") }

// parseTransfer reads what a COPY or MOVE is to do from its headers.
func (q *request) parseTransfer() (*transfer, error) {
	c := &transfer{request: q, overwrite: canOverwrite(q.R), moves: q.R.Method == "MOVE"}
	var err error
	if c.to, err = parseDestination(q.R, q.tree.Base); err != nil {
		return nil, err
	}
	switch d := strings.ToLower(q.R.Header.Get("Depth")); {
	case d == "" || d == "infinity":
	case d == "0" && !c.moves:
		c.shallow = true
	default:
		return nil, fault.BadRequest
	}
	return c, nil
}

func (q *request) handleTransfer() error {
	c, err := q.parseTransfer()
	if err != nil {
		return err
	}
	extra := http.Header{}
	over := false
	also := func(tx *db.Tx, node *db.Node) error {
		over = c.dst.item != nil
		if err := c.updatePropsAndLocks(tx, node); err != nil {
			return err
		}
		return q.setItemHeaders(tx.ReadOnly(), extra, node)
	}
	apply := q.s.files.CopyItem
	if c.moves {
		apply = q.s.files.MoveItem
	}
	err = q.s.retryNaming(q, func() error {
		_, err := apply(q, q.Who, c.plan, also)
		return err
	})
	if err != nil {
		return err
	}
	status := http.StatusCreated
	if over {
		status = http.StatusNoContent
	}
	q.writeStatus(status, extra)
	return nil
}

// plan finds both ends and checks all that may refuse it.
func (c *transfer) plan(v *db.View) (*files.Route, error) {
	var err error
	if c.src, err = c.findExisting(v); err != nil {
		return nil, err
	}
	if c.src.item == nil || c.src.item.Parent == 0 || c.moves && c.src.root != nil {
		return nil, errMount
	}
	if c.dst, err = resolvePath(v, c.Who, c.tree, c.to); err != nil {
		return nil, err
	}
	if c.dst.root != nil {
		return nil, errMount
	}
	w := &files.Route{Item: c.src.item, Bare: c.shallow && c.src.item.Kind == db.Directory}
	parent := c.dst.parent
	switch there := c.dst.item; {
	case there != nil && there.ID == w.Item.ID:
		err = fault.PermissionDenied
	case there != nil && !c.overwrite:
		err = errPrecondition
	case there != nil:
		w.Over, w.Name, parent = there, names.Of(there.Name), there.Parent
	case c.moves && c.dst.clash != nil && c.dst.clash.ID == w.Item.ID:
		renamed := *c.dst // the same name in other letters
		renamed.clash = nil
		w.Name, err = renamed.parseName()
	case c.dst.clash == nil && c.to[len(c.to)-1] == w.Item.Name:
		w.Name = names.Of(w.Item.Name) // also one that is not allowed any more
	default:
		w.Name, err = c.dst.parseName()
	}
	if err != nil {
		return nil, withClashName(err, c.dst)
	}
	if parent == 0 {
		return nil, fault.PermissionDenied
	}
	if w.Into, err = access.Dir(v, c.Who, c.dst.space, parent, access.Read); err != nil {
		return nil, err
	}
	if err := c.checkLeases(v); err != nil {
		return nil, err
	}
	if c.moves {
		if err := c.checkLocks(v, c.src, lockScope{member: true, below: true}); err != nil {
			return nil, err
		}
	}
	return w, c.checkLocks(v, c.dst, lockScope{member: true, below: true})
}

// checkLeases fails while an editor has one of the files that go away or get other contents.
func (c *transfer) checkLeases(v *db.View) error {
	for _, p := range []*place{c.src, c.dst} {
		if p.item == nil || p.item.Kind != db.File || p == c.src && !c.moves {
			continue
		}
		if err := leases.CheckFreeForProgram(v, c.Who, p.item.ID); err != nil {
			return err
		}
	}
	return nil
}

// updatePropsAndLocks gives the item at its new place the properties that programs kept at the old one, and ends the locks that do not
// go along.
func (c *transfer) updatePropsAndLocks(tx *db.Tx, node *db.Node) error {
	if node.ID != c.src.item.ID {
		if err := tx.CopyDavProps(c.src.item.ID, node.ID); err != nil {
			return err
		}
	}
	if c.moves {
		if err := c.deleteLocks(tx, c.src); err != nil {
			return err
		}
	}
	if c.dst.item != nil && c.dst.item.ID != node.ID {
		return c.deleteLocks(tx, c.dst)
	}
	return nil
}
