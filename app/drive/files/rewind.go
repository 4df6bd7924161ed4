package files

import (
	"context"
	"errors"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/quota"
	"anbar/db"
)

// Past is one entry of a directory as it was.
type Past struct {
	db.PastNode
	Number      int // of the version
	ContentType string
	Now         string // same, renamed, moved, changed, trashed, gone
}

// PastPage is one page of a directory as it was.
type PastPage struct {
	*access.Item
	At          time.Time
	Directories []Past
	Files       []Past
	Info        api.PageInfo
}

// The state of an entry since the moment.
const (
	nowSame    = "same"
	nowRenamed = "renamed"
	nowMoved   = "moved"
	nowChanged = "changed"
	nowTrashed = "trashed"
	nowGone    = "gone"
)

type pastCursor struct {
	Kind db.Kind   `json:"k"`
	ID   db.NodeID `json:"i"`
	Page int       `json:"p"`
	At   int64     `json:"t"`
}

// resolveMoment returns the smallest id that an object made after at can have. It fails with
// ActivityQuota for a moment before the history that the space keeps.
func resolveMoment(v *db.View, who access.Actor, it *access.Item, at time.Time) (int64, error) {
	if at.IsZero() || at.After(v.Now) {
		return 0, fault.Field("at", fault.InvalidValue)
	}
	if v.Now.Sub(at) > time.Duration(quota.RestoreDays(it.Space))*24*time.Hour {
		return 0, fault.ActivityQuota
	}
	m := db.FirstIDAt(at.Add(time.Millisecond))
	return m, checkPastPlace(v, who, it, m)
}

// checkPastPlace refuses a moment at which the directory was in a place that the actor may not
// see: its contents in a member's My Drive stay private after it was moved out.
func checkPastPlace(v *db.View, who access.Actor, it *access.Item, m int64) error {
	top := it.ID
	for {
		up, err := v.ParentAt(top, m)
		if errors.Is(err, db.ErrNotFound) && top == it.ID {
			return nil // there was nothing in it
		}
		if err != nil && !errors.Is(err, db.ErrNotFound) {
			return err
		}
		if up == 0 {
			break
		}
		top = up
	}
	if top == it.Home() || top == it.TrashRoot() {
		return nil
	}
	root, err := access.Node(v, who, it.Space.ID, top, access.Read)
	if isGone(err) || err == nil && root.Root == "" {
		return fault.Field("at", fault.InvalidValue)
	}
	return err
}

// ListAt reads a page of a directory as it was at a moment: directories first, each
// kind in the order of their age.
func (s *Service) ListAt(ctx context.Context, who access.Actor, space db.SpaceID, dir db.NodeID, at time.Time, p Page) (*PastPage, error) {
	return db.Get(ctx, s.db, func(v *db.View) (*PastPage, error) {
		it, err := access.Dir(v, who, space, dir, access.Read)
		if isGone(err) { // deleted since: it can be looked at, too
			it, err = access.TrashedNode(v, who, space, dir, access.Read)
		}
		if err == nil && (it.Kind != db.Directory || it.InTrash() && it.Parent == 0) {
			err = fault.InvalidID
		}
		if err != nil {
			return nil, err
		}
		return loadPastPage(v, who, it, at, p)
	})
}

// parsePastStart is where a page of the state at that time starts.
func (p Page) parsePastStart(at time.Time) (pastCursor, error) {
	from := pastCursor{Kind: db.Directory, Page: 1, At: at.UnixMilli()}
	if p.Cursor == "" {
		return from, nil
	}
	if err := api.DecodeCursor(p.Cursor, &from); err != nil {
		return from, err
	}
	if from.At != at.UnixMilli() || from.Page < 2 || from.Kind != db.Directory && from.Kind != db.File {
		return from, fault.InvalidCursor
	}
	return from, nil
}

// listPastChildren reads directories and then files.
func listPastChildren(v *db.View, dir db.NodeID, from pastCursor, m int64, limit int) ([]db.PastNode, error) {
	all, err := v.ChildrenAt(dir, from.Kind, m, from.ID, limit)
	if err != nil || from.Kind != db.Directory || len(all) == limit {
		return all, err
	}
	files, err := v.ChildrenAt(dir, db.File, m, 0, limit-len(all))
	return append(all, files...), err
}

func loadPastPage(v *db.View, who access.Actor, it *access.Item, at time.Time, p Page) (*PastPage, error) {
	limit, err := api.ParseLimit(p.Limit)
	if err != nil {
		return nil, err
	}
	m, err := resolveMoment(v, who, it, at)
	if err != nil {
		return nil, err
	}
	from, err := p.parsePastStart(at)
	if err != nil {
		return nil, err
	}
	page := &PastPage{Item: it, At: at, Info: api.PageInfo{Page: from.Page, Limit: limit, Total: -1}}
	all, err := listPastChildren(v, it.ID, from, m, limit)
	if err != nil {
		return nil, err
	}
	if page.Info.Next, err = from.nextCursor(all, limit); err != nil {
		return nil, err
	}
	return page, page.loadStates(v, who, all)
}

// nextCursor is the cursor of the page behind a full one; nil behind the last.
func (c pastCursor) nextCursor(all []db.PastNode, limit int) (*string, error) {
	if len(all) < limit {
		return nil, nil
	}
	last := all[limit-1]
	return api.EncodeCursor(pastCursor{Kind: last.Kind, ID: last.Node, Page: c.Page + 1, At: c.At})
}

// loadStates adds the version of every entry and its state since.
func (page *PastPage) loadStates(v *db.View, who access.Actor, all []db.PastNode) error {
	for _, e := range all {
		p := Past{PastNode: e}
		if e.Version != 0 {
			ver, err := v.VersionOf(e.Node, e.Version)
			if err != nil && err != db.ErrNotFound {
				return err
			}
			if err == nil {
				p.Number, p.ContentType = ver.Number, ver.ContentType
			}
		}
		now, err := access.Anywhere(v, who, e.Node)
		if err != nil && !isGone(err) {
			return err
		}
		p.Now = stateSince(&e, page.ID, now)
		if e.Kind == db.Directory {
			page.Directories = append(page.Directories, p)
		} else {
			page.Files = append(page.Files, p)
		}
	}
	return nil
}

// stateSince returns the state of an entry of a directory; now is nil when the entry is deleted
// or the caller cannot see it.
func stateSince(was *db.PastNode, dir db.NodeID, now *access.Item) string {
	switch {
	case now == nil || now.Root != "":
		return nowGone
	case now.InTrash():
		return nowTrashed
	case now.Parent != dir:
		return nowMoved
	case now.Name != was.Name:
		return nowRenamed
	case now.Version != was.Version:
		return nowChanged
	}
	return nowSame
}

// PreviewRewind returns the plan of Rewind without executing it.
func (s *Service) PreviewRewind(ctx context.Context, who access.Actor, space db.SpaceID, dir db.NodeID, at time.Time,
	only []db.NodeID) (*RestorePlan, error) {
	return db.Get(ctx, s.db, func(v *db.View) (*RestorePlan, error) {
		it, err := access.Dir(v, who, space, dir, access.Update)
		if err != nil {
			return nil, err
		}
		return planRewind(v, who, it, at, only)
	})
}
