package access

import "slices"

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
