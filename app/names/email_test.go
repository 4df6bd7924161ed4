package names

import (
	"strings"
	"testing"
)

func TestWhatIsAnAddress(t *testing.T) {
	for s, want := range map[string]bool{
		"a@b.org": true, " A@B.org ": true, "a۱@b.org": true, "a@b": false, "a b@c.org": false, "a@b.org, c@d.org": false,
		"A <a@b.org>": false, "a@b.org\r\nBcc: c@d.org": false, "": false, "\"a\nb\"@c.org": false,
		strings.Repeat("a", 250) + "@b.org": false,
	} {
		if got, f := Email(s); (f == nil) != want {
			t.Errorf("%q became %q: %v", s, got, f)
		}
	}
}

func TestWhatIsANumber(t *testing.T) {
	for s, want := range map[string]string{
		"09123456789": "09123456789", " ۰۹۱۲۳۴۵۶۷۸۹\n": "09123456789", "٠٩١٢٣٤٥٦٧٨٩": "09123456789", "0912345678": "", "091234567890": "",
		"19123456789": "", "+989123456789": "", "0912 345678": "", "0912345678a": "", "": "",
	} {
		if got, f := Mobile(s); (f == nil) != (want != "") || f == nil && got != want {
			t.Errorf("%q became %q: %v", s, got, f)
		}
	}
}
