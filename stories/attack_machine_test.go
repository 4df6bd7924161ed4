package stories

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestOtherAccountsOfTheMachineOpenNothing starts the appliance in directories that
// were made by hand, and over files that an older one left readable for all accounts.
func TestOtherAccountsOfTheMachineOpenNothing(t *testing.T) {
	v := newVictim(t)
	copies := v.data + "-copies"
	for _, dir := range []string{copies, filepath.Join(copies, "db", "ltx"), filepath.Join(v.data, "cache")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{filepath.Join(copies, "secrets"), filepath.Join(v.data, "cache", "old")} {
		if err := os.WriteFile(name, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(v.data, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(v.data, "anbar.db"), 0o644); err != nil {
		t.Fatal(err)
	}
	v.live()
	allShut(t, v.data)
	if err := errors.Join(v.cmd.Process.Signal(syscall.SIGTERM), v.cmd.Wait()); err != nil {
		t.Fatal(err)
	}
	// The directory of the copies was made by its owner, so each file in it must be closed.
	entries, err := os.ReadDir(copies)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if info, err := e.Info(); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("of the copies %s can be opened: %v, %v", e.Name(), info, err)
		}
	}
	if len(entries) < 5 {
		t.Errorf("the copies are not whole: %v", entries)
	}
}

// allShut fails the test for each file in a directory that other accounts could open.
func allShut(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s is %s", name, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
