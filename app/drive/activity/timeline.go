package activity

import (
	"context"
	"slices"
	"strings"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/quota"
	"anbar/db"
)

// Service shows the timelines of one appliance.
type Service struct{ db *db.DB }

// New makes the service.
func New(d *db.DB) *Service { return &Service{d} }

// Drive is whose files a timeline is of.
type Drive string

// The drives: the shared files of a workspace, and the asking person's My Drive.
const (
	Shared Drive = "shared"
	My     Drive = "my"
)

// Place is where a timeline is of: a drive, a directory with everything below it, or a
// file in that directory.
type Place struct {
	Space     db.SpaceID
	Drive     Drive
	Directory db.NodeID
	File      db.NodeID
}

// Timeline is one page of activity, newest first.
type Timeline struct {
	Entries []db.Activity
	People  map[db.UserID]db.Person
	Items   map[db.NodeID]*access.Item // targets that are still to be found
}

// List reads a stretch of a timeline, as far back as the workspace keeps it.
func (s *Service) List(ctx context.Context, who access.Actor, at Place, f db.ActivityFilter) (*Timeline, error) {
	return db.Get(ctx, s.db, func(v *db.View) (*Timeline, error) {
		var it *access.Item
		var err error
		switch {
		case at.File != 0:
			it, err = access.File(v, who, at.Space, at.Directory, at.File, access.Read)
		case at.Directory != 0:
			it, err = access.Dir(v, who, at.Space, at.Directory, access.Read)
		}
		if err != nil {
			return nil, err
		}
		sp, root, err := at.loadRoot(v, who, it)
		if err != nil {
			return nil, err
		}
		if oldest := v.Now.AddDate(0, 0, -quota.TimelineDays(sp)); f.From.Before(oldest) {
			f.From = oldest
		}
		var all []db.Activity
		switch {
		case at.File != 0:
			all, err = v.ActivitiesOf(root, int64(at.File), f)
		case it != nil && it.ID != root:
			all, err = v.ActivitiesBelow(root, it.ID, f)
		default:
			all, err = v.ActivitiesUnder(root, f)
		}
		if err != nil {
			return nil, err
		}
		return newTimeline(v, who, at.Space, all)
	})
}

// loadRoot returns the root that limits the timeline: activity in a My Drive stays there when
// the item moves to the shared files.
func (at Place) loadRoot(v *db.View, who access.Actor, it *access.Item) (*db.Space, db.NodeID, error) {
	if it != nil && !it.Can(access.Read, access.Activity) {
		return nil, 0, fault.PermissionDenied
	}
	if it != nil {
		return it.Space, it.Home(), nil
	}
	if at.Drive == My {
		sp, err := access.Space(v, who, at.Space, access.Read, access.Workspace)
		if err != nil {
			return nil, 0, err
		}
		return sp, sp.MyRoot, nil
	}
	if at.Drive != Shared && at.Drive != "" {
		return nil, 0, fault.Field("scope", fault.InvalidValue)
	}
	sp, err := access.Space(v, who, at.Space, access.Read, access.Activity)
	if err != nil {
		return nil, 0, err
	}
	return sp, sp.Root, nil
}

// newTimeline looks up the users of the entries, and the items that still exist.
func newTimeline(v *db.View, who access.Actor, space db.SpaceID, all []db.Activity) (*Timeline, error) {
	var people []db.UserID
	var nodes []db.NodeID
	seenPerson, seenNode := map[db.UserID]bool{}, map[db.NodeID]bool{}
	for i := range all {
		a := &all[i]
		if !seenPerson[a.User] {
			seenPerson[a.User] = true
			people = append(people, a.User)
		}
		if id := db.NodeID(a.Target); a.IsNode() && !seenNode[id] {
			seenNode[id] = true
			nodes = append(nodes, id)
		}
	}
	l := &Timeline{Entries: all}
	err := hideMembers(v, who, space, all)
	if err == nil {
		err = hideDirectories(v, who, space, all)
	}
	if err != nil {
		return nil, err
	}
	if l.People, err = v.People(people); err != nil {
		return nil, err
	}
	l.Items, err = access.Nodes(v, who, space, nodes, access.Read)
	return l, err
}

// hideMembers removes email addresses from the entries of the shared files, for readers who may
// not see the members.
func hideMembers(v *db.View, who access.Actor, space db.SpaceID, all []db.Activity) error {
	sp, rights, err := access.SpaceRights(v, who, space)
	if err != nil || rights.Has(access.Read, access.Member) {
		return err
	}
	for i := range all {
		a := &all[i]
		if a.Root == sp.MyRoot {
			continue
		}
		switch {
		case a.Kind == "member":
			a.Name, a.Before, a.After = "", nil, nil
		case slices.Contains([]Action{GuestAdd, GuestUpdate, GuestRemove}, Action(a.Action)):
			a.Before, a.After = nil, nil
		}
	}
	return nil
}

// ListPeople returns the users with activity in a scope.
func (s *Service) ListPeople(ctx context.Context, who access.Actor, space db.SpaceID, drive Drive) ([]db.Person, error) {
	return db.Get(ctx, s.db, func(v *db.View) (all []db.Person, err error) {
		_, root, err := Place{Space: space, Drive: drive}.loadRoot(v, who, nil)
		if err != nil {
			return nil, err
		}
		ids, err := v.UsersActiveUnder(root)
		if err != nil {
			return nil, err
		}
		names, err := v.People(ids)
		for _, id := range ids {
			all = append(all, names[id])
		}
		return all, err
	})
}

const sweepStep = 2000

// Expire deletes activity that is older than every timeline, and the history of nodes
// before the earliest moment that a directory can be restored to. It works in steps, so
// that other writers get their turn in between.
func (s *Service) Expire(ctx context.Context) error {
	for _, step := range []func(*db.Tx) (int64, error){
		func(tx *db.Tx) (int64, error) {
			days, err := quota.LongestTimeline(tx.ReadOnly())
			if err != nil {
				return 0, err
			}
			return tx.DeleteActivitiesBefore(daysAgo(tx.Now, days), sweepStep)
		},
		func(tx *db.Tx) (int64, error) {
			days, err := quota.LongestRestore(tx.ReadOnly())
			if err != nil {
				return 0, err
			}
			return tx.DeleteStatesBefore(daysAgo(tx.Now, days), sweepStep)
		},
	} {
		for n := int64(sweepStep); n == sweepStep; {
			err := s.db.Update(ctx, func(tx *db.Tx) (err error) {
				n, err = step(tx)
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func daysAgo(now time.Time, days int) time.Time { return now.AddDate(0, 0, -days) }

const maxActions = 64

// parseActions takes names of actions with commas between them.
func parseActions(s string) ([]string, error) {
	if s == "" {
		return nil, nil
	}
	all := strings.Split(s, ",")
	if len(all) > maxActions {
		return nil, fault.Field("action", fault.InvalidValue)
	}
	for _, a := range all {
		if a == "" || strings.Trim(a, "abcdefghijklmnopqrstuvwxyz_") != "" {
			return nil, fault.Field("action", fault.InvalidValue)
		}
	}
	return all, nil
}
