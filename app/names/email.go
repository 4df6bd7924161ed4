package names

import (
	"net/mail"
	"strings"

	"anbar/app/fault"
)

const maxEmail = 254

// Email is the form in which an address is kept and compared, InvalidEmail for
// what is none.
func Email(s string) (string, error) {
	s = strings.ToLower(strings.TrimSpace(s))
	a, err := mail.ParseAddress(s)
	if err != nil || a.Address != s || a.Name != "" || len(s) > maxEmail || !strings.Contains(s[strings.LastIndex(s, "@")+1:], ".") {
		return "", fault.InvalidEmail
	}
	return s, nil
}

// Emails is Email for many; one that stands there twice is DuplicateEmail. The
// fault names the field.
func Emails(field string, all []string, limit int) ([]string, error) {
	if len(all) > limit {
		return nil, fault.Field(field, fault.TooLong)
	}
	out := make([]string, 0, len(all))
	seen := map[string]bool{}
	for _, s := range all {
		e, err := Email(s)
		if err != nil {
			return nil, fault.Field(field, fault.InvalidEmail)
		}
		if seen[e] {
			return nil, fault.Field(field, fault.DuplicateEmail)
		}
		seen[e] = true
		out = append(out, e)
	}
	return out, nil
}
