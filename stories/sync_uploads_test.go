package stories

import (
	"bytes"
	"context"
	"crypto/sha1"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"anbar/app"
	"anbar/config"
)

// newDavWorldWith is newDavWorld with other settings. It returns the data directory, too.
func newDavWorldWith(t *testing.T, change func(*config.Serve)) (*davWorld, string) {
	t.Helper()
	o := settings(dataDir(t))
	change(&o)
	a, err := app.New(t.Context(), o, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return davWorldOf(t, a), o.Data
}

func davWorldOf(t *testing.T, a *app.App) *davWorld {
	t.Helper()
	server := httptest.NewServer(a)
	t.Cleanup(server.Close)
	w := &davWorld{t: t, app: a, site: server.URL, sara: person(t, a, "sara"), omid: person(t, a, "omid"), tokens: map[string]string{}}
	w.space = w.sara.do("POST", "/storage/workspace", map[string]string{"title": "Team"}).must(t, 201).get(t, "space_id").(string)
	w.base = "/dav/" + w.space + "/"
	w.token("sara", w.sara, true)
	w.token("omid", w.omid, true)
	w.token("reader", w.sara, false)
	return w
}

// TestUploadsCountForTheRoomOfTheirPerson sends more in chunks than may ever become files.
func TestUploadsCountForTheRoomOfTheirPerson(t *testing.T) {
	t.Parallel()
	w, _ := newDavWorldWith(t, func(o *config.Serve) { o.SpaceLimit = 5 << 20 })
	r := newRaw(t, w)
	reader := &raw{site: r.site, login: r.login, token: w.tokens["reader"], user: r.user}
	four := strings.Repeat("x", 4<<20)
	const announced = "OC-Total-Length: 4194304"
	reader.want(t, 403, "MKCOL", reader.uploads("read"), "")
	reader.want(t, 403, "MKCOL", reader.uploads("read"), "", announced)
	stranger := &raw{site: r.site, login: "omid@example.org", token: w.tokens["omid"]}
	stranger.user = stranger.want(t, 200, "GET", "/ocs/v1.php/cloud/user?format=json", "").get(t, "ocs", "data", "id").(string)
	stranger.want(t, 403, "MKCOL", stranger.uploads("nowhere"), "")

	r.want(t, 201, "MKCOL", r.uploads("a"), "") // its size is not known
	reader.want(t, 403, "PUT", r.uploads("a")+"/1", "x")
	r.want(t, 201, "PUT", r.uploads("a")+"/1", four)
	r.want(t, 201, "PUT", r.uploads("a")+"/1", four) // again
	r.want(t, 201, "MKCOL", r.uploads("b"), "")
	r.want(t, 507, "PUT", r.uploads("b")+"/1", four)
	r.want(t, 507, "PUT", r.uploads("a")+"/2", four)
	r.want(t, 507, "MKCOL", r.uploads("c"), "", announced)
	r.want(t, 204, "DELETE", r.uploads("a"), "")
	r.want(t, 201, "MKCOL", r.uploads("c"), "", announced)
	r.want(t, 507, "MKCOL", r.uploads("d"), "", announced)
	r.want(t, 507, "PUT", r.uploads("b")+"/1", four, "OC-Total-Length: 41943041") // its size comes late
	r.want(t, 507, "PUT", r.uploads("b")+"/1", four)
	r.want(t, 201, "PUT", r.uploads("c")+"/1", four, "OC-Chunk-Offset: 0")
	r.want(t, 201, "MOVE", r.uploads("c")+"/.file", "", announced, "Destination: "+r.files("c.bin"))
	r.want(t, 507, "MKCOL", r.uploads("e"), "", announced)
}

// TestAnExpiredPlanTakesNoUploads begins an upload of each kind where nothing may be written any more.
func TestAnExpiredPlanTakesNoUploads(t *testing.T) {
	s := newShop(t)
	sara := person(t, s.a, "sara")
	paid := sara.do("POST", "/plan/invoice", map[string]any{"plan_id": s.plans[2], "users_count": 3, "trial": true}).must(t, 201)
	id := paid.get(t, "payment_id").(string)
	sara.do("POST", "/plan/invoice/"+id+"/pay", map[string]string{"provider": "none"}).must(t, 200)
	made := sara.do("POST", "/storage/workspace", map[string]string{"title": "Team", "payment_id": id}).must(t, 201)
	space := made.get(t, "space_id").(string)
	w := &davWorld{t: t, app: s.a, sara: sara, space: space, tokens: map[string]string{}}
	server := httptest.NewServer(s.a)
	t.Cleanup(server.Close)
	w.site = server.URL
	w.token("sara", sara, true)
	r := &raw{site: w.site, login: "sara@example.org", token: w.tokens["sara"]}
	r.user = r.want(t, 200, "GET", "/ocs/v1.php/cloud/user?format=json", "").get(t, "ocs", "data", "id").(string)
	r.want(t, 201, "MKCOL", r.uploads("1"), "")
	s.expire(t, space)
	r.want(t, 403, "PUT", r.uploads("1")+"/1", "x")
	const why = "مهلت طرح این فضای کاری تمام شده است."
	r.want(t, 403, "MKCOL", r.uploads("2"), "").has(t, why)
	r.want(t, 403, "MKCOL", r.uploads("3"), "", "OC-Total-Length: 4194304").has(t, why)
	for _, dir := range []string{"/dav/" + space + "/dir", r.files("Team/dir")} {
		r.want(t, 403, "MKCOL", dir, "").has(t, why)
		r.want(t, 404, "PROPFIND", dir, "")
	}
}

// TestAMoveThatIsCutIsAnswered cuts the connection while chunks become a file, and asks again.
func TestAMoveThatIsCutIsAnswered(t *testing.T) {
	t.Parallel()
	w := newDavWorld(t)
	r := newRaw(t, w)
	content := bytes.Repeat([]byte("0123456789abcdef"), 96<<16)
	total := "OC-Total-Length: " + strconv.Itoa(len(content))
	for n, wait := range []time.Duration{time.Millisecond, 20 * time.Millisecond, 60 * time.Millisecond, 150 * time.Millisecond} {
		name := strconv.Itoa(n)
		r.want(t, 201, "MKCOL", r.uploads(name), "", total)
		if got, err := r.ask("PUT", r.uploads(name)+"/1", bytes.NewReader(content), "OC-Chunk-Offset: 0"); err != nil || got.Status != 201 {
			t.Fatalf("%v: %v %v", wait, got, err)
		}
		headers := []string{total, "OC-Checksum: MD5:" + md5Hex(string(content)), "Destination: " + r.files(name+".bin")}
		ctx, cut := context.WithTimeout(t.Context(), wait)
		req, err := http.NewRequestWithContext(ctx, "MOVE", r.site+r.uploads(name)+"/.file", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.SetBasicAuth(r.login, r.token)
		for _, h := range headers {
			name, value, _ := strings.Cut(h, ": ")
			req.Header.Set(name, value)
		}
		if res, err := http.DefaultClient.Do(req); err == nil {
			_ = res.Body.Close()
		}
		cut()
		var all sync.WaitGroup
		tags := make([]string, 3)
		for i := range tags {
			all.Go(func() {
				got, err := r.ask("MOVE", r.uploads(name)+"/.file", nil, headers...)
				if err != nil || got.Status != 201 {
					t.Errorf("asked again after %v: %v, %v", wait, got, err)
					return
				}
				tags[i] = got.Header.Get("ETag")
			})
		}
		all.Wait()
		if tags[0] == "" || tags[0] != tags[1] || tags[0] != tags[2] {
			t.Errorf("%v: tags %v", wait, tags)
		}
		if got := r.want(t, 200, "GET", r.files(name+".bin"), ""); !bytes.Equal(got.Body, content) {
			t.Errorf("%v: the file is another one", wait)
		}
		reader := &raw{site: r.site, login: r.login, token: w.tokens["reader"], user: r.user}
		for _, h := range headers[2:] {
			reader.want(t, 404, "MOVE", r.uploads(name)+"/.file", "", total, h)
		}
		r.want(t, 404, "MOVE", r.uploads(name)+"/.file", "", total, "Destination: "+r.files("other.bin"))
	}
}

// TestChunksOfARefusedFileAreKept asks for a place that is refused, and then for another one.
func TestChunksOfARefusedFileAreKept(t *testing.T) {
	t.Parallel()
	r := newRaw(t, newDavWorld(t))
	c := newChunked(11, 3_000_000, 700_000, 800_000)
	total := "OC-Total-Length: 3000000"
	r.want(t, 201, "MKCOL", r.uploads("1"), "", total)
	for i := range c.starts {
		r.want(t, 201, "PUT", r.uploads("1")+"/"+strconv.Itoa(i), string(c.chunk(i)), offsetAt(c.starts[i]))
	}
	r.want(t, 412, "MOVE", r.uploads("1")+"/.file", "", total, "Destination: "+r.files("f.bin"), `If-Match: "other"`)
	r.want(t, 201, "MOVE", r.uploads("1")+"/.file", "", total, "Destination: "+r.files("f.bin"), "OC-Checksum: "+c.sum())
}

// cutShort ends a body with an error.
type cutShort struct{ r io.Reader }

func (c cutShort) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if err == io.EOF {
		err = errors.New("cut")
	}
	return n, err
}

// TestTheNewerBytesOfAChunkCount has a chunk cut and sent again with other bytes, where no whole block came.
func TestTheNewerBytesOfAChunkCount(t *testing.T) {
	t.Parallel()
	r := newRaw(t, newDavWorld(t))
	old, first, second := bytes.Repeat([]byte("a"), 700_000), bytes.Repeat([]byte("c"), 600_000), bytes.Repeat([]byte("b"), 972_864)
	whole := append(bytes.Clone(first), second...)
	total := "OC-Total-Length: " + strconv.Itoa(len(whole))
	for n, sum := range []string{fmt.Sprintf("OC-Checksum: SHA1:%x", sha1.Sum(whole)), "X-None: 1"} {
		name := strconv.Itoa(n)
		r.want(t, 201, "MKCOL", r.uploads(name), "", total)
		req, err := http.NewRequest("PUT", r.site+r.uploads(name)+"/1", cutShort{bytes.NewReader(old)})
		if err != nil {
			t.Fatal(err)
		}
		req.ContentLength = 800_000
		req.SetBasicAuth(r.login, r.token)
		req.Header.Set("OC-Chunk-Offset", "0")
		if _, err := http.DefaultClient.Do(req); err == nil {
			t.Fatalf("%s: the chunk is not cut", sum)
		}
		time.Sleep(300 * time.Millisecond) // its bytes are stored
		r.want(t, 201, "PUT", r.uploads(name)+"/1", string(first), "OC-Chunk-Offset: 0")
		r.want(t, 201, "PUT", r.uploads(name)+"/2", string(second), "OC-Chunk-Offset: 600000")
		r.want(t, 201, "MOVE", r.uploads(name)+"/.file", "", total, sum, "Destination: "+r.files(name))
		if got := r.want(t, 200, "GET", r.files(name), ""); !bytes.Equal(got.Body, whole) {
			t.Errorf("%s: the file is another one", sum)
		}
	}
}

// TestTheSumIsThatOfWhatIsStored changes bytes behind the sum that is computed as chunks come.
func TestTheSumIsThatOfWhatIsStored(t *testing.T) {
	t.Parallel()
	r := newRaw(t, newDavWorld(t))
	old, second := bytes.Repeat([]byte("a"), 600_000), bytes.Repeat([]byte("b"), 972_864)
	total := "OC-Total-Length: " + strconv.Itoa(len(old)+len(second))
	stale := fmt.Sprintf("OC-Checksum: SHA1:%x", sha1.Sum(append(bytes.Clone(old), second...)))
	for n, newer := range []string{strings.Repeat("c", 100_000), strings.Repeat("c", 600_000), strings.Repeat("c", 1<<20)} {
		name := strconv.Itoa(n)
		r.want(t, 201, "MKCOL", r.uploads(name), "", total)
		r.want(t, 201, "PUT", r.uploads(name)+"/1", string(old), "OC-Chunk-Offset: 0")
		r.want(t, 201, "PUT", r.uploads(name)+"/9", newer, "OC-Chunk-Offset: 0")
		if len(newer) < 1<<20 {
			r.want(t, 201, "PUT", r.uploads(name)+"/2", string(second), "OC-Chunk-Offset: 600000")
		} else {
			r.want(t, 409, "PUT", r.uploads(name)+"/2", strings.Repeat("d", len(second)), "OC-Chunk-Offset: 600000")
			continue
		}
		r.want(t, 400, "MOVE", r.uploads(name)+"/.file", "", total, stale, "Destination: "+r.files("f"+name))
	}
}

// TestAChunkThatComesInManyLengthsIsKeptOnce looks at the disk.
func TestAChunkThatComesInManyLengthsIsKeptOnce(t *testing.T) {
	t.Parallel()
	w, dir := newDavWorldWith(t, func(*config.Serve) {})
	r := newRaw(t, w)
	r.want(t, 201, "MKCOL", r.uploads("1"), "", "OC-Total-Length: 3000000")
	content := strings.Repeat("x", 900_000)
	for i := range 12 {
		length := 100_000 + (i*7)%12*60_000
		r.want(t, 201, "PUT", r.uploads("1")+"/1", content[:length], "OC-Chunk-Offset: 5000")
	}
	kept := int64(0)
	err := filepath.WalkDir(filepath.Join(dir, "chunks"), func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			kept += info.Size()
		}
		return err
	})
	if err != nil || kept == 0 || kept > 1<<20 {
		t.Errorf("%d bytes are kept, %v", kept, err)
	}
}
