package main

import (
	"bytes"
	"crypto/sha1"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"time"
)

// davClient is the workspace of an appliance as programs see it by WebDAV.
type davClient struct {
	*appliance
	url, key string
}

func (a *appliance) newDrive() (*davClient, error) {
	var t struct{ Token string }
	err := a.call("POST", "/accounts/api-tokens", map[string]any{"name": "bench", "may_write": true}, &t)
	return &davClient{appliance: a, url: strings.TrimSuffix(a.api, "/api") + "/dav/" + a.space + "/", key: t.Token}, err
}

// request sends a request and returns the length of the answer.
func (d *davClient) request(method, path string, body []byte, header ...string) (int64, error) {
	req, err := http.NewRequest(method, d.url+path, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	req.SetBasicAuth("b@example.org", d.key)
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := d.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	n, err := io.Copy(io.Discard, res.Body)
	if err == nil && res.StatusCode >= 300 {
		err = fmt.Errorf("%s %s: %s", method, path, res.Status)
	}
	return n, err
}

const inFolder = 10_000

// measureWebDAV: a long file, and a large folder.
func (r *run) measureWebDAV() error {
	dir, err := r.newDirectory("webdav")
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
	for _, measure := range []func(*davClient, string) error{r.measureDavLong, r.measureDavFolder} {
		if err := measure(d, dir); err != nil {
			return err
		}
	}
	return a.stop()
}

func (r *run) measureDavLong(d *davClient, dir string) error {
	content := randomBytes(gib, 3)
	var ratios, cpus []float64
	for i := range rounds {
		base, err := writeAndSync(filepath.Join(dir, "base"), content)
		if err != nil {
			return err
		}
		binary.LittleEndian.PutUint64(content, uint64(i))
		sum := sha1.Sum(content)
		cpu, begin := d.cpu(), time.Now()
		if _, err := d.request("PUT", fmt.Sprintf("long-%d.bin", i), content, "OC-Checksum",
			"SHA1:"+hex.EncodeToString(sum[:])); err != nil {
			return err
		}
		ratios = append(ratios, base.Seconds()/time.Since(begin).Seconds())
		cpus = append(cpus, (d.cpu() - cpu).Seconds())
	}
	r.addAtLeast("1 GiB by one PUT of WebDAV with its SHA-1, durable, over writing it in sequence with one fdatasync",
		median(ratios), 0.6,
		"one connection")
	r.addAtMost("server CPU of it, s/GiB, plain HTTP", median(cpus), 1.6, "SHA-1 and BLAKE3 included")
	return nil
}

func (r *run) measureDavFolder(d *davClient, _ string) error {
	contents := make([][]byte, inFolder)
	for i := range contents {
		contents[i] = []byte(fmt.Sprint("file ", i))
	}
	id, err := d.createDirectory("folder")
	if err != nil {
		return err
	}
	if _, err := d.timeBundlesInto(id, contents); err != nil {
		return err
	}
	_, before := d.memory()
	var davs, jsons []float64
	for range rounds {
		cpu := d.cpu()
		n, err := d.request("PROPFIND", "folder/", nil, "Depth", "1")
		if err != nil || n < inFolder*200 {
			return fmt.Errorf("a list of %d bytes: %w", n, err)
		}
		davs = append(davs, (d.cpu() - cpu).Seconds())
	}
	_, after := d.memory()
	for range rounds {
		cpu := d.cpu()
		for page := range inFolder / 1000 {
			path := fmt.Sprintf("/storage/space/%s/directory/%s?sort=name:1&page=%d&limit=1000", d.space, id, page+1)
			if err := d.call("GET", path, nil, nil); err != nil {
				return err
			}
		}
		jsons = append(jsons, (d.cpu() - cpu).Seconds())
	}
	r.addAtMost("PROPFIND of a folder of 10,000, depth 1: server CPU over the JSON pages of the same", median(davs)/median(jsons), 3,
		"%.0f ms over %.0f ms", median(davs)*1000, median(jsons)*1000)
	r.addAtMost("memory that it adds to the peak, MiB", float64(after-before)/mib, 16, "resident")
	return nil
}
