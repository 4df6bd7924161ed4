package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"anbar/db"
)

const (
	tieredDisk = 10 * gib
	tieredRest = 30 * time.Second // between the start and the first measurement
)

// measureTier: a drive of 1,000,000 files with 202 GiB, once with all contents here and once with all of them at the target, and a disk of
// 10 GiB under it. It needs root, for the disks.
func (r *run) measureTier() (err error) {
	if os.Geteuid() != 0 {
		fmt.Println("not measured: it mounts disks, which needs root")
		return nil
	}
	if err := os.Setenv("ANBAR_WORKSPACE_NODES", "0"); err != nil {
		return err
	}
	defer os.Unsetenv("ANBAR_WORKSPACE_NODES")
	disk, err := r.mountDisk("tier-here", tieredDisk)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, disk.remove()) }()
	target, err := r.newDirectory("tier-copies")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(target)) }()
	data, part, err := makeTiered(disk.dir, target)
	if err != nil {
		return err
	}
	return r.measureTiered(data, target, part)
}

// measureTiered restores the copy onto another disk, where the contents stay away, and measures both.
func (r *run) measureTiered(data, target, part string) (err error) {
	others, err := r.newDirectory("tier-others") // it goes on with copies of its own; what is there already is shared
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(others)) }()
	copies := filepath.Join(others, "copies")
	if out, err := exec.Command("cp", "-al", target, copies).CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	small, err := r.mountDisk("tier-small", tieredDisk)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, small.remove()) }()
	there := filepath.Join(small.dir, "data")
	if err := runAnbar("restore", "--log", "error", "--from", copies, "--data", there, "--later"); err != nil {
		return err
	}
	a, err := startSigned(data, target)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.kill()) }()
	b, err := startSigned(there, copies)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.kill()) }()
	if err := r.compareTiered(a, b, there); err != nil {
		return err
	}
	return r.readTiered(b, small, there, part, others)
}

func startSigned(data, target string) (*appliance, error) {
	a, err := startAppliance(data, "--backup-to", target)
	if err != nil {
		return nil, err
	}
	return a, a.signIn()
}

// tieredAct is something that people do.
type tieredAct struct {
	what  string
	turns int
	do    func(a *appliance, dir smallDir, n int) error // n differs each time
}

func listTieredDirectory(a *appliance, _ smallDir, n int) error {
	random := rand.New(rand.NewPCG(uint64(n), 1)) // the same one at both
	dir := db.NodeID(1_000_000 + random.IntN(tieredDirs-1))
	return a.call("GET", fmt.Sprintf("/storage/space/%s/directory/%s?sort=%s&limit=100", a.space, dir, sorts[n%len(sorts)]), nil, nil)
}

func searchTiered(a *appliance, _ smallDir, n int) error {
	v := url.Values{"query": {fmt.Sprintf("گزارش %d", 1000+n*37%9000)}, "limit": {"50"}}
	return a.call("GET", fmt.Sprintf("/storage/space/%s/directory/%s/search?%s", a.space, a.root, v.Encode()), nil, nil)
}

func uploadTieredMiB(a *appliance, dir smallDir, n int) error {
	_, _, err := a.upload(dir.id, fmt.Sprint("mib ", n), randomBytes(mib, uint64(n)+500_000), 1)
	return err
}

func uploadTieredSmall(a *appliance, dir smallDir, n int) error {
	return a.putOne(dir, n, randomBytes(16<<10, uint64(n)+600_000))
}

// compareTiered does the same in turns where all contents are here and where they are away.
func (r *run) compareTiered(here, away *appliance, data string) error {
	objects, size, err := countAtTargets(data)
	for began := time.Now(); err != nil && time.Since(began) < 5*time.Minute; time.Sleep(time.Second) {
		objects, size, err = countAtTargets(data) // what a restore left there becomes part of the tier
	}
	if err != nil {
		return err
	}
	var dirs [2]smallDir
	both := [2]*appliance{here, away}
	for i, a := range both {
		if dirs[i], err = a.createSmallDir("compared"); err != nil {
			return err
		}
		if err := searchTiered(a, dirs[i], 0); err != nil { // which reads all names into memory
			return err
		}
	}
	time.Sleep(tieredRest)
	for _, act := range []tieredAct{
		{"an upload of 1 MiB", 100, uploadTieredMiB}, {"an upload of 16 KiB", 200, uploadTieredSmall},
		{"a search by name", 200, searchTiered}, {"a list of 100 of a folder of 10,000", 1000, listTieredDirectory},
	} {
		var took [2][]time.Duration
		for n := range act.turns {
			for k := range both {
				i := (k + n) % 2
				begin := time.Now()
				if err := act.do(both[i], dirs[i], n); err != nil {
					return err
				}
				took[i] = append(took[i], time.Since(begin))
			}
		}
		r.addAtMost("1,000,000 files of 202 GiB, which are all away: "+act.what+", over the same with all of them here",
			median(took[1]).Seconds()/median(took[0]).Seconds(), 1.1, "%.2f against %.2f ms, medians of %d in turns; p95 %.2f against "+
				"%.2f; %d objects with %.1f GiB are at the target alone", ms(median(took[1])), ms(median(took[0])), act.turns,
			ms(percentile(took[1], 0.95)), ms(percentile(took[0], 0.95)), objects, float64(size)/gib)
	}
	return nil
}

// countAtTargets returns what is at the targets alone, and fails where the files are not.
func countAtTargets(data string) (objects int, size int64, err error) {
	text, err := readAnbar("tier", "status", "--data", data, "--json")
	if err != nil {
		return 0, 0, err
	}
	var s struct {
		Objects int
		Bytes   int64
	}
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return 0, 0, err
	}
	if s.Bytes < int64(tieredCount-tieredPack)*tieredSpan*99/100 {
		return 0, 0, fmt.Errorf("only %d bytes are at the targets", s.Bytes)
	}
	return s.Objects, s.Bytes, nil
}
