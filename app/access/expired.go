package access

import (
	"slices"

	"anbar/app/fault"
	"anbar/db"
)

// unpaid are the subjects that can be changed in a workspace whose plan expired.
var unpaid = []Subject{Workspace, Plan, Favorite, RecentUsed}

// writes reports whether a verb is refused in a workspace whose plan expired. Reading,
// downloading and deleting go on.
func writes(verb Verb, of ...Subject) bool {
	if verb == Read || verb == Delete {
		return false
	}
	return len(of) == 0 || slices.ContainsFunc(of, func(s Subject) bool { return !slices.Contains(unpaid, s) })
}

// Paid fails with PlanExpired when verb writes and the plan of the space expired. Node,
// Space and their like check that; callers of SpaceRights have to.
func Paid(v *db.View, s *db.Space, verb Verb, of Subject) error {
	if s.Locked(v.Now) && writes(verb, of) {
		return fault.PlanExpired
	}
	return nil
}
