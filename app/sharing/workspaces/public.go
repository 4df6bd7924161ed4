package workspaces

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/drive/activity"
	"anbar/app/sharing/members"
	"anbar/db"
)

// The kinds of access to a workspace.
const (
	Private = "private" // invited users join
	Public  = "public"  // every user may join
)

// SetSharing allows or prevents sharing the items of a workspace with non-members. Existing
// shares stay.
func (s *Service) SetSharing(ctx context.Context, who access.Actor, id db.SpaceID, prevent bool) (*db.Space, error) {
	return s.updateSpace(ctx, who, id, access.Update, func(tx *db.Tx, sp *db.Space) error {
		if sp.PreventNonMembers == prevent {
			return nil
		}
		if err := tx.UpdateSpaceSharing(id, prevent); err != nil {
			return err
		}
		return recordSpaceActivity(tx, who, sp, activity.WorkspaceSharing, sharingDetail(!prevent), sharingDetail(prevent))
	})
}

func sharingDetail(prevent bool) *activity.Detail {
	if prevent {
		return &activity.Detail{Access: "members"}
	}
	return &activity.Detail{Access: "everyone"}
}

// SetAccess makes a workspace public or private. role is the role of users who join by
// themselves, empty to keep the current one. It may not have more rights than the actor.
func (s *Service) SetAccess(ctx context.Context, who access.Actor, id db.SpaceID, open, role string) (*db.Space, error) {
	if open != Public && open != Private {
		return nil, fault.Field("access", fault.InvalidValue)
	}
	return s.updateSpace(ctx, who, id, access.Update, func(tx *db.Tx, sp *db.Space) error {
		now := role
		if now == "" {
			now = sp.DefaultRole
		}
		if open == sp.Access && now == sp.DefaultRole {
			return nil
		}
		if err := checkDefaultRole(tx.ReadOnly(), who, id, now); err != nil {
			return err
		}
		if err := tx.UpdateSpaceAccess(id, open, now); err != nil {
			return err
		}
		return recordSpaceActivity(tx, who, sp, activity.WorkspaceAccess, &activity.Detail{Access: sp.Access, Content: sp.DefaultRole},
			&activity.Detail{Access: open, Content: now})
	})
}

// checkDefaultRole refuses a role that users cannot get by joining, or that has more rights than the
// actor.
func checkDefaultRole(v *db.View, who access.Actor, id db.SpaceID, role string) error {
	given, known := access.BuiltInRights(role)
	switch {
	case !known:
		return fault.Field("default_role", fault.InvalidValue)
	case role == access.Owner || role == access.Admin:
		return fault.DefaultRoleLimit
	}
	_, mine, err := access.SpaceRights(v, who, id)
	if err == nil && !mine.Covers(given) {
		err = fault.PermissionDenied
	}
	return err
}

// Join makes the actor a member of a public workspace, with its default role.
func (s *Service) Join(ctx context.Context, who access.Actor, id db.SpaceID) (*db.Space, error) {
	return db.Do(ctx, s.db, func(tx *db.Tx) (sp *db.Space, err error) {
		open, err := access.Public(tx.ReadOnly(), who, id)
		if err != nil {
			return nil, err
		}
		if err := access.CheckSpaceWritable(tx.ReadOnly(), open, access.Create, access.Member); err != nil {
			return nil, err
		}
		if err := members.Add(tx, open, who.User, 0, open.DefaultRole); err != nil {
			return nil, err
		}
		if sp, err = access.Space(tx.ReadOnly(), who, id, access.Read, access.Workspace); err != nil {
			return sp, err
		}
		return sp, recordSpaceActivity(tx, who, sp, activity.MemberJoin, nil, &activity.Detail{Title: sp.Role})
	})
}

const maxQuery = 200

// ListPublic returns a page of the public workspaces, by title. query, if not empty, has to
// occur in the title.
func (s *Service) ListPublic(ctx context.Context, who access.Actor, query string, p api.PageQuery) ([]db.OpenSpace, api.PageInfo, error) {
	var all []db.OpenSpace
	var info api.PageInfo
	if len(query) > maxQuery {
		return nil, info, fault.Field("query", fault.TooLong)
	}
	part, err := p.Of("public workspaces")
	if err != nil {
		return nil, info, err
	}
	words := names.Fold(strings.TrimSpace(query))
	err = s.db.View(ctx, func(v *db.View) error {
		total, err := v.CountPublicSpaces(words)
		if err != nil {
			return err
		}
		var next []any
		if all, next, err = v.PublicSpaces(who.User, words, part.Slice); err != nil {
			return err
		}
		info, err = part.Info(total, next)
		return err
	})
	return all, info, err
}

// reserved are the names that no workspace's address may have.
var reserved = []string{"admin", "api", "app", "assets", "autoconfig", "autodiscover", "cdn", "download", "drive", "editor", "ftp", "help",
	"imap", "login", "mail", "ns1", "ns2",
	"pop", "root", "smtp", "static", "status", "support", "u", "upload", "webmail", "www"}

func (s *Service) mountPublic(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "PUT /storage/workspace/{space_id}/sharing-settings", Gate: api.Member,
		Does:  "Allow or prevent sharing with non-members",
		Fails: []*fault.Fault{fault.PermissionDenied},
	}, s.handleSetSharing)
	api.Handle(r, api.Op{
		Call: "PUT /storage/workspace/{space_id}/access", Gate: api.Member,
		Does:  "Make a workspace public or private",
		Fails: []*fault.Fault{fault.PermissionDenied, fault.DefaultRoleLimit},
	}, s.handleSetAccess)
	api.Handle(r, api.Op{
		Call: "POST /storage/workspace/{space_id}/join", Gate: api.Member,
		Does: "Join a public workspace", Status: http.StatusCreated,
		Fails: []*fault.Fault{fault.NotPublic, fault.MemberExists, fault.MemberQuota},
	}, s.handleJoin)
	api.Handle(r, api.Op{
		Call: "GET /storage/workspaces/public", Gate: api.Member,
		Does: "The public workspaces, by title",
	}, s.handleListPublic)
	api.Handle(r, api.Op{
		Call: "GET /storage/reserved-subdomains", Gate: api.Member,
		Does: "Reserved names, which the address of a workspace may not have",
	}, s.handleListReservedSubdomains)
}

type sharingIn struct {
	Space   db.SpaceID `path:"space_id"`
	Prevent bool       `json:"prevent_sharing_non_members"`
}

func (s *Service) handleSetSharing(c *api.Call, in *sharingIn) (*Space, error) {
	return s.toResponse(s.SetSharing(c, c.Who, in.Space, in.Prevent))
}

type accessIn struct {
	Space       db.SpaceID `path:"space_id"`
	Access      string     `json:"access" enum:"public,private"`
	DefaultRole string     `json:"default_role,omitempty" doc:"the role of users who join a public workspace: editor, organizer, viewer or no_role"`
}

func (s *Service) handleSetAccess(c *api.Call, in *accessIn) (*Space, error) {
	return s.toResponse(s.SetAccess(c, c.Who, in.Space, in.Access, in.DefaultRole))
}

func (s *Service) handleJoin(c *api.Call, in *spaceIn) (*Space, error) {
	return s.toResponse(s.Join(c, c.Who, in.Space))
}

// PublicSpace is a workspace as users see it who may join it.
type PublicSpace struct {
	ID                db.SpaceID `json:"space_id"`
	Title             string     `json:"title"`
	OrganizationTitle string     `json:"organization_title"`
	AvatarURL         *string    `json:"avatar_url"`
	PrimaryColor      string     `json:"primary_color"`
	SecondaryColor    string     `json:"secondary_color"`
	MemberCount       int        `json:"member_count"`
	IsMember          bool       `json:"is_member"`
}

// PublicSpaceList is a page of the public workspaces.
type PublicSpaceList struct {
	Workspaces []PublicSpace `json:"workspaces"`
	PageInfo   api.PageInfo  `json:"page_info"`
}

type publicIn struct {
	Query string `query:"query"`
	api.PageQuery
}

func (s *Service) handleListPublic(c *api.Call, in *publicIn) (*PublicSpaceList, error) {
	rows, info, err := s.ListPublic(c, c.Who, in.Query, in.PageQuery)
	l := &PublicSpaceList{Workspaces: []PublicSpace{}, PageInfo: info}
	for i := range rows {
		r := &rows[i]
		l.Workspaces = append(l.Workspaces, PublicSpace{
			ID: r.ID, Title: r.Title, OrganizationTitle: r.OrganizationTitle, AvatarURL: api.AvatarURL(&r.Space),
			PrimaryColor: r.PrimaryColor, SecondaryColor: r.SecondaryColor, MemberCount: r.Members, IsMember: r.IsMember,
		})
	}
	return l, err
}

// ReservedNames is the names that no workspace's address may have.
type ReservedNames struct {
	Names []string `json:"reserved_subdomains"`
}

func (s *Service) handleListReservedSubdomains(*api.Call, *api.None) (*ReservedNames, error) {
	return &ReservedNames{slices.Clone(reserved)}, nil
}
