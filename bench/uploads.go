package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"time"

	"anbar/blobstore"
)

const (
	mib = 1 << 20
	gib = 1 << 30
)

func randomBytes(n int, seed uint64) []byte {
	b := make([]byte, n)
	src := rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8), byte(seed >> 16)})
	_, _ = src.Read(b) // it never fails
	return b
}

type uploadStart struct {
	ID     string `json:"upload_id"`
	Chunk  int    `json:"chunk_size"`
	Chunks int    `json:"chunk_count"`
}

type uploadedFile struct {
	File struct {
		ID        string `json:"file_id"`
		Directory string `json:"directory_id"`
		Hash      string `json:"hash"`
	}
}

// upload sends a file in parts, several at once, and returns how long the last
// call took.
func (a *appliance) upload(dir, name string, content []byte, atOnce int) (uploadedFile, time.Duration, error) {
	var s uploadedFile
	var an uploadStart
	sum := "fp:" + name
	err := a.call("POST", "/upload/initialize", map[string]any{
		"space_id": a.space, "directory_id": dir, "key": name, "checksum": sum, "file_size": len(content),
	}, &an)
	if err != nil {
		return s, 0, err
	}
	parts := make(chan int, an.Chunks)
	for n := range an.Chunks {
		parts <- n
	}
	close(parts)
	failed := make(chan error, atOnce)
	var all sync.WaitGroup
	for range atOnce {
		all.Go(func() {
			for n := range parts {
				part := content[n*an.Chunk : min(len(content), (n+1)*an.Chunk)]
				if err := a.call("PUT", fmt.Sprintf("/upload/parts?upload_id=%s&chunk_number=%d", an.ID, n), part, nil); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	all.Wait()
	close(failed)
	if err := <-failed; err != nil {
		return s, 0, err
	}
	begin := time.Now()
	err = a.call("POST", "/upload/complete", map[string]any{"upload_id": an.ID, "space_id": a.space, "key": name, "checksum": sum}, &s)
	return s, time.Since(begin), err
}

// measureUploads: one long file, and complete for all sizes.
func (r *run) measureUploads() error {
	dir, err := r.newDirectory("uploads")
	if err != nil {
		return err
	}
	a, err := startFresh(filepath.Join(dir, "data"))
	if err != nil {
		return err
	}
	content := randomBytes(gib, 1)
	var ratios, cpus []float64
	var completes []time.Duration
	for i := range rounds {
		base, err := writeAndSync(filepath.Join(dir, "base"), content)
		if err != nil {
			return err
		}
		binary.LittleEndian.PutUint64(content, uint64(i))
		cpu, begin := a.cpu(), time.Now()
		_, took, err := a.upload(a.root, fmt.Sprintf("long-%d", i), content, 4)
		if err != nil {
			return err
		}
		ratios = append(ratios, base.Seconds()/time.Since(begin).Seconds())
		cpus = append(cpus, (a.cpu() - cpu).Seconds())
		completes = append(completes, took)
	}
	for i := range 60 {
		size := []int{1, 100 << 10, 6 * mib, 30 * mib}[i%4]
		binary.LittleEndian.PutUint64(content, uint64(1000+i))
		c := content[:max(size, 8)]
		_, took, err := a.upload(a.root, fmt.Sprintf("some-%d", i), c, 2)
		if err != nil {
			return err
		}
		completes = append(completes, took)
	}
	r.addAtLeast("1 GiB up, durable and hashed, over writing it in sequence with one fdatasync", median(ratios), 0.7,
		"4 parts at once")
	r.addAtMost("server CPU of it, s/GiB, plain HTTP", median(cpus), 1.0, "hash included")
	r.addAtMost("complete, p95, ms", percentile(completes, 0.95).Seconds()*1000, 50, "of %d, 8 bytes to 1 GiB; median %.1f ms",
		len(completes), median(completes).Seconds()*1000)
	_, peak := a.memory()
	r.addAtMost("memory at most under long uploads, MiB", float64(peak)/mib, 200, "resident")
	return a.stop()
}

const smallFiles = 2000

func smallContent(i int) []byte { return randomBytes(4096+(i*7919)%(60*1024), uint64(i)+7) }

// measureSmall: many small files, by three calls each and by bundles.
func (r *run) measureSmall() error {
	dir, err := r.newDirectory("small")
	if err != nil {
		return err
	}
	a, err := startFresh(filepath.Join(dir, "data"))
	if err != nil {
		return err
	}
	contents := make([][]byte, smallFiles)
	for i := range contents {
		contents[i] = smallContent(i)
	}
	var three, bundled []float64
	var threeRate, bundleRate, each []float64
	for i := range rounds {
		base, err := measureFlushes(filepath.Join(dir, "base"))
		if err != nil {
			return err
		}
		for j := range contents {
			binary.LittleEndian.PutUint64(contents[j], uint64(i*2)<<32|uint64(j))
		}
		spent := a.cpu()
		rate, err := a.timeThreeCalls(fmt.Sprintf("three-%d", i), contents)
		if err != nil {
			return err
		}
		each = append(each, (a.cpu()-spent).Seconds()*1000/float64(len(contents)))
		for j := range contents {
			binary.LittleEndian.PutUint64(contents[j], uint64(i*2+1)<<32|uint64(j))
		}
		bundle, err := a.timeBundles(fmt.Sprintf("bundle-%d", i), contents)
		if err != nil {
			return err
		}
		three, bundled = append(three, rate/base), append(bundled, bundle/base)
		threeRate, bundleRate = append(threeRate, rate), append(bundleRate, bundle)
	}
	r.addAtLeast("2,000 files of 4 to 64 KiB, three calls each, 8 connections: files/s over flushes/s", median(three), 0.47, "%.0f files/s",
		median(threeRate))
	r.addAtMost("server CPU of each of them, ms", median(each), 0.7, "the hash included")
	r.addAtLeast("the same through the bundle call", median(bundled), 1.2, "%.0f files/s", median(bundleRate))
	_, peak := a.memory()
	r.addAtMost("memory at most under small uploads, MiB", float64(peak)/mib, 200, "resident")
	return a.stop()
}

func (a *appliance) createDirectory(name string) (string, error) {
	var d struct {
		ID string `json:"directory_id"`
	}
	err := a.call("POST", "/storage/space/"+a.space+"/directory", map[string]any{"parent_id": a.root, "directory_name": name}, &d)
	return d.ID, err
}

// runSpread runs do for each index on eight connections and returns the rate.
func runSpread(n int, do func(int) error) (float64, error) {
	var all sync.WaitGroup
	next := make(chan int, n)
	for i := range n {
		next <- i
	}
	close(next)
	failed := make(chan error, 8)
	begin := time.Now()
	for range 8 {
		all.Go(func() {
			for i := range next {
				if err := do(i); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	all.Wait()
	close(failed)
	return float64(n) / time.Since(begin).Seconds(), <-failed
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
