package stories

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// adopted is a mover whose folder is in its workspace.
func adopted(t *testing.T, small, large int) *mover {
	t.Helper()
	m := newMover(t)
	m.fill(small, large)
	m.anbar(false, "adopt", m.folder, "--into", m.space, "--report", os.DevNull)
	return m
}

// exported fails unless an export holds the files of the folder and no others, and its manifest names them.
func (m *mover) exported(to string) {
	m.t.Helper()
	want := filesIn(m.t, m.folder)
	if got := filesIn(m.t, filepath.Join(to, "Team", "Shared files")); !maps.Equal(got, want) {
		m.t.Errorf("%d files are there, want %d", len(got), len(want))
	}
	list, err := os.ReadFile(filepath.Join(to, "manifest.jsonl"))
	if err != nil {
		m.t.Fatal(err)
	}
	for path, hash := range want {
		if !strings.Contains(string(list), `"path":"Team/Shared files/`+path+`"`) || !strings.Contains(string(list), hash) {
			m.t.Errorf("%s is not in the manifest", path)
		}
	}
	if n := strings.Count(string(list), "\n"); n != len(want) {
		m.t.Errorf("%d lines of %d files", n, len(want))
	}
}

// halfway fails unless an interrupted export has no manifest, and only whole files under their names. It returns how many.
func (m *mover) halfway(to string) (n int) {
	m.t.Helper()
	_, noManifest := os.Stat(filepath.Join(to, "manifest.jsonl")) // killed between its last step and its end, it is whole
	want := filesIn(m.t, m.folder)
	for path, hash := range filesIn(m.t, filepath.Join(to, "Team", "Shared files")) {
		if filepath.Base(path) == ".anbar-export-part" {
			continue
		}
		if n++; want[path] != hash {
			m.t.Errorf("%s is not whole", path)
		}
	}
	if noManifest == nil && n < len(want) {
		m.t.Errorf("an export that did not end has a manifest, and %d of %d files", n, len(want))
	}
	return n
}

// TestExportIsKilled: alone and beside a server. The next run writes what is not there.
func TestExportIsKilled(t *testing.T) {
	t.Parallel()
	m := adopted(t, 300, 3)
	const total = 3*largeSize + 300*550
	for _, beside := range []bool{false, true} {
		to := filepath.Join(t.TempDir(), "out")
		if beside {
			m.live()
		}
		inTheMiddle := 0
		for round := range 3 {
			cmd := exec.Command("anbar", "export", "--plain", to, "--data", m.data, "--log", "error")
			if killOnce(t, cmd, func() bool { return bytesBelow(to) > total*int64(round+1)/5 }) {
				inTheMiddle++
				if !beside { // the server ends what it does a moment later
					m.halfway(to)
				}
			}
		}
		if inTheMiddle == 0 {
			t.Errorf("killed beside %v: no kill met the command: the test proves nothing", beside)
		}
		said := m.anbar(false, "export", "--plain", to)
		if strings.Contains(said, "; 303 contents were written") || !strings.Contains(said, "holds 303 files") {
			t.Errorf("killed beside %v: %s", beside, said)
		}
		m.exported(to)
		if beside {
			m.kill()
		}
	}
	if left, err := filepath.Glob(filepath.Join(m.data, "cache", "export-*")); err != nil || len(left) > 0 {
		t.Errorf("copies of the database stay: %v %v", left, err)
	}
}

// killOnce kills a command as soon as something is so. It reports whether it was still at work.
func killOnce(t *testing.T, cmd *exec.Cmd, now func() bool) bool {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for began := time.Now(); !now(); time.Sleep(time.Millisecond) {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatal(err)
			}
			return false
		default:
		}
		if time.Since(began) > time.Minute {
			t.Fatal("the command does nothing")
		}
	}
	err := cmd.Process.Kill()
	if err != nil && !errors.Is(err, os.ErrProcessDone) { // it can end as it is looked at
		t.Fatal(err)
	}
	var end *exec.ExitError
	switch err := <-ended; {
	case err == nil:
		return false
	case errors.As(err, &end) && end.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL:
		return true
	default:
		t.Fatal(err)
		return false
	}
}

// bytesBelow is how many bytes the files below a directory have, some of which may go away meanwhile.
func bytesBelow(dir string) (n int64) {
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if info, err := d.Info(); err == nil && d.Type().IsRegular() {
			n += info.Size()
		}
		return nil
	})
	return n
}

// TestExportOntoAFullDisk: the command says so, what is there is whole, and the next run goes on.
func TestExportOntoAFullDisk(t *testing.T) {
	t.Parallel()
	m := adopted(t, 50, 3)
	disk := t.TempDir()
	if err := unix.Mount("none", disk, "tmpfs", 0, "size=50m"); err != nil {
		t.Skipf("no disk can be mounted here: %v", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(disk, unix.MNT_DETACH) })
	for _, beside := range []bool{false, true} {
		to := filepath.Join(disk, fmt.Sprint("beside-", beside))
		if beside {
			m.live()
		}
		said := m.anbar(true, "export", "--plain", to)
		if !strings.Contains(said, "the disk of the export has no room; run the command again when it has") {
			t.Errorf("%s", said)
		}
		if n := m.halfway(to); n < 2 || n > 52 {
			t.Errorf("%d files are there", n)
		}
		if err := unix.Mount("none", disk, "tmpfs", unix.MS_REMOUNT, "size=200m"); err != nil {
			t.Fatal(err)
		}
		said = m.anbar(false, "export", "--plain", to)
		if strings.Contains(said, "; 53 contents were written") {
			t.Errorf("all was written once more: %s", said)
		}
		m.exported(to)
		if err := os.RemoveAll(to); err != nil {
			t.Fatal(err)
		}
		if err := unix.Mount("none", disk, "tmpfs", unix.MS_REMOUNT, "size=50m"); err != nil {
			t.Fatal(err)
		}
		if beside {
			m.kill()
		}
	}
}
