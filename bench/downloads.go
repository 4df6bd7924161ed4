package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
)

func (a *appliance) createLink(s uploadedFile) (string, error) {
	var l struct{ URL string }
	err := a.call("GET", fmt.Sprintf("/download/space/%s/directory/%s/file/%s", a.space, s.File.Directory, s.File.ID), nil, &l)
	return strings.TrimSuffix(a.api, "/api") + l.URL, err
}

// startPair is the product and a plain server with the same long file.
func (r *run) startPair(name string, secure bool) (a *appliance, url string, b *process, err error) {
	dir, err := r.newDirectory(name)
	if err != nil {
		return nil, "", nil, err
	}
	content := randomBytes(gib, 2)
	if err := os.WriteFile(filepath.Join(dir, "long"), content, 0o644); err != nil {
		return nil, "", nil, err
	}
	var args []string
	if secure {
		args = []string{"--tls", "internal"}
	}
	if a, err = startFresh(filepath.Join(dir, "data"), args...); err != nil {
		return nil, "", nil, err
	}
	s, _, err := a.upload(a.root, "long", content, 4)
	if err != nil {
		return nil, "", nil, err
	}
	if url, err = a.createLink(s); err != nil {
		return nil, "", nil, err
	}
	b, err = startBaseline(dir, secure)
	return a, url, b, err
}

// bytesPerCPU fetches a gibibyte and returns how much went out for each second of the
// server's CPU.
func bytesPerCPU(a *appliance, p *process, url string) (float64, error) {
	before := p.cpu()
	var n int64
	for range 3 { // ticks are coarse
		got, err := a.fetch(url, "")
		if err != nil {
			return 0, err
		}
		n += got
	}
	return float64(n) / max((p.cpu()-before).Seconds(), 1.0/ticks), nil
}

func (r *run) compareDownloads(name, what string, secure bool, bar float64) error {
	a, url, b, err := r.startPair(name, secure)
	if err != nil {
		return err
	}
	var ratios, rates []float64
	for range rounds {
		base, err := bytesPerCPU(a, b, b.url+"/file/long")
		if err != nil {
			return err
		}
		rate, err := bytesPerCPU(a, a.process, url)
		if err != nil {
			return err
		}
		ratios, rates = append(ratios, rate/base), append(rates, rate)
	}
	r.addAtLeast(what, median(ratios), bar, "%.0f MB for each second of CPU", median(rates)/1e6)
	return errors.Join(a.stop(), b.kill())
}

func (r *run) measureDownloads() error {
	return r.compareDownloads("downloads", "1 GiB down, plain HTTP: bytes for each second of server CPU, over net/http "+
		"ServeContent", false, 0.9)
}

func (r *run) measureTLS() error {
	return r.compareDownloads("tls", "the same over TLS 1.3 (HTTP/1.1, verified reads), over net/http TLS", true, 0.55)
}

const rangeReads = 10_000

// measureRanges: random stretches of a long file, over nginx with sendfile.
func (r *run) measureRanges() error {
	a, url, b, err := r.startPair("ranges", false)
	if err != nil {
		return err
	}
	dir := filepath.Join(r.dir, "ranges")
	limit, name := b, "net/http (there is no nginx here)"
	if n, err := startNginx(dir, dir); err != nil {
		return err
	} else if n != nil {
		limit, name = n, "nginx with sendfile"
	}
	read := func(url string) (float64, error) {
		return runSpread(rangeReads/rounds, func(int) error {
			from := rand.N(int64(gib - mib))
			_, err := a.fetch(url, fmt.Sprintf("bytes=%d-%d", from, from+mib-1))
			return err
		})
	}
	var ratios, rates []float64
	for range rounds {
		base, err := read(limit.url + "/file/long")
		if err != nil {
			return err
		}
		rate, err := read(url)
		if err != nil {
			return err
		}
		ratios, rates = append(ratios, rate/base), append(rates, rate)
	}
	r.addAtLeast("10,000 random ranges of 1 MiB, 8 connections, over "+name, median(ratios), 0.6, "%.0f/s", median(rates))
	if limit != b {
		err = limit.stop()
	}
	return errors.Join(err, a.stop(), b.kill())
}

// uploadArchiveFiles puts a thousand files into a directory of the appliance, and beside it.
func (a *appliance) uploadArchiveFiles(dir string) (names []string, err error) {
	contents := make([][]byte, 1000)
	for i := range contents {
		contents[i] = randomBytes(200<<10+i*1024, uint64(i)+99)
		names = append(names, filepath.Join(dir, fmt.Sprint(i)))
		if err := os.WriteFile(names[i], contents[i], 0o644); err != nil {
			return nil, err
		}
	}
	_, err = a.timeThreeCalls("zip", contents)
	return names, err
}

// measureZip: an archive of a thousand files, over reading them.
func (r *run) measureZip() error {
	dir, err := r.newDirectory("zip")
	if err != nil {
		return err
	}
	a, err := startFresh(filepath.Join(dir, "data"))
	if err != nil {
		return err
	}
	names, err := a.uploadArchiveFiles(dir)
	if err != nil {
		return err
	}
	var l struct {
		Directories []struct {
			ID string `json:"directory_id"`
		}
	}
	if err := a.call("GET", "/storage/space/"+a.space+"/directory/"+a.root, nil, &l); err != nil {
		return err
	}
	b, err := startBaseline(dir, false)
	if err != nil {
		return err
	}
	var ratios, overHTTP, cost []float64
	for range rounds {
		base, err := readAll(names)
		if err != nil {
			return err
		}
		each := time.Now()
		for i := range names {
			if _, err := a.fetch(fmt.Sprintf("%s/file/%d", b.url, i), ""); err != nil {
				return err
			}
		}
		oneByOne := time.Since(each)
		var z struct{ URL string }
		if err := a.call("POST", "/download/zip", map[string]any{
			"space_id": a.space, "directory_ids": []string{l.Directories[0].ID},
		}, &z); err != nil {
			return err
		}
		begin, spent := time.Now(), a.cpu()
		n, err := a.fetch(strings.TrimSuffix(a.api, "/api")+z.URL, "")
		if err != nil {
			return err
		}
		took := time.Since(begin)
		cost = append(cost, (a.cpu()-spent).Seconds()/float64(n)*(1<<30))
		ratios, overHTTP = append(ratios, base.Seconds()/took.Seconds()), append(overHTTP, oneByOne.Seconds()/took.Seconds())
	}
	r.addAtLeast("an archive of 1,000 files over HTTP, over reading them from the disk's cache in one process", median(ratios), 0.6,
		"200 KiB to 1.2 MiB each, to a client on the same cores")
	r.addAtLeast("the same, over fetching the files one by one from net/http", median(overHTTP), 1.5,
		"what a browser would do otherwise")
	r.addAtMost("server CPU of the archive, s/GiB", median(cost), 0.8, "small contents are proven on their way")
	return errors.Join(a.stop(), b.kill())
}
