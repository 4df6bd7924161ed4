package backup

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestAServiceThatMayNotWriteThereSaysWhichLineToAdd mounts a disk that is read-only, as systemd mounts all but the data of a service.
func TestAServiceThatMayNotWriteThereSaysWhichLineToAdd(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", syscall.MS_RDONLY, ""); err != nil {
		t.Skipf("nothing can be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(disk, 0); err != nil {
			t.Error(err)
		}
	})
	for _, path := range []string{disk, filepath.Join(disk, "copies")} {
		target := &directory{path: path}
		create := func() string { return target.Create(t.Context(), "key", nil).Error() }
		t.Setenv("INVOCATION_ID", "")
		if got := create(); strings.Contains(got, "systemctl") || !strings.Contains(got, "read-only file system") {
			t.Errorf("%s: without systemd: %s", path, got)
		}
		t.Setenv("INVOCATION_ID", "e6e8b9d5f4c64f2fb9f0b0a5fa1b2c3d")
		got := create()
		for _, part := range []string{"read-only file system", `run "systemctl edit anbar"`, `"ReadWritePaths=` + path + `"`} {
			if !strings.Contains(got, part) {
				t.Errorf("%s: no %q in: %s", path, part, got)
			}
		}
	}
}
