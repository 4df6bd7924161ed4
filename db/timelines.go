package db

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// ActivityFilter selects activities.
type ActivityFilter struct {
	Person  UserID     // 0 for all users
	Except  UserID     // whose activities to leave out of the newest 10,000; 0 for nobody's. For ActivitiesUnder without Person and Actions
	Actions []string   // empty for all
	From    time.Time  // inclusive
	BelowID ActivityID // only smaller ids; required
	Skip    int        // number of the newest ones to leave out
	Limit   int
}

const activityColumns = "a.id, a.space_id, a.root_id, a.action, a.user_id, a.kind, a.target_id, a.name, a.directory_id, a.path, " +
	"a.before, a.after"

func scanActivity(r *sql.Rows, a *Activity) error {
	var before, after sql.NullString
	err := r.Scan(&a.ID, &a.Space, &a.Root, &a.Action, &a.User, &a.Kind, &a.Target, &a.Name, &a.Directory, &a.Path, &before, &after)
	a.Before, a.After = []byte(before.String), []byte(after.String)
	return err
}

// ActivitiesUnder returns the activities under a root, newest first.
func (v *View) ActivitiesUnder(root NodeID, f ActivityFilter) ([]Activity, error) {
	if len(f.Actions) == 0 {
		all, err := v.queryActivities(root, f, "")
		return f.page(all), err
	}
	var all []Activity
	for _, action := range f.Actions { // the rows of each are one range of an index
		some, err := v.queryActivities(root, f, action)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	slices.SortFunc(all, func(a, b Activity) int { return cmp.Compare(b.ID, a.ID) })
	return f.page(all), nil
}

func (f *ActivityFilter) page(all []Activity) []Activity {
	all = all[min(f.Skip, len(all)):]
	return all[:min(f.Limit, len(all))]
}

// maxLookedAt is how many activities are looked at for those of others.
const maxLookedAt = 10_000

func (v *View) queryActivities(root NodeID, f ActivityFilter, action string) ([]Activity, error) {
	table, where, args := "activities", "", []any{root, FirstIDAt(f.From), f.BelowID, f.Skip + f.Limit}
	switch {
	case f.Person != 0 && action != "":
		where, args = "AND a.user_id = ?5 AND +a.action = ?6 ", append(args, f.Person, action)
	case f.Person != 0:
		where, args = "AND a.user_id = ?5 ", append(args, f.Person)
	case action != "":
		where, args = "AND a.action = ?5 ", append(args, action)
	case f.Except != 0:
		// Whoever imports a million files would have them all looked at.
		table = fmt.Sprintf("(SELECT * FROM activities WHERE root_id = ?1 AND id >= ?2 AND id < ?3 ORDER BY id DESC LIMIT %d)", maxLookedAt)
		where, args = "AND a.user_id <> ?5 ", append(args, f.Except)
	}
	return listRows(v, scanActivity, "SELECT "+activityColumns+" FROM "+table+" a WHERE a.root_id = ?1 AND a.id >= ?2 AND "+
		"a.id < ?3 "+where+"ORDER BY a.id DESC LIMIT ?4", args...)
}

const activityConditions = "AND a.root_id = ?4 AND (?5 IS NULL OR a.user_id = ?5) AND (?6 IS NULL OR a.action IN (SELECT value " +
	"FROM json_each(?6))) "

// ActivitiesBelow returns the activities of a directory and of the nodes below it, if they were under root at the time, newest first.
func (v *View) ActivitiesBelow(root, dir NodeID, f ActivityFilter) ([]Activity, error) {
	args, err := f.args(root, int64(dir))
	if err != nil {
		return nil, err
	}
	all, err := listRows(v, scanActivity, "SELECT "+activityColumns+` FROM activity_places p CROSS JOIN activities a ON a.id = p.activity_id
		WHERE p.directory_id = ?1 AND p.activity_id >= ?2 AND p.activity_id < ?3 `+activityConditions+
		"ORDER BY p.activity_id DESC LIMIT ?7", args...)
	return f.page(all), err
}

// ActivitiesOf returns the activities of one target, if it was under root at the time, newest first.
func (v *View) ActivitiesOf(root NodeID, target int64, f ActivityFilter) ([]Activity, error) {
	args, err := f.args(root, target)
	if err != nil {
		return nil, err
	}
	all, err := listRows(v, scanActivity, "SELECT "+activityColumns+" FROM activities a INDEXED BY activities_target "+
		"WHERE a.target_id = ?1 AND a.id >= ?2 AND a.id < ?3 "+
		activityConditions+"ORDER BY a.id DESC LIMIT ?7", args...)
	return f.page(all), err
}

func (f *ActivityFilter) args(root NodeID, of int64) ([]any, error) {
	var actions any
	if len(f.Actions) > 0 {
		b, err := json.Marshal(f.Actions)
		if err != nil {
			return nil, err
		}
		actions = string(b)
	}
	return []any{of, FirstIDAt(f.From), f.BelowID, root, f.Person, actions, f.Skip + f.Limit}, nil
}

// UsersActiveUnder returns the users with activities under a root. It reads only one entry
// of the index for each of them.
func (v *View) UsersActiveUnder(root NodeID) ([]UserID, error) {
	return listRows(v, func(r *sql.Rows, id *UserID) error { return r.Scan(id) }, `WITH RECURSIVE up (id) AS (
		SELECT min(user_id) FROM activities WHERE root_id = ?1
		UNION ALL SELECT (SELECT min(user_id) FROM activities WHERE root_id = ?1 AND user_id > up.id) FROM up WHERE up.id IS NOT NULL)
		SELECT id FROM up WHERE id IS NOT NULL`, root)
}

// DeleteActivitiesBefore removes up to limit activities from before t, and returns how many.
// home: app/drive/activity
func (tx *Tx) DeleteActivitiesBefore(t time.Time, limit int) (int64, error) {
	var last int64
	err := tx.scanRow("SELECT coalesce(max(id), 0) FROM (SELECT id FROM activities WHERE id < ? ORDER BY id LIMIT ?)",
		[]any{FirstIDAt(t), limit}, &last)
	if err != nil || last == 0 {
		return 0, err
	}
	err = tx.exec("DELETE FROM activity_places WHERE (directory_id, activity_id) IN (SELECT j.value, a.id FROM activities a "+
		"CROSS JOIN json_each(a.trail) j WHERE a.id <= ?)", last)
	if err != nil {
		return 0, err
	}
	return tx.execN("DELETE FROM activities WHERE id <= ?", last)
}
