package fields

import (
	"context"
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/drive/activity"
	"anbar/db"
)

// Target names a field of a directory or file.
type Target struct {
	Space db.SpaceID
	Field db.FieldID
	Kind  string // directory or file
	Node  db.NodeID
}

// SetValue gives an item a value in a field; DuplicateField when it has one.
func (s *Service) SetValue(ctx context.Context, who access.Actor, t Target, content string) (string, error) {
	return s.writeValue(ctx, who, t, content, access.Create, (*db.Tx).InsertFieldValue)
}

// ReplaceValue gives an item another value in a field in which it has one.
func (s *Service) ReplaceValue(ctx context.Context, who access.Actor, t Target, content string) (string, error) {
	return s.writeValue(ctx, who, t, content, access.Update, (*db.Tx).UpdateFieldValue)
}

type valueWriter func(tx *db.Tx, n *db.Node, field db.FieldID, content, key string, by db.UserID) error

func (s *Service) writeValue(ctx context.Context, who access.Actor, t Target, content string, verb access.Verb,
	put valueWriter) (string, error) {
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		it, f, err := t.loadTarget(tx, who, verb)
		if err != nil {
			return err
		}
		if content, err = normalizeContent(f.Type, content); err != nil {
			return err
		}
		old, err := t.currentValue(tx)
		if err != nil {
			return err
		}
		if err := put(tx, it.Node, f.ID, content, names.Fold(content), who.User); err != nil {
			return toInvalidID(toDuplicateFault(err))
		}
		var before *activity.Detail
		if old != "" {
			before = &activity.Detail{Title: f.Title, Content: old}
		}
		return activity.Record(tx, who, it, activity.TagSet, before, &activity.Detail{Title: f.Title, Content: content})
	})
	return content, err
}

// UnsetValue takes an item's value in a field away.
func (s *Service) UnsetValue(ctx context.Context, who access.Actor, t Target) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		it, f, err := t.loadTarget(tx, who, access.Delete)
		if err != nil {
			return err
		}
		old, err := t.currentValue(tx)
		if err != nil {
			return err
		}
		if err := tx.DeleteFieldValue(it.Node, f.ID); err != nil {
			return toInvalidID(err)
		}
		return activity.Record(tx, who, it, activity.TagUnset, &activity.Detail{Title: f.Title, Content: old}, nil)
	})
}

// loadTarget loads the item and the field, by the right to tag it.
func (t Target) loadTarget(tx *db.Tx, who access.Actor, verb access.Verb) (*access.Item, *db.Field, error) {
	kind := db.File
	switch t.Kind {
	case "file":
	case "directory":
		kind = db.Directory
	default:
		return nil, nil, fault.Field("type", fault.InvalidValue)
	}
	it, err := access.Node(tx.ReadOnly(), who, t.Space, t.Node, access.Read)
	if err != nil {
		return nil, nil, err
	}
	if it.Kind != kind || it.Parent == 0 {
		return nil, nil, fault.InvalidID
	}
	if !it.Can(verb, access.EntityField) {
		return nil, nil, fault.PermissionDenied
	}
	f, err := loadField(tx, t.Space, t.Field)
	return it, f, err
}

// currentValue returns the item's value in the field, empty for none.
func (t Target) currentValue(tx *db.Tx) (string, error) {
	all, err := tx.FieldValuesOf([]db.NodeID{t.Node})
	for _, v := range all[t.Node] {
		if v.Field == t.Field {
			return v.Content, nil
		}
	}
	return "", err
}

func toInvalidID(err error) error {
	if errors.Is(err, db.ErrNotFound) {
		return fault.InvalidID
	}
	return err
}
