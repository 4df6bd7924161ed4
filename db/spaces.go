package db

import (
	"database/sql"
	"errors"
	"time"
)

// Space is a workspace.
type Space struct {
	ID                SpaceID
	Title             string
	TitleKey          string
	Owner             UserID
	Root, Trash       NodeID
	OrganizationTitle string
	PrimaryColor      string
	SecondaryColor    string
	Avatar            Hash
	AvatarType        string
	PreventNonMembers bool
	Access            string
	StorageLimit      int64 // bytes, of the plan if there is one; 0 is none of its own
	OwnLimit          int64 // bytes, without a plan
	StorageUsed       int64
	Members           int
	CreatedAt         time.Time
	Rights            int64  // revision; changes when the rights of any user in the space do
	MemberLimit       int    // of the plan if there is one; 0 is none of its own
	NodeLimit         int64  // files and directories; 0 is none
	DefaultRole       string // of users who join a public space
	Role              string // of the user given to SpaceByID; empty when they are not a member
	MyRoot, MyTrash   NodeID // of that user

	Plan     PlanID // 0 without a plan
	PlanName string
	Terms    PlanTerms // of the plan
	Trial    bool
	EndsAt   time.Time // of the paid time; zero for never
	LockedAt time.Time // from then on nothing can be written; zero for never

	FrozenAt     time.Time // by staff; zero for most
	FrozenReason string    // that its members read

	SummariesHost string // to which texts of files may be sent for summaries; empty for none

	OwnerName string // set by app/sharing/workspaces when the paid time is over
}

// IsFrozen reports whether staff froze the space: nothing of it can be changed.
func (s *Space) IsFrozen() bool { return !s.FrozenAt.IsZero() }

// IsLocked reports whether nothing can be written any more because the plan expired, or because
// the space is frozen.
func (s *Space) IsLocked(now time.Time) bool {
	return s.IsFrozen() || !s.LockedAt.IsZero() && !now.Before(s.LockedAt)
}

const spaceColumns = `s.id, s.title, s.title_key, s.owner_id, s.root_id, s.trash_id, s.organization_title, s.primary_color,
	s.secondary_color,
	s.avatar, s.avatar_type, s.prevent_sharing_non_members, s.access,
	coalesce(p.storage + (b.extra_gib << 30) + b.bonus, s.storage_limit), s.storage_used, s.members, s.created_at,
	s.rights, coalesce(b.users, s.member_limit), s.node_limit, s.default_role,
	coalesce(p.id, 0), coalesce(p.name, ''), coalesce(p.versions, 0), coalesce(p.timeline_days, 0), coalesce(p.restore_days, 0),
	coalesce(p.fields, 0), coalesce(p.advanced_search, 0), coalesce(p.support, ''), coalesce(p.summaries, ''),
	coalesce(b.trial, 0), b.ends_at, b.locked_at, s.frozen_at, s.frozen_reason, s.storage_limit,
	s.summaries_host`

// planJoin follows the name "spaces s" in a query of spaceColumns.
const planJoin = " LEFT JOIN subscriptions b ON b.space_id = s.id AND b.suspended = 0 LEFT JOIN plans p ON p.id = b.plan_id "

func (s *Space) fields() []any {
	all := []any{&s.ID, &s.Title, &s.TitleKey, &s.Owner, &s.Root, &s.Trash, &s.OrganizationTitle, &s.PrimaryColor, &s.SecondaryColor,
		&s.Avatar, &s.AvatarType, &s.PreventNonMembers, &s.Access, &s.StorageLimit, &s.StorageUsed, &s.Members,
		timeScanner{&s.CreatedAt}, &s.Rights,
		&s.MemberLimit, &s.NodeLimit, &s.DefaultRole, (*int64)(&s.Plan), &s.PlanName}
	return append(append(all, s.Terms.fields()...), &s.Trial, timeScanner{&s.EndsAt}, timeScanner{&s.LockedAt},
		timeScanner{&s.FrozenAt}, &s.FrozenReason, &s.OwnLimit,
		&s.SummariesHost)
}

func (s *Space) memberFields() []any {
	return append(s.fields(), &s.Role, &s.MyRoot, &s.MyTrash)
}

// SpaceByID returns the space with the role of that user, which is empty when they
// are not a member; ErrNotFound when the space does not exist or is deleted.
func (v *View) SpaceByID(id SpaceID, user UserID) (*Space, error) {
	var s Space
	return &s, v.scanRow("SELECT "+spaceColumns+`, coalesce(m.role, ''), m.my_root_id, m.my_trash_id FROM spaces s`+planJoin+`
		LEFT JOIN members m ON m.space_id = s.id AND m.user_id = ?2
		WHERE s.id = ?1 AND s.deleted_at IS NULL`, []any{id, user}, s.memberFields()...)
}

// LivingSpace returns the space without the role of a user; ErrNotFound when it does
// not exist or is deleted.
func (v *View) LivingSpace(id SpaceID) (*Space, error) {
	var s Space
	return &s, v.scanRow("SELECT "+spaceColumns+" FROM spaces s"+planJoin+"WHERE s.id = ? AND s.deleted_at IS NULL",
		[]any{id}, s.fields()...)
}

// Extras says which kinds of rows the files of a space may have.
type Extras struct {
	Fields bool // the space defines custom fields
	Boxes  bool // it has upload boxes
	Leases bool // somebody edits a file, here or in another space
}

// ExtrasOf returns the extras of a space. It is a query of its own so that not every
// load of a space pays for it.
func (v *View) ExtrasOf(id SpaceID) (Extras, error) {
	var e Extras
	err := v.scanRow(`SELECT EXISTS (SELECT 1 FROM fields f WHERE f.space_id = ?1),
		EXISTS (SELECT 1 FROM boxes b WHERE b.space_id = ?1 AND b.deleted_at IS NULL),
		EXISTS (SELECT 1 FROM leases WHERE ended = 0)`, []any{id}, &e.Fields, &e.Boxes, &e.Leases)
	return e, err
}

// SpacesOf returns the spaces the user is a member of, oldest first.
func (v *View) SpacesOf(member UserID) ([]Space, error) {
	return listRows(v, func(r *sql.Rows, s *Space) error { return r.Scan(s.memberFields()...) },
		"SELECT "+spaceColumns+`, m.role, m.my_root_id, m.my_trash_id FROM members m JOIN spaces s ON s.id = m.space_id`+planJoin+`
		WHERE m.user_id = ? AND s.deleted_at IS NULL ORDER BY s.id`, member)
}

// IsTitleTaken reports whether the owner has a living space of that folded title
// other than except.
func (v *View) IsTitleTaken(owner UserID, key string, except SpaceID) (bool, error) {
	var n int
	err := v.scanRow("SELECT EXISTS (SELECT 1 FROM spaces WHERE owner_id = ? AND title_key = ? AND deleted_at IS NULL AND id <> ?)",
		[]any{owner, key, int64(except)}, &n)
	return n == 1, err
}

// SpaceAvatar returns the picture of a living space.
func (v *View) SpaceAvatar(id SpaceID) (Hash, string, error) {
	var h Hash
	var typ string
	err := v.scanRow("SELECT avatar, avatar_type FROM spaces WHERE id = ? AND deleted_at IS NULL AND avatar IS NOT NULL",
		[]any{id}, &h, &typ)
	return h, typ, err
}

// InsertSpace makes a space without members; ErrExists when its owner has one
// of that title.
// home: app/sharing/workspaces
func (tx *Tx) InsertSpace(s *Space) error {
	return tx.exec("INSERT INTO spaces (id, title, title_key, owner_id, root_id, trash_id, access, storage_limit, member_limit, "+
		"node_limit, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		s.ID, s.Title, s.TitleKey, s.Owner, s.Root, s.Trash, s.Access, s.StorageLimit, s.MemberLimit, s.NodeLimit, toMillis(tx.Now))
}

// UpdateSpaceTitle renames a space; ErrExists when its owner has one of that title.
// home: app/sharing/workspaces
func (tx *Tx) UpdateSpaceTitle(id SpaceID, title, key string) error {
	return tx.execOne("UPDATE spaces SET title = ?, title_key = ? WHERE id = ?", title, key, id)
}

// UpdateSpaceAppearance replaces the organisation's title and the two colours.
// home: app/sharing/workspaces
func (tx *Tx) UpdateSpaceAppearance(id SpaceID, organization, primary, secondary string) error {
	return tx.execOne(
		"UPDATE spaces SET organization_title = ?, primary_color = ?, secondary_color = ? WHERE id = ?", organization, primary,
		secondary, id)
}

// UpdateSpaceAvatar replaces the picture; the zero hash removes it.
// home: app/sharing/workspaces
func (tx *Tx) UpdateSpaceAvatar(id SpaceID, h Hash, contentType string) error {
	return tx.execOne("UPDATE spaces SET avatar = ?, avatar_type = ? WHERE id = ?", h, contentType, id)
}

// AddSpaceStorage adds bytes to the limit of a space that has one, and to that of its plan.
// home: app/identity/promotions
func (tx *Tx) AddSpaceStorage(id SpaceID, bytes int64) error {
	if err := tx.exec("UPDATE subscriptions SET bonus = bonus + ? WHERE space_id = ?", bytes, id); err != nil {
		return err
	}
	return tx.exec("UPDATE spaces SET storage_limit = storage_limit + ? WHERE id = ? AND storage_limit > 0", bytes, id)
}

// UpdateSpaceSharing allows sharing with non-members, or prevents it.
// home: app/sharing/workspaces
func (tx *Tx) UpdateSpaceSharing(id SpaceID, prevent bool) error {
	return tx.execOne("UPDATE spaces SET prevent_sharing_non_members = ? WHERE id = ?", prevent, id)
}

// UpdateSpaceAccess makes a space private or public and sets the role of users who
// join.
// home: app/sharing/workspaces
func (tx *Tx) UpdateSpaceAccess(id SpaceID, access, role string) error {
	return tx.execOne("UPDATE spaces SET access = ?, default_role = ? WHERE id = ?", access, role, id)
}

// OpenSpace is a public space in the list of a user.
type OpenSpace struct {
	Space
	IsMember bool
}

var spacesByTitle = &sortOrder[OpenSpace]{
	columns: []string{"s.title_key", "s.id"}, down: false, of: func(s *OpenSpace) []any { return []any{s.TitleKey, int64(s.ID)} },
}

// PublicSpaces returns a part of the public spaces whose folded title contains part,
// ordered by title.
func (v *View) PublicSpaces(user UserID, part string, s Slice) ([]OpenSpace, []any, error) {
	return listSlice(v, spacesByTitle, s, func(r *sql.Rows, s *OpenSpace) error { return r.Scan(append(s.fields(), &s.IsMember)...) },
		"SELECT "+spaceColumns+`, EXISTS (SELECT 1 FROM members m WHERE m.space_id = s.id AND m.user_id = ?1)
			FROM spaces s INDEXED BY spaces_public`+planJoin+`
		WHERE s.access = 'public' AND s.deleted_at IS NULL AND instr(s.title_key, ?2) > 0`, user, part)
}

// CountPublicSpaces counts the public spaces whose folded title contains part.
func (v *View) CountPublicSpaces(part string) (int64, error) {
	var n int64
	err := v.scanRow("SELECT count(*) FROM spaces INDEXED BY spaces_public WHERE access = 'public' AND deleted_at IS NULL "+
		"AND instr(title_key, ?) > 0", []any{part}, &n)
	return n, err
}

// UpdateSpaceDeleted marks the space as deleted, which hides it at once;
// DeleteSpaceRows removes its rows.
// home: app/sharing/workspaces
func (tx *Tx) UpdateSpaceDeleted(id SpaceID) error {
	tx.displaced = true
	return tx.execOne("UPDATE spaces SET deleted_at = ? WHERE id = ? AND deleted_at IS NULL", toMillis(tx.Now), id)
}

// UpdateSpaceUsed adds bytes, which may be negative, to StorageUsed.
// home: app/base/quota
func (tx *Tx) UpdateSpaceUsed(id SpaceID, bytes int64) error {
	return tx.execOne("UPDATE spaces SET storage_used = storage_used + ? WHERE id = ?", bytes, id)
}

// DeletedSpaces returns the deleted spaces whose rows are to be removed now. Those that a tree is on its way from or to wait for it.
func (v *View) DeletedSpaces() ([]SpaceID, error) {
	return listRows(v, func(r *sql.Rows, id *SpaceID) error { return r.Scan(id) }, `SELECT id FROM spaces WHERE deleted_at IS NOT NULL
		AND coalesce(purge_at, 0) <= ? AND id NOT IN (SELECT to_space_id FROM rehomings UNION SELECT from_space_id FROM rehomings)`,
		toMillis(v.Now))
}

// DeleteSpaceRows removes up to limit nodes of a deleted space, leaves first, and
// reports whether all its rows are removed. Call it until then; each call holds the
// writer only briefly.
// home: app/sharing/workspaces
func (tx *Tx) DeleteSpaceRows(id SpaceID, limit int) (gone bool, err error) {
	for _, table := range []string{"uploads", "zips"} {
		if err := tx.exec("DELETE FROM "+table+" WHERE space_id = ?", id); err != nil {
			return false, err
		}
	}
	n, err := tx.execN(`DELETE FROM nodes WHERE id IN (
		SELECT n.id FROM nodes n WHERE n.space_id = ?1 AND NOT EXISTS (SELECT 1 FROM nodes c WHERE c.parent_id = n.id) LIMIT ?2)`, id,
		limit)
	if err != nil || n > 0 {
		return false, err
	}
	if more, err := tx.deleteImportsOf(id, limit); err != nil || more {
		return false, err
	}
	if err := tx.exec("DELETE FROM members WHERE space_id = ?", id); err != nil {
		return false, err
	}
	return true, tx.execOne("DELETE FROM spaces WHERE id = ?", id)
}

// deleteImportsOf removes up to limit rows of one of a space's imports, and reports whether
// there was one. They would all go with the space, and hold the writer for as long.
func (tx *Tx) deleteImportsOf(space SpaceID, limit int) (more bool, err error) {
	var of ImportID
	err = tx.scanRow("SELECT id FROM imports WHERE space_id = ? LIMIT 1", []any{space}, &of)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	_, err = tx.DeleteImportRows(of, limit)
	return true, err
}

// LivingSpaces returns the ids of all spaces that are not deleted.
func (v *View) LivingSpaces() ([]SpaceID, error) {
	return listRows(v, func(r *sql.Rows, id *SpaceID) error { return r.Scan(id) },
		"SELECT id FROM spaces WHERE deleted_at IS NULL ORDER BY id")
}

// RootsOf returns the root of the shared files of a space and those of its members' My Drives.
func (v *View) RootsOf(space SpaceID) ([]Node, error) {
	return listRows(v, func(r *sql.Rows, n *Node) error { return r.Scan(n.fields()...) },
		"SELECT "+nodeColumns+" FROM nodes n WHERE n.space_id = ? AND n.parent_id IS NULL AND n.root IN ('shared', 'my') ORDER BY n.id",
		space)
}
