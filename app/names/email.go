package names

import (
	"net/mail"
	"strings"
	"unicode"

	"anbar/app/fault"
)

const maxEmail = 254

// Email returns the normal form of an address, in which it is stored and compared. It fails
// with InvalidEmail.
func Email(s string) (string, *fault.Fault) {
	s = strings.ToLower(strings.TrimSpace(LatinDigits(s)))
	a, err := mail.ParseAddress(s)
	if err != nil || a.Address != s || len(s) > maxEmail || !strings.Contains(s[strings.LastIndex(s, "@")+1:], ".") ||
		strings.ContainsFunc(s, odd) {
		return s, fault.InvalidEmail
	}
	return s, nil
}

// Mobile returns the normal form of a mobile number: 11 Latin digits that begin with 09. It
// fails with InvalidMobile.
func Mobile(s string) (string, *fault.Fault) {
	s = strings.TrimSpace(LatinDigits(s))
	if len(s) != 11 || !strings.HasPrefix(s, "09") || strings.Trim(s, "0123456789") != "" {
		return s, fault.InvalidMobile
	}
	return s, nil
}

func odd(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) }

// Emails is Email for at most that many addresses; it fails with DuplicateEmail when one
// occurs twice.
func Emails(list []string, most int) ([]string, *fault.Fault) {
	if len(list) > most {
		return nil, fault.TooLong
	}
	all, seen := make([]string, 0, len(list)), map[string]bool{}
	for _, s := range list {
		e, f := Email(s)
		switch {
		case f != nil:
			return nil, f
		case seen[e]:
			return nil, fault.DuplicateEmail
		}
		seen[e] = true
		all = append(all, e)
	}
	return all, nil
}

// EmailsIn is Emails for a field of a request, which the fault names.
func EmailsIn(field string, list []string, most int) ([]string, error) {
	all, f := Emails(list, most)
	if f != nil {
		return nil, fault.Field(field, f)
	}
	return all, nil
}

// MembersIn is EmailsIn for the addresses of new members; it fails with DuplicateMember
// when one occurs twice.
func MembersIn(field string, list []string, most int) ([]string, error) {
	all, f := Emails(list, most)
	switch {
	case f == fault.DuplicateEmail:
		return nil, fault.Field(field, fault.DuplicateMember)
	case f != nil:
		return nil, fault.Field(field, f)
	}
	return all, nil
}
