package access

import (
	"anbar/app/fault"
	"anbar/db"
)

// Public loads a workspace that whoever has an account may join. A private one
// is not there for who does not know it from within: NotPublic for its people,
// InvalidID for everybody else.
func Public(v *db.View, who Actor, id db.SpaceID) (*db.Space, error) {
	if who.Visitor != 0 || who.User == 0 {
		return nil, fault.InvalidID
	}
	s, err := v.LivingSpace(id)
	if err != nil {
		return nil, hidden(err)
	}
	if s.Access == "public" {
		return s, nil
	}
	if _, _, err := member(v, who, id); err != nil {
		return nil, err
	}
	return nil, fault.NotPublic
}
