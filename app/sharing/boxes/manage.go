package boxes

import (
	"context"
	"errors"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/drive/activity"
	"anbar/app/sharing/gate"
	"anbar/db"
)

// Create makes a box of a directory.
func (s *Service) Create(ctx context.Context, who access.Actor, space db.SpaceID, dir db.NodeID, d BoxInput) (*Box, error) {
	wrong := fault.Fields{}
	if !d.Title.Set {
		wrong.Add("title", fault.Required)
	}
	if (!d.ExpireAt.Set || d.ExpireAt.Null) && (!d.Duration.Set || d.Duration.Null) {
		wrong.Add("expire_at", fault.Required)
	}
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	p, err := d.validate(time.Now())
	if err != nil {
		return nil, err
	}
	return db.Do(ctx, s.db, func(tx *db.Tx) (*Box, error) {
		it, err := access.Dir(tx.ReadOnly(), who, space, dir, access.Create, access.BoxLink, access.FileSubject)
		if err != nil {
			return nil, err
		}
		if it.Space.PreventNonMembers {
			return nil, fault.NonMembersForbidden
		}
		row := &db.Box{Node: dir, Terms: db.Terms{ID: newBoxCode(), Space: space, Home: it.Home(), CreatedBy: who.User}}
		p.apply(row)
		if err := tx.InsertBox(row, it.Parent); err != nil {
			return nil, err
		}
		if err := s.sendInvites(tx, who, it.Space.Title, row, &db.Terms{}); err != nil {
			return nil, err
		}
		if err := activity.Record(tx, who, it, activity.BoxCreate, nil, &activity.Detail{Title: row.Title}); err != nil {
			return nil, err
		}
		return loadBox(tx.ReadOnly(), who, row)
	})
}

// authorizeBox loads a box of a space that the actor may manage.
func authorizeBox(v *db.View, who access.Actor, space db.SpaceID, id string, verb access.Verb) (*db.Box, error) {
	b, err := v.BoxByID(names.NormalizeSecret(id))
	if errors.Is(err, db.ErrNotFound) || err == nil && (b.Space != space || !b.DeletedAt.IsZero()) {
		return nil, fault.InvalidID
	}
	if err != nil {
		return nil, err
	}
	sp, rights, err := access.SpaceRights(v, who, space)
	if err == nil {
		err = access.CheckSpaceWritable(v, sp, verb, access.BoxLink)
	}
	if err != nil || b.CreatedBy == who.User && who.Scope.Allows(space, verb, access.BoxLink) ||
		b.Home == sp.Root && rights.Has(verb, access.BoxLink) {
		return b, err
	}
	if verb == access.Delete && sp.Owner == who.User && who.Scope.Allows(space, verb, access.BoxLink) {
		return b, nil // the owner may end every box, also one on a My Drive that they do not see
	}
	_, err = access.Node(v, who, space, b.Node, verb, access.BoxLink)
	return b, err
}

// authorizeBoxIn is managed for a box of that directory.
func authorizeBoxIn(v *db.View, who access.Actor, space db.SpaceID, dir db.NodeID, id string, verb access.Verb) (*db.Box, error) {
	b, err := authorizeBox(v, who, space, id, verb)
	if err == nil && b.Node != dir {
		return nil, fault.InvalidID
	}
	return b, err
}

// Update changes a box. When its required credentials change, visitors have to enter again.
func (s *Service) Update(ctx context.Context, who access.Actor, space db.SpaceID, dir db.NodeID, id string, d BoxInput) (*Box, error) {
	p, err := d.validate(time.Now())
	if err != nil {
		return nil, err
	}
	return db.Do(ctx, s.db, func(tx *db.Tx) (*Box, error) {
		before, err := authorizeBoxIn(tx.ReadOnly(), who, space, dir, id, access.Update)
		if err != nil {
			return nil, err
		}
		sp, _, err := access.SpaceRights(tx.ReadOnly(), who, space)
		if err != nil {
			return nil, err
		}
		after := *before
		p.apply(&after)
		if sp.PreventNonMembers && gate.IsWider(&before.Terms, &after.Terms) {
			return nil, fault.NonMembersForbidden
		}
		if err := tx.UpdateBox(&after, !gate.EqualCredentials(&before.Terms, &after.Terms)); err != nil {
			return nil, err
		}
		if err := s.sendInvites(tx, who, sp.Title, &after, &before.Terms); err != nil {
			return nil, err
		}
		if err := recordBoxActivity(tx, who, &after, activity.BoxUpdate, &activity.Detail{Title: before.Title},
			&activity.Detail{Title: after.Title}); err != nil {
			return nil, err
		}
		return loadBox(tx.ReadOnly(), who, &after)
	})
}

// Delete deletes a box and its uploads in progress. For a while visitors with its code get
// LinkDeleted.
func (s *Service) Delete(ctx context.Context, who access.Actor, space db.SpaceID, dir db.NodeID, id string) error {
	b, err := db.Do(ctx, s.db, func(tx *db.Tx) (b *db.Box, err error) {
		if b, err = authorizeBoxIn(tx.ReadOnly(), who, space, dir, id, access.Delete); err != nil {
			return b, err
		}
		if err := recordBoxActivity(tx, who, b, activity.BoxDelete, &activity.Detail{Title: b.Title}, nil); err != nil {
			return b, err
		}
		return b, tx.UpdateBoxDeleted(b)
	})
	if err != nil {
		return err
	}
	return s.uploads.DeleteBoxUploads(ctx, b)
}

// recordBoxActivity stores an operation on a box in the activity of its directory, if the actor may
// read the directory.
func recordBoxActivity(tx *db.Tx, who access.Actor, b *db.Box, action activity.Action, before, after *activity.Detail) error {
	it, err := access.Node(tx.ReadOnly(), who, b.Space, b.Node, access.Read)
	if errors.Is(err, fault.InvalidID) { // of a My Drive: its person reads that its box was ended
		it, err = access.Node(tx.ReadOnly(), access.Actor{User: b.CreatedBy}, b.Space, b.Node, access.Read)
	}
	if errors.Is(err, fault.InvalidID) {
		return nil
	}
	if err != nil {
		return err
	}
	return activity.Record(tx, who, it, action, before, after)
}

func loadBox(v *db.View, who access.Actor, b *db.Box) (*Box, error) {
	all, err := loadBoxes(v, who, b.Space, []db.Box{*b})
	if err != nil {
		return nil, err
	}
	return &all[0], nil
}

// loadBoxes adds the data for managers to boxes.
func loadBoxes(v *db.View, who access.Actor, space db.SpaceID, rows []db.Box) ([]Box, error) {
	nodes, creators := make([]db.NodeID, len(rows)), make([]db.UserID, len(rows))
	for i := range rows {
		nodes[i], creators[i] = rows[i].Node, rows[i].CreatedBy
	}
	items, err := access.Nodes(v, who, space, nodes, access.Read)
	if err != nil {
		return nil, err
	}
	people, err := v.People(creators)
	if err != nil {
		return nil, err
	}
	all := make([]Box, len(rows))
	for i := range rows {
		b := &rows[i]
		all[i] = Box{Box: b, Item: items[b.Node], Creator: people[b.CreatedBy]}
		if all[i].Totals, err = v.BoxTotals(b.ID); err != nil {
			return nil, err
		}
		if all[i].Status, err = loadStatus(v, b); err != nil {
			return nil, err
		}
	}
	return all, nil
}
