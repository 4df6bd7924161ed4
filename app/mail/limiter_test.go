package mail

import (
	"errors"
	"fmt"
	"testing"

	"anbar/app/fault"
	"anbar/app/limits"
	"anbar/db"
)

// TestOneUserWritesSoManyMails lets invitations and letters count together for the user
// who has them written, and apart for the address that gets them.
func TestOneUserWritesSoManyMails(t *testing.T) {
	l := NewLimiter()
	for i := range limits.Invitations {
		if err := l.Invitation(db.UserID(i+1), "a@b.org"); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Invitation(99, "a@b.org"); !errors.Is(err, fault.TooManyRequests) {
		t.Errorf("an invitation too many: %v", err)
	}
	if err := l.Letters(99, []string{"a@b.org"}); err != nil {
		t.Errorf("invitations count as letters: %v", err)
	}
	for i := range limits.UserMails / 2 {
		to := fmt.Sprint(i, "@c.org")
		if err := errors.Join(l.Invitation(7777, to), l.Letters(7777, []string{to})); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Letters(7777, []string{"x@y.org"}); !errors.Is(err, fault.TooManyRequests) {
		t.Errorf("one user writes as much as they like: %v", err)
	}
}

func TestACodeThatWasNotMailedCountsForNobody(t *testing.T) {
	l := NewLimiter()
	for range 2 * limits.GateCodes {
		if err := l.Code("a@b.org"); err != nil {
			t.Fatal(err)
		}
		l.ReturnCode("a@b.org")
	}
}
