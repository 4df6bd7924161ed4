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
		if got, f := ParseEmail(s); (f == nil) != want {
			t.Errorf("%q became %q: %v", s, got, f)
		}
	}
}

// TestOneMailboxIsOneAddress: however an address was typed, copied or told by a provider.
func TestOneMailboxIsOneAddress(t *testing.T) {
	marks := "\u200f \u200e \u061c \u202a \u202b \u202c \u202d \u202e \u2066 \u2067 \u2068 \u2069 \u200b \u200c \u200d " +
		"\u2060 \u2063 \ufeff \u00ad \u180e \u034f \ufe0f \U000e0061"
	for mark := range strings.SplitSeq(marks, " ") {
		for _, s := range []string{mark + "Omid@Example.org", "omid@example.org" + mark, "om" + mark + "id@example.org",
			"omid" + mark + "@" + mark + "example.org", "omid@exam" + mark + "ple.org", " " + mark + " omid@example.org " + mark} {
			if got, f := ParseEmail(s); f != nil || got != "omid@example.org" {
				t.Errorf("%q became %q: %v", s, got, f)
			}
			if got := NormalizeLogin(s); got != "omid@example.org" {
				t.Errorf("the login %q became %q", s, got)
			}
		}
		if got, f := ParseMobile(mark + "0912" + mark + "۳۴۵۶۷۸۹" + mark); f != nil || got != "09123456789" {
			t.Errorf("the number with %q became %q: %v", mark, got, f)
		}
	}
	for want, all := range map[string][]string{
		"user@نمونه.ایران": {"user@xn--hhbbbed.xn--mgba3a4f16a", "USER@XN--HHBBBED.XN--MGBA3A4F16A", "user@نمونه。ایران",
			"\u200fuser@نمونه.\u200eایران\u200f"},
		"a@bücher.example": {"a@xn--bcher-kva.example", "a@BÜCHER.example", "a@bu\u0308cher.example",
			"a@ｂücher.example", "a@b\u00adücher.example"},
		"a@example.org":          {"a@ｅｘａｍｐｌｅ.org", "a@example．org"},
		"a@straße.example":       {"a@xn--strae-oqa.example", "A@STRAßE.example"},
		"é@b.org":                {"e\u0301@b.org", "É@b.org"},
		"a@نامه\u200cای.example": {"a@نامه\u200cای.example", "a@\u200cنامه\u200cای.\u200cexample"},
	} {
		for _, s := range append(all, want) {
			if got, f := ParseEmail(s); f != nil || got != want {
				t.Errorf("%q became %q (%+q): %v", s, got, got, f)
			}
		}
	}
	for s, want := range map[string]string{
		"user@نمونه.ایران": "user@xn--hhbbbed.xn--mgba3a4f16a", "a@b.org": "a@b.org", "a@bücher.example": "a@xn--bcher-kva.example",
		"é@b.org": "é@b.org",
	} {
		if got, ok := ToMailAddress(s); !ok || got != want {
			t.Errorf("%q is sent to %q", s, got)
		}
	}
	for _, s := range []string{"a@-نمونه.ایران", "a@xn--\u200f.org", "a@xn--zzzzzzzz99.org", "a@" + strings.Repeat("ن", 64) + ".org",
		"\u200f@b.org", "a@\u200f", "a@b\u200f", "a@" + strings.Repeat("نمونهنمونه.", 30) + "org"} {
		if got, f := ParseEmail(s); f == nil {
			t.Errorf("%q became %q", s, got)
		}
	}
}

func TestWhatIsANumber(t *testing.T) {
	for s, want := range map[string]string{
		"09123456789": "09123456789", " ۰۹۱۲۳۴۵۶۷۸۹\n": "09123456789", "٠٩١٢٣٤٥٦٧٨٩": "09123456789", "0912345678": "", "091234567890": "",
		"19123456789": "", "+989123456789": "", "0912 345678": "", "0912345678a": "", "": "",
	} {
		if got, f := ParseMobile(s); (f == nil) != (want != "") || f == nil && got != want {
			t.Errorf("%q became %q: %v", s, got, f)
		}
	}
}
