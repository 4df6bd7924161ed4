package db

import (
	"database/sql"
	"time"
)

// SpacesFilter selects workspaces for the console. Text is a part of a title; Kind is one of the
// lists below, or empty for all that are not deleted.
type SpacesFilter struct {
	Text string
	Kind string
	Plan string // name of a plan; "unlimited" for none; empty for any
	Slice
}

// The lists of workspaces in the console.
const (
	SpacesFrozen  = "frozen"
	SpacesFull    = "full"    // over 90 % of their storage
	SpacesDeleted = "deleted" // by staff, and not removed yet
	SpacesEnding  = "ending"  // whose plan ends within SpacesSoon, the next one first
	SpacesEnded   = "ended"   // whose plan ended within SpacesSoon, the last one first
)

// SpacesSoon is how far the lists of ending and ended plans reach.
const SpacesSoon = 30 * 24 * time.Hour

const spaceLimit = "coalesce(p.storage + (b.extra_gib << 30) + b.bonus, s.storage_limit)"

var spacesLists = map[string]string{
	"":            "s.deleted_at IS NULL",
	SpacesFrozen:  "s.deleted_at IS NULL AND s.frozen_at IS NOT NULL",
	SpacesFull:    "s.deleted_at IS NULL AND " + spaceLimit + " > 0 AND s.storage_used * 10 > " + spaceLimit + " * 9",
	SpacesDeleted: "s.deleted_at IS NOT NULL AND s.purge_at IS NOT NULL",
	SpacesEnding:  "s.deleted_at IS NULL AND b.ends_at >= ?3 AND b.ends_at < ?4",
	SpacesEnded:   "s.deleted_at IS NULL AND b.ends_at >= ?3 AND b.ends_at < ?4",
}

// HasSpacesList reports whether there is such a list.
func HasSpacesList(kind string) bool { _, ok := spacesLists[kind]; return ok }

// SpaceRow is a workspace in the list of the console.
type SpaceRow struct {
	Space
	OwnerFirst, OwnerLast, OwnerEmail string
	ActiveAt                          time.Time // of the last change; zero for none
	DeletedAt, PurgeAt                time.Time
}

func (s *SpaceRow) rowFields() []any {
	return append(s.fields(), &s.OwnerFirst, &s.OwnerLast, &s.OwnerEmail, timeScanner{&s.DeletedAt}, timeScanner{&s.PurgeAt})
}

const spaceRows = "SELECT " + spaceColumns + ", o.first_name, o.last_name, coalesce(o.email, ''), s.deleted_at, s.purge_at FROM spaces s" +
	planJoin + "JOIN users o ON o.id = s.owner_id WHERE "

func scanSpaceRow(r *sql.Rows, s *SpaceRow) error { return r.Scan(s.rowFields()...) }

func (f *SpacesFilter) where(v *View) (string, []any) {
	args := []any{FoldQuery(f.Text), f.Plan}
	switch f.Kind {
	case SpacesEnding:
		args = append(args, toMillis(v.Now), toMillis(v.Now.Add(SpacesSoon)))
	case SpacesEnded:
		args = append(args, toMillis(v.Now.Add(-SpacesSoon)), toMillis(v.Now))
	}
	return spacesLists[f.Kind] +
		" AND (?1 = '' OR instr(" + foldedSQL("s.title") + ", ?1) > 0) AND (?2 = '' OR coalesce(p.name, 'unlimited') = ?2)", args
}

func endOf(s *SpaceRow) []any { return []any{toMillis(s.EndsAt), int64(s.ID)} }

var (
	newestSpaces = &sortOrder[SpaceRow]{columns: []string{"s.id"}, down: true, of: func(s *SpaceRow) []any { return []any{int64(s.ID)} }}
	nextToEnd    = &sortOrder[SpaceRow]{columns: []string{"b.ends_at", "b.space_id"}, down: false, of: endOf}
	lastToEnd    = &sortOrder[SpaceRow]{columns: []string{"b.ends_at", "b.space_id"}, down: true, of: endOf}
)

// AdminSpaces returns some workspaces, the newest first but for the lists that say otherwise.
func (v *View) AdminSpaces(f SpacesFilter) ([]SpaceRow, []any, error) {
	where, args := f.where(v)
	sorted := newestSpaces
	switch f.Kind {
	case SpacesEnding:
		sorted = nextToEnd
	case SpacesEnded:
		sorted = lastToEnd
	}
	return listSlice(v, sorted, f.Slice, scanSpaceRow, spaceRows+where, args...)
}

// CountAdminSpaces returns how many workspaces match the filter.
func (v *View) CountAdminSpaces(f SpacesFilter) (int64, error) {
	var n int64
	where, args := f.where(v)
	err := v.scanRow("SELECT count(*) FROM spaces s"+planJoin+"WHERE "+where, args, &n)
	return n, err
}

// AdminSpace returns a workspace for staff, also one that is deleted and not removed yet.
func (v *View) AdminSpace(id SpaceID) (*SpaceRow, error) {
	var s SpaceRow
	err := v.scanRow(spaceRows+"s.id = ? AND (s.deleted_at IS NULL OR s.purge_at IS NOT NULL)", []any{id}, s.rowFields()...)
	if err != nil {
		return nil, err
	}
	var last ActivityID
	err = v.scanRow("SELECT coalesce(max(id), 0) FROM activities WHERE root_id = ?", []any{s.Root}, (*int64)(&last))
	if last != 0 {
		s.ActiveAt = last.Time()
	}
	return &s, err
}

// SpaceUse is what a workspace holds, by kind.
type SpaceUse struct {
	Heads, Versions, Trash          int64 // bytes: of the newest versions, of those before, of the trash with its versions
	Files, Directories, OldVersions int64
	Trashed                         int64 // files and directories
}

// SpaceUse counts what a workspace holds. The counters of its roots make that quick for any
// number of files; versions before the newest are the rest of its storage.
func (v *View) SpaceUse(s *Space) (*SpaceUse, error) {
	var u SpaceUse
	err := v.scanRow(`SELECT coalesce(sum(size) FILTER (WHERE root IN ('shared', 'my')), 0),
		coalesce(sum(size) FILTER (WHERE root IN ('trash', 'my_trash')), 0),
		coalesce(sum(files) FILTER (WHERE root IN ('shared', 'my')), 0),
		coalesce(sum(directories) FILTER (WHERE root IN ('shared', 'my')), 0),
		coalesce(sum(files + directories) FILTER (WHERE root IN ('trash', 'my_trash')), 0)
		FROM nodes WHERE space_id = ? AND parent_id IS NULL`, []any{s.ID}, &u.Heads, &u.Trash, &u.Files, &u.Directories, &u.Trashed)
	u.Versions = max(0, s.StorageUsed-u.Heads-u.Trash)
	return &u, err
}

// BigDirectory is one of the largest directories of a workspace. Staff do not learn its name.
type BigDirectory struct {
	ID    NodeID
	Size  int64
	Files int64
}

// LargestDirectories returns the largest directories that lie directly in the shared files.
func (v *View) LargestDirectories(root NodeID, limit int) ([]BigDirectory, error) {
	return listRows(v, func(r *sql.Rows, d *BigDirectory) error { return r.Scan(&d.ID, &d.Size, &d.Files) },
		"SELECT id, size, files FROM nodes WHERE parent_id = ? AND kind = 0 ORDER BY size DESC LIMIT ?", root, limit)
}

// AdminFile is a file or directory as staff find it by its id: without its name.
type AdminFile struct {
	ID         NodeID
	Space      SpaceID
	Title      string // of the workspace
	Root       string // shared, my, trash or my_trash
	Kind       Kind
	Size       int64
	CreatedAt  time.Time
	ModifiedAt time.Time
	Owner      UserID // who made it
}

// AdminFile returns what staff may know of a file or directory.
func (v *View) AdminFile(id NodeID) (*AdminFile, error) {
	var f AdminFile
	err := v.scanRow(`WITH RECURSIVE up(id, parent_id, root) AS (SELECT id, parent_id, root FROM nodes WHERE id = ?1
		UNION ALL SELECT n.id, n.parent_id, n.root FROM nodes n JOIN up ON n.id = up.parent_id)
		SELECT n.id, n.space_id, s.title, coalesce((SELECT root FROM up WHERE parent_id IS NULL), ''), n.kind, n.size, n.created_at,
		n.modified_at, n.created_by FROM nodes n JOIN spaces s ON s.id = n.space_id AND s.deleted_at IS NULL WHERE n.id = ?1`,
		[]any{id}, &f.ID, &f.Space, &f.Title, &f.Root, &f.Kind, &f.Size, timeScanner{&f.CreatedAt}, timeScanner{&f.ModifiedAt}, &f.Owner)
	return &f, err
}

// AdminShare is a download link or an upload box as staff find it by its id.
type AdminShare struct {
	Space   SpaceID
	Title   string // of the workspace
	Owner   UserID // who made it
	Deleted bool
}

// AdminLink returns what staff may know of a download link.
func (v *View) AdminLink(id string) (*AdminShare, error) { return v.adminShare("links", id) }

// AdminBox returns what staff may know of an upload box.
func (v *View) AdminBox(id string) (*AdminShare, error) { return v.adminShare("boxes", id) }

func (v *View) adminShare(table, id string) (*AdminShare, error) {
	var a AdminShare
	return &a, v.scanRow("SELECT x.space_id, s.title, x.created_by, x.deleted_at IS NOT NULL FROM "+table+
		" x JOIN spaces s ON s.id = x.space_id WHERE x.id = ?", []any{id}, &a.Space, &a.Title, &a.Owner, &a.Deleted)
}

// UpdateSpaceLimits replaces the limits that a workspace has without a plan; 0 is none.
// home: app/sharing/workspaces
func (tx *Tx) UpdateSpaceLimits(id SpaceID, storage, nodes int64) error {
	return tx.execOne("UPDATE spaces SET storage_limit = ?, node_limit = ? WHERE id = ?", storage, nodes, id)
}

// UpdateSpaceBonus sets the bytes that a workspace has beside those of its plan.
// home: app/sharing/workspaces
func (tx *Tx) UpdateSpaceBonus(id SpaceID, bytes int64) error {
	return tx.exec("UPDATE subscriptions SET bonus = ? WHERE space_id = ?", bytes, id)
}

// UpdateSpaceFrozen freezes a workspace for a reason that its members read, or ends that.
// home: app/sharing/workspaces
func (tx *Tx) UpdateSpaceFrozen(id SpaceID, frozen bool, reason string) error {
	var since any
	if frozen {
		since = toMillis(tx.Now)
	}
	if err := tx.execOne("UPDATE spaces SET frozen_at = ?, frozen_reason = ? WHERE id = ?", since, reason, id); err != nil {
		return err
	}
	return tx.touchRights(id)
}

// UpdateSpacePurge sets when the rows of a deleted workspace are removed.
// home: app/sharing/workspaces
func (tx *Tx) UpdateSpacePurge(id SpaceID, t time.Time) error {
	return tx.execOne("UPDATE spaces SET purge_at = ? WHERE id = ? AND deleted_at IS NOT NULL", toMillis(t), id)
}

// UpdateSpaceRestored brings a deleted workspace back whose rows are there; ErrExists when its
// owner has one of that title by now.
// home: app/sharing/workspaces
func (tx *Tx) UpdateSpaceRestored(id SpaceID) error {
	tx.displaced = true
	return tx.execOne("UPDATE spaces SET deleted_at = NULL, purge_at = NULL WHERE id = ? AND purge_at > ?", id, toMillis(tx.Now))
}

// UpdateSubscriptionEnds extends the paid time of a workspace.
// home: app/sales/plans
func (tx *Tx) UpdateSubscriptionEnds(id SpaceID, ends, locked time.Time) error {
	return tx.execOne("UPDATE subscriptions SET ends_at = ?, locked_at = ? WHERE space_id = ? AND ends_at IS NOT NULL", toMillis(ends),
		toMillis(locked), id)
}
