package stories

import (
	"database/sql"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"anbar/blobstore"
)

// rest synchronizes all devices until they hold the same, and fails the test when they do not come to that.
func (s *storm) rest() {
	s.t.Helper()
	for range 6 {
		calm := true
		for _, d := range s.devices {
			d.time = 30 * time.Second
			d.forgive()
			calm = d.run() && calm
		}
		if calm && s.differs() == "" {
			return
		}
	}
	s.t.Errorf("seed %d: the devices do not come to rest", s.seed)
	s.tell(s.differs())
}

// shown are the files and directories of a device without the copies of conflicts, which stay on the device. The directories
// in alone are there for such copies and may be gone elsewhere.
func (d *stormDevice) shown() (all map[string]string, alone map[string]bool) {
	all, alone = d.files(), map[string]bool{}
	needed := map[string]bool{}
	for name, sum := range all {
		for at := path.Dir(name); sum != "directory" && at != "."; at = path.Dir(at) {
			if strings.Contains(name, "conflict") {
				alone[at] = true
			} else {
				needed[at] = true
			}
		}
	}
	maps.DeleteFunc(all, func(name, _ string) bool { return strings.Contains(name, "conflict") })
	maps.DeleteFunc(alone, func(name string, _ bool) bool { return needed[name] })
	return all, alone
}

// differs is the first name that not all devices have alike, empty for none.
func (s *storm) differs() string {
	var trees []map[string]string
	ignored, names := map[string]bool{}, map[string]bool{}
	for _, d := range s.devices {
		all, alone := d.shown()
		trees = append(trees, all)
		maps.Copy(ignored, alone)
		for name := range all {
			names[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		for _, other := range trees[1:] {
			if other[name] != trees[0][name] && !ignored[name] {
				return name
			}
		}
	}
	return ""
}

// kept are the contents of all heads and versions of the server, with the trash.
func (s *storm) kept() map[blobstore.Digest]bool {
	s.t.Helper()
	d, err := sql.Open("sqlite", "file:"+filepath.Join(s.data, "anbar.db")+"?_pragma=busy_timeout(10000)")
	if err != nil {
		s.t.Fatal(err)
	}
	defer d.Close()
	rows, err := d.Query("SELECT hash FROM versions")
	if err != nil {
		s.t.Fatal(err)
	}
	defer rows.Close()
	all := map[blobstore.Digest]bool{}
	for rows.Next() {
		var b []byte
		if err := rows.Scan(&b); err != nil {
			s.t.Fatal(err)
		}
		all[blobstore.Digest(b)] = true
	}
	if err := rows.Err(); err != nil {
		s.t.Fatal(err)
	}
	return all
}

// judge looks for what was lost, and for what nobody ever wrote.
func (s *storm) judge() {
	s.t.Helper()
	fresh := s.device("nextcloudcmd", s.rand())
	s.devices = append(s.devices, fresh)
	s.rest()
	shown, _ := fresh.shown()
	for name, sum := range shown {
		if sum == "directory" {
			continue
		}
		if content := []byte(fresh.read(name)); s.written[blobstore.Sum(content)] == "" {
			s.t.Errorf("seed %d: nobody wrote the %d bytes of %s", s.seed, len(content), name)
		}
	}
	kept := s.kept()
	for digest, by := range s.stored {
		if !kept[digest] {
			s.t.Errorf("seed %d: lost: %s, acknowledged to %s", s.seed, s.written[digest], by)
		}
	}
	s.kill()
	out, err := exec.Command("anbar", "check", "--data", s.data).CombinedOutput()
	if err != nil || strings.Contains(string(out), "DAMAGED") {
		s.t.Errorf("seed %d: anbar check: %v\n%s", s.seed, err, out)
	}
	if s.t.Failed() {
		for _, d := range s.devices {
			s.t.Logf("%s in %s:\n%s", d.w.program, d.dir, strings.Join(d.did, "\n"))
		}
	}
}

// tell logs what the server and the devices know of a name and of the directories above it, and what clients say that fail.
func (s *storm) tell(name string) {
	s.t.Helper()
	for at := name; at != "." && at != ""; at = path.Dir(at) {
		req, err := http.NewRequest("PROPFIND", s.site+"/remote.php/webdav/"+(&url.URL{Path: at}).EscapedPath(), nil)
		if err != nil {
			s.t.Fatal(err)
		}
		req.Header.Set("Depth", "0")
		req.SetBasicAuth("v@example.org", s.devices[0].w.tokens["v"])
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			s.t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		res.Body.Close()
		s.t.Logf("the server has %q: %s, %s %v", at, res.Status, tagOf.Find(body), err)
		for i, d := range s.devices {
			s.t.Logf("device %d has %q: %q, and in its journal %s", i, at, d.files()[at], d.known(at))
		}
	}
	for i, d := range s.devices {
		if !d.run() {
			s.t.Logf("device %d: %s\n%s", i, d.did[len(d.did)-1], last(d.said, 6000))
		}
	}
}

// known is the entity tag that a client noted for a path.
func (d *stormDevice) known(at string) string {
	journals, err := filepath.Glob(filepath.Join(d.dir, ".*sync*.db"))
	if err != nil || len(journals) != 1 {
		return fmt.Sprint(journals, err)
	}
	db, err := sql.Open("sqlite", "file:"+journals[0]+"?_pragma=busy_timeout(10000)")
	if err != nil {
		return err.Error()
	}
	defer db.Close()
	var tag string
	if err := db.QueryRow("SELECT md5 FROM metadata WHERE path = ?", at).Scan(&tag); err != nil {
		return err.Error()
	}
	return tag
}
