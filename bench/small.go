package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"anbar/blobstore"
)

const smallFiles = 2000

func smallContent(i int) []byte { return randomBytes(4096+(i*7919)%(60*1024), uint64(i)+7) }

// smallWay is a way by which many small files come one by one.
type smallWay struct {
	name string
	put  func(dir smallDir, i int, content []byte) error

	ratios, rates, cpus []float64
}

// smallDir is a directory of the root.
type smallDir struct{ id, name string }

func (a *appliance) createSmallDir(name string) (smallDir, error) {
	id, err := a.createDirectory(name)
	return smallDir{id, name}, err
}

// measureSmall: many small files, by one call, by a PUT of WebDAV and by three calls each, and by bundles.
func (r *run) measureSmall() error {
	dir, err := r.newDirectory("small")
	if err != nil {
		return err
	}
	a, err := startFresh(filepath.Join(dir, "data"))
	if err != nil {
		return err
	}
	d, err := a.newDrive()
	if err != nil {
		return err
	}
	contents := make([][]byte, smallFiles)
	for i := range contents {
		contents[i] = smallContent(i)
	}
	ways := []*smallWay{{name: "one", put: a.putOne}, {name: "dav", put: d.putSmall}, {name: "three", put: a.putByThree}}
	var bundled, bundleRates []float64
	mark := uint64(0)
	renew := func() { // contents that the store does not have
		mark++
		for j := range contents {
			binary.LittleEndian.PutUint64(contents[j], mark<<32|uint64(j))
		}
	}
	for i := range rounds {
		base, err := timeFlushedFiles(filepath.Join(dir, "base"), contents)
		if err != nil {
			return err
		}
		flushes, err := measureFlushes(filepath.Join(dir, "flushes"))
		if err != nil {
			return err
		}
		for _, w := range ways {
			renew()
			if err := w.measure(a, fmt.Sprintf("%s-%d", w.name, i), contents, base); err != nil {
				return err
			}
		}
		renew()
		bundle, err := a.timeBundles(fmt.Sprintf("bundle-%d", i), contents)
		if err != nil {
			return err
		}
		bundled, bundleRates = append(bundled, bundle/flushes), append(bundleRates, bundle)
	}
	r.addSmallRows(ways[0], ways[1], ways[2])
	r.addAtLeast("2,000 files of 4 to 64 KiB through the bundle call, 8 connections: files/s over flushes/s", median(bundled), 1.2,
		"%.0f files/s", median(bundleRates))
	if err := r.measureSmallFlushes(a, contents, renew); err != nil {
		return err
	}
	_, peak := a.memory()
	r.addAtMost("memory at most under small uploads, MiB", float64(peak)/mib, 200, "resident")
	return a.stop()
}

func (r *run) addSmallRows(one, dav, three *smallWay) {
	const limit = "files/s over 8 threads that write, flush and rename the same"
	r.addAtLeast("2,000 files of 4 to 64 KiB by one call each, 8 connections, durable: "+limit, median(one.ratios), 0.8, "%.0f files/s",
		median(one.rates))
	r.addAtLeast("the same by a PUT of WebDAV each", median(dav.ratios), 0.8, "%.0f files/s", median(dav.rates))
	r.addAtLeast("the same by three calls each", median(three.ratios), 0.4, "%.0f files/s", median(three.rates))
	shares := make([]float64, len(one.cpus))
	for i := range shares {
		shares[i] = one.cpus[i] / three.cpus[i]
	}
	r.addAtMost("server CPU of one call over that of three calls", median(shares), 0.33, "%.2f ms over %.2f ms, a PUT of WebDAV %.2f ms",
		median(one.cpus), median(three.cpus), median(dav.cpus))
}

// measure sends all files into a new directory.
func (w *smallWay) measure(a *appliance, name string, contents [][]byte, base float64) error {
	dir, err := a.createSmallDir(name)
	if err != nil {
		return err
	}
	spent := a.cpu()
	rate, err := runSpread(len(contents), func(i int) error { return w.put(dir, i, contents[i]) })
	w.cpus = append(w.cpus, (a.cpu()-spent).Seconds()*1000/float64(len(contents)))
	w.ratios, w.rates = append(w.ratios, rate/base), append(w.rates, rate)
	return err
}

func smallName(i int) string { return fmt.Sprintf("file-%05d.bin", i) }

func (a *appliance) putOne(dir smallDir, i int, content []byte) error {
	return a.call("PUT", "/upload/file?space_id="+a.space+"&directory_id="+dir.id+"&key="+smallName(i), content, nil)
}

func (a *appliance) putByThree(dir smallDir, i int, content []byte) error {
	_, _, err := a.upload(dir.id, smallName(i), content, 1)
	return err
}

func (d *davClient) putSmall(dir smallDir, i int, content []byte) error {
	_, err := d.request("PUT", dir.name+"/"+smallName(i), content)
	return err
}

// timeFlushedFiles returns how many files eight threads write, flush and rename in a second.
func timeFlushedFiles(dir string, contents [][]byte) (float64, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, err
	}
	rate, err := runSpread(len(contents), func(i int) error {
		name := filepath.Join(dir, strconv.Itoa(i))
		f, err := os.Create(name + ".new")
		if err != nil {
			return err
		}
		_, err = f.Write(contents[i])
		if err = errors.Join(err, unix.Fdatasync(int(f.Fd())), f.Close()); err != nil {
			return err
		}
		return os.Rename(name+".new", name)
	})
	return rate, errors.Join(err, os.RemoveAll(dir))
}

// measureSmallFlushes counts the flushes of one call, with strace: a file in company and one alone.
func (r *run) measureSmallFlushes(a *appliance, contents [][]byte, renew func()) error {
	const company, alone = 400, 40
	renew()
	dir, err := a.createSmallDir("flushes")
	if err != nil {
		return err
	}
	n, err := a.countFlushes(func() error {
		_, err := runSpread(company, func(i int) error { return a.putOne(dir, i, contents[i]) })
		return err
	})
	if err != nil {
		return err
	}
	r.addAtMost("flushes for a file by one call, 8 connections", float64(n)/company, 0.15, "%d for %d files, counted by strace", n, company)
	n, err = a.countFlushes(func() error {
		for i := range alone {
			if err := a.putOne(dir, company+i, contents[company+i]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	r.addAtMost("flushes for a file by one call, alone", float64(n)/alone, 1, "%d for %d files", n, alone)
	return nil
}

// countFlushes counts the calls of fsync and fdatasync of a process during do.
func (p *process) countFlushes(do func() error) (n int, err error) {
	var out bytes.Buffer
	cmd := exec.Command("strace", "-f", "-c", "-e", "trace=fsync,fdatasync", "-p", strconv.Itoa(p.cmd.Process.Pid))
	cmd.Stderr = &out
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	time.Sleep(time.Second) // until it is attached to all threads
	err = errors.Join(do(), cmd.Process.Signal(syscall.SIGINT))
	_ = cmd.Wait() // it was interrupted, so it did not end well
	for line := range strings.SplitSeq(out.String(), "\n") {
		if f := strings.Fields(line); len(f) >= 5 && strings.HasSuffix(f[len(f)-1], "sync") {
			calls, e := strconv.Atoi(f[3])
			n, err = n+calls, errors.Join(err, e)
		}
	}
	if n == 0 {
		err = errors.Join(err, fmt.Errorf("strace counted nothing: %s", out.String()))
	}
	return n, err
}

func (a *appliance) timeThreeCalls(name string, contents [][]byte) (float64, error) {
	dir, err := a.createDirectory(name)
	if err != nil {
		return 0, err
	}
	return runSpread(len(contents), func(i int) error {
		_, _, err := a.upload(dir, fmt.Sprintf("file-%05d.bin", i), contents[i], 1)
		return err
	})
}

func (a *appliance) timeBundles(name string, contents [][]byte) (float64, error) {
	dir, err := a.createDirectory(name)
	if err != nil {
		return 0, err
	}
	return a.timeBundlesInto(dir, contents)
}

func (a *appliance) timeBundlesInto(dir string, contents [][]byte) (float64, error) {
	var all [][]byte
	var b bytes.Buffer
	n := 0
	for i, c := range contents {
		h, err := json.Marshal(map[string]any{
			"key": fmt.Sprintf("file-%05d.bin", i), "size": len(c), "checksum": blobstore.Sum(c).String(),
		})
		if err != nil {
			return 0, err
		}
		if n == 256 || b.Len()+len(c)+len(h) > 8*mib {
			all, n = append(all, bytes.Clone(b.Bytes())), 0
			b.Reset()
		}
		b.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(h))))
		b.Write(h)
		b.Write(c)
		n++
	}
	all = append(all, b.Bytes())
	rate, err := runSpread(len(all), func(i int) error {
		return a.call("POST", "/upload/bundle?space_id="+a.space+"&directory_id="+dir, all[i], nil)
	})
	return rate * float64(len(contents)) / float64(len(all)), err
}

// appendFrame adds a file to a bundle.
func appendFrame(b *bytes.Buffer, name, path string, content []byte) error {
	h, err := json.Marshal(map[string]any{
		"key": name, "relative_path": path, "size": len(content), "checksum": blobstore.Sum(content).String(),
	})
	if err != nil {
		return err
	}
	b.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(h))))
	b.Write(h)
	b.Write(content)
	return nil
}
