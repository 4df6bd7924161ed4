package links

import (
	"context"
	"errors"
	"slices"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/mail"
	"anbar/app/drive/activity"
	"anbar/app/drive/downloads"
	"anbar/app/sharing/gate"
	"anbar/db"
)

// Selection names the items of a link: files and directories in a directory or below it.
type Selection struct {
	Space       db.SpaceID
	Directory   db.NodeID
	Files       []db.NodeID
	Directories []db.NodeID
}

const maxSelected = 1000

// Create makes a link, and writes to those that it is for.
func (s *Service) Create(ctx context.Context, who access.Actor, sel Selection, d LinkInput) (*Link, error) {
	return s.CreateWith(ctx, who, sel, d, func(*db.Tx, *db.Link) error { return nil })
}

// CreateWith is Create with a note about the link in the same transaction.
func (s *Service) CreateWith(ctx context.Context, who access.Actor, sel Selection, d LinkInput, note func(*db.Tx, *db.Link) error) (*Link,
	error) {
	switch n := len(sel.Files) + len(sel.Directories); {
	case n == 0:
		return nil, fault.SelectionEmpty
	case n > maxSelected:
		return nil, fault.SelectionTooLarge
	case !d.Title.Set:
		return nil, fault.Field("title", fault.Required)
	}
	p, err := d.validate(time.Now())
	if err != nil {
		return nil, err
	}
	if err := s.mails.ReserveLetters(who.User, p.terms.Emails.Value); err != nil {
		return nil, err
	}
	return db.Do(ctx, s.db, func(tx *db.Tx) (l *Link, err error) {
		items, err := sel.loadItems(tx.ReadOnly(), who)
		if err != nil {
			return nil, err
		}
		if items[0].Space.PreventNonMembers {
			return nil, fault.NonMembersForbidden
		}
		row := &db.Link{Directory: sel.Directory, Terms: db.Terms{
			ID: newSecret(), Space: sel.Space, Home: items[0].Home(), CreatedBy: who.User, CreatedAt: tx.Now, ModifiedAt: tx.Now,
		}}
		for _, it := range items {
			row.Nodes = append(row.Nodes, it.ID)
		}
		if p.apply(row); p.Version.Value != 0 || row.ViewOnly {
			if err := checkFileSettings(tx.ReadOnly(), row, items); err != nil {
				return nil, err
			}
		}
		if err := tx.InsertLink(row); err != nil {
			return nil, err
		}
		for _, it := range items {
			if err := activity.Record(tx, who, it, activity.LinkCreate, nil, &activity.Detail{Title: row.Title}); err != nil {
				return nil, err
			}
		}
		if err := s.sendInvites(tx, who, row, items[0].Space, items, row.Emails); err != nil {
			return nil, err
		}
		l, err = s.loadLink(tx.ReadOnly(), who, row)
		return l, errors.Join(err, note(tx, row))
	})
}

// loadItems loads the selected items, each with the right to share it.
func (sel *Selection) loadItems(v *db.View, who access.Actor) ([]*access.Item, error) {
	var all []*access.Item
	taken := map[db.NodeID]bool{}
	for i, id := range slices.Concat(sel.Files, sel.Directories) {
		it, err := access.Node(v, who, sel.Space, id, access.Create, access.DownloadLink)
		switch {
		case err != nil:
			return nil, err
		case i < len(sel.Files) && it.Kind != db.File:
			return nil, fault.NotAFile
		case i >= len(sel.Files) && it.Kind != db.Directory:
			return nil, fault.NotADirectory
		case it.Parent == 0, taken[id]: // a whole drive is not shared by accident
			return nil, fault.TargetNotFound
		case !slices.ContainsFunc(it.Path, func(a db.Ancestor) bool { return a.ID == sel.Directory }):
			return nil, fault.InvalidID
		}
		taken[id] = true
		all = append(all, it)
	}
	return all, nil
}

// checkFileSettings checks the setting that only a link to a single file can have: a pinned version. A
// view-only link to a single file needs one that browsers display.
func checkFileSettings(v *db.View, l *db.Link, items []*access.Item) error {
	if len(items) != 1 || items[0].Kind != db.File {
		if l.Version != 0 {
			return fault.Field("version_id", fault.InvalidValue)
		}
		return nil
	}
	f, err := loadLinkedVersion(v, l, items[0])
	if err == nil && l.ViewOnly && downloads.PreviewKind(f.Type, f.Name) == "none" {
		err = fault.Field("view_only", fault.InvalidValue)
	}
	return err
}

// loadLinkedVersion returns the file version that a link gives of a file: the pinned one, else the
// current one.
func loadLinkedVersion(v *db.View, l *db.Link, it *access.Item) (*downloads.FileVersion, error) {
	f, err := downloads.VersionOf(v, it, l.Version)
	if errors.Is(err, fault.VersionNotFound) {
		err = fault.LinkVersionMissing
	}
	return f, err
}

// sendInvites writes to those that a link is for, in the name of its creator.
func (s *Service) sendInvites(tx *db.Tx, who access.Actor, l *db.Link, sp *db.Space, items []*access.Item, emails []string) error {
	d := mail.Data{URL: s.URL(l.ID), Space: sp.Title, Title: l.Title, Text: l.Description}
	for _, it := range items {
		d.Items = append(d.Items, it.Name)
	}
	return gate.Invite(tx, who.User, l.CreatedBy, mail.LinkRecipients, d, emails)
}
