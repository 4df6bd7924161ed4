package guests

import (
	"context"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/names"
	"anbar/app/sharing/members"
	"anbar/db"
)

const (
	maxSuggested   = 8
	recentInvitees = 200 // that are looked through, the newest
)

// Suggestion is a person whom the actor may mean by what they typed.
type Suggestion struct {
	Email string `json:"email"`
	Name  string `json:"name" doc:"empty for an address that belongs to nobody yet"`
}

// SuggestPeople returns people whose name or address has the words in it, at most 8: members of the workspace, for who may see them, and
// those whom the actor gave a role on an item before, in any workspace.
func (s *Service) SuggestPeople(ctx context.Context, who access.Actor, space db.SpaceID, words string) ([]Suggestion, error) {
	key := names.SearchKey(words)
	return db.Get(ctx, s.db, func(v *db.View) ([]Suggestion, error) {
		_, rights, err := access.SpaceRights(v, who, space)
		if err != nil || key == "" {
			return nil, err
		}
		var found suggestions
		if rights.Has(access.Read, access.Member) {
			all, err := members.Find(v, space, key)
			if err != nil {
				return nil, err
			}
			for _, m := range all {
				if m.User != who.User {
					found.add(m.Email, m.FirstName+" "+m.LastName)
				}
			}
		}
		invitees, err := v.InviteesOf(who.User, recentInvitees)
		if err != nil {
			return nil, err
		}
		for _, i := range invitees {
			if strings.Contains(i.Email, key) || strings.Contains(names.SearchKey(i.Name), key) {
				found.add(i.Email, i.Name)
			}
		}
		return found, nil
	})
}

// suggestions has each address once, and none that leads nowhere.
type suggestions []Suggestion

func (l *suggestions) add(email, name string) {
	if len(*l) == maxSuggested || email == "" || strings.HasSuffix(email, names.NoAddress) {
		return
	}
	for _, s := range *l {
		if s.Email == email {
			return
		}
	}
	*l = append(*l, Suggestion{email, strings.TrimSpace(name)})
}
