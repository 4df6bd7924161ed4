package access

import (
	"anbar/app/base/fault"
	"anbar/db"
)

// Public loads a public workspace, which any user may join. For a private one it fails with
// NotPublic for its members and InvalidID for all other users.
func Public(v *db.View, who Actor, id db.SpaceID) (*db.Space, error) {
	if who.Visitor != 0 || who.User == 0 {
		return nil, fault.InvalidID
	}
	s, err := v.LivingSpace(id)
	if err != nil {
		return nil, toInvalidID(err)
	}
	if s.Access == "public" {
		return s, nil
	}
	if _, _, err := loadSpace(v, who, id); err != nil {
		return nil, err
	}
	return nil, fault.NotPublic
}
