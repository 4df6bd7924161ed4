package extract

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"anbar/app/base/limits"
	"anbar/decode/source"
	"anbar/stories/testdata/hostile"

	"golang.org/x/text/encoding/charmap"
)

func firstLines(t testing.TB, b []byte) (string, error) {
	return FirstLines(source.New(t.Context(), bytes.NewReader(b), int64(len(b))))
}

// wide is UTF-16 with its mark.
func wide(text string, isBig bool) []byte {
	var b []byte
	for _, u := range append([]uint16{0xfeff}, utf16.Encode([]rune(text))...) {
		if isBig {
			b = append(b, byte(u>>8), byte(u))
		} else {
			b = append(b, byte(u), byte(u>>8))
		}
	}
	return b
}

func TestFirstLinesAreCut(t *testing.T) {
	long := strings.Repeat("x", 3*limits.LineLetters)
	many, full := strings.Repeat("line\n", 3*limits.Lines), strings.TrimSuffix(strings.Repeat("a\n", limits.Lines-1), "\n")
	for _, c := range []struct{ name, in, want string }{
		{"two lines", "a\nb\n", "a\nb"},
		{"ends of lines of other systems", "a\r\nb\rc\u2028d\ve", "a\nb\nc\nd\ne"},
		{"empty lines", "\n \t\n\na\n\n\n\nb\n\n", "a\n\nb"},
		{"indents", "if a {\n\tb()  \n}", "if a {\n  b()\n}"},
		{"many lines", many, strings.TrimSuffix(many[:5*limits.Lines], "\n")},
		{"an empty line before the last one that fits", full + "\n\nb", full},
		{"a long line", long + "\nb", long[:limits.LineLetters] + "\nb"},
		{"a long Persian line", strings.Repeat("آ", 300), strings.Repeat("آ", limits.LineLetters)},
		{"a tab at the edge", long[:limits.LineLetters-1] + "\tx", long[:limits.LineLetters-1]},
		{"markup", "<script>alert(1)</script>\n&amp;", "<script>alert(1)</script>\n&amp;"},
		{"letters that turn others around", "a\u202eb\u2066c\u2069\u202cd\u061c\u200fe", "abcd\u061c\u200fe"},
		{"controls", "\x1b[31mred\x1b[0m\x07\u0000", "[31mred[0m"},
		{"what shows nothing", "\ufeffa\u200b\u00ad\u2060\U000e0041b\ufffa", "ab"},
		{"joiners of Persian", "می\u200cشود", "می\u200cشود"},
		{"marks", "کِتَابٌ", "کِتَابٌ"},
		{"a tower of marks", "a" + strings.Repeat("\u0301", 900) + "b", "a" + strings.Repeat("\u0301", marksOfOne) + "b"},
		{"marks without a letter", "\u0301\u0301a", "a"},
		{"a mark at the edge", long[:limits.LineLetters] + "\u0301y", long[:limits.LineLetters] + "\u0301"},
		{"nothing", " \n\u200f\n\u202e", ""},
		{"bytes that are no letters", "a\xffb", "a\ufffdb"},
	} {
		if got := CutLines(c.in); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestFirstLinesOfFiles(t *testing.T) {
	text := "سلام دنیا\nHello, می\u200cخوانم\n"
	want := strings.TrimSpace(text)
	dos, err := charmap.Windows1256.NewEncoder().String("اين يك متن قديمي است كه با ويندوز نوشته شده\nسلام بر همه")
	if err != nil {
		t.Fatal(err)
	}
	noise := make([]byte, 300) // without a byte of zero
	for i := range noise {
		noise[i] = byte(i*7%255) + 1
	}
	plain, rows := strings.Repeat("x", limits.LinesSource-1), strings.Repeat(strings.Repeat("آ", 239)+"\n", 8)
	for _, c := range []struct{ name, in, want string }{
		{"utf-8", text, want},
		{"with a mark", "\ufeff" + text, want},
		{"utf-16", string(wide(text, false)), want},
		{"utf-16 of the other order", string(wide(text, true)), want},
		{"windows-1256", dos, "اين يك متن قديمي است كه با ويندوز نوشته شده\nسلام بر همه"},
		{"5 MB in one line", strings.Repeat("a", 5<<20), strings.Repeat("a", limits.LineLetters)},
		{"a letter that is cut behind plain ones", plain + "آ", plain[:limits.LineLetters]},
		{"a letter that is cut in a line that is shown", rows + "x" + strings.Repeat("آ", 200), rows + "x" + strings.Repeat("آ", 131)},
		{"nothing", "", ""},
		{"empty lines", "\n\n  \n", ""},
		{"a byte of zero", "text\x00text", ""},
		{"zeros", string(make([]byte, 9000)), ""},
		{"noise", string(noise), ""},
		{"a picture", string(hostile.PNG(hostile.Quarters(40, 40))), ""},
		{"controls", strings.Repeat("ab\x01\x02", 40), ""},
	} {
		got, err := firstLines(t, []byte(c.in))
		if got != c.want || (err != nil) != (c.want == "") || err != nil && !errors.Is(err, ErrUnreadable) {
			t.Errorf("%s: %q, %v", c.name, got, err)
		}
	}
}

// endless is a file of one letter.
type endless struct{}

// ReadAt implements io.ReaderAt.
func (endless) ReadAt(p []byte, _ int64) (int, error) {
	for i := range p {
		p[i] = 'a'
	}
	return len(p), nil
}

func TestFirstLinesOfAnEndlessFile(t *testing.T) {
	got, err := FirstLines(source.New(t.Context(), endless{}, 1<<50))
	if err != nil || got != strings.Repeat("a", limits.LineLetters) {
		t.Errorf("%q, %v", got, err)
	}
}

// checkLines says what is wrong with lines that are shown.
func checkLines(lines string) error {
	switch {
	case !utf8.ValidString(lines) || len(lines) > MaxFirstLines:
		return fmt.Errorf("%d bytes", len(lines))
	case CutLines(lines) != lines:
		return fmt.Errorf("cut again they are %q", CutLines(lines))
	}
	all := strings.Split(lines, "\n")
	if len(all) > limits.Lines {
		return fmt.Errorf("%d lines", len(all))
	}
	for _, line := range all {
		letters := 0
		for _, r := range line {
			if !unicode.Is(unicode.M, r) && !isJoiner(r) {
				letters++
			}
			if unicode.IsControl(r) || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
				return fmt.Errorf("%U", r)
			}
		}
		if letters > limits.LineLetters {
			return fmt.Errorf("%d letters", letters)
		}
	}
	return nil
}

func FuzzFirstLines(f *testing.F) {
	for _, text := range []string{
		"سلام\nHello\n", "a\u202e\u0301\r\nb\t\tc", "\xff\xfea\x00\n\x00", "\x80\x81abc", strings.Repeat("\t", 500),
		"\u200f \u0301\n\n\n\ta \u200c",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		lines, err := firstLines(t, b)
		if err != nil && !errors.Is(err, ErrUnreadable) || (err == nil) != (lines != "") {
			t.Fatal(lines, err)
		}
		if err := checkLines(lines); err != nil {
			t.Fatalf("%q: %v", lines, err)
		}
		if cut := CutLines(string(b)); CutLines(cut) != cut {
			t.Fatalf("%q is cut again", cut)
		}
	})
}
