package history

import "github.com/anishathalye/porcupine"

// OpeningOp is an operation on a link: open, or count its known openings.
type OpeningOp struct{ Verb string }

// OpeningResult is the answer to an OpeningOp.
type OpeningResult struct {
	Granted bool
	Count   int
}

// OpeningsModel is the model of a link: it opens exactly limit times, and each opening is
// recorded.
func OpeningsModel(limit int) porcupine.Model {
	return newModel(0, func(n int, in OpeningOp, out *OpeningResult) (bool, int) {
		if in.Verb == "count" {
			return out == nil || out.Count == n, n
		}
		if n == limit {
			return out == nil || !out.Granted, n
		}
		return out == nil || out.Granted, n + 1
	})
}
