package doctor

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
)

// said is a finding as the source makes it.
type said struct {
	at         string
	code, mend string
	params     []string
}

// readSource returns each call of pass, skip, warn and fail. Codes and names of parameters stand there as they are, so that nothing
// is said without words.
func readSource(t *testing.T) (all []said) {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(files, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if s, ok := readCall(t, call); ok {
					s.at = files.Position(call.Pos()).String()
					all = append(all, s)
				}
			}
			return true
		})
	}
	return all
}

func readCall(t *testing.T, call *ast.CallExpr) (s said, ok bool) {
	t.Helper()
	f, isName := call.Fun.(*ast.Ident)
	if !isName {
		return s, false
	}
	rest := call.Args
	switch f.Name {
	case "pass", "skip":
		s.code, rest = readText(t, rest[0]), rest[1:]
	case "warn", "fail":
		s.code, s.mend, rest = readText(t, rest[0]), readText(t, rest[1]), rest[2:]
	default:
		return s, false
	}
	for _, p := range rest {
		value, ok := p.(*ast.CallExpr)
		if !ok {
			t.Fatalf("%s: a parameter that is not made there", s.code)
		}
		switch value.Fun.(*ast.Ident).Name {
		case "trouble":
			s.params = append(s.params, "error")
		case "path":
			s.params = append(s.params, "path")
		default:
			s.params = append(s.params, readText(t, value.Args[0]))
		}
	}
	return s, true
}

func readText(t *testing.T, e ast.Expr) string {
	t.Helper()
	b, ok := e.(*ast.BasicLit)
	if !ok {
		t.Fatalf("%v is no text", e)
	}
	s, err := strconv.Unquote(b.Value)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var placeholder = regexp.MustCompile(`\{(\w+)\}`)

func placeholders(words string) []string {
	var all []string
	for _, m := range placeholder.FindAllStringSubmatch(words, -1) {
		all = append(all, m[1])
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// TestEachFindingSpeaksBothLanguages: every sentence is there in both, says all that the finding knows and nothing else, and none
// is left over.
func TestEachFindingSpeaksBothLanguages(t *testing.T) {
	used := map[string]bool{}
	all := readSource(t)
	if len(all) < 120 {
		t.Fatalf("only %d findings were read", len(all))
	}
	for _, s := range all {
		keys := []string{"found." + s.code}
		if s.mend != "" {
			keys = append(keys, "mend."+s.mend)
		}
		slices.Sort(s.params)
		for l, words := range catalogues {
			var holds []string
			for _, key := range keys {
				used[key] = true
				if words[key] == "" {
					t.Errorf("%s: %s has no %s", s.at, l, key)
				}
				holds = append(holds, placeholders(words[key])...)
			}
			slices.Sort(holds)
			if holds = slices.Compact(holds); !slices.Equal(holds, s.params) {
				t.Errorf("%s: %s of %s says %v of %v", s.at, s.code, l, holds, s.params)
			}
		}
	}
	for _, group := range [][]check{machineChecks, dataChecks, copyChecks, wayChecks, serviceChecks} {
		for _, c := range group {
			used["check."+c.name], used["why."+c.name] = true, true
		}
	}
	for l, words := range catalogues {
		for _, key := range slices.Sorted(maps.Keys(used)) {
			if words[key] == "" {
				t.Errorf("%s has no %s", l, key)
			}
		}
		for key := range words {
			if !used[key] && !strings.HasPrefix(key, "shell.") {
				t.Errorf("%s: nothing says %s", l, key)
			}
		}
	}
}

// TestTheCataloguesAgree: commands are the same in both languages, and what is to be typed is marked as such.
func TestTheCataloguesAgree(t *testing.T) {
	typed := regexp.MustCompile("`[^`]+`")
	for key, words := range catalogues[English] {
		theirs := catalogues[Persian][key]
		a, b := typed.FindAllString(words, -1), typed.FindAllString(theirs, -1)
		slices.Sort(a)
		slices.Sort(b)
		if !slices.Equal(a, b) || !slices.Equal(placeholders(words), placeholders(theirs)) {
			t.Errorf("%s: %q and %q", key, words, theirs)
		}
		plain := placeholder.ReplaceAllString(typed.ReplaceAllString(theirs, ""), "")
		for _, r := range plain {
			if unicode.IsDigit(r) && r < unicode.MaxASCII && !strings.Contains(plain, "S3") && !strings.Contains(plain, "ext4") ||
				strings.ContainsRune("كي٠١٢٣٤٥٦٧٨٩\"", r) {
				t.Errorf("%s: %q has %q", key, theirs, r)
			}
		}
		isSentence := strings.ContainsRune(plain, ' ') && (strings.HasPrefix(key, "why.") || strings.HasPrefix(key, "mend."))
		if isSentence && !strings.HasSuffix(theirs, ".") && !strings.HasSuffix(theirs, "`") {
			t.Errorf("%s: %q does not end", key, theirs)
		}
	}
	inCommand := regexp.MustCompile("`\\$ [^`]*`")
	for key, words := range catalogues[English] {
		for _, name := range placeholders(strings.Join(inCommand.FindAllString(words, -1), " ")) {
			if name != "path" { // which path alone makes
				t.Errorf("%s: {%s} in a command is not written for a shell", key, name)
			}
		}
	}
	if len(catalogues[English]) != len(catalogues[Persian]) {
		t.Error("the catalogues differ")
	}
}

func TestValuesAreSaidAsTheLanguageDoes(t *testing.T) {
	at := time.Date(2026, 11, 30, 10, 35, 0, 0, time.UTC)
	for _, c := range []struct {
		param            Param
		english, persian string
	}{
		{count("n", 1200), "1200", "۱۲۰۰"},
		{size("n", 3<<29), "1.5 GB", "۱٫۵ گیگابایت"},
		{size("n", 2<<30), "2.0 GB", "۲ گیگابایت"},
		{size("n", 12), "12 B", "۱۲ بایت"},
		{span("n", time.Hour), "1 hour", "۱ ساعت"},
		{span("n", 50*time.Hour), "2 days", "۲ روز"},
		{span("n", 12*time.Millisecond), "12 ms", "۱۲ میلی‌ثانیه"},
		{span("n", 0), "0 ms", "۰ میلی‌ثانیه"},
		{percent("n", 42.4), "42 %", "۴۲٪"},
		{day("n", at), "2026-11-30", "۹ آذر ۱۴۰۵"},
		{moment("n", at), "2026-11-30 10:35:00 UTC", "۹ آذر ۱۴۰۵، ساعت ۱۴:۰۵"},
		{text("n", "/var/lib"), "/var/lib", "/var/lib"},
	} {
		if e, p := c.param.format(English), c.param.format(Persian); e != c.english || p != c.persian {
			t.Errorf("%+v: %q and %q", c.param, e, p)
		}
	}
}

// TestValuesStayInTheirPlace: a value is isolated in its direction, and cannot break out of that or of its line. Commands can be
// copied as they are.
func TestValuesStayInTheirPlace(t *testing.T) {
	f := Diagnosis{"dns", Wrong, "dns_nowhere", "dns", []Param{text("name", "a\u2069b"), trouble(errors.New("no\nsuch\u202e host"))}}
	if r := f.Result(Persian); r.Found != "\u2066a b\u2069 به جایی نمی‌رسد: \u2066no such  host\u2069" {
		t.Errorf("%q", r.Found)
	}
	f = Diagnosis{"data_directory", Wrong, "data_mode", "data_mode", []Param{text("mode", "0755"), path("/srv/a'b $x")}}
	want := Piece{Command, `chmod 700 '/srv/a'\''b $x'`}
	for _, l := range []Language{English, Persian} {
		if mend := f.Phrase(l).Mend; !slices.Contains(mend, want) {
			t.Errorf("%s: %+v", l, mend)
		}
	}
	f.Params = []Param{path("/srv/{mode}"), text("mode", "'; rm -rf /; '")}
	if mend := f.Phrase(English).Mend; !slices.Contains(mend, Piece{Command, "chmod 700 '/srv/{mode}'"}) {
		t.Errorf("a value that looks like a parameter: %+v", mend)
	}
	f.Params = []Param{text("mode", "0755"), text("path", "/srv/a b; reboot")}
	if mend := f.Phrase(English).Mend; !slices.Contains(mend, Piece{Command, "chmod 700 '/srv/a b; reboot'"}) {
		t.Errorf("a value that was not written for a shell: %+v", mend)
	}
	f.Params = []Param{text("mode", "0755"), path("/srv/a'b $x")}
	if r := f.Result(English); !strings.HasSuffix(r.Mend, `"`+want.Text+`"`) {
		t.Errorf("%q", r.Mend)
	}
}
