package history

import "github.com/anishathalye/porcupine"

// Opening is an operation on a link: open, or count its known openings.
type Opening struct{ Verb string }

// Opened is the answer to an Opening.
type Opened struct {
	Granted bool
	Count   int
}

// Openings is the model of a link: it opens exactly limit times, and each opening is
// recorded.
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
