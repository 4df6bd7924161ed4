package imports

import (
	"cmp"
	"context"
	"errors"
	"path"
	"time"
	"unicode/utf8"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/drive/imports/source"
	"anbar/app/sharing/gate"
	"anbar/app/sharing/links"
	"anbar/db"
)

// createLinks makes links of ours in place of the public ones at the source of an import. One that it made stays as it is; the others
// are tried again by each run.
func (r *run) createLinks(ctx context.Context, imp *db.Import, src source.Source) error {
	linked, ok := src.(source.LinkLister)
	if !ok {
		return nil
	}
	all, err := linked.ListLinks(ctx)
	if err != nil || len(all) == 0 {
		return err
	}
	made := map[string]bool{}
	err = r.s.DB.View(ctx, func(v *db.View) error {
		rows, err := v.ImportLinksOf(imp.ID)
		for i := range rows {
			made[rows[i].OldURL] = rows[i].Link != ""
		}
		return err
	})
	for i := range all {
		if err == nil && !made[all[i].URL] {
			err = r.createLink(ctx, imp, &all[i])
		}
	}
	return err
}

// createLink makes a link of ours, or notes why there is none.
func (r *run) createLink(ctx context.Context, imp *db.Import, l *source.Link) error {
	row := &db.ImportLink{Import: imp.ID, OldURL: l.URL, Path: l.Key}
	err := checkLink(l, time.Now())
	var sel links.Selection
	if err == nil {
		err = r.s.DB.View(ctx, func(v *db.View) (err error) {
			sel, err = selectLinked(v, imp, l)
			return err
		})
	}
	if err == nil {
		_, err = r.s.Links.CreateWith(ctx, actorOf(imp), sel, newLinkInput(l), func(tx *db.Tx, made *db.Link) error {
			row.Link = made.ID
			return storeLink(tx, row)
		})
	}
	var known *fault.Fault
	if !errors.As(err, &known) {
		return err
	}
	row.Link = ""
	row.Reason = cmp.Or(known.Key, fault.InvalidValue.Key) // without a key: a setting that links have in no such form here
	return r.s.DB.Update(ctx, func(tx *db.Tx) error { return storeLink(tx, row) })
}

// storeLink keeps what became of a link, as long as its import goes on.
func storeLink(tx *db.Tx, row *db.ImportLink) error {
	if _, err := loadActive(tx.ReadOnly(), row.Import); err != nil {
		return err
	}
	return tx.PutImportLink(row)
}

// checkLink is why a link is not made again, whatever became of its item: none may reach further than it did. The password of one
// is known to nobody but those who have it.
func checkLink(l *source.Link, now time.Time) error {
	switch {
	case l.Password:
		return fault.ImportLinkPassword
	case l.Drop:
		return fault.ImportLinkDrop
	case l.Narrowed:
		return fault.ImportLinkNarrowed
	case !l.EndsAt.IsZero() && !l.EndsAt.After(now):
		return fault.LinkExpired
	}
	return nil
}

// selectLinked is what came of the item of a link.
func selectLinked(v *db.View, imp *db.Import, l *source.Link) (links.Selection, error) {
	row, err := v.ImportItemByKey(imp.ID, []byte(l.Key))
	if errors.Is(err, db.ErrNotFound) || err == nil && row.Node == 0 {
		return links.Selection{}, fault.ImportItemGone
	}
	if err != nil {
		return links.Selection{}, err
	}
	it, err := access.Node(v, actorOf(imp), imp.Space, row.Node, access.Read)
	if errors.Is(err, fault.InvalidID) {
		return links.Selection{}, fault.ImportItemGone
	}
	if err != nil {
		return links.Selection{}, err
	}
	if row.State == db.ItemSkipped || it.Kind == db.Directory && it.CreatedAt.Before(imp.CreatedAt) {
		return links.Selection{}, fault.ImportLinkWider // what lay here before was not in the link
	}
	if it.Kind == db.Directory {
		return links.Selection{Space: imp.Space, Directory: it.Parent, Directories: []db.NodeID{it.ID}}, nil
	}
	return links.Selection{Space: imp.Space, Directory: it.Parent, Files: []db.NodeID{it.ID}}, nil
}

func newLinkInput(l *source.Link) links.LinkInput {
	title := l.Title
	if title == "" {
		title = path.Base(l.Key)
	}
	for utf8.RuneCountInString(title) > gate.MaxTitle {
		_, n := utf8.DecodeLastRuneInString(title)
		title = title[:len(title)-n]
	}
	d := links.LinkInput{TermsInput: gate.TermsInput{Title: api.Optional[string]{Set: true, Value: title}}}
	if !l.EndsAt.IsZero() {
		d.ExpireAt = api.Optional[time.Time]{Set: true, Value: l.EndsAt}
	}
	if l.ViewOnly {
		d.ViewOnly = api.Optional[bool]{Set: true, Value: true}
	}
	return d
}

// LinkView is a public link at the source of an import.
type LinkView struct {
	OldURL string  `json:"old_url"`
	Path   string  `json:"path" doc:"of its item at the source"`
	NewURL *string `json:"new_url" doc:"of the link that was made in its place"`
	Reason *string `json:"reason" doc:"why none was made, as an error_code"`
}

// SchemaName implements api.SchemaNamer.
func (LinkView) SchemaName() string { return "ImportLink" }

// LinkList is public links.
type LinkList struct {
	Links []LinkView `json:"links"`
}

// SchemaName implements api.SchemaNamer.
func (LinkList) SchemaName() string { return "ImportLinkList" }

func (s *Service) handleListLinks(c *api.Call, in *oneIn) (*LinkList, error) {
	list := &LinkList{Links: []LinkView{}}
	err := s.DB.View(c, func(v *db.View) error {
		imp, err := loadImport(v, c.Who, in.ID, false)
		if err != nil {
			return err
		}
		all, err := v.ImportLinksOf(imp.ID)
		for i := range all {
			one := LinkView{OldURL: all[i].OldURL, Path: all[i].Path}
			if all[i].Link != "" {
				url := s.Links.URL(all[i].Link)
				one.NewURL = &url
			}
			if all[i].Reason != "" {
				one.Reason = &all[i].Reason
			}
			list.Links = append(list.Links, one)
		}
		return err
	})
	return list, err
}
