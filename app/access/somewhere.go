package access

import "anbar/db"

// HasOnAnyItem reports whether the actor may do verb to subject on at least one item of a
// space, beyond their rights in all of it.
func HasOnAnyItem(v *db.View, who Actor, space db.SpaceID, verb Verb, subject Subject) (bool, error) {
	_, st, err := member(v, who, space)
	if err != nil {
		return false, err
	}
	for _, g := range st.items {
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
