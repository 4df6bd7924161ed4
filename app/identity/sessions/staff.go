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

// StaffAct is an act of a member of staff on an account: who does it, and the reason that the log keeps. The
// zero Who is the shell, which needs no reason.
type StaffAct struct {
	Who    access.Actor
	Reason string
	From   api.Origin
}

const maxReason = 500 // runes

// CheckReason refuses a missing reason.
func (a *StaffAct) CheckReason() error {
	a.Reason = strings.TrimSpace(a.Reason)
	switch n := utf8.RuneCountInString(a.Reason); {
	case a.Who.User == 0:
		return nil
	case n == 0:
		return fault.Field("reason", fault.Required)
	case n > maxReason:
		return fault.Field("reason", fault.TooLong)
	}
	return nil
}

// NewEvent is the event of an act on the account of a user.
func (a *StaffAct) NewEvent(action audit.Action, user db.UserID, d audit.Detail) audit.Event {
	d.Reason = a.Reason
	return audit.Event{Action: action, User: user, By: a.Who.User, From: a.From, Detail: d}
}
