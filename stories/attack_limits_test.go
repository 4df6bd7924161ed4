package stories

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"net/http/httptest"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"anbar/app"
	"anbar/app/base/limits"
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

// hold begins a request and returns where its answer comes.
func (h *holder) hold(method, path, token string, length int, begin []byte) <-chan string {
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
	status := make(chan string, 1)
	go func() {
		line, err := bufio.NewReader(c).ReadString('\n')
		if err == nil {
			status <- strings.Fields(line)[1]
		}
	}()
	return status
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
	var held []<-chan string
	for range 100 {
		held = append(held, h.hold("POST", "/accounts/v1/users/login", "", 1_000_000, []byte(`{"login":"`+strings.Repeat("x", 20_000))))
	}
	for _, status := range held {
		select {
		case s := <-status:
			if s != "413" && s != "429" {
				t.Errorf("a body of a megabyte: %s", s)
			}
		case <-time.After(15 * time.Second):
			t.Fatal("a body that is too large is waited for")
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
		for range 20 {
			h.hold("POST", "/upload/bundle?space_id="+space+"&directory_id="+root, mallory.token, 1_000_000, make([]byte, 100))
		}
	}
	time.Sleep(200 * time.Millisecond)
	space, root := ownSpace(t, sara)
	soon(t, "a bundle of somebody else", func() {
		sara.do("POST", "/upload/bundle?space_id="+space+"&directory_id="+root, []byte{}).must(t, 200)
	})
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
	for i := range 300 {
		h.hold("PUT", "/upload/parts?upload_id="+id+"&chunk_number="+strconv.Itoa(i%80), mallory.token, 5<<20, make([]byte, 100))
	}
	time.Sleep(200 * time.Millisecond)
	space, root = ownSpace(t, sara)
	soon(t, "an upload of somebody else", func() {
		id := announce(sara, space, root, "file", 2<<20).must(t, 200).get(t, "upload_id").(string)
		sara.do("PUT", "/upload/parts?upload_id="+id+"&chunk_number=0", bytes.Repeat([]byte("x"), 2<<20)).must(t, 204)
		sara.do("POST", "/upload/complete", map[string]any{
			"upload_id": id, "space_id": space, "key": "file", "checksum": "fp:file",
		}).must(t, 201)
	})
}

func TestAnAnnouncementTakesNothing(t *testing.T) {
	dir := dataDir(t)
	a := newAppliance(t, dir)
	free := func() int64 {
		var s syscall.Statfs_t
		if err := syscall.Statfs(dir, &s); err != nil {
			t.Fatal(err)
		}
		return int64(s.Bavail) * s.Bsize
	}
	mallory, sara := person(t, a, "mallory"), person(t, a, "sara")
	space, root := ownSpace(t, mallory)
	before := free()
	announce(mallory, space, root, "most", before/10*8).must(t, 200)
	if r := announce(mallory, space, root, "more", before/10*8); r.Status != 413 {
		t.Errorf("announcing more than the disk has: %d", r.Status)
	}
	if taken := before - free(); taken > before/10 {
		t.Errorf("an announcement took %d of %d bytes", taken, before)
	}
	space, root = ownSpace(t, sara)
	announce(sara, space, root, "mine", before/10*7).must(t, 200)
}
