package access

import (
	"slices"

	"anbar/app/base/fault"
	"anbar/db"
)

// freeSubjects are the subjects that can be changed in a workspace whose plan expired.
var freeSubjects = []Subject{Workspace, Plan, Favorite, RecentUsed}

// needsPaidPlan reports whether a verb is refused in a workspace whose plan expired. Reading,
// downloading and deleting go on.
func needsPaidPlan(verb Verb, of ...Subject) bool {
	if verb == Read || verb == Delete {
		return false
	}
	return len(of) == 0 || slices.ContainsFunc(of, func(s Subject) bool { return !slices.Contains(freeSubjects, s) })
}

// ownSubjects are the subjects that concern only the actor, also in a frozen workspace.
var ownSubjects = []Subject{Favorite, RecentUsed}

// checkWritable refuses what cannot be done in a workspace whose plan expired, or that is frozen. A
// frozen one also keeps what would be deleted.
func checkWritable(s *db.Space, locked bool, verb Verb, of ...Subject) error {
	switch {
	case s.IsFrozen():
		if verb == Read || len(of) > 0 && !slices.ContainsFunc(of, func(s Subject) bool { return !slices.Contains(ownSubjects, s) }) {
			return nil
		}
		return fault.WorkspaceFrozen
	case locked && needsPaidPlan(verb, of...):
		return fault.PlanExpired
	}
	return nil
}

// CheckSpaceWritable fails when verb writes and the plan of the space expired, or the space is frozen. Node,
// Space and their like check that; callers of SpaceRights have to.
func CheckSpaceWritable(v *db.View, s *db.Space, verb Verb, of Subject) error {
	return checkWritable(s, s.IsLocked(v.Now), verb, of)
}
