package stories

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"anbar/config"
)

// longNames returns names that are longer than names may be, as a disk still has them: in few letters, and in many.
func longNames() []string {
	return []string{strings.Repeat("ی", 125) + ".txt", strings.Repeat("a", 250) + ".txt"}
}

// TestNamesAtTheOtherDoors is the table of names at the doors that are neither the page of the app nor WebDAV: equal to the eye with
// one that is there, or too long. Programs that look for what they sent are refused, what nobody can ask about gets another name.
func TestNamesAtTheOtherDoors(t *testing.T) {
	t.Parallel()
	for door, open := range map[string]func(*testing.T) (send func(name, content string) (got string), old string){
		"bulk": func(t *testing.T) (func(string, string) string, string) {
			w, _ := newDavWorldWith(t, func(*config.Serve) {})
			r := w.device(w.sara, "sara", true)
			return func(name, content string) string {
				got := r.bulk(t, 200, part{"/" + name, content, nil})
				if got.get(t, "/"+name, "error") == true {
					return "refused"
				}
				r.want(t, 200, "GET", r.files(url.PathEscape(name)), "").has(t, content)
				return "stored"
			}, "refused"
		},
		"box": func(t *testing.T) (func(string, string) string, string) {
			w, _ := newDavWorldWith(t, func(*config.Serve) {})
			return w.throughBox(), "renamed"
		},
	} {
		t.Run(door, func(t *testing.T) {
			send, taken := open(t)
			for _, same := range lookalikes() {
				if got := send(same[0], "one"); got != "stored" {
					t.Errorf("%+q, the first one, is %s", same[0], got)
				}
				for i, twin := range same[1:] {
					if got := send(twin, fmt.Sprint("two ", i)); got != taken {
						t.Errorf("%+q beside %+q is %s, want %s", twin, same[0], got, taken)
					}
				}
			}
			for _, long := range longNames() {
				if got := send(long, "long"); got != "refused" {
					t.Errorf("%+q is %s", long, got)
				}
			}
		})
	}
}

// throughBox opens an upload box and returns how a file is put into it, and what became of its name.
func (w *davWorld) throughBox() func(name, content string) string {
	dir := w.root("root_directory_id")
	box := w.sara.do("POST", "/upload/space/"+w.space+"/directory/"+dir+"/box-link", map[string]any{
		"title": "Box", "duration": map[string]any{"value": 1, "unit": "day"},
	}).must(w.t, 201).get(w.t, "upload_id").(string)
	guest := client{handler: w.sara.handler}
	guest.token = guest.do("POST", "/upload/box/"+box, map[string]any{}).must(w.t, 200).get(w.t, "token").(string)
	names := map[string]bool{}
	return func(name, content string) string {
		w.t.Helper()
		began := announce(guest, w.space, dir, name, int64(len(content)))
		if began.Status == 400 {
			return "refused"
		}
		id := began.must(w.t, 200).get(w.t, "upload_id").(string)
		guest.do("PUT", "/upload/parts?chunk_number=0&upload_id="+id, []byte(content)).must(w.t, 204)
		guest.do("POST", "/upload/complete", map[string]any{
			"upload_id": id, "space_id": w.space, "key": name, "checksum": "fp:" + name,
		}).must(w.t, 201)
		list := w.sara.do("GET", "/storage/space/"+w.space+"/directory/"+dir+"?limit=1000", nil).must(w.t, 200)
		for _, f := range list.get(w.t, "files").([]any) {
			now := f.(map[string]any)["file_name"].(string)
			if !names[now] {
				names[now] = true
				if strings.Contains(now, " (") {
					return "renamed"
				}
				return "stored"
			}
		}
		return "lost"
	}
}

// oddContents are files with all odd names, each with a content of its own.
func oddContents() map[string]string {
	all := map[string]string{}
	for _, same := range append(lookalikes(), longNames()) {
		for _, name := range same {
			all[name] = fmt.Sprintf("content of %+q", name)
		}
	}
	return all
}

// checkReport proves that of odd names all contents came, under names of which none is equal to another or too long: in each line of
// lookalikes one has its name, up to what nobody sees, and the others are said to be renamed.
func checkReport(t *testing.T, items []reported) {
	t.Helper()
	outcome := map[string]string{}
	for _, one := range items {
		outcome[one.Key] = one.Outcome
		if len(filepath.Base(one.Path)) > 240 {
			t.Errorf("%+q came", one.Path)
		}
	}
	if len(outcome) != len(oddContents()) {
		t.Errorf("%d of %d came", len(outcome), len(oddContents()))
	}
	for _, same := range lookalikes() {
		renamed := 0
		for _, name := range same {
			if outcome[name] == "renamed" {
				renamed++
			} else if outcome[name] != "stored" {
				t.Errorf("%+q is %q", name, outcome[name])
			}
		}
		if renamed < len(same)-1 {
			t.Errorf("of %+q only %d got another name", same, renamed)
		}
	}
	for _, long := range longNames() {
		if outcome[long] != "renamed" {
			t.Errorf("%+q is %q", long, outcome[long])
		}
	}
}

// reported is a line of the report of an import.
type reported struct {
	Key     string `json:"key"`
	Path    string `json:"path"`
	Outcome string `json:"outcome"`
}

// TestOddNamesOfABucket imports all of them.
func TestOddNamesOfABucket(t *testing.T) {
	t.Parallel()
	all := map[string][]byte{}
	for name, content := range oddContents() {
		all[name] = []byte(content)
	}
	w, owner := besideABucketOf(t, 0, all)
	begun := owner.do("POST", w.fill("/storage/workspace/{space}/import-arvan"), map[string]string{"bucket_name": "files"}).must(t, 200)
	id := begun.get(t, "import_id").(string)
	for began := time.Now(); time.Since(began) < longestTask; time.Sleep(25 * time.Millisecond) {
		if owner.do("GET", "/imports/"+id, nil).must(t, 200).get(t, "state") == "done" {
			break
		}
	}
	var items []reported
	for line := range strings.Lines(string(owner.do("GET", "/imports/"+id+"/report", nil).must(t, 200).Body)) {
		var one reported
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatal(err)
		}
		items = append(items, one)
	}
	checkReport(t, items)
}

// TestOddNamesOfADisk adopts all of them; also into a directory that is named as it looks.
func TestOddNamesOfADisk(t *testing.T) {
	t.Parallel()
	m := newMover(t)
	if err := os.MkdirAll(m.folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, content := range oddContents() {
		if len(name) > 255 {
			continue
		}
		if err := os.WriteFile(filepath.Join(m.folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	adopt := func(directory string) []reported {
		t.Helper()
		cmd := m.adopting("--directory", directory)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		var items []reported
		for line := range strings.Lines(string(out)) {
			var one reported
			if err := json.Unmarshal([]byte(line), &one); err != nil {
				t.Fatal(err)
			}
			items = append(items, one)
		}
		return items
	}
	checkReport(t, adopt("گزارش ۱۲"))
	for _, again := range adopt("گزارش\u200b ١٢") {
		if again.Outcome != "unchanged" {
			t.Errorf("%+v came twice", again)
		}
	}
}
