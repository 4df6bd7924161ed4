package imports

import (
	"context"
	"errors"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/base/quota"
	"anbar/app/drive/fields"
	"anbar/app/drive/files"
	"anbar/app/drive/imports/source"
	"anbar/app/drive/uploads"
	"anbar/db"
)

// placer puts items into the tree, in one transaction.
type placer struct {
	tx          *db.Tx
	who         access.Actor
	imp         *db.Import
	dirs        map[string]*access.Item // by their path at the source, as names
	placedPaths map[string]string       // where they are below the directory of the import
	budget      pathBudget
}

func newPlacer(tx *db.Tx, imp *db.Import, top *access.Item) *placer {
	p := &placer{tx: tx, who: actorOf(imp), imp: imp, dirs: map[string]*access.Item{"": top}, placedPaths: map[string]string{}}
	p.budget.levels, p.budget.bytes = files.RemainingDepth(top)
	return p
}

// placeItem puts an item where it belongs, and says so in its row.
func (p *placer) placeItem(row *db.ImportItem, a *fetchedItem) error {
	if a.reason != nil {
		row.State, row.Reason = stateOfFault(a.reason), a.reason.Key
		return nil
	}
	all, _ := repairPath(row.Path, row.Directory, p.budget)
	if row.Directory {
		return p.placeDirectory(row, a, all)
	}
	return p.placeFile(row, a, all)
}

func stateOfFault(f *fault.Fault) db.ItemState {
	if errors.Is(f, fault.DuplicateField) {
		return db.ItemSkipped
	}
	return skippedState(f.Key)
}

func (p *placer) placeDirectory(row *db.ImportItem, a *fetchedItem, all []names.Name) error {
	dir, way, err := p.ensureDirectory(all)
	if err != nil {
		return err
	}
	row.Node, row.Parent, row.Place, row.State = dir.ID, dir.Parent, way, placedState(row, way)
	return p.addExtras(row, dir, a)
}

// placedState is the state of an item that is here: renamed when its path reads another way than at its source.
func placedState(row *db.ImportItem, way string) db.ItemState {
	from := row.Path
	if row.Directory {
		from = strings.TrimSuffix(from, "/")
	}
	if normalize(from) != way {
		return db.ItemRenamed
	}
	return db.ItemStored
}

// ensureDirectory returns the directory of a path, which is made where it is missing. A file of that name stays: the directory gets a
// number then, the same one each time.
func (p *placer) ensureDirectory(all []names.Name) (*access.Item, string, error) {
	at, way := p.dirs[""], ""
	for i := range all {
		path := joinNames(all[:i+1])
		if known := p.dirs[path]; known != nil {
			at, way = known, p.placedPaths[path]
			continue
		}
		child, name, err := p.ensureChild(at, all[i])
		if err != nil {
			return nil, "", err
		}
		if way != "" {
			way += "/"
		}
		at, way = child, way+name
		p.dirs[path], p.placedPaths[path] = at, way
	}
	return at, way, nil
}

// ensureChild returns the directory of that name in another one, or makes it; with a number when a file has the name.
func (p *placer) ensureChild(at *access.Item, wanted names.Name) (*access.Item, string, error) {
	var node *db.Node
	n, err := names.FirstFree(wanted, func(n names.Name) (_ bool, err error) {
		node, err = p.tx.ChildByName(at.ID, n.Text, n.Keys())
		if errors.Is(err, db.ErrNotFound) {
			node, err = nil, nil
		}
		return node == nil || node.Kind == db.Directory, err
	})
	if err == nil && node == nil {
		if !at.Can(access.Create, access.Directory) {
			return nil, "", fault.PermissionDenied
		}
		node, err = files.CreateDirectory(p.tx, p.who, at, n)
	}
	if err != nil {
		return nil, "", err
	}
	dir, err := access.Dir(p.tx.ReadOnly(), p.who, at.Space.ID, node.ID, access.Create, access.FileSubject)
	if err == nil {
		dir.Space = at.Space // one count of the quota for all
	}
	return dir, node.Name, err
}

func (p *placer) placeFile(row *db.ImportItem, a *fetchedItem, all []names.Name) error {
	for _, c := range a.contents {
		if err := errors.Join(quota.CheckNodes(p.tx.ReadOnly(), p.dirs[""].Space, 1), quota.Check(p.dirs[""].Space, c.Size)); err != nil {
			return err // before anything is written
		}
	}
	newest := a.contents[len(a.contents)-1]
	before := row.Hash
	row.Size, row.Hash, row.ETag = newest.Size, newest.Hash, newest.etag
	if node, err := p.updateImported(row, before, a); err != nil || node != nil {
		return err
	}
	dir, way, err := p.ensureDirectory(all[:len(all)-1])
	if err != nil {
		return err
	}
	n := all[len(all)-1]
	for _, c := range a.contents {
		c.Type = uploads.TypeByExtensionFirst(c.Type, n.Type)
	}
	node, outcome, err := p.addFile(dir, n, a)
	if err != nil {
		return err
	}
	if way != "" {
		way += "/"
	}
	row.Node, row.Parent, row.Place = node.ID, dir.ID, way+node.Name
	switch outcome {
	case files.Skipped:
		row.State, row.Reason = db.ItemSkipped, fault.DuplicateField.Key
		return nil
	case outcomeUnchanged:
		row.State = db.ItemUnchanged
	default:
		row.State = placedState(row, row.Place)
	}
	return p.addExtras(row, dir.Child(node), a)
}

const outcomeUnchanged files.Outcome = "unchanged"

// addFile makes the file of an item, or does with the one that has its name what the person chose.
func (p *placer) addFile(dir *access.Item, n names.Name, a *fetchedItem) (*db.Node, files.Outcome, error) {
	onDuplicate := files.OnDuplicate(p.imp.OnDuplicate)
	newest := a.contents[len(a.contents)-1]
	old, err := p.tx.ChildByName(dir.ID, n.Text, n.Keys())
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return nil, "", err
	}
	if err == nil && old.Kind == db.File && (onDuplicate != files.Rename || p.imp.Kind == Folder) {
		own, err := p.tx.IsNodeImported(p.imp.ID, old.ID)
		switch {
		case err != nil:
			return nil, "", err
		case own: // two items of one source never take each other's place
			onDuplicate = files.Rename
		case onDuplicate != files.Skip && old.Hash == newest.Hash:
			return old, outcomeUnchanged, nil
		}
	}
	node, outcome, err := files.Add(p.tx, p.who, dir, n, a.contents[0].Content, onDuplicate)
	if err != nil || outcome == files.Skipped {
		return node, outcome, err
	}
	return p.addVersions(dir, node, a.contents[1:], outcome)
}

// addVersions makes newer contents versions of a file.
func (p *placer) addVersions(dir *access.Item, node *db.Node, newer []*content, outcome files.Outcome) (*db.Node, files.Outcome, error) {
	for _, c := range newer {
		it, err := access.Node(p.tx.ReadOnly(), p.who, dir.Space.ID, node.ID, access.Create, access.Version)
		if err != nil {
			return nil, "", err
		}
		it.Space = dir.Space
		if node, err = files.StoreVersion(p.tx, p.who, it, c.Content); err != nil {
			return nil, "", err
		}
	}
	return node, outcome, nil
}

// updateImported makes what changed at its source versions of the file that came before, which had the hash before. It returns nil when
// that file is gone or was changed here: the item comes as a new one then.
func (p *placer) updateImported(row *db.ImportItem, before db.Hash, a *fetchedItem) (*db.Node, error) {
	if row.Node == 0 {
		return nil, nil
	}
	it, err := access.Node(p.tx.ReadOnly(), p.who, p.imp.Space, row.Node, access.Create, access.Version)
	if errors.Is(err, fault.InvalidID) || errors.Is(err, fault.PermissionDenied) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if it.Kind != db.File || it.Parent != row.Parent || it.Hash != before {
		return nil, nil
	}
	if row.State = db.ItemUnchanged; it.Hash == a.contents[len(a.contents)-1].Hash {
		return it.Node, nil
	}
	for _, c := range a.contents {
		c.Type = uploads.TypeByExtensionFirst(c.Type, it.TypeKey)
	}
	row.State = placedState(row, row.Place)
	node, _, err := p.addVersions(p.dirs[""], it.Node, a.contents, "")
	return node, err
}

// addExtras keeps what came with an item beside its content. The item is here also when that cannot be kept; its row says so.
func (p *placer) addExtras(row *db.ImportItem, it *access.Item, a *fetchedItem) error {
	var all []error
	if a.item.Favorite {
		all = append(all, files.SetFavorite(p.tx, p.who, it, true))
	}
	for _, f := range a.item.Fields {
		all = append(all, fields.SetByTitle(p.tx, p.who, it, f.Title, f.Type, f.Value))
	}
	for _, err := range all {
		var known *fault.Fault
		if !errors.As(err, &known) || known.Key == "" {
			if err != nil {
				return err
			}
			continue
		}
		row.Reason = known.Key
	}
	return nil
}

// shouldSkip reports whether an item is left out because there is one of its name, so that it need not be read.
func (w *pass) shouldSkip(ctx context.Context, it *source.Item) (there bool, err error) {
	if w.imp.OnDuplicate != string(files.Skip) {
		return false, nil
	}
	return db.Get(ctx, w.s.DB, func(v *db.View) (there bool, err error) {
		dir, err := w.loadTarget(v, w.imp)
		if err != nil {
			return false, err
		}
		var left pathBudget
		left.levels, left.bytes = files.RemainingDepth(dir)
		all, _ := repairPath(it.Path, false, left)
		file, err := findFile(v, dir.ID, all)
		if err != nil || file == nil {
			return false, err
		}
		own, err := v.IsNodeImported(w.id, file.ID)
		there = err == nil && !own
		return there, err
	})
}

// findFile returns the file at a path below a directory; nil when there is none.
func findFile(v *db.View, at db.NodeID, path []names.Name) (*db.Node, error) {
	for i, n := range path {
		node, err := v.ChildByName(at, n.Text, n.Keys())
		if errors.Is(err, db.ErrNotFound) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		last := i == len(path)-1
		if last != (node.Kind == db.File) {
			return nil, nil
		}
		if last {
			return node, nil
		}
		at = node.ID
	}
	return nil, nil
}
