package stories

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"anbar/app/office/editors/onlyoffice"
)

// TestTakeOversLoseNothing has people take a document from each other while they save: every operation whose save was
// answered is in a version of the file or in a copy.
func TestTakeOversLoseNothing(t *testing.T) {
	const people, turns = 6, 25
	a := newAppliance(t, dataDir(t))
	a.Editors.Merger = plainMerger{}
	owner := person(t, a, "owner")
	s := owner.do("POST", "/storage/workspace", map[string]string{"title": "Team"}).must(t, 201)
	space, root := s.get(t, "space_id").(string), s.get(t, "root_directory_id").(string)
	made := owner.do("POST", "/editor/onlyoffice/create", map[string]string{
		"space_id": space, "directory_id": root, "file_type": "xlsx", "name": "sums",
	}).must(t, 201)
	inDir := "/space/" + space + "/directory/" + root + "/file/"
	file := made.get(t, "file_id").(string)
	var mu sync.Mutex
	acked := map[string]bool{}
	outcomes := map[string]int{}
	var all sync.WaitGroup
	for i := range people {
		c := owner
		if i > 0 {
			name := fmt.Sprintf("p%d", i)
			c = person(t, a, name)
			owner.do("PATCH", "/role/v1/space/"+space+"/change-members", map[string]any{
				"role_id": "editor", "emails": []string{name + "@example.org"},
			}).must(t, 200)
		}
		all.Go(func() {
			for turn := range turns {
				open := c.do("POST", "/editor/embedded"+inDir+file+"/take-over", map[string]string{})
				if open.Status == http.StatusConflict {
					continue // another version came between its two transactions
				}
				open.must(t, 200)
				lease, base := open.get(t, "lease", "lease_id").(string), open.get(t, "base_version_id").(string)
				for part := range 2 {
					op := fmt.Sprintf("<%d-%d-%d>", i, turn, part)
					saved := c.do("POST", "/editor/embedded"+inDir+file+"/save?lease_id="+lease+"&base_version_id="+base,
						map[string]any{"ops": []string{op}})
					saved.must(t, 200)
					mu.Lock()
					acked[op] = true
					outcomes[saved.get(t, "outcome").(string)]++
					mu.Unlock()
					if saved.get(t, "outcome") != "saved" {
						break
					}
					base = saved.get(t, "version_id").(string)
				}
				c.do("POST", "/editor/embedded"+inDir+file+"/ping", map[string]string{"lease_id": lease})
			}
		})
	}
	all.Wait()
	var whole strings.Builder
	for page := 1; ; page++ {
		l := owner.do("GET", fmt.Sprintf("/storage/space/%s/directory/%s?limit=500&page=%d", space, root, page), nil).must(t, 200)
		found := l.get(t, "files").([]any)
		for _, f := range found {
			id := f.(map[string]any)["file_id"].(string)
			p := owner.do("GET", "/storage"+inDir+id+"/properties", nil).must(t, 200)
			for _, v := range p.get(t, "file_versioning").([]any) {
				b := owner.do("GET", "/download"+inDir+id+"/direct?version_id="+v.(map[string]any)["version_id"].(string), nil).must(t, 200)
				whole.Write(b.Body)
			}
		}
		if len(found) < 500 {
			break
		}
	}
	text := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(whole.String())
	for op := range acked {
		if !strings.Contains(text, op) {
			t.Errorf("the operation %s was answered and is nowhere", op)
		}
	}
	t.Logf("%d operations: %v", len(acked), outcomes)
	if outcomes["saved"] == 0 || outcomes["copy"] == 0 {
		t.Error("the race did not happen: the test proves nothing")
	}
}

// TestKillWhileSavingLeavesOneOfBoth kills the process while an office server hands documents over: the file is what was
// taken last, or what was on its way.
func TestKillWhileSavingLeavesOneOfBoth(t *testing.T) {
	t.Parallel()
	v := newVictim(t)
	v.live()
	var s struct {
		Space string `json:"space_id"`
		Root  string `json:"root_directory_id"`
	}
	var doc struct {
		File string `json:"file_id"`
	}
	if err := v.call("POST", "/storage/workspace", map[string]string{"title": "Victims"}, &s); err != nil {
		t.Fatal(err)
	}
	if err := v.call("POST", "/editor/onlyoffice/create", map[string]string{
		"space_id": s.Space, "directory_id": s.Root, "file_type": "docx",
	}, &doc); err != nil {
		t.Fatal(err)
	}
	file := "/space/" + s.Space + "/directory/" + s.Root + "/file/" + doc.File
	d := newDocumentServer("hush", func() http.Handler {
		p := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: v.addr})
		p.ErrorHandler = func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusTeapot) }
		return p
	})
	defer d.Close()
	v.connect(d)
	taken := "" // the last text that was taken
	for round := range kills {
		var opened json.RawMessage
		if err := v.call("GET", "/editor/onlyoffice"+file+"/open", nil, &opened); err != nil {
			t.Fatal(err)
		}
		if err := d.open(opened); err != nil {
			t.Fatal(err)
		}
		var page struct{ Config onlyoffice.Config }
		if err := json.Unmarshal(opened, &page); err != nil {
			t.Fatal(err)
		}
		key := page.Config.Document.Key
		dead := make(chan struct{})
		go func() {
			time.Sleep(time.Duration(20+round*15) * time.Millisecond)
			v.kill()
			close(dead)
		}()
		coming := taken
		for i := 0; ; i++ {
			one := d.sessions[key]
			text := fmt.Sprintf("round %d save %d.", round, i)
			content, err := edit(one.content, text)
			if err != nil {
				t.Fatal(err)
			}
			one.content, one.changed = content, true
			if coming = text; d.hand(key, onlyoffice.StatusForced) != nil {
				break
			}
			taken = text
		}
		<-dead
		delete(d.sessions, key)
		v.live()
		var shown json.RawMessage
		if err := v.call("GET", "/download"+file+"/direct?form=blocks", nil, &shown); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(shown), taken) {
			t.Fatalf("round %d: %q was taken and is lost: %s", round, taken, shown)
		}
		if strings.Contains(string(shown), coming) {
			taken = coming
		}
	}
	v.kill()
}

// connect enters a Document Server.
func (v *victim) connect(d *documentServer) {
	v.t.Helper()
	v.kill()
	a := newApplianceUnclosed(v.t, v.data)
	if err := setStaff(v.t.Context(), a, "v@example.org", "administrator"); err != nil {
		v.t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		v.t.Fatal(err)
	}
	v.live()
	if err := v.call("PUT", "/admin/settings/onlyoffice", map[string]any{
		"url": d.URL, "internal_url": "", "own_url": "http://appliance", "header": "", "skip_verify": false, "secret": d.secret,
	}, nil); err != nil {
		v.t.Fatal(err)
	}
	if err := v.call("PUT", "/admin/settings/editors", map[string]string{
		"word": "onlyoffice", "cell": "embedded", "slide": "embedded",
	}, nil); err != nil {
		v.t.Fatal(err)
	}
}
