package history

import "github.com/anishathalye/porcupine"

// Place is an operation on one item that is moved between directories.
type Place struct {
	Verb string // move or look
	At   string // where it goes, or the directory that is listed
}

// Placed is the answer to a Place.
type Placed struct {
	Word string // done or refused, of a move
	Here bool   // the listing shows it
}

// Places says that an item which begins at first is always in exactly one place.
func Places(first string) porcupine.Model {
	return model(first, func(at string, in Place, out *Placed) (bool, string) {
		if in.Verb == "look" {
			return out == nil || out.Here == (at == in.At), at
		}
		if out != nil && out.Word != "done" {
			return at == in.At, at // only where it lies already
		}
		return true, in.At
	})
}

// Opening is an operation on a link: open, or count its known openings.
type Opening struct{ Verb string }

// Opened is the answer to an Opening.
type Opened struct {
	Granted bool
	Count   int
}

// Openings says that a link opens exactly limit times, and that each is kept.
func Openings(limit int) porcupine.Model {
	return model(0, func(n int, in Opening, out *Opened) (bool, int) {
		if in.Verb == "count" {
			return out == nil || out.Count == n, n
		}
		if n == limit {
			return out == nil || !out.Granted, n
		}
		return out == nil || out.Granted, n + 1
	})
}

// Right is an operation on what a guest may see: grant, revoke, list (whether
// the role is there) or read, by the guest.
type Right struct {
	Verb string
	ID   string // of the role that is revoked
}

// Righted is the answer to a Right.
type Righted struct {
	Word string // done or refused
	ID   string // of the role that was given, or is there; empty when none is
}

// Rights says that a guest reads as long as they have the role, and not once longer.
// The state is the id of the role; empty when there is none.
func Rights() porcupine.Model {
	return model("", func(role string, in Right, out *Righted) (bool, string) {
		switch in.Verb {
		case "read":
			return out == nil || (out.Word == "done") == (role != ""), role
		case "list":
			return knows(role, out)
		case "revoke":
			there := role == in.ID
			if out != nil && (out.Word == "done") != there {
				return false, role
			}
			if there {
				return true, ""
			}
			return true, role
		}
		if out == nil {
			if role == "" {
				role = unknownID
			}
			return true, role
		}
		fits := out.Word == "done" && (role == "" || role == unknownID || role == out.ID)
		return fits, out.ID
	})
}

func knows(role string, out *Righted) (bool, string) {
	switch {
	case out == nil || out.ID == role:
		return true, role
	case role == unknownID && out.ID != "":
		return true, out.ID
	}
	return false, role
}
