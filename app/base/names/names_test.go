package names

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"anbar/app/base/fault"
)

func TestWhatMayBeAName(t *testing.T) {
	for s, want := range map[string]error{
		"گزارش (2).pdf": nil, "  report.txt  ": nil, "نیم\u200cفاصله": nil, ".bashrc": nil, strings.Repeat("x", 240): nil, "a:b*?": nil,
		"": fault.Required, "   ": fault.Required, ".": fault.InvalidName, "..": fault.InvalidName, "a/b": fault.InvalidName,
		`a\b`: fault.InvalidName, "a\x00b": fault.InvalidName, "a\nb": fault.InvalidName, "\xff": fault.InvalidName,
		"exe\u202egpj.exe": fault.InvalidName, strings.Repeat("x", 241): fault.NameTooLong, strings.Repeat("ی", 121): fault.NameTooLong,
	} {
		if _, err := Parse(s); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", s, err, want)
		}
	}
}

func TestWhenTwoNamesAreOne(t *testing.T) {
	for _, p := range [][2]string{{"كتاب علي", "کتاب علی"}, {"README.md", "readme.MD"}, {"e\u0301.txt", "é.txt"}} {
		a, _ := Parse(p[0])
		b, _ := Parse(p[1])
		if a.Key != b.Key {
			t.Errorf("%q and %q differ: %q %q", p[0], p[1], a.Key, b.Key)
		}
	}
}

func TestNamesSortAsAPersianReaderOrders(t *testing.T) {
	want := []string{
		"0", "007", "9", "10", "۱۱", "123456789", "1234567890", "file-0000", "file-1", "file-2", "file-10", "آب", "ایران", "بار", "پارس",
		"چای", "ژاله", "کتاب", "گل", "یاد",
	}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, func(a, b string) int {
		x, _ := Parse(a)
		y, _ := Parse(b)
		return bytes.Compare(x.Sort, y.Sort)
	})
	if !slices.Equal(got, want) {
		t.Fatalf("got %q", got)
	}
}

func TestNumberedKeepsTheEnding(t *testing.T) {
	for _, c := range []struct {
		in   string
		n    int
		want string
	}{{"report.pdf", 2, "report (2).pdf"}, {"خانه", 3, "خانه (3)"}, {".env", 2, ".env (2)"}, {"a.tar.gz", 2, "a.tar (2).gz"}} {
		if got := WithNumber(c.in, c.n); got != c.want {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
	long := WithNumber(strings.Repeat("ی", 127)+".", 12)
	if len(long) > maxBytes || !utf8.ValidString(long) {
		t.Errorf("%d bytes, valid %v", len(long), utf8.ValidString(long))
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"a", "گزارش.pdf", "../x", "a\u202e", "\xff\xfe", strings.Repeat("é", 200), "  . "} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n, err := Parse(s)
		if err != nil {
			return
		}
		if len(n.Text) > maxBytes || strings.ContainsAny(n.Text, "/\\\x00") || n.Text == ".." || !utf8.ValidString(n.Text) {
			t.Fatalf("%q became %q", s, n.Text)
		}
		again, err := Parse(n.Text)
		if err != nil || again.Text != n.Text || again.Key != n.Key {
			t.Fatalf("%q is not stable: %q, %v", n.Text, again.Text, err)
		}
		if _, err := Parse(WithNumber(n.Text, 2)); err != nil {
			t.Fatalf("%q numbered is no name: %v", n.Text, err)
		}
	})
}
