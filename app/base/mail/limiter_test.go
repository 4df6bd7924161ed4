package mail

import (
	"errors"
	"fmt"
	"testing"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/db"
)

// TestOneUserWritesSoManyMails lets invitations and letters count together for the user
// who has them written, and apart for the address that gets them.
func TestOneUserWritesSoManyMails(t *testing.T) {
	l := NewLimiter()
	for i := range limits.Invitations {
		if err := l.ReserveInvitation(db.UserID(i+1), "a@b.org"); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.ReserveInvitation(99, "a@b.org"); !errors.Is(err, fault.TooManyRequests) {
		t.Errorf("an invitation too many: %v", err)
	}
	if err := l.ReserveLetters(99, []string{"a@b.org"}); err != nil {
		t.Errorf("invitations count as letters: %v", err)
	}
	for i := range limits.UserMails / 2 {
		to := fmt.Sprint(i, "@c.org")
		if err := errors.Join(l.ReserveInvitation(7777, to), l.ReserveLetters(7777, []string{to})); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.ReserveLetters(7777, []string{"x@y.org"}); !errors.Is(err, fault.TooManyRequests) {
		t.Errorf("one user writes as much as they like: %v", err)
	}
}

func TestACodeThatWasNotMailedCountsForNobody(t *testing.T) {
	l := NewLimiter()
	for range 2 * limits.GateCodes {
		if err := l.ReserveCode("a@b.org"); err != nil {
			t.Fatal(err)
		}
		l.ReleaseCode("a@b.org")
	}
}
