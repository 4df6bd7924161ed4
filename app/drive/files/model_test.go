package files_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/drive/files"
	"anbar/app/drive/trash"
	"anbar/app/sharing/workspaces"
	"anbar/db"
	"anbar/db/dbtest"
)

// thing is a directory or file of the model: a plain tree in memory.
type thing struct {
	id       db.NodeID
	name     string
	dir      bool
	up       *thing
	in       map[string]*thing // of a directory, by folded name
	versions []int64           // of a file, sizes; the last one is the head
	from     *thing            // in the trash: where it lay
	gone     bool              // it is in no tree any more
}

func (x *thing) head() int64 { return x.versions[len(x.versions)-1] }

func (x *thing) put(to *thing, name string) {
	if x.up != nil {
		delete(x.up.in, x.key())
	}
	x.name, x.up, x.from = name, to, nil
	to.in[x.key()] = x
}

// key tells things of one name apart in the trash, like the database does.
func (x *thing) key() string {
	if x.from != nil {
		return names.Key(x.name) + "\x00" + x.id.String()
	}
	return names.Key(x.name)
}

func (x *thing) within(top *thing) bool {
	for at := x; at != nil; at = at.up {
		if at == top {
			return true
		}
	}
	return false
}

func (x *thing) each(fn func(*thing)) {
	fn(x)
	for _, k := range x.in {
		k.each(fn)
	}
}

// model is the expected state of the workspace.
type model struct {
	root, my, bin, myBin *thing
	limbo                int64 // bytes that an undo could still bring back
}

func (m *model) roots() []*thing { return []*thing{m.root, m.my, m.bin, m.myBin} }

func (m *model) clone() *model {
	c := &model{limbo: m.limbo}
	seen := map[*thing]*thing{}
	for i, r := range m.roots() {
		*[]**thing{&c.root, &c.my, &c.bin, &c.myBin}[i] = copyThing(r, nil, seen)
	}
	for _, x := range slices.Collect(maps.Values(seen)) {
		if x.from != nil {
			x.from = remembered(x.from, seen)
		}
	}
	return c
}

// remembered is the copy of where something lay, which may be gone itself.
func remembered(x *thing, seen map[*thing]*thing) *thing {
	if x == nil || seen[x] != nil {
		return seen[x]
	}
	c := &thing{id: x.id, name: x.name, dir: true, in: map[string]*thing{}, gone: true}
	seen[x] = c
	c.up, c.from = remembered(x.up, seen), remembered(x.from, seen)
	return c
}

func copyThing(x, up *thing, seen map[*thing]*thing) *thing {
	c := &thing{id: x.id, name: x.name, dir: x.dir, up: up, versions: slices.Clone(x.versions), from: x.from}
	if x.dir {
		c.in = map[string]*thing{}
	}
	seen[x] = c
	for k, kid := range x.in {
		c.in[k] = copyThing(kid, c, seen)
	}
	return c
}

func (m *model) binOf(x *thing) *thing {
	if x.within(m.my) {
		return m.myBin
	}
	return m.bin
}

func (m *model) trash(x *thing) {
	bin, from := m.binOf(x), x.up
	delete(x.up.in, x.key())
	x.up, x.from = bin, from
	bin.in[x.key()] = x
}

// dump writes a tree in an order that names alone decide.
func dump(b *strings.Builder, x *thing, indent string) {
	var lines []string
	for _, k := range x.in {
		var s strings.Builder
		fmt.Fprintf(&s, "%s%s", indent, k.name)
		if k.dir {
			s.WriteString("/\n")
			dump(&s, k, indent+"  ")
		} else {
			fmt.Fprintf(&s, " %v\n", k.versions)
		}
		lines = append(lines, s.String())
	}
	slices.Sort(lines)
	b.WriteString(strings.Join(lines, ""))
}

// bulkTransfer is the naive form of resolve and transfer.
type bulkTransfer struct {
	m       *model
	kind    string // move, copy, restore
	all     files.OnDuplicate
	claimed map[*thing]map[string]bool
	do      []func()
	sources []*thing
	asked   bool
	failed  bool
}

func newCarrier(m *model, way string, all files.OnDuplicate) *bulkTransfer {
	return &bulkTransfer{m: m, kind: way, all: all, claimed: map[*thing]map[string]bool{}}
}

func (c *bulkTransfer) taken(dst *thing, name string) bool {
	return dst.in[names.Key(name)] != nil || c.claimed[dst][names.Key(name)]
}

func (c *bulkTransfer) claim(dst *thing, name string) {
	if c.claimed[dst] == nil {
		c.claimed[dst] = map[string]bool{}
	}
	c.claimed[dst][names.Key(name)] = true
}

// transferItem plans for one source and reports whether it leaves its place.
func (c *bulkTransfer) transferItem(x, dst *thing, merging, numbered bool) bool {
	there, claimed := dst.in[names.Key(x.name)], c.claimed[dst][names.Key(x.name)]
	if there == nil && !claimed {
		c.claim(dst, x.name)
		c.place(x, dst, x.name)
		return true
	}
	can := []files.OnDuplicate{files.Rename, files.Skip}
	if !claimed && there != x && there.dir == x.dir {
		can = append(can, files.Replace, files.Version)
		if x.dir {
			can[3] = files.Merge
		}
	}
	d := c.all
	switch other := map[files.OnDuplicate]files.OnDuplicate{files.Version: files.Merge, files.Merge: files.Version}[d]; {
	case merging && x.dir && slices.Contains(can, files.Merge):
		d = files.Merge
	case slices.Contains(can, d):
	case other != "" && slices.Contains(can, other):
		d = other
	case numbered:
		d = files.Rename
	default:
		c.asked = true
		return false
	}
	return c.decided(d, x, there, dst)
}

func (c *bulkTransfer) decided(d files.OnDuplicate, x, there, dst *thing) bool {
	switch d {
	case files.Skip:
		return false
	case files.Rename:
		name := x.name
		for i := 2; c.taken(dst, name); i++ {
			name = names.WithNumber(x.name, i)
		}
		c.claim(dst, name)
		c.place(x, dst, name)
		return true
	case files.Replace:
		c.failed = c.failed || x.within(there) || slices.ContainsFunc(c.sources, func(y *thing) bool { return y.within(there) })
		c.do = append(c.do, func() { c.m.trash(there) })
		c.place(x, dst, x.name)
	case files.Version:
		c.do = append(c.do, func() { c.version(x, there) })
	case files.Merge:
		c.claim(dst, x.name)
		left := false
		for _, k := range sorted(x) {
			left = !c.transferItem(k, there, true, false) || left
		}
		c.do = append(c.do, func() {
			if !left && c.kind != "copy" && len(x.in) == 0 {
				delete(x.up.in, x.key())
				x.gone = true
			}
		})
		return !left
	}
	c.claim(dst, x.name)
	return true
}

func (c *bulkTransfer) version(x, there *thing) {
	there.versions = append(there.versions, x.head())
	switch c.kind {
	case "move":
		c.m.trash(x)
	case "restore":
		delete(x.up.in, x.key())
		x.gone = true
		for _, v := range x.versions {
			c.m.limbo += v
		}
	}
}

func (c *bulkTransfer) place(x, dst *thing, name string) {
	c.do = append(c.do, func() {
		if c.kind == "copy" {
			made := headsOnly(x, nil)
			made.put(dst, name)
			return
		}
		x.put(dst, name)
	})
}

func headsOnly(x, up *thing) *thing {
	c := &thing{name: x.name, dir: x.dir, up: up}
	if !x.dir {
		c.versions = []int64{x.head()}
		return c
	}
	c.in = map[string]*thing{}
	for k, kid := range x.in {
		c.in[k] = headsOnly(kid, c)
	}
	return c
}

// home is where a trashed thing belongs; directories that are gone are made
// again.
func (m *model) home(x *thing) *thing {
	from, root := x.from, m.root
	if from == nil {
		from = x.up
	}
	if x.within(m.myBin) {
		root = m.my
	}
	return m.living(from, root)
}

func (m *model) living(x, root *thing) *thing {
	if x == nil {
		return root
	}
	if !x.gone && (x.within(m.root) || x.within(m.my)) {
		return x
	}
	up := x.from
	if up == nil {
		up = x.up
	}
	at := m.living(up, root)
	there := at.in[names.Key(x.name)]
	if there != nil && there.dir {
		return there
	}
	name := x.name
	for i := 2; at.in[names.Key(name)] != nil; i++ {
		name = names.WithNumber(x.name, i)
	}
	made := &thing{name: name, dir: true, in: map[string]*thing{}}
	made.put(at, name)
	return made
}

// sorted returns the children of a directory in the order of resolve: directories first,
// then by age.
func sorted(x *thing) []*thing {
	all := slices.Collect(func(yield func(*thing) bool) {
		for _, k := range x.in {
			if !yield(k) {
				return
			}
		}
	})
	slices.SortFunc(all, func(a, b *thing) int {
		if a.dir != b.dir {
			return map[bool]int{true: -1, false: 1}[a.dir]
		}
		return int(a.id>>1) - int(b.id>>1)
	})
	return all
}

// world is the real thing beside the model.
type world struct {
	*testing.T
	d     *db.DB
	tree  *files.Service
	bins  *trash.Service
	who   access.Actor
	space db.SpaceID
	m     *model
	log   []string
	r     *rand.Rand
	steps bool // operations are tasks of many transactions
}

// ended waits for the end of a task.
func (w *world) ended(t files.Task, err error) (files.Moved, db.UndoID, error) {
	w.Helper()
	for err == nil && t.Status == "running" {
		time.Sleep(time.Millisecond)
		t, err = w.tree.LoadTask(w.who, t.ID)
	}
	if err == nil {
		err = t.Err
	}
	return t.Moved, t.Undo, err
}

func newWorld(t *testing.T, seed uint64) *world {
	d := dbtest.New(t)
	tree := files.New(d, files.NewRecents(d, slog.Default()), slog.Default())
	w := &world{
		T: t, d: d, tree: tree, bins: trash.New(d, tree, slog.Default()),
		who: access.Actor{User: db.UserID(db.NewID())}, r: rand.New(rand.NewPCG(seed, 1)),
	}
	spaces := workspaces.New(workspaces.Options{DB: d})
	w.update(func(tx *db.Tx) (err error) {
		if err := tx.InsertUser(&db.User{
			ID: w.who.User, Email: "a@example.org", Password: "x", FirstName: "A", LastName: "B", Language: "fa",
		}); err != nil {
			return err
		}
		w.space, err = spaces.Insert(tx, w.who.User, "T")
		return err
	})
	s := w.load()
	dir := func(id db.NodeID) *thing { return &thing{id: id, dir: true, in: map[string]*thing{}} }
	w.m = &model{root: dir(s.Root), my: dir(s.MyRoot), bin: dir(s.Trash), myBin: dir(s.MyTrash)}
	return w
}

func (w *world) load() (s *db.Space) {
	w.Helper()
	if err := w.d.View(context.Background(), func(v *db.View) (err error) {
		s, err = access.Space(v, w.who, w.space, access.Read, access.Workspace)
		return err
	}); err != nil {
		w.Fatal(err)
	}
	return s
}

func (w *world) update(fn func(*db.Tx) error) {
	w.Helper()
	if err := w.d.Update(context.Background(), fn); err != nil {
		w.Fatalf("%v\n%s", err, strings.Join(w.log, "\n"))
	}
}

// TestOperationsAgreeWithAModel does random things to the tree and to a plain
// model of it, and compares all of the tree, the trash and the storage used
// after each.
func TestOperationsAgreeWithAModel(t *testing.T) {
	seeds, steps := uint64(12), 150
	if testing.Short() {
		seeds = 3
	}
	for seed := range 2 * seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, seed)
			if w.steps = seed%2 == 1; w.steps {
				w.tree.InSteps()
			}
			for range steps {
				w.step()
				w.compare()
			}
			w.count()
		})
	}
}

// count has the database count everything anew.
func (w *world) count() {
	if err := w.d.View(context.Background(), func(v *db.View) error {
		c, err := v.Check()
		if len(c.Problems) > 0 {
			w.Errorf("%q\n%s", c.Problems, strings.Join(w.log, "\n"))
		}
		return err
	}); err != nil {
		w.Fatal(err)
	}
}

// compare reads the whole workspace, takes over the ids of copies, and compares it with the
// model.
func (w *world) compare() {
	w.Helper()
	if err := w.bins.RemoveRows(context.Background()); err != nil {
		w.Fatal(err)
	}
	var want, got strings.Builder
	bytes := w.m.limbo
	err := w.d.View(context.Background(), func(v *db.View) error {
		for _, r := range w.m.roots() {
			want.WriteString("--\n")
			got.WriteString("--\n")
			dump(&want, r, "")
			real := &thing{dir: true, in: map[string]*thing{}}
			if err := w.read(v, real, r, r.id); err != nil {
				return err
			}
			dump(&got, real, "")
			r.each(func(x *thing) {
				for _, n := range x.versions {
					bytes += n
				}
			})
		}
		return nil
	})
	if err != nil {
		w.Fatal(err)
	}
	if want.String() != got.String() {
		w.Fatalf("%s\nthe model has\n%sthe workspace has\n%s", strings.Join(w.log, "\n"), want.String(), got.String())
	}
	if used := w.load().StorageUsed; used != bytes {
		w.Fatalf("%s\n%d bytes are counted, there are %d", strings.Join(w.log, "\n"), used, bytes)
	}
}

// read reads a directory from the database into a thing. mirror is the model's
// directory, or nil when the model does not know it.
func (w *world) read(v *db.View, into, mirror *thing, id db.NodeID) error {
	for _, kind := range []db.Kind{db.Directory, db.File} {
		all, err := v.Children(id, kind, db.ByCreated, false, db.Place{}, 10_000)
		if err != nil {
			return err
		}
		for _, n := range all {
			x := &thing{id: n.ID, name: n.Name, dir: kind == db.Directory}
			if !n.TrashedAt.IsZero() {
				x.from = &thing{}
			}
			if into.in[x.key()] != nil {
				w.Fatalf("two things are called %q", n.Name)
			}
			into.in[x.key()] = x
			var twin *thing
			if mirror != nil {
				if twin = mirror.in[x.key()]; twin != nil && twin.id == 0 {
					twin.id = n.ID
				}
			}
			if kind == db.Directory {
				x.in = map[string]*thing{}
				if err := w.read(v, x, twin, n.ID); err != nil {
					return err
				}
				continue
			}
			vers, err := v.VersionsOf(n.ID)
			if err != nil {
				return err
			}
			for _, ver := range slices.Backward(vers) {
				x.versions = append(x.versions, ver.Size)
			}
		}
	}
	return nil
}

// all returns what is below some roots, in an order that the seed decides.
func (w *world) all(roots ...*thing) []*thing {
	var all []*thing
	for _, r := range roots {
		r.each(func(x *thing) {
			if x != r {
				all = append(all, x)
			}
		})
	}
	slices.SortFunc(all, func(a, b *thing) int { return int(a.id>>1) - int(b.id>>1) })
	return all
}

func (w *world) pick(all []*thing, fits func(*thing) bool) *thing {
	var some []*thing
	for _, x := range all {
		if fits(x) {
			some = append(some, x)
		}
	}
	if len(some) == 0 {
		return nil
	}
	return some[w.r.IntN(len(some))]
}

// some picks up to three things of which none lies in another.
func (w *world) some(all []*thing) []*thing {
	var some []*thing
	for range 1 + w.r.IntN(3) {
		x := w.pick(all, func(x *thing) bool {
			return !slices.ContainsFunc(some, func(y *thing) bool { return x.within(y) || y.within(x) })
		})
		if x != nil {
			some = append(some, x)
		}
	}
	slices.SortStableFunc(some, func(a, b *thing) int {
		return map[bool]int{true: 0, false: 1}[a.dir] - map[bool]int{true: 0, false: 1}[b.dir]
	})
	return some
}

func (w *world) selection(some []*thing) files.Selection {
	s := files.Selection{Space: w.space}
	for _, x := range some {
		if x.dir {
			s.Directories = append(s.Directories, x.id)
		} else {
			s.Files = append(s.Files, x.id)
		}
	}
	return s
}

func (w *world) directory() *thing {
	all := append(w.all(w.m.root, w.m.my), w.m.root, w.m.my)
	return w.pick(all, func(x *thing) bool { return x.dir })
}

var letters = []string{"a", "b", "A", "c.txt", "d.txt", "ي", "ی"}

func (w *world) name() string { return letters[w.r.IntN(len(letters))] }

var decisions = []files.OnDuplicate{files.Undecided, files.Rename, files.Replace, files.Version, files.Merge, files.Skip}

func (w *world) decision() files.OnDuplicate { return decisions[w.r.IntN(len(decisions))] }

// note logs the next operation, for the report of a failure.
func (w *world) note(what string, some []*thing, to *thing, all files.OnDuplicate) {
	line := fmt.Sprintf("%s %q", what, all)
	for _, x := range some {
		line += " " + pathOf(x)
	}
	if to != nil {
		line += " -> " + pathOf(to)
	}
	w.log = append(w.log, line)
}

func pathOf(x *thing) string {
	if x.up == nil {
		return ""
	}
	return pathOf(x.up) + "/" + x.name
}

// expect compares how an operation ended with how the model says it ends.
func (w *world) expect(err error, want error) {
	w.Helper()
	if want == nil && err == nil || want != nil && errors.Is(err, want) {
		return
	}
	w.Fatalf("%s\nended with %v, want %v", strings.Join(w.log, "\n"), err, want)
}

// take undoes the operation now and then, and expects the model of before.
func (w *world) take(undo db.UndoID, before *model) {
	if undo == 0 || w.r.IntN(3) > 0 {
		return
	}
	w.log = append(w.log, "undo")
	if w.steps {
		_, _, err := w.ended(w.tree.UndoTask(context.Background(), w.who, undo))
		w.expect(err, nil)
	} else {
		w.expect(w.tree.Undo(context.Background(), w.who, undo), nil)
	}
	w.m = before
}

func (w *world) step() {
	before := w.m.clone()
	switch what := w.r.IntN(20); {
	case what < 3:
		w.makeDirectory()
	case what < 6:
		w.addFile()
	case what < 8:
		w.rename(before)
	case what < 12:
		w.carryAll(before, "move")
	case what < 14:
		w.carryAll(before, "copy")
	case what < 16:
		w.remove(before)
	case what < 19:
		w.restore(before)
	default:
		w.purge()
	}
}

func (w *world) makeDirectory() {
	dir, name := w.directory(), w.name()
	w.note("mkdir "+name, nil, dir, "")
	l, err := w.tree.CreateDirectory(context.Background(), w.who, w.space, dir.id, name)
	if dir.in[names.Key(name)] != nil {
		w.expect(err, fault.DuplicateField)
		return
	}
	w.expect(err, nil)
	(&thing{id: l.ID, dir: true, in: map[string]*thing{}}).put(dir, name)
}

func (w *world) addFile() {
	dir, name, size, decide := w.directory(), w.name(), w.r.Int64N(1000), w.decision()
	if decide == files.Merge {
		decide = files.Version
	}
	w.note("add "+name, nil, dir, decide)
	err := w.d.Update(context.Background(), func(tx *db.Tx) error {
		at, err := access.Dir(tx.ReadOnly(), w.who, w.space, dir.id, access.Create)
		if err != nil {
			return err
		}
		n, err := names.Parse(name)
		if err != nil {
			return err
		}
		_, _, err = files.Add(tx, w.who, at, n, files.Content{Hash: db.Hash{byte(w.r.Int()), byte(w.r.Int()), 1}, Size: size}, decide)
		return err
	})
	if there := dir.in[names.Key(name)]; there != nil && there.dir && decide == files.Skip {
		decide = files.Undecided // a directory is no file that could stay in place of this one
	}
	c := newCarrier(w.m, "copy", decide)
	c.transferItem(&thing{name: name, versions: []int64{size}}, dir, false, false)
	if c.asked {
		w.expect(err, fault.DuplicateField)
		return
	}
	w.expect(err, nil)
	for _, do := range c.do {
		do()
	}
}

func (w *world) rename(before *model) {
	x, name := w.pick(w.all(w.m.root, w.m.my), func(*thing) bool { return true }), w.name()
	if x == nil {
		return
	}
	w.note("rename to "+name, []*thing{x}, nil, "")
	sel := files.Selection{Space: w.space, Files: []db.NodeID{x.id}}
	if x.dir {
		sel = files.Selection{Space: w.space, Directories: []db.NodeID{x.id}}
	}
	_, undo, err := w.tree.Rename(context.Background(), w.who, sel, name)
	if there := x.up.in[names.Key(name)]; there != nil && there != x {
		w.expect(err, fault.DuplicateField)
		return
	}
	w.expect(err, nil)
	x.put(x.up, name)
	w.take(undo, before)
}

func (w *world) carryAll(before *model, way string) {
	some, to, all := w.some(w.all(w.m.root, w.m.my)), w.directory(), w.decision()
	if len(some) == 0 {
		return
	}
	w.note(way, some, to, all)
	do := w.tree.Move
	if way == "copy" {
		do = func(
			ctx context.Context, who access.Actor, s files.Selection, d files.Destination, c files.Choices,
		) (files.Moved, db.UndoID, error) {
			return w.tree.Copy(ctx, who, s, d, c, func(int) {})
		}
	}
	if w.steps {
		task := w.tree.MoveTask
		if way == "copy" {
			task = w.tree.CopyTask
		}
		do = func(
			ctx context.Context, who access.Actor, s files.Selection, d files.Destination, c files.Choices,
		) (files.Moved, db.UndoID, error) {
			return w.ended(task(ctx, who, s, d, c))
		}
	}
	_, undo, err := do(context.Background(), w.who, w.selection(some), files.Destination{Space: w.space, Directory: to.id},
		files.Choices{All: all})
	same := true
	for _, x := range some {
		if to.within(x) {
			w.expect(err, fault.IntoItself)
			return
		}
		if way == "move" && x.up == to {
			w.expect(err, fault.SameDestination)
			return
		}
		same = same && x.up == to
	}
	c := newCarrier(w.m, way, all)
	c.sources = some
	for _, x := range some {
		c.transferItem(x, to, false, way == "copy" && same)
	}
	if w.finish(c, err) {
		w.take(undo, before)
	}
}

func (w *world) finish(c *bulkTransfer, err error) bool {
	w.Helper()
	switch {
	case c.asked:
		w.expect(err, fault.DuplicateField)
		return false
	case c.failed:
		w.expect(err, fault.IntoItself)
		return false
	}
	w.expect(err, nil)
	for _, do := range c.do {
		do()
	}
	return true
}

func (w *world) remove(before *model) {
	some := w.some(w.all(w.m.root, w.m.my))
	if len(some) == 0 {
		return
	}
	w.note("delete", some, nil, "")
	undo, err := w.deleteAll(some)
	w.expect(err, nil)
	for _, x := range some {
		w.m.trash(x)
	}
	w.take(undo, before)
}

func (w *world) deleteAll(some []*thing) (undo db.UndoID, err error) {
	if w.steps {
		_, undo, err = w.ended(w.tree.DeleteTask(context.Background(), w.who, w.selection(some)))
		return undo, err
	}
	return w.tree.Delete(context.Background(), w.who, w.selection(some))
}

func (w *world) restoreAll(some []*thing, all files.OnDuplicate) (undo db.UndoID, err error) {
	if w.steps {
		_, undo, err = w.ended(w.tree.RestoreTask(context.Background(), w.who, w.selection(some), files.Choices{All: all}))
		return undo, err
	}
	_, undo, err = w.tree.Restore(context.Background(), w.who, w.selection(some), files.Choices{All: all})
	return undo, err
}

func (w *world) restore(before *model) {
	some, all := w.some(w.all(w.m.bin, w.m.myBin)), w.decision()
	if len(some) == 0 {
		return
	}
	some = some[:1]
	w.note("restore", some, nil, all)
	made := len(w.all(w.m.root, w.m.my))
	dst := w.m.home(some[0])
	w.log[len(w.log)-1] += " to " + pathOf(dst)
	made = len(w.all(w.m.root, w.m.my)) - made
	undo, err := w.restoreAll(some, all)
	c := newCarrier(w.m, "restore", all)
	c.transferItem(some[0], dst, false, false)
	if !w.finish(c, err) {
		w.m = before
		return
	}
	if made == 0 { // directories that were made again stay
		w.take(undo, before)
	}
}

func (w *world) purge() {
	some := w.some(w.all(w.m.bin, w.m.myBin))
	if len(some) == 0 {
		return
	}
	w.note("purge", some, nil, "")
	if w.steps {
		_, _, err := w.ended(w.bins.PurgeTask(context.Background(), w.who, w.selection(some)))
		w.expect(err, nil)
	} else {
		w.expect(w.bins.Purge(context.Background(), w.who, w.selection(some)), nil)
	}
	for _, x := range some {
		delete(x.up.in, x.key())
		x.each(func(y *thing) { y.gone = true })
	}
}
