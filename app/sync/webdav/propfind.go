package webdav

import (
	"encoding/xml"
	"net/http"
	"strings"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/files"
	"anbar/db"
)

const (
	xmlHead = `<?xml version="1.0" encoding="utf-8"?>` + "\n"
	xmlType = "application/xml; charset=utf-8"
)

// query is what a PROPFIND asks for.
type query struct {
	names []xml.Name // the properties; nil for all
	all   bool       // all, and names beside them
	only  bool       // their names, without values
}

func parseQuery(e *element) (*query, error) {
	if e == nil {
		return &query{all: true}, nil
	}
	if e.Name != davName("propfind") {
		return nil, fault.BadRequest
	}
	q := &query{all: e.child("allprop") != nil, only: e.child("propname") != nil}
	list := e.child("prop")
	if include := e.child("include"); q.all && include != nil {
		list = include
	}
	if list != nil {
		for _, k := range list.Elements {
			q.names = append(q.names, k.Name)
		}
	}
	if !q.all && !q.only && list == nil {
		return nil, fault.BadRequest
	}
	return q, nil
}

func (q *request) readQuery() (*query, error) {
	body, err := q.readBody()
	if err != nil {
		return nil, err
	}
	return parseQuery(body)
}

// listing is the answer to a PROPFIND while it is made.
type listing struct {
	*query
	s    *Service
	who  access.Actor
	tree *Tree
	// asWritten is the escaped path of the request. Programs of macOS write names in another form than the server, and take
	// an answer under its form for one about something else.
	asWritten string
	known     map[xml.Name]*Property
	order     []*Property
	dead      bool // kept properties are asked for
	minimal   bool // properties that are missing are left out
	era       era
	diskFree  int64 // free
	now       time.Time
	out       pendingResponse
}

func (q *request) handlePropfind() error {
	depth := q.R.Header.Get("Depth")
	ask, err := q.readQuery()
	if err != nil {
		return err
	}
	l := q.newListing(ask)
	release, err := q.acquireSlotIfLarge(depth, l.dead)
	if err != nil {
		return err
	}
	defer release()
	defer func() { _ = l.out.close() }() // the file is gone already
	if err := q.s.viewNamed(q, func(v *db.View) error { return l.write(v, q.segments, depth) }); err != nil {
		return err
	}
	release()
	return l.out.send(q.W, http.StatusMultiStatus)
}

// acquireSlotIfLarge waits for a turn when the directory is large, or when kept properties of its entries are to be listed. An unlimited
// listing is refused.
func (q *request) acquireSlotIfLarge(depth string, dead bool) (release func(), err error) {
	none := func() {}
	if depth == "0" {
		return none, nil
	}
	large := false
	err = q.s.viewNamed(q, func(v *db.View) error {
		p, err := resolveExisting(v, q.Who, q.tree, q.segments)
		if err != nil {
			return err
		}
		if p.isDirectory() && depth != "1" {
			return errDepth
		}
		if p.item != nil {
			large, err = isLongListing(v, p.item, dead)
		}
		return err
	})
	if err != nil || !large {
		return none, err
	}
	return q.s.acquireListingSlot(q.Call)
}

// isLongListing reports whether the list of what lies in an item takes a turn.
func isLongListing(v *db.View, it *access.Item, dead bool) (bool, error) {
	if it.ChildDirs+it.ChildFiles > limits.DavLarge || !dead || it.Kind != db.Directory {
		return it.ChildDirs+it.ChildFiles > limits.DavLarge, nil
	}
	return v.AnyDavPropBelow(it.ID)
}

func (q *request) newListing(ask *query) *listing {
	l := &listing{
		query: ask, s: q.s, asWritten: q.R.URL.EscapedPath(),
		who: q.Who, tree: q.tree, known: map[xml.Name]*Property{}, out: pendingResponse{dir: q.s.spool}, now: time.Now(),
		minimal: strings.Contains(q.R.Header.Get("Prefer"), "return=minimal") || q.R.Header.Get("Brief") == "t",
		dead:    ask.all || ask.only,
	}
	l.order = q.tree.mergeProperties(q.s.properties)
	for _, p := range l.order {
		l.known[p.Name] = p
	}
	for _, n := range ask.names {
		l.dead = l.dead || l.known[n] == nil
	}
	return l
}

// writeHead writes the head of an answer.
func (l *listing) writeHead(v *db.View) (err error) {
	if l.era, err = loadEra(v); err != nil {
		return err
	}
	l.diskFree, err = l.s.blobs.FreeBytes()
	l.out.buf, l.out.size = append(l.out.buf[:0], xmlHead+statusHead...), 0
	return err
}

// write writes the whole answer from one snapshot.
func (l *listing) write(v *db.View, segments []string, depth string) error {
	if err := l.writeHead(v); err != nil {
		return err
	}
	p, err := resolveExisting(v, l.who, l.tree, segments)
	if err != nil {
		return err
	}
	top, err := l.newRootEntry(v, p.item, p.root, p.segments)
	if err != nil {
		return err
	}
	top.Href = echoPath(l.asWritten, top.Href, top.IsDirectory())
	if err := l.writePage(v, []*Entry{top}); err != nil {
		return err
	}
	if depth == "1" && p.isDirectory() {
		if err := l.writeChildren(v, p, top.Href); err != nil {
			return err
		}
	}
	l.out.buf = append(l.out.buf, "</d:multistatus>\n"...)
	return nil
}

// newEntry makes the entry of an item or a root under a path.
func (l *listing) newEntry(it *access.Item, space *db.Space, r *Root, segments []string) *Entry {
	e := &Entry{Item: it, Root: r, Space: space, list: l}
	if it != nil {
		e.Node, e.Title = it.Node, it.Name
	}
	if r != nil {
		e.Title = r.Title
	}
	e.Href = formatHref(l.tree.Base, segments, e.IsDirectory())
	return e
}

// newRootEntry is the entry of what the path names, or of a mount. Its tag covers the mounts below it.
func (l *listing) newRootEntry(v *db.View, it *access.Item, r *Root, segments []string) (e *Entry, err error) {
	var space *db.Space
	if it != nil {
		space = it.Space
	}
	e = l.newEntry(it, space, r, segments)
	e.tag, err = l.era.computeRootTag(v, l.who, r, it)
	return e, err
}

// writeChildren writes what lies directly in a directory: its mounts, then its own entries.
func (l *listing) writeChildren(v *db.View, p *place, base string) error {
	hidden, err := l.writeMounts(v, p)
	if err != nil || p.item == nil {
		return err
	}
	at := files.Page{Sort: "created_at:1", Limit: limits.DavPage}
	for {
		nodes, info, err := files.Children(v, p.item, at)
		if err != nil {
			return err
		}
		if err := l.writeNodes(v, p.item, nodes, hidden, base); err != nil {
			return err
		}
		if info.Next == nil {
			return nil
		}
		at.Cursor = *info.Next
	}
}

// writeMounts writes the mounts in a directory and returns their names, which hide entries of the same name.
func (l *listing) writeMounts(v *db.View, p *place) (map[string]bool, error) {
	hidden := map[string]bool{}
	if p.root == nil {
		return hidden, nil
	}
	mounts, err := p.root.loadMounts(v, l.who)
	if err != nil {
		return nil, err
	}
	for _, m := range mounts {
		hidden[m.Name] = true
		if err := l.writeMount(v, m, append(p.segments[:len(p.segments):len(p.segments)], m.Name)); err != nil {
			return nil, err
		}
	}
	return hidden, nil
}

// writeMount writes the entry of a directory that is shown within another one.
func (l *listing) writeMount(v *db.View, m *Root, segments []string) error {
	it, err := m.loadItem(v, l.who)
	if err != nil {
		return err
	}
	e, err := l.newRootEntry(v, it, m, segments)
	if err != nil {
		return err
	}
	return l.writePage(v, []*Entry{e})
}

// writeNodes writes a page of the entries of a directory. A mount hides the entry of its name.
func (l *listing) writeNodes(v *db.View, dir *access.Item, nodes []db.Node, hidden map[string]bool, base string) error {
	page := make([]*Entry, 0, len(nodes))
	for i := range nodes {
		n := &nodes[i]
		if hidden[n.Name] {
			continue
		}
		e := &Entry{Node: n, Item: dir.Child(n), Space: dir.Space, Title: n.Name, list: l}
		b := appendSegment(append(make([]byte, 0, len(base)+len(n.Name)+8), base...), n.Name)
		if e.IsDirectory() {
			b = append(b, '/')
		}
		e.Href = string(b)
		page = append(page, e)
	}
	return l.writePage(v, page)
}

// writePage loads what the entries need that was asked for, and writes them.
func (l *listing) writePage(v *db.View, page []*Entry) error {
	if len(page) == 0 {
		return nil
	}
	for _, p := range l.order {
		if p.Load == nil || l.only || !l.isRequested(p) {
			continue
		}
		if err := p.Load(v, l.who, page); err != nil {
			return err
		}
	}
	if l.dead {
		return l.writeWithDead(v, page)
	}
	return l.appendEntries(page)
}

func (l *listing) appendEntries(page []*Entry) error {
	for _, e := range page {
		l.out.buf = l.appendEntry(l.out.buf, e)
		if err := l.out.flushIfFull(); err != nil {
			return err
		}
	}
	return nil
}

// writeWithDead writes entries with the properties that programs kept at them, so many at a time as fit into the memory.
func (l *listing) writeWithDead(v *db.View, page []*Entry) error {
	sizes, err := v.DavPropsSizes(nodesOf(page))
	if err != nil {
		return err
	}
	for len(page) > 0 {
		n, sum := countFitting(page, sizes)
		if sum > 0 {
			if err := loadDeadProps(v, page[:n]); err != nil {
				return err
			}
		}
		if err := l.appendEntries(page[:n]); err != nil {
			return err
		}
		for _, e := range page[:n] {
			e.dead = nil
		}
		page = page[n:]
	}
	return nil
}

// countFitting returns how many of the first entries have no more bytes of kept properties than fit into the memory, at least one.
func countFitting(page []*Entry, sizes map[db.NodeID]int64) (n int, sum int64) {
	for ; n < len(page); n++ {
		size := int64(0)
		if page[n].Node != nil {
			size = sizes[page[n].Node.ID]
		}
		if n > 0 && sum+size > limits.DavMemory {
			break
		}
		sum += size
	}
	return n, sum
}

func nodesOf(page []*Entry) (all []db.NodeID) {
	for _, e := range page {
		if e.Node != nil {
			all = append(all, e.Node.ID)
		}
	}
	return all
}

func (l *listing) isRequested(p *Property) bool {
	if l.all && p.All {
		return true
	}
	for _, n := range l.names {
		if n == p.Name {
			return true
		}
	}
	return false
}

func loadDeadProps(v *db.View, page []*Entry) error {
	at := map[db.NodeID]*Entry{}
	for _, e := range page {
		if e.Node != nil {
			at[e.Node.ID] = e
		}
	}
	all, err := v.DavPropsOf(nodesOf(page))
	for _, p := range all {
		at[p.Node].dead = append(at[p.Node].dead, p)
	}
	return err
}

// hrefOf returns the path of a directory above an entry, or of the tree when it lies above that.
func (l *listing) hrefOf(node db.NodeID, e *Entry) string {
	steps, at := e.Item.Steps(), strings.TrimSuffix(e.Href, "/")
	for i := len(steps) - 1; i >= 0 && steps[i] != node; i-- {
		cut := strings.LastIndexByte(at, '/')
		if cut < len(l.tree.Base)-1 {
			return l.tree.Base
		}
		at = at[:cut]
	}
	return at + "/"
}
