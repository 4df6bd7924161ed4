package editors

import (
	"cmp"
	"context"
	"errors"
	"path"

	"anbar/app/access"
	"anbar/app/editors/blank"
	"anbar/app/fault"
	"anbar/app/files"
	"anbar/app/names"
	"anbar/db"
)

// Source is a document that a provider works on.
type Source struct {
	Target
	Name string
	Hash db.Hash
	Size int64
	Ext  string
	Who  access.Actor
}

// NewDocument is what an empty document is made of.
type NewDocument struct {
	Space     db.SpaceID
	Directory db.NodeID
	Ext       string
	Name      string // in the language when empty
	Language  string // "fa" or "en", of the interface that it is made in; that of the person's account when empty
}

// newNames are the names of new documents, by their language.
var newNames = map[string]map[string]string{
	"fa": {"docx": "سند بدون عنوان", "xlsx": "صفحه‌گستردهٔ بدون عنوان", "pptx": "ارائهٔ بدون عنوان"},
	"en": {"docx": "Untitled document", "xlsx": "Untitled spreadsheet", "pptx": "Untitled presentation"},
}

// Create makes an empty document, which runs from the right where its language does.
func (s *Service) Create(ctx context.Context, who access.Actor, d NewDocument) (*files.Listed, error) {
	f := formatBy(d.Ext)
	if f == nil || !f.native {
		return nil, fault.Field("file_type", fault.InvalidValue)
	}
	var u *db.User
	err := s.DB.View(ctx, func(v *db.View) (err error) {
		if _, err = access.Dir(v, who, d.Space, d.Directory, access.Create, access.FileSubject, access.Editor); err == nil {
			u, err = v.UserByID(who.User)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	language := d.Language
	if language == "" {
		language = u.Language
	}
	if language != "fa" {
		language = "en"
	}
	name := cmp.Or(d.Name, newNames[language][d.Ext])
	if formatBy(extension(name)) != f {
		name += "." + d.Ext
	}
	n, err := names.Parse(name)
	if err != nil {
		return nil, nameFault("name", err)
	}
	b, err := blank.Make(d.Ext, language == "fa")
	if err != nil {
		return nil, err
	}
	digest, blob, err := s.Blobs.Put(ctx, b)
	if err != nil {
		return nil, err
	}
	defer blob.Release()
	var l *files.Listed
	err = s.DB.Update(ctx, func(tx *db.Tx) error {
		at, err := access.Dir(tx.ReadOnly(), who, d.Space, d.Directory, access.Create, access.FileSubject, access.Editor)
		if err != nil {
			return err
		}
		content := files.Content{Hash: db.Hash(digest), Size: int64(len(b)), Type: f.mime}
		node, _, err := files.Add(tx, who, at, n, content, files.Rename)
		if err != nil {
			return err
		}
		l, err = files.Load(tx.ReadOnly(), who, d.Space, node.ID)
		return err
	})
	return l, err
}

// withExtension is a name with another extension.
func withExtension(name, ext string) string {
	return name[:len(name)-len(path.Ext(name))] + "." + ext
}

// nameFault is a 400 about the name of a document.
func nameFault(field string, err error) error {
	if errors.Is(err, fault.NameTooLong) {
		return fault.Field(field, fault.NameTooLong)
	}
	return fault.Field(field, fault.InvalidName)
}
