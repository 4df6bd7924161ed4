package names

import (
	"strings"
	"testing"
)

func TestWhatIsAnAddress(t *testing.T) {
	for s, want := range map[string]bool{"a@b.org": true, " A@B.org ": true, "a۱@b.org": true, "a@b": false, "a b@c.org": false, "a@b.org, c@d.org": false, "A <a@b.org>": false,
		"a@b.org\r\nBcc: c@d.org": false, "": false, "\"a\nb\"@c.org": false, strings.Repeat("a", 250) + "@b.org": false} {
		if got, f := Email(s); (f == nil) != want {
			t.Errorf("%q became %q: %v", s, got, f)
		}
	}
}
