package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"time"

	"anbar/app/base/access"
	"anbar/db"
)

const (
	rightsDepth   = 50
	rightsRoles   = 200
	rightsTargets = 50 // of each role
	rightsDirs    = 400
	rightsAsked   = 5000
)

// rightsFixture is a deep tree in which one person holds many custom roles.
type rightsFixture struct {
	d     *db.DB
	space db.SpaceID
	who   access.Actor
	owner db.UserID
	chain []db.NodeID // a path of 50 directories, from the root down
	dirs  []db.NodeID // all directories
	first *db.Role
}

// measureRights measures how long a permission check takes.
func (r *run) measureRights() error {
	dir, err := r.newDirectory("rights")
	if err != nil {
		return err
	}
	d, err := db.Open(context.Background(), filepath.Join(dir, "anbar.db"))
	if err != nil {
		return err
	}
	f := &rightsFixture{d: d}
	if err := d.Update(context.Background(), f.build); err != nil {
		return errors.Join(err, d.Close())
	}
	return errors.Join(f.measureChecks(r), d.Close())
}

func (f *rightsFixture) build(tx *db.Tx) error {
	f.space, f.owner, f.who = db.SpaceID(db.NewID()), db.UserID(db.NewID()), access.Actor{User: db.UserID(db.NewID())}
	root, trash := db.NodeID(db.NewID()), db.NodeID(db.NewID())
	for i, u := range []db.UserID{f.owner, f.who.User} {
		if err := tx.InsertUser(&db.User{ID: u, Email: fmt.Sprint(i, "@example.org"), FirstName: "Person", Language: "fa"}); err != nil {
			return err
		}
	}
	if err := errors.Join(tx.InsertSpace(&db.Space{
		ID: f.space, Title: "T", TitleKey: "t", Owner: f.owner, Root: root, Trash: trash, Access: "private",
	}),
		tx.InsertRoot(root, f.space, "shared", 0, f.owner), tx.InsertRoot(trash, f.space, "trash", 0, f.owner)); err != nil {
		return err
	}
	for u, role := range map[db.UserID]string{f.owner: access.Owner, f.who.User: access.NoRole} {
		my, bin := db.NodeID(db.NewID()), db.NodeID(db.NewID())
		if err := errors.Join(tx.InsertMember(f.space, u, role, my, bin), tx.InsertRoot(my, f.space, "my", u, u),
			tx.InsertRoot(bin, f.space, "my_trash", u, u)); err != nil {
			return err
		}
	}
	f.chain = []db.NodeID{root}
	for range rightsDepth {
		id, err := f.insertNode(tx, f.chain[len(f.chain)-1], db.Directory)
		if err != nil {
			return err
		}
		f.chain = append(f.chain, id)
	}
	f.dirs = append(f.dirs, f.chain[1:]...)
	for len(f.dirs) < rightsDirs {
		id, err := f.insertNode(tx, f.dirs[rand.IntN(len(f.dirs))], db.Directory)
		if err != nil {
			return err
		}
		f.dirs = append(f.dirs, id)
	}
	return f.grantRoles(tx)
}

func (f *rightsFixture) insertNode(tx *db.Tx, parent db.NodeID, kind db.Kind) (db.NodeID, error) {
	n := &db.Node{ID: db.NodeID(db.NewID()), Space: f.space, Parent: parent, Kind: kind, CreatedBy: f.owner, ModifiedBy: f.owner}
	n.Name = n.ID.String()
	n.NameKey, n.SortKey = n.Name, []byte(n.Name)
	return n.ID, tx.InsertNode(n)
}

// grantRoles makes the roles, and gives all of them to one person. The deepest
// directory holds a page of files, half of which are targets themselves.
func (f *rightsFixture) grantRoles(tx *db.Tx) error {
	places := append([]db.NodeID(nil), f.dirs...)
	for i := range 100 {
		id, err := f.insertNode(tx, f.chain[rightsDepth], db.File)
		if err != nil {
			return err
		}
		if i%2 == 0 {
			places = append(places, id)
		}
	}
	for i := range rightsRoles {
		name := fmt.Sprint("role ", i)
		o := &db.Role{
			ID: db.RoleID(db.NewID()), Space: f.space, Name: name, NameKey: name, CreatedBy: f.owner, ModifiedBy: f.owner,
			Permissions: `[{"action":"read","subject":"directory"},{"action":"read","subject":"file"},` +
				`{"action":"rename","subject":"file"}]`,
		}
		if i%7 == 0 {
			o.Permissions = `[{"action":"read","subject":"directory"},{"action":"create","subject":"file"},` +
				`{"action":"read","subject":"file"}]`
		}
		targets := map[db.NodeID]bool{}
		for len(targets) < rightsTargets {
			targets[places[rand.IntN(len(places))]] = true
		}
		var all []db.NodeID
		for id := range targets {
			all = append(all, id)
		}
		if err := errors.Join(tx.InsertRole(o), tx.UpsertRoleTargets(o, f.owner, all),
			tx.UpsertRoleMembers(o, f.owner, []db.UserID{f.who.User})); err != nil {
			return err
		}
		f.first = o
	}
	return nil
}

func (f *rightsFixture) measureChecks(r *run) error {
	ctx, deep := context.Background(), f.chain[rightsDepth]
	timed := func(n int, fn func(*db.View) error) ([]time.Duration, error) {
		var all []time.Duration
		for range n {
			began := time.Now()
			if err := f.d.View(ctx, fn); err != nil {
				return nil, err
			}
			all = append(all, time.Since(began))
		}
		return all, nil
	}
	bare, err := timed(rightsAsked, func(v *db.View) error { _, err := v.NodeByID(deep); return err })
	if err != nil {
		return err
	}
	asked, err := timed(rightsAsked, func(v *db.View) error {
		_, err := access.Dir(v, f.who, f.space, deep, access.Create, access.FileSubject)
		return err
	})
	if err != nil {
		return err
	}
	r.addAtMost("may this person do this, 50 levels deep, 200 custom roles of 50 targets, p99, ms", percentile(asked,
		0.99).Seconds()*1000, 1,
		"median %v; to read one row %v", median(asked).Round(time.Microsecond), median(bare).Round(time.Microsecond))
	var marks []time.Duration
	_, err = timed(500, func(v *db.View) error {
		it, err := access.Dir(v, f.who, f.space, deep, access.Read)
		if err != nil {
			return err
		}
		page, err := v.Children(deep, db.File, db.ByCreated, true, db.Place{}, 100)
		began, more := time.Now(), 0
		for i := range page {
			if _, own := it.ChildRules(page[i].ID); own {
				more++
			}
		}
		it.ItemRules()
		marks = append(marks, time.Since(began))
		if err == nil && len(page) != 100 {
			err = fmt.Errorf("the page has %d entries", len(page))
		}
		return err
	})
	if err != nil {
		return err
	}
	r.addAtMost("marking a page of 100 entries with what may be done to each, p99, ms", percentile(marks, 0.99).Seconds()*1000, 3,
		"median %v, without a query beside the one of the first question", median(marks).Round(time.Microsecond))
	return f.measureUncached(r)
}

// measureUncached measures the first check after a role changed, when no grants are cached.
func (f *rightsFixture) measureUncached(r *run) error {
	var all []time.Duration
	for range 50 {
		if err := f.d.Update(context.Background(), func(tx *db.Tx) error { return tx.UpdateRole(f.first, f.owner) }); err != nil {
			return err
		}
		began := time.Now()
		err := f.d.View(context.Background(), func(v *db.View) error {
			_, err := access.Dir(v, f.who, f.space, f.chain[rightsDepth], access.Read)
			return err
		})
		if err != nil {
			return err
		}
		all = append(all, time.Since(began))
	}
	r.addAtMost("the first such question after any role changed, median, ms", median(all).Seconds()*1000, 100,
		"p99 %v; 10,000 targets are read once", percentile(all, 0.99).Round(time.Millisecond))
	return nil
}
