package editors

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/calendar"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/drive/files"
	"anbar/app/office/editors/blank"
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
	Template  string // of blank.Templates, for a docx; empty for an empty document
}

// newNames are the names of new documents, by their language.
var newNames = map[string]map[string]string{
	"fa": {"docx": "سند بدون عنوان", "xlsx": "صفحه‌گستردهٔ بدون عنوان", "pptx": "ارائهٔ بدون عنوان"},
	"en": {"docx": "Untitled document", "xlsx": "Untitled spreadsheet", "pptx": "Untitled presentation"},
}

// templateNames are the names of documents that begin with a template of the program, by their language.
var templateNames = map[string]map[string]string{
	"fa": {"letter": "نامه", "minutes": "صورت‌جلسه", "contract": "قرارداد", "invoice": "فاکتور"},
	"en": {"letter": "Letter", "minutes": "Minutes", "contract": "Agreement", "invoice": "Invoice"},
}

// Create makes an empty document, or one of a template of the program, which runs from the right where its language does.
func (s *Service) Create(ctx context.Context, who access.Actor, d NewDocument) (*files.ItemView, error) {
	f := formatByExtension(d.Ext)
	if f == nil || !f.native {
		return nil, fault.Field("file_type", fault.InvalidValue)
	}
	if d.Template != "" && (d.Ext != "docx" || !slices.Contains(blank.Templates, d.Template)) {
		return nil, fault.Field("template", fault.InvalidValue)
	}
	language, facts, err := s.loadFacts(ctx, who, d)
	if err != nil {
		return nil, err
	}
	name := cmp.Or(d.Name, templateNames[language][d.Template], newNames[language][d.Ext])
	if formatByExtension(extensionOf(name)) != f {
		name += "." + d.Ext
	}
	n, err := names.Parse(name)
	if err != nil {
		return nil, toNameFault("name", err)
	}
	b, err := blank.Make(d.Ext, facts.FromRight)
	if d.Template != "" {
		b, err = blank.MakeTemplate(d.Template, facts)
	}
	if err != nil {
		return nil, err
	}
	digest, blob, err := s.Blobs.Put(ctx, b)
	if err != nil {
		return nil, err
	}
	defer blob.Release()
	return db.Do(ctx, s.DB, func(tx *db.Tx) (*files.ItemView, error) {
		at, err := access.Dir(tx.ReadOnly(), who, d.Space, d.Directory, access.Create, access.FileSubject, access.Editor)
		if err != nil {
			return nil, err
		}
		content := files.Content{Hash: db.Hash(digest), Size: int64(len(b)), Type: f.mime}
		node, _, err := files.Add(tx, who, at, n, content, files.Rename)
		if err != nil {
			return nil, err
		}
		return files.Load(tx.ReadOnly(), who, d.Space, node.ID)
	})
}

// loadFacts returns the language of a new document, and what a template is filled with.
func (s *Service) loadFacts(ctx context.Context, who access.Actor, d NewDocument) (language string, f blank.Facts, err error) {
	err = s.DB.View(ctx, func(v *db.View) error {
		at, err := access.Dir(v, who, d.Space, d.Directory, access.Create, access.FileSubject, access.Editor)
		if err != nil {
			return err
		}
		u, err := v.UserByID(who.User)
		if err != nil {
			return err
		}
		language = cmp.Or(d.Language, u.Language)
		f.Organization, f.Author = at.Space.Title, strings.TrimSpace(u.FirstName+" "+u.LastName)
		return nil
	})
	if language != "fa" {
		language = "en"
	}
	f.FromRight = language == "fa"
	f.Date = formatDate(language, time.Now().In(calendar.Tehran))
	return language, f, err
}

// formatDate is a day as people write it in a letter.
func formatDate(language string, day time.Time) string {
	if language != "fa" {
		return day.Format("2 January 2006")
	}
	year, month, of := calendar.Persian(day)
	return names.PersianDigits(fmt.Sprintf("%d/%02d/%02d", year, month, of))
}

// replaceExtension is a name with another extension.
func replaceExtension(name, ext string) string {
	return name[:len(name)-len(path.Ext(name))] + "." + ext
}

// toNameFault is a 400 about the name of a document.
func toNameFault(field string, err error) error {
	if errors.Is(err, fault.NameTooLong) {
		return fault.Field(field, fault.NameTooLong)
	}
	return fault.Field(field, fault.InvalidName)
}
