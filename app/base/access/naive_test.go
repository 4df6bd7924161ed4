package access_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/db"
)

// town is a space with people, things and roles, and a second copy of all of it
// in plain maps, from which a naive evaluator answers.
type town struct {
	t     *testing.T
	r     *rand.Rand
	d     *db.DB
	space db.SpaceID
	root  db.NodeID
	trash db.NodeID
	users []db.UserID

	member map[db.UserID]string
	my     map[db.UserID]db.NodeID
	bin    map[db.UserID]db.NodeID
	parent map[db.NodeID]db.NodeID
	kind   map[db.NodeID]db.Kind
	home   map[db.NodeID]string // of a root: shared, trash, my, my_trash
	owner  map[db.NodeID]db.UserID
	nodes  []db.NodeID
	roles  []*naiveRole
	guests []*naiveGuest
}

type naiveRole struct {
	db.Role
	rules   []access.Rule
	members map[db.UserID]bool
	targets map[db.NodeID]bool
}

type naiveGuest struct {
	db.Guest
}

func build(t *testing.T, seed uint64) *town {
	d, err := db.Open(t.Context(), filepath.Join(t.TempDir(), "anbar.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	w := &town{
		t: t, r: rand.New(rand.NewPCG(seed, 1)), d: d, space: db.SpaceID(db.NewID()), root: node(), trash: node(),
		member: map[db.UserID]string{}, my: map[db.UserID]db.NodeID{}, bin: map[db.UserID]db.NodeID{}, parent: map[db.NodeID]db.NodeID{},
		kind: map[db.NodeID]db.Kind{}, home: map[db.NodeID]string{}, owner: map[db.NodeID]db.UserID{},
	}
	w.write(w.settle)
	return w
}

func node() db.NodeID { return db.NodeID(db.NewID()) }

func (w *town) write(fn func(*db.Tx) error) {
	w.t.Helper()
	if err := w.d.Update(w.t.Context(), fn); err != nil {
		w.t.Fatal(err)
	}
}

func (w *town) settle(tx *db.Tx) error {
	roles := []string{access.Owner, access.Admin, access.EditorRole, access.Organizer, access.Viewer, access.NoRole, access.NoRole, "", ""}
	for i, role := range roles {
		u := db.UserID(db.NewID())
		w.users = append(w.users, u)
		if err := tx.InsertUser(&db.User{
			ID: u, Email: fmt.Sprint(i, "@example.org"), FirstName: "Person", Language: "fa", EmailValidated: true,
		}); err != nil {
			return err
		}
		if i == 0 {
			if err := w.found(tx, u); err != nil {
				return err
			}
		}
		if role == "" {
			continue
		}
		w.member[u], w.my[u], w.bin[u] = role, node(), node()
		for _, err := range []error{tx.InsertMember(w.space, u, role, w.my[u], w.bin[u]), w.plant(tx, w.my[u], "my", u),
			w.plant(tx, w.bin[u], "my_trash", u)} {
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *town) found(tx *db.Tx, owner db.UserID) error {
	return errors.Join(tx.InsertSpace(&db.Space{
		ID: w.space, Title: "T", TitleKey: "t", Owner: owner, Root: w.root, Trash: w.trash, Access: "private",
	}),
		w.plant(tx, w.root, "shared", 0), w.plant(tx, w.trash, "trash", 0))
}

func (w *town) plant(tx *db.Tx, id db.NodeID, root string, owner db.UserID) error {
	w.home[id], w.owner[id] = root, owner
	w.nodes = append(w.nodes, id)
	return tx.InsertRoot(id, w.space, root, owner, w.users[0])
}

func pick[T any](r *rand.Rand, all []T) T { return all[r.IntN(len(all))] }

func (w *town) dirs() []db.NodeID {
	return slices.DeleteFunc(slices.Clone(w.nodes), func(id db.NodeID) bool { return w.kind[id] == db.File })
}

// step changes something at random.
func (w *town) step() {
	w.write(func(tx *db.Tx) error {
		switch w.r.IntN(10) {
		case 0, 1, 2:
			return w.grow(tx)
		case 3:
			return w.move(tx)
		case 4:
			return w.role(tx)
		case 5, 6:
			return w.aim(tx)
		case 7, 8:
			return w.invite(tx)
		default:
			return w.promote(tx)
		}
	})
}

func (w *town) grow(tx *db.Tx) error {
	n := &db.Node{
		ID: node(), Space: w.space, Parent: pick(w.r, w.dirs()), Kind: db.Kind(w.r.IntN(2)), CreatedBy: w.users[0], ModifiedBy: w.users[0],
	}
	n.Name, n.NameKey, n.SortKey = n.ID.String(), n.ID.String(), []byte(n.ID.String())
	w.parent[n.ID], w.kind[n.ID] = n.Parent, n.Kind
	w.nodes = append(w.nodes, n.ID)
	return tx.InsertNode(n)
}

func (w *town) move(tx *db.Tx) error {
	id, to := pick(w.r, w.nodes), pick(w.r, w.dirs())
	if w.home[id] != "" || slices.Contains(w.way(to), id) {
		return nil
	}
	n, err := tx.NodeByID(id)
	if err != nil {
		return err
	}
	w.parent[id] = to
	_, err = tx.UpdateNodePlace(n, db.Placement{Parent: to, Name: n.Name, NameKey: n.Name, SortKey: []byte(n.Name)})
	return err
}

var possible = func() []access.Rule { all := access.Assignable; return all.Rules() }()

func (w *town) role(tx *db.Tx) error {
	var rules []access.Rule
	for range 1 + w.r.IntN(4) {
		rules = append(rules, pick(w.r, possible))
	}
	raw, err := json.Marshal(rules)
	if err != nil {
		return err
	}
	id := db.RoleID(db.NewID())
	o := &naiveRole{
		Role: db.Role{
			ID: id, Space: w.space, Name: id.String(), NameKey: id.String(), Permissions: string(raw), CreatedBy: w.users[0],
			ModifiedBy: w.users[0],
		},
		rules: rules, members: map[db.UserID]bool{}, targets: map[db.NodeID]bool{},
	}
	w.roles = append(w.roles, o)
	return tx.InsertRole(&o.Role)
}

func (w *town) aim(tx *db.Tx) error {
	if len(w.roles) == 0 {
		return nil
	}
	o, u, n := pick(w.r, w.roles), pick(w.r, w.users), pick(w.r, w.nodes)
	if w.member[u] != "" {
		o.members[u] = true
		if err := tx.UpsertRoleMembers(&o.Role, w.users[0], []db.UserID{u}); err != nil {
			return err
		}
	}
	if w.r.IntN(3) == 0 {
		for old := range o.targets {
			delete(o.targets, old)
			return tx.DeleteRoleTargets(&o.Role, w.users[0], []db.NodeID{old})
		}
	}
	o.targets[n] = true
	return tx.UpsertRoleTargets(&o.Role, w.users[0], []db.NodeID{n})
}

func (w *town) invite(tx *db.Tx) error {
	u, n := pick(w.r, w.users), pick(w.r, w.nodes)
	if w.r.IntN(4) == 0 && len(w.guests) > 0 {
		i := w.r.IntN(len(w.guests))
		g := w.guests[i]
		w.guests = slices.Delete(w.guests, i, i+1)
		return tx.DeleteGuest(&g.Guest)
	}
	if w.home[n] != "" || slices.ContainsFunc(w.guests, func(g *naiveGuest) bool { return g.User == u && g.Node == n }) {
		return nil
	}
	way := w.way(n)
	g := &naiveGuest{
		db.Guest{
			ID: db.GuestID(db.NewID()), Space: w.space, Node: n, Home: way[len(way)-1], User: u, Email: u.String(),
			Role: pick(w.r, []string{access.EditorRole, access.Organizer, access.Viewer}), CreatedBy: w.users[0],
		},
	}
	w.guests = append(w.guests, g)
	return tx.UpsertGuest(&g.Guest)
}

func (w *town) promote(tx *db.Tx) error {
	u := pick(w.r, w.users)
	if w.member[u] == "" || w.member[u] == access.Owner {
		return nil
	}
	w.member[u] = pick(w.r, []string{access.Admin, access.EditorRole, access.Organizer, access.Viewer, access.NoRole})
	return tx.UpdateMemberRole(w.space, u, w.member[u])
}

// way is the node and all it lies in, from the node up.
func (w *town) way(id db.NodeID) []db.NodeID {
	all := []db.NodeID{id}
	for w.parent[id] != 0 {
		id = w.parent[id]
		all = append(all, id)
	}
	return all
}

// table is the matrix as people wrote it down: role, verb, subject.
func table(role string, verb access.Verb, subject access.Subject) bool {
	item := subject == access.Directory || subject == access.FileSubject
	read := verb == access.Read
	switch role {
	case access.Owner, access.Admin, access.EditorRole:
		return item || verb == access.Create || verb == access.Update || read || verb == access.Delete
	case access.Organizer:
		switch subject {
		case access.Directory:
			return slices.Contains([]access.Verb{access.Read, access.Create, access.Rename, access.Move, access.Merge}, verb)
		case access.FileSubject:
			return slices.Contains([]access.Verb{access.Read, access.Rename, access.Move}, verb)
		case access.EntityField:
			return verb == access.Create || verb == access.Update || read || verb == access.Delete
		case access.Version:
			return read
		}
	case access.Viewer:
		return read && (item || subject == access.Version || subject == access.EntityField)
	}
	return false
}

var shareable = []access.Subject{access.DownloadLink, access.BoxLink}

// naive answers from the maps, by the words of the design.
func (w *town) naive(u db.UserID, id db.NodeID, verb access.Verb, subject access.Subject) bool {
	way := w.way(id)
	top := way[len(way)-1]
	switch {
	case w.home[top] == "my" && w.owner[top] == u:
		return table(access.Owner, verb, subject)
	case w.home[top] == "shared":
		if table(w.member[u], verb, subject) {
			return true
		}
		for _, o := range w.roles {
			if w.member[u] != "" && o.members[u] && slices.ContainsFunc(way, func(n db.NodeID) bool { return o.targets[n] }) &&
				slices.Contains(o.rules, access.Rule{Action: verb, Subject: subject}) {
				return true
			}
		}
	case w.home[top] != "my":
		return false
	}
	for _, g := range w.guests {
		if g.User == u && slices.Contains(way, g.Node) && g.Home == top && !slices.Contains(shareable, subject) &&
			table(g.Role, verb, subject) {
			return true
		}
	}
	return false
}

// belongs reports whether the user is a member or a guest of the space.
func (w *town) belongs(u db.UserID) bool {
	return w.member[u] != "" || slices.ContainsFunc(w.guests, func(g *naiveGuest) bool { return g.User == u })
}

var asked = []access.Subject{access.Directory, access.FileSubject, access.DownloadLink, access.BoxLink, access.Version, access.EntityField}

func (w *town) compare(v *db.View) error {
	for _, u := range w.users {
		who := access.Actor{User: u}
		may, err := access.Nodes(v, who, w.space, w.nodes, access.Read)
		if err != nil && !errors.Is(err, fault.InvalidID) {
			return err
		}
		for _, id := range w.nodes {
			own := access.Directory
			if w.kind[id] == db.File {
				own = access.FileSubject
			}
			reads := w.belongs(u) && w.naive(u, id, access.Read, own)
			if (may[id] != nil) != reads {
				return fmt.Errorf("%s (%s) among many on %v: %v, want %v", u, w.member[u], w.way(id), may[id] != nil, reads)
			}
			if err := w.one(v, who, id, own, reads); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *town) one(v *db.View, who access.Actor, id db.NodeID, own access.Subject, reads bool) error {
	verb, subject := pick(w.r, []access.Verb{
		access.Create, access.Update, access.Read, access.Delete, access.Move, access.Merge, access.Replace, access.Rename,
	}), pick(w.r, append(asked, own, own))
	it, err := access.Node(v, who, w.space, id, verb, subject)
	want := error(nil)
	switch {
	case !reads:
		want = fault.InvalidID
	case !w.naive(who.User, id, verb, subject):
		want = fault.PermissionDenied
	}
	if want == nil && err != nil || want != nil && !errors.Is(err, want) {
		return fmt.Errorf("%s (%s) %s %s on %v of %s: %v, want %v", who.User, w.member[who.User], verb, subject, w.way(id),
			w.home[w.way(id)[len(w.way(id))-1]], err, want)
	}
	if it != nil && err == nil {
		if err := w.children(it, who); err != nil {
			return err
		}
	}
	return w.browse(v, who, id, reads)
}

// children compares the marks on the children of a directory.
func (w *town) children(it *access.Item, who access.Actor) error {
	for _, id := range w.nodes {
		if w.parent[id] != it.ID {
			continue
		}
		rules, more := it.ChildRules(id)
		if !more {
			rules = it.ItemRules()
		}
		for _, s := range asked {
			for _, verb := range []access.Verb{access.Read, access.Delete, access.Create} {
				if got, want := slices.Contains(rules, access.Rule{Action: verb, Subject: s}), w.naive(who.User, id, verb, s); got != want {
					return fmt.Errorf("%s is marked %s %s on the child %s: %v, want %v", who.User, verb, s, id, got, want)
				}
			}
		}
	}
	return nil
}

// browse compares the paths to readable items.
func (w *town) browse(v *db.View, who access.Actor, id db.NodeID, reads bool) error {
	if w.kind[id] == db.File {
		return nil
	}
	_, only, err := access.Browse(v, who, w.space, id)
	var want []db.NodeID
	for _, child := range w.nodes {
		if w.parent[child] == id && !reads && w.belongs(who.User) && slices.ContainsFunc(w.nodes, func(n db.NodeID) bool {
			own := access.Directory
			if w.kind[n] == db.File {
				own = access.FileSubject
			}
			return slices.Contains(w.way(n), child) && w.naive(who.User, n, access.Read, own)
		}) {
			want = append(want, child)
		}
	}
	slices.Sort(only)
	slices.Sort(want)
	if !slices.Equal(only, want) || (err == nil) != (reads || len(want) > 0) {
		return fmt.Errorf("%s (%s) looks into %v: %v %v, want %v", who.User, w.member[who.User], w.way(id), only, err, want)
	}
	return nil
}

// TestRightsAgreeWithANaiveEvaluator gives roles at random and compares all
// answers with those of a few loops over plain lists.
func TestRightsAgreeWithANaiveEvaluator(t *testing.T) {
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			w := build(t, seed)
			for i := range 120 {
				w.step()
				if i%6 == 0 {
					if err := w.d.View(t.Context(), w.compare); err != nil {
						t.Fatal(err)
					}
				}
			}
		})
	}
}
