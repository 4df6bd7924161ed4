package stories

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLeavingTheHomeWorkspaceLosesNothing has a person whose apps show the My Drive of a workspace at the top, and who leaves it:
// another My Drive becomes the top while there are changes on the device that no server has seen.
func TestLeavingTheHomeWorkspaceLosesNothing(t *testing.T) {
	eachClient(t, func(t *testing.T, w *syncWorld) {
		w.member()
		second := w.omid.do("POST", "/storage/workspace", map[string]string{"title": "Second"}).must(t, 201).get(t, "space_id").(string)
		a := w.clientOf("omid")
		const mine = "Second — My Drive/"
		a.write("of the team.txt", "in the My Drive of the home")
		a.write("Team/ours.txt", "shared")
		a.write("Second/shared.txt", "shared")
		a.write(mine+"kept.txt", "kept")
		a.write(mine+"deep/er/edited.txt", "before")
		a.sync()
		if !strings.Contains(string(w.want(200, "omid", "GET", "/dav/"+second+"/shared.txt", "").Body), "shared") {
			t.Fatal("the second workspace is not where it was expected")
		}

		a.write(mine+"deep/er/edited.txt", "after, and never sent")
		a.write(mine+"deep/new.txt", "new, and never sent")
		a.write("Second/new.txt", "new, and never sent")
		a.write("top.txt", "new, and never sent")
		w.omid.do("POST", "/storage/workspace/"+w.space+"/leave", map[string]any{
			"my_drive": map[string]string{"action": "hand_over", "to": "sara@example.org"},
		}).must(t, 204)
		w.requests()
		for range 3 {
			_, _ = a.try() // it may say that files are gone
		}
		a.sync()
		if n := count(w.requests(), "DELETE"); n != 0 {
			t.Errorf("the device deleted %d entries on the server", n)
		}
		tree := w.tree("omid")
		w.want(200, "omid", "GET", tree+"kept.txt", "").has(t, "kept")
		w.want(200, "omid", "GET", tree+"Second/shared.txt", "").has(t, "shared")
		w.want(200, "sara", "GET", w.base+"ours.txt", "").has(t, "shared") // the team keeps what is its own
		w.want(404, "omid", "GET", tree+"of%20the%20team.txt", "")
		all := contents(t, a)
		for _, text := range []string{"after, and never sent", "new, and never sent"} {
			if all[text] == 0 {
				t.Errorf("%q is nowhere on the device: %v", text, a.files())
			}
		}
		if n := all["new, and never sent"]; n != 3 {
			t.Errorf("%d of 3 new files are on the device: %v", n, a.files())
		}
		b := w.clientOf("omid")
		b.sync()
		same(t, a, b)
	})
}

// contents counts the files of a device by their content.
func contents(t *testing.T, s *syncer) map[string]int {
	t.Helper()
	all := map[string]int{}
	for name, what := range s.files() {
		if what == "directory" {
			continue
		}
		b, err := os.ReadFile(filepath.Join(s.dir, name))
		if err != nil {
			t.Fatal(err)
		}
		all[string(b)]++
	}
	return all
}

// TestAnotherHomeWorkspaceMovesTheCopies has a person who chooses another top for their apps while there are changes on the device
// that no server has seen.
func TestAnotherHomeWorkspaceMovesTheCopies(t *testing.T) {
	eachClient(t, func(t *testing.T, w *syncWorld) {
		second := w.sara.do("POST", "/storage/workspace", map[string]string{"title": "Second"}).must(t, 201).get(t, "space_id").(string)
		const of = "/accounts/connected-devices/home"
		if got := w.sara.do("GET", of, nil).must(t, 200).get(t, "space_id"); got != w.space {
			t.Fatalf("the home is %v", got)
		}
		a := w.client()
		a.write("one.txt", "of the first")
		a.write("Second — My Drive/two.txt", "of the second")
		a.sync()
		a.write("one.txt", "of the first, edited")
		a.write("Second — My Drive/new.txt", "never sent")

		foreign := w.omid.do("POST", "/storage/workspace", map[string]string{"title": "Omid's"}).must(t, 201).get(t, "space_id").(string)
		w.sara.do("PUT", of, map[string]string{"space_id": foreign}).must(t, 404)
		w.sara.do("PUT", of, map[string]string{"space_id": second}).must(t, 204)
		if got := w.sara.do("GET", of, nil).must(t, 200).get(t, "space_id"); got != second {
			t.Errorf("the home is %v after %s was chosen", got, second)
		}
		w.requests()
		for range 3 {
			_, _ = a.try()
		}
		a.sync()
		if n := count(w.requests(), "DELETE"); n != 0 {
			t.Errorf("the device deleted %d entries on the server", n)
		}
		tree := w.tree("sara")
		w.want(200, "sara", "GET", tree+"two.txt", "").has(t, "of the second")
		w.want(200, "sara", "GET", tree+"Team%20%E2%80%94%20My%20Drive/one.txt", "")
		all := contents(t, a)
		for _, text := range []string{"of the first, edited", "of the second", "never sent"} {
			if all[text] == 0 {
				t.Errorf("%q is nowhere on the device: %v", text, a.files())
			}
		}
		b := w.client()
		b.sync()
		same(t, a, b)
	})
}
