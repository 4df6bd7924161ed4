package console

import (
	"context"
	"slices"
	"time"

	"anbar/app/drive/search"
	"anbar/db"
)

// Kinds of bytes that are no newest versions.
const (
	versionsKind = "versions"
	trashKind    = "trash"
)

// growthKinds are what the bytes of an appliance are noted by.
var growthKinds = []string{
	search.Documents, search.Pictures, search.Video, search.Audio, search.Archives, search.Other, versionsKind, trashKind,
}

const (
	growthKept     = 400 // days
	kindGrowthKept = 60  // days of the kinds of each workspace: a forecast looks at the last 35
	growthChunk    = 200 // workspaces in a transaction
	kindChunk      = 25  // the same for their kinds
)

// noteGrowth notes how much each workspace holds, and once a day what kinds of files there are. Workspaces have counters; kinds are
// counted by a walk through all directories, each of them in a transaction of its own.
func (m *System) noteGrowth(ctx context.Context) error {
	today := time.Now().Unix() / daySeconds
	used := map[db.SpaceID]int64{}
	for after := db.SpaceID(0); ; {
		some, err := db.Get(ctx, m.DB, func(v *db.View) ([]db.SpaceSize, error) { return v.SpaceSizes(after, growthChunk) })
		if err != nil {
			return err
		}
		if len(some) == 0 {
			break
		}
		for _, s := range some {
			used[s.ID] = s.Used
		}
		err = m.DB.Update(ctx, func(tx *db.Tx) error { return tx.PutSpaceDays(today, some, growthKept) })
		if err != nil {
			return err
		}
		after = some[len(some)-1].ID
	}
	if err := m.DB.Update(ctx, (*db.Tx).DeleteDaysOfGoneSpaces); err != nil {
		return err
	}
	noted, err := db.Get(ctx, m.DB, func(v *db.View) ([]db.StorageDay, error) { return v.KindDays(search.Other, today, today) })
	if err != nil || len(noted) > 0 {
		return err
	}
	return m.noteKinds(ctx, today, used)
}

// noteKinds notes the bytes by kind, of each workspace and of all. These come last: they say that the day is done.
func (m *System) noteKinds(ctx context.Context, today int64, used map[db.SpaceID]int64) error {
	spaces, err := m.countKinds(ctx, used)
	if err != nil {
		return err
	}
	all := map[string]int64{}
	for _, k := range growthKinds {
		all[k] = 0
	}
	for _, s := range spaces {
		for kind, bytes := range s.Used {
			all[kind] += bytes
		}
	}
	for some := range slices.Chunk(spaces, kindChunk) {
		if err := m.DB.Update(ctx, func(tx *db.Tx) error { return tx.PutSpaceKindDays(today, some, kindGrowthKept) }); err != nil {
			return err
		}
	}
	return m.DB.Update(ctx, func(tx *db.Tx) error { return tx.PutKindDays(today, all, growthKept) })
}

// countKinds returns the bytes of each workspace by kind, of so many that it is charged for.
func (m *System) countKinds(ctx context.Context, used map[db.SpaceID]int64) ([]db.SpaceKinds, error) {
	spaces, newest := map[db.SpaceID]map[string]int64{}, map[db.SpaceID]int64{}
	for _, root := range []string{"shared", "my", "trash", "my_trash"} {
		for after := db.NodeID(0); ; {
			some, err := db.Get(ctx, m.DB, func(v *db.View) ([]db.RootSize, error) { return v.RootSizes(root, after, growthChunk) })
			if err != nil {
				return nil, err
			}
			if len(some) == 0 {
				break
			}
			for _, r := range some {
				kinds := spaces[r.Space]
				if kinds == nil {
					kinds = map[string]int64{}
					for _, k := range growthKinds {
						kinds[k] = 0
					}
					spaces[r.Space] = kinds
				}
				newest[r.Space] += r.Size
				switch {
				case root == "trash" || root == "my_trash":
					kinds[trashKind] += r.Size
				case r.Size > 0:
					if err := m.addKindsBelow(ctx, r.ID, kinds); err != nil {
						return nil, err
					}
				}
			}
			after = some[len(some)-1].ID
		}
	}
	all := make([]db.SpaceKinds, 0, len(spaces))
	for id, kinds := range spaces {
		kinds[versionsKind] = max(0, used[id]-newest[id])
		all = append(all, db.SpaceKinds{ID: id, Used: kinds})
	}
	return all, nil
}

// addKindsBelow adds the newest versions of all files below a directory.
func (m *System) addKindsBelow(ctx context.Context, root db.NodeID, kinds map[string]int64) error {
	for left := []db.NodeID{root}; len(left) > 0; {
		dir := left[len(left)-1]
		left = left[:len(left)-1]
		err := m.DB.View(ctx, func(v *db.View) error {
			sizes, err := v.ExtensionSizes(dir)
			if err != nil {
				return err
			}
			below, err := v.FilledDirectories(dir)
			for _, s := range sizes {
				kinds[search.KindOfExtension(s.Extension)] += s.Size
			}
			left = append(left, below...)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
