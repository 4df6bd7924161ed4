package stories

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"anbar/app/base/calendar"
	"anbar/blobstore"
)

// TestAFilesOwnTimeSurvivesEveryDoor sends files of many dates in by each door of programs, and asks for their time by each.
func TestAFilesOwnTimeSurvivesEveryDoor(t *testing.T) {
	t.Parallel()
	w := newDavWorld(t)
	r := newRaw(t, w)
	date := func(year int, month time.Month, day, hour int) time.Time {
		return time.Date(year, month, day, hour, 30, 12, 0, time.UTC)
	}
	dates := []time.Time{
		date(2, 3, 4, 5), date(1601, 1, 1, 0), date(1901, 12, 13, 20), date(1969, 6, 1, 12), time.Unix(-1, 0).UTC(), time.Unix(0, 0).UTC(),
		time.Unix(1, 0).UTC(), date(1979, 12, 31, 22), date(1999, 12, 31, 23), date(2024, 7, 1, 10), date(2038, 1, 19, 4),
		date(2105, 5, 5, 5), date(2150, 1, 1, 0), date(9999, 12, 31, 23),
	}
	stamp := func(at time.Time) string { return strconv.FormatInt(at.Unix(), 10) }
	ways := map[string]func(name string, at time.Time){
		"PUT": func(name string, at time.Time) {
			got := w.want(201, "sara", "PUT", w.base+name, "x", "X-OC-Mtime: "+stamp(at))
			if got.Header.Get("X-OC-Mtime") != "accepted" {
				t.Errorf("PUT of %v is not accepted", at)
			}
		},
		"sync": func(name string, at time.Time) {
			r.want(t, 201, "PUT", r.files("Team/"+name), "x", "X-OC-Mtime: "+stamp(at))
		},
		"bulk": func(name string, at time.Time) {
			got := r.bulk(t, 200, part{"/Team/" + name, "x", []string{"X-File-Mtime: " + stamp(at)}})
			if got.get(t, "/Team/"+name, "X-OC-MTime") != "accepted" {
				t.Errorf("%v among many is not accepted: %s", at, got.Body)
			}
		},
		"chunks": func(name string, at time.Time) {
			r.want(t, 201, "MKCOL", r.uploads(name), "")
			r.want(t, 201, "PUT", r.uploads(name)+"/1", "x")
			r.want(t, 201, "MOVE", r.uploads(name)+"/.file", "", "Destination: "+r.files("Team/"+name), "X-OC-Mtime: "+stamp(at))
		},
	}
	for _, prop := range []string{"D:getlastmodified", "Z:Win32LastModifiedTime"} {
		ways[prop] = func(name string, at time.Time) {
			w.want(201, "sara", "PUT", w.base+name, "x")
			body := `<D:propertyupdate xmlns:D="DAV:" xmlns:Z="urn:schemas-microsoft-com:"><D:set><D:prop><` + prop + `>` +
				at.Format(http.TimeFormat) + `</` + prop + `></D:prop></D:set></D:propertyupdate>`
			w.want(207, "sara", "PROPPATCH", w.base+name, body).has(t, "200 OK")
		}
	}
	w.waysOfBrowsers(ways)
	asked := `<d:propfind xmlns:d="DAV:"><d:prop><d:getlastmodified/></d:prop></d:propfind>`
	told := func(at time.Time) string { return "<d:getlastmodified>" + at.Format(http.TimeFormat) }
	apps := func(at time.Time) time.Time { return time.Unix(min(max(at.Unix(), 1), 1<<32-1), 0).UTC() }
	for way, put := range ways {
		for i, at := range dates {
			name := fmt.Sprintf("%d-%s.txt", i, way[strings.IndexByte(way, ':')+1:])
			put(name, at)
			w.want(207, "sara", "PROPFIND", w.base+name, asked, "Depth: 0").has(t, told(at))
			if got := w.want(200, "sara", "HEAD", w.base+name, "").Header.Get("Last-Modified"); got != at.Format(http.TimeFormat) {
				t.Errorf("%s: %v is of %q", way, at, got)
			}
			r.want(t, 207, "PROPFIND", r.files("Team/"+name), asked, "Depth: 0").has(t, told(apps(at)))
			seen := r.want(t, 200, "GET", r.files("Team/"+name), "").Header.Get("Last-Modified")
			if seen != apps(at).Format(http.TimeFormat) {
				t.Errorf("%s: apps are told that %v is of %q", way, at, seen)
			}
		}
	}
	w.checkZipTimes(dates)
	for i, odd := range []string{"never", "", "2024-07-01", "+010000-01-01T00:00:00Z", "0000-12-31T00:00:00Z", "NaN"} {
		w.sara.do("POST", "/upload/initialize", map[string]any{
			"space_id": w.space, "directory_id": w.root("root_directory_id"), "key": fmt.Sprintf("odd %d", i), "checksum": "fp:odd",
			"file_size": 1, "modified_at": odd,
		}).must(t, 200)
	}
	for _, odd := range []string{"never", "NaN", "1e300", "-1e300", "0x10", "253402300800", "-62135596801"} {
		got := r.want(t, 201, "PUT", r.files("Team/odd"+odd+".txt"), "x", "X-OC-Mtime: "+odd)
		if got.Header.Get("X-OC-Mtime") != "" {
			t.Errorf("%q is accepted", odd)
		}
	}
}

// waysOfBrowsers adds the doors that the page of the app and upload boxes take.
func (w *davWorld) waysOfBrowsers(ways map[string]func(name string, at time.Time)) {
	dir := w.root("root_directory_id")
	upload := func(c client, dir, name string, at time.Time) {
		w.t.Helper()
		began := c.do("POST", "/upload/initialize", map[string]any{
			"space_id": w.space, "directory_id": dir, "key": name, "checksum": "fp:" + name, "file_size": 1,
			"modified_at": at.Format(time.RFC3339Nano),
		}).must(w.t, 200)
		id := began.get(w.t, "upload_id").(string)
		c.do("PUT", "/upload/parts?upload_id="+id+"&chunk_number=0", []byte("x")).must(w.t, 204)
		c.do("POST", "/upload/complete", map[string]any{
			"upload_id": id, "space_id": w.space, "key": name, "checksum": "fp:" + name,
		}).must(w.t, 201)
	}
	ways["upload"] = func(name string, at time.Time) { upload(w.sara, dir, name, at) }
	single := func(c client, name string, at time.Time) {
		q := url.Values{"space_id": {w.space}, "directory_id": {dir}, "key": {name}, "modified_at": {at.Format(time.RFC3339Nano)}}
		c.do("PUT", "/upload/file?"+q.Encode(), []byte("x")).must(w.t, 201)
	}
	ways["single"] = func(name string, at time.Time) { single(w.sara, name, at) }
	ways["bundle"] = func(name string, at time.Time) {
		var b bytes.Buffer
		writeFrame(&b, map[string]any{
			"key": name, "size": 1, "checksum": blobstore.Sum([]byte("x")).String(), "modified_at": at.Format(time.RFC3339Nano),
		}, []byte("x"))
		to := url.Values{"space_id": {w.space}, "directory_id": {dir}}
		w.sara.do("POST", "/upload/bundle?"+to.Encode(), b.Bytes()).must(w.t, 200)
	}
	box := w.sara.do("POST", "/upload/space/"+w.space+"/directory/"+dir+"/box-link", map[string]any{
		"title": "Box", "duration": map[string]any{"value": 1, "unit": "day"},
	}).must(w.t, 201).get(w.t, "upload_id").(string)
	guest := client{handler: w.sara.handler}
	guest.token = guest.do("POST", "/upload/box/"+box, map[string]any{}).must(w.t, 200).get(w.t, "token").(string)
	ways["box"] = func(name string, at time.Time) { upload(guest, dir, name, at) }
	ways["boxed"] = func(name string, at time.Time) { single(guest, name, at) }
}

// TestAFilesOwnTimeSurvivesADisk takes files of many dates over from a disk and writes them to another.
func TestAFilesOwnTimeSurvivesADisk(t *testing.T) {
	t.Parallel()
	m := newMover(t)
	m.fill(1, 0)
	dates := map[string]time.Time{}
	for i, at := range []time.Time{
		time.Date(1901, 12, 14, 1, 2, 3, 4e6, time.UTC), time.Date(1969, 6, 1, 0, 0, 0, 0, time.UTC), time.Unix(-1, 0), time.Unix(0, 0),
		time.Unix(1, 0), time.Date(1979, 12, 31, 23, 59, 59, 0, time.UTC), time.Date(2024, 7, 1, 10, 20, 30, 40e6, time.UTC),
		time.Date(2038, 1, 19, 3, 14, 8, 0, time.UTC), time.Date(2150, 1, 1, 0, 0, 0, 0, time.UTC),
		time.Date(2400, 1, 1, 0, 0, 0, 0, time.UTC),
	} {
		name := filepath.Join(m.folder, fmt.Sprintf("date %d.txt", i))
		if err := errors.Join(os.WriteFile(name, nil, 0o600), os.Chtimes(name, at, at)); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if !info.ModTime().Equal(at) {
			t.Logf("this disk has no %v", at)
		}
		dates[filepath.Base(name)] = info.ModTime().Truncate(time.Millisecond)
	}
	m.whole()
	to := t.TempDir()
	m.anbar(false, "export", "--plain", to)
	for name, at := range dates {
		info, err := os.Stat(filepath.Join(to, "Team", "Shared files", "Adopted", name))
		if err != nil {
			t.Error(err)
			continue
		}
		if off := info.ModTime().Sub(at); off < 0 || off > time.Millisecond { // the beginning of 1970 is a millisecond later
			t.Errorf("%s of %v is of %v", name, at, info.ModTime())
		}
	}
}

// checkZipTimes downloads everything as an archive: its fields without a zone are local time, the others are exact or not there.
func (w *davWorld) checkZipTimes(dates []time.Time) {
	t := w.t
	t.Helper()
	whole := map[string]any{"space_id": w.space, "directory_ids": []string{w.root("root_directory_id")}}
	made := w.sara.do("POST", "/download/zip", whole).must(t, 201)
	address := made.get(t, "url").(string)
	b := w.want(200, "", "GET", address[strings.Index(address, "/api/"):], "").Body
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, f := range z.File {
		number, _, _ := strings.Cut(path.Base(f.Name), "-")
		i, err := strconv.Atoi(number)
		if err != nil || i >= len(dates) {
			continue
		}
		seen++
		at := dates[i]
		if fits := at.Unix() == int64(int32(at.Unix())); fits != (len(f.Extra) == 9) {
			t.Errorf("%s of %v has %d bytes of extra fields", f.Name, at, len(f.Extra))
		} else if fits {
			if said := int64(int32(binary.LittleEndian.Uint32(f.Extra[5:]))); said != at.Unix() {
				t.Errorf("%s of %v is of %v", f.Name, at, time.Unix(said, 0).UTC())
			}
		}
		local := at.In(calendar.Tehran)
		if y := local.Year(); y < 1980 {
			local = time.Date(1980, 1, 1, 0, 0, 0, 0, calendar.Tehran)
		} else if y > 2107 {
			local = time.Date(2107, 12, 31, 23, 59, 58, 0, calendar.Tehran)
		}
		dos := time.Date(int(f.ModifiedDate>>9)+1980, time.Month(f.ModifiedDate>>5&15), int(f.ModifiedDate&31), int(f.ModifiedTime>>11),
			int(f.ModifiedTime>>5&63), int(f.ModifiedTime&31)*2, 0, calendar.Tehran)
		if d := local.Sub(dos); d < 0 || d > time.Second {
			t.Errorf("%s of %v is of %v for Windows", f.Name, local, dos)
		}
	}
	if seen < 2*len(dates) {
		t.Errorf("%d files in the archive", seen)
	}
}
