package downloads

import (
	"fmt"
	"testing"

	"anbar/db"
)

// TestManyNamesThatBecomeOne mends ten thousand names of which Windows takes none, and which become one name.
func TestManyNamesThatBecomeOne(t *testing.T) {
	const odd = `<>:"|?*`
	g := &selectionTree{}
	for i := range 10_000 {
		name := make([]byte, 6)
		for at, n := 0, i; at < len(name); at, n = at+1, n/len(odd) {
			name[at] = odd[n%len(odd)]
		}
		g.all = append(g.all, db.SubtreeNode{ID: db.NodeID(i + 1), Path: "دفتر/" + string(name) + "ی", Kind: db.File})
	}
	g.renameForWindows()
	seen := map[string]bool{}
	for _, b := range g.all {
		if seen[b.Path] {
			t.Fatalf("%s is there twice", b.Path)
		}
		seen[b.Path] = true
	}
	if last := fmt.Sprintf("دفتر/______ی (%d)", len(g.all)); !seen[last] || g.originals[1] != "دفتر/<<<<<<ی" {
		t.Errorf("no %s; the first was %s", last, g.originals[1])
	}
	u := newUniqueNames()
	u.reserve("a (2)")
	for _, want := range []string{"a", "a (3)", "a (4)"} {
		if got := u.assign("a"); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
