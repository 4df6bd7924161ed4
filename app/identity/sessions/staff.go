package sessions

import (
	"strings"
	"unicode/utf8"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/audit"
	"anbar/db"
)

// Staff is a member of staff who acts on an account, with the reason that the log keeps. The
// zero Who is the shell, which needs no reason.
type Staff struct {
	Who    access.Actor
	Reason string
	From   api.Origin
}

const maxReason = 500 // runes

// CheckReason refuses a missing reason.
func (s *Staff) CheckReason() error {
	s.Reason = strings.TrimSpace(s.Reason)
	switch n := utf8.RuneCountInString(s.Reason); {
	case s.Who.User == 0:
		return nil
	case n == 0:
		return fault.Field("reason", fault.Required)
	case n > maxReason:
		return fault.Field("reason", fault.TooLong)
	}
	return nil
}

// NewEvent is the event of an act on the account of a user.
func (s *Staff) NewEvent(action audit.Action, user db.UserID, d audit.Detail) audit.Event {
	d.Reason = s.Reason
	return audit.Event{Action: action, User: user, By: s.Who.User, From: s.From, Detail: d}
}
