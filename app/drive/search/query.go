package search

import (
	"bytes"
	"encoding/json"
	"hash/fnv"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/db"
)

const (
	maxQuery   = 200 // characters
	maxFilters = 4096
)

// Filters narrow a search. Absent ones do not.
type Filters struct {
	Scope        string     `json:"scope"` // here, all
	Types        []string   `json:"types"`
	Owner        db.UserID  `json:"owner_id"`
	CreatedFrom  *time.Time `json:"created_from"`
	CreatedTo    *time.Time `json:"created_to"`
	ModifiedFrom *time.Time `json:"modified_from"`
	ModifiedTo   *time.Time `json:"modified_to"`
	SizeMin      *int64     `json:"size_min"`
	SizeMax      *int64     `json:"size_max"`
	Field        db.FieldID `json:"space_custom_field_id"`
	FieldValue   string     `json:"field_value"`
	Favorite     bool       `json:"favorite"`
	InTrash      bool       `json:"in_trash"`
	Contents     *bool      `json:"contents"`
}

// SearchRequest is an unparsed search request. Filters is a JSON object of Filters.
type SearchRequest struct {
	Text, Filters, Cursor, Sort string
	Page, Limit                 int
}

type sortOrder int

const (
	byRelevance sortOrder = iota
	byName
	bySize
	byCreated
	byModified
)

var sortOrders = map[string]sortOrder{
	"relevance": byRelevance, "name": byName, "size": bySize, "created_at": byCreated, "last_modified_at": byModified,
}

// query is a parsed Query.
type query struct {
	Filters
	words    []string
	whole    []byte // all words, as one name would have them
	types    [256]bool
	contents bool

	sort       sortOrder
	descending bool
	after      *hit // the last of the page before
	page       int
	limit      int
	mark       uint64 // tells queries apart

	visible   func(db.NodeID) bool  // directories that may be looked into, with all below
	alone     map[db.NodeID]bool    // items that may be seen wherever they are; nil for none
	only      map[db.NodeID]bool    // when not nil: nothing else
	byContent map[db.NodeID]db.Hash // matches by text
}

// parseQuery checks a Query. Its errors name the wrong parameter.
func parseQuery(in SearchRequest) (*query, error) {
	q := &query{contents: true}
	if utf8.RuneCountInString(in.Text) > maxQuery {
		return nil, fault.Field("query", fault.TooLong)
	}
	if err := q.parseFilters(in.Filters); err != nil {
		return nil, err
	}
	q.words = names.SplitWords(in.Text)
	q.whole = []byte(strings.Join(strings.Fields(names.SearchKey(in.Text)), " "))
	if len(q.words) == 0 {
		if !q.hasFilters() {
			return nil, fault.Field("query", fault.Required)
		}
		q.contents = false
	}
	return q, q.parsePage(in)
}

func (q *query) parseFilters(s string) error {
	wrong := fault.Field("filters", fault.InvalidValue)
	switch {
	case len(s) > maxFilters:
		return fault.Field("filters", fault.TooLong)
	case s != "" && !q.Filters.decode(s):
		return wrong
	case q.Scope != "" && q.Scope != "here" && q.Scope != "all":
		return wrong
	case q.FieldValue != "" && q.Field == 0:
		return wrong
	}
	for _, t := range q.Types {
		g, ok := groups[t]
		if !ok {
			return wrong
		}
		q.types[g] = true
	}
	if q.Contents != nil {
		q.contents = *q.Contents
	}
	return nil
}

// decode reads one JSON object, and reports whether it has no more than the known fields.
func (f *Filters) decode(s string) bool {
	dec := json.NewDecoder(strings.NewReader(s))
	dec.DisallowUnknownFields()
	if dec.Decode(f) != nil {
		return false
	}
	_, err := dec.Token()
	return err == io.EOF
}

// hasFilters reports whether the filters alone make a search.
func (q *query) hasFilters() bool {
	f := &q.Filters
	return len(f.Types) > 0 || f.Owner != 0 || f.CreatedFrom != nil || f.CreatedTo != nil || f.ModifiedFrom != nil || f.ModifiedTo != nil ||
		f.SizeMin != nil || f.SizeMax != nil || f.Field != 0 || f.Favorite || f.InTrash
}

// isAdvanced reports whether the search uses more than names, favorites and the trash.
func (q *query) isAdvanced() bool {
	f := q.Filters
	f.Favorite, f.InTrash = false, false
	return (&query{Filters: f}).hasFilters()
}

// maxSkip is how many results can be skipped by the number of a page.
const maxSkip = 10_000

func (q *query) parsePage(in SearchRequest) (err error) {
	if in.Sort == "" || in.Sort == "relevance" {
		in.Sort = "relevance:-1"
	}
	field, descending, err := api.ParseSort(in.Sort)
	if err != nil {
		return err
	}
	by, ok := sortOrders[field]
	if !ok {
		return fault.Field("sort", fault.InvalidValue)
	}
	q.sort, q.descending = by, descending
	if q.limit, err = api.ParseLimit(in.Limit); err != nil {
		return err
	}
	if q.page, err = api.ParsePage(in.Page); err != nil {
		return err
	}
	if q.page > 1 && q.page*q.limit > maxSkip {
		return fault.Field("page", fault.InvalidValue)
	}
	h := fnv.New64a()
	_, _ = io.WriteString(h, string(q.whole)+"\n"+in.Filters+"\n"+in.Sort) // cannot fail
	q.mark = h.Sum64()
	if in.Cursor == "" {
		return nil
	}
	var c cursor
	if err := api.DecodeCursor(in.Cursor, &c); err != nil {
		return err
	}
	if c.Mark != q.mark || c.ID == 0 || c.Page < 2 {
		return fault.InvalidCursor
	}
	q.after, q.page = &hit{rank: c.Rank, value: c.Value, name: []byte(c.Name), id: c.ID}, c.Page
	return nil
}

// cursor is the last result of a page.
type cursor struct {
	Rank  uint8     `json:"r,omitempty"`
	Value int64     `json:"v,omitempty"`
	Name  string    `json:"n,omitempty"`
	ID    db.NodeID `json:"i"`
	Page  int       `json:"p"`
	Mark  uint64    `json:"m"`
}

// hit is a result on its way into the order.
type hit struct {
	rank  uint8
	value int64
	name  []byte
	id    db.NodeID
}

// The ranks of relevance.
const (
	equalName uint8 = iota
	startsWith
	wordStarts
	contains
	byContent
)

// isBefore reports whether a comes before b in the order.
func (q *query) isBefore(a, b *hit) bool {
	if a.rank != b.rank {
		return a.rank < b.rank
	}
	c := 0
	switch {
	case q.sort == byName:
		c = names.Compare(a.name, b.name)
	case a.value < b.value:
		c = -1
	case a.value > b.value:
		c = 1
	}
	if c == 0 {
		c = 1
		if a.id < b.id {
			c = -1
		}
	}
	return (c < 0) != q.descending && a.id != b.id
}

// hitOf returns the sort key of a row.
func (q *query) hitOf(s *segment, row int, rank uint8) hit {
	h := hit{id: s.ids[row]}
	switch q.sort {
	case byName:
		h.name = s.name(row)
	case bySize:
		h.value = s.size[row]
	case byModified:
		h.value = s.modified[row]
	case byRelevance:
		h.rank, h.value = rank, s.modified[row]
	}
	return h
}

// matchesFilters reports whether the filters let a row through.
func (q *query) matchesFilters(s *segment, row int, owner int32) bool {
	g := s.group[row]
	if g == dead || len(q.Types) > 0 && !q.types[g] || q.Owner != 0 && s.by[row] != owner {
		return false
	}
	if q.CreatedFrom != nil && s.ids[row].Time().Before(q.CreatedFrom.Truncate(time.Millisecond)) ||
		q.CreatedTo != nil && s.ids[row].Time().After(*q.CreatedTo) {
		return false
	}
	if q.ModifiedFrom != nil && s.modified[row] < q.ModifiedFrom.UnixMilli() ||
		q.ModifiedTo != nil && s.modified[row] > q.ModifiedTo.UnixMilli() {
		return false
	}
	if (q.SizeMin != nil || q.SizeMax != nil) && g == directory {
		return false
	}
	return (q.SizeMin == nil || s.size[row] >= *q.SizeMin) && (q.SizeMax == nil || s.size[row] <= *q.SizeMax)
}

// matchesName reports whether all words occur in a folded name.
func (q *query) matchesName(name []byte) bool {
	for _, w := range q.words {
		if !bytes.Contains(name, []byte(w)) {
			return false
		}
	}
	return true
}

// rank tells how well a name that matches does.
func (q *query) rank(name []byte) uint8 {
	if rest, ok := bytes.CutPrefix(name, q.whole); ok && len(q.whole) > 0 {
		if len(rest) == 0 || rest[0] == '.' && bytes.IndexByte(rest[1:], '.') < 0 {
			return equalName
		}
		return startsWith
	}
	for _, w := range q.words {
		if containsWordStart(name, []byte(w)) {
			return wordStarts
		}
	}
	return contains
}

func containsWordStart(name, w []byte) bool {
	for at := 0; ; at++ {
		i := bytes.Index(name[at:], w)
		if i < 0 {
			return false
		}
		at += i
		if at == 0 {
			return true
		}
		if b := name[at-1]; b < utf8.RuneSelf && !names.IsWordRune(rune(b)) {
			return true
		}
	}
}
