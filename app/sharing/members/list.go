package members

import (
	"context"
	"slices"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/db"
)

// Page is a page of the members of a workspace.
type Page struct {
	Members []Member
	Space   *db.Space
	Info    api.PageInfo
}

// List returns a page of the members of a workspace, with pending invitations last.
func (s *Service) List(ctx context.Context, who access.Actor, space db.SpaceID, role string, p api.PageQuery) (*Page, error) {
	part, err := p.Of("members")
	if err != nil {
		return nil, err
	}
	return db.Get(ctx, s.db, func(v *db.View) (*Page, error) {
		sp, err := access.Space(v, who, space, access.Read, access.Member)
		if err != nil {
			return nil, err
		}
		active, err := v.CountMembers(space, role)
		if err != nil {
			return nil, err
		}
		invites, err := v.MemberInvitesOf(space)
		if err != nil {
			return nil, err
		}
		invites = slices.DeleteFunc(invites, func(i db.MemberInvite) bool { return role != "" && i.Role != role })
		all, next, err := loadPage(v, space, role, part.Slice, active, invites)
		if err != nil {
			return nil, err
		}
		info, err := part.Info(active+int64(len(invites)), next)
		return &Page{Members: all, Space: sp, Info: info}, err
	})
}

// loadPage reads members, and when there are no more of them takes invitations. A member
// is named by their id, an invitation by its address.
func loadPage(v *db.View, space db.SpaceID, role string, s db.Slice, active int64, invites []db.MemberInvite) ([]Member, []any, error) {
	var all []Member
	waits := db.Slice{Skip: max(s.Skip-int(active), 0), Limit: s.Limit}
	if len(s.After) == 1 && isAddress(s.After[0]) {
		waits.After = s.After
	} else {
		rows, next, err := v.MembersOf(space, role, s)
		if err != nil {
			return nil, nil, err
		}
		if all, err = attachRoles(v, space, rows); err != nil || next != nil {
			return all, next, err
		}
		waits.Limit -= len(rows)
	}
	if waits.Limit == 0 && len(invites) > 0 {
		return all, []any{""}, nil // the first invitation is behind it
	}
	some, next, err := db.SliceInvites(invites, waits)
	for i := range some {
		all = append(all, toInvitedMember(&some[i]))
	}
	return all, next, err
}

func isAddress(v any) bool {
	_, ok := v.(string)
	return ok
}

func toInvitedMember(i *db.MemberInvite) Member {
	return Member{
		Member: db.Member{Membership: db.Membership{Space: i.Space, Role: i.Role, JoinedAt: i.CreatedAt}, Email: i.Email}, Status: Invited,
	}
}
