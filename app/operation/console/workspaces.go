package console

import (
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/quota"
	"anbar/app/identity/accounts"
	"anbar/db"
)

func (s *Service) mountWorkspaces(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "GET /admin/workspaces", Gate: api.Staff, Area: access.Workspaces, Does: "All workspaces, newest first",
	}, s.handleListSpaces)
	api.Handle(r, api.Op{
		Call: "GET /admin/workspaces/{space_id}", Gate: api.Staff, Area: access.Workspaces,
		Does: "A workspace with its plan and storage, without any name of its files",
	}, s.handleGetSpace)
	s.mountWorkspacesActs(r)
}

// AdminWorkspace is a workspace in the list of the console.
type AdminWorkspace struct {
	ID      db.SpaceID `json:"space_id"`
	Title   string     `json:"title"`
	Owner   AdminOwner `json:"owner"`
	Members int        `json:"members"`
	Plan    string     `json:"plan" doc:"name of the plan; unlimited for none"`
	EndsAt  api.Time   `json:"plan_ends_at" nullable:"true"`
	Storage int64      `json:"storage_used"`
	Limit   int64      `json:"storage_limit" doc:"bytes; 0 is none"`
	State   string     `json:"state" enum:"active,frozen,expired,deleted"`
	Until   api.Time   `json:"restorable_until" nullable:"true" doc:"of a deleted one"`
}

// AdminOwner is the owner of a workspace.
type AdminOwner struct {
	ID    db.UserID `json:"user_id"`
	Name  string    `json:"name"`
	Email string    `json:"email"`
}

// AdminWorkspaces is a part of the workspaces.
type AdminWorkspaces struct {
	Workspaces []AdminWorkspace `json:"workspaces"`
	PageInfo   api.PageInfo     `json:"page_info"`
}

type spacesIn struct {
	Find   string `query:"query" doc:"a part of a title"`
	Filter string `query:"filter" enum:",frozen,full,deleted,ending,ended" doc:"ending, ended: by the end of the plan, within 30 days"`
	Plan   string `query:"plan" doc:"name of a plan, or unlimited"`
	api.PageQuery
}

// parsePart checks the filters and returns the part of the list.
func (in *spacesIn) parsePart() (api.Part, error) {
	if len(in.Find) > maxQuery || len(in.Plan) > maxQuery {
		return api.Part{}, fault.Field("query", fault.TooLong)
	}
	if !db.HasSpacesList(in.Filter) {
		return api.Part{}, fault.Field("filter", fault.InvalidValue)
	}
	return in.Of("workspaces " + in.Filter + " " + in.Plan)
}

func (s *Service) handleListSpaces(c *api.Call, in *spacesIn) (*AdminWorkspaces, error) {
	part, err := in.parsePart()
	if err != nil {
		return nil, err
	}
	l := &AdminWorkspaces{Workspaces: []AdminWorkspace{}}
	err = s.db.View(c, func(v *db.View) error {
		f := db.SpacesFilter{Text: in.Find, Kind: in.Filter, Plan: in.Plan, Slice: part.Slice}
		rows, next, err := v.AdminSpaces(f)
		if err != nil {
			return err
		}
		for i := range rows {
			l.Workspaces = append(l.Workspaces, toAdminWorkspace(v, &rows[i]))
		}
		total, err := v.CountAdminSpaces(f)
		if err != nil {
			return err
		}
		l.PageInfo, err = part.Info(total, next)
		return err
	})
	return l, err
}

func toAdminWorkspace(v *db.View, sp *db.SpaceRow) AdminWorkspace {
	w := AdminWorkspace{
		ID: sp.ID, Title: sp.Title, Owner: AdminOwner{ID: sp.Owner, Name: fullName(sp.OwnerFirst, sp.OwnerLast),
			Email: accounts.DisplayEmail(sp.OwnerEmail)},
		Members: sp.Members, Plan: sp.PlanName, EndsAt: api.Time(sp.EndsAt), Storage: sp.StorageUsed, Limit: sp.StorageLimit,
		State: "active", Until: api.Time(sp.PurgeAt),
	}
	if sp.Plan == 0 {
		w.Plan = "unlimited"
	}
	switch {
	case !sp.DeletedAt.IsZero():
		w.State = "deleted"
	case sp.IsFrozen():
		w.State = "frozen"
	case sp.IsLocked(v.Now):
		w.State = "expired"
	}
	return w
}

// AdminWorkspacePage is all that the console shows of a workspace.
type AdminWorkspacePage struct {
	AdminWorkspace
	CreatedAt    api.Time         `json:"created_at"`
	ActiveAt     api.Time         `json:"active_at" nullable:"true" doc:"of the last change in the shared files"`
	FrozenReason string           `json:"frozen_reason,omitempty"`
	MemberLimit  int              `json:"member_limit" doc:"0 is none"`
	Nodes        int64            `json:"nodes" doc:"files and directories, those in the trash too"`
	NodeLimit    int64            `json:"node_limit" doc:"set by staff; 0 is none"`
	NodeMost     int64            `json:"node_most" doc:"that holds, from node_limit and the storage; 0 is none"`
	Use          AdminUse         `json:"use"`
	Largest      []AdminDirectory `json:"largest" doc:"directories of the shared files, without their names"`
}

// AdminUse is what a workspace holds, by kind.
type AdminUse struct {
	Heads       int64 `json:"heads" doc:"bytes of the newest versions"`
	Versions    int64 `json:"versions" doc:"bytes of the versions before; all could be freed"`
	Trash       int64 `json:"trash" doc:"bytes; all could be freed"`
	Files       int64 `json:"files"`
	Directories int64 `json:"directories"`
	Trashed     int64 `json:"trashed" doc:"files and directories in the trash"`
}

// AdminDirectory is a directory without its name.
type AdminDirectory struct {
	ID    db.NodeID `json:"directory_id"`
	Size  int64     `json:"size"`
	Files int64     `json:"files"`
}

const maxLargest = 10

type spaceIn struct {
	Space db.SpaceID `path:"space_id"`
}

func loadSpaceRow(v *db.View, id db.SpaceID) (*db.SpaceRow, error) {
	sp, err := v.AdminSpace(id)
	if errors.Is(err, db.ErrNotFound) {
		return nil, fault.InvalidID
	}
	return sp, err
}

func (s *Service) handleGetSpace(c *api.Call, in *spaceIn) (*AdminWorkspacePage, error) {
	return db.Get(c, s.db, func(v *db.View) (p *AdminWorkspacePage, err error) {
		sp, err := loadSpaceRow(v, in.Space)
		if err != nil {
			return nil, err
		}
		u, err := v.SpaceUse(&sp.Space)
		if err != nil {
			return nil, err
		}
		p = &AdminWorkspacePage{
			AdminWorkspace: toAdminWorkspace(v, sp), CreatedAt: api.Time(sp.CreatedAt), ActiveAt: api.Time(sp.ActiveAt),
			FrozenReason: sp.FrozenReason, MemberLimit: sp.MemberLimit, Nodes: u.Files + u.Directories + u.Trashed,
			NodeLimit: sp.NodeLimit, NodeMost: quota.NodeLimit(&sp.Space), Largest: []AdminDirectory{},
			Use: AdminUse{u.Heads, u.Versions, u.Trash, u.Files, u.Directories, u.Trashed},
		}
		big, err := v.LargestDirectories(sp.Root, maxLargest)
		for _, d := range big {
			p.Largest = append(p.Largest, AdminDirectory{ID: d.ID, Size: d.Size, Files: d.Files})
		}
		return p, err
	})
}
