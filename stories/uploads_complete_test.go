package stories

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"anbar/app"
)

// sendLarge announces a file of 2 MiB and sends its part.
func sendLarge(t *testing.T, c client, space, root, name string) (upload string) {
	t.Helper()
	upload = announce(c, space, root, name, 2<<20).must(t, 200).get(t, "upload_id").(string)
	c.do("PUT", "/upload/parts?chunk_number=0&upload_id="+upload, []byte(strings.Repeat(name[:1], 2<<20))).must(t, 204)
	return upload
}

// TestAClientThatGoesAwayDuringCompleteLosesNothing ends the connection while the row waits for the database: the bytes are in the
// store already, so the file has to be made, or made by the next try.
func TestAClientThatGoesAwayDuringCompleteLosesNothing(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	a := newAppliance(t, dir)
	sara := person(t, a, "sara")
	space, root := ownSpace(t, sara)
	upload := sendLarge(t, sara, space, root, "video.bin")
	release := holdDatabase(t, filepath.Join(dir, "anbar.db"))
	ctx, leave := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		completeUntil(ctx, a, sara, completion(space, upload, "video.bin"))
	}()
	stage := filepath.Join(dir, "blobs", "stage")
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		all, err := os.ReadDir(stage)
		if err != nil {
			t.Fatal(err)
		}
		if len(all) == 0 {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the bytes are never sealed")
		}
	}
	leave()
	release()
	<-done
	sara.do("POST", "/upload/complete", completion(space, upload, "video.bin")).must(t, 201)
}

// completion is the body of the call that completes an upload of announce.
func completion(space, upload, name string) map[string]string {
	return map[string]string{"space_id": space, "upload_id": upload, "key": name, "checksum": "fp:" + name}
}

// completeUntil completes an upload for a client that goes away when ctx ends.
func completeUntil(ctx context.Context, a *app.App, c client, body map[string]string) {
	raw, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	req := httptest.NewRequestWithContext(ctx, "POST", "/api/upload/complete", bytes.NewReader(raw))
	req.Header.Set("Authorization", "Bearer "+c.token)
	a.ServeHTTP(httptest.NewRecorder(), req)
}

// holdDatabase keeps every other connection from writing until release is called.
func holdDatabase(t *testing.T, name string) (release func()) {
	t.Helper()
	d, err := sql.Open("sqlite", "file:"+name+"?_pragma=busy_timeout(10000)&_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	tx, err := d.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := tx.Rollback(); err != nil {
			t.Error(err)
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestAnUploadIsCompletedOnce completes uploads of each kind from many places at once: no answer says that bytes are missing, or that
// there is no such upload, and each becomes one file.
func TestAnUploadIsCompletedOnce(t *testing.T) {
	t.Parallel()
	a := newAppliance(t, dataDir(t))
	sara := person(t, a, "sara")
	space, root := ownSpace(t, sara)
	names := map[string]string{}
	for range 5 {
		name := string(rune('a'+len(names))) + ".bin"
		names[name] = sendLarge(t, sara, space, root, name)
	}
	names["empty.txt"] = announce(sara, space, root, "empty.txt", 0).must(t, 200).get(t, "upload_id").(string)
	names["small.txt"] = announce(sara, space, root, "small.txt", 1).must(t, 200).get(t, "upload_id").(string)
	sara.do("PUT", "/upload/parts?chunk_number=0&upload_id="+names["small.txt"], []byte("x")).must(t, 204)
	for name, upload := range names {
		got := atOnce(func(int) *answer {
			r := sara.do("POST", "/upload/complete", completion(space, upload, name))
			if r.Status != 201 && !strings.Contains(string(r.Body), "upload_busy") {
				t.Errorf("%s is answered by %d %s", name, r.Status, r.Body)
			}
			return r
		})
		if got[201] == 0 {
			t.Errorf("%s is never completed: %v", name, got)
		}
	}
	list := sara.do("GET", "/storage/space/"+space+"/directory/"+root, nil).must(t, 200)
	if total := list.get(t, "page_info", "total"); total != float64(len(names)) {
		t.Errorf("%v files came of %d uploads", total, len(names))
	}
	left := sara.do("GET", "/upload/sessions?space_id="+space, nil).must(t, 200)
	left.has(t, `"uploads":[]`)
}
