package stories

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"anbar/blobstore"
)

// TestAPartGoesOnWhereItsLineWasCut loses a line without a word: the server still waits for the rest of a part when its sender comes
// back by another connection. No byte is sent twice.
func TestAPartGoesOnWhereItsLineWasCut(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	a := newAppliance(t, dir)
	h := newHolder(t, a)
	sara, mallory := person(t, a, "sara"), person(t, a, "mallory")
	space, root := ownSpace(t, sara)
	p := bytes.Repeat([]byte("a line that is cut again and again. "), 8<<20/36)
	size := int64(len(p))
	begin := func(c client, space, root string, givenUp ...int) *answer {
		return c.do("POST", "/upload/initialize", map[string]any{
			"space_id": space, "directory_id": root, "key": "film", "checksum": "fp:film", "file_size": size, "given_up": givenUp,
		})
	}
	id := begin(sara, space, root).must(t, 200).get(t, "upload_id").(string)
	parts := "/upload/parts?upload_id=" + id + "&chunk_number="
	const come = 700_001
	first := h.hold("PUT", parts+"0", sara.token, 5<<20, p[:come])
	waitForStage(t, dir, 512<<10)

	// Somebody else neither ends the call nor goes on with the part.
	theirs, theirRoot := ownSpace(t, mallory)
	begin(mallory, theirs, theirRoot, 0).must(t, 200)
	begin(mallory, space, root, 0).must(t, 404)
	mallory.do("PUT", parts+"0&offset=700001", p[come:5<<20]).must(t, 404)
	select {
	case r := <-first:
		t.Fatalf("somebody else ended a call of sara: %v", r)
	case <-time.After(50 * time.Millisecond):
	}

	var here int64
	soon(t, "to ask how much of the part came", func() {
		cut := begin(sara, space, root, 0).must(t, 200)
		here = int64(cut.get(t, "cut", 0, 1).(float64))
		if cut.get(t, "cut", 0, 0).(float64) != 0 || here < 512<<10 || here > come {
			t.Fatalf("what came of the part: %s", cut.Body)
		}
	})
	if r := <-first; r.Status != 409 || r.Key != "upload_busy" {
		t.Errorf("the call that was given up is answered %v", r)
	}
	at := func(n int64) string { return fmt.Sprint(parts, "0&offset=", n) }
	for _, wrong := range []int64{1, here - 1, here + 1, 5<<20 - 1} {
		sara.do("PUT", at(wrong), p[wrong:5<<20]).mustFail(t, 409, "part_offset")
	}
	for _, wrong := range []string{"-1", "5242880", "9223372036854775807"} {
		sara.do("PUT", parts+"0&offset="+wrong, []byte("x")).mustFail(t, 400, "invalid_part")
	}
	sara.do("PUT", parts+"0&offset=x", []byte("x")).must(t, 400)
	sara.do("PUT", at(here), append(bytes.Clone(p[here:5<<20]), 'x')).mustFail(t, 400, "invalid_part")
	if cut := begin(sara, space, root).must(t, 200).get(t, "cut"); fmt.Sprint(cut) != "[]" {
		t.Fatal("a part that was too long goes on:", cut)
	}
	sara.do("PUT", parts+"0", p[:1_000_000]).mustFail(t, 400, "invalid_part")
	sara.do("PUT", parts+"0&offset=1000000", p[1_000_000:5<<20]).must(t, 204)
	sara.do("PUT", parts+"1", p[5<<20:]).must(t, 204)
	done := sara.do("POST", "/upload/complete", map[string]any{
		"upload_id": id, "space_id": space, "key": "film", "checksum": "fp:film", "content_hash": blobstore.Sum(p).String(),
	}).must(t, 201)
	checkStored(t, sara, space, root, done.get(t, "file", "file_id"), p)
	begin(sara, space, root, make([]int, 17)...).must(t, 400)
}

// waitForStage waits until so many bytes of the only upload are in its file.
func waitForStage(t *testing.T, dir string, size int64) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		found, err := filepath.Glob(filepath.Join(dir, "blobs", "stage", "*.part"))
		if err != nil {
			t.Fatal(err)
		}
		if len(found) == 1 {
			if info, err := os.Stat(found[0]); err == nil && info.Size() >= size {
				return
			}
		}
		if time.Now().After(end) {
			t.Fatal("the bytes do not come:", found)
		}
	}
}

// mustFail fails unless the answer is that failure.
func (a *answer) mustFail(t *testing.T, status int, key string) {
	t.Helper()
	a.must(t, status)
	if !strings.Contains(string(a.Body), `"`+key+`"`) {
		t.Fatalf("%s, want %s", a.Body, key)
	}
}
