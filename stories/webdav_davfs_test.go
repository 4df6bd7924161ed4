package stories

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDavfsMounts mounts the shared files as a directory of Linux and works in it as programs do.
func TestDavfsMounts(t *testing.T) {
	if _, err := exec.LookPath("mount.davfs"); err != nil || os.Getuid() != 0 {
		t.Skip("davfs2 is not here, or this is not root: run scripts/devices.sh as root")
	}
	w := newDavWorld(t)
	at, conf := t.TempDir(), filepath.Join(t.TempDir(), "davfs2.conf")
	if err := os.WriteFile(conf, []byte("delay_upload 0\nuse_locks 1\nask_auth 1\ndir_refresh 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	mount := exec.Command("mount.davfs", w.site+w.base, at, "-o", "conf="+conf)
	mount.Stdin = strings.NewReader("sara@example.org\n" + w.tokens["sara"] + "\n")
	if out, err := mount.CombinedOutput(); err != nil {
		t.Skipf("davfs2 cannot mount here: %v\n%s", err, out)
	}
	mounted := true
	unmount := func() {
		if !mounted {
			return
		}
		mounted = false
		if out, err := exec.Command("umount.davfs", at).CombinedOutput(); err != nil {
			t.Errorf("unmount: %v\n%s", err, out)
		}
	}
	defer unmount()
	dir := filepath.Join(at, "پوشه‌ی من")
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(os.Mkdir(dir, 0o700))
	check(os.WriteFile(filepath.Join(dir, "a.txt"), []byte("one"), 0o600))
	check(os.WriteFile(filepath.Join(dir, "a.txt"), []byte("two, longer"), 0o600))
	check(os.Rename(filepath.Join(dir, "a.txt"), filepath.Join(dir, "b.txt")))
	check(os.WriteFile(filepath.Join(dir, "gone.txt"), []byte("x"), 0o600))
	check(os.Remove(filepath.Join(dir, "gone.txt")))
	unmount() // all is sent by then
	path := w.base + "%D9%BE%D9%88%D8%B4%D9%87%E2%80%8C%DB%8C%20%D9%85%D9%86/"
	w.want(200, "sara", "GET", path+"b.txt", "").has(t, "two, longer")
	w.want(404, "sara", "GET", path+"a.txt", "")
	w.want(404, "sara", "GET", path+"gone.txt", "")
	w.want(207, "sara", "PROPFIND", path, "", "Depth: 1").lacks(t, "activelock>")
}
