// Package names checks the names of directories, files and workspaces, compares them and
// sorts them.
package names

import (
	"fmt"
	"path"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"anbar/app/base/fault"
	"anbar/app/base/limits"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

const (
	maxBytes   = limits.NameBytes
	maxSortKey = 120 // names that agree so far sort by their age
	maxType    = 16
)

// Name is a name in all the forms the database keeps of it.
type Name struct {
	Text string // NFC, as displayed
	Key  string // two names that agree in it are one name
	Sort []byte // compares as a Persian reader orders, digits by value
	Type string // lower-case extension, empty when there is none
}

// Keys are the keys under which something of that name is stored, see the function Keys.
func (n Name) Keys() []string { return Keys(n.Text) }

// Parse checks a name as a user typed it, and drops what nobody sees of it. It fails with Required for a
// name without a visible character, and with NameTooLong beyond what every device takes. It refuses names
// that a path, a terminal or a reader could mistake for something else: with separators, control
// characters or characters that change the direction of the text after them, and "." and "..".
func Parse(s string) (Name, error) {
	if !utf8.ValidString(s) {
		return Name{}, fault.InvalidName
	}
	return parseTrimmed(dropUnseen(s))
}

// ParseExact is Parse for a program, which looks for what it made under the name that it gave: nothing of the
// name is changed, and one that would have to be is refused.
func ParseExact(s string) (Name, error) {
	if !utf8.ValidString(s) {
		return Name{}, fault.InvalidName
	}
	n, err := parseTrimmed(s)
	if err == nil && n.Text != s {
		err = fault.InvalidName
	}
	return n, err
}

// parseTrimmed checks a name in its normal form, without the white space around it.
func parseTrimmed(s string) (Name, error) {
	s = norm.NFC.String(strings.TrimFunc(s, unicode.IsSpace))
	switch {
	case CountVisible(s) == 0:
		return Name{}, fault.Required
	case len(s) > maxBytes:
		return Name{}, fault.NameTooLong
	case s == "." || s == ".." || strings.ContainsFunc(s, isForbidden):
		return Name{}, fault.InvalidName
	}
	return Of(s), nil
}

// Of returns a name that something has already. It refuses none: what was allowed once can be moved,
// copied and restored for good.
func Of(s string) Name {
	return Name{Text: s, Key: Key(s), Sort: SortKey(s), Type: extensionOf(s)}
}

// LettersOver is how many letters before its extension make a name longer than Parse takes it.
func LettersOver(s string) int {
	s = norm.NFC.String(strings.TrimFunc(s, unicode.IsSpace))
	stem, n := strings.TrimSuffix(s, path.Ext(s)), 0
	for over := len(s) - maxBytes; over > 0 && stem != ""; n++ {
		_, size := utf8.DecodeLastRuneInString(stem)
		stem, over = stem[:len(stem)-size], over-size
	}
	return n
}

// Forbidden are the characters that no name has, beside those that control a terminal.
const Forbidden = "/\\\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029"

func isForbidden(r rune) bool {
	return r == utf8.RuneError || unicode.IsControl(r) || strings.ContainsRune(Forbidden, r)
}

func extensionOf(s string) string {
	ext := strings.TrimPrefix(path.Ext(s), ".")
	if len(ext) > maxType || ext == "" || len(ext) == len(s)-1 {
		return ""
	}
	return strings.ToLower(ext)
}

type sorter struct {
	*collate.Collator
	collate.Buffer
}

// Collators are not safe for use by several goroutines.
var sorters = sync.Pool{New: func() any {
	return &sorter{Collator: collate.New(language.Persian, collate.IgnoreCase)}
}}

// SortKey is a name in the form that compares as a Persian reader orders.
func SortKey(s string) []byte {
	c := sorters.Get().(*sorter)
	defer sorters.Put(c)
	c.Buffer.Reset()
	k := c.KeyFromString(&c.Buffer, padNumbers(s))
	return append([]byte(nil), k[:min(len(k), maxSortKey)]...)
}

// padNumbers writes every run of digits, of any script, so that a comparison digit by digit
// compares by value: without leading zeros, with its length before it. (The collator's own
// numeric order puts zero last.)
func padNumbers(s string) string {
	var b, run strings.Builder
	end := func() {
		if run.Len() == 0 {
			return
		}
		digits := strings.TrimLeft(run.String(), "0")
		if digits == "" {
			digits = "0"
		}
		if len(digits) < 9 {
			b.WriteByte('0' + byte(len(digits)))
		} else {
			fmt.Fprintf(&b, "9%03d", len(digits))
		}
		b.WriteString(digits)
		run.Reset()
	}
	for _, r := range s {
		if d := digitValue(r); d >= 0 {
			run.WriteByte('0' + byte(d))
			continue
		}
		end()
		b.WriteRune(r)
	}
	end()
	return b.String()
}

func digitValue(r rune) int {
	for _, zero := range [...]rune{'0', '۰', '٠'} {
		if r >= zero && r <= zero+9 {
			return int(r - zero)
		}
	}
	return -1
}

// WithNumber returns the name with a number before its extension, cut so that it
// stays a name: "report (2).pdf".
func WithNumber(s string, n int) string {
	ext := path.Ext(s)
	if len(ext) > maxType || ext == s {
		ext = ""
	}
	mark := " (" + strconv.Itoa(n) + ")"
	stem := strings.TrimSuffix(s, ext)
	for len(stem)+len(mark)+len(ext) > maxBytes {
		_, size := utf8.DecodeLastRuneInString(stem)
		stem = stem[:len(stem)-size]
	}
	return stem + mark + ext
}

const maxNumber = 10_000

// FirstFree returns the name as it is, or with the first number from 2 on, for which isFree reports true. It fails with
// fault.DuplicateField when none of 10,000 is free.
func FirstFree(wanted Name, isFree func(Name) (bool, error)) (Name, error) {
	for n, i := wanted, 2; i <= maxNumber; i++ {
		free, err := isFree(n)
		if err != nil || free {
			return n, err
		}
		n = Repair(WithNumber(wanted.Text, i))
	}
	return Name{}, fault.DuplicateField
}

// ParseDirs splits a relative path, as a folder upload sends it, into its names.
// The empty path has none.
func ParseDirs(p string) ([]Name, error) {
	p = strings.Trim(p, "/")
	if p == "" {
		return nil, nil
	}
	parts := strings.Split(p, "/")
	if len(parts) > limits.TreeDepth {
		return nil, fault.TooDeep
	}
	all := make([]Name, len(parts))
	for i, s := range parts {
		n, err := Parse(s)
		if err != nil {
			return nil, err
		}
		all[i] = n
	}
	return all, nil
}

// PersianDigits turns 0 to 9 into Persian digits.
func PersianDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r - '0' + '۰'
		}
		return r
	}, s)
}

// LatinDigits turns Persian and Arabic digits into 0 to 9.
func LatinDigits(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case '۰' <= r && r <= '۹':
			return r - '۰' + '0'
		case '٠' <= r && r <= '٩':
			return r - '٠' + '0'
		}
		return r
	}, s)
}
