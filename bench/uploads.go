package main

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"time"
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
