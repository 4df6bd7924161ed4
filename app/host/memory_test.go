package host

import "testing"

func TestGrowth(t *testing.T) {
	const mib = 1 << 20
	for _, c := range []struct {
		name        string
		live, names int
		want        int
	}{
		{"a small heap", 5 * mib, 0, 50},
		{"nothing collected yet", 0, 0, 50},
		{"a million names", 84 * mib, 75 * mib, 14},
		{"a large heap with pointers", 200 * mib, 0, 50},
		{"both", 200 * mib, 100 * mib, 25},
		{"more names than are known to live", 50 * mib, 80 * mib, 24},
	} {
		if got := growth(c.live, c.names); got != c.want {
			t.Errorf("%s: %d%%, want %d%%", c.name, got, c.want)
		}
	}
}
