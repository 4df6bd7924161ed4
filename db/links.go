package db

import (
	"encoding/json"
	"time"
)

// Link is a temporary download link.
type Link struct {
	ID          string // the secret of its URL
	Space       SpaceID
	Home        NodeID // the root of what it gives, when it was made
	Directory   NodeID // that held it
	Title       string
	Version     VersionID // 0: always the newest
	Password    string    // PHC form; empty for none
	Emails      []string  // only these addresses, when there are any
	Description string
	ViewOnly    bool
	TellOpening bool
	CountLimit  int // 0 is none
	Used        int
	ExpiresAt   time.Time // zero: permanent
	CreatedBy   UserID
	CreatedAt   time.Time
	ModifiedAt  time.Time
	DeletedAt   time.Time
	DeadAt      time.Time
	Nodes       []NodeID // what it gives; filled by LinkByID
}

const linkColumns = `l.id, l.space_id, l.home_id, l.directory_id, l.title, l.version_id, l.password, l.emails, l.description, l.view_only, l.tell_opening, l.count_limit, l.used,
	l.expires_at, l.created_by, l.created_at, l.modified_at, l.deleted_at, l.dead_at, (SELECT json_group_array(n.node_id) FROM link_nodes n WHERE n.link_id = l.id)`

func (l *Link) fields() []any {
	return []any{&l.ID, &l.Space, &l.Home, &l.Directory, &l.Title, &l.Version, &l.Password, fromJSON{&l.Emails}, &l.Description, &l.ViewOnly, &l.TellOpening, &l.CountLimit, &l.Used,
		at{&l.ExpiresAt}, &l.CreatedBy, at{&l.CreatedAt}, at{&l.ModifiedAt}, at{&l.DeletedAt}, at{&l.DeadAt}, idList[node]{&l.Nodes}}
}

// LinkByID returns the link of that id, whatever its state.
func (v *View) LinkByID(id string) (*Link, error) {
	var l Link
	return &l, v.row("SELECT "+linkColumns+" FROM links l WHERE l.id = ?", []any{id}, l.fields()...)
}

// fromJSON scans a JSON text.
type fromJSON struct{ into any }

func (f fromJSON) Scan(v any) error {
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
