package codes

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"anbar/app/base/fault"
	"anbar/db"
)

type desk struct {
	d     *db.DB
	t     *testing.T
	later time.Duration // how far the clock is ahead
}

func newDesk(t *testing.T) *desk {
	d, err := db.Open(t.Context(), filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return &desk{d: d, t: t}
}

func (k *desk) do(fn func(tx *db.Tx) error) error {
	return k.d.Update(k.t.Context(), func(tx *db.Tx) error {
		tx.Now = tx.Now.Add(k.later)
		return fn(tx)
	})
}

var inMail = regexp.MustCompile(`(?m)^ {4}(\d{6})$`)

// send returns the code that went to the address.
func (k *desk) send(purpose, email string) (code string, err error) {
	err = k.do(func(tx *db.Tx) error {
		if err := Send(tx, Request{Purpose: purpose, To: email, Language: "fa"}); err != nil {
			return err
		}
		due, err := tx.MessagesDue(db.ByMail, 100)
		if err == nil {
			code = inMail.FindStringSubmatch(due[len(due)-1].Text)[1]
			for i := range due {
				due[i].State = db.MessageSent
				err = errors.Join(err, tx.UpdateMessage(&due[i]))
			}
		}
		return err
	})
	return code, err
}

func (k *desk) check(purpose, email, code string) bool {
	var ok bool
	if err := k.do(func(tx *db.Tx) (err error) { ok, err = Verify(tx, purpose, email, code); return err }); err != nil {
		k.t.Fatal(err)
	}
	return ok
}

func persian(s string) string {
	return strings.Map(func(r rune) rune { return r - '0' + '۰' }, s)
}

func TestACodeOpensWhatItWasSentForOnce(t *testing.T) {
	k := newDesk(t)
	code, err := k.send("link:a", "a@b.org")
	if err != nil {
		t.Fatal(err)
	}
	if k.check("link:b", "a@b.org", code) || k.check("link:a", "c@b.org", code) {
		t.Error("it opens something else")
	}
	if !k.check("link:a", "a@b.org", " "+persian(code)) {
		t.Error("it opens nothing")
	}
	if k.check("link:a", "a@b.org", code) {
		t.Error("it opens twice")
	}
}

func TestACodeIsTriedFiveTimes(t *testing.T) {
	k := newDesk(t)
	code, err := k.send("p", "a@b.org")
	if err != nil {
		t.Fatal(err)
	}
	wrong := "000000"
	if code == wrong {
		wrong = "000001"
	}
	for range maxTries {
		if k.check("p", "a@b.org", wrong) {
			t.Fatal("a wrong code is right")
		}
	}
	if k.check("p", "a@b.org", code) {
		t.Error("tried a sixth time")
	}
}

func TestACodeGetsOld(t *testing.T) {
	k := newDesk(t)
	code, err := k.send("p", "a@b.org")
	if err != nil {
		t.Fatal(err)
	}
	if k.later = codeLife; k.check("p", "a@b.org", code) {
		t.Error("it works for longer than it says")
	}
}

func TestANewCodeTakesThePlaceOfTheOld(t *testing.T) {
	k := newDesk(t)
	old, e1 := k.send("p", "a@b.org")
	fresh, e2 := k.send("p", "a@b.org")
	if err := errors.Join(e1, e2); err != nil {
		t.Fatal(err)
	}
	if old != fresh && k.check("p", "a@b.org", old) {
		t.Error("the old one works")
	}
	if !k.check("p", "a@b.org", fresh) {
		t.Error("the new one does not")
	}
}

func TestNobodyIsFloodedWithCodes(t *testing.T) {
	k := newDesk(t)
	for range maxSent {
		if _, err := k.send("p", "a@b.org"); err != nil {
			t.Fatal(err)
		}
	}
	k.later = codeLife + time.Minute // the code is forgotten, the count is not
	if err := k.do(DeleteExpired); err != nil {
		t.Fatal(err)
	}
	var f *fault.Fault
	if _, err := k.send("p", "a@b.org"); !errors.As(err, &f) || f.Key != fault.TooManyRequests.Key || f.Wait <= 0 || f.Wait > sendWindow {
		t.Fatalf("%v", err)
	}
	if _, err := k.send("p", "c@b.org"); err != nil {
		t.Error("another address waits too")
	}
	if k.later = sendWindow; k.do(DeleteExpired) != nil {
		t.Fatal("expire")
	}
	if _, err := k.send("p", "a@b.org"); err != nil {
		t.Error(err)
	}
}

// more sends a code that an account causes.
func (k *desk) more(l Request) error {
	l.Language = "fa"
	return k.do(func(tx *db.Tx) error { return Send(tx, l) })
}

func TestACodeGoesToANumber(t *testing.T) {
	k := newDesk(t)
	if err := k.more(Request{Purpose: "p", To: "09123456789"}); err != nil {
		t.Fatal(err)
	}
	err := k.do(func(tx *db.Tx) error {
		due, err := tx.MessagesDue(db.BySMS, 5)
		if err != nil || len(due) != 1 || due[0].Recipient != "09123456789" || !strings.Contains(due[0].Text, due[0].Subject) ||
			!strings.Contains(due[0].Text, "شمارهٔ موبایل") {
			t.Fatalf("%+v %v", due, err)
		}
		for try, want := range []bool{false, true} {
			if right, err := Verify(tx, "p", []string{"09123456780", "09123456789"}[try], persian(due[0].Subject)); err != nil ||
				right != want {
				t.Errorf("try %d: %v %v", try, right, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestNobodyIsFloodedByManyAccounts has accounts of an attacker send codes to a
// number that is not theirs, and the owner of the number ask for one still.
func TestNobodyIsFloodedByManyAccounts(t *testing.T) {
	k := newDesk(t)
	for i := range maxUnverified + 1 {
		account := db.UserID(100 + i)
		err := k.more(Request{Purpose: "p" + account.String(), To: "09123456789", Account: account})
		if (err == nil) != (i < maxUnverified) {
			t.Fatalf("code %d: %v", i+1, err)
		}
	}
	if err := k.more(Request{Purpose: "own", To: "09123456789", Account: 7, Verified: true}); err != nil {
		t.Errorf("its owner gets none: %v", err)
	}
	if k.later = sendWindow; k.more(Request{Purpose: "p", To: "09123456789", Account: 8}) != nil {
		t.Error("for longer than an hour")
	}
}

func TestAnAccountCausesSoManyCodes(t *testing.T) {
	k := newDesk(t)
	for i := range maxAccount + 1 {
		err := k.more(Request{Purpose: "p", To: fmt.Sprintf("091200000%02d", i), Account: 7})
		if (err == nil) != (i < maxAccount) {
			t.Fatalf("code %d: %v", i+1, err)
		}
	}
}
