package members

import (
	"context"
	"errors"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/db"
)

// Welcome is what a new member reads once.
type Welcome struct {
	New     bool   `json:"is_new" doc:"the member has not read it"`
	Inviter string `json:"inviter" doc:"name of who brought the member in; empty when nobody did"`
}

// SchemaName implements api.SchemaNamer.
func (Welcome) SchemaName() string { return "MemberWelcome" }

func (s *Service) mountWelcome(r *api.Router) {
	const welcome = "/role/v1/space/{space_id}/welcome"
	api.Handle(r, api.Op{
		Call: "GET " + welcome, Gate: api.Member,
		Does: "Whether you are a new member of a workspace, and by whom",
	}, s.handleGetWelcome)
	api.Handle(r, api.Op{
		Call: "DELETE " + welcome, Gate: api.Member,
		Does: "Note that you have read the welcome of a workspace", Status: 204,
	}, s.handleEndWelcome)
}

// GetWelcome returns the welcome of the actor in a workspace.
func (s *Service) GetWelcome(ctx context.Context, who access.Actor, space db.SpaceID) (*Welcome, error) {
	return db.Get(ctx, s.db, func(v *db.View) (*Welcome, error) {
		if _, err := access.Space(v, who, space, access.Read, access.Workspace); err != nil {
			return nil, err
		}
		by, err := v.WelcomeOf(space, who.User)
		if errors.Is(err, db.ErrNotFound) {
			return &Welcome{}, nil
		}
		if err != nil || by == 0 {
			return &Welcome{New: true}, err
		}
		people, err := v.People([]db.UserID{by})
		p := people[by]
		return &Welcome{New: true, Inviter: strings.TrimSpace(p.FirstName + " " + p.LastName)}, err
	})
}

// EndWelcome notes that the actor has read the welcome of a workspace.
func (s *Service) EndWelcome(ctx context.Context, who access.Actor, space db.SpaceID) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		if _, err := access.Space(tx.ReadOnly(), who, space, access.Read, access.Workspace); err != nil {
			return err
		}
		return tx.DeleteMemberWelcome(space, who.User)
	})
}

type welcomeIn struct {
	Space db.SpaceID `path:"space_id"`
}

func (s *Service) handleGetWelcome(c *api.Call, in *welcomeIn) (*Welcome, error) {
	return s.GetWelcome(c, c.Who, in.Space)
}

func (s *Service) handleEndWelcome(c *api.Call, in *welcomeIn) (api.None, error) {
	return api.None{}, s.EndWelcome(c, c.Who, in.Space)
}
