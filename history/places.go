package history

import "github.com/anishathalye/porcupine"

// PlaceOp is an operation on one item that is moved between directories.
type PlaceOp struct {
	Verb string // move or look
	At   string // where it goes, or the directory that is listed
}

// PlaceResult is the answer to a PlaceOp.
type PlaceResult struct {
	Word string // done or refused, of a move
	Here bool   // the listing shows it
}

// PlacesModel is the model of an item that is moved between directories and begins in
// first: it is always in exactly one of them.
func PlacesModel(first string) porcupine.Model {
	return newModel(first, func(at string, in PlaceOp, out *PlaceResult) (bool, string) {
		if in.Verb == "look" {
			return out == nil || out.Here == (at == in.At), at
		}
		if out != nil && out.Word != "done" {
			return at == in.At, at // only where it lies already
		}
		return true, in.At
	})
}
