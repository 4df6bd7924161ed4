package search

import (
	"bytes"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"anbar/app/base/names"
	"anbar/db"
	"anbar/db/dbtest"
)

// tree is a workspace with the data of a naive search.
type tree struct {
	t     *testing.T
	db    *db.DB
	user  db.UserID
	space [2]db.SpaceID
	root  [2]db.NodeID
	trash [2]db.NodeID
	nodes map[db.NodeID]*db.Node
}

func newTree(t *testing.T) *tree {
	t.Helper()
	w := &tree{t: t, db: dbtest.New(t), user: db.UserID(db.NewID()), nodes: map[db.NodeID]*db.Node{}}
	w.update(func(tx *db.Tx) error {
		return tx.InsertUser(&db.User{ID: w.user, Email: "a@example.org", Password: "x", FirstName: "A", LastName: "B", Language: "fa"})
	})
	for i := range w.space {
		w.space[i], w.root[i], w.trash[i] = db.SpaceID(db.NewID()), db.NodeID(db.NewID()), db.NodeID(db.NewID())
		w.update(func(tx *db.Tx) error {
			return firstOf(tx.InsertSpace(&db.Space{
				ID: w.space[i], Title: "T", TitleKey: fmt.Sprint(i), Owner: w.user, Root: w.root[i], Trash: w.trash[i], Access: "private",
			}),
				tx.InsertRoot(w.root[i], w.space[i], "shared", 0, w.user), tx.InsertRoot(w.trash[i], w.space[i], "trash", 0, w.user))
		})
	}
	return w
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *tree) update(fn func(*db.Tx) error) {
	w.t.Helper()
	if err := w.db.Update(w.t.Context(), fn); err != nil {
		w.t.Fatal(err)
	}
}

var syllables = []string{"گزارش", "كتاب", "report", "Résumé", "۱۲", "12", "٣", "علي", "نیم\u200cفاصله", "_", " ", "a", "b"}

func randomName() string {
	s := ""
	for range 1 + rand.N(3) {
		s += syllables[rand.N(len(syllables))]
	}
	return s
}

func (w *tree) any(kind db.Kind) *db.Node {
	var all []*db.Node
	for _, id := range slices.Sorted(maps.Keys(w.nodes)) {
		if n := w.nodes[id]; n.Kind == kind {
			all = append(all, n)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all[rand.N(len(all))]
}

func (w *tree) below(n *db.Node, top db.NodeID) bool {
	for p := n.Parent; p != 0; {
		if p == top {
			return true
		}
		above := w.nodes[p]
		if above == nil {
			return false
		}
		p = above.Parent
	}
	return false
}

// parent is a directory that what lies below n may move into.
func (w *tree) parent(n *db.Node) (db.NodeID, db.SpaceID) {
	if d := w.any(db.Directory); d != nil && rand.N(4) > 0 && (n == nil || d.ID != n.ID && !w.below(d, n.ID)) && !w.below(d, w.trash[0]) &&
		!w.below(d, w.trash[1]) {
		return d.ID, d.Space
	}
	i := rand.N(2)
	return w.root[i], w.space[i]
}

// step does something at random.
func (w *tree) step(i int) {
	n := w.any(db.Kind(rand.N(2)))
	switch what := rand.N(10); {
	case what < 4 || n == nil:
		parent, space := w.parent(nil)
		made := &db.Node{
			ID: db.NodeID(db.NewID()), Space: space, Parent: parent, Kind: db.Kind(rand.N(2)), Name: randomName(), NameKey: fmt.Sprint(i),
			SortKey: []byte{1}, CreatedBy: w.user, ModifiedBy: w.user,
		}
		w.update(func(tx *db.Tx) error { return tx.InsertNode(made) })
	case what < 6: // rename, and perhaps move, out of the trash as well, perhaps into the other space
		w.update(func(tx *db.Tx) error {
			now, err := tx.NodeByID(n.ID)
			if err != nil {
				return err
			}
			parent, space := w.parent(n)
			if _, err := tx.UpdateNodePlace(now, db.Placement{
				Parent: parent, Name: randomName(), NameKey: fmt.Sprint(i), SortKey: []byte{1},
			}); err != nil || space == n.Space {
				return err
			}
			return tx.UpdateNodeSpace(n.ID, space)
		})
	case what < 7: // into the trash
		w.update(func(tx *db.Tx) error {
			now, err := tx.NodeByID(n.ID)
			if err != nil || now.Parent == w.trash[0] || now.Parent == w.trash[1] {
				return err
			}
			_, err = tx.UpdateNodeTrashed(now, w.trash[slices.Index(w.space[:], now.Space)], w.user)
			return err
		})
	case what < 8 && n.Kind == db.File: // another content
		w.update(func(tx *db.Tx) error {
			now, err := tx.NodeByID(n.ID)
			if err != nil {
				return err
			}
			v := &db.Version{
				ID: db.VersionID(db.NewID()), Node: n.ID, Space: n.Space, Number: now.Number + 1, Hash: db.Hash{1, byte(i)},
				Size: int64(rand.N(100)), CreatedBy: w.user,
			}
			return firstOf(tx.InsertVersion(v), tx.UpdateNodeHead(now, v))
		})
	case what == 9 && rand.N(4) == 0: // for good
		w.update(func(tx *db.Tx) error {
			now, err := tx.NodeByID(n.ID)
			if err != nil {
				return err
			}
			_, err = tx.UpdateNodeGone(now, db.GoneRoot)
			return err
		})
		if rand.N(2) == 0 {
			w.update(func(tx *db.Tx) error { _, err := tx.DeleteGone(0); return err })
		}
	}
	w.read()
}

// read takes the tree as the database has it.
func (w *tree) read() {
	w.nodes = map[db.NodeID]*db.Node{}
	err := w.db.View(w.t.Context(), func(v *db.View) error {
		for _, root := range []db.NodeID{w.root[0], w.root[1], w.trash[0], w.trash[1]} {
			if err := w.readBelow(v, root); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *tree) readBelow(v *db.View, dir db.NodeID) error {
	for _, kind := range []db.Kind{db.Directory, db.File} {
		all, err := v.Children(dir, kind, db.ByCreated, false, db.Place{}, 10_000)
		if err != nil {
			return err
		}
		for i := range all {
			n, err := v.NodeByID(all[i].ID)
			if err != nil {
				return err
			}
			w.nodes[n.ID] = n
			if kind == db.Directory {
				if err := w.readBelow(v, n.ID); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// naive returns the expected results of a search below a directory, in order.
func (w *tree) naive(q *query, top db.NodeID) []db.NodeID {
	var all []hit
	for id, n := range w.nodes {
		x := newIndex()
		size := n.Size
		if n.Kind == db.Directory {
			size = 0
		}
		x.put(&db.IndexEntry{
			ID: id, Parent: n.Parent, Kind: n.Kind, Name: n.Name, Size: size, ModifiedAt: n.ModifiedAt.UnixMilli(),
		}, []byte(names.SearchKey(n.Name)))
		if w.below(n, top) && q.matchesName(x.chunks[0].name(0)) {
			h := q.hitOf(x.chunks[0], 0, q.rank(x.chunks[0].name(0)))
			h.name = bytes.Clone(h.name)
			all = append(all, h)
		}
	}
	slices.SortFunc(all, func(a, b hit) int {
		if q.isBefore(&a, &b) {
			return -1
		}
		return 1
	})
	var ids []db.NodeID
	for _, h := range all {
		ids = append(ids, h.id)
	}
	return ids
}

func (w *tree) compare(x *index, query, sort string) {
	w.t.Helper()
	top := []db.NodeID{w.root[0], w.root[1], w.trash[0]}[rand.N(3)]
	if d := w.any(db.Directory); d != nil && rand.N(3) == 0 {
		top = d.ID
	}
	var got []db.NodeID
	for cursor := (*cursor)(nil); ; {
		q, err := parseQuery(SearchRequest{Text: query, Sort: sort, Limit: 1 + rand.N(20)})
		if err != nil {
			w.t.Fatal(err)
		}
		q.visible = func(id db.NodeID) bool { return id == top }
		if cursor != nil {
			q.after = &hit{cursor.Rank, cursor.Value, []byte(cursor.Name), cursor.ID}
		}
		f := x.scan(q, q.limit)
		for _, h := range f.hits {
			got = append(got, h.id)
		}
		if int64(len(f.hits)) < f.rest {
			c := q.cursorAt(f.hits[len(f.hits)-1])
			cursor = &c
			continue
		}
		if want := w.naive(q, top); !slices.Equal(got, want) || f.total != int64(len(want)) {
			w.t.Fatalf("%q by %s: %v (%d), want %v", query, sort, got, f.total, want)
		}
		return
	}
}

// checkChunks proves that an index has each name that was read one after the other, in order, in chunks that are not too long.
func (w *tree) checkChunks(x *index) {
	w.t.Helper()
	one := newIndex()
	if err := w.db.View(w.t.Context(), one.readNew); err != nil {
		w.t.Fatal(err)
	}
	var want, got []string
	for _, s := range one.segments() {
		for i := range s.ids {
			want = append(want, one.describe(s, i))
		}
	}
	for _, s := range x.chunks {
		if s.len() == 0 || s.len() > x.rows {
			w.t.Errorf("a chunk of %d names, of at most %d", s.len(), x.rows)
		}
		for i, id := range s.ids {
			got = append(got, x.describe(s, i))
			if found, row := x.find(id); found != s || row != i {
				w.t.Errorf("%v is not found", id)
			}
		}
	}
	if !slices.Equal(got, want) {
		w.t.Errorf("%d rows, chunks of %d:\n%v\nwant\n%v", len(got), x.rows, got, want)
	}
}

func (x *index) describe(s *segment, i int) string {
	r := s.row(i)
	return fmt.Sprint(r.id, x.dirs[r.up].id, x.users[r.by], r.modified, r.size, r.group, string(s.name(i)))
}

// TestNamesAreReadFromBothEnds reads with chunks of every length: the ends meet in all places.
func TestNamesAreReadFromBothEnds(t *testing.T) {
	w := newTree(t)
	for i := range 60 {
		w.step(i)
	}
	for rows := 1; rows <= 70; rows++ {
		x := newIndex()
		x.rows = rows
		if err := x.loadAll(t.Context(), w.db); err != nil {
			t.Fatal(err)
		}
		w.checkChunks(x)
	}
}

func TestTheIndexAgreesWithTheTree(t *testing.T) {
	w := newTree(t)
	x := newIndex()
	x.rows = 7
	if err := x.loadAll(t.Context(), w.db); err != nil {
		t.Fatal(err)
	}
	for i := range 400 {
		w.step(i)
		if rand.N(3) > 0 {
			continue
		}
		if err := x.catchUp(t.Context(), w.db); err != nil {
			t.Fatal(err)
		}
		if rand.N(20) == 0 {
			x.compact()
		}
		w.compare(x, []string{
			"گزارش", "a", "12", "کتاب ۱۲", "resume", "نیمفاصله report",
		}[rand.N(6)], []string{"", "name:1", "name:-1", "size:-1", "created_at:1", "last_modified_at:-1"}[rand.N(6)])
	}
	fresh := newIndex()
	fresh.rows = 1 + rand.N(40)
	if err := firstOf(fresh.loadAll(t.Context(), w.db), fresh.catchUp(t.Context(), w.db)); err != nil {
		t.Fatal(err)
	}
	w.compare(fresh, "a", "name:1")
	w.checkChunks(fresh)
	if err := x.catchUp(t.Context(), w.db); err != nil {
		t.Fatal(err)
	}
	x.compact()
	if all, dead := x.count(); all < len(w.nodes) || dead+x.extra.len() > 0 {
		t.Errorf("%d names, %d of them dead, of %d nodes", all, dead, len(w.nodes))
	}
}

func TestNamesOfADeletedWorkspaceAreForgotten(t *testing.T) {
	w := newTree(t)
	for i := range 100 {
		w.step(i)
	}
	s := New(w.db, nil, nil, t.TempDir(), slog.New(slog.DiscardHandler))
	defer s.Close()
	if err := s.awaitNames(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.update(func(tx *db.Tx) error { return tx.UpdateSpaceDeleted(w.space[0]) })
	for gone := false; !gone; {
		w.update(func(tx *db.Tx) (err error) { gone, err = tx.DeleteSpaceRows(w.space[0], 20); return err })
	}
	for more := true; more; {
		w.update(func(tx *db.Tx) error {
			g, err := tx.DeleteGone(time.Millisecond)
			more = g.More
			return err
		})
	}
	w.read()
	if err := firstOf(s.awaitNames(t.Context()), s.Prune(t.Context())); err != nil {
		t.Fatal(err)
	}
	s.names.compact()
	if all, _ := s.names.count(); all != len(w.nodes) {
		t.Errorf("%d names of %d nodes", all, len(w.nodes))
	}
	w.compare(s.names, "a", "")
}
