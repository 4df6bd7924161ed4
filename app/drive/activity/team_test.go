package activity

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"anbar/db"
)

// act is an activity of a test, some time after its beginning.
type act struct {
	after     time.Duration
	action    Action
	user      db.UserID
	target    int64
	directory db.NodeID
}

var teamBegin = time.Date(2026, 11, 29, 10, 0, 0, 0, time.UTC)

// newestFirst turns acts, the oldest first, into activities as the database lists them.
func newestFirst(acts []act) []db.Activity {
	all := make([]db.Activity, len(acts))
	for i, a := range acts {
		kind := map[Action]string{DirectoryCreate: "directory", MemberJoin: "member"}[a.action]
		if kind == "" {
			kind = "file"
		}
		all[i] = db.Activity{
			ID:     db.ActivityID(db.FirstIDAt(teamBegin.Add(a.after)) + int64(i)),
			Action: string(a.action), User: a.user, Target: a.target, Directory: a.directory, Kind: kind,
		}
	}
	slices.Reverse(all)
	return all
}

// TestGroupsOfTheTeam: what one person does in one place within half an hour is one group; a folder that is uploaded with its files is
// one, too, and one that was made empty is none with what comes later.
func TestGroupsOfTheTeam(t *testing.T) {
	const m, ms = time.Minute, time.Millisecond
	tests := []struct {
		name string
		acts []act
		want []string // newest first: files+directories, with the action
	}{
		{"files of one place", []act{{0, FileCreate, 1, 10, 5}, {30 * m, FileCreate, 1, 11, 5}}, []string{"2+0 file_create"}},
		{"later than half an hour", []act{{0, FileCreate, 1, 10, 5}, {30*m + ms, FileCreate, 1, 11, 5}},
			[]string{"1+0 file_create", "1+0 file_create"}},
		{"another place", []act{{0, FileCreate, 1, 10, 5}, {m, FileCreate, 1, 11, 6}}, []string{"1+0 file_create", "1+0 file_create"}},
		{"another person", []act{{0, FileCreate, 1, 10, 5}, {m, FileCreate, 2, 11, 5}}, []string{"1+0 file_create", "1+0 file_create"}},
		{"another act", []act{{0, FileCreate, 1, 10, 5}, {m, FileDelete, 1, 10, 5}}, []string{"1+0 file_delete", "1+0 file_create"}},
		{"an uploaded folder", []act{{0, DirectoryCreate, 1, 7, 5}, {ms, FileCreate, 1, 10, 7}, {m, FileCreate, 1, 11, 7}},
			[]string{"2+1 directory_create"}},
		{"a folder in an uploaded one", []act{
			{0, DirectoryCreate, 1, 7, 5}, {0, DirectoryCreate, 1, 8, 7}, {0, FileCreate, 1, 10, 8}, {m, FileCreate, 1, 11, 7},
		}, []string{"2+1 directory_create"}},
		{"files that come into a folder later", []act{{0, DirectoryCreate, 1, 7, 5}, {m, FileCreate, 1, 10, 7}},
			[]string{"1+0 file_create", "0+1 directory_create"}},
		{"files of another person in it", []act{{0, DirectoryCreate, 1, 7, 5}, {0, FileCreate, 1, 9, 7}, {ms, FileCreate, 2, 10, 7}},
			[]string{"1+0 file_create", "1+1 directory_create"}},
		{"renames are of one thing each", []act{{0, FileRename, 1, 10, 5}, {m, FileRename, 1, 11, 5}},
			[]string{"1+0 file_rename", "1+0 file_rename"}},
		{"joining", []act{{0, MemberJoin, 1, 1, 0}, {m, MemberJoin, 2, 2, 0}}, []string{"0+0 member_join", "0+0 member_join"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, g := range groupActivities(newestFirst(tt.acts)) {
				got = append(got, fmt.Sprintf("%d+%d %s", g.Files, g.Directories, g.Activity.Action))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestNewestGroupsOfTheTeam: of many groups the newest are shown.
func TestNewestGroupsOfTheTeam(t *testing.T) {
	var acts []act
	for i := range teamShown + 3 {
		acts = append(acts, act{time.Duration(i) * time.Minute, FileRename, 1, int64(i), 5})
	}
	groups := groupActivities(newestFirst(acts))
	if len(groups) != teamShown || groups[0].Activity.Target != teamShown+2 {
		t.Errorf("%d groups, the first of %d", len(groups), groups[0].Activity.Target)
	}
}
