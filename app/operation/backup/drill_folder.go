package backup

import (
	"context"
	"fmt"

	"anbar/db"
)

const maxFolder = 10_000 // entries that are compared

// readFolder chooses the folder after that of the last rehearsal and reads it, before the copy is made.
func (d *drill) readFolder(ctx context.Context) error {
	return d.o.DB.View(ctx, func(v *db.View) error {
		last, err := d.k.listDrills(v, 2) // the newest is this one
		if err != nil {
			return err
		}
		after := db.NodeID(0)
		if len(last) > 1 {
			after = last[1].Folder
		}
		if d.row.Folder, err = v.NextFolder(after); err != nil || d.row.Folder == 0 {
			return err
		}
		d.before, err = v.FolderRows(d.row.Folder, maxFolder)
		return err
	})
}

// compareFolder compares the folder as it came back with the folder as it was before the copy and is now: what is the same then and
// now was the same at the moment of the copy.
func (d *drill) compareFolder(ctx context.Context) error {
	if d.row.Folder == 0 {
		return nil
	}
	read := func(v *db.View) ([]db.FolderRow, error) { return v.FolderRows(d.row.Folder, maxFolder) }
	back, err := db.Get(ctx, d.scratch, read)
	if err != nil {
		return err
	}
	now, err := db.Get(ctx, d.o.DB, read)
	if err != nil {
		return err
	}
	if n := countDifferences(d.before, back, now); n > 0 {
		d.add(Flaw{Kind: FoundFolder, Key: d.row.Folder.String(), Contents: int64(n), Words: fmt.Sprintf(
			"%d entries or versions differ", n)})
	}
	return nil
}

// countDifferences counts the restored rows of a folder that differ from what they were before and are now.
func countDifferences(before, back, now []db.FolderRow) int {
	type id struct {
		db.NodeID
		db.VersionID
	}
	index := func(all []db.FolderRow) map[id]db.FolderRow {
		rows := make(map[id]db.FolderRow, len(all))
		for i := range all {
			rows[id{all[i].Node, all[i].Version}] = all[i]
		}
		return rows
	}
	b, r, n := index(before), index(back), index(now)
	isPart := len(before) >= maxFolder || len(back) >= maxFolder || len(now) >= maxFolder
	differ := 0
	for key, row := range b {
		there, ok := n[key]
		if !ok || there != row {
			continue // it changed meanwhile
		}
		if came, ok := r[key]; ok && came != row || !ok && !isPart {
			differ++
		}
	}
	return differ
}
