// Package seal keeps what lies at a backup target from whoever can read it, and tells what somebody else put there. One secret on a
// recovery sheet is the root of all its keys.
package seal

import (
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

const (
	secretSize = 20 // bytes: 160 bits
	groupSize  = 4
	lineGroups = 3 // the last one proves the line
	lineSize   = groupSize * lineGroups
	lineData   = lineSize - groupSize

	// LineCount is how many lines a sheet has.
	LineCount = 4
	// GroupCount is how many groups of letters a sheet has.
	GroupCount = LineCount * lineGroups
)

// alphabet has no letters that look alike.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// Sheet is the secret of a recovery sheet. Whoever has it can read all copies that were sealed with it.
type Sheet struct{ secret [secretSize]byte }

// NewSheet makes a secret that nobody knows.
func NewSheet() *Sheet {
	var s Sheet
	_, _ = rand.Read(s.secret[:]) // it never fails
	return &s
}

// Lines returns the secret as people write it: four lines of three groups.
func (s *Sheet) Lines() [LineCount][lineGroups]string {
	letters := encodeLetters(s.secret[:])
	var all [LineCount][lineGroups]string
	for i := range all {
		line := letters[i*lineData : (i+1)*lineData]
		all[i] = [lineGroups]string{line[:groupSize], line[groupSize:], proveLine(i, letters)}
	}
	return all
}

// Groups returns the groups of all lines, in order.
func (s *Sheet) Groups() []string {
	var all []string
	for _, line := range s.Lines() {
		all = append(all, line[:]...)
	}
	return all
}

// Code is the text of the sheet's QR code.
func (s *Sheet) Code() string { return codeStart + strings.Join(s.Groups(), "-") }

const codeStart = "ANBAR:"

// proveLine is the last group of a line. That of the last line proves all letters, so that lines of two sheets are told apart.
func proveLine(line int, letters string) string {
	of := letters[line*lineData : (line+1)*lineData]
	if line == LineCount-1 {
		of = letters
	}
	sum := sha256.Sum256([]byte(fmt.Sprintf("anbar sheet line %d %s", line+1, of)))
	return encodeLetters(sum[:])[:groupSize]
}

// encodeLetters writes bytes with five bits in each letter.
func encodeLetters(b []byte) string {
	var out strings.Builder
	bits, n := uint32(0), 0
	for _, c := range b {
		bits, n = bits<<8|uint32(c), n+8
		for ; n >= 5; n -= 5 {
			out.WriteByte(alphabet[bits>>(n-5)&31])
		}
	}
	return out.String()
}

func decodeLetters(s string) []byte {
	var out []byte
	bits, n := uint32(0), 0
	for _, c := range []byte(s) {
		bits, n = bits<<5|uint32(strings.IndexByte(alphabet, c)), n+5
		if n >= 8 {
			out = append(out, byte(bits>>(n-8)))
			n -= 8
		}
	}
	return out
}

// Mistake is what is wrong with the letters of a sheet.
type Mistake string

// The kinds of mistakes.
const (
	MistakeMissing Mistake = "missing" // the line is not there
	MistakeShort   Mistake = "short"   // letters of the line are missing
	MistakeLong    Mistake = "long"    // there are letters too many
	MistakeLetter  Mistake = "letter"  // a letter that no sheet has
	MistakeWrong   Mistake = "wrong"   // the line is mistyped
	MistakeMixed   Mistake = "mixed"   // the last line is mistyped, or the lines are those of several sheets
)

// SheetError says which line of a sheet is wrong.
type SheetError struct {
	Line    int // from 1
	Mistake Mistake
	Letter  rune // of MistakeLetter
	Letters int  // how many of the line are there
}

// Error implements error.
func (e *SheetError) Error() string {
	switch e.Mistake {
	case MistakeMissing:
		return fmt.Sprintf("line %d of the recovery sheet is missing: it has %d lines of %d groups", e.Line, LineCount, lineGroups)
	case MistakeShort:
		return fmt.Sprintf("line %d of the recovery sheet is not whole: %d of its %d letters are there", e.Line, e.Letters, lineSize)
	case MistakeLong:
		return fmt.Sprintf("line %d of the recovery sheet has more than its %d letters", e.Line, lineSize)
	case MistakeLetter:
		return fmt.Sprintf("line %d of the recovery sheet has %q, which is on no sheet", e.Line, e.Letter)
	case MistakeMixed:
		return fmt.Sprintf("line %d of the recovery sheet does not fit the others: it is mistyped, or the lines are those of "+
			"several sheets",
			e.Line)
	}
	return fmt.Sprintf("line %d of the recovery sheet is wrong: a letter is mistyped, or the lines are in another order", e.Line)
}

// ParseSheet reads what a person typed, or what stands in a file: in capitals or not, with any signs between the letters, as four lines
// or as one. It fails with a SheetError.
func ParseSheet(text string) (*Sheet, error) {
	lines, err := splitLines(text)
	if err != nil {
		return nil, err
	}
	letters := ""
	for i, line := range lines {
		switch n := len(line); {
		case n == 0:
			return nil, &SheetError{Line: i + 1, Mistake: MistakeMissing}
		case n < lineSize:
			return nil, &SheetError{Line: i + 1, Mistake: MistakeShort, Letters: n}
		case n > lineSize:
			return nil, &SheetError{Line: i + 1, Mistake: MistakeLong, Letters: n}
		}
		letters += line[:lineData]
	}
	for i, line := range lines {
		if proveLine(i, letters) == line[lineData:] {
			continue
		}
		mistake := MistakeWrong
		if i == LineCount-1 {
			mistake = MistakeMixed
		}
		return nil, &SheetError{Line: i + 1, Mistake: mistake}
	}
	var s Sheet
	copy(s.secret[:], decodeLetters(letters))
	return &s, nil
}

// splitLines returns the letters of each line. Of a longer text those lines count that look like lines of a sheet; all letters of one
// line are cut where its lines end.
func splitLines(text string) (lines [LineCount]string, err error) {
	text = markup.ReplaceAllString(text, "\n") // of the page as a file
	if at := codeStarts.FindStringIndex(text); at != nil {
		text = text[at[1]:]
	}
	var typed []string
	for line := range strings.Lines(text) {
		line = cutLabel(strings.TrimSpace(line))
		if line != "" {
			typed = append(typed, line)
		}
	}
	if some := pickLines(typed); len(some) == LineCount {
		typed = some
	}
	if len(typed) > LineCount {
		return lines, &SheetError{Line: LineCount, Mistake: MistakeLong}
	}
	for i, line := range typed {
		letters, wrong := foldLetters(line)
		if wrong != 0 {
			return lines, &SheetError{Line: min(i+1+len(letters)/lineSize, LineCount), Mistake: MistakeLetter, Letter: wrong}
		}
		lines[i] = letters
	}
	if all := lines[0]; len(typed) == 1 && len(all) > lineSize {
		for i := range lines {
			end := min(len(all), lineSize)
			if i == LineCount-1 {
				end = len(all)
			}
			lines[i], all = all[:end], all[end:]
		}
	}
	return lines, nil
}

var (
	markup     = regexp.MustCompile(`<[^<>]*>`)
	codeStarts = regexp.MustCompile("(?i)" + codeStart)
)

var printedLine = regexp.MustCompile(`^[[:alnum:]]{4}[- .]{1,3}[[:alnum:]]{4}[- .]{1,3}[[:alnum:]]{4}$`)

// pickLines returns those that look like printed lines of a sheet, and no others.
func pickLines(typed []string) (some []string) {
	for _, line := range typed {
		if printedLine.MatchString(strings.TrimSpace(foldDigits(line))) {
			some = append(some, line)
		}
	}
	return some
}

// cutLabel takes the number before a line away, such as "2." or "2)".
func cutLabel(line string) string {
	label, rest, found := strings.Cut(line, " ")
	if found && len(label) > 0 && strings.Trim(foldDigits(label), "1234.):") == "" && len([]rune(label)) <= 2 {
		return rest
	}
	return line
}

// foldLetters brings letters into the form of the alphabet. wrong is the first one that has none.
func foldLetters(s string) (letters string, wrong rune) {
	var out strings.Builder
	for _, r := range strings.ToUpper(foldDigits(s)) {
		switch {
		case r == 'O':
			r = '0'
		case r == 'I' || r == 'L':
			r = '1'
		}
		switch {
		case r < 0x80 && strings.IndexByte(alphabet, byte(r)) >= 0:
			out.WriteRune(r)
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			return out.String(), r
		}
	}
	return out.String(), 0
}

// foldDigits writes Persian and Arabic digits as Latin ones.
func foldDigits(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '۰' && r <= '۹':
			return r - '۰' + '0'
		case r >= '٠' && r <= '٩':
			return r - '٠' + '0'
		}
		return r
	}, s)
}

// IsGroup reports whether what a person typed is a group of the sheet.
func (s *Sheet) IsGroup(number int, typed string) bool {
	letters, wrong := foldLetters(typed)
	all := s.Groups()
	return wrong == 0 && number >= 0 && number < len(all) && letters == all[number]
}

// PickGroups returns the numbers of two groups at random, from 0, in order.
func PickGroups() (one, other int) {
	var b [8]byte
	_, _ = rand.Read(b[:]) // it never fails
	one = int(binary.LittleEndian.Uint32(b[:]) % GroupCount)
	other = int(binary.LittleEndian.Uint32(b[4:]) % (GroupCount - 1))
	if other >= one {
		other++
	}
	return min(one, other), max(one, other)
}

// derive makes a key from a secret for one use.
func derive(secret []byte, use string, size int) []byte {
	b, err := hkdf.Key(sha256.New, secret, nil, "anbar seal 1 "+use, size)
	if err != nil {
		panic(errors.Join(errors.New("derive a key"), err)) // only of a size that is too large
	}
	return b
}
