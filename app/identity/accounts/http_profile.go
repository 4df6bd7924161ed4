package accounts

import (
	"errors"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/avatar"
	"anbar/db"
)

func (s *Service) mountProfile(r *api.Router) {
	api.Handle(r, api.Op{Call: "GET /accounts/v1/users/me", Gate: api.Member, Does: "The account that is signed in"}, s.handleGetMe)
	api.Handle(r, api.Op{
		Call: "PUT /accounts/v1/users/me", Gate: api.Member,
		Does: "Change your names, language and theme",
	}, s.handleUpdateMe)
	api.Handle(r, api.Op{Call: "PUT /users/me", Gate: api.Member, Does: "Change your names, language and theme"}, s.handleUpdateMe)
	changes := []*fault.Fault{
		fault.ReauthenticationRequired, fault.EmailUsed, fault.MobileUsed, fault.EmailChangeLimit, fault.MobileChangeLimit,
		fault.InvalidPromotion, fault.PromotionUsed, fault.PromotionUpgraded,
	}
	api.Handle(r, api.Op{
		Call: "PUT /accounts/v1/users/me/profile", Gate: api.Member,
		Does:  "Change your names. A new address or number takes effect once its code is entered",
		Fails: changes,
	}, s.handleUpdateProfile)
	api.Stream(r, api.Op{
		Call: "PUT /users/me/profile/avatar", Gate: api.Member,
		Does: "Replace your picture: png or jpeg, under 10 MB", Takes: "image/*", Answers: User{},
		Fails: []*fault.Fault{fault.InvalidAvatar},
	}, s.handleSetAvatar)
	api.Handle(r, api.Op{Call: "DELETE /users/me/profile/avatar", Gate: api.Member, Does: "Remove your picture"}, s.handleRemoveAvatar)
	api.Stream(r, api.Op{Call: "GET /users/{user_id}/avatar", Does: "A user's picture", Gives: "image/*"}, s.handleGetAvatar)
}

func (s *Service) handleGetMe(c *api.Call, _ *api.None) (*User, error) {
	return s.loadUser(c, c.Who.User)
}

type meIn struct {
	FirstName *string `json:"first_name,omitempty"`
	LastName  *string `json:"last_name,omitempty"`
	Language  *string `json:"language,omitempty" enum:"fa,en,fa-ir,en-us"`
	Theme     *string `json:"theme,omitempty" enum:",light,dark" doc:"empty: as the device has it"`
	Onboarded *bool   `json:"is_onboarded,omitempty" doc:"the user has seen the tour"`
}

func (s *Service) handleUpdateMe(c *api.Call, in *meIn) (*User, error) {
	return s.UpdateProfile(c, c.Who, Profile{FirstName: in.FirstName, LastName: in.LastName, Language: in.Language,
		Theme: in.Theme, Onboarded: in.Onboarded})
}

type profileIn struct {
	FirstName     *string `json:"first_name,omitempty"`
	LastName      *string `json:"last_name,omitempty"`
	Email         string  `json:"email,omitempty" doc:"as PUT …/me/email-verification takes it"`
	Mobile        string  `json:"mobile,omitempty" doc:"as PUT …/me/mobile-verification takes it"`
	PromotionCode string  `json:"promotion_code,omitempty"`
}

func (s *Service) handleUpdateProfile(c *api.Call, in *profileIn) (*User, error) {
	p := Profile{FirstName: in.FirstName, LastName: in.LastName}
	wrong := fault.Fields{}
	p.validate(wrong)
	emailContact.validate(wrong, in.Email)
	mobileContact.validate(wrong, in.Mobile)
	if err := wrong.Err(); err != nil { // before anything is done
		return nil, err
	}
	if err := s.ChangeContact(c, c.Who, in.Email, in.Mobile, c.Origin()); err != nil {
		return nil, err
	}
	if in.PromotionCode != "" {
		if err := s.promotions.Redeem(c, c.Who, in.PromotionCode, c.Origin()); err != nil {
			return nil, err
		}
	}
	return s.UpdateProfile(c, c.Who, p)
}

func (s *Service) handleSetAvatar(c *api.Call, _ *api.None) error {
	u, err := s.SetAvatar(c, c.Who, avatar.PictureReader(c))
	if err != nil {
		return err
	}
	return api.WriteJSON(c.W, 200, u)
}

func (s *Service) handleRemoveAvatar(c *api.Call, _ *api.None) (*User, error) {
	return s.RemoveAvatar(c, c.Who)
}

type avatarIn struct {
	User db.UserID `path:"user_id"`
}

// handleGetAvatar serves a picture to every caller who knows the user's id, because pages show it
// beside the user's files.
func (s *Service) handleGetAvatar(c *api.Call, in *avatarIn) error {
	var h db.Hash
	var kind string
	err := s.db.View(c, func(v *db.View) (err error) {
		h, kind, err = v.UserAvatar(in.User)
		return err
	})
	if errors.Is(err, db.ErrNotFound) {
		err = fault.InvalidID
	}
	if err != nil {
		return err
	}
	return avatar.Serve(c, s.blobs, h, kind)
}
