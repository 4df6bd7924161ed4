package db

import (
	"encoding/json"
	"time"
)

// Link is a temporary download link.
type Link struct {
	Terms
	Directory     NodeID    // the directory of Nodes when the link was made
	Version       VersionID // 0: always the newest
	ViewOnly      bool
	NotifyOpening bool
	CountLimit    int // 0 is none
	Used          int
	Generation    int      // how often visitors had to open it again, because it asks for something else
	Nodes         []NodeID // the files and directories of the link
}

const linkColumns = `l.id, l.space_id, l.home_id, l.directory_id, l.title, l.version_id, l.password, l.emails, l.description,
	l.view_only, l.tell_opening, l.count_limit, l.used, l.generation,
	l.expires_at, l.created_by, l.created_at, l.modified_at, l.deleted_at, l.dead_at, (SELECT json_group_array(n.node_id)
	FROM link_nodes n WHERE n.link_id = l.id)`

func (l *Link) fields() []any {
	return []any{&l.ID, &l.Space, &l.Home, &l.Directory, &l.Title, &l.Version, &l.Password, jsonInto{&l.Emails}, &l.Description,
		&l.ViewOnly, &l.NotifyOpening, &l.CountLimit, &l.Used, &l.Generation,
		timeScanner{&l.ExpiresAt}, &l.CreatedBy, timeScanner{&l.CreatedAt}, timeScanner{&l.ModifiedAt},
		timeScanner{&l.DeletedAt}, timeScanner{&l.DeadAt}, idList[nodeTable]{&l.Nodes}}
}

// LinkByID returns the link with that id, also one that has expired or was deleted.
func (v *View) LinkByID(id string) (*Link, error) {
	var l Link
	return &l, v.scanRow("SELECT "+linkColumns+" FROM links l WHERE l.id = ?", []any{id}, l.fields()...)
}

// The values of LinkFilter.Status.
const (
	LinkActive  = "active"
	LinkExpired = "expired"
	LinkSpent   = "spent"
	LinkDead    = "dead"
)

// LinkFilter selects links of a space: those made by CreatedBy, those of nodes below
// the root Home, and those with an id in More. The other fields narrow this set.
type LinkFilter struct {
	Space     SpaceID
	CreatedBy UserID
	Home      NodeID   // 0 for none
	More      []string // ids
	Directory NodeID   // 0 for all
	Node      NodeID   // 0 for all
	Version   VersionID
	Status    string // empty for all
	Slice
}

// where writes the filter as a condition over links l.
func (f *LinkFilter) where(now time.Time) (string, []any, error) {
	more, err := json.Marshal(append([]string{}, f.More...))
	from, args := "links l WHERE l.space_id = ?", []any{f.Space}
	switch {
	case f.Node != 0:
		from, args = "link_nodes k CROSS JOIN links l ON l.id = k.link_id WHERE k.node_id = ? AND +l.space_id = ?", []any{f.Node, f.Space}
	case f.Directory != 0:
		from, args = "links l WHERE l.directory_id = ? AND +l.space_id = ?", []any{f.Directory, f.Space}
	}
	from += " AND l.deleted_at IS NULL AND (+l.created_by = ? OR l.home_id = ? OR l.id IN (SELECT value FROM json_each(?)))"
	args = append(args, f.CreatedBy, f.Home, string(more))
	if f.Version != 0 {
		from, args = from+" AND l.version_id = ?", append(args, f.Version)
	}
	if condition := linkCondition(f.Status); condition != "" {
		from, args = from+" AND "+condition, append(args, toMillis(now))
	}
	return from, args, err
}

// linkCondition is true of the links l with the status at the time of its one argument;
// empty for any status.
func linkCondition(status string) string {
	const expired, spent = "(l.expires_at IS NOT NULL AND l.expires_at <= ?)", "(l.count_limit > 0 AND l.used >= l.count_limit)"
	switch status {
	case LinkExpired:
		return expired
	case LinkSpent:
		return spent + " AND NOT " + expired
	case LinkDead:
		return "l.dead_at IS NOT NULL AND NOT " + spent + " AND NOT " + expired
	case LinkActive:
		return "l.dead_at IS NULL AND NOT " + spent + " AND NOT " + expired
	}
	return ""
}

var newestLinks = &sortOrder[Link]{columns: []string{"l.created_at", "l.id"}, down: true, of: func(l *Link) []any {
	return []any{toMillis(
		l.CreatedAt), l.ID}
}}

// LinksOf returns some links, newest first.
func (v *View) LinksOf(f LinkFilter) ([]Link, []any, error) {
	from, args, err := f.where(v.Now)
	if err != nil {
		return nil, nil, err
	}
	return listSlice(v, newestLinks, f.Slice, scanLink, "SELECT "+linkColumns+" FROM "+from, args...)
}

// CountLinks counts all pages of LinksOf.
func (v *View) CountLinks(f LinkFilter) (int64, error) {
	from, args, err := f.where(v.Now)
	if err != nil {
		return 0, err
	}
	var n int64
	err = v.scanRow("SELECT count(*) FROM "+from, args, &n)
	return n, err
}

// LinksBesides returns up to limit links of a space that were made by others than
// creator, newest first.
func (v *View) LinksBesides(space SpaceID, creator UserID, limit int) ([]Link, error) {
	return listRows(v, scanLink, "SELECT "+linkColumns+" FROM links l WHERE l.space_id = ? AND +l.created_by <> ? "+
		"AND l.deleted_at IS NULL ORDER BY l.created_at DESC LIMIT ?", space, creator, limit)
}

// LinksAfter returns up to limit links of all spaces that are neither deleted nor
// expired, in the order of their ids, after id.
func (v *View) LinksAfter(id string, limit int) ([]Link, error) {
	return listRows(v, scanLink, "SELECT "+linkColumns+` FROM links l WHERE l.id > ? AND l.deleted_at IS NULL AND (l.expires_at IS NULL
		OR l.expires_at > ?)
		ORDER BY l.id LIMIT ?`, id, toMillis(v.Now), limit)
}

// InsertLink makes a link.
// home: app/sharing/links
func (tx *Tx) InsertLink(l *Link) error {
	emails, err := json.Marshal(append([]string{}, l.Emails...))
	if err != nil {
		return err
	}
	err = tx.exec(`INSERT INTO links (id, space_id, home_id, directory_id, title, version_id, password, emails, description,
		view_only, tell_opening, count_limit, expires_at, created_by, created_at, modified_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, l.ID, l.Space, l.Home, l.Directory, l.Title, l.Version, l.Password,
		string(emails), l.Description, l.ViewOnly, l.NotifyOpening,
		l.CountLimit, nullMillis(l.ExpiresAt), l.CreatedBy, toMillis(tx.Now), toMillis(tx.Now))
	for _, n := range l.Nodes {
		if err == nil {
			err = tx.exec("INSERT INTO link_nodes (link_id, node_id) VALUES (?, ?)", l.ID, n)
		}
	}
	return err
}

// UpdateLink replaces the terms of a link.
// home: app/sharing/links
func (tx *Tx) UpdateLink(l *Link) error {
	emails, err := json.Marshal(append([]string{}, l.Emails...))
	if err != nil {
		return err
	}
	return tx.execOne(`UPDATE links SET title = ?, version_id = ?, password = ?, emails = ?, description = ?, view_only = ?, tell_opening `+
		`= ?, count_limit = ?, expires_at = ?, modified_at = ? WHERE id = ?`,
		l.Title, l.Version, l.Password, string(emails), l.Description, l.ViewOnly, l.NotifyOpening, l.CountLimit, nullMillis(l.ExpiresAt),
		toMillis(tx.Now), l.ID)
}

// UpdateLinkUsed counts one use of a link; ErrNotFound when its CountLimit is reached.
// home: app/sharing/links
func (tx *Tx) UpdateLinkUsed(id string) error {
	return tx.execOne("UPDATE links SET used = used + 1 WHERE id = ? AND (count_limit = 0 OR used < count_limit)", id)
}

// UpdateLinkGeneration ends the tokens of all who opened a link.
// home: app/sharing/links
func (tx *Tx) UpdateLinkGeneration(id string) error {
	return tx.execOne("UPDATE links SET generation = generation + 1 WHERE id = ?", id)
}

// UpdateLinkDead records since when a link gives nothing because its creator lost the
// right to it; the zero time when it works again.
// home: app/sharing/links
func (tx *Tx) UpdateLinkDead(id string, since time.Time) error {
	return tx.execOne("UPDATE links SET dead_at = ? WHERE id = ?", nullMillis(since), id)
}

// UpdateLinkDeleted marks a link as deleted and clears its terms and openings. The row
// with its id stays until DeleteLinksBefore.
// home: app/sharing/links
func (tx *Tx) UpdateLinkDeleted(id string) error {
	if err := tx.execOne("UPDATE links SET deleted_at = ?, title = '', password = '', emails = '[]', description = '' WHERE id = ?",
		toMillis(tx.Now), id); err != nil {
		return err
	}
	if err := tx.exec("DELETE FROM link_openings WHERE link_id = ?", id); err != nil {
		return err
	}
	return tx.exec("DELETE FROM link_nodes WHERE link_id = ?", id)
}

// DeleteLinksBefore forgets up to limit links that were deleted before t, and
// returns how many.
// home: app/sharing/links
func (tx *Tx) DeleteLinksBefore(t time.Time, limit int) (int64, error) {
	return tx.execN("DELETE FROM links WHERE id IN (SELECT id FROM links WHERE deleted_at < ? LIMIT ?)", toMillis(t), limit)
}

// jsonInto scans a JSON text.
type jsonInto struct{ into any }

func (f jsonInto) Scan(v any) error {
	s, _ := v.(string)
	return json.Unmarshal([]byte(s), f.into)
}

// idList scans a JSON list of ids as they are in the database.
type idList[T any] struct{ into *[]ID[T] }

func (l idList[T]) Scan(v any) error {
	s, _ := v.(string)
	var numbers []int64
	if err := json.Unmarshal([]byte(s), &numbers); err != nil {
		return err
	}
	for _, n := range numbers {
		*l.into = append(*l.into, ID[T](n))
	}
	return nil
}
