package webdav

import (
	"errors"
	"net/http"
	"strings"

	"anbar/app/access"
	"anbar/app/fault"
	"anbar/app/files"
	"anbar/app/leases"
	"anbar/app/names"
	"anbar/db"
)

func (q *request) mkcol() error {
	if q.R.ContentLength != 0 {
		return errType
	}
	extra := http.Header{}
	err := q.s.update(q, func(tx *db.Tx) error {
		node, err := q.makeDirectory(tx)
		if err != nil {
			return err
		}
		return q.tell(tx.ReadOnly(), extra, node)
	})
	if err == nil {
		q.done(http.StatusCreated, extra)
	}
	return err
}

func (q *request) makeDirectory(tx *db.Tx) (*db.Node, error) {
	p, err := q.place(tx.ReadOnly())
	if err != nil {
		return nil, err
	}
	if !p.free() {
		return nil, errExists
	}
	n, err := p.name()
	if err != nil {
		return nil, clashing(err, p)
	}
	dir, err := p.into(tx.ReadOnly(), q.Who)
	if err != nil {
		return nil, err
	}
	if err := q.unlocked(tx.ReadOnly(), p, reach{member: true}); err != nil {
		return nil, err
	}
	return files.CreateDirectory(tx, q.Who, dir, n)
}

// tell adds the headers about an item that was made or moved.
func (q *request) tell(v *db.View, h http.Header, n *db.Node) error {
	if q.tree.Stored == nil {
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
	return q.tree.Stored(v, h, it)
}

// done answers without a body.
func (q *request) done(status int, extra http.Header) {
	h := q.W.Header()
	for name, values := range extra {
		h[name] = values
	}
	if status == http.StatusCreated {
		h.Set("Content-Length", "0")
	}
	q.W.WriteHeader(status)
}

func (q *request) remove() error {
	if d := q.R.Header.Get("Depth"); d != "" && !strings.EqualFold(d, "infinity") {
		return fault.BadRequest
	}
	err := q.s.update(q, q.putIntoTrash)
	if err == nil {
		q.done(http.StatusNoContent, nil)
	}
	return err
}

// putIntoTrash moves what the request names into the trash and ends its locks.
func (q *request) putIntoTrash(tx *db.Tx) error {
	p, err := q.existing(tx.ReadOnly())
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
	if err := q.unlocked(tx.ReadOnly(), p, reach{member: true, below: true}); err != nil {
		return err
	}
	if it.Kind == db.File {
		if err := leases.CheckFreeForProgram(tx.ReadOnly(), q.Who, it.ID); err != nil {
			return err
		}
	}
	if err := q.drop(tx, p); err != nil {
		return err
	}
	return files.MoveToTrash(tx, q.Who, it)
}

// existing finds what the path names, in the state that the request wants.
func (q *request) existing(v *db.View) (*place, error) {
	p, err := resolve(v, q.Who, q.tree, q.segments)
	if errors.Is(err, errNoParent) || err == nil && p.free() {
		return nil, fault.InvalidID
	}
	if err != nil {
		return nil, err
	}
	return p, q.hold(v, p)
}

// carriage is a COPY or MOVE.
type carriage struct {
	*request
	to        []string
	overwrite bool
	moves     bool
	bare      bool // a directory without what lies in it
	src, dst  *place
}

// overwrites reports whether a COPY or MOVE may replace what is at its destination.
func overwrites(r *http.Request) bool { return !strings.EqualFold(r.Header.Get("Overwrite"), "F") }

// carriage reads what a COPY or MOVE is to do from its headers.
func (q *request) carriage() (*carriage, error) {
	c := &carriage{request: q, overwrite: overwrites(q.R), moves: q.R.Method == "MOVE"}
	var err error
	if c.to, err = destination(q.R, q.tree.Base); err != nil {
		return nil, err
	}
	switch d := strings.ToLower(q.R.Header.Get("Depth")); {
	case d == "" || d == "infinity":
	case d == "0" && !c.moves:
		c.bare = true
	default:
		return nil, fault.BadRequest
	}
	return c, nil
}

func (q *request) carry() error {
	c, err := q.carriage()
	if err != nil {
		return err
	}
	extra := http.Header{}
	over := false
	also := func(tx *db.Tx, node *db.Node) error {
		over = c.dst.item != nil
		if err := c.follow(tx, node); err != nil {
			return err
		}
		return q.tell(tx.ReadOnly(), extra, node)
	}
	if err := c.run(also); err != nil {
		return err
	}
	status := http.StatusCreated
	if over {
		status = http.StatusNoContent
	}
	q.done(status, extra)
	return nil
}

// run copies or moves, and does also in the same transaction.
func (c *carriage) run(also func(*db.Tx, *db.Node) error) error {
	do := c.s.files.CopyItem
	if c.moves {
		do = c.s.files.MoveItem
	}
	return c.s.naming(c, func() error {
		_, err := do(c, c.Who, c.plan, also)
		return err
	})
}

// plan finds both ends and checks all that may refuse it.
func (c *carriage) plan(v *db.View) (*files.Route, error) {
	if err := c.findEnds(v); err != nil {
		return nil, err
	}
	w := &files.Route{Item: c.src.item, Bare: c.bare && c.src.item.Kind == db.Directory}
	parent, err := c.nameAt(w)
	if err != nil {
		return nil, clashing(err, c.dst)
	}
	if parent == 0 {
		return nil, fault.PermissionDenied
	}
	if w.Into, err = access.Dir(v, c.Who, c.dst.space, parent, access.Read); err != nil {
		return nil, err
	}
	if err := c.apart(v); err != nil {
		return nil, err
	}
	if c.moves {
		if err := c.unlocked(v, c.src, reach{member: true, below: true}); err != nil {
			return nil, err
		}
	}
	return w, c.unlocked(v, c.dst, reach{member: true, below: true})
}

func (c *carriage) findEnds(v *db.View) (err error) {
	if c.src, err = c.existing(v); err != nil {
		return err
	}
	if c.src.item == nil || c.src.item.Parent == 0 || c.moves && c.src.root != nil {
		return errMount
	}
	if c.dst, err = resolve(v, c.Who, c.tree, c.to); err != nil {
		return err
	}
	if c.dst.root != nil {
		return errMount
	}
	return nil
}

// nameAt sets the name at the destination and the item that is replaced there. It returns the directory that the name is in.
func (c *carriage) nameAt(w *files.Route) (parent db.NodeID, err error) {
	switch {
	case c.dst.item != nil && c.dst.item.ID == w.Item.ID:
		return 0, fault.PermissionDenied
	case c.dst.item != nil && !c.overwrite:
		return 0, errPrecondition
	case c.dst.item != nil:
		w.Over = c.dst.item
		w.Name = names.Of(c.dst.item.Name)
		return c.dst.item.Parent, nil
	case c.moves && c.dst.clash != nil && c.dst.clash.ID == w.Item.ID:
		renamed := *c.dst // the same name in other letters
		renamed.clash = nil
		w.Name, err = renamed.name()
	case c.dst.clash == nil && c.to[len(c.to)-1] == w.Item.Name:
		w.Name = names.Of(w.Item.Name) // also one that is not allowed any more
	default:
		w.Name, err = c.dst.name()
	}
	return c.dst.parent, err
}

// apart fails while an editor has one of the files that go away or get other contents.
func (c *carriage) apart(v *db.View) error {
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

// follow gives the item at its new place the properties that programs kept at the old one, and ends the locks that do not
// go along.
func (c *carriage) follow(tx *db.Tx, node *db.Node) error {
	if node.ID != c.src.item.ID {
		if err := tx.CopyDavProps(c.src.item.ID, node.ID); err != nil {
			return err
		}
	}
	if c.moves {
		if err := c.drop(tx, c.src); err != nil {
			return err
		}
	}
	if c.dst.item != nil && c.dst.item.ID != node.ID {
		return c.drop(tx, c.dst)
	}
	return nil
}
