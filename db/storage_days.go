package db

import "database/sql"

// SpaceSize is how much a living workspace holds.
type SpaceSize struct {
	ID    SpaceID
	Title string
	Used  int64 // bytes of all versions, trash included
	Limit int64 // 0 for none
}

// SpaceSizes returns some living workspaces after one, by their ids.
func (v *View) SpaceSizes(after SpaceID, limit int) ([]SpaceSize, error) {
	return listRows(v, func(r *sql.Rows, s *SpaceSize) error { return r.Scan(&s.ID, &s.Title, &s.Used, &s.Limit) },
		"SELECT s.id, s.title, s.storage_used, "+spaceLimit+" FROM spaces s"+planJoin+
			"WHERE s.id > ? AND s.deleted_at IS NULL ORDER BY s.id LIMIT ?", int64(after), limit)
}

// StorageDay is how many bytes there were on a day.
type StorageDay struct {
	Day  int64 // since 1970
	Used int64
}

func scanStorageDay(r *sql.Rows, d *StorageDay) error { return r.Scan(&d.Day, &d.Used) }

// SpaceDays returns the noted days of a workspace, the oldest first.
func (v *View) SpaceDays(id SpaceID, from, to int64) ([]StorageDay, error) {
	return listRows(v, scanStorageDay,
		"SELECT day, used FROM space_days WHERE space_id = ? AND day BETWEEN ? AND ? ORDER BY day", id, from, to)
}

// KindDays returns the noted days of a kind of files, the oldest first.
func (v *View) KindDays(kind string, from, to int64) ([]StorageDay, error) {
	return listRows(v, scanStorageDay,
		"SELECT day, used FROM kind_days WHERE kind = ? AND day BETWEEN ? AND ? ORDER BY day", kind, from, to)
}

// PutSpaceDays notes how much workspaces hold on a day. Each keeps its newest notes, up to keep: they are counted and not compared with
// the clock, which may be wrong for a while.
// home: app/operation/console
func (tx *Tx) PutSpaceDays(day int64, all []SpaceSize, keep int) error {
	for _, s := range all {
		err := tx.exec("INSERT INTO space_days (space_id, day, used) SELECT id, ?2, ?3 FROM spaces WHERE id = ?1 "+
			"ON CONFLICT (space_id, day) DO UPDATE SET used = excluded.used", s.ID, day, s.Used)
		if err == nil {
			err = tx.exec("DELETE FROM space_days WHERE space_id = ?1 AND day <= (SELECT day FROM space_days WHERE space_id = ?1 "+
				"ORDER BY day DESC LIMIT 1 OFFSET ?2)", s.ID, keep)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// PutKindDays notes how many bytes the kinds of files have on a day, as PutSpaceDays does.
// home: app/operation/console
func (tx *Tx) PutKindDays(day int64, used map[string]int64, keep int) error {
	for kind, bytes := range used {
		err := tx.exec("INSERT INTO kind_days (kind, day, used) VALUES (?, ?, ?) "+
			"ON CONFLICT (kind, day) DO UPDATE SET used = excluded.used", kind, day, bytes)
		if err == nil {
			err = tx.exec("DELETE FROM kind_days WHERE kind = ?1 AND day <= (SELECT day FROM kind_days WHERE kind = ?1 "+
				"ORDER BY day DESC LIMIT 1 OFFSET ?2)", kind, keep)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// SpaceKindDay is how many bytes a workspace had of a kind of files on a day.
type SpaceKindDay struct {
	Kind string
	StorageDay
}

// SpaceKindDays returns the noted days of all kinds of files of a workspace, by kind, the oldest first.
func (v *View) SpaceKindDays(id SpaceID, from, to int64) ([]SpaceKindDay, error) {
	return listRows(v, func(r *sql.Rows, d *SpaceKindDay) error { return r.Scan(&d.Kind, &d.Day, &d.Used) },
		"SELECT kind, day, used FROM space_kind_days WHERE space_id = ? AND day BETWEEN ? AND ? ORDER BY kind, day", id, from, to)
}

// SpaceKinds is how many bytes a workspace has by kind of files.
type SpaceKinds struct {
	ID   SpaceID
	Used map[string]int64
}

// PutSpaceKindDays notes how many bytes workspaces have of each kind on a day, as PutSpaceDays does. A kind of which a workspace never
// had a byte is not noted.
// home: app/operation/console
func (tx *Tx) PutSpaceKindDays(day int64, all []SpaceKinds, keep int) error {
	for _, s := range all {
		for kind, bytes := range s.Used {
			err := tx.exec("INSERT INTO space_kind_days (space_id, kind, day, used) SELECT id, ?2, ?3, ?4 FROM spaces WHERE id = ?1 "+
				"AND (?4 > 0 OR EXISTS (SELECT 1 FROM space_kind_days WHERE space_id = ?1 AND kind = ?2)) "+
				"ON CONFLICT (space_id, kind, day) DO UPDATE SET used = excluded.used", s.ID, kind, day, bytes)
			if err == nil {
				err = tx.exec("DELETE FROM space_kind_days WHERE space_id = ?1 AND kind = ?2 AND day <= (SELECT day FROM space_kind_days "+
					"WHERE space_id = ?1 AND kind = ?2 ORDER BY day DESC LIMIT 1 OFFSET ?3)", s.ID, kind, keep)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// DeleteDaysOfGoneSpaces forgets the notes of workspaces that are deleted.
// home: app/operation/console
func (tx *Tx) DeleteDaysOfGoneSpaces() error {
	for _, table := range []string{"space_days", "space_kind_days"} {
		err := tx.exec("DELETE FROM " + table + " WHERE space_id IN (SELECT id FROM spaces WHERE deleted_at IS NOT NULL)")
		if err != nil {
			return err
		}
	}
	return nil
}

// RootSize is the root of a tree and the bytes of the newest versions below.
type RootSize struct {
	ID    NodeID
	Space SpaceID
	Size  int64
}

// RootSizes returns some roots of living workspaces after one, by their ids: shared, my, trash or my_trash.
func (v *View) RootSizes(root string, after NodeID, limit int) ([]RootSize, error) {
	return listRows(v, func(r *sql.Rows, s *RootSize) error { return r.Scan(&s.ID, &s.Space, &s.Size) },
		"SELECT n.id, n.space_id, n.size FROM nodes n JOIN spaces s ON s.id = n.space_id AND s.deleted_at IS NULL "+
			"WHERE n.parent_id IS NULL AND n.root = ? AND n.id > ? ORDER BY n.id LIMIT ?", root, int64(after), limit)
}

// ExtensionSize is how many bytes the files of an extension have in one directory.
type ExtensionSize struct {
	Extension string
	Size      int64
}

// ExtensionSizes returns the sizes of the files that lie directly in a directory.
func (v *View) ExtensionSizes(dir NodeID) ([]ExtensionSize, error) {
	return listRows(v, func(r *sql.Rows, s *ExtensionSize) error { return r.Scan(&s.Extension, &s.Size) },
		"SELECT type_key, sum(size) FROM nodes INDEXED BY nodes_by_type WHERE parent_id = ? AND kind = 1 GROUP BY type_key", dir)
}

// FilledDirectories returns the directories directly in one that hold any byte.
func (v *View) FilledDirectories(dir NodeID) ([]NodeID, error) {
	return listRows(v, func(r *sql.Rows, id *NodeID) error { return r.Scan(id) },
		"SELECT id FROM nodes WHERE parent_id = ? AND kind = 0 AND size > 0", dir)
}
