package quota

import "anbar/db"

// The limits of a workspace beside its bytes. They are functions of the workspace, so that
// its plan can decide them.
const (
	timelineDays = 180
	restoreDays  = 30
	customFields = 100
)

// TimelineDays is how many days back the timelines of the space go.
func TimelineDays(*db.Space) int { return timelineDays }

// RestoreDays returns how many days deleted items stay in the trash, and how far back a
// directory can be restored.
func RestoreDays(*db.Space) int { return restoreDays }

// No space has timelines that go further back, or can be brought further back.
const (
	MaxTimelineDays = timelineDays
	MaxRestoreDays  = restoreDays
)

// TakesMembers reports whether the space has room for so many more members.
func TakesMembers(s *db.Space, more int) bool {
	return s.MemberLimit == 0 || s.Members+more <= s.MemberLimit
}

// CustomFields is how many custom fields the space may define.
func CustomFields(*db.Space) int { return customFields }
