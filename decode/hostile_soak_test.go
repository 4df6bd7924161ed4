//go:build soak

package decode_test

import (
	"testing"

	"anbar/stories/testdata/hostile"
)

func TestAllHostileDocumentsEndNobodyElse(t *testing.T) {
	all, names := hostile.All(), map[string]bool{}
	for _, d := range all {
		names[d.Name] = true
		if n := len(d.Make()); n > 2<<20 {
			t.Errorf("%s has %d bytes", d.Name, n)
		}
	}
	if len(names) < 600 {
		t.Errorf("%d documents", len(names))
	}
	feed(t, all)
}
