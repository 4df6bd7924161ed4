package stories

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"anbar/app/base/limits"
)

func TestDevicesHaveTheSame(t *testing.T) {
	eachClient(t, func(t *testing.T, w *syncWorld) {
		a, b := w.client(), w.client()
		a.write("گزارش‌های سال/می‌روم.txt", "سلام")
		a.write("one.txt", "one")
		a.write("empty.txt", "")
		a.write("big.bin", strings.Repeat("0123456789abcdef", 1<<20))
		a.write("a/b/c/deep.txt", "deep")
		a.write("Team/100% #1 &.txt", "ours")
		a.sync()
		b.sync()
		same(t, a, b)
		w.want(200, "sara", "GET", w.base+"100%25%20%231%20&.txt", "").has(t, "ours") // the mount is the workspace

		a.write("one.txt", "two") // as long as before, so only its time tells a client, which reads seconds
		if err := os.Chtimes(filepath.Join(a.dir, "one.txt"), time.Time{}, time.Now().Add(-time.Hour)); err != nil {
			t.Fatal(err)
		}
		a.write("a/b/c/deep.txt", "deeper")
		a.rename("گزارش‌های سال", "گزارش‌ها")
		a.remove("empty.txt")
		b.write("b.txt", "from the other side")
		w.requests()
		a.sync()
		if all := w.requests(); count(all, "MOVE") != 1 || count(all, "DELETE") != 1 || count(all, "MKCOL") != 0 {
			t.Errorf("a rename and a deletion took %v", all)
		}
		b.sync()
		a.sync()
		same(t, a, b)
		if b.read("one.txt") != "two" || b.read("گزارش‌ها/می‌روم.txt") != "سلام" || a.read("b.txt") != "from the other side" {
			t.Error("a change did not arrive")
		}

		// A change in a folder of the tree that is a place of its own is seen at the top, and so is a new place.
		w.want(201, "sara", "PUT", w.base+"web.txt", "by a browser")
		a.sync()
		if a.read("Team/web.txt") != "by a browser" {
			t.Error("a change among the shared files did not arrive")
		}
		w.sara.do("POST", "/storage/workspace", map[string]string{"title": "Second: what?"}).must(t, 201)
		a.sync()
		for _, name := range []string{"Second- what-", "Second- what- — My Drive", "Team"} {
			if a.files()[name] != "directory" {
				t.Errorf("no %s in %q", name, slices.Collect(maps.Keys(a.files())))
			}
		}
		if a.read("b.txt") != "from the other side" {
			t.Error("a second workspace moved the first one")
		}

		// Nothing is listed below the top when nothing changed.
		w.requests()
		a.sync()
		if all := w.requests(); count(all, "PROPFIND") > 1 || count(all, "PUT")+count(all, "GET /remote.php") != 0 {
			t.Errorf("without a change: %v", all)
		}
	})
}

// TestADirectoryOfManyEntriesMovesAtOnce takes 4 ms for an entry and a device, in which the client only waits for its own timer.
func TestADirectoryOfManyEntriesMovesAtOnce(t *testing.T) {
	full := os.Getenv("FULL") != ""
	eachClient(t, func(t *testing.T, w *syncWorld) {
		entries, devices := 10_000, []*syncer{w.client(), w.client()}
		if !full && w.program == "nextcloudcmd" {
			devices = devices[:1]
		} else if !full {
			entries = 300
		}
		a := devices[0]
		w.haveMany(devices, entries)
		for _, d := range devices {
			d.sync()
		}
		a.rename("many", "attic/many more")
		w.requests()
		begin := time.Now()
		a.sync()
		t.Logf("the move of %d entries: %v", entries, time.Since(begin))
		if all := w.requests(); count(all, "MOVE") != 1 || count(all, "DELETE")+count(all, "PUT")+count(all, "POST") != 0 {
			t.Errorf("%d requests for one move: %d MOVE", len(all), count(all, "MOVE"))
		}
		w.want(200, "sara", "GET", w.tree("sara")+"attic/many%20more/7.txt", "").has(t, "x7")
		for _, b := range devices[1:] {
			w.requests()
			b.sync()
			if all := w.requests(); count(all, "GET /remote.php") != 0 {
				t.Errorf("the other device downloaded %d files again", count(all, "GET /remote.php"))
			}
			same(t, a, b)
		}
		if n := count(slices.Collect(maps.Keys(a.files())), "attic/many more/"); n != entries {
			t.Errorf("%d of %d files", n, entries)
		}
	})
}

// haveMany puts the same files into a directory of the server and of the devices, which need not download them then.
func (w *syncWorld) haveMany(devices []*syncer, entries int) {
	w.t.Helper()
	top, r := w.tree("sara"), newRaw(w.t, w.davWorld)
	w.want(201, "sara", "MKCOL", top+"many", "")
	w.want(201, "sara", "MKCOL", top+"attic", "")
	var some []part
	for i := range entries {
		name, content := "many/"+strconv.Itoa(i)+".txt", "x"+strconv.Itoa(i)
		some = append(some, part{"/" + name, content, []string{"X-File-Mtime: 1700000000"}})
		if len(some) == limits.BulkFiles {
			r.bulk(w.t, 200, some...)
			some = nil
		}
		for _, d := range devices {
			d.write(name, content)
			if err := os.Chtimes(filepath.Join(d.dir, name), time.Time{}, time.Unix(1700000000, 0)); err != nil {
				w.t.Fatal(err)
			}
		}
	}
}

func TestBothSidesEditAndNothingIsLost(t *testing.T) {
	eachClient(t, func(t *testing.T, w *syncWorld) {
		a, b := w.client(), w.client()
		a.write("plan.txt", "first")
		a.write("gone.txt", "first")
		a.sync()
		b.sync()
		a.write("plan.txt", "by a")
		b.write("plan.txt", "by b, longer")
		a.remove("gone.txt")
		b.write("gone.txt", "edited while it was deleted")
		a.sync()
		b.sync()
		if got := b.read("plan.txt"); got != "by a" {
			t.Errorf("the file is %q", got)
		}
		copies, err := filepath.Glob(filepath.Join(b.dir, "plan*conflict*"))
		if err != nil || len(copies) != 1 {
			t.Fatalf("conflict copies: %v %v", copies, err)
		}
		if kept, err := os.ReadFile(copies[0]); err != nil || string(kept) != "by b, longer" {
			t.Errorf("the conflict copy is %q, %v", kept, err)
		}
		a.sync()
		if got := a.read("gone.txt"); got != "edited while it was deleted" {
			t.Errorf("what was edited is %q", got)
		}
		// The server has the first content of both as well.
		w.want(200, "sara", "GET", w.tree("sara")+"plan.txt", "").has(t, "by a")
	})
}

func TestARoleThatIsTakenAwayIsSeenByDevices(t *testing.T) {
	eachClient(t, func(t *testing.T, w *syncWorld) {
		w.member()
		w.want(201, "sara", "PUT", w.base+"shared.txt", "of all")
		a := w.clientOf("omid")
		a.sync()
		if a.read("Team/shared.txt") != "of all" {
			t.Fatal("a member does not get the shared files")
		}
		w.sara.do("PATCH", "/role/v1/space/"+w.space+"/change-members", map[string]any{
			"role_id": "viewer", "emails": []string{"omid@example.org"},
		}).must(t, 200)
		a.write("Team/shared.txt", "changed by a viewer")
		a.write("Team/new.txt", "by a viewer")
		_, _ = a.try() // the client says that it may not
		_, _ = a.try()
		w.want(200, "sara", "GET", w.base+"shared.txt", "").has(t, "of all")
		w.want(404, "sara", "GET", w.base+"new.txt", "")
		if got := a.read("Team/shared.txt"); got != "of all" {
			t.Errorf("a viewer sees %q", got)
		}
	})
}

func TestARevokedTokenLosesNothing(t *testing.T) {
	eachClient(t, func(t *testing.T, w *syncWorld) {
		a := w.client()
		a.write("one.txt", "one")
		a.sync()
		before := a.files()
		list := w.sara.do("GET", "/accounts/connected-devices", nil).must(t, 200)
		w.sara.do("DELETE", "/accounts/connected-devices/"+list.get(t, "devices", 0, "token_id").(string), nil).must(t, 204)
		a.write("two.txt", "two")
		if out, err := a.try(); err == nil {
			t.Errorf("a revoked token synchronizes: %s", last(out, 2000))
		}
		if len(a.files()) != len(before)+1 || a.read("one.txt") != "one" {
			t.Errorf("files on the device: %v", a.files())
		}
		w.tokens["sara"] = w.sara.do("POST", "/accounts/connected-devices", map[string]any{"name": "Again", "may_write": true}).
			must(t, 201).get(t, "token").(string)
		w.want(404, "sara", "GET", w.tree("sara")+"two.txt", "")
		a.sync()
		w.want(200, "sara", "GET", w.tree("sara")+"two.txt", "").has(t, "two")
	})
}

// rest waits until a client tries a file again that failed.
func rest(t *testing.T) {
	t.Helper()
	select {
	case <-time.After(27 * time.Second):
	case <-t.Context().Done():
	}
}
