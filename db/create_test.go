package db

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// openMigrated opens a new database that all migrations made, one after the other.
func openMigrated(t *testing.T) *DB {
	t.Helper()
	name := filepath.Join(t.TempDir(), "anbar.db")
	pool, err := sql.Open("sqlite", dsn(name, ""))
	if err != nil {
		t.Fatal(err)
	}
	p, err := openMigrations(pool)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(applyAll(t.Context(), p, 0, nil), pool.Close()); err != nil {
		t.Fatal(err)
	}
	return openFile(t, name)
}

func TestANewDatabaseBelongsToOneAccount(t *testing.T) {
	d := open(t)
	for _, end := range []string{"", "-wal", "-shm"} {
		is, err := os.Stat(d.path + end)
		if err != nil || is.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", d.path+end, is.Mode(), err)
		}
	}
}

// TestManyOpenANewDatabase at the same moment: one of them makes the schema.
func TestManyOpenANewDatabase(t *testing.T) {
	for range 5 {
		name := filepath.Join(t.TempDir(), "anbar.db")
		opened := make(chan error)
		for range 4 {
			go func() {
				d, err := Open(t.Context(), name)
				if err == nil {
					err = d.Close()
				}
				opened <- err
			}()
		}
		for range 4 {
			if err := <-opened; err != nil {
				t.Error(err)
			}
		}
	}
}

// TestANewDatabaseIsWhatTheMigrationsMake compares the schema, and every row but for the numbers drawn and the times.
func TestANewDatabaseIsWhatTheMigrationsMake(t *testing.T) {
	if os.Getenv("ANBAR_GOLDEN") != "" {
		t.Skip("schema.sql is being written")
	}
	read := func(d *DB) (objects, rows []string) {
		err := d.View(t.Context(), func(v *View) error {
			var err error
			objects, err = listRows(v, scanText, "SELECT type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, '') "+
				"FROM sqlite_schema ORDER BY rowid")
			if err != nil {
				return err
			}
			tables, err := listRows(v, scanText, "SELECT name FROM sqlite_schema WHERE type = 'table' "+
				"AND sql NOT LIKE 'CREATE VIRTUAL%'")
			for _, table := range tables {
				columns, err := listRows(v, scanText, "SELECT 'quote(\"' || name || '\")' FROM pragma_table_info('"+table+"') "+
					"WHERE name <> 'tstamp'")
				if err != nil {
					return err
				}
				found, err := listRows(v, scanText, "SELECT "+strings.Join(columns, " || ',' || ")+" FROM \""+table+"\" ORDER BY 1")
				if err != nil {
					return err
				}
				for _, row := range found {
					if strings.HasPrefix(row, "'install',") {
						row = fmt.Sprintf("'install', %d letters", len(row))
					}
					rows = append(rows, table+": "+row)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return objects, rows
	}
	wantObjects, wantRows := read(openMigrated(t))
	gotObjects, gotRows := read(open(t))
	if len(wantObjects) < 100 || !slices.Equal(gotObjects, wantObjects) {
		t.Errorf("the schema of a new database differs from that of the migrations; run \"make golden\":\n%s\n\nwant:\n%s",
			strings.Join(gotObjects, "\n"), strings.Join(wantObjects, "\n"))
	}
	if len(wantRows) < 50 || !slices.Equal(gotRows, wantRows) {
		t.Errorf("the rows of a new database differ from those of the migrations; see seeds:\n%q\nwant:\n%q", gotRows, wantRows)
	}
}

func TestSchemaIsGolden(t *testing.T) {
	d := openMigrated(t)
	var got []string
	err := d.View(t.Context(), func(v *View) (err error) {
		got, err = listRows(v, scanText, "SELECT sql || ';' FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'goose%' "+
			"AND name NOT LIKE 'sqlite%' ORDER BY rowid")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf(schemaHead, LatestSchema()) + "\n\n" + strings.Join(got, "\n\n") + "\n"
	if os.Getenv("ANBAR_GOLDEN") != "" {
		if err := os.WriteFile("schema.sql", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile("schema.sql")
	if err != nil || string(want) != text {
		t.Errorf("schema.sql is not what the migrations make; run \"make golden\": %v", err)
	}
}
