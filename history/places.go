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

// Places is the model of an item that is moved between directories and begins in
// first: it is always in exactly one of them.
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
