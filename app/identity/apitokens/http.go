package apitokens

import (
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/db"
)

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	api.Handle(r, api.Op{Call: "GET /accounts/api-tokens", Gate: api.Member, Does: "Your API tokens, without their secrets"}, s.handleList)
	api.Handle(r, api.Op{
		Call: "POST /accounts/api-tokens", Gate: api.Member,
		Does: "Make an API token; its secret is shown once", Status: 201,
		Fails: []*fault.Fault{fault.ReauthenticationRequired, fault.TooManyTokens, fault.InvalidID},
	}, s.handleCreate)
	api.Handle(r, api.Op{
		Call: "DELETE /accounts/api-tokens/{token_id}", Gate: api.Member,
		Does:  "Revoke an API token",
		Fails: []*fault.Fault{fault.InvalidID},
	}, s.handleRevoke)
	s.mountDevices(r)
}

// APIToken is an API token as its owner sees it.
type APIToken struct {
	ID        db.TokenID      `json:"token_id"`
	Name      string          `json:"name"`
	Hint      string          `json:"hint" doc:"the last characters of its secret"`
	Spaces    []APITokenSpace `json:"spaces" doc:"it opens only these; all workspaces of its user when empty"`
	Write     bool            `json:"may_write"`
	CreatedAt api.Time        `json:"created_at"`
	ExpiresAt api.Time        `json:"expires_at" nullable:"true"`
	LastUsed  api.Time        `json:"last_used" nullable:"true"`
	Address   string          `json:"address" doc:"network address of the last use"`
	Token     string          `json:"token,omitempty" doc:"the secret, once"`
}

// APITokenSpace is a workspace that an API token opens. The title is empty when its
// owner is no longer there.
type APITokenSpace struct {
	ID    db.SpaceID `json:"space_id"`
	Title string     `json:"title"`
}

func toAPIToken(t *db.APIToken, titles map[db.SpaceID]string) APIToken {
	o := APIToken{
		ID: t.ID, Name: t.Name, Hint: t.Hint, Spaces: []APITokenSpace{}, Write: t.Write, CreatedAt: api.Time(t.CreatedAt),
		ExpiresAt: api.Time(t.ExpiresAt), LastUsed: api.Time(t.UsedAt), Address: t.Address,
	}
	for _, id := range t.Spaces {
		o.Spaces = append(o.Spaces, APITokenSpace{id, titles[id]})
	}
	return o
}

func loadSpaceTitles(v *db.View, who access.Actor) (map[db.SpaceID]string, error) {
	all, err := access.Spaces(v, who)
	by := make(map[db.SpaceID]string, len(all))
	for i := range all {
		by[all[i].ID] = all[i].Title
	}
	return by, err
}

// APITokenList is the API tokens of a person.
type APITokenList struct {
	Tokens []APIToken `json:"tokens"`
}

func (s *Service) handleList(c *api.Call, _ *api.None) (*APITokenList, error) {
	l := &APITokenList{Tokens: []APIToken{}}
	err := s.db.View(c, func(v *db.View) error {
		by, err := loadSpaceTitles(v, c.Who)
		if err != nil {
			return err
		}
		all, err := listByKind(v, c.Who.User, db.TokenAPI)
		for i := range all {
			l.Tokens = append(l.Tokens, toAPIToken(&all[i], by))
		}
		return err
	})
	return l, err
}

type createIn struct {
	Name      string       `json:"name"`
	Spaces    []db.SpaceID `json:"space_ids,omitempty" doc:"all when empty"`
	Write     bool         `json:"may_write,omitempty"`
	ExpiresAt *time.Time   `json:"expires_at,omitempty" doc:"never without"`
}

func (s *Service) handleCreate(c *api.Call, in *createIn) (*APIToken, error) {
	w := TokenRequest{Kind: db.TokenAPI, Name: in.Name, Spaces: in.Spaces, Write: in.Write}
	if in.ExpiresAt != nil {
		w.ExpiresAt = *in.ExpiresAt
	}
	t, secret, err := s.Create(c, c.Who, w, c.Origin())
	if err != nil {
		return nil, err
	}
	o, err := db.Get(c, s.db, func(v *db.View) (o APIToken, err error) {
		by, err := loadSpaceTitles(v, c.Who)
		o = toAPIToken(t, by)
		return o, err
	})
	o.Token = secret
	return &o, err
}

type revokeIn struct {
	ID db.TokenID `path:"token_id"`
}

func (s *Service) handleRevoke(c *api.Call, in *revokeIn) (api.None, error) {
	return api.None{}, s.Revoke(c, c.Who, db.TokenAPI, in.ID, c.Origin())
}
