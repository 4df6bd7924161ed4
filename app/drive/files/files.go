// Package files is the tree of a workspace: directories, files and their
// versions.
package files

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/app/base/quota"
	"anbar/app/drive/activity"
	"anbar/db"
)

// Service is the trees of one appliance.
type Service struct {
	db      *db.DB
	pages   *pageCache
	recents *Recents
	tasks   *tasks

	maxItems     int           // items that one transaction changes
	maxDuration  time.Duration // that one transaction of many works on items
	minItems     int           // items of such a transaction, however long they take
	moving       *movingTrees  // trees on their way to another space
	rowsPerCheck int           // of a tree on its way to another space that are moved before the clock is read
}

// New returns the service. recents holds the recently used files.
func New(d *db.DB, recents *Recents, log *slog.Logger) *Service {
	return &Service{
		db: d, pages: newPageCache(), recents: recents, tasks: newTasks(log), maxItems: limits.ItemsAtOnce, maxDuration: stepTime,
		minItems: minItemsAtOnce, rowsPerCheck: rehomedAtOnce, moving: &movingTrees{all: map[db.NodeID]int{}},
	}
}

// CreateDirectory makes a directory. It fails with DuplicateField when the name is taken.
func (s *Service) CreateDirectory(ctx context.Context, who access.Actor, space db.SpaceID, parent db.NodeID,
	name string) (*ItemView, error) {
	n, err := names.Parse(name)
	if err != nil {
		return nil, fieldError("directory_name", toDirectoryFault(err))
	}
	return db.Do(ctx, s.db, func(tx *db.Tx) (*ItemView, error) {
		dir, err := access.Dir(tx.ReadOnly(), who, space, parent, access.Create)
		if err != nil {
			return nil, err
		}
		node, err := insertDirectory(tx, who, dir, n)
		if err != nil {
			return nil, err
		}
		return Load(tx.ReadOnly(), who, space, node.ID)
	})
}

func insertDirectory(tx *db.Tx, who access.Actor, parent *access.Item, n names.Name) (*db.Node, error) {
	if err := extentOf(parent.Path).with(n.Text).check(); err != nil {
		return nil, err
	}
	return reinsertDirectory(tx, who, parent, n)
}

// reinsertDirectory is insertDirectory for one that was there before, however deep.
func reinsertDirectory(tx *db.Tx, who access.Actor, parent *access.Item, n names.Name) (*db.Node, error) {
	node := newNode(who, parent.Node, n)
	node.Kind = db.Directory
	node.TypeKey = ""
	if err := quota.CheckNodes(tx.ReadOnly(), parent.Space, 1); err != nil {
		return nil, err
	}
	if err := tx.InsertNode(node); err != nil {
		return nil, toDuplicateFault(err)
	}
	if who.Visitor != 0 {
		return node, nil // no member made it; the files put into it are recorded
	}
	return node, activity.Record(tx, who, parent.Child(node), activity.DirectoryCreate, nil, nil)
}

func newNode(who access.Actor, parent *db.Node, n names.Name) *db.Node {
	return &db.Node{
		ID: db.NodeID(db.NewID()), Space: parent.Space, Parent: parent.ID, Name: n.Text, NameKey: n.Key, SortKey: n.Sort, TypeKey: n.Type,
		CreatedBy: who.User, ModifiedBy: who.User,
	}
}

// CreateDirectories walks down from a directory by names, makes the missing ones, and returns
// the last. For a visitor an existing file with such a name counts as missing, so that they
// do not learn of it.
func CreateDirectories(tx *db.Tx, who access.Actor, from *access.Item, path []names.Name) (*access.Item, error) {
	at := from
	for _, n := range path {
		var child *db.Node
		n, err := names.FirstFree(n, func(n names.Name) (_ bool, err error) {
			child, err = tx.ChildByName(at.ID, n.Text, n.Keys())
			if errors.Is(err, db.ErrNotFound) {
				child, err = nil, nil
			}
			return child == nil || child.Kind == db.Directory || who.Visitor == 0, err
		})
		if err == nil && child == nil {
			child, err = insertDirectory(tx, who, at, n)
		}
		if err != nil {
			return nil, err
		}
		if at, err = access.Dir(tx.ReadOnly(), who, from.Space.ID, child.ID, access.Create); err != nil {
			return nil, err
		}
	}
	return at, nil
}

// Load loads a directory or file that the actor may read.
func Load(v *db.View, who access.Actor, space db.SpaceID, id db.NodeID) (*ItemView, error) {
	it, err := access.Node(v, who, space, id, access.Read)
	if err != nil {
		return nil, err
	}
	return Present(v, it)
}

// LoadFile loads a file of a directory.
func (s *Service) LoadFile(ctx context.Context, who access.Actor, space db.SpaceID, dir, file db.NodeID) (*ItemView, error) {
	return db.Get(ctx, s.db, func(v *db.View) (*ItemView, error) {
		it, err := access.File(v, who, space, dir, file, access.Read)
		if err != nil {
			return nil, err
		}
		return Present(v, it)
	})
}

// LoadVersions loads a file with all its versions, newest first.
func (s *Service) LoadVersions(ctx context.Context, who access.Actor, space db.SpaceID, dir, file db.NodeID) (*ItemView,
	[]db.Version, error) {
	var l *ItemView
	var all []db.Version
	err := s.db.View(ctx, func(v *db.View) error {
		it, err := access.File(v, who, space, dir, file, access.Read)
		if err != nil {
			return err
		}
		if l, err = Present(v, it); err != nil {
			return err
		}
		if all, err = v.VersionsOf(file); err != nil {
			return err
		}
		for _, ver := range all {
			if err := addPerson(v, l.People, ver.CreatedBy); err != nil {
				return err
			}
		}
		return nil
	})
	return l, all, err
}

func addPerson(v *db.View, known map[db.UserID]db.Person, id db.UserID) error {
	if _, ok := known[id]; ok {
		return nil
	}
	more, err := v.People([]db.UserID{id})
	for id, p := range more {
		known[id] = p
	}
	return err
}

// LoadDirectory loads a directory.
func (s *Service) LoadDirectory(ctx context.Context, who access.Actor, space db.SpaceID, id db.NodeID) (*ItemView, error) {
	return db.Get(ctx, s.db, func(v *db.View) (*ItemView, error) {
		it, err := access.Dir(v, who, space, id, access.Read)
		if err != nil {
			return nil, err
		}
		return Present(v, it)
	})
}

func toDuplicateFault(err error) error {
	if isExists(err) {
		return fault.DuplicateField
	}
	return err
}
