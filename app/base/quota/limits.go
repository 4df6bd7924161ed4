package quota

import (
	"anbar/app/base/fault"
	"anbar/db"
)

// The limits of a workspace without a plan, beside its bytes.
const (
	timelineDays = 180
	restoreDays  = 30
	customFields = 100
)

// TimelineDays is how many days back the timelines of the space go.
func TimelineDays(s *db.Space) int { return limitOf(s, s.Terms.TimelineDays, timelineDays) }

// RestoreDays returns how many days deleted items stay in the trash, and how far back a
// directory can be restored.
func RestoreDays(s *db.Space) int { return limitOf(s, s.Terms.RestoreDays, restoreDays) }

// CustomFields is how many custom fields the space may define.
func CustomFields(s *db.Space) int { return limitOf(s, s.Terms.Fields, customFields) }

// Versions is how many versions a file may have; 0 is any number.
func Versions(s *db.Space) int { return limitOf(s, s.Terms.Versions, 0) }

// CheckAdvancedSearch fails when the plan has no search by type, size, date or tag.
func CheckAdvancedSearch(s *db.Space) error {
	if s.Plan != 0 && !s.Terms.AdvancedSearch {
		return fault.UpgradeRequired
	}
	return nil
}

func limitOf(s *db.Space, byPlan, without int) int {
	if s.Plan == 0 {
		return without
	}
	return byPlan
}

// DefaultRestoreDays is RestoreDays of a space without a plan.
const DefaultRestoreDays = restoreDays

// LongestTimeline is the most days that a timeline of the appliance goes back.
func LongestTimeline(v *db.View) (int, error) {
	days, err := v.LongestTimeline()
	return max(days, timelineDays), err
}

// LongestRestore is the most days that a directory of the appliance can be restored.
func LongestRestore(v *db.View) (int, error) {
	days, err := v.LongestRestore()
	return max(days, restoreDays), err
}

// HasRoomForMembers reports whether the space has room for so many more members.
func HasRoomForMembers(s *db.Space, more int) bool {
	return s.MemberLimit == 0 || s.Members+more <= s.MemberLimit
}
