package db

import (
	"bufio"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
)

// A catalog says what the contents in the blob store are called, where they lie and whose they are, for the day on which the
// database is lost. It is JSON, a value in each line: a CatalogHead, then for each table a catalogTable and its rows, which are
// arrays of the values of its columns (bytes as hexadecimal digits, times as milliseconds since 1970), and a catalogEnd.

// CatalogHead is the first line of a catalog.
type CatalogHead struct {
	Format  int       `json:"anbar_catalog"` // 1
	Schema  int64     `json:"schema"`
	Program string    `json:"program"` // its version
	Written time.Time `json:"written"`
}

const catalogFormat = 1

// catalogTable comes before the rows of a table.
type catalogTable struct {
	Table   string   `json:"table"`
	Columns []string `json:"columns"`
	Bytes   []string `json:"bytes"` // the columns that hold bytes
}

// catalogEnd is the last line; a catalog without it was cut off.
type catalogEnd struct {
	Rows int64 `json:"rows"`
}

// catalogTables are the tables of a catalog with what stands in it in place of secrets: nobody can sign in with what a catalog
// says. Links and boxes are left out, because the id of one opens it.
var catalogTables = []struct {
	name    string
	secrets map[string]string
}{
	{"users", map[string]string{"password": "''"}},
	{"spaces", nil}, {"members", nil}, {"roles", nil}, {"role_members", nil},
	{"nodes", nil}, {"versions", nil}, {"thumbnails", nil},
	{"role_targets", nil},
	{"guests", map[string]string{"link_code": "NULL", "link_by": "NULL", "link_expires_at": "NULL"}},
	{"favorites", nil}, {"fields", nil}, {"field_values", nil},
}

// WriteCatalog writes a catalog of the whole database, and returns how many rows it has.
func (v *View) WriteCatalog(w io.Writer, program string) (rows int64, err error) {
	schema, err := v.SchemaVersion()
	if err != nil {
		return 0, err
	}
	buf := bufio.NewWriterSize(w, 64<<10)
	lines := json.NewEncoder(buf)
	if err := lines.Encode(CatalogHead{catalogFormat, schema, program, v.Now}); err != nil {
		return 0, err
	}
	for _, t := range catalogTables {
		n, err := v.writeCatalogTable(lines, t.name, t.secrets)
		if err != nil {
			return 0, fmt.Errorf("the table %s: %w", t.name, err)
		}
		rows += n
	}
	if err := lines.Encode(catalogEnd{rows}); err != nil {
		return 0, err
	}
	return rows, buf.Flush()
}

func (v *View) writeCatalogTable(lines *json.Encoder, name string, secrets map[string]string) (n int64, err error) {
	head, query, err := v.describeTable(name, secrets)
	if err != nil {
		return 0, err
	}
	if err := lines.Encode(head); err != nil {
		return 0, err
	}
	rows, err := v.queryRows(query, nil)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	values := make([]any, len(head.Columns))
	into := make([]any, len(values))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return n, err
		}
		for i, one := range values {
			if b, ok := one.([]byte); ok {
				values[i] = hex.EncodeToString(b)
			}
		}
		if err := lines.Encode(values); err != nil {
			return n, err
		}
		n++
	}
	return n, rows.Err()
}

// describeTable returns the columns of a table and the statement that reads them.
func (v *View) describeTable(name string, secrets map[string]string) (head catalogTable, query string, err error) {
	type column struct{ name, kind string }
	columns, err := listRows(v, func(r *sql.Rows, c *column) error { return r.Scan(&c.name, &c.kind) },
		"SELECT name, type FROM pragma_table_info(?)", name)
	if err != nil {
		return head, "", err
	}
	head = catalogTable{Table: name, Bytes: []string{}}
	query = "SELECT "
	for i, c := range columns {
		if i > 0 {
			query += ", "
		}
		if instead, ok := secrets[c.name]; ok {
			query += instead
		} else {
			query += c.name
		}
		head.Columns = append(head.Columns, c.name)
		if c.kind == "BLOB" {
			head.Bytes = append(head.Bytes, c.name)
		}
	}
	return head, query + " FROM " + name, nil
}

// ContentPlace is where a content is or was kept under a name.
type ContentPlace struct {
	Space SpaceID
	Title string // of the workspace
	Path  []Ancestor
}

// PlacesOfHash returns where the files lie that have a version with this content, up to limit of them.
func (v *View) PlacesOfHash(h Hash, limit int) ([]ContentPlace, error) {
	type file struct {
		place ContentPlace
		node  NodeID
	}
	files, err := listRows(v, func(r *sql.Rows, f *file) error { return r.Scan(&f.node, &f.place.Space, &f.place.Title) },
		`SELECT DISTINCT n.id, s.id, s.title FROM versions v JOIN nodes n ON n.id = v.node_id JOIN spaces s ON s.id = n.space_id
		WHERE v.hash = ? LIMIT ?`, h, limit)
	all := make([]ContentPlace, 0, len(files))
	for _, f := range files {
		if err == nil {
			f.place.Path, err = v.PathOf(f.node)
		}
		all = append(all, f.place)
	}
	return all, err
}
