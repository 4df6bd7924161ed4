package access_test

import (
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/db"
)

// share makes a link in the name of a user.
func (w *town) share(u db.UserID, nodes ...db.NodeID) *db.Link {
	way := w.way(nodes[0])
	l := &db.Link{Nodes: nodes, Directory: w.root, Terms: db.Terms{
		ID: rand.Text(), Space: w.space, Home: way[len(way)-1], CreatedBy: u, ExpiresAt: time.Now().Add(time.Hour),
	}}
	w.write(func(tx *db.Tx) error { return tx.InsertLink(l) })
	return l
}

// tokenOf is what the token of a visitor of a link says.
func tokenOf(l *db.Link) access.LinkToken {
	return access.LinkToken{Link: l.ID, Generation: l.Generation, ExpiresAt: time.Now().Add(time.Minute)}
}

// offers reports whether a user may share each of the nodes where the link has them.
func (w *town) offers(l *db.Link) bool {
	return !slices.ContainsFunc(l.Nodes, func(id db.NodeID) bool {
		way := w.way(id)
		return way[len(way)-1] != l.Home || !w.belongs(l.CreatedBy) || !w.reads(l.CreatedBy, id) ||
			!w.naive(l.CreatedBy, id, access.Create, access.DownloadLink)
	})
}

func (w *town) reads(u db.UserID, id db.NodeID) bool {
	own := access.Directory
	if w.kind[id] == db.File {
		own = access.FileSubject
	}
	return w.naive(u, id, access.Read, own)
}

// walk asks for every node by the pass of a link.
func (w *town) walk(v *db.View, l *db.Link) error {
	p, err := access.OpenPass(v, l, tokenOf(l))
	if offered := w.offers(l); !offered && !errors.Is(err, fault.LinkDead) || offered && err != nil {
		return fmt.Errorf("enter %v: %v", l.Nodes, err)
	}
	if err != nil {
		return nil
	}
	for _, id := range w.nodes {
		way := w.way(id)
		below := slices.ContainsFunc(way, func(n db.NodeID) bool { return slices.Contains(l.Nodes, n) })
		it, err := p.Item(v, id)
		if want := below && w.reads(l.CreatedBy, id); want != (err == nil) || !want && !errors.Is(err, fault.InvalidID) {
			return fmt.Errorf("%v by a link to %v: %v, want %v", way, l.Nodes, err, want)
		}
		if err != nil {
			continue
		}
		if !slices.Contains(l.Nodes, it.Path[0].ID) || it.Path[len(it.Path)-1].ID != id {
			return fmt.Errorf("the path of %v by a link to %v is %v", way, l.Nodes, it.Path)
		}
		for _, rule := range it.ItemRules() {
			if rule.Action != access.Read || rule.Subject != access.Directory && rule.Subject != access.FileSubject {
				return fmt.Errorf("a visitor may %v %v", rule, way)
			}
		}
	}
	return nil
}

// TestAVisitorReachesWhatLiesBelowALink compares what passes give with plain lists, while
// rights change and nodes move.
func TestAVisitorReachesWhatLiesBelowALink(t *testing.T) {
	for seed := range uint64(6) {
		w := build(t, seed)
		var links []*db.Link
		for i := range 90 {
			w.step()
			if len(w.nodes) > 2 && i%5 == 0 {
				links = append(links, w.share(pick(w.r, w.users), pick(w.r, w.nodes)))
			}
			if i%9 != 0 {
				continue
			}
			for _, l := range links {
				if err := w.d.View(t.Context(), func(v *db.View) error { return w.walk(v, l) }); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestAPassIsOfOneLinkAndEnds tries the tokens of others, of nobody, and old ones.
func TestAPassIsOfOneLinkAndEnds(t *testing.T) {
	w := build(t, 1)
	for range 40 {
		w.step()
	}
	a, b := w.share(w.users[0], w.root), w.share(w.users[0], w.root)
	enter := func(l *db.Link, o access.LinkToken) (err error) {
		if failed := w.d.View(t.Context(), func(v *db.View) error { _, err = access.OpenPass(v, l, o); return nil }); failed != nil {
			t.Fatal(failed)
		}
		return err
	}
	old, ahead := tokenOf(a), tokenOf(a)
	old.ExpiresAt, ahead.Generation = time.Now(), 1
	for _, o := range []access.LinkToken{{}, tokenOf(b), old, ahead} {
		if err := enter(a, o); !errors.Is(err, fault.LinkExpired) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	if err := enter(a, tokenOf(a)); err != nil {
		t.Error(err)
	}
	before := tokenOf(a)
	a.Generation++
	if err := enter(a, before); !errors.Is(err, fault.LinkExpired) {
		t.Error("a token from before the link asked for something else:", err)
	}
	b.DeletedAt = time.Now()
	if err := enter(b, tokenOf(b)); !errors.Is(err, fault.LinkDeleted) {
		t.Error("of a deleted link:", err)
	}
	b.DeletedAt, b.ExpiresAt = time.Time{}, time.Now().Add(-time.Second)
	if err := enter(b, tokenOf(b)); !errors.Is(err, fault.LinkExpired) {
		t.Error("of an expired link:", err)
	}
}
