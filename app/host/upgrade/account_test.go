package upgrade

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
)

// TestTheAccountHasNoGroupsOfRoot: the owner of the data directory may put a link to a file of root there, which root would follow.
func TestTheAccountHasNoGroupsOfRoot(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root acts as others")
	}
	dir, err := os.MkdirTemp("/tmp", "anbar-account-") // the account has to get there
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	secret, link := filepath.Join(dir, "secret"), filepath.Join(dir, "link")
	if err := errors.Join(os.Chmod(dir, 0o755), os.WriteFile(secret, []byte("root"), 0o640), os.Chmod(secret, 0o640),
		os.Symlink(secret, link), syscall.Setgroups([]int{0})); err != nil {
		t.Fatal(err)
	}
	before, err := syscall.Getgroups()
	if err != nil {
		t.Fatal(err)
	}
	a := &account{uid: 12345, gid: 12345}
	if err := a.act(func() error {
		b, err := os.ReadFile(link)
		if !errors.Is(err, fs.ErrPermission) {
			t.Errorf("it reads %q, %v", b, err)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	after, err := syscall.Getgroups()
	if err != nil || !slices.Equal(before, after) || os.Geteuid() != 0 || os.Getegid() != 0 {
		t.Errorf("afterwards %v, %v", after, err)
	}
	if _, err := os.ReadFile(secret); err != nil {
		t.Error(err)
	}
}

// TestRootBecomesTheOwner: what a rehearsal makes in the data directory is the service's, whoever called for it.
func TestRootBecomesTheOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root becomes others")
	}
	dir, err := os.MkdirTemp("/tmp", "anbar-account-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chown(dir, 12345, 12345); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "UPGRADE_TEST_ROLE=become", "UPGRADE_TEST_DIR="+dir)
	if b, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, b)
	}
	info, err := os.Stat(filepath.Join(dir, "made"))
	if err != nil || info.Sys().(*syscall.Stat_t).Uid != 12345 {
		t.Errorf("%+v, %v", info, err)
	}
}
