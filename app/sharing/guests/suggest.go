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
				found.add(who, m.User, m.Email, m.FirstName+" "+m.LastName)
			}
		}
		guests, err := v.GuestsBy(who.User, recentInvitees)
		if err != nil {
			return nil, err
		}
		users := make([]db.UserID, len(guests))
		for i, g := range guests {
			users[i] = g.User
		}
		people, err := v.People(users)
		if err != nil {
			return nil, err
		}
		for _, g := range guests {
			p := people[g.User]
			if name := p.FirstName + " " + p.LastName; strings.Contains(g.Email, key) || strings.Contains(names.SearchKey(name), key) {
				found.add(who, g.User, g.Email, name)
			}
		}
		return found, nil
	})
}

// suggestions has each address once, and not the actor's own.
type suggestions []Suggestion

func (l *suggestions) add(who access.Actor, user db.UserID, email, name string) {
	if len(*l) == maxSuggested || email == "" || user == who.User {
		return
	}
	for _, s := range *l {
		if s.Email == email {
			return
		}
	}
	*l = append(*l, Suggestion{email, strings.TrimSpace(name)})
}
