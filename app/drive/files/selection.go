package files

import (
	"errors"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/db"
)

// Selection is items of one workspace that one operation works on.
type Selection struct {
	Space       db.SpaceID
	Files       []db.NodeID
	Directories []db.NodeID
	In          db.NodeID // the directory that all of them lie in; 0 when that does not matter
	All         *Whole    // instead of ids
}

// Whole is everything that a list shows, except some items.
type Whole struct {
	Directory db.NodeID
	Except    []db.NodeID
	Until     time.Time // what came into the list later is left out; zero for nothing
}

// loader loads one item of a space with the right that the operation needs.
type loader func(db.NodeID) (*access.Item, error)

// livingLoader loads items outside the trash.
func livingLoader(v *db.View, who access.Actor, space db.SpaceID, verb access.Verb) loader {
	return func(id db.NodeID) (*access.Item, error) { return access.Node(v, who, space, id, verb) }
}

// Load loads all items with load, each once; a fault says which item it is about.
func (s Selection) Load(load func(db.NodeID) (*access.Item, error)) ([]*access.Item, error) {
	if err := s.checkSize(); err != nil {
		return nil, err
	}
	var all []*access.Item
	seen := map[db.NodeID]bool{}
	for _, group := range []struct {
		ids  []db.NodeID
		kind db.Kind
	}{{s.Directories, db.Directory}, {s.Files, db.File}} {
		for _, id := range group.ids {
			if seen[id] {
				continue
			}
			seen[id] = true
			it, err := s.loadOne(load, id, group.kind)
			if err != nil {
				return nil, err
			}
			all = append(all, it)
		}
	}
	return all, nil
}

func (s Selection) checkSize() error {
	switch n := len(s.Files) + len(s.Directories); {
	case n == 0:
		return fault.SelectionEmpty
	case n > limits.ItemsNamed:
		return fault.TooManySelected
	}
	return nil
}

func (s Selection) loadOne(load func(db.NodeID) (*access.Item, error), id db.NodeID, kind db.Kind) (*access.Item, error) {
	it, err := load(id)
	if err == nil {
		err = s.checkItem(it, kind)
	}
	if err != nil {
		return nil, withItem(err, id, kind)
	}
	return it, nil
}

func (s Selection) checkItem(it *access.Item, kind db.Kind) error {
	switch {
	case it.Kind != kind:
		return wrongKind[kind]
	case s.In != 0 && it.Parent != s.In:
		return fault.InvalidID
	case it.Parent == 0:
		return fault.PermissionDenied // the roots stay where they are
	}
	return nil
}

var wrongKind = map[db.Kind]error{db.File: fault.NotAFile, db.Directory: fault.NotADirectory}

// subject names an item in a fault.
type subject struct {
	ID   db.NodeID `json:"id"`
	Type string    `json:"type" enum:"file,directory"`
}

var kindWords = map[db.Kind]string{db.File: "file", db.Directory: "directory"}

// withItem says which item a fault concerns.
func withItem(err error, id db.NodeID, kind db.Kind) error {
	var f *fault.Fault
	if errors.As(err, &f) && f.Detail["item"] == nil {
		return f.With("item", subject{id, kindWords[kind]})
	}
	return err
}

// dbTree looks things up in the database.
type dbTree struct{ v *db.View }

func (s dbTree) childByName(dir db.NodeID, n names.Name) (*db.Node, error) {
	return s.v.ChildByName(dir, n.Text, n.Keys())
}

// listChildren returns all that lies directly in a directory, in the order of its age.
func (s dbTree) listChildren(dir db.NodeID) ([]db.Node, error) {
	var all []db.Node
	for _, kind := range []db.Kind{db.Directory, db.File} {
		some, err := s.v.Children(dir, kind, db.ByCreated, false, db.Place{}, limits.StepsAtOnce+1)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}

// isGone tells that an item is not there, or not any more.
func isGone(err error) bool { return errors.Is(err, fault.InvalidID) }
