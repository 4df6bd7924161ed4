package history

import "github.com/anishathalye/porcupine"

// SessionOp is an operation of a user who is signed in with several windows.
type SessionOp struct {
	Verb    string // refresh, read or logout
	Refresh string // the refresh token that is used
}

// SessionResult is the answer to a SessionOp.
type SessionResult struct {
	Word    string // done or refused
	Refresh string // the token that came back
}

// session is a session that goes on or ended. The token before the current one
// may be used again as long as the current one was not.
type session struct {
	over            bool
	current, before string
}

// SessionsModel is the model of a session that begins with that refresh token: an active
// session is never refused, an ended one never accepted, the token before the current
// one returns the current one again, and any older token ends the session. All
// operations happen within the leeway.
func SessionsModel(first string) porcupine.Model {
	return newModel(session{current: first}, func(s session, in SessionOp, out *SessionResult) (bool, session) {
		switch {
		case s.over:
			return out == nil || out.Word == "refused", s
		case in.Verb == "read":
			return out == nil || out.Word == "done", s
		case in.Verb == "logout":
			return out == nil || out.Word == "done", session{over: true}
		}
		return s.stepRefresh(in, out)
	})
}

func (s session) stepRefresh(in SessionOp, out *SessionResult) (bool, session) {
	switch {
	case in.Refresh == s.current:
		s.before, s.current = in.Refresh, unknownID
	case in.Refresh == s.before:
	default:
		return out == nil || out.Word == "refused", session{over: true}
	}
	if out == nil {
		return true, s
	}
	fits := out.Word == "done" && (s.current == unknownID || s.current == out.Refresh)
	s.current = out.Refresh
	return fits, s
}
