package mail

import (
	"anbar/app/base/limits"
	"anbar/db"
)

// Limiter limits the mails that users cause to be sent to others, so that no user can flood
// a mailbox. One Limiter counts for the whole server and all features. Each method counts
// one mail, and fails with fault.TooManyRequests above the limit. Package codes limits the
// codes that an account causes.
type Limiter struct {
	byUser      *limits.Limiter // invitations and letters together
	invitations *limits.Limiter // these and all below: to one address, from all callers together
	letters     *limits.Limiter
	codes       *limits.Limiter
	resets      *limits.Limiter
}

// NewLimiter makes the limiter.
func NewLimiter() *Limiter {
	return &Limiter{
		byUser:      limits.NewLimiter(limits.UserMailPause, limits.UserMails),
		invitations: limits.NewLimiter(limits.InvitationPause, limits.Invitations),
		letters:     limits.NewLimiter(limits.LetterPause, limits.Letters),
		codes:       limits.NewLimiter(limits.GateCodePause, limits.GateCodes),
		resets:      limits.NewLimiter(limits.ResetPause, limits.Resets),
	}
}

// ReserveInvitation is a mail about a workspace or a shared item.
func (l *Limiter) ReserveInvitation(by db.UserID, to string) error {
	return l.reserve(l.invitations, by, to)
}

// ReserveLetters are mails with the URL of a link or an upload box.
func (l *Limiter) ReserveLetters(by db.UserID, to []string) error {
	for _, address := range to {
		if err := l.reserve(l.letters, by, address); err != nil {
			return err
		}
	}
	return nil
}

func (l *Limiter) reserve(kind *limits.Limiter, by db.UserID, to string) error {
	if err := l.byUser.Allow(by.String()); err != nil {
		return err
	}
	err := kind.Allow(to)
	if err != nil {
		l.byUser.Refund(by.String())
	}
	return err
}

// ReserveCode is a code that opens a link or an upload box.
func (l *Limiter) ReserveCode(to string) error { return l.codes.Allow(to) }

// ReleaseCode takes a code back that was not mailed.
func (l *Limiter) ReleaseCode(to string) { l.codes.Refund(to) }

// ReserveReset is a message for a forgotten password, to an address or a number.
func (l *Limiter) ReserveReset(login string) error { return l.resets.Allow(login) }
