package links

import (
	"context"
	"errors"
	"slices"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/drive/activity"
	"anbar/app/sharing/gate"
	"anbar/db"
)

// authorizeLink loads a link of a space that the actor may manage.
func authorizeLink(v *db.View, who access.Actor, space db.SpaceID, id string, verb access.Verb) (*db.Link, error) {
	l, err := v.LinkByID(names.NormalizeSecret(id))
	if errors.Is(err, db.ErrNotFound) || err == nil && (l.Space != space || !l.DeletedAt.IsZero()) {
		return nil, fault.InvalidID
	}
	if err != nil {
		return nil, err
	}
	return l, checkRight(v, who, l, verb)
}

// checkRight checks the right to do verb to a link: its creator has it, users with the right
// in all shared files, and users with the right on all items of the link. The owner of the workspace
// may end every link, also one to a My Drive that they do not see.
func checkRight(v *db.View, who access.Actor, l *db.Link, verb access.Verb) error {
	sp, rights, err := access.SpaceRights(v, who, l.Space)
	if err == nil {
		err = access.CheckSpaceWritable(v, sp, verb, access.DownloadLink)
	}
	if err != nil || l.CreatedBy == who.User && who.Scope.Allows(l.Space, verb, access.DownloadLink) ||
		l.Home == sp.Root && rights.Has(verb, access.DownloadLink) {
		return err
	}
	if verb == access.Delete && sp.Owner == who.User && who.Scope.Allows(l.Space, verb, access.DownloadLink) {
		return nil
	}
	for _, id := range l.Nodes {
		if _, err := access.Node(v, who, l.Space, id, verb, access.DownloadLink); err != nil {
			return err
		}
	}
	if len(l.Nodes) == 0 {
		return fault.InvalidID
	}
	return nil
}

// Update changes the terms of a link, but never its items.
func (s *Service) Update(ctx context.Context, who access.Actor, space db.SpaceID, id string, d LinkInput) (*Link, error) {
	p, err := d.validate(time.Now())
	if err != nil {
		return nil, err
	}
	return db.Do(ctx, s.db, func(tx *db.Tx) (*Link, error) {
		before, err := authorizeLink(tx.ReadOnly(), who, space, id, access.Update)
		if err != nil {
			return nil, err
		}
		after := *before
		after.Emails = slices.Clone(before.Emails)
		p.apply(&after)
		if err := s.updateLink(tx, who, before, &after); err != nil {
			return nil, err
		}
		return s.loadLink(tx.ReadOnly(), who, &after)
	})
}

func (s *Service) updateLink(tx *db.Tx, who access.Actor, before, after *db.Link) error {
	sp, _, err := access.SpaceRights(tx.ReadOnly(), who, after.Space)
	if err != nil {
		return err
	}
	if sp.PreventNonMembers && isWider(before, after) {
		return fault.NonMembersForbidden
	}
	items, err := access.LoadLinkItems(tx.ReadOnly(), after)
	if err != nil && !errors.Is(err, fault.LinkDead) {
		return err
	}
	if err == nil && (after.Version != before.Version || after.ViewOnly && !before.ViewOnly) && (after.Version != 0 || after.ViewOnly) {
		if err := checkFileSettings(tx.ReadOnly(), after, items); err != nil {
			return err
		}
	}
	after.ModifiedAt = tx.Now
	if err := tx.UpdateLink(after); err != nil {
		return err
	}
	// Visitors who opened the link under the old terms have to open it again.
	if !gate.EqualCredentials(&before.Terms, &after.Terms) || after.Version != before.Version {
		if err := tx.UpdateLinkGeneration(after.ID); err != nil {
			return err
		}
	}
	if fresh := gate.AddedEmails(&before.Terms, &after.Terms); len(fresh) > 0 {
		if err := s.mails.ReserveLetters(who.User, fresh); err != nil {
			return err
		}
		if err := s.sendInvites(tx, who, after, sp, items, fresh); err != nil {
			return err
		}
	}
	return recordLinkActivity(tx, who, after, activity.LinkUpdate, &activity.Detail{Title: before.Title},
		&activity.Detail{Title: after.Title})
}

// Delete deletes a link. For a while visitors with its URL get LinkDeleted.
func (s *Service) Delete(ctx context.Context, who access.Actor, space db.SpaceID, id string) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		l, err := authorizeLink(tx.ReadOnly(), who, space, id, access.Delete)
		if err != nil {
			return err
		}
		if err := recordLinkActivity(tx, who, l, activity.LinkDelete, &activity.Detail{Title: l.Title}, nil); err != nil {
			return err
		}
		return tx.UpdateLinkDeleted(id)
	})
}

// recordLinkActivity stores an operation on a link in the activity of each of its items, or of the
// directory where they were when the actor can read none of them.
func recordLinkActivity(tx *db.Tx, who access.Actor, l *db.Link, action activity.Action, before, after *activity.Detail) error {
	items, err := listReadable(tx.ReadOnly(), who, l)
	if err != nil {
		return err
	}
	if len(items) == 0 {
		home, err := access.Node(tx.ReadOnly(), who, l.Space, l.Home, access.Read)
		if errors.Is(err, fault.InvalidID) { // of a My Drive: its person reads that its link was ended
			home, err = access.Node(tx.ReadOnly(), access.Actor{User: l.CreatedBy}, l.Space, l.Home, access.Read)
		}
		if errors.Is(err, fault.InvalidID) {
			return nil
		}
		if err != nil {
			return err
		}
		items = append(items, home)
	}
	for _, it := range items {
		if err := activity.Record(tx, who, it, action, before, after); err != nil {
			return err
		}
	}
	return nil
}

// listReadable loads the items of a link that the user may read, at their current place.
func listReadable(v *db.View, who access.Actor, l *db.Link) ([]*access.Item, error) {
	found, err := access.Nodes(v, who, l.Space, l.Nodes, access.Read)
	var all []*access.Item
	for _, id := range l.Nodes {
		if it := found[id]; it != nil {
			all = append(all, it)
		}
	}
	return all, err
}
