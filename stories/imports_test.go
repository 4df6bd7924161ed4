package stories

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"anbar/app/identity/accounts"
	"anbar/blobstore"
	"anbar/db"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// newBucket is an object storage with one bucket, "files". Each of its answers takes a while.
func newBucket(t *testing.T, pause time.Duration, all map[string][]byte) *httptest.Server {
	t.Helper()
	store := s3mem.New()
	if err := store.CreateBucket("files"); err != nil {
		t.Fatal(err)
	}
	for key, content := range all {
		if _, err := store.PutObject("files", key, map[string]string{}, bytes.NewReader(content), int64(len(content)), nil); err != nil {
			t.Fatal(err)
		}
	}
	inner := gofakes3.New(store, gofakes3.WithLogger(gofakes3.DiscardLog())).Server()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(pause)
		inner.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func keysOf(endpoint string) map[string]string {
	return map[string]string{"endpoint": endpoint, "access_key": "key", "secret_key": "hush-hush"}
}

// TestKillsInAnImport kills the server again and again while it imports. No object may come twice, and none may be missing.
func TestKillsInAnImport(t *testing.T) {
	t.Parallel()
	all := map[string][]byte{"a//b": []byte("odd"), "/a": []byte("odder"), "both": []byte("file"), "both/child": []byte("directory")}
	for i := range 1500 {
		all[fmt.Sprintf("d%02d/f%d.txt", i%23, i)] = fmt.Appendf(nil, "content %d", i)
	}
	for i := range 4 {
		all[fmt.Sprintf("large-%d.bin", i)] = bytes.Repeat(fmt.Appendf(nil, "large %d ", i), 600_000)
	}
	s := newBucket(t, 4*time.Millisecond, all)
	v := newVictim(t)
	a := newApplianceUnclosed(t, v.data)
	staff := signedIn(t, a, accounts.Person{
		FirstName: "The staff", LastName: "Tester", Email: "staff@example.org", Password: password, Staff: db.Administrator,
	})
	staff.do("PUT", "/admin/settings/imports", map[string]bool{"own_network": true}).must(t, 200)
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	v.live()
	var space struct {
		ID string `json:"space_id"`
	}
	var begun struct {
		ID string `json:"import_id"`
	}
	for _, step := range []func() error{
		func() error {
			return v.call("POST", "/storage/workspace", map[string]string{"title": "Victims"}, &space)
		},
		func() error { return v.call("PUT", "/accounts/arvan", keysOf(s.URL), nil) },
		func() error {
			return v.call("POST", "/storage/workspace/"+space.ID+"/import-arvan", map[string]string{"bucket_name": "files"}, &begun)
		},
	} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	inTheMiddle := 0
	for round := range importKills {
		// The first kill may come before anything is there, each other one when more of it is, however fast the machine.
		v.untilDone(begun.ID, int64(len(all)*round/(importKills+1)))
		time.Sleep(rand.N(50 * time.Millisecond))
		v.kill()
		v.live()
		if one := v.theImport(begun.ID); one.State == "running" && one.Done > 0 && one.Done < int64(len(all)) {
			inTheMiddle++
		}
	}
	one := v.theImport(begun.ID)
	for began := time.Now(); one.State != "done"; one = v.theImport(begun.ID) {
		if time.Sleep(50 * time.Millisecond); time.Since(began) > 2*time.Minute {
			t.Fatalf("%+v", one)
		}
	}
	if one.Count != int64(len(all)) || one.Done != one.Count || one.Failed != 0 || one.Bytes != one.BytesDone {
		t.Errorf("%+v of %d objects", one, len(all))
	}
	v.accountFor(begun.ID, space.ID, one.Directory, all)
	v.kill()
	out, err := exec.Command("anbar", "check", "--data", v.data).CombinedOutput()
	if err != nil || strings.Contains(string(out), "DAMAGED") {
		t.Errorf("anbar check: %v\n%s", err, out)
	}
	t.Logf("%d kills, %d of them in the middle", importKills, inTheMiddle)
	if inTheMiddle == 0 {
		t.Error("no kill met the import: the test proves nothing")
	}
}

// untilDone waits until that many objects of an import are there.
func (v *victim) untilDone(id string, n int64) {
	v.t.Helper()
	for began := time.Now(); ; time.Sleep(2 * time.Millisecond) {
		if one := v.theImport(id); one.Done >= n || one.State != "running" && one.State != "waiting" {
			return
		}
		if time.Since(began) > 2*time.Minute {
			v.t.Fatalf("%d objects do not come", n)
		}
	}
}

type importShown struct {
	State, Directory                      string
	Count, Done, Failed, Bytes, BytesDone int64
}

func (v *victim) theImport(id string) importShown {
	v.t.Helper()
	var one struct {
		State     string `json:"state"`
		Directory string `json:"directory_id"`
		Count     int64  `json:"count"`
		Done      int64  `json:"done"`
		Failed    int64  `json:"failed"`
		Bytes     int64  `json:"bytes"`
		BytesDone int64  `json:"bytes_done"`
	}
	if err := v.call("GET", "/imports/"+id, nil, &one); err != nil {
		v.t.Fatal(err)
	}
	return importShown{one.State, one.Directory, one.Count, one.Done, one.Failed, one.Bytes, one.BytesDone}
}

// accountFor compares the report and the tree with what the bucket has.
func (v *victim) accountFor(id, space, dir string, all map[string][]byte) {
	v.t.Helper()
	seen, files := map[string]bool{}, map[string]string{}
	for cursor := ""; ; {
		var page struct {
			Items []struct {
				Key, Path, Hash, Outcome string
				File                     string `json:"file_id"`
			}
			Next *string `json:"next_cursor"`
		}
		if err := v.call("GET", "/imports/"+id+"/items?cursor="+cursor, nil, &page); err != nil {
			v.t.Fatal(err)
		}
		for _, it := range page.Items {
			if seen[it.Key] || it.Hash != blobstore.Sum(all[it.Key]).String() || it.Outcome != "stored" && it.Outcome != "renamed" {
				v.t.Errorf("%+v", it)
			}
			if other := files[it.File]; other != "" {
				v.t.Errorf("%q and %q are one file", other, it.Key)
			}
			seen[it.Key], files[it.File] = true, it.Key
		}
		if page.Next == nil {
			break
		}
		cursor = *page.Next
	}
	if len(seen) != len(all) {
		v.t.Errorf("%d keys of %d", len(seen), len(all))
	}
	if n := v.count(space, dir); n != len(all) {
		v.t.Errorf("%d files came of %d objects", n, len(all))
	}
}

// count is how many files lie below a directory.
func (v *victim) count(space, dir string) int {
	v.t.Helper()
	var l struct {
		Files       []json.RawMessage
		Directories []struct {
			ID string `json:"directory_id"`
		}
		PageInfo struct{ Total int } `json:"page_info"`
	}
	if err := v.call("GET", "/storage/space/"+space+"/directory/"+dir+"?limit=1000", nil, &l); err != nil {
		v.t.Fatal(err)
	}
	n := len(l.Files)
	for _, d := range l.Directories {
		n += v.count(space, d.ID)
	}
	return n
}

// TestAttackersOfImports: nobody sees or steers the import of another, and no address leads to this machine.
func TestAttackersOfImports(t *testing.T) {
	t.Parallel()
	s := newBucket(t, time.Millisecond, map[string][]byte{"a.txt": []byte("a"), "b/c.txt": []byte("c")})
	w := newWorld(t)
	k := w.begin(t)
	defer k.a.Close()
	as := func(kind string) client { return client{handler: k.a, token: w.tokens[kind]} }
	owner, own := as("owner"), w.fill("/imports/{import}")

	// The world has an import that failed: it was sent to this machine.
	failed := owner.do("GET", own, nil).must(t, 200)
	if failed.get(t, "reason") != "import_address_refused" {
		t.Errorf("%s", failed.Body)
	}
	for kind, status := range map[string]int{"admin": 200, "editor": 404, "viewer": 404, "guest": 404, "member": 404, "stranger": 404} {
		as(kind).do("GET", own, nil).must(t, status)
		as(kind).do("GET", own+"/report", nil).must(t, status)
	}
	for _, call := range []string{"/resume", "/retry", "/repeat"} {
		as("admin").do("POST", own+call, map[string]any{}).must(t, 403)
		as("editor").do("POST", own+call, map[string]any{}).must(t, 404)
	}
	client{handler: k.a, token: "expired"}.do("GET", own, nil).must(t, 401)
	client{handler: k.a}.do("POST", own+"/cancel", map[string]bool{"take_back": true}).must(t, 401)

	bucket := w.fill("/storage/workspace/{space}/import-arvan")
	for kind, status := range map[string]int{"editor": 403, "viewer": 403, "guest": 403, "stranger": 404, "member": 404} {
		as(kind).do("POST", bucket, map[string]string{"bucket_name": "files"}).must(t, status)
		as(kind).do("GET", bucket, nil).must(t, status)
	}
	port := s.URL[strings.LastIndex(s.URL, ":"):]
	for _, host := range []string{"127.0.0.1", "localhost", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "169.254.169.254"} {
		owner.do("PUT", "/accounts/arvan", keysOf("http://"+host+port)).must(t, 200)
		got := owner.do("GET", "/accounts/arvan/bucket", nil).must(t, 422)
		if code := got.get(t, "error_code"); code != "import_address_refused" && (code != "import_source_gone" || host != "2130706433") {
			t.Errorf("%s: %s", host, got.Body)
		}
	}
	for _, address := range []string{"file:///etc/passwd", "http://u:p@example.org", "//example.org", "gopher://example.org", ""} {
		owner.do("PUT", "/accounts/arvan", keysOf(address)).must(t, 400)
	}
	if got := owner.do("GET", "/accounts/arvan", nil).must(t, 200); bytes.Contains(got.Body, []byte("hush")) {
		t.Errorf("the secret is told: %s", got.Body)
	}

	// Staff let imports reach the own network; then it works, once.
	as("auditor").do("PUT", "/admin/settings/imports", map[string]bool{"own_network": true}).must(t, 403)
	as("administrator").do("PUT", "/admin/settings/imports", map[string]bool{"own_network": true}).must(t, 200)
	owner.do("PUT", "/accounts/arvan", keysOf(s.URL)).must(t, 200)
	got := owner.do("GET", "/accounts/arvan/bucket?page=1&limit=10", nil).must(t, 200)
	if got.get(t, "buckets", 0, "bucket_name") != "files" {
		t.Errorf("%s", got.Body)
	}
	begun := owner.do("POST", bucket, map[string]string{"bucket_name": "files"}).must(t, 200)
	id := begun.get(t, "import_id").(string)
	if begun.get(t, "object_count") == begun.get(t, "object_done") {
		t.Errorf("it is done before it began: %s", begun.Body)
	}
	for state := ""; state != "done"; time.Sleep(10 * time.Millisecond) {
		state = owner.do("GET", "/imports/"+id, nil).must(t, 200).get(t, "state").(string)
	}
	status := owner.do("GET", bucket, nil).must(t, 200)
	if status.get(t, "object_count") != 2.0 || status.get(t, "object_done") != 2.0 {
		t.Errorf("%s", status.Body)
	}
	got = owner.do("POST", bucket, map[string]string{"bucket_name": "files"}).must(t, 409)
	if got.get(t, "error_code") != "import_only_once" {
		t.Errorf("%s", got.Body)
	}
	owner.do("DELETE", "/imports/"+id, nil).must(t, 204)
	owner.do("GET", "/imports/"+id, nil).must(t, 404)
	owner.do("POST", bucket, map[string]string{"bucket_name": "files"}).must(t, 409) // also when the import is forgotten
}

// besideABucket makes a world whose owner has entered the keys of a slow bucket with some objects.
func besideABucket(t *testing.T, objects int) (*world, client) {
	t.Helper()
	all := map[string][]byte{}
	for i := range objects {
		all[fmt.Sprintf("f%d.txt", i)] = fmt.Append(nil, i)
	}
	return besideABucketOf(t, 20*time.Millisecond, all)
}

func besideABucketOf(t *testing.T, pause time.Duration, all map[string][]byte) (*world, client) {
	t.Helper()
	s := newBucket(t, pause, all)
	w := newWorld(t)
	k := w.begin(t)
	t.Cleanup(func() { k.a.Close() })
	staff := client{handler: k.a, token: w.tokens["administrator"]}
	staff.do("PUT", "/admin/settings/imports", map[string]bool{"own_network": true}).must(t, 200)
	owner := client{handler: k.a, token: w.tokens["owner"]}
	owner.do("PUT", "/accounts/arvan", keysOf(s.URL)).must(t, 200)
	return w, owner
}

// TestTwoBeginTheImportOfABucketAtOnce has both get the same import.
func TestTwoBeginTheImportOfABucketAtOnce(t *testing.T) {
	t.Parallel()
	w, owner := besideABucket(t, 40)
	var mu sync.Mutex
	var together sync.WaitGroup
	ids := map[any]bool{}
	for range 8 {
		together.Go(func() {
			begin := map[string]string{"bucket_name": "files"}
			got := owner.do("POST", w.fill("/storage/workspace/{space}/import-arvan"), begin).must(t, 200)
			mu.Lock()
			defer mu.Unlock()
			ids[got.get(t, "import_id")] = true
		})
	}
	together.Wait()
	if len(ids) != 1 {
		t.Errorf("the bucket is imported %d times", len(ids))
	}
}

// TestTheFolderOfAnImportIsDeleted while objects come: the import says so, and goes on once the folder is back.
func TestTheFolderOfAnImportIsDeleted(t *testing.T) {
	t.Parallel()
	w, owner := besideABucket(t, 60)
	begun := owner.do("POST", w.fill("/storage/workspace/{space}/import-arvan"), map[string]string{"bucket_name": "files"}).must(t, 200)
	one := "/imports/" + begun.get(t, "import_id").(string)
	until := func(state string) *answer {
		t.Helper()
		for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
			got := owner.do("GET", one, nil).must(t, 200)
			if got.get(t, "state") == state {
				return got
			}
			if time.Since(began) > time.Minute {
				t.Fatalf("not %s: %s", state, got.Body)
			}
		}
	}
	dir := owner.do("GET", one, nil).must(t, 200).get(t, "directory_id").(string)
	owner.do("DELETE", w.fill("/storage/space/{space}/directory/")+dir, nil)
	if got := until("failed"); got.get(t, "reason") != "import_target_gone" || got.get(t, "done") == 60.0 {
		t.Errorf("%s", got.Body)
	}
	owner.do("POST", one+"/resume", nil).must(t, 404)
	owner.do("POST", "/trash/batch-restore", map[string]any{"space_id": w.fill("{space}"), "directory_ids": []string{dir}}).must(t, 200)
	owner.do("POST", one+"/resume", nil).must(t, 200)
	if got := until("done"); got.get(t, "done") != 60.0 || got.get(t, "failed") != 0.0 {
		t.Errorf("%s", got.Body)
	}
}

// TestOneOfTwoImportsOfBucketsGoesOn: an import that was paused does not go on beside another one, nor after it.
func TestOneOfTwoImportsOfBucketsGoesOn(t *testing.T) {
	t.Parallel()
	w, owner := besideABucket(t, 60)
	begin := func(folder string) string {
		t.Helper()
		got := owner.do("POST", w.fill("/storage/workspace/{space}/import-arvan"), map[string]string{
			"bucket_name": "files", "directory_id": w.vars["dir"], "folder": folder,
		}).must(t, 200)
		return "/imports/" + got.get(t, "import_id").(string)
	}
	first := begin("first")
	owner.do("POST", first+"/pause", nil).must(t, 200)
	second := begin("second")
	if first == second {
		t.Fatal("there is only one import")
	}
	if got := owner.do("POST", first+"/resume", nil).must(t, 409); got.get(t, "error_code") != "import_running" {
		t.Errorf("beside another: %s", got.Body)
	}
	owner.do("POST", second+"/pause", nil).must(t, 200)
	owner.do("POST", first+"/resume", nil).must(t, 200)
	if got := begin("third"); got != first {
		t.Error("another import begins while an older one goes on")
	}
	for began := time.Now(); owner.do("GET", first, nil).must(t, 200).get(t, "state") != "done"; time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > 30*time.Second {
			t.Fatal("it is not done")
		}
	}
	if got := owner.do("POST", second+"/resume", nil).must(t, 409); got.get(t, "error_code") != "import_only_once" {
		t.Errorf("after another: %s", got.Body)
	}
	owner.do("POST", first+"/retry", nil).must(t, 200) // that one may bring what failed
}
