package nextcloud

import (
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/db"
)

func (s *Service) mountHome(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "GET /accounts/connected-devices/home", Gate: api.Member,
		Does: "The workspace whose My Drive is the top folder of your sync apps",
	}, s.handleShowHome)
	api.Handle(r, api.Op{
		Call: "PUT /accounts/connected-devices/home", Gate: api.Member, Status: 204,
		Does:  "Choose that workspace; apps that are connected move the copies on their devices",
		Fails: []*fault.Fault{fault.InvalidID},
	}, s.handleChooseHome)
}

// DeviceHome is the workspace whose My Drive is the top of what sync apps see.
type DeviceHome struct {
	Space *db.SpaceID `json:"space_id" nullable:"true" doc:"null for a person without a workspace"`
}

func (s *Service) handleShowHome(c *api.Call, _ *api.None) (*DeviceHome, error) {
	o := &DeviceHome{}
	err := s.DB.View(c, func(v *db.View) error {
		_, id, err := loadHomes(v, c.Who)
		if err == nil && id != 0 {
			o.Space = &id
		}
		return err
	})
	return o, err
}

type homeIn struct {
	Space db.SpaceID `json:"space_id"`
}

func (s *Service) handleChooseHome(c *api.Call, in *homeIn) (api.None, error) {
	err := s.DB.Update(c, func(tx *db.Tx) error {
		all, err := access.Spaces(tx.ReadOnly(), c.Who)
		if err != nil {
			return err
		}
		for i := range all {
			if all[i].ID == in.Space {
				return tx.PutHome(c.Who.User, in.Space)
			}
		}
		return fault.InvalidID
	})
	if err == nil {
		s.push.wakeUser(c.Who.User)
	}
	return api.None{}, err
}

// ensureHome returns the workspace whose My Drive is the top of the caller's tree; 0 without one. The choice is kept: another
// one would look to apps as if all files were gone.
func (s *Service) ensureHome(c *api.Call) (db.SpaceID, error) {
	var kept, first db.SpaceID
	err := s.DB.View(c, func(v *db.View) (err error) {
		kept, first, err = loadHomes(v, c.Who)
		return err
	})
	if err != nil || first == 0 || kept == first || c.Who.NarrowToken() != 0 {
		return first, err
	}
	err = s.DB.Update(c, func(tx *db.Tx) error {
		if _, first, err = loadHomes(tx.ReadOnly(), c.Who); err != nil || first == 0 {
			return err
		}
		return tx.PutHome(c.Who.User, first)
	})
	return first, err
}

// loadHomes returns the workspace that was chosen and the one that counts: that one as long as the person belongs to it, else
// their oldest.
func loadHomes(v *db.View, who access.Actor) (kept, counts db.SpaceID, err error) {
	if kept, err = v.HomeOf(who.User); err != nil {
		return 0, 0, err
	}
	all, err := access.Spaces(v, who)
	if err != nil {
		return 0, 0, err
	}
	for i := range all {
		if all[i].ID == kept {
			return kept, kept, nil
		}
		if counts == 0 || all[i].ID < counts {
			counts = all[i].ID
		}
	}
	return kept, counts, nil
}

// loadHome is the workspace whose storage an app shows; nil without one.
func loadHome(v *db.View, who access.Actor) (*db.Space, error) {
	_, id, err := loadHomes(v, who)
	if err != nil || id == 0 {
		return nil, err
	}
	sp, _, err := access.SpaceRights(v, who, id)
	if errors.Is(err, fault.InvalidID) {
		return nil, nil
	}
	return sp, err
}
