package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"anbar/blobstore"

	"golang.org/x/sys/unix"
)

// measureStarts: from exec to the first answer.
func (r *run) measureStarts() error {
	dir, err := r.newDirectory("starts")
	if err != nil {
		return err
	}
	data := filepath.Join(dir, "data")
	a, err := startFresh(data)
	if err != nil {
		return err
	}
	time.Sleep(45 * time.Second) // until the memory that a start needed is freed
	idle, err := a.pss()
	if err != nil {
		return err
	}
	const watched = 20
	slept, used := a.countSwitches(), a.cpu()
	time.Sleep(watched * time.Second)
	slept, used = a.countSwitches()-slept, a.cpu()-used
	if err := a.stop(); err != nil {
		return err
	}
	empty, err := timeStarts(data)
	if err != nil {
		return err
	}
	r.addAtMost("exec to first answer, empty, ms", empty.Seconds()*1000, 150, "median")
	r.addAtMost("idle memory, MiB", float64(idle)/mib, 60, "its share of pages (PSS), 45 s after the start")
	r.addAtMost("idle wake-ups per second", float64(slept)/watched, 20, "voluntary context switches of all threads, %d s", watched)
	r.addAtMost("idle share of a core, %", used.Seconds()/watched*100, 0.05, "in the same time; the kernel counts in 10 ms")
	if err := storeBlobs(filepath.Join(data, "blobs"), 1_000_000); err != nil {
		return err
	}
	full, err := timeStarts(data)
	if err != nil {
		return err
	}
	r.addAtMost("exec to first answer, 1,000,000 small blobs, ms", full.Seconds()*1000, 3000, "median")
	return nil
}

func timeStarts(data string) (time.Duration, error) {
	var all []time.Duration
	for range rounds {
		begin := time.Now()
		a, err := startAppliance(data)
		if err != nil {
			return 0, err
		}
		if err := a.call("GET", "/health", nil, nil); err != nil {
			return 0, err
		}
		all = append(all, time.Since(begin))
		if err := a.stop(); err != nil {
			return 0, err
		}
	}
	return median(all), nil
}

func storeBlobs(dir string, n int) error {
	s, err := blobstore.Open(dir, blobstore.Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	for i := 0; i < n; i += 500 {
		batch := make([][]byte, 500)
		for j := range batch {
			batch[j] = fmt.Appendf(nil, "small blob %d", i+j)
		}
		_, lease, err := s.PutAll(context.Background(), batch)
		if err != nil {
			return errors.Join(err, s.Close())
		}
		lease.Release()
	}
	return s.Close()
}

// measureProperties is kept for the memory of an appliance that works on a large tree.
func (r *run) measureProperties() error {
	a, _, err := r.startWithTree("million")
	if err != nil {
		return err
	}
	begin := time.Now()
	if err := a.call("GET", fmt.Sprintf("/storage/space/%s/directory/%s/properties", a.space, a.root), nil, nil); err != nil {
		return err
	}
	r.addAtMost("properties of a tree of 1,000,000 nodes, ms", time.Since(begin).Seconds()*1000, 50, "counters, nothing is walked")
	return a.stop()
}

// measureBackups measures how far the backup is behind, the bytes that a second one sends, and
// restoring.
func (r *run) measureBackups() error {
	dir, err := r.newDirectory("copies")
	if err != nil {
		return err
	}
	data, target := filepath.Join(dir, "data"), filepath.Join(dir, "target")
	a, err := startFresh(data, "--backup-to", target)
	if err != nil {
		return err
	}
	if err := r.measureLag(a, target); err != nil {
		return err
	}
	if err := r.measureSlowLag(dir); err != nil {
		return err
	}
	if err := a.uploadMany(100_000); err != nil {
		return err
	}
	if err := runBackup(data); err != nil {
		return err
	}
	before, err := dirSize(target)
	if err != nil {
		return err
	}
	if _, _, err := a.upload(a.root, "more", randomBytes(50*mib, 5), 2); err != nil {
		return err
	}
	if err := runBackup(data); err != nil {
		return err
	}
	after, err := dirSize(target)
	if err != nil {
		return err
	}
	r.addAtMost("second backup after +50 MiB, bytes over those", float64(after-before)/(50*mib), 1.02,
		"%d bytes in all at the target",
		after)
	if err := a.stop(); err != nil {
		return err
	}
	return r.measureRestore(dir, target)
}

func runBackup(data string) error {
	out, err := exec.Command("./anbar", "backup", "--data", data).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

// readWatermark is what the newest watermark of a target says: until when all contents are there, but for those that are on their way.
func readWatermark(target string) (m struct {
	Time    time.Time `json:"time"`
	Pending int       `json:"pending_count"`
}) {
	all, _ := filepath.Glob(filepath.Join(target, "copies", "*", "watermark.json"))
	for _, name := range all {
		if b, err := os.ReadFile(name); err == nil {
			_ = json.Unmarshal(b, &m) // one that is being written is read again
		}
	}
	return m
}

// newestTime is when the last of some files of a target was written.
func newestTime(target, pattern string) (t time.Time) {
	names, _ := filepath.Glob(filepath.Join(target, pattern))
	for _, n := range names {
		if info, err := os.Stat(n); err == nil && info.ModTime().After(t) {
			t = info.ModTime()
		}
	}
	return t
}

var errBehind = errors.New("the backup target is more than a minute behind")

// measureLag measures the time from an upload until its files are in the target.
func (r *run) measureLag(a *appliance, target string) error {
	var database, contents []time.Duration
	for i := range rounds {
		s, _, err := a.upload(a.root, fmt.Sprintf("lag-%d", i), randomBytes(2*mib, uint64(i)+50), 1)
		if err != nil {
			return err
		}
		begin := time.Now()
		var seenDB, seenBlob time.Duration
		for seenDB == 0 || seenBlob == 0 {
			if time.Since(begin) > time.Minute {
				return errBehind
			}
			if seenDB == 0 && newestTime(target, "copies/*/db/ltx/0/*").After(begin) {
				seenDB = time.Since(begin)
			}
			_, err := os.Stat(filepath.Join(target, "blobs", "large", s.File.Hash[:3], s.File.Hash))
			if seenBlob == 0 && err == nil && !readWatermark(target).Time.Before(begin) {
				seenBlob = time.Since(begin)
			}
			time.Sleep(20 * time.Millisecond)
		}
		database, contents = append(database, seenDB), append(contents, seenBlob)
	}
	r.addAtMost("backup lag of the database, s", median(database).Seconds(), 2, "median of %d", rounds)
	r.addAtMost("backup lag of contents, with the watermark, s", median(contents).Seconds(), 10, "median of %d", rounds)
	return nil
}

const (
	slowLine  = 3750 // KiB a second: 30 Mbit/s
	slowFiles = 20
)

// measureSlowLag measures the same for small files while a large one goes over a slow line.
func (r *run) measureSlowLag(dir string) error {
	target := filepath.Join(dir, "slow-target")
	a, err := startFresh(filepath.Join(dir, "slow-data"), "--backup-to", target, "--backup-rate", strconv.Itoa(slowLine))
	if err != nil {
		return err
	}
	if _, _, err := a.upload(a.root, "large", randomBytes(1024*mib, 1), 2); err != nil {
		return err
	}
	var database, contents []time.Duration
	beside := 0
	for i := range slowFiles {
		begin := time.Now() // before the row is written: a change may be there before the upload has ended
		if _, _, err := a.upload(a.root, fmt.Sprintf("small-%d", i), randomBytes(64<<10, uint64(i)+100), 1); err != nil {
			return err
		}
		stored := time.Now()
		var seenDB, seenBlob time.Duration
		for seenDB == 0 || seenBlob == 0 {
			if time.Since(stored) > time.Minute {
				return errBehind
			}
			if seenDB == 0 && newestTime(target, "copies/*/db/ltx/0/*").After(begin) {
				seenDB = time.Since(stored)
			}
			if seenBlob == 0 && !readWatermark(target).Time.Before(stored) {
				seenBlob = time.Since(stored)
			}
			time.Sleep(20 * time.Millisecond)
		}
		database, contents = append(database, seenDB), append(contents, seenBlob)
		if readWatermark(target).Pending > 0 {
			beside++
		}
	}
	r.addAtMost("backup lag of the database while 1 GiB goes at 30 Mbit/s, longest, s", slices.Max(database).Seconds(), 2,
		"%d files, median %.1f s", slowFiles, median(database).Seconds())
	r.addAtMost("backup lag of small files while 1 GiB goes at 30 Mbit/s, longest, s", slices.Max(contents).Seconds(), 10,
		"%d files, median %.1f s; the large one was on its way at %d of them", slowFiles, median(contents).Seconds(), beside)
	return a.stop()
}

func (a *appliance) uploadMany(n int) error {
	const each = 2000
	for i := range n / each {
		contents := make([][]byte, each)
		for j := range contents {
			contents[j] = randomBytes(4096+(j*131)%8192, uint64(i*each+j)+1000)
		}
		if _, err := a.timeBundles(fmt.Sprintf("many-%d", i), contents); err != nil {
			return err
		}
	}
	return nil
}

// measureRestore: bringing everything back and proving it, over copying the same bytes.
func (r *run) measureRestore(dir, target string) error {
	var ratios []float64
	var took time.Duration
	for range 3 {
		base, err := copyTree(target, filepath.Join(dir, "plain"))
		if err != nil {
			return err
		}
		back := filepath.Join(dir, "back")
		if err := os.RemoveAll(back); err != nil {
			return err
		}
		begin := time.Now()
		out, err := exec.Command("./anbar", "restore", "--log", "error", "--from", target, "--data", back).CombinedOutput()
		if err != nil || !strings.Contains(string(out), "proven") {
			return fmt.Errorf("%w: %s", err, out)
		}
		took = time.Since(begin)
		ratios = append(ratios, base.Seconds()/took.Seconds())
	}
	r.addAtLeast("restore of 100,000 files, verified, over copying the same bytes", median(ratios), 0.5, "%v",
		took.Round(10*time.Millisecond))
	return nil
}

// copyTree copies every file with a flush at the end, and returns the time.
func copyTree(from, to string) (time.Duration, error) {
	if err := os.RemoveAll(to); err != nil {
		return 0, err
	}
	begin := time.Now()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		return 0, err
	}
	unix.Sync()
	return time.Since(begin), nil
}

// measureBinary: how large the program is.
func (r *run) measureBinary() error {
	info, err := os.Stat("anbar")
	if err != nil {
		return err
	}
	r.addAtMost("the program, MB", float64(info.Size())/1e6, 75, "stripped, with the user interface")
	return nil
}
