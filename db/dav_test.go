package db

import (
	"strings"
	"testing"
)

func TestKeptPropertiesOfADirectoryAreFound(t *testing.T) {
	d := open(t)
	f := fill(t, d, 2)
	file, beside := f.files[0].ID, f.files[1].ID
	dir := f.files[0].Parent
	err := d.Update(t.Context(), func(tx *Tx) error {
		if some, err := tx.AnyDavPropBelow(dir); err != nil || some {
			t.Errorf("a property before there is one: %v %v", some, err)
		}
		for _, name := range []string{"a", "b"} {
			if err := tx.PutDavProp(&DavProp{Node: file, NS: "urn:x", Name: name, Value: "سلام"}); err != nil {
				return err
			}
		}
		if some, err := tx.AnyDavPropBelow(dir); err != nil || !some {
			t.Errorf("no property: %v", err)
		}
		if some, err := tx.AnyDavPropBelow(file); err != nil || some {
			t.Errorf("one below a file: %v %v", some, err)
		}
		sizes, err := tx.DavPropsSizes([]NodeID{file, beside})
		if want := int64(2 * len("urn:xaسلام")); len(sizes) != 1 || sizes[file] != want {
			t.Errorf("%v, want %d", sizes, want)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestKeptPropertiesAreFoundByIndex has the planner look at what each list of a directory asks.
func TestKeptPropertiesAreFoundByIndex(t *testing.T) {
	d := open(t)
	err := d.Update(t.Context(), func(tx *Tx) error {
		_, err := tx.AnyDavPropBelow(1)
		if err == nil {
			_, err = tx.DavPropsSizes([]NodeID{1})
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var asked []string
	for c := range allConns(d) {
		for query := range c.stmts {
			if strings.Contains(query, "dav_props") {
				asked = append(asked, query)
			}
		}
	}
	if len(asked) != 2 {
		t.Fatalf("%d statements: %q", len(asked), asked)
	}
	if err := d.write.Conn.Close(); err != nil { // so that the pool has its one connection for the planner
		t.Fatal(err)
	}
	for _, query := range asked {
		for _, line := range queryPlan(t, d, query) {
			if strings.HasPrefix(line, "SCAN") && line != "SCAN CONSTANT ROW" && !strings.HasPrefix(line, "SCAN json_each") {
				t.Errorf("%s\n\t%s", line, query)
			}
		}
	}
}
