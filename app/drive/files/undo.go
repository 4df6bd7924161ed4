package files

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/base/quota"
	"anbar/app/drive/activity"
	"anbar/db"
)

// undoLife is how long an operation can be taken back.
const undoLife = 30 * time.Second

// undoGrace is how long its rows stay after that, for answers on their way.
const undoGrace = 10 * time.Second

// operation holds the steps of an operation in their order, with the data to undo them. A
// node can be put back as long as it has the number of the change that the operation made.
type operation struct {
	Action activity.Action `json:"action"`
	Steps  []undoStep      `json:"steps"`

	id       db.UndoID // with part, what it is stored as when it is done in parts
	part     int
	departed []db.NodeID // trees that are on their way to another space now
	far      bool        // it moved things to another space
}

type undoStep struct {
	Do     string       `json:"do"`
	Node   db.NodeID    `json:"node"`
	Change int64        `json:"change,omitempty"`
	Space  db.SpaceID   `json:"space,omitempty"`  // where it goes back to
	Parent db.NodeID    `json:"parent,omitempty"` // place, bin
	Name   string       `json:"name,omitempty"`
	From   db.NodeID    `json:"from,omitempty"` // bin: how it lay there
	At     int64        `json:"at,omitempty"`   // in Unix milliseconds
	By     db.UserID    `json:"by,omitempty"`
	Head   db.VersionID `json:"head,omitempty"` // head: the version to go
	Was    db.VersionID `json:"was,omitempty"`  // and the one to be the head again
	Count  [3]int64     `json:"count,omitzero"` // copy: files, directories and bytes in it
}

// The actions that undo one step.
const (
	backPlace = "place" // to its directory, under its name
	backBin   = "bin"   // into the trash
	backHead  = "head"  // to the version it showed
	backCopy  = "copy"  // out of the world
)

// addPlace notes the place and name that an item had before the change.
func (o *operation) addPlace(it *access.Item, change int64) {
	b := undoStep{Do: backPlace, Node: it.ID, Change: change, Space: it.Space.ID, Parent: it.Parent, Name: it.Name}
	if it.InTrash() && !it.TrashedAt.IsZero() {
		b.Do, b.From, b.At, b.By = backBin, it.TrashedFrom, it.TrashedAt.UnixMilli(), it.TrashedBy
	}
	o.Steps = append(o.Steps, b)
}

func (o *operation) addHead(it *access.Item, head, was db.VersionID) {
	o.Steps = append(o.Steps, undoStep{Do: backHead, Node: it.ID, Space: it.Space.ID, Head: head, Was: was})
}

func (o *operation) addCopy(it *access.Item, change int64) {
	o.Steps = append(o.Steps, undoStep{
		Do: backCopy, Node: it.ID, Change: change, Space: it.Space.ID, Count: [3]int64{it.Files, it.Directories, it.Size},
	})
}

// store writes the operation down and returns the id it can be undone by, 0
// when nothing was done.
func (o *operation) store(tx *db.Tx, who access.Actor, space db.SpaceID) (db.UndoID, error) {
	if len(o.Steps) == 0 {
		return 0, nil
	}
	b, err := json.Marshal(o)
	if err != nil {
		return 0, err
	}
	id := db.UndoID(db.NewID())
	return id, tx.InsertUndo(&db.Undo{ID: id, User: who.User, Space: space, Operation: string(b)})
}

// Undo takes an operation of the actor back, whole or not at all: ChangedSince
// when anything it did was touched by something else.
func (s *Service) Undo(ctx context.Context, who access.Actor, id db.UndoID) error {
	departed, err := db.Do(ctx, s.db, func(tx *db.Tx) (departed []db.NodeID, err error) {
		u, o, err := loadUndo(tx.ReadOnly(), who, id)
		if err != nil {
			return nil, err
		}
		if err := o.undoSteps(tx, who, o.Steps, 0); err != nil {
			return nil, err
		}
		departed = o.departed
		return departed, tx.DeleteUndo(u.ID)
	})
	if err != nil {
		return err
	}
	return s.finishRehomings(ctx, departed, func(int) {})
}

// loadUndo loads an operation that can be undone still.
func loadUndo(v *db.View, who access.Actor, id db.UndoID) (*db.Undo, *operation, error) {
	u, err := v.UndoOf(who.User, id)
	if errors.Is(err, db.ErrNotFound) || err == nil && !u.Running && v.Now.Sub(u.CreatedAt) > undoLife+undoGrace {
		return nil, nil, fault.InvalidID
	}
	if err != nil {
		return nil, nil, err
	}
	var o operation
	err = json.Unmarshal([]byte(u.Operation), &o)
	return u, &o, err
}

// undoSteps undoes steps, the last one first, down to one of them.
func (o *operation) undoSteps(tx *db.Tx, who access.Actor, steps []undoStep, from int) error {
	for i := len(steps) - 1; i >= from; i-- {
		if err := o.undo(tx, who, steps[i]); err != nil {
			return err
		}
	}
	return nil
}

// loadUndoItem loads the item of a step, which must not have changed since.
func loadUndoItem(tx *db.Tx, who access.Actor, b undoStep) (*access.Item, error) {
	it, err := access.Anywhere(tx.ReadOnly(), who, b.Node)
	if isGone(err) {
		it, err = access.LoadMerged(tx.ReadOnly(), who, b.Node)
	}
	if isGone(err) {
		it, err = access.LoadMoving(tx.ReadOnly(), who, b.Node)
	}
	if errors.Is(err, fault.InvalidID) || err == nil && b.Change != 0 && it.Since != b.Change {
		return nil, fault.ChangedSince
	}
	if err != nil {
		return nil, err
	}
	if !canUndo(it, b.Do) {
		return nil, fault.PermissionDenied
	}
	return it, checkLease(tx.ReadOnly(), who, it.Node)
}

func (o *operation) undo(tx *db.Tx, who access.Actor, b undoStep) error {
	it, err := loadUndoItem(tx, who, b)
	if err != nil {
		return err
	}
	switch b.Do {
	case backPlace:
		return o.undoPlace(tx, who, b, it)
	case backBin:
		return tx.UpdateNodeRetrashed(it.Node, placementOf(b.Parent, names.Of(b.Name), it.Kind), b.From, time.UnixMilli(b.At).UTC(), b.By)
	case backHead:
		return undoHead(tx, b, it)
	case backCopy:
		if [3]int64{it.Files, it.Directories, it.Size} != b.Count {
			return fault.ChangedSince
		}
		_, err := tx.UpdateNodeGone(it.Node, db.GoneRoot)
		return err
	}
	return fault.ChangedSince
}

// canUndo reports whether the actor of an operation still has the right to its opposite.
// For a directory that a merge removed, and for one on its way to another space, only the right on its place counts.
func canUndo(it *access.Item, do string) bool {
	verb := map[string]access.Verb{backPlace: access.Move, backBin: access.Delete, backHead: access.Update, backCopy: access.Delete}[do]
	if it.InTrash() {
		verb = access.Update
	}
	return it.Root == db.MergedRoot || it.Root == db.MovingRoot || it.Can(verb)
}

// loadUndoDirectory loads the directory that an item goes back to.
func loadUndoDirectory(tx *db.Tx, who access.Actor, b undoStep, it *access.Item) (*access.Item, error) {
	dir, err := access.Dir(tx.ReadOnly(), who, b.Space, b.Parent, access.Read)
	if err == nil {
		return dir, dir.CheckAccepts(it.Kind, it)
	}
	if isGone(err) { // it came from inside a directory of the trash
		dir, err = access.TrashedNode(tx.ReadOnly(), who, b.Space, b.Parent, access.Update)
	}
	if isGone(err) {
		return nil, fault.ChangedSince
	}
	return dir, err
}

func (o *operation) undoPlace(tx *db.Tx, who access.Actor, b undoStep, it *access.Item) error {
	dir, err := loadUndoDirectory(tx, who, b, it)
	if err != nil {
		return err
	}
	n := names.Of(b.Name)
	err = o.restorePlace(tx, who, it, dir, n)
	if isExists(err) {
		return fault.ChangedSince
	}
	if err != nil || o.Action == "" {
		return err
	}
	again := *it.Node
	again.Parent, again.Space, again.Name = dir.ID, dir.Space.ID, n.Text
	return activity.Record(tx, who, dir.Child(&again), activity.Undo, &activity.Detail{Action: o.Action}, nil)
}

// restorePlace brings an item back to its directory. It fails with ErrExists when something has its name.
func (o *operation) restorePlace(tx *db.Tx, who access.Actor, it, dir *access.Item, n names.Name) error {
	o.far = o.far || isFar(it, dir)
	if it.Root == db.MovingRoot {
		return o.undoDeparture(tx, it)
	}
	ahead, err := needsRehoming(tx.ReadOnly(), it, dir)
	if err != nil {
		return err
	}
	if ahead {
		if _, err = tx.ChildByName(dir.ID, n.Text, n.Keys()); err == nil {
			return db.ErrExists
		}
		if errors.Is(err, db.ErrNotFound) {
			_, err = o.startRehoming(tx, who, it, dir, n)
		}
		return err
	}
	if err := rehome(tx, it, dir.Space); err != nil {
		return err
	}
	_, err = tx.UpdateNodePlace(it.Node, placementOf(dir.ID, n, it.Kind))
	return err
}

// undoHead takes a version away again that an operation made the head.
func undoHead(tx *db.Tx, b undoStep, it *access.Item) error {
	if it.Version != b.Head {
		return fault.ChangedSince
	}
	was, err := tx.VersionOf(it.ID, b.Was)
	if errors.Is(err, db.ErrNotFound) {
		return fault.ChangedSince
	}
	if err != nil {
		return err
	}
	return removeHead(tx, it, was)
}

// removeHead makes another version the head and removes the one that was.
func removeHead(tx *db.Tx, it *access.Item, next *db.Version) error {
	t, err := tx.ThumbnailOf(next.ID, next.Hash)
	if err != nil {
		return err
	}
	next.Thumbnail = t.State
	old, size := it.Version, it.Size
	if err := tx.UpdateNodeHead(it.Node, next); err != nil {
		return err
	}
	if err := tx.DeleteVersion(old); err != nil {
		return err
	}
	return quota.Release(tx, it.Space.ID, size)
}

// expiredAtOnce is how many parts of operations one transaction forgets.
const expiredAtOnce = 200

// ExpireUndos deletes operations that can no longer be undone.
func (s *Service) ExpireUndos(ctx context.Context) error {
	for more := true; more; {
		err := s.db.Step(ctx, func(tx *db.Tx) (err error) {
			old := tx.Now.Add(-undoLife - 2*undoGrace)
			if more, err = tx.DeleteUndosBefore(old, expiredAtOnce); err != nil || more {
				return err
			}
			oldest, err := tx.OldestUndo()
			if err != nil {
				return err
			}
			before := db.FirstIDAt(old)
			if oldest != 0 {
				before = min(before, int64(oldest))
			}
			return tx.UpdateMergedGone(before)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
