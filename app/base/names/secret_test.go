package names

import (
	"strings"
	"testing"
)

func TestIDsAsPeoplePassThemOn(t *testing.T) {
	const id = "ABCDEFGHIJKLMNOPQRSTUV2347"
	for _, s := range []string{
		id, strings.ToLower(id), " " + id[:5] + "-" + strings.ToLower(id[5:]) + " ", id + ".", id + ")", "(" + id + ").",
		id + " ", id + "\u200f",
		"\u200e" + id + "\u200c", id + "،", id + "»", "«" + id + "»", id + "؟", id + "%20", id + "/", id + ". Thanks",
		id + "را ببینید", id[:22] + "۲۳۴۷",
		id[:22] + "٢٣٤٧", id[:13] + "\u200b" + id[13:], id[:13] + "\u00ad\n" + id[13:], id + "&gt;", id + "'\"",
	} {
		if got := NormalizeSecret(s); got != id {
			t.Errorf("%q became %q", s, got)
		}
	}
	for _, s := range []string{"", " ", "؟", "0189", id[:25]} {
		if got := NormalizeSecret(s); got == id {
			t.Errorf("%q became %q", s, got)
		}
	}
}

func TestPasswordsThatArePassedOn(t *testing.T) {
	for want, all := range map[string][]string{
		"یک-1405":   {"يك-۱۴۰۵", "ىک-١٤٠٥", " یک-1405 ", "\u200fیک-1405\u200f", "ی\u200cک-۱۴٠5\n", "\u2068يک-1405\u2069"},
		"é a":       {"e\u0301\u00a0a", "\u00e9\u2009a\ufeff"},
		"Case-Aa 1": {"Case-Aa\u00a0۱"},
		"":          {"", " ", "\u200f", "\u200b \u00ad"},
	} {
		for _, s := range append(all, want) {
			if got := NormalizeSpoken(s); got != want {
				t.Errorf("%+q became %+q, not %+q", s, got, want)
			}
		}
	}
	for _, s := range []string{"case-aa 1", "Case-Aa1", "Case-Aa  1"} {
		if NormalizeSpoken(s) == "Case-Aa 1" {
			t.Errorf("%q is another password", s)
		}
	}
}
