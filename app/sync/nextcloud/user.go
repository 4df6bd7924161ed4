package nextcloud

import (
	"errors"
	"net/http"
	"strings"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/quota"
	"anbar/app/identity/avatar"
	"anbar/db"
)

const unlimited = -3 // as apps know it

func (s *Service) renderUser(c *api.Call) (*reply, error) {
	var u *db.User
	space := object{{"free", s.Free()}, {"used", 0}, {"total", s.Free()}, {"relative", 0}, {"quota", unlimited}}
	err := s.DB.View(c, func(v *db.View) (err error) {
		if u, err = v.UserByID(c.Who.User); err != nil {
			return err
		}
		h, err := loadHome(v, c.Who)
		if err == nil && h != nil {
			space = renderStorage(h, s.Free())
		}
		return err
	})
	if err != nil {
		return nil, toInvalidID(err)
	}
	name := strings.TrimSpace(u.FirstName + " " + u.LastName)
	if name == "" {
		name = u.Email + u.Mobile
	}
	return okReply(object{
		{"id", u.ID.String()}, {"enabled", true}, {"display-name", name}, {"displayname", name}, {"email", u.Email}, {"phone", u.Mobile},
		{"quota", space}, {"groups", []string{}}, {"language", u.Language}, {"locale", u.Language},
	}), nil
}

// renderStorage is how full a workspace is.
func renderStorage(sp *db.Space, disk int64) object {
	free := quota.FreeBytes(sp, disk)
	limit := sp.StorageLimit
	if limit == 0 {
		limit = unlimited
	}
	total := sp.StorageUsed + free
	relative := 0.0
	if total > 0 {
		relative = float64(sp.StorageUsed*10_000/total) / 100
	}
	return object{{"free", free}, {"used", sp.StorageUsed}, {"total", total}, {"relative", relative}, {"quota", limit}}
}

// handleAvatar shows the picture of a person: /index.php/avatar/{user}/{size}. All pictures have
// one size.
func (s *Service) handleAvatar(c *api.Call) error {
	if c.R.Method != http.MethodGet && c.R.Method != http.MethodHead {
		return writeNotFound(c)
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(c.R.URL.Path, "/index.php/avatar/"), "/")
	var id db.UserID
	if id.UnmarshalText([]byte(name)) != nil {
		return writeNotFound(c)
	}
	var h db.Hash
	var kind string
	err := s.DB.ViewOne(c, func(v *db.View) (err error) {
		h, kind, err = v.UserAvatar(id)
		return err
	})
	if err = toInvalidID(err); errors.Is(err, fault.InvalidID) {
		return writeNotFound(c)
	}
	if err != nil {
		return err
	}
	return avatar.ServeCurrent(c, s.Blobs, h, kind)
}
