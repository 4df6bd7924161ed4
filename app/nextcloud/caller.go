package nextcloud

import (
	"net/url"
	"strings"

	"anbar/app/api"
	"anbar/app/fault"
	"anbar/db"
)

const (
	ocNS = "http://owncloud.org/ns"
	ncNS = "http://nextcloud.org/ns"
)

// isCaller fails unless an escaped name in a path is one of the person who calls.
func (s *Service) isCaller(c *api.Call, escaped string) error {
	name, err := url.PathUnescape(escaped)
	if err != nil {
		return fault.InvalidID
	}
	if name == c.Who.User.String() {
		return nil
	}
	return s.DB.ViewOne(c, func(v *db.View) error {
		u, err := v.UserByID(c.Who.User)
		if err != nil {
			return hidden(err)
		}
		if name == "" || !strings.EqualFold(name, u.Email) && name != u.Mobile {
			return fault.InvalidID
		}
		return nil
	})
}
