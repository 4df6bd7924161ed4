package db

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lukechampine.com/blake3"
)

// older makes a database as a program had it that knew the migrations up to a number, and closes it.
func older(t *testing.T, version int64) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "anbar.db")
	d, err := openUpTo(t, name, version)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestAnOlderProgramRefusesANewerDatabase, names both, and changes nothing.
func TestAnOlderProgramRefusesANewerDatabase(t *testing.T) {
	name := filepath.Join(t.TempDir(), "anbar.db")
	d, err := Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	later := LatestSchema() + 57
	err = d.Update(t.Context(), func(tx *Tx) error {
		return errors.Join(tx.PutProgram("9.9.9"), tx.exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (?, 1)", later))
	})
	if err = errors.Join(err, d.Close()); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Open(t.Context(), name)
	var newer *NewerError
	if !errors.As(err, &newer) {
		t.Fatalf("%v", err)
	}
	for _, part := range []string{"9.9.9", fmt.Sprint(later), fmt.Sprint(LatestSchema()), "anbar restore"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not name %s", err, part)
		}
	}
	if after, err := os.ReadFile(name); err != nil || string(after) != string(before) {
		t.Errorf("the file changed: %v", err)
	}
}

// TestAnInterruptedUpgradeKeepsItsSnapshot begins an upgrade again and again, each time killed at another place.
func TestAnInterruptedUpgradeKeepsItsSnapshot(t *testing.T) {
	from := int64(30)
	name := older(t, from)
	dir := snapshotDir(name)
	truth := ""
	for to := from + 1; to < LatestSchema(); to++ {
		half := filepath.Join(dir, "20990101T000000.000-schema0099.db"+snapshotSuffix)
		if _, err := openUpTo(t, name, to); err != nil { // killed: not closed, and the upgrade has not ended
			t.Fatal(err)
		}
		if err := errors.Join(os.WriteFile(half, []byte("half"), 0o600), os.WriteFile(half+"-journal", nil, 0o600)); err != nil {
			t.Fatal(err)
		}
		kept, err := filepath.Glob(filepath.Join(dir, "*-schema*.db"))
		if err != nil || len(kept) != 1 || !strings.HasSuffix(kept[0], fmt.Sprintf("-schema%04d.db", from)) {
			t.Fatalf("at %d: %v, %v", to, kept, err)
		}
		truth = kept[0]
	}
	d, err := Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range left {
		if filepath.Join(dir, e.Name()) != truth && !strings.Contains(e.Name(), snapshotSuffix) {
			t.Errorf("%s is left", e.Name())
		}
	}
	if _, err := os.Stat(truth); err != nil {
		t.Errorf("the snapshot of before the upgrade is gone: %v", err)
	}
}

// TestALongMigrationIsReported while it runs.
func TestALongMigrationIsReported(t *testing.T) {
	name := older(t, LatestSchema()-2)
	var all []Migration
	d, err := OpenReporting(t.Context(), name, func(m Migration) { all = append(all, m) })
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 || all[0].Step != 1 || all[0].Steps != all[len(all)-1].Step || all[0].Name == "" {
		t.Errorf("%+v", all)
	}
	done := reportWhile(func(m Migration) { all = append(all, m) }, Migration{Step: 1, Steps: 1})
	time.Sleep(10 * time.Millisecond)
	done()
}

const releasedMigrations = "testdata/migrations.txt"

// TestMigrationsComeAfterAllThatWereOnMain holds the list of migrations that data directories have run: none of them changes,
// and a new one has a larger number than all of them. `make golden` adds new ones to the list.
func TestMigrationsComeAfterAllThatWereOnMain(t *testing.T) {
	var have []string
	entries, err := migrations.ReadDir("migrations")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		b, err := migrations.ReadFile("migrations/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		sum := blake3.Sum256(b)
		have = append(have, e.Name()+" "+hex.EncodeToString(sum[:8]))
	}
	slices.Sort(have)
	var listed []string
	f, err := os.Open(releasedMigrations)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		listed = append(listed, s.Text())
	}
	if len(have) < len(listed) || !slices.Equal(have[:len(listed)], listed) {
		for i := range listed {
			if i >= len(have) || have[i] != listed[i] {
				t.Fatalf("a migration that data directories have run was changed or removed, or one came between them: %s", listed[i])
			}
		}
	}
	if len(have) == len(listed) {
		return
	}
	if os.Getenv("ANBAR_GOLDEN") == "" {
		t.Fatalf("new migrations: run \"make golden\": %v", have[len(listed):])
	}
	if err := os.WriteFile(releasedMigrations, []byte(strings.Join(have, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}
