package members

import (
	"context"
	"slices"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/db"
)

// Page is a page of the members of a workspace.
type Page struct {
	Members []Member
	Space   *db.Space
	Invited int // addresses in the whole list, whatever their role
	Info    api.PageInfo
}

// List returns a page of the members of a workspace, with pending invitations last: all, or those of one built-in role; or the
// invitations alone.
func (s *Service) List(ctx context.Context, who access.Actor, space db.SpaceID, role string, invited bool, p api.PageQuery) (*Page,
	error) {
	part, err := p.Of("members")
	if err != nil {
		return nil, err
	}
	return db.Get(ctx, s.db, func(v *db.View) (*Page, error) {
		sp, err := access.Space(v, who, space, access.Read, access.Member)
		if err != nil {
			return nil, err
		}
		invites, err := v.MemberInvitesOf(space)
		if err != nil {
			return nil, err
		}
		page := &Page{Space: sp, Invited: len(invites)}
		invites = slices.DeleteFunc(invites, func(i db.MemberInvite) bool { return role != "" && i.Role != role })
		var active int64
		var next []any
		if invited {
			page.Members, next, err = loadInvited(v, invites, part.Slice)
		} else if active, err = v.CountMembers(space, role); err == nil {
			page.Members, next, err = loadPage(v, space, role, part.Slice, active, invites)
		}
		if err != nil {
			return nil, err
		}
		page.Info, err = part.Info(active+int64(len(invites)), next)
		return page, err
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
	some, next, err := loadInvited(v, invites, waits)
	return append(all, some...), next, err
}

func loadInvited(v *db.View, invites []db.MemberInvite, s db.Slice) ([]Member, []any, error) {
	some, next, err := db.SliceInvites(invites, s)
	all := make([]Member, len(some))
	for i := range some {
		all[i] = toInvitedMember(&some[i], v.Now)
	}
	return all, next, err
}

func isAddress(v any) bool {
	_, ok := v.(string)
	return ok
}

func toInvitedMember(i *db.MemberInvite, now time.Time) Member {
	return Member{
		Member:   db.Member{Membership: db.Membership{Space: i.Space, Role: i.Role, JoinedAt: i.CreatedAt}, Email: i.Email},
		Status:   Invited,
		WaitsFor: waitsFor(i, now),
	}
}

func waitsFor(i *db.MemberInvite, now time.Time) string {
	switch {
	case i.Verified:
		return Room
	case i.Member:
		return Raise
	case i.HasAccount:
		return Verification
	case now.After(i.OpenUntil):
		return NewLink
	}
	return SignUp
}
