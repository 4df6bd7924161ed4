package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

const (
	smallObjects = 100_000
	importRounds = 3
)

// measureImports brings a bucket of small objects into a workspace, and by rclone into a folder of the disk. Both ask the same
// server, which lies in this process.
func (r *run) measureImports() error {
	dir, err := r.newDirectory("imports")
	if err != nil {
		return err
	}
	s, size, err := newBucketServer(smallObjects)
	if err != nil {
		return err
	}
	defer s.Close()
	var ratios, cpus, rates []float64
	var peak int64
	for i := range importRounds {
		base, err := timeRclone(s.URL, filepath.Join(dir, fmt.Sprintf("folder-%d", i)))
		if err != nil {
			return err
		}
		a, err := startFresh(filepath.Join(dir, fmt.Sprintf("data-%d", i)))
		if err != nil {
			return err
		}
		cpu := a.cpu()
		took, err := a.timeImport(s.URL)
		if err != nil {
			return err
		}
		ratios = append(ratios, base.Seconds()/took.Seconds())
		rates = append(rates, smallObjects/took.Seconds())
		cpus = append(cpus, (a.cpu() - cpu).Seconds())
		_, most := a.memory()
		peak = max(peak, most)
		if err := a.stop(); err != nil {
			return err
		}
	}
	r.addAtLeast("100,000 objects of 1 to 7 KiB from a bucket, durable, over `rclone copy` of them to the disk", median(ratios), 0.5,
		"%.0f objects/s, %d MiB; rclone with 8 transfers, which flushes nothing", median(rates), size>>20)
	r.addAtMost("server CPU of it, s", median(cpus), 100, "of one core; the report has a row for each object")
	r.addAtMost("memory at most under it, MiB", float64(peak)/mib, 250, "resident")
	return nil
}

// newBucketServer is an object storage with one bucket of n small objects, and their size together.
func newBucketServer(n int) (*httptest.Server, int, error) {
	store := s3mem.New()
	if err := store.CreateBucket("files"); err != nil {
		return nil, 0, err
	}
	content := randomBytes(7<<10, 11)
	all := 0
	for i := range n {
		binary.LittleEndian.PutUint64(content, uint64(i))
		b := bytes.Clone(content[:1<<10+i*7919%(6<<10)])
		key := fmt.Sprintf("d%03d/object-%d.bin", i%1000, i)
		if _, err := store.PutObject("files", key, map[string]string{}, bytes.NewReader(b), int64(len(b)), nil); err != nil {
			return nil, 0, err
		}
		all += len(b)
	}
	return httptest.NewServer(gofakes3.New(store, gofakes3.WithLogger(gofakes3.DiscardLog())).Server()), all, nil
}

// timeRclone is how long rclone takes to copy the bucket into a new folder.
func timeRclone(endpoint, dir string) (time.Duration, error) {
	from := fmt.Sprintf(":s3,provider=Other,access_key_id=key,secret_access_key=hush-hush,"+
		"force_path_style=true,endpoint='%s':files", endpoint)
	cmd := exec.Command("rclone", "--config", "", "copy", "--transfers", "8", "--checkers", "8", from, dir)
	// Its library takes no other authorities, and needs none here.
	cmd.Env = slices.DeleteFunc(os.Environ(), func(e string) bool { return strings.HasPrefix(e, "AWS_CA_BUNDLE=") })
	begin := time.Now()
	out, err := cmd.CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("rclone copy: %w\n%s", err, out)
	}
	return time.Since(begin), nil
}

// timeImport is how long an appliance takes to import the bucket as a whole.
func (a *appliance) timeImport(endpoint string) (time.Duration, error) {
	if err := a.call("PUT", "/admin/settings/imports", map[string]bool{"own_network": true}, nil); err != nil {
		return 0, err
	}
	keys := map[string]string{"endpoint": endpoint, "access_key": "key", "secret_key": "hush-hush"}
	if err := a.call("PUT", "/accounts/arvan", keys, nil); err != nil {
		return 0, err
	}
	begin := time.Now()
	var one struct {
		ID string `json:"import_id"`
	}
	if err := a.call("POST", "/storage/workspace/"+a.space+"/import-arvan", map[string]string{"bucket_name": "files"}, &one); err != nil {
		return 0, err
	}
	for {
		var is struct {
			State  string
			Count  int
			Done   int
			Failed int
		}
		if err := a.call("GET", "/imports/"+one.ID, nil, &is); err != nil {
			return 0, err
		}
		switch {
		case is.State == "done" && is.Done == smallObjects && is.Failed == 0:
			return time.Since(begin), nil
		case is.State != "running" && is.State != "waiting":
			return 0, fmt.Errorf("the import is %+v", is)
		}
		time.Sleep(20 * time.Millisecond)
	}
}
