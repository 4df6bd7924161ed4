package sftp

import (
	"strings"
	"testing"
)

func TestAddressesAreReadAndWritten(t *testing.T) {
	for text, want := range map[string]Address{
		"sftp://ann@example.org/copies":              {"ann", "example.org", 22, "/copies"},
		"sftp://ann@example.org:22/copies/":          {"ann", "example.org", 22, "/copies"},
		"sftp://ann@Example.ORG:2222//a/./b":         {"ann", "example.org", 2222, "/a/b"},
		"sftp://ann@192.0.2.1:2222/a":                {"ann", "192.0.2.1", 2222, "/a"},
		"sftp://ann@[2001:db8::1]/a":                 {"ann", "2001:db8::1", 22, "/a"},
		"sftp://ann@[fe80::1%eth0]:23/a":             {"ann", "fe80::1%eth0", 23, "/a"},
		"sftp://ann@nas/~":                           {"ann", "nas", 22, "."},
		"sftp://ann@nas/~/":                          {"ann", "nas", 22, "."},
		"sftp://ann@nas/~/copies/of":                 {"ann", "nas", 22, "copies/of"},
		"sftp://ann@nas/My Disk/a%20b":               {"ann", "nas", 22, "/My Disk/a b"},
		"sftp://ann@nas/100%25?#":                    {"ann", "nas", 22, "/100%?#"},
		"sftp://ann@nas/پشتیبان":                     {"ann", "nas", 22, "/پشتیبان"},
		"sftp://ann@nas/%7Ebob":                      {"ann", "nas", 22, "/~bob"},
		"sftp://ann@nas/~//copies":                   {"ann", "nas", 22, "copies"},
		"sftp://ann%40example.org@box.example.org/a": {"ann@example.org", "box.example.org", 22, "/a"},
		"sftp://ann@example.org@box.example.org/a":   {"ann@example.org", "box.example.org", 22, "/a"},
		"sftp://DOMAIN\\ann@nas_1/a":                 {"DOMAIN\\ann", "nas_1", 22, "/a"},
		"sftp://ann@nas/a..b/..c":                    {"ann", "nas", 22, "/a..b/..c"},
	} {
		got, err := ParseAddress(text)
		if err != nil || *got != want {
			t.Errorf("%s: %+v, %v; want %+v", text, got, err, want)
			continue
		}
		if again, err := ParseAddress(got.String()); err != nil || *again != want {
			t.Errorf("%s is written %s: %+v, %v", text, got, again, err)
		}
	}
}

func TestAddressesThatMeanNothingAreRefused(t *testing.T) {
	for text, says := range map[string]string{
		"sftp://ann:tiger@nas/a":        "a password does not belong",
		"sftp://ann:@nas/a":             "a password does not belong",
		"sftp://:tiger@nas/a":           "a password does not belong",
		"sftp://a:b@c:tiger@nas/a":      "a password does not belong",
		"sftp://nas/a":                  "names no account",
		"sftp://@nas/a":                 "names no account",
		"sftp://":                       "names no account",
		"sftp://ann@nas":                "a directory is missing",
		"sftp://ann@nas/":               "a directory is missing",
		"sftp://ann@nas//./":            "a directory is missing",
		"sftp://ann@nas/a/../b":         "goes up",
		"sftp://ann@nas/~/..":           "goes up",
		"sftp://ann@nas/%2e%2e/b":       "goes up",
		"sftp://ann@nas/a%2F..%2Fb":     "goes up",
		"sftp://ann@nas/~bob/a":         "only ~/",
		"sftp://ann@nas/a%0Ab":          "cannot be read",
		"sftp://ann@nas/a\nb":           "cannot be read",
		"sftp://ann@nas/a%00":           "cannot be read",
		"sftp://ann@nas/100%":           "cannot be read",
		"sftp://ann@nas:0/a":            "is no port",
		"sftp://ann@nas:65536/a":        "is no port",
		"sftp://ann@nas:+22/a":          "is no port",
		"sftp://ann@nas:ssh/a":          "is no port",
		"sftp://ann@nas:/a":             "is no port",
		"sftp://ann@2001:db8::1/a":      "in brackets",
		"sftp://ann@[nas]/a":            "is no host",
		"sftp://ann@[192.0.2.1]/a":      "is no host",
		"sftp://ann@/a":                 "is no host",
		"sftp://ann@na s/a":             "is no host",
		"sftp://ann@-oProxyCommand=x/a": "is no host",
		"sftp://an%zz@nas/a":            "names no account",
		"sftp://an%0An@nas/a":           "names no account",
	} {
		a, err := ParseAddress(text)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %+v, %v; want something about %q", text, a, err, says)
		} else if strings.Contains(err.Error(), "tiger") {
			t.Errorf("%q: the password is repeated: %v", text, err)
		}
	}
}

func FuzzAddress(f *testing.F) {
	for _, text := range []string{
		"sftp://ann@nas:22/a", "sftp://a%40b@[::1]:1/~/x y", "sftp://a@b/%25%7E", "sftp://a@b//~c", "sftp://a:b@c/d", "sftp://a@b/./~",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := ParseAddress(text)
		if err != nil {
			return
		}
		if a.Port < 1 || a.Port > 65535 || a.User == "" || a.Host == "" || a.Path == "" || a.Path == "/" {
			t.Fatalf("%q: %+v", text, a)
		}
		for part := range strings.SplitSeq(a.Path, "/") {
			if part == ".." {
				t.Fatalf("%q goes up: %+v", text, a)
			}
		}
		again, err := ParseAddress(a.String())
		if err != nil || *again != *a {
			t.Fatalf("%q is written %q: %+v and %+v, %v", text, a, a, again, err)
		}
	})
}

func TestAWordOfAShellIsOneInZshAsWell(t *testing.T) {
	for word, want := range map[string]string{
		"sftp://backup@host.example:22/a/b": "sftp://backup@host.example:22/a/b",
		"sftp://backup@[2001:db8::1]/a":     "'sftp://backup@[2001:db8::1]/a'",
		"--data=/srv":                       "--data=/srv", "=ls": "'=ls'", "~/a": "'~/a'", "/a b": "'/a b'", "it's": `'it'\''s'`, "": "''",
	} {
		if got := QuoteWord(word); got != want {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
	}
}
