package names

import (
	"net/mail"
	"strings"
	"unicode"

	"anbar/app/base/fault"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

const (
	maxEmail = 254 // bytes, as a mail server is given it
	maxLabel = 63  // bytes, in the DNS
	ace      = "xn--"
)

// ParseEmail returns the normal form of an address, in which it is stored, compared and shown: without
// invisible characters, in small letters, and with the domain as people read it. It fails with
// InvalidEmail, then with the form as far as it came.
func ParseEmail(s string) (string, *fault.Fault) {
	s = norm.NFC.String(strings.ToLower(trimInvisible(LatinDigits(s))))
	at := strings.LastIndex(s, "@")
	if at < 0 {
		return dropInvisible(s), fault.InvalidEmail
	}
	local, domain := dropInvisible(s[:at]), domainOf(s[at+1:])
	s = local + "@" + domain
	a, err := mail.ParseAddress(s)
	if err != nil || a.Address != s || !strings.Contains(domain, ".") || strings.ContainsFunc(s, isOdd) {
		return s, fault.InvalidEmail
	}
	if sent, ok := ToMailAddress(s); !ok || len(sent) > maxEmail {
		return s, fault.InvalidEmail
	}
	return s, nil
}

// domainOf returns a domain as people read it, whether it came so or in the form of the DNS.
func domainOf(s string) string {
	for _, s := range []string{dropMarks(s), dropInvisible(s)} {
		if isPlain(s) {
			return s
		}
		ascii, err := idna.Lookup.ToASCII(s)
		if err != nil {
			continue
		}
		if shown, err := idna.Lookup.ToUnicode(ascii); err == nil {
			return shown
		}
	}
	return dropInvisible(s)
}

const joiners = "\u200c\u200d"

// dropMarks drops what nobody sees of a domain. A joiner within a label changes how the word looks and
// belongs to the name.
func dropMarks(domain string) string {
	labels := strings.Split(domain, ".")
	for i, l := range labels {
		labels[i] = strings.Trim(strings.Map(func(r rune) rune {
			if isInvisible(r) && !strings.ContainsRune(joiners, r) {
				return -1
			}
			return r
		}, l), joiners)
	}
	return strings.Join(labels, ".")
}

// isPlain reports whether a domain has one form alone.
func isPlain(domain string) bool { return isASCII(domain) && !strings.Contains(domain, ace) }

// ToMailAddress returns an address in normal form as mail servers are given it: with the domain in
// the form of the DNS. It is false for a domain that has none.
func ToMailAddress(s string) (string, bool) {
	at := strings.LastIndex(s, "@") + 1
	if isPlain(s[at:]) {
		return s, true
	}
	ascii, err := idna.Lookup.ToASCII(s[at:])
	for label := range strings.SplitSeq(ascii, ".") {
		if len(label) > maxLabel {
			return s, false
		}
	}
	return s[:at] + ascii, err == nil
}

// HasPlainLocalPart reports whether any mail server can take an address: what stands before its @
// is ASCII.
func HasPlainLocalPart(s string) bool { return isASCII(s[:max(0, strings.LastIndex(s, "@"))]) }

// ParseMobile returns the normal form of a mobile number: 11 Latin digits that begin with 09. It
// fails with InvalidMobile.
func ParseMobile(s string) (string, *fault.Fault) {
	s = trimInvisible(dropInvisible(LatinDigits(s)))
	if len(s) != 11 || !strings.HasPrefix(s, "09") || strings.Trim(s, "0123456789") != "" {
		return s, fault.InvalidMobile
	}
	return s, nil
}

// NormalizeLogin returns the normal form of what somebody typed to be known by: an address, a number or
// an id.
func NormalizeLogin(s string) string {
	if strings.Contains(s, "@") {
		s, _ = ParseEmail(s)
		return s
	}
	return strings.ToLower(trimInvisible(dropInvisible(LatinDigits(s))))
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > unicode.MaxASCII }) < 0
}

func isOdd(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) }

// isInvisible reports characters that come along when a text is copied, and that nobody sees.
func isInvisible(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// trimInvisible cuts spaces and invisible characters from both ends, in any order.
func trimInvisible(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || isInvisible(r) })
}

func dropInvisible(s string) string {
	return strings.Map(func(r rune) rune {
		if isInvisible(r) {
			return -1
		}
		return r
	}, s)
}

// ParseEmails is ParseEmail for at most that many addresses; it fails with DuplicateEmail when one
// occurs twice.
func ParseEmails(list []string, most int) ([]string, *fault.Fault) {
	if len(list) > most {
		return nil, fault.TooLong
	}
	all, seen := make([]string, 0, len(list)), map[string]bool{}
	for _, s := range list {
		e, f := ParseEmail(s)
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

// ParseEmailField is ParseEmails for a field of a request, which the fault names.
func ParseEmailField(field string, list []string, most int) ([]string, error) {
	all, f := ParseEmails(list, most)
	if f != nil {
		return nil, fault.Field(field, f)
	}
	return all, nil
}

// ParseMemberField is ParseEmailField for the addresses of new members; it fails with DuplicateMember
// when one occurs twice.
func ParseMemberField(field string, list []string, most int) ([]string, error) {
	all, f := ParseEmails(list, most)
	switch {
	case f == fault.DuplicateEmail:
		return nil, fault.Field(field, fault.DuplicateMember)
	case f != nil:
		return nil, fault.Field(field, f)
	}
	return all, nil
}

// NoAddress is the end of addresses that cannot exist (RFC 2606), of accounts that lost theirs.
const NoAddress = "@account.invalid"
