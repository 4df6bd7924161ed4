package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"anbar/db"
)

const (
	tieredReaders = 8 // connections
	tieredTurn    = 10 * time.Minute
	tieredPause   = time.Second // between two uploads beside the reading
)

var (
	tieredTime   = 40 * time.Minute // for reading all files
	tieredSample = 3000             // files that are read at random before
)

// compareTieredFile reads a file to its end and compares each byte of it.
func compareTieredFile(in io.Reader, i int, buf []byte) error {
	buf = buf[:tieredSize]
	if _, err := io.ReadFull(in, buf); err != nil {
		return fmt.Errorf("file %d: %w", i, err)
	}
	rest := buf[tieredWords:]
	if !bytes.Equal(buf[:tieredWords], tieredBeginning(i)) || rest[0] != 0 || !bytes.Equal(rest[:len(rest)-1], rest[1:]) {
		return fmt.Errorf("file %d has other bytes than were stored", i)
	}
	return nil
}

// openURL begins to read what the product gives for a path of its API.
func (a *appliance) openURL(path string) (io.ReadCloser, error) {
	req, err := http.NewRequest("GET", a.api+path, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+a.token)
	res, err := a.client.Do(req)
	if err != nil {
		return nil, err
	}
	if res.StatusCode >= 300 {
		text, err := io.ReadAll(io.LimitReader(res.Body, 300))
		return nil, errors.Join(fmt.Errorf("%s: %s %s", path, res.Status, text), err, res.Body.Close())
	}
	return res.Body, nil
}

// readTieredFile reads one of the files by itself.
func (a *appliance) readTieredFile(space string, i int, buf []byte) error {
	in, err := a.openURL(fmt.Sprintf("/download/space/%s/directory/%s/file/%s/direct", space, db.NodeID(1_000_000+i/tieredFiles),
		db.NodeID(10_000_000+i)))
	if err != nil {
		return err
	}
	err = compareTieredFile(in, i, buf)
	if n, more := in.Read(buf[:1]); err == nil && (n > 0 || !errors.Is(more, io.EOF)) {
		err = fmt.Errorf("file %d does not end: %w", i, more)
	}
	return errors.Join(err, in.Close())
}

// tieredLoad is what goes on beside the reading.
type tieredLoad struct {
	stop    chan struct{}
	all     sync.WaitGroup
	uploads []time.Duration
	err     error
}

// startUploads uploads a file of 1 MiB and a small one, again and again.
func (a *appliance) startUploads() (*tieredLoad, error) {
	own := *a // with a session of its own, which is renewed
	dir, err := own.createSmallDir("meanwhile")
	l := &tieredLoad{stop: make(chan struct{})}
	if err != nil {
		return nil, err
	}
	l.all.Go(func() {
		for n := 0; l.err == nil; n++ {
			begin := time.Now()
			l.err = errors.Join(uploadTieredMiB(&own, dir, n+100_000), uploadTieredSmall(&own, dir, n+100_000))
			if n%100 == 99 {
				l.err = errors.Join(l.err, own.signIn())
			}
			l.uploads = append(l.uploads, time.Since(begin))
			select {
			case <-l.stop:
				return
			case <-time.After(tieredPause):
			}
		}
	})
	return l, nil
}

func (l *tieredLoad) end() error {
	close(l.stop)
	l.all.Wait()
	return l.err
}

// readTiered reads all files from a small disk, beside uploads, a check, a rehearsal and an export.
func (r *run) readTiered(a *appliance, disk *smallDisk, data, part, scratch string) error {
	spaceOf := func(i int) string {
		if i/tieredFiles == tieredDirs-1 {
			return part
		}
		return a.space
	}
	disk.highest()
	load, err := a.startUploads()
	if err != nil {
		return err
	}
	began := time.Now()
	took, err := a.readSample(spaceOf)
	if err != nil {
		return err
	}
	beside := make(chan error, 1)
	go func() { beside <- workBeside(data, part, filepath.Join(scratch, "out")) }()
	files, err := a.readInOrder(spaceOf)
	if err != nil {
		return err
	}
	rate := float64(files+len(took)) / time.Since(began).Seconds()
	if err := errors.Join(<-beside, load.end()); err != nil {
		return err
	}
	r.addAtLeast("1,000,000 files of 202 GiB on a disk of 10 GiB: files that were read whole over HTTP, each byte compared",
		float64(files), tieredCount, "one by one, %.0f a second; before, %d at random, median %.1f ms, p99 %.1f; no request failed; "+
			"meanwhile %d uploads of 1 MiB and 16 KiB, median %.0f ms, a check, a rehearsal and an export of 10,000 files", rate,
		len(took), ms(median(took)), ms(percentile(took, 0.99)), len(load.uploads),
		ms(median(load.uploads)))
	r.addAtMost("the same: most of the disk that was in use, GiB", float64(disk.highest())/gib, 10,
		"looked at each %v; of it %s for what was read lately", diskLooks, tieredCache)
	return nil
}

// readSample reads files at random, one by one.
func (a *appliance) readSample(spaceOf func(int) string) ([]time.Duration, error) {
	took := make([]time.Duration, tieredSample)
	chosen := rand.New(rand.NewPCG(7, 7)).Perm(tieredCount)[:tieredSample]
	_, err := runSpread(tieredSample, func(n int) error {
		begin := time.Now()
		err := a.readTieredFile(spaceOf(chosen[n]), chosen[n], make([]byte, tieredSize))
		took[n] = time.Since(begin)
		return err
	})
	return took, err
}

// readInOrder reads all files, each by itself, as far as there is time, and returns how many these were.
func (a *appliance) readInOrder(spaceOf func(int) string) (files int, err error) {
	var next, read atomic.Int64
	for end := time.Now().Add(tieredTime); err == nil && time.Now().Before(end) && next.Load() < tieredCount; {
		if err := a.signIn(); err != nil { // a session lasts for 15 minutes
			return 0, err
		}
		turn := time.Now().Add(min(tieredTurn, time.Until(end)))
		_, err = runSpread(tieredReaders, func(int) error {
			buf := make([]byte, tieredSize)
			for time.Now().Before(turn) {
				i := int(next.Add(1)) - 1
				if i >= tieredCount {
					return nil
				}
				if err := a.readTieredFile(spaceOf(i), i, buf); err != nil {
					return err
				}
				read.Add(1)
			}
			return nil
		})
	}
	return int(read.Load()), err
}

// workBeside checks everything, rehearses a restore and exports a workspace.
func workBeside(data, part, out string) error {
	said, err := readAnbar("check", "--data", data)
	if err != nil {
		return err
	}
	if !strings.Contains(said, "AWAY") || strings.Contains(said, "DAMAGED") || strings.Contains(said, "MISSING") {
		return fmt.Errorf("the check says: %s", said)
	}
	if said, err = readAnbar("drill", "--data", data); err != nil {
		return err
	}
	if !strings.Contains(said, "nothing is wrong") && !strings.Contains(said, "proven:") { // of 202 GiB a night reads a part
		return fmt.Errorf("the rehearsal says: %s", said)
	}
	if err := runAnbar("export", "--data", data, "--plain", out, "--space", part); err != nil {
		return err
	}
	return compareExport(out)
}

// compareExport compares the files of the last directory with what an export wrote.
func compareExport(out string) error {
	buf, files := make([]byte, tieredSize), 0
	err := filepath.WalkDir(out, func(path string, e os.DirEntry, err error) error {
		n := 0
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".bin") {
			return err
		}
		if _, err := fmt.Sscanf(filepath.Base(path), "گزارش %d.bin", &n); err != nil {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		files++
		return errors.Join(compareTieredFile(f, (tieredDirs-1)*tieredFiles+n, buf), f.Close())
	})
	if err == nil && files != tieredFiles {
		err = fmt.Errorf("%d files were exported", files)
	}
	return err
}
