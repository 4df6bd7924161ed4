package accounts

import (
	"strings"
	"testing"
)

// TestALoginIsNeverLong: one request cannot leave much in memory, although failures are
// counted by the given login.
func TestALoginIsNeverLong(t *testing.T) {
	for _, s := range []string{strings.Repeat("a", 1<<20), strings.Repeat("Ⱥ", 1<<18), strings.Repeat(" ", 1<<20) + "x",
		"\xff\xfe" + strings.Repeat("۱", 1<<18)} {
		if got := normalizeLogin(s); len(got) > maxLogin {
			t.Errorf("%d bytes of %.10q are left", len(got), s)
		}
	}
	long := strings.Repeat("a", 242) + "@example.org"
	if got := normalizeLogin(" " + strings.ToUpper(long) + " "); got != long {
		t.Errorf("an address became %q", got)
	}
}
