package db

import "time"

// Box is an upload box: a directory that outsiders may put files into.
type Box struct {
	ID             string // the code
	Space          SpaceID
	Node           NodeID
	Home           NodeID // the root of the directory, when it was made
	Title          string
	Description    string
	Password       string   // PHC form; empty for none
	Emails         []string // only these addresses, when there are any
	MaxFileSize    int64    // bytes; 0 is no limit of its own
	AllowedTypes   []string
	RetentionValue int // 0: what came in stays
	RetentionUnit  string
	PerVisitor     bool // a directory for each visitor
	ExpiresAt      time.Time
	CreatedBy      UserID
	CreatedAt      time.Time
	ModifiedAt     time.Time
	DeletedAt      time.Time
	DeadAt         time.Time
}

const boxColumns = `b.id, b.space_id, b.node_id, b.home_id, b.title, b.description, b.password, b.emails, b.max_file_size, b.allowed_file_types, b.retention_value, b.retention_unit,
	b.per_visitor, b.expires_at, b.created_by, b.created_at, b.modified_at, b.deleted_at, b.dead_at`

func (b *Box) fields() []any {
	return []any{&b.ID, &b.Space, &b.Node, &b.Home, &b.Title, &b.Description, &b.Password, fromJSON{&b.Emails}, &b.MaxFileSize, fromJSON{&b.AllowedTypes}, &b.RetentionValue, &b.RetentionUnit,
		&b.PerVisitor, at{&b.ExpiresAt}, &b.CreatedBy, at{&b.CreatedAt}, at{&b.ModifiedAt}, at{&b.DeletedAt}, at{&b.DeadAt}}
}

// BoxByID returns the box of that code, whatever its state.
func (v *View) BoxByID(id string) (*Box, error) {
	var b Box
	return &b, v.row("SELECT "+boxColumns+" FROM boxes b WHERE b.id = ?", []any{id}, b.fields()...)
}

// Visit is one person's coming to a box.
type Visit struct {
	ID        VisitorID
	Box       Box
	Directory string // name of the visitor's own directory; empty for none
	Name      string
	Email     string
	CreatedAt time.Time
	ExpiresAt time.Time
}

// BoxVisit returns a visit with its box.
func (v *View) BoxVisit(id VisitorID) (*Visit, error) {
	var s Visit
	return &s, v.row("SELECT "+boxColumns+", s.id, s.directory, s.name, s.email, s.created_at, s.expires_at FROM box_visitors s JOIN boxes b ON b.id = s.box_id WHERE s.id = ?", []any{id},
		append(s.Box.fields(), &s.ID, &s.Directory, &s.Name, &s.Email, at{&s.CreatedAt}, at{&s.ExpiresAt})...)
}
