package names

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"anbar/app/base/fault"
)

func TestWhatNobodySeesIsDroppedFromANewName(t *testing.T) {
	for s, want := range map[string]string{
		"abc\u200b.txt": "abc.txt", "\ufeffabc": "abc", "abc\u200e": "abc",
		"\u200f\u200fگزارش": "گزارش", "a\u00adb": "ab", " \u200b a \u200c ": "a",
		"می\u200cروم": "می\u200cروم", "می\u200cروم\u200c": "می\u200cروم",
		"👨\u200d👩\u200d👧": "👨\u200d👩\u200d👧", "❤\ufe0f.png": "❤\ufe0f.png",
		"\ufe0fa": "a", "🏴\U000e0067\U000e0062\U000e007f": "🏴\U000e0067\U000e0062\U000e007f", "a\U000e0067": "a", "a\u2060b": "ab",
		"a\u202fb": "a\u202fb",
	} {
		if n, err := Parse(s); err != nil || n.Text != want {
			t.Errorf("%+q became %+q: %v, want %+q", s, n.Text, err, want)
		}
	}
	if _, err := Parse("exe\u202egpj"); !errors.Is(err, fault.InvalidName) {
		t.Errorf("a name that turns round: %v", err)
	}
}

// TestAProgramFindsItsNameAgain: nothing of it is changed.
func TestAProgramFindsItsNameAgain(t *testing.T) {
	for s, want := range map[string]error{
		"abc\u200b.txt": nil, "\u200f\u200fلقطة": nil, "می\u200cروم": nil, " a": fault.InvalidName, "a ": fault.InvalidName,
		"e\u0301": fault.InvalidName, "a\u202eb": fault.InvalidName, "\u200b": fault.Required, strings.Repeat("ی", 121): fault.NameTooLong,
	} {
		n, err := ParseExact(s)
		if !errors.Is(err, want) || err == nil && n.Text != s {
			t.Errorf("%+q became %+q: %v, want %v", s, n.Text, err, want)
		}
	}
}

func TestHowManyLettersANameIsTooLong(t *testing.T) {
	for s, want := range map[string]int{
		"a": 0, strings.Repeat("ی", 120): 0, strings.Repeat("ی", 121): 1, strings.Repeat("ی", 127): 7, strings.Repeat("x", 250): 10,
		strings.Repeat("ی", 119) + ".txt": 1,
	} {
		if got := LettersOver(s); got != want {
			t.Errorf("%d bytes: %d letters over, want %d", len(s), got, want)
		}
		if _, err := Parse(s); errors.Is(err, fault.NameTooLong) != (want > 0) {
			t.Errorf("%d bytes: %v", len(s), err)
		}
	}
}

// TestANameOfBeforeStaysOne: longer ones, and those with what nobody sees.
func TestANameOfBeforeStaysOne(t *testing.T) {
	for _, s := range []string{strings.Repeat("ی", 127), "abc\u200b", "Σίσυφος"} {
		if n := Of(s); n.Text != s || n.Key != Key(s) || len(n.Sort) == 0 {
			t.Errorf("%+q became %+v", s, n)
		}
		if n := Repair(WithNumber(s, 2)); !strings.HasSuffix(n.Text, " (2)") {
			t.Errorf("%+q is numbered %q", s, n.Text)
		}
	}
}

func TestWhatWindowsTakes(t *testing.T) {
	b, err := os.ReadFile("testdata/windows.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]string
	if err := json.Unmarshal(b, &all); err != nil || len(all) < 20 {
		t.Fatal(err)
	}
	for s, want := range all {
		if got := ForWindows(s); got != want {
			t.Errorf("%q becomes %q, want %q", s, got, want)
		}
		if got := ForWindows(want); got != want {
			t.Errorf("%q becomes %q", want, got)
		}
	}
	for _, s := range []string{"a\x01b", "a/b", `a\b`, "a\tb"} {
		if got := ForWindows(s); got != "a_b" {
			t.Errorf("%q becomes %q", s, got)
		}
	}
}
