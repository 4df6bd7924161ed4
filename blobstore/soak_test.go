//go:build soak

package blobstore_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"anbar/blobstore"
	"anbar/blobstore/blobtest"
)

// These tests take minutes and want root: go test -tags soak -run Soak ./blobstore

func TestSoakKill(t *testing.T) { killLoop(t, t.TempDir(), 200) }

// loopDisk is a file system of its own in a file.
type loopDisk struct {
	image, dir, kind string
}

func newLoopDisk(t *testing.T, kind string, size int64) *loopDisk {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("needs root for loop devices")
	}
	for _, tool := range []string{"mkfs." + kind, "mount", "umount"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("needs %s", tool)
		}
	}
	d := &loopDisk{kind: kind, image: filepath.Join(t.TempDir(), "image"), dir: filepath.Join(t.TempDir(), "mnt")}
	check(t, os.WriteFile(d.image, nil, 0o600))
	check(t, os.Truncate(d.image, size))
	check(t, os.Mkdir(d.dir, 0o700))
	args := []string{"-q", d.image}
	if kind == "ext4" {
		args = []string{"-q", "-F", d.image}
	}
	run(t, "mkfs."+kind, args...)
	d.mount(t)
	t.Cleanup(func() { _ = exec.Command("umount", "-l", d.dir).Run() })
	return d
}

func (d *loopDisk) mount(t *testing.T) {
	t.Helper()
	if out, err := exec.Command("mount", "-o", "loop", "-t", d.kind, d.image, d.dir).CombinedOutput(); err != nil {
		t.Skipf("this machine mounts no %s: %s", d.kind, bytes.TrimSpace(out))
	}
}

// cut ends the file system at once: what is not on the device is lost.
func (d *loopDisk) cut(t *testing.T) {
	t.Helper()
	const shutdown, noLogFlush = 0x8004587d, 2
	f, err := os.Open(d.dir)
	check(t, err)
	defer f.Close()
	if err := unix.IoctlSetPointerInt(int(f.Fd()), shutdown, noLogFlush); err != nil {
		t.Skipf("this kernel shuts down no %s: %v", d.kind, err)
	}
}

func run(t *testing.T, name string, args ...string) {
	t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", name, err, out)
	}
}

func TestSoakPowerCut(t *testing.T) {
	for _, kind := range []string{"ext4", "xfs"} {
		t.Run(kind, func(t *testing.T) {
			total := 0
			for round := range 20 {
				total += cutRound(t, kind, round)
			}
			t.Logf("20 cuts, %d acknowledged, none lost", total)
		})
	}
}

// cutRound uses a fresh file system: an image that was cut again and again may be
// damaged itself.
func cutRound(t *testing.T, kind string, round int) int {
	d := newLoopDisk(t, kind, 400*mib)
	defer func() { _ = exec.Command("umount", "-l", d.dir).Run() }()
	dir := filepath.Join(d.dir, "blobs")
	acks := runChild(t, dir, []string{"BLOBSTORE_CHILD_BOOT=one"}, time.Duration(200+rand.IntN(900))*time.Millisecond, func(p *os.Process) {
		// Stopped first, so that no sync returns while the file system goes down.
		p.Signal(unix.SIGSTOP)
		time.Sleep(20 * time.Millisecond)
		d.cut(t)
		p.Kill()
	})
	time.Sleep(50 * time.Millisecond)
	run(t, "umount", d.dir)
	d.mount(t)
	o := blobstore.Options{Reserve: -1, MinFree: -1, Log: quiet, Boot: fmt.Sprint("after", round)}
	s, err := blobstore.Open(dir, o)
	if len(acks) == 0 && err != nil {
		t.Log("cut before the store was made:", err)
		return 0
	}
	check(t, err)
	defer run(t, "umount", d.dir)
	defer s.Close()
	allThere(t, s, acks)
	for _, info := range s.ListSessions() {
		u, err := s.FindSession(info.SID)
		check(t, err)
		_, _, err = u.Seal(t.Context(), nil)
		if err != nil && !errors.Is(err, blobstore.ErrIncomplete) {
			t.Fatal(err)
		}
	}
	report, err := s.Check(t.Context(), nil, blobstore.CheckOptions{})
	check(t, err)
	if !report.OK() {
		t.Fatalf("%+v", report)
	}
	return len(acks)
}

// TestSoakSystemCalls has strace fail a system call of a store at work.
func TestSoakSystemCalls(t *testing.T) {
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("needs strace")
	}
	for _, call := range []string{"fdatasync", "pwritev", "pwrite64", "fsync", "renameat", "sync_file_range", "fallocate"} {
		for _, failure := range []string{"EIO", "ENOSPC", "EINTR"} {
			dir := t.TempDir()
			when := 1 + rand.IntN(40)
			cmd := exec.Command("strace", "-f", "-qq", "-o", "/dev/null",
				"-e", fmt.Sprintf("inject=%s:error=%s:when=%d", call, failure, when), os.Args[0])
			cmd.Env = append(os.Environ(), childDir+"="+dir, childTime+"=1500ms")
			var out bytes.Buffer
			cmd.Stdout = &out
			check(t, cmd.Start())
			_ = cmd.Wait()
			s, err := blobstore.Open(dir, blobstore.Options{Reserve: -1, MinFree: -1, Log: quiet})
			check(t, err)
			acks := acksOf(out.String())
			allThere(t, s, acks)
			check(t, s.Close())
			t.Logf("%s %s at %d: %d acknowledged, none lost", call, failure, when, len(acks))
		}
	}
}

func acksOf(text string) (acks []ack) {
	for line := range strings.Lines(text) {
		var a ack
		if _, err := fmt.Sscanf(line, "ack %d %d\n", &a.seed, &a.n); err == nil {
			acks = append(acks, a)
		}
	}
	return acks
}

// TestSoakFullDisk fills a small disk to the last block, and then starts, reads and
// deletes on it.
func TestSoakFullDisk(t *testing.T) {
	for _, kind := range []string{"ext4", "xfs"} {
		t.Run(kind, func(t *testing.T) { fillDisk(t, newLoopDisk(t, kind, 400*mib)) })
	}
}

func fillDisk(t *testing.T, d *loopDisk) {
	c := newClock()
	o := blobstore.Options{Reserve: 32 * mib, MinFree: -1, Log: quiet, Now: c.now}
	dir := filepath.Join(d.dir, "blobs")
	s, err := blobstore.Open(dir, o)
	check(t, err)
	var kept []ack
	for n := uint64(0); ; n++ {
		a := ack{n, 300_000}
		if n%50 == 0 {
			a.n = 3 * mib
		}
		_, l, err := s.PutReader(t.Context(), bytes.NewReader(blobtest.Bytes(a.seed, a.n)))
		if err != nil {
			wants(t, err, blobstore.ErrFull)
			break
		}
		l.Release()
		kept = append(kept, a)
	}
	_, err = s.BeginSession(t.Context(), "sid", 200*mib, mib)
	wants(t, err, blobstore.ErrFull)
	// Another program takes the very last block.
	filler, err := os.Create(filepath.Join(d.dir, "filler"))
	check(t, err)
	for err == nil {
		_, err = filler.Write(make([]byte, 4096))
	}
	check(t, filler.Close())
	check(t, s.Close())
	s, err = blobstore.Open(dir, o)
	check(t, err)
	if _, err := os.Stat(filepath.Join(dir, "RESERVE")); err == nil {
		t.Fatal("the reserve was not given up")
	}
	allThere(t, s, kept)
	t.Logf("%d contents on the full disk", len(kept))
	check(t, os.Remove(filler.Name()))
	for range 2 {
		mark(t, s, noRows())
		c.move(25 * time.Hour)
	}
	mark(t, s, noRows())
	before := s.Stats().Free
	r := sweep(t, s, never, nil)
	for range 50 { // xfs gives blocks back in the background
		if s.Stats().Free > before+150*mib {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	if r.Removed != int64(len(kept)) || s.Stats().Free < before+150*mib {
		t.Fatalf("%+v, free %d -> %d", r, before, s.Stats().Free)
	}
	put(t, s, blobtest.Bytes(1, 5*mib))
	check(t, s.Close())
	run(t, "umount", d.dir)
}
