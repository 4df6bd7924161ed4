package gate

import (
	"encoding/base64"
	"errors"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/mail"
	"anbar/app/identity/password"
	"anbar/db"

	"golang.org/x/crypto/argon2"
)

func newGate(t *testing.T) *Verifier {
	t.Helper()
	d, err := db.Open(t.Context(), filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return New(d, mail.NewLimiter())
}

func needs(t *testing.T, word string, emails ...string) Needs {
	t.Helper()
	n := Needs{Emails: emails, Purpose: "link:a", Title: "T", Language: "fa"}
	if word != "" {
		var err error
		if n.Password, err = HashPassword(word); err != nil {
			t.Fatal(err)
		}
	}
	return n
}

func TestWhoPasses(t *testing.T) {
	free, locked, listed, both := needs(t, ""), needs(t, "open"), needs(t, "", "a@b.org", "c@d.org"), needs(t, "open", "a@b.org")
	for _, c := range []struct {
		n    Needs
		v    Credentials
		want error
	}{
		{free, Credentials{}, nil},
		{free, Credentials{Password: "x", Email: "y"}, nil},
		{locked, Credentials{Password: "open"}, nil},
		{locked, Credentials{}, fault.LinkPasswordEmpty},
		{locked, Credentials{Password: "wrong"}, fault.LinkPasswordWrong},
		{listed, Credentials{}, fault.LinkEmailEmpty},
		{listed, Credentials{Email: "x@y.org"}, fault.CodeSent},
		{listed, Credentials{Email: "not an address"}, fault.InvalidEmail},
		{listed, Credentials{Email: " C@D.org"}, fault.CodeSent},
		{listed, Credentials{Email: "a@b.org", Code: "123456"}, fault.CodeWrong}, // none was sent
		{listed, Credentials{Email: "x@y.org", Code: "123456"}, fault.CodeWrong},
		{both, Credentials{Email: "a@b.org"}, fault.LinkPasswordEmpty},
		{both, Credentials{Email: "a@b.org", Password: "wrong"}, fault.LinkPasswordWrong},
		{both, Credentials{Password: "open"}, fault.LinkEmailEmpty},
		{both, Credentials{Password: "open", Email: "a@b.org"}, fault.CodeSent},
	} {
		if _, err := newGate(t).Verify(t.Context(), c.n, c.v); !errors.Is(err, c.want) || (err == nil) != (c.want == nil) {
			t.Errorf("%v with %+v: %v, want %v", c.n.Names(), c.v, err, c.want)
		}
	}
}

var inMail = regexp.MustCompile(`(?m)^ {4}(\d{6})$`)

func TestTheCodeFromTheMailOpens(t *testing.T) {
	g, n := newGate(t), needs(t, "open", "a@b.org")
	if _, err := g.Verify(t.Context(), n, Credentials{Password: "open", Email: "a@b.org"}); !errors.Is(err, fault.CodeSent) {
		t.Fatal(err)
	}
	var code string
	err := g.db.View(t.Context(), func(v *db.View) error {
		due, err := v.MessagesDue(db.ByMail, 5)
		code = inMail.FindStringSubmatch(due[0].Text)[1]
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	other := n
	other.Purpose = "link:b"
	_, err = g.Verify(t.Context(), other, Credentials{Password: "open", Email: "a@b.org", Code: code})
	if !errors.Is(err, fault.CodeWrong) {
		t.Errorf("it opens another link: %v", err)
	}
	email, err := g.Verify(t.Context(), n, Credentials{Password: "open", Email: "A@b.org", Code: code})
	if err != nil || email != "a@b.org" {
		t.Errorf("%q %v", email, err)
	}
}

// TestNobodyLearnsWhoIsOnTheList asks for an address that is on it and for one that is
// not in every order, and gets the same answers; only the first is mailed, and only its
// code opens.
func TestNobodyLearnsWhoIsOnTheList(t *testing.T) {
	answers := map[string][]string{}
	for _, email := range []string{"a@b.org", "x@y.org"} {
		g, n := newGate(t), needs(t, "", "a@b.org")
		for _, v := range []Credentials{{Code: "123456"}, {}, {Code: "123456"}, {Code: "1"}, {}, {}, {}, {}, {}, {Code: "123456"}} {
			v.Email = email
			_, err := g.Verify(t.Context(), n, v)
			var f *fault.Fault
			if !errors.As(err, &f) {
				t.Fatal(err)
			}
			answers[email] = append(answers[email], f.Key)
		}
		for range triesAtOnce {
			_, err := g.Verify(t.Context(), n, Credentials{Email: email})
			answers[email] = append(answers[email], err.Error())
		}
		err := g.db.View(t.Context(), func(v *db.View) error {
			due, err := v.MessagesDue(db.ByMail, 50)
			if (len(due) > 0) != (email == "a@b.org") {
				t.Errorf("%d mails to %s", len(due), email)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(answers["a@b.org"], answers["x@y.org"]) {
		t.Errorf("%q\n%q", answers["a@b.org"], answers["x@y.org"])
	}
}

// TestAGuesserWaitsAndAVisitorDoesNot counts what was wrong, and nothing else.
func TestAGuesserWaitsAndAVisitorDoesNot(t *testing.T) {
	g, n := newGate(t), needs(t, "open")
	for range triesAtOnce + 5 {
		if _, err := g.Verify(t.Context(), n, Credentials{Password: "open", ClientAddress: "1.1.1.1"}); err != nil {
			t.Fatal(err)
		}
	}
	for range triesAtOnce {
		_, err := g.Verify(t.Context(), n, Credentials{Password: "wrong", ClientAddress: "1.1.1.1"})
		if !errors.Is(err, fault.LinkPasswordWrong) {
			t.Fatal(err)
		}
	}
	if _, err := g.Verify(t.Context(), n, Credentials{Password: "open", ClientAddress: "1.1.1.1"}); !errors.Is(err, fault.TooManyRequests) {
		t.Errorf("a guesser goes on: %v", err)
	}
	if _, err := g.Verify(t.Context(), n, Credentials{Password: "open", ClientAddress: "2.2.2.2"}); err != nil {
		t.Errorf("another address waits too: %v", err)
	}
}

// TestAMissingPasswordTakesTheSameWay is about the time that an answer takes:
// both compare one argon2id sum of the same cost.
func TestAMissingPasswordTakesTheSameWay(t *testing.T) {
	n := needs(t, "open")
	n.Password = "$damaged"
	if err := n.checkPassword("wrong"); err == nil || errors.Is(err, fault.LinkPasswordWrong) {
		t.Error("a given password is not compared")
	}
	was := password.Decoy
	defer func() { password.Decoy = was }()
	password.Decoy = "$damaged"
	if err := n.checkPassword(""); err == nil || errors.Is(err, fault.LinkPasswordEmpty) {
		t.Error("a missing password is not compared")
	}
}

func TestListsOfAddresses(t *testing.T) {
	got, f := ParseEmails([]string{"A@b.org", "c@d.org "})
	if f != nil || !slices.Equal(got, []string{"a@b.org", "c@d.org"}) {
		t.Errorf("%v %v", got, f)
	}
	for _, c := range []struct {
		list []string
		want *fault.Fault
	}{
		{[]string{"a@b.org", "A@b.org"}, fault.DuplicateEmail}, {[]string{"a"}, fault.InvalidEmail},
		{make([]string, maxEmails+1), fault.TooLong},
	} {
		if _, f := ParseEmails(c.list); f != c.want {
			t.Errorf("%v: %v, want %v", c.list, f, c.want)
		}
	}
}

func TestOneAddressGetsSoManyCodes(t *testing.T) {
	g, sent := newGate(t), 0
	for i := range 2 * limits.GateCodes {
		n := needs(t, "", "a@b.org")
		n.Purpose += strconv.Itoa(i)
		switch _, err := g.Verify(t.Context(), n, Credentials{Email: "a@b.org"}); {
		case errors.Is(err, fault.CodeSent):
			sent++
		case !errors.Is(err, fault.TooManyRequests):
			t.Fatal(err)
		}
	}
	if sent != limits.GateCodes {
		t.Errorf("%d codes to one address", sent)
	}
}

// TestAPasswordIsPassedOnByVoice: whoever types it has another keyboard than who chose it.
func TestAPasswordIsPassedOnByVoice(t *testing.T) {
	phc, err := HashPassword(" يك كتاب ۱۴۰۵\u200f")
	if err != nil {
		t.Fatal(err)
	}
	n := Needs{Password: phc}
	for _, given := range []string{"یک کتاب 1405", "يك كتاب ١٤٠٥", "یک\u00a0کتاب ۱۴۰۵ ", " يك كتاب ۱۴۰۵\u200f",
		"\u2067یک کتاب 1405\u2069"} {
		if err := n.checkPassword(given); err != nil {
			t.Errorf("%+q: %v", given, err)
		}
	}
	for _, given := range []string{"یک کتاب 1406", "یککتاب1405", "x"} {
		if err := n.checkPassword(given); !errors.Is(err, fault.LinkPasswordWrong) {
			t.Errorf("%+q: %v", given, err)
		}
	}
	for _, nothing := range []string{"", " ", "\u200f\u200b"} {
		if _, err := HashPassword(nothing); !errors.Is(err, fault.LinkPasswordEmpty) {
			t.Errorf("%+q is a password: %v", nothing, err)
		}
	}
}

// TestAPasswordOfBeforeOpens: programs before made the sum of what was typed.
func TestAPasswordOfBeforeOpens(t *testing.T) {
	salt := []byte("0123456789abcdef")
	b64 := base64.RawStdEncoding
	n := Needs{Password: "$argon2id$v=19$m=8,t=1,p=1$" + b64.EncodeToString(salt) + "$" +
		b64.EncodeToString(argon2.IDKey([]byte("كليد-۱۲۳"), salt, 1, 8, 1, 32))}
	if err := n.checkPassword("كليد-۱۲۳"); err != nil {
		t.Error(err)
	}
	if err := n.checkPassword("كليد-۱۲۴"); !errors.Is(err, fault.LinkPasswordWrong) {
		t.Error(err)
	}
}
