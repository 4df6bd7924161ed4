package access

import (
	"anbar/app/base/fault"
	"anbar/db"
)

// HasOnAnyItem reports whether the actor may do verb to subject on at least one item of a
// space, beyond their rights in all of it.
func HasOnAnyItem(v *db.View, who Actor, space db.SpaceID, verb Verb, subject Subject) (bool, error) {
	_, gs, err := loadSpace(v, who, space)
	if err != nil {
		return false, err
	}
	for _, g := range gs.items {
		if g.shared.Has(verb, subject) {
			return true, nil
		}
		for _, r := range g.below {
			if r.Has(verb, subject) {
				return true, nil
			}
		}
	}
	return false, nil
}

// LoadWritableSpace loads a space in which the actor may add a file, or a version of one, at least somewhere. It fails with
// PermissionDenied when there is no such place.
func LoadWritableSpace(v *db.View, who Actor, space db.SpaceID) (*db.Space, error) {
	s, gs, err := loadSpace(v, who, space)
	if err != nil {
		return nil, err
	}
	brings := func(r Rights) bool { return r.Has(Create, FileSubject) || r.Has(Create, Version) }
	may := brings(gs.shared) || s.MyRoot != 0 && who.as == 0 && brings(who.Scope.limitRights(myDriveRights))
	for _, g := range gs.items {
		may = may || brings(g.shared)
		for _, r := range g.below {
			may = may || brings(r)
		}
	}
	if !may {
		return nil, fault.PermissionDenied
	}
	return s, CheckSpaceWritable(v, s, Create, FileSubject)
}
