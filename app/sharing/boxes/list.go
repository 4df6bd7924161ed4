package boxes

import (
	"context"
	"slices"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/sharing/gate"
	"anbar/db"
)

const (
	maxListed   = 10_000 // boxes of a workspace that are looked at
	maxReceipts = 1000
)

// Query says which boxes of a space a list shows.
type Query struct {
	Space     db.SpaceID
	Directory db.NodeID // only the boxes of this one
	Status    string
	api.PageQuery
}

// List returns a page of the boxes that the actor may manage, newest first.
func (s *Service) List(ctx context.Context, who access.Actor, q Query) ([]Box, api.PageInfo, error) {
	var info api.PageInfo
	part, err := q.Of("boxes")
	if err != nil {
		return nil, info, err
	}
	if !slices.Contains([]string{"", gate.Active, gate.Expired, gate.Dead}, q.Status) {
		return nil, info, fault.Field("status", fault.InvalidValue)
	}
	var all []Box
	err = s.db.View(ctx, func(v *db.View) error {
		if q.Directory != 0 {
			if _, err := access.Dir(v, who, q.Space, q.Directory, access.Read); err != nil {
				return err
			}
		}
		rows, err := listManageable(v, who, q.Space, q.Directory)
		if err != nil {
			return err
		}
		if rows, err = filterByStatus(v, rows, q.Status); err != nil {
			return err
		}
		some, next, err := db.SliceBoxes(rows, part.Slice)
		if err != nil {
			return err
		}
		if info, err = part.Info(int64(len(rows)), next); err != nil {
			return err
		}
		all, err = loadBoxes(v, who, q.Space, some)
		return err
	})
	return all, info, err
}

// filterByStatus returns the boxes that have a status; all of them for "".
func filterByStatus(v *db.View, rows []db.Box, wanted string) ([]db.Box, error) {
	if wanted == "" {
		return rows, nil
	}
	some := rows[:0]
	for i := range rows {
		is, err := loadStatus(v, &rows[i])
		if err != nil {
			return nil, err
		}
		if is == wanted {
			some = append(some, rows[i])
		}
	}
	return some, nil
}

func loadStatus(v *db.View, b *db.Box) (string, error) {
	_, err := access.LoadBoxDirectory(v, b)
	alive, err := gate.SplitDead(err)
	return gate.Status(&b.Terms, v.Now, alive), err
}

// listManageable returns the boxes that the actor made, and those that they may change in their
// directories. There are few, because they are made one by one.
func listManageable(v *db.View, who access.Actor, space db.SpaceID, dir db.NodeID) ([]db.Box, error) {
	sp, rights, err := access.SpaceRights(v, who, space)
	if err != nil {
		return nil, err
	}
	rows, err := v.BoxesOf(space, dir, maxListed)
	if err != nil {
		return nil, err
	}
	everywhere := rights.Has(access.Update, access.BoxLink)
	var others []db.NodeID
	for i := range rows {
		if b := &rows[i]; b.CreatedBy != who.User && !(everywhere && b.Home == sp.Root) {
			others = append(others, b.Node)
		}
	}
	items, err := access.Nodes(v, who, space, others, access.Read)
	if err != nil {
		return nil, err
	}
	mine := rows[:0]
	for _, b := range rows {
		it := items[b.Node]
		if b.CreatedBy == who.User || everywhere && b.Home == sp.Root || it != nil && it.Can(access.Update, access.BoxLink) {
			mine = append(mine, b)
		}
	}
	return mine, nil
}

// ReceivedFile is a file that came through a box.
type ReceivedFile struct {
	db.ReceivedFile
	Item *access.Item // nil when it is not there, or not to be read
}

// ListFiles returns a page of the files received by a box, newest first.
func (s *Service) ListFiles(ctx context.Context, who access.Actor, space db.SpaceID, id string,
	p api.PageQuery) ([]ReceivedFile, api.PageInfo, error) {
	var info api.PageInfo
	part, err := p.Of("received")
	if err != nil {
		return nil, info, err
	}
	var all []ReceivedFile
	err = s.db.View(ctx, func(v *db.View) error {
		b, err := authorizeBox(v, who, space, id, access.Update)
		if err != nil {
			return err
		}
		totals, err := v.BoxTotals(b.ID)
		if err != nil {
			return err
		}
		rows, next, err := v.BoxFiles(b.ID, part.Slice)
		if err != nil {
			return err
		}
		if info, err = part.Info(totals.Files, next); err != nil {
			return err
		}
		nodes := make([]db.NodeID, len(rows))
		for i := range rows {
			nodes[i] = rows[i].Node
		}
		items, err := access.Nodes(v, who, space, nodes, access.Read)
		for _, r := range rows {
			all = append(all, ReceivedFile{r, items[r.Node]})
		}
		return err
	})
	return all, info, err
}

// ListReceipts returns the receipts of a visit, latest first, until the visit ends.
func (s *Service) ListReceipts(ctx context.Context, who access.Actor, code string) ([]db.BoxFile, error) {
	return db.Get(ctx, s.db, func(v *db.View) ([]db.BoxFile, error) {
		visit, _, err := access.LoadVisit(v, who)
		if err != nil {
			return nil, err
		}
		if visit.Box.ID != names.NormalizeSecret(code) {
			return nil, fault.InvalidUploadCode
		}
		return v.VisitFiles(visit.ID, maxReceipts)
	})
}
