package fields

import (
	"slices"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/base/quota"
	"anbar/app/drive/activity"
	"anbar/db"
)

// SetByTitle gives an item, which the caller loaded, a value in the field of that title, which is defined when the workspace has
// none. Another value there is replaced.
func SetByTitle(tx *db.Tx, who access.Actor, it *access.Item, title, kind, content string) error {
	if it.Parent == 0 || !it.Can(access.Create, access.EntityField) {
		return fault.PermissionDenied
	}
	f, err := findOrDefine(tx, who, it.Space, db.Field{Space: it.Space.ID, Title: title, Type: kind})
	if err != nil {
		return err
	}
	if content, err = normalizeContent(f.Type, content); err != nil {
		return fault.InvalidValue.Because(err)
	}
	all, err := tx.FieldValuesOf([]db.NodeID{it.ID})
	if err != nil {
		return err
	}
	put, before := (*db.Tx).InsertFieldValue, (*activity.Detail)(nil)
	for _, v := range all[it.ID] {
		if v.Field == f.ID {
			put, before = (*db.Tx).UpdateFieldValue, &activity.Detail{Title: f.Title, Content: v.Content}
		}
	}
	if err := put(tx, it.Node, f.ID, content, names.Fold(content), who.User); err != nil {
		return err
	}
	return activity.Record(tx, who, it, activity.TagSet, before, &activity.Detail{Title: f.Title, Content: content})
}

// findOrDefine returns the field of a title, or defines it.
func findOrDefine(tx *db.Tx, who access.Actor, sp *db.Space, f db.Field) (*db.Field, error) {
	if f.Type != Link {
		f.Type = Text
	}
	if err := normalizeField(&f); err != nil {
		return nil, fault.InvalidValue.Because(err)
	}
	all, err := tx.FieldsOf(sp.ID)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(all, func(o db.Field) bool { return o.TitleKey == f.TitleKey }); i >= 0 {
		return &all[i], nil
	}
	if _, err := access.Space(tx.ReadOnly(), who, sp.ID, access.Create, access.SpaceField); err != nil {
		return nil, err
	}
	if len(all) >= quota.CustomFields(sp) {
		return nil, fault.FieldQuota
	}
	f.ID, f.CreatedBy = db.FieldID(db.NewID()), who.User
	if err := tx.InsertField(&f); err != nil {
		return nil, toDuplicateFault(err)
	}
	return &f, activity.RecordEntry(tx, newEntry(who, sp, &f, activity.FieldCreate, "", f.Title))
}
