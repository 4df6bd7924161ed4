package webdav

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/db"
)

// SearchFilter is what a program looks for in a tree. What is not set does not narrow it.
type SearchFilter struct {
	Favorite     bool
	Number       db.NodeID
	Name         string    // part of it
	Types        []string  // beginnings of content types: "image/"
	Since, Until time.Time // changed after, and before
	Directories  bool      // and nothing else
	Newest       bool      // first
	Limit        int
}

// Hit is an item that was found.
type Hit struct {
	Space db.SpaceID
	Node  db.NodeID
}

// handleReport answers which of the items below a directory are favorites.
func (q *request) handleReport() error {
	body, err := q.readBody()
	if err != nil {
		return err
	}
	if body == nil || body.Name.Local != "filter-files" || q.tree.Find == nil {
		return fault.BadRequest
	}
	w := &SearchFilter{Limit: limits.DavFound}
	for _, k := range body.Elements {
		for _, rule := range k.Elements {
			w.Favorite = w.Favorite || k.Name.Local == "filter-rules" && rule.Name.Local == "favorite" && isTrue(rule.Text)
		}
	}
	if !w.Favorite {
		return fault.BadRequest
	}
	return q.runSearch(body, q.segments, w)
}

// Search answers a SEARCH (RFC 5323) in a tree. own fails unless a name is one of the person.
func (s *Service) Search(c *api.Call, t *Tree, own func(name string) error) error {
	q := &request{Call: c, s: s, tree: t}
	body, err := q.readBody()
	if err != nil {
		return err
	}
	if body == nil || body.Name != davName("searchrequest") || body.child("basicsearch") == nil {
		return fault.BadRequest
	}
	ask := body.child("basicsearch")
	scope, err := parseScope(ask, own)
	if err != nil {
		return err
	}
	w, err := parseFilter(ask)
	if err != nil {
		return err
	}
	selected := ask.child("select")
	if selected == nil {
		return fault.BadRequest
	}
	return q.runSearch(selected, scope, w)
}

// parseScope reads below what a program searches: "/files/{name}/directory".
func parseScope(ask *element, own func(string) error) ([]string, error) {
	from := ask.child("from")
	if from == nil || from.child("scope") == nil || from.child("scope").child("href") == nil {
		return nil, fault.BadRequest
	}
	said := strings.TrimSpace(from.child("scope").child("href").Text)
	_, below, ok := strings.Cut(said, "/files/")
	if !ok {
		return nil, fault.InvalidID
	}
	segments, err := splitSegments(below)
	if err != nil {
		return nil, err
	}
	if len(segments) == 0 {
		return nil, fault.InvalidID
	}
	return segments[1:], own(segments[0])
}

func parseFilter(ask *element) (*SearchFilter, error) {
	w := &SearchFilter{Limit: limits.DavFound}
	if where := ask.child("where"); where != nil {
		for _, k := range where.Elements {
			if err := w.parseCondition(k); err != nil {
				return nil, err
			}
		}
	}
	if !w.Favorite && w.Number == 0 && w.Name == "" && len(w.Types) == 0 && w.Since.IsZero() && w.Until.IsZero() {
		return nil, fault.BadRequest // all files at once are not given
	}
	if order := ask.child("orderby"); order != nil && len(order.Elements) > 0 {
		w.Newest = order.Elements[0].child("descending") != nil
	}
	return w, w.parseLimit(ask.child("limit"))
}

// parseLimit lowers the limit to the one that the program asks for.
func (w *SearchFilter) parseLimit(limit *element) error {
	if limit == nil || limit.child("nresults") == nil {
		return nil
	}
	n, err := strconv.Atoi(strings.TrimSpace(limit.child("nresults").Text))
	if err != nil || n < 0 {
		return fault.BadRequest
	}
	if n > 0 {
		w.Limit = min(n, w.Limit)
	}
	return nil
}

// parseCondition takes one condition. Those about properties that items do not have here do not narrow the search.
func (w *SearchFilter) parseCondition(e *element) error {
	switch e.Name.Local {
	case "and", "or":
		for _, k := range e.Elements {
			if err := w.parseCondition(k); err != nil {
				return err
			}
		}
		return nil
	case "is-collection":
		w.Directories = true
		return nil
	case "like", "eq", "gt", "gte", "lt", "lte":
	default:
		return nil
	}
	prop, literal := e.child("prop"), e.child("literal")
	if prop == nil || len(prop.Elements) == 0 || literal == nil {
		return fault.BadRequest
	}
	return w.addCondition(e.Name.Local, prop.Elements[0].Name.Local, strings.TrimSpace(literal.Text))
}

func (w *SearchFilter) addCondition(op, prop, said string) (err error) {
	switch {
	case prop == "displayname":
		w.Name = strings.Trim(said, "%")
	case prop == "getcontenttype":
		w.Types = append(w.Types, strings.TrimRight(said, "%"))
	case prop == "favorite" && op == "eq":
		w.Favorite = isTrue(said)
	case prop == "fileid" && op == "eq":
		n, err := strconv.ParseInt(said, 10, 64)
		if err != nil {
			return fault.BadRequest
		}
		w.Number = db.NodeID(n)
	case prop == "getlastmodified" && strings.HasPrefix(op, "g"):
		w.Since, err = parseSearchTime(said)
	case prop == "getlastmodified" && strings.HasPrefix(op, "l"):
		w.Until, err = parseSearchTime(said)
	}
	return err
}

func isTrue(s string) bool {
	s = strings.TrimSpace(s)
	return s == "1" || s == "yes" || s == "true"
}

// parseSearchTime reads a time as programs write it in a search.
func parseSearchTime(said string) (time.Time, error) {
	if n, err := strconv.ParseInt(said, 10, 64); err == nil && n >= 0 && n <= maxSeconds {
		return time.Unix(n, 0), nil
	}
	for _, layout := range []string{time.RFC3339, http.TimeFormat, "2006-01-02T15:04:05Z0700"} {
		if t, err := time.Parse(layout, said); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fault.BadRequest
}

// runSearch answers with what is wanted below the scope, and the properties that are asked for in e.
func (q *request) runSearch(e *element, scope []string, w *SearchFilter) error {
	ask := &query{all: true}
	if list := e.child("prop"); list != nil {
		ask.all = false
		for _, k := range list.Elements {
			ask.names = append(ask.names, k.Name)
		}
	}
	release, err := q.s.acquireListingSlot(q.Call)
	if err != nil {
		return err
	}
	defer release()
	hits, err := q.tree.Find(q, q.Who, w)
	if err != nil {
		return err
	}
	l := q.newListing(ask)
	defer func() { _ = l.out.close() }() // the file is gone already
	if err := q.s.viewNamed(q, func(v *db.View) error { return l.writeHits(v, hits, scope, w) }); err != nil {
		return err
	}
	release()
	return l.out.send(q.W, http.StatusMultiStatus)
}

func (l *listing) writeHits(v *db.View, hits []Hit, scope []string, w *SearchFilter) error {
	if err := l.writeHead(v); err != nil {
		return err
	}
	all, err := l.loadHits(v, hits, scope, w.Directories)
	if err != nil {
		return err
	}
	for page := range slices.Chunk(all[:min(len(all), w.Limit)], limits.DavPage) {
		if err := l.writePage(v, page); err != nil {
			return err
		}
	}
	l.out.buf = append(l.out.buf, "</d:multistatus>\n"...)
	return nil
}

// loadHits returns the entries of those hits that the actor may read and that the tree shows below the scope.
func (l *listing) loadHits(v *db.View, hits []Hit, scope []string, directories bool) ([]*Entry, error) {
	places, err := l.tree.LoadPlaces(v, l.who)
	if err != nil {
		return nil, err
	}
	var all []*Entry
	for _, h := range hits {
		it, err := access.Node(v, l.who, h.Space, h.Node, access.Read)
		if errors.Is(err, fault.InvalidID) {
			continue
		}
		if err != nil {
			return nil, err
		}
		segments, root, shown := places.locate(it)
		if !shown || directories && it.Kind != db.Directory || len(segments) < len(scope) || !slices.Equal(segments[:len(scope)], scope) {
			continue
		}
		e := l.newEntry(it, it.Space, root, segments)
		e.alone = true
		all = append(all, e)
	}
	return all, nil
}
