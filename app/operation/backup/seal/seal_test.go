package seal

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func newSealer(t testing.TB, s *Sheet) *Sealer {
	t.Helper()
	k, err := s.Keys(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	sealer, err := NewSealer(k)
	if err != nil {
		t.Fatal(err)
	}
	return sealer
}

func sealed(t testing.TB, s *Sealer, name string, plain []byte) []byte {
	t.Helper()
	r, err := s.Seal(name, bytes.NewReader(plain))
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func opening(s *Sealer, name string, b []byte) ([]byte, error) {
	r, err := s.Open(name, bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

func TestASealedObjectHasTheSizeThatIsReckoned(t *testing.T) {
	s := newSealer(t, NewSheet())
	for _, n := range []int64{0, 1, chunkSize - 1, chunkSize, chunkSize + 1, 2 * chunkSize, 200_000} {
		plain := bytes.Repeat([]byte{7}, int(n))
		b := sealed(t, s, "a", plain)
		if int64(len(b)) != SealedSize(n) || PlainSize(int64(len(b))) != n {
			t.Errorf("%d bytes: %d sealed, reckoned %d, back %d", n, len(b), SealedSize(n), PlainSize(int64(len(b))))
		}
		if got, err := opening(s, "a", b); err != nil || !bytes.Equal(got, plain) {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
	for _, n := range []int64{0, 5, int64(headerSize), SealedSize(0) - 1, SealedSize(chunkSize) + 1} {
		if PlainSize(n) != -2 {
			t.Errorf("%d bytes pass for a sealed object of %d", n, PlainSize(n))
		}
	}
}

// TestWhatWasNotSealedUnderThatNameIsRefused changes, cuts and exchanges objects, and has others seal.
func TestWhatWasNotSealedUnderThatNameIsRefused(t *testing.T) {
	s := newSealer(t, NewSheet())
	plain := bytes.Repeat([]byte("content "), 20_000)
	b := sealed(t, s, "one", plain)
	refused := func(name string, b []byte, reason string) {
		t.Helper()
		_, err := opening(s, name, b)
		var refusal *OpenError
		if !errors.As(err, &refusal) || reason != "" && refusal.Reason != reason {
			t.Errorf("%v instead of %q", err, reason)
		}
	}
	refused("other", b, reasonForeign)
	refused("one", sealed(t, newSealer(t, NewSheet()), "one", plain), reasonForeign)
	refused("one", plain, reasonClear)
	refused("one", nil, reasonClear)
	for i := 0; i < len(b); i += 97 {
		changed := bytes.Clone(b)
		changed[i] ^= 1
		refused("one", changed, "")
		refused("one", b[:i], "")
	}
	refused("one", b[:len(b)-1], reasonChanged)
	refused("one", append(bytes.Clone(b), 0), reasonChanged)
	failed := errors.New("the line broke")
	_, err := s.Open("one", io.MultiReader(bytes.NewReader(b[:50]), &broken{failed}))
	if !errors.Is(err, failed) {
		t.Errorf("a line that breaks is no damage: %v", err)
	}
}

type broken struct{ err error }

func (b *broken) Read([]byte) (int, error) { return 0, b.err }

func TestNamesAreHiddenAndComeBack(t *testing.T) {
	s := newSealer(t, NewSheet())
	one, err := s.HideName("00ff10")
	if err != nil || strings.Contains(one, "00ff10") {
		t.Fatal(one, err)
	}
	again, _ := s.HideName("00ff10")
	if back, ok := s.RevealName(one); again != one || !ok || back != "00ff10" {
		t.Error(one, again, back, ok)
	}
	other, _ := newSealer(t, NewSheet()).HideName("00ff10")
	if _, ok := s.RevealName(other); ok || other == one {
		t.Error("another sheet hides names the same way")
	}
}

func TestTheSheetAloneOpensWhatIsSealedToIt(t *testing.T) {
	sheet := NewSheet()
	s := newSealer(t, sheet)
	r, err := s.SealAlone(strings.NewReader("the keys"))
	if err != nil {
		t.Fatal(err)
	}
	b, _ := io.ReadAll(r)
	typed, err := ParseSheet(strings.ToLower(strings.Join(sheet.Groups(), " ")))
	if err != nil {
		t.Fatal(err)
	}
	r, err = typed.OpenAlone(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(r); err != nil || string(got) != "the keys" {
		t.Error(string(got), err)
	}
	if _, err := NewSheet().OpenAlone(bytes.NewReader(b)); err == nil {
		t.Error("another sheet opens it")
	}
}

func text(s *Sheet) []string {
	var all []string
	for _, line := range s.Lines() {
		all = append(all, strings.Join(line[:], "-"))
	}
	return all
}

// page is the sheet as it is printed by a browser.
func page(t *testing.T, s *Sheet) string {
	t.Helper()
	var b strings.Builder
	p := Page{Sheet: s, Appliance: "drive.example", Target: "/mnt/copies", Made: time.Now()}
	if err := p.WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestASheetIsReadHoweverItIsTyped(t *testing.T) {
	s := NewSheet()
	lines := text(s)
	persian := strings.NewReplacer("0", "۰", "1", "۱", "2", "۲", "9", "۹").Replace(strings.Join(lines, "\n"))
	for name, typed := range map[string]string{
		"as printed":     strings.Join(lines, "\n"),
		"in one line":    strings.ReplaceAll(strings.Join(lines, ""), "-", ""),
		"small letters":  strings.ToLower(strings.Join(lines, "\r\n")),
		"alike":          strings.NewReplacer("0", "o", "1", "l").Replace(strings.Join(lines, "\n")),
		"persian digits": persian,
		"the code":       s.Code(),
		"with numbers":   "1. " + lines[0] + "\n2. " + lines[1] + "\n3) " + lines[2] + "\n۴ " + lines[3],
		"a page in HTML": page(t, s),
		"a whole page": "Anbar: recovery sheet\nof drive.example, 2026-11-29\n\n   1  " + strings.Join(lines, "\n   ") +
			"\n\nHow to restore:\nanbar restore --sheet -\n",
	} {
		if got, err := ParseSheet(typed); err != nil || *got != *s {
			t.Errorf("%s: %v\n%s", name, err, typed)
		}
	}
}

// TestAWrongSheetSaysWhichLineIsWrong replaces each letter, and takes lines away.
func TestAWrongSheetSaysWhichLineIsWrong(t *testing.T) {
	s := NewSheet()
	lines := text(s)
	check := func(typed string, line int, kind Mistake) {
		t.Helper()
		_, err := ParseSheet(typed)
		var wrong *SheetError
		if !errors.As(err, &wrong) || wrong.Line != line || wrong.Mistake != kind {
			t.Errorf("%v instead of line %d, %s:\n%s", err, line, kind, typed)
		}
	}
	for i := range lines {
		for at := range lines[i] {
			c := lines[i][at]
			if c == '-' {
				continue
			}
			other := alphabet[(strings.IndexByte(alphabet, c)+1)%32]
			changed := append([]string{}, lines...)
			changed[i] = lines[i][:at] + string(other) + lines[i][at+1:]
			kind := MistakeWrong
			if i == LineCount-1 {
				kind = MistakeMixed
			}
			check(strings.Join(changed, "\n"), i+1, kind)
			check(strings.Join(changed, ""), i+1, kind)
		}
	}
	check(lines[0]+"\n"+lines[1], 3, MistakeMissing)
	check("", 1, MistakeMissing)
	check(lines[0]+"\n"+lines[1][:9]+"\n"+lines[2]+"\n"+lines[3], 2, MistakeShort)
	check(lines[0]+"\n"+lines[2]+"\n"+lines[1]+"\n"+lines[3], 2, MistakeWrong)
	check(lines[0]+"\n"+lines[1]+"\n"+strings.Replace(lines[2], lines[2][:1], "U", 1)+"\n"+lines[3], 3, MistakeLetter)
	check(strings.Join(lines, "\n")+"A", 4, MistakeLong)
	check(strings.Repeat("\u0250", 20)+"anbar:", 1, MistakeMissing) // letters that are longer as capitals
	other := text(NewSheet())
	check(lines[0]+"\n"+lines[1]+"\n"+lines[2]+"\n"+other[3], 4, MistakeMixed)
	check(other[0]+"\n"+lines[1]+"\n"+lines[2]+"\n"+lines[3], 4, MistakeMixed)
}

func TestTwoGroupsAreAskedBack(t *testing.T) {
	s := NewSheet()
	for range 200 {
		one, other := PickGroups()
		if one < 0 || one >= other || other >= GroupCount {
			t.Fatal(one, other)
		}
		all := s.Groups()
		if !s.IsGroup(one, " "+strings.ToLower(all[one])) || s.IsGroup(one, all[other]) && all[one] != all[other] {
			t.Fatal(all, one, other)
		}
	}
}

func TestARingIsKeptAndSeenByAnotherProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "seal")
	ring, other := OpenRing(path), OpenRing(path)
	if now, err := ring.Current(); now != nil || err != nil {
		t.Fatal(now, err)
	}
	first, second := newSealer(t, NewSheet()), newSealer(t, NewSheet())
	if err := errors.Join(other.Add(&first.Keys), other.Add(&second.Keys)); err != nil {
		t.Fatal(err)
	}
	if now, err := ring.Current(); err != nil || now == nil || now.ID != second.ID {
		t.Fatal(now, err)
	}
	if old, err := ring.Find(first.ID); err != nil || old == nil {
		t.Fatal(old, err)
	}
	third := newSealer(t, NewSheet())
	if err := ring.Enter(&third.Keys); err != nil {
		t.Fatal(err)
	}
	if old, err := other.Find(third.ID); err != nil || old == nil {
		t.Error("a sheet that was entered is not known", old, err)
	}
	b := sealed(t, second, "a", []byte("b"))
	now, err := other.Current()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := opening(now, "a", b); err != nil || string(got) != "b" {
		t.Error(string(got), err)
	}
}

// TestKeysThatTwoProcessesAddAreBothKept adds sheets through rings that know nothing of each other, as a server and a command have them.
func TestKeysThatTwoProcessesAddAreBothKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "seal")
	const each = 20
	var all sync.WaitGroup
	for range 4 {
		ring := OpenRing(path)
		all.Go(func() {
			for range each {
				keys, err := NewSheet().Keys(time.Now())
				if err == nil {
					err = ring.Add(keys)
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	ring := OpenRing(path)
	if _, err := ring.Current(); err != nil || len(ring.sealers) != 4*each {
		t.Errorf("%d of %d sheets are there, %v", len(ring.sealers), 4*each, err)
	}
}

func BenchmarkSeal(b *testing.B) {
	s := newSealer(b, NewSheet())
	plain := make([]byte, 16<<20)
	b.SetBytes(int64(len(plain)))
	for b.Loop() {
		r, err := s.Seal("a", bytes.NewReader(plain))
		if err != nil {
			b.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, r); err != nil {
			b.Fatal(err)
		}
	}
}
