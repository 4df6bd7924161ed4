package stories

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"anbar/app"
	"anbar/app/base/limits"
	"anbar/blobstore"
)

// holder opens connections that send the head of a request and a little of its
// body, and then nothing.
type holder struct {
	t      *testing.T
	server *httptest.Server
}

func newHolder(t *testing.T, a *app.App) *holder {
	s := httptest.NewServer(a)
	t.Cleanup(func() { s.CloseClientConnections(); s.Close() })
	return &holder{t, s}
}

// earlyAnswer is an answer that comes before the body is here.
type earlyAnswer struct {
	Status int
	Key    string `json:"error_code"`
}

// hold begins a request and returns where its answer comes; none comes when the connection ends before.
func (h *holder) hold(method, path, token string, length int, begin []byte) <-chan earlyAnswer {
	h.t.Helper()
	c, err := net.Dial("tcp", h.server.Listener.Addr().String())
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { c.Close() })
	head := fmt.Sprintf("%s /api%s HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n", method, path, length)
	if token != "" {
		head += "Authorization: Bearer " + token + "\r\n"
	}
	if _, err := c.Write(append([]byte(head+"\r\n"), begin...)); err != nil {
		h.t.Fatal(err)
	}
	answers := make(chan earlyAnswer, 1)
	go func() {
		res, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			return
		}
		defer res.Body.Close()
		var r earlyAnswer
		if err := json.NewDecoder(res.Body).Decode(&r); err != nil {
			r.Key = err.Error()
		}
		r.Status = res.StatusCode
		answers <- r
	}()
	return answers
}

// fillPlaces begins more requests of one person than have a place or may wait for one, each with `begin`. It returns when those
// beyond are refused, so that the others are in; they have no answer, which waiting checks.
func fillPlaces(t *testing.T, places *limits.Slots, begin func(i int) <-chan earlyAnswer) (waiting func()) {
	t.Helper()
	const beyond = 10
	all := make([]<-chan earlyAnswer, int(places.Each)+places.Waiting+beyond)
	for i := range all {
		all[i] = begin(i)
	}
	refused := 0
	takeAnswers := func() {
		for i, answers := range all {
			select {
			case r := <-answers:
				refused++
				if want := (earlyAnswer{429, "too_many_requests"}); r != want {
					t.Errorf("request %d of %d is answered %v, want %v", i, len(all), r, want)
				}
			default:
			}
		}
	}
	for until := time.Now().Add(15 * time.Second); refused < beyond && time.Now().Before(until); time.Sleep(10 * time.Millisecond) {
		takeAnswers()
	}
	waiting = func() {
		t.Helper()
		if takeAnswers(); refused != beyond {
			t.Errorf("%d of %d requests are refused, want %d", refused, len(all), beyond)
		}
	}
	waiting()
	return waiting
}

// checkEmpty fails when a directory has an entry.
func checkEmpty(t *testing.T, c client, space, directory string) {
	t.Helper()
	list := c.do("GET", "/storage/space/"+space+"/directory/"+directory, nil).must(t, 200)
	if total := list.get(t, "page_info", "total"); total != 0.0 {
		t.Errorf("%v entries: %s", total, list.Body)
	}
}

// soon fails the test when fn takes so long that other users would have to wait.
func soon(t *testing.T, does string, fn func()) {
	t.Helper()
	began := time.Now()
	fn()
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("%s took %v", does, took)
	}
}

func TestAStrangersBodiesAreRefusedBeforeTheyAreHere(t *testing.T) {
	a := newAppliance(t, dataDir(t))
	h := newHolder(t, a)
	var held []<-chan earlyAnswer
	for range 100 {
		held = append(held, h.hold("POST", "/accounts/v1/users/login", "", 1_000_000, []byte(`{"login":"`+strings.Repeat("x", 20_000))))
	}
	for i, answers := range held {
		select {
		case r := <-answers:
			if want := (earlyAnswer{413, "request_too_large"}); r != want {
				t.Errorf("body %d of a megabyte is answered %v, want %v", i, r, want)
			}
		case <-time.After(15 * time.Second):
			t.Fatalf("body %d, which is too large, is waited for", i)
		}
	}
}

// ownSpace makes a workspace of the client's user and returns it with its root
// directory.
func ownSpace(t *testing.T, c client) (space, root string) {
	t.Helper()
	made := c.do("POST", "/storage/workspace", map[string]any{"title": "w"}).must(t, 201)
	return made.get(t, "space_id").(string), made.get(t, "root_directory_id").(string)
}

func TestSlowBundlesKeepNobodyElseWaiting(t *testing.T) {
	a := newAppliance(t, dataDir(t))
	h := newHolder(t, a)
	sara := person(t, a, "sara")
	for i := range limits.BundlesStored { // so many that they could hold all places of bundles that are stored
		mallory := person(t, a, fmt.Sprint("mallory", i))
		space, root := ownSpace(t, mallory)
		waiting := fillPlaces(t, limits.Bundles(), func(int) <-chan earlyAnswer {
			return h.hold("POST", "/upload/bundle?space_id="+space+"&directory_id="+root, mallory.token, 1_000_000, make([]byte, 100))
		})
		defer checkEmpty(t, mallory, space, root)
		defer waiting()
	}
	space, root := ownSpace(t, sara)
	var b bytes.Buffer
	content := []byte("of somebody else")
	writeFrame(&b, map[string]any{"key": "a.txt", "size": len(content), "checksum": blobstore.Sum(content).String()}, content)
	soon(t, "a bundle of somebody else", func() {
		stored := sara.do("POST", "/upload/bundle?space_id="+space+"&directory_id="+root, b.Bytes()).must(t, 200)
		checkStored(t, sara, space, root, stored.get(t, "results", 0, "file", "file_id"), content)
	})
}

// checkStored fails when a file has not that content.
func checkStored(t *testing.T, c client, space, directory string, file any, content []byte) {
	t.Helper()
	got := c.do("GET", fmt.Sprintf("/download/space/%s/directory/%s/file/%v/direct", space, directory, file), nil).must(t, 200)
	if !bytes.Equal(got.Body, content) {
		t.Errorf("%d bytes are stored, want %d", len(got.Body), len(content))
	}
}

func announce(c client, space, root, key string, size int64) *answer {
	return c.do("POST", "/upload/initialize", map[string]any{
		"space_id": space, "directory_id": root, "key": key, "checksum": "fp:" + key, "file_size": size,
	})
}

func TestSlowPartsKeepNobodyElseWaiting(t *testing.T) {
	a := newAppliance(t, dataDir(t))
	h := newHolder(t, a)
	mallory, sara := person(t, a, "mallory"), person(t, a, "sara")
	space, root := ownSpace(t, mallory)
	id := announce(mallory, space, root, "large", 400<<20).must(t, 200).get(t, "upload_id").(string)
	waiting := fillPlaces(t, limits.Parts(), func(i int) <-chan earlyAnswer {
		path := "/upload/parts?upload_id=" + id + "&chunk_number=" + strconv.Itoa(i%80)
		return h.hold("PUT", path, mallory.token, 5<<20, make([]byte, 100))
	})
	defer checkEmpty(t, mallory, space, root)
	defer waiting()
	space, root = ownSpace(t, sara)
	content := bytes.Repeat([]byte("x"), 2<<20)
	soon(t, "an upload of somebody else", func() {
		id := announce(sara, space, root, "file", int64(len(content))).must(t, 200).get(t, "upload_id").(string)
		sara.do("PUT", "/upload/parts?upload_id="+id+"&chunk_number=0", content).must(t, 204)
		stored := sara.do("POST", "/upload/complete", map[string]any{
			"upload_id": id, "space_id": space, "key": "file", "checksum": "fp:file",
		}).must(t, 201)
		checkStored(t, sara, space, root, stored.get(t, "file", "file_id"), content)
	})
}

func TestAnAnnouncementTakesNothing(t *testing.T) {
	dir := dataDir(t)
	a := newAppliance(t, dir)
	free := func() int64 { // without what the store never fills
		var s syscall.Statfs_t
		if err := syscall.Statfs(dir, &s); err != nil {
			t.Fatal(err)
		}
		return int64(s.Bavail)*s.Bsize - max(1<<30, int64(s.Blocks)*s.Bsize/50)
	}
	mallory, sara := person(t, a, "mallory"), person(t, a, "sara")
	space, root := ownSpace(t, mallory)
	before := free()
	announce(mallory, space, root, "most", before/10*8).must(t, 200)
	more := announce(mallory, space, root, "more", before/10*8).must(t, 413)
	if key := more.get(t, "error_code"); key != "storage_size_limit" {
		t.Errorf("announcing more than the disk has is answered %v", key)
	}
	if taken := before - free(); taken > before/10 {
		t.Errorf("an announcement took %d of %d bytes", taken, before)
	}
	space, root = ownSpace(t, sara)
	announce(sara, space, root, "mine", before/10*7).must(t, 200)
}
