// Package fields manages custom fields, which users call tags: their definitions in a
// workspace, and their values on directories and files.
package fields

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"unicode/utf8"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/base/quota"
	"anbar/app/drive/activity"
	"anbar/db"
)

// The types of a field.
const (
	Text = "text"
	Link = "link"
)

const (
	maxTitle       = 100 // characters
	maxDescription = 500
	maxContent     = 1000
)

// Service is the custom fields of one appliance.
type Service struct{ db *db.DB }

// New makes the service.
func New(d *db.DB) *Service { return &Service{d} }

// Fields are custom fields with the names of the users who defined them.
type Fields struct {
	All    []db.Field
	People map[db.UserID]db.Person
}

func withPeople(v *db.View, all []db.Field) (*Fields, error) {
	var ids []db.UserID
	for i := range all {
		ids = append(ids, all[i].CreatedBy)
	}
	people, err := v.People(ids)
	return &Fields{all, people}, err
}

// List returns the fields of a workspace, the latest changed first.
func (s *Service) List(ctx context.Context, who access.Actor, space db.SpaceID) (*Fields, error) {
	return db.Get(ctx, s.db, func(v *db.View) (*Fields, error) {
		if _, err := access.Space(v, who, space, access.Read, access.SpaceField); err != nil {
			return nil, err
		}
		all, err := v.FieldsOf(space)
		if err != nil {
			return nil, err
		}
		return withPeople(v, all)
	})
}

// Define makes a field; DuplicateField when the workspace has one of that title.
func (s *Service) Define(ctx context.Context, who access.Actor, f db.Field) (*Fields, error) {
	if f.Type != Text && f.Type != Link {
		return nil, fault.Field("type", fault.InvalidValue)
	}
	if err := normalizeField(&f); err != nil {
		return nil, err
	}
	return s.updateField(ctx, who, f.Space, access.Create, func(tx *db.Tx, sp *db.Space) (*db.Field, error) {
		n, err := tx.CountFields(sp.ID)
		if err != nil {
			return nil, err
		}
		if n >= quota.CustomFields(sp) {
			return nil, fault.FieldQuota
		}
		f.ID, f.CreatedBy = db.FieldID(db.NewID()), who.User
		if err := tx.InsertField(&f); err != nil {
			return nil, toDuplicateFault(err)
		}
		return &f, activity.RecordEntry(tx, newEntry(who, sp, &f, activity.FieldCreate, "", f.Title))
	})
}

// resolveSpace returns the given workspace, or without one that of the field. It makes no
// permission check; the caller has to.
func (s *Service) resolveSpace(ctx context.Context, space db.SpaceID, id db.FieldID) (db.SpaceID, error) {
	if space != 0 {
		return space, nil
	}
	err := s.db.View(ctx, func(v *db.View) (err error) {
		space, err = v.SpaceOfField(id)
		return err
	})
	if errors.Is(err, db.ErrNotFound) {
		err = fault.InvalidID
	}
	return space, err
}

// Modify sets another title or description of a field; nil keeps the current one. space may
// be 0, here as in Remove.
func (s *Service) Modify(ctx context.Context, who access.Actor, space db.SpaceID, id db.FieldID, title,
	description *string) (*Fields, error) {
	space, err := s.resolveSpace(ctx, space, id)
	if err != nil {
		return nil, err
	}
	return s.updateField(ctx, who, space, access.Update, func(tx *db.Tx, sp *db.Space) (*db.Field, error) {
		f, err := loadField(tx, space, id)
		if err != nil {
			return nil, err
		}
		old := f.Title
		if title != nil {
			f.Title = *title
		}
		if description != nil {
			f.Description = *description
		}
		if err := normalizeField(f); err != nil {
			return nil, err
		}
		if err := tx.UpdateField(f); err != nil {
			return nil, toDuplicateFault(err)
		}
		return f, activity.RecordEntry(tx, newEntry(who, sp, f, activity.FieldUpdate, old, f.Title))
	})
}

// Remove takes a field away, with all that items have in it.
func (s *Service) Remove(ctx context.Context, who access.Actor, space db.SpaceID, id db.FieldID) error {
	space, err := s.resolveSpace(ctx, space, id)
	if err != nil {
		return err
	}
	_, err = s.updateField(ctx, who, space, access.Delete, func(tx *db.Tx, sp *db.Space) (*db.Field, error) {
		f, err := loadField(tx, space, id)
		if err != nil {
			return nil, err
		}
		if err := tx.DeleteField(id); err != nil {
			return nil, err
		}
		return f, activity.RecordEntry(tx, newEntry(who, sp, f, activity.FieldDelete, f.Title, ""))
	})
	return err
}

func (s *Service) updateField(ctx context.Context, who access.Actor, space db.SpaceID, verb access.Verb,
	fn func(*db.Tx, *db.Space) (*db.Field, error)) (*Fields, error) {
	return db.Do(ctx, s.db, func(tx *db.Tx) (*Fields, error) {
		sp, err := access.Space(tx.ReadOnly(), who, space, verb, access.SpaceField)
		if err != nil {
			return nil, err
		}
		f, err := fn(tx, sp)
		if err != nil {
			return nil, err
		}
		return withPeople(tx.ReadOnly(), []db.Field{*f})
	})
}

func loadField(tx *db.Tx, space db.SpaceID, id db.FieldID) (*db.Field, error) {
	f, err := tx.FieldOf(space, id)
	if errors.Is(err, db.ErrNotFound) {
		err = fault.InvalidID
	}
	return f, err
}

// newEntry returns the activity of an operation on a field, with its titles before and after,
// empty for none.
func newEntry(who access.Actor, sp *db.Space, f *db.Field, action activity.Action, before, after string) activity.Entry {
	e := activity.Entry{Who: who, Space: sp, Kind: "custom_field", Target: int64(f.ID), Name: f.Title, Action: action}
	if before != "" {
		e.Before = &activity.Detail{Title: before}
	}
	if after != "" {
		e.After = &activity.Detail{Title: after}
	}
	return e
}

func toDuplicateFault(err error) error {
	if errors.Is(err, db.ErrExists) {
		return fault.DuplicateField
	}
	return err
}

// normalizeField normalizes a field as a user entered it, or returns the errors by field.
func normalizeField(f *db.Field) error {
	wrong := fault.Fields{}
	f.Title, f.Description = names.Trim(f.Title), strings.TrimSpace(f.Description)
	checkText(wrong, "title", f.Title, maxTitle)
	if f.Title == "" {
		wrong.Add("title", fault.Required)
	}
	checkText(wrong, "description", f.Description, maxDescription)
	f.TitleKey = names.Fold(f.Title)
	return wrong.Err()
}

func checkText(wrong fault.Fields, name, value string, most int) {
	if utf8.RuneCountInString(value) > most {
		wrong.Add(name, fault.TooLong)
	}
	if !utf8.ValidString(value) || strings.ContainsRune(value, 0) {
		wrong.Add(name, fault.InvalidValue)
	}
}

// normalizeContent is tidy for the value of an item in a field of that type.
func normalizeContent(kind, content string) (string, error) {
	content = names.Trim(content)
	wrong := fault.Fields{}
	checkText(wrong, "content", content, maxContent)
	if content == "" {
		wrong.Add("content", fault.Required)
	} else if kind == Link && !isLink(content) {
		wrong.Add("content", fault.InvalidValue)
	}
	return content, wrong.Err()
}

// isLink reports whether a browser may be sent there: no link runs a script.
func isLink(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && !strings.ContainsAny(s, " \t\r\n<>\"\\")
}
