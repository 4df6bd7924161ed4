package activity

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/quota"
	"anbar/db"
)

const (
	teamShown = 6
	teamDays  = 30
	// Acts further apart than this are not told as one.
	teamApart = 30 * time.Minute
)

// teamSteps is how many activities are read: few at first, and more only while they are all of a few large operations.
var teamSteps = []int{500, 5000}

// TeamGroup is what one user did in one go: an activity, or several of one kind in one place. A directory that was made with all
// that was put into it is one, too.
type TeamGroup struct {
	Activity    db.Activity // the newest in that place, or the making of the directory
	At          time.Time   // of the newest
	Files       int
	Directories int  // in the place itself
	IsMore      bool // there were more than have been counted

	oldest time.Time
}

// Team is what other users did in the shared files of a workspace, newest first.
type Team struct {
	Groups []TeamGroup
	*Timeline
}

// ListTeam returns up to 6 groups of the last 30 days that the reader may see: in the shared files, all of it for who may read them all
// with their activity, else what concerns items that the reader may read now, with their activity, and that lay where the reader may
// read; only the newest 10,000 activities are looked at. It fails with fault.PermissionDenied for guests.
func (s *Service) ListTeam(ctx context.Context, who access.Actor, space db.SpaceID) (*Team, error) {
	return db.Get(ctx, s.db, func(v *db.View) (*Team, error) {
		sp, rights, err := access.SpaceRights(v, who, space)
		if err != nil {
			return nil, err
		}
		if sp.Role == "" || sp.Role == access.Guest {
			return nil, fault.PermissionDenied
		}
		r := &teamReader{v: v, who: who, space: sp, rights: rights, readable: map[db.NodeID]bool{}}
		groups, err := r.loadGroups()
		if err != nil {
			return nil, err
		}
		shown := make([]db.Activity, len(groups))
		for i := range groups {
			shown[i] = groups[i].Activity
		}
		l, err := newTimeline(v, who, space, shown)
		return &Team{groups, l}, err
	})
}

type teamReader struct {
	v        *db.View
	who      access.Actor
	space    *db.Space
	rights   access.Rights
	readable map[db.NodeID]bool // directories
}

func (r *teamReader) loadGroups() ([]TeamGroup, error) {
	f := db.ActivityFilter{Except: r.who.User, BelowID: 1<<63 - 1, From: daysAgo(r.v.Now, min(teamDays, quota.TimelineDays(r.space)))}
	for i := 0; ; i++ {
		f.Limit = teamSteps[i]
		all, err := r.v.ActivitiesUnder(r.space.Root, f)
		if err != nil {
			return nil, err
		}
		isAll, end := len(all) < f.Limit, r.v.Now
		if len(all) > 0 {
			end = all[len(all)-1].ID.Time()
		}
		if all, err = r.filterVisible(all); err != nil {
			return nil, err
		}
		groups := groupActivities(all)
		isOpen := func(g TeamGroup) bool { return !isAll && g.oldest.Sub(end) <= teamApart }
		if isAll || i == len(teamSteps)-1 || len(groups) == teamShown && !slices.ContainsFunc(groups, isOpen) {
			for i := range groups {
				groups[i].IsMore = isOpen(groups[i])
			}
			return groups, nil
		}
	}
}

// filterVisible returns the activities that are told, as far as the reader may see them.
func (r *teamReader) filterVisible(all []db.Activity) ([]db.Activity, error) {
	seesAll := r.rights.Has(access.Read, access.Activity) && r.rights.Has(access.Read, access.Directory) &&
		r.rights.Has(access.Read, access.FileSubject)
	var ids []db.NodeID
	all = slices.DeleteFunc(all, func(a db.Activity) bool { return !r.isTeamWork(&a) })
	for i := range all {
		if all[i].IsNode() {
			ids = append(ids, db.NodeID(all[i].Target))
		}
	}
	if seesAll || len(ids) == 0 {
		return all, nil
	}
	slices.Sort(ids)
	items, err := access.Nodes(r.v, r.who, r.space.ID, slices.Compact(ids), access.Read)
	if err != nil {
		return nil, err
	}
	kept := all[:0]
	for i := range all {
		if all[i].IsNode() {
			it := items[db.NodeID(all[i].Target)]
			if it == nil || it.InTrash() || it.Home() != r.space.Root || !it.Can(access.Read, access.Activity) {
				continue
			}
			// From where only the way leads on, an item that still lies there is shown, and by no earlier name.
			canRead, err := r.canRead(all[i].Directory)
			if err != nil {
				return nil, err
			}
			if !canRead {
				if it.Parent != all[i].Directory || it.Name != all[i].Name {
					continue
				}
				all[i].Before = nil
			}
		}
		kept = append(kept, all[i])
	}
	return kept, nil
}

// isTeamWork reports whether an activity belongs to what a team does: work on files and directories, and who joins. How things are
// shared and set up is left to the whole timeline.
func (r *teamReader) isTeamWork(a *db.Activity) bool {
	if Action(a.Action) == MemberJoin {
		return r.rights.Has(access.Read, access.Member)
	}
	return a.IsNode() && teamVerbs[Action(a.Action)] != ""
}

func (r *teamReader) canRead(dir db.NodeID) (bool, error) {
	shown, known := r.readable[dir]
	if known {
		return shown, nil
	}
	_, err := access.Dir(r.v, r.who, r.space.ID, dir, access.Read)
	if err == nil {
		shown = true
	} else if !errors.Is(err, fault.InvalidID) && !errors.Is(err, fault.NotADirectory) {
		return false, err
	}
	r.readable[dir] = shown
	return shown, nil
}

const (
	verbUpload = "upload"
	verbMake   = "make"
)

// teamVerbs holds for each action on a node that is shown the verb that it shares with others.
var teamVerbs = map[Action]string{
	DirectoryCreate: verbMake, FileCreate: verbUpload, FileReceive: "receive", DirectoryRename: "rename", FileRename: "rename",
	DirectoryMove: "move", FileMove: "move", DirectoryArrive: "arrive", FileArrive: "arrive", DirectoryLeave: "leave", FileLeave: "leave",
	DirectoryCopy: "copy", FileCopy: "copy",
	DirectoryMerge: "merge", DirectoryDelete: "delete", FileDelete: "delete",
	DirectoryRestore: "restore", FileRestore: "restore", FileReplace: "replace", VersionCreate: "version",
	VersionRestore: "version_restore",
	EditorSave:     "save", Rewind: "rewind",
}

// groupKey is what the activities of a group have in common.
type groupKey struct {
	user  db.UserID
	verb  string
	where db.NodeID
	path  string
	item  int64
}

func keyOf(a *db.Activity) groupKey {
	k := groupKey{user: a.User, verb: teamVerbs[Action(a.Action)]}
	switch k.verb {
	case verbUpload, verbMake, "copy", "delete", "version":
		k.where = a.Directory
	case "move", "arrive", "restore":
		if d, err := decodeDetail(a.After); err == nil && d != nil {
			k.path = d.Path
		}
	case "leave", "receive":
		k.where = a.Directory
	default:
		k.verb, k.item = a.Action, a.Target
	}
	return k
}

// madeDirectory is a directory whose making is told.
type madeDirectory struct {
	group    *TeamGroup
	at       time.Time
	user     db.UserID
	parent   db.NodeID
	isFilled bool // it was made for the files that came with it, as in the upload of a folder
}

// What one transaction makes lies no further apart than this.
const sameTransaction = time.Millisecond

// findMade returns the directories that were made, and which of them came with files.
func findMade(all []db.Activity) map[db.NodeID]*madeDirectory {
	made := map[db.NodeID]*madeDirectory{}
	for i := range slices.Backward(all) {
		a := &all[i]
		at, parent := a.ID.Time(), made[a.Directory]
		switch teamVerbs[Action(a.Action)] {
		case verbMake:
			made[db.NodeID(a.Target)] = &madeDirectory{at: at, user: a.User, parent: a.Directory}
		case verbUpload:
			for parent != nil && parent.user == a.User && !parent.isFilled && at.Sub(parent.at) <= sameTransaction {
				parent.isFilled = true
				parent, at = made[parent.parent], parent.at
			}
		}
	}
	return made
}

// groupActivities takes activities, newest first, and returns the newest groups of them, newest first.
func groupActivities(all []db.Activity) []TeamGroup {
	var groups []*TeamGroup
	open, made := map[groupKey]*TeamGroup{}, findMade(all)
	for i := range slices.Backward(all) {
		a := &all[i]
		k, at := keyOf(a), a.ID.Time()
		g, isInside := open[k], false
		if m := made[a.Directory]; (k.verb == verbUpload || k.verb == verbMake) && m.canTake(a, at) {
			g, isInside = m.group, true
		} else if g == nil || at.Sub(g.At) > teamApart {
			g = &TeamGroup{oldest: at}
			groups, open[k] = append(groups, g), g
		}
		g.add(a, at, isInside)
		if k.verb == verbMake {
			made[db.NodeID(a.Target)].group = g
		}
	}
	slices.SortStableFunc(groups, func(a, b *TeamGroup) int { return cmp.Compare(b.At.UnixMilli(), a.At.UnixMilli()) })
	out := make([]TeamGroup, 0, teamShown)
	for _, g := range groups[:min(teamShown, len(groups))] {
		out = append(out, *g)
	}
	return out
}

// canTake reports whether something new in the directory is shown with it.
func (m *madeDirectory) canTake(a *db.Activity, at time.Time) bool {
	return m != nil && m.isFilled && m.group != nil && m.user == a.User && at.Sub(m.group.At) <= teamApart
}

func (g *TeamGroup) add(a *db.Activity, at time.Time, isInside bool) {
	g.At = at
	if a.Kind == "file" {
		g.Files++
	}
	if isInside {
		return
	}
	g.Activity = *a
	if a.Kind == "directory" {
		g.Directories++
	}
}
