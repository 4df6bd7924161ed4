package webdav

import (
	"net/http"
	"slices"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/conditional"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/db"
)

// conditions are the headers of a request by which it is done only to the state that its program knows.
type conditions struct {
	header http.Header // with those of RFC 9110
	lists  []ifList
	tokens map[string]bool // of locks, named anywhere in If
}

// ifList is one list of the header If: all of it has to hold.
type ifList struct {
	tag   string // escaped path that it is about; empty for that of the request
	tests []ifTest
}

type ifTest struct {
	not   bool
	etag  string // with its quotes; empty for a token
	token string
}

// parseConditions reads those of a request, or of a part of it with headers of its own.
func parseConditions(r *http.Request, h http.Header) (*conditions, error) {
	c := &conditions{header: h, tokens: map[string]bool{}}
	raw := strings.Join(h.Values("If"), " ")
	if len(raw) > limits.DavIf {
		return nil, fault.TooLarge
	}
	p := &ifParser{rest: raw, r: r, c: c}
	return c, p.parse()
}

type ifParser struct {
	rest string
	r    *http.Request
	c    *conditions
	tag  string
}

func (p *ifParser) peek() byte {
	p.rest = strings.TrimLeft(p.rest, " \t")
	if p.rest == "" {
		return 0
	}
	return p.rest[0]
}

// readUntil takes what stands between the next byte and the end mark.
func (p *ifParser) readUntil(end byte) (string, error) {
	i := strings.IndexByte(p.rest, end)
	if i < 1 {
		return "", fault.BadRequest
	}
	s := p.rest[1:i]
	p.rest = p.rest[i+1:]
	return s, nil
}

func (p *ifParser) parse() error {
	for {
		switch p.peek() {
		case 0:
			return nil
		case '<':
			raw, err := p.readUntil('>')
			if err != nil {
				return err
			}
			if p.tag, err = parseLocalPath(p.r, raw); err != nil {
				return fault.BadRequest // also for another server: that answer is about a destination
			}
		case '(':
			if err := p.parseList(); err != nil {
				return err
			}
		default:
			return fault.BadRequest
		}
	}
}

func (p *ifParser) parseList() error {
	p.rest = p.rest[1:]
	l := ifList{tag: p.tag}
	for p.peek() != ')' {
		t, err := p.parseTest()
		if err != nil {
			return err
		}
		l.tests = append(l.tests, t)
	}
	if len(l.tests) == 0 {
		return fault.BadRequest
	}
	p.rest = p.rest[1:]
	p.c.lists = append(p.c.lists, l)
	return nil
}

func (p *ifParser) parseTest() (t ifTest, err error) {
	if len(p.rest) >= 3 && strings.EqualFold(p.rest[:3], "not") {
		t.not, p.rest = true, p.rest[3:]
	}
	switch p.peek() {
	case '<':
		if t.token, err = p.readUntil('>'); err == nil {
			p.c.tokens[t.token] = true
		}
	case '[':
		t.etag, err = p.readUntil(']')
	default:
		err = fault.BadRequest
	}
	return t, err
}

// equalWeakly compares two entity tags without their marks of weakness, which proxies that compress add.
func equalWeakly(a, b string) bool { return strings.TrimPrefix(a, "W/") == strings.TrimPrefix(b, "W/") }

// findPlace finds what the request names. It fails unless the conditions of the request hold for it.
func (q *request) findPlace(v *db.View) (*place, error) {
	p, err := resolvePath(v, q.Who, q.tree, q.segments)
	if err != nil {
		return nil, err
	}
	return p, q.checkConditions(v, p)
}

// checkConditions fails unless the conditions of the request hold for the place that it names.
func (q *request) checkConditions(v *db.View, p *place) error {
	c := q.cond
	if conditional.HasPrecondition(c.header) {
		state, err := p.loadState(v, q.Who)
		if err != nil {
			return err
		}
		// What the program has already is told when it would be sent.
		if conditional.Evaluate(q.R.Method, c.header, state) == conditional.Failed {
			return errPrecondition
		}
	}
	if len(c.lists) == 0 {
		return nil
	}
	return q.checkIfLists(v, p, c.lists)
}

// checkIfLists fails unless one of the lists of the header If holds.
func (q *request) checkIfLists(v *db.View, p *place, lists []ifList) error {
	for _, l := range lists {
		holds, err := q.matchesIfList(v, p, l)
		if err != nil || holds {
			return err
		}
	}
	return errPrecondition
}

// matchesIfList reports whether a list holds for the place that it is about.
func (q *request) matchesIfList(v *db.View, p *place, l ifList) (bool, error) {
	var err error
	if l.tag != "" {
		if p, err = q.findTagged(v, l.tag); err != nil {
			return false, err
		}
	}
	etag, held, err := q.loadState(v, p)
	if err != nil {
		return false, err
	}
	for _, t := range l.tests {
		is := t.etag != "" && etag != "" && equalWeakly(t.etag, etag)
		for i := range held {
			is = is || t.token != "" && held[i].Token == t.token
		}
		if is == t.not {
			return false, nil
		}
	}
	return true, nil
}

// findTagged finds the place that a list names; nil for one that the actor cannot reach.
func (q *request) findTagged(v *db.View, tag string) (*place, error) {
	segments, err := splitBelow(q.tree.Base, tag)
	if err != nil {
		return nil, dropDavError(err)
	}
	p, err := resolvePath(v, q.Who, q.tree, segments)
	if err != nil {
		return nil, dropDavError(err)
	}
	return p, nil
}

// dropDavError lets only errors of the server through.
func dropDavError(err error) error {
	if toDavError(err) != nil {
		return nil
	}
	return err
}

// loadState returns the tag of a place and the locks that hold for it. A place that the actor cannot reach has none.
func (q *request) loadState(v *db.View, p *place) (etag string, held []db.DavLock, err error) {
	switch {
	case p == nil:
		return "", nil, nil
	case p.isFree():
		held, err = q.listInheritedLocks(v, p)
		return "", held, err
	case p.item == nil:
		return "", nil, nil
	}
	if etag, err = p.computeTag(v, q.Who); err != nil {
		return "", nil, err
	}
	held, err = listItemLocks(v, p.item)
	return etag, held, err
}

// listInheritedLocks returns the deep locks that what gets a free name would be under.
func (q *request) listInheritedLocks(v *db.View, p *place) ([]db.DavLock, error) {
	if p.parent == 0 {
		return nil, nil
	}
	dir, err := access.Dir(v, q.Who, p.space, p.parent, access.Read)
	if err != nil {
		return nil, dropDavError(err)
	}
	all, err := listLocks(v, dir.Steps())
	return slices.DeleteFunc(all, func(l db.DavLock) bool { return !l.Deep }), err
}
