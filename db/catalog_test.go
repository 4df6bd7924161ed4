package db

import (
	"bytes"
	"encoding/hex"
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

// makeCatalog returns the catalog of a database in which every statement was used.
func makeCatalog(t testing.TB, d *DB) string {
	t.Helper()
	var b bytes.Buffer
	err := d.View(t.Context(), func(v *View) error {
		_, err := v.WriteCatalog(&b, "v1")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestACatalogBringsAllBackButSecrets compares the catalog of a recovered database with the one that it was made of.
func TestACatalogBringsAllBackButSecrets(t *testing.T) {
	d := open(t)
	use(t, d)
	const secret = "$argon2id$v=19$the-hash-of-a-password"
	err := d.Update(t.Context(), func(tx *Tx) error {
		return errors.Join(tx.exec("UPDATE users SET password = ?", secret), tx.exec("UPDATE guests SET link_code = ?", []byte(secret)))
	})
	if err != nil {
		t.Fatal(err)
	}
	text := makeCatalog(t, d)
	if strings.Contains(text, secret) || strings.Contains(text, hex.EncodeToString([]byte(secret))) {
		t.Error("a secret is in the catalog")
	}
	path := filepath.Join(t.TempDir(), "anbar.db")
	head, rows, err := RestoreCatalog(t.Context(), path, strings.NewReader(text))
	if err != nil || head.Program != "v1" || rows < 15 {
		t.Fatalf("%+v, %d rows, %v", head, rows, err)
	}
	back, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer back.Close()
	_, want, _ := strings.Cut(text, "\n")
	if _, got, _ := strings.Cut(makeCatalog(t, back), "\n"); got != want {
		t.Error("the recovered database has another catalog")
	}
	err = back.View(t.Context(), func(v *View) error {
		c, err := v.CheckStructure()
		if err == nil && len(c.Problems) > 0 {
			t.Errorf("problems of the recovered database: %q", c.Problems)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if _, _, err := RestoreCatalog(t.Context(), path, strings.NewReader(text)); err == nil {
		t.Error("a database was replaced")
	}
}

// TestACatalogThatIsNotWholeLeavesNothing tries what a torn disk and a stranger may make of a catalog.
func TestACatalogThatIsNotWholeLeavesNothing(t *testing.T) {
	d := open(t)
	fill(t, d, 5)
	text := makeCatalog(t, d)
	lines := strings.SplitAfter(text, "\n")
	change := func(old, next string) string {
		if !strings.Contains(text, old) {
			t.Fatalf("no %q in the catalog", old)
		}
		return strings.Replace(text, old, next, 1)
	}
	bad := map[string]string{
		"nothing":              "",
		"no catalog":           "hello\n",
		"half":                 text[:len(text)/2],
		"no end":               strings.Join(lines[:len(lines)-2], ""),
		"half an end":          text[:len(text)-3],
		"a lost row":           strings.Join(append(append([]string{}, lines[:2]...), lines[3:]...), ""),
		"another format":       change(`"anbar_catalog":1`, `"anbar_catalog":2`),
		"a table of secrets":   change(`"table":"users"`, `"table":"sessions"`),
		"a statement":          change(`"table":"users"`, `"table":"users; DROP TABLE nodes"`),
		"a column that is one": change(`"columns":["id"`, `"columns":["id) VALUES (1); DROP TABLE nodes; --"`),
		"a fraction":           change("[", "[0.5,["),
		"bytes that are none":  change(`"bytes":["sort_key"`, `"bytes":["name","sort_key"`),
	}
	for name, text := range bad {
		path := filepath.Join(t.TempDir(), "anbar.db")
		if _, _, err := RestoreCatalog(t.Context(), path, strings.NewReader(text)); !errors.Is(err, ErrCatalog) {
			t.Errorf("%s: %v", name, err)
		}
		if left, err := filepath.Glob(path + "*"); err != nil || len(left) > 0 {
			t.Errorf("%s leaves %v, %v", name, left, err)
		}
	}
	newer := change(`"schema":`, `"schema":9`)
	var is *NewerError
	if _, _, err := RestoreCatalog(t.Context(), filepath.Join(t.TempDir(), "anbar.db"), strings.NewReader(newer)); !errors.As(err, &is) {
		t.Errorf("a catalog of a newer program: %v", err)
	}
}
