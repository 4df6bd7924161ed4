// Package conditional evaluates the preconditions and the ranges of requests: RFC 9110, sections 13 and 14. All doors that give or
// take files use it.
package conditional

import (
	"net/http"
	"strings"
	"time"
)

// State is what a request finds.
type State struct {
	Exists   bool
	ETag     string    // with its quotes; empty for none
	Modified time.Time // as Last-Modified tells it; zero for none
}

// Outcome is what the preconditions of a request decide.
type Outcome int

// The outcomes.
const (
	Proceed     Outcome = iota
	NotModified         // 304, of GET and HEAD alone
	Failed              // 412
)

// HasPrecondition reports whether a request has a precondition.
func HasPrecondition(h http.Header) bool {
	return h["If-Match"] != nil || h["If-None-Match"] != nil || h["If-Unmodified-Since"] != nil || h["If-Modified-Since"] != nil
}

// Evaluate goes through the preconditions in the order of RFC 9110, section 13.2.2.
func Evaluate(method string, h http.Header, s State) Outcome {
	reads := method == http.MethodGet || method == http.MethodHead
	if h["If-Match"] != nil {
		if !matchesTag(h["If-Match"], s, isSame) {
			return Failed
		}
	} else if since, ok := parseDate(h, "If-Unmodified-Since"); ok && s.hasDate() && s.headerTime().After(since) {
		return Failed
	}
	if h["If-None-Match"] != nil {
		switch {
		case !matchesTag(h["If-None-Match"], s, isAlike):
		case reads:
			return NotModified
		default:
			return Failed
		}
	} else if since, ok := parseDate(h, "If-Modified-Since"); ok && reads && s.hasDate() && !s.headerTime().After(since) {
		return NotModified
	}
	return Proceed
}

func (s State) hasDate() bool { return s.Exists && !s.Modified.IsZero() }

// headerTime is the time as a header can say it.
func (s State) headerTime() time.Time { return s.Modified.Truncate(time.Second) }

// parseDate reads a date. One that is not valid, or not the only one, counts as none.
func parseDate(h http.Header, name string) (time.Time, bool) {
	if len(h[name]) != 1 {
		return time.Time{}, false
	}
	t, err := http.ParseTime(h[name][0])
	return t, err == nil
}

// matchesTag reports whether a list of entity tags, or *, names the state.
func matchesTag(lines []string, s State, equal func(a, b string) bool) bool {
	rest := strings.Join(lines, ",")
	if strings.TrimSpace(rest) == "*" {
		return s.Exists
	}
	for s.Exists && s.ETag != "" {
		rest = strings.TrimLeft(rest, " \t,")
		tag, after := scanTag(rest)
		if tag == "" {
			return false
		}
		if equal(tag, s.ETag) {
			return true
		}
		rest = after
	}
	return false
}

// scanTag takes an entity tag from the beginning of a list; empty when there is none.
func scanTag(s string) (tag, rest string) {
	open := strings.TrimPrefix(s, "W/")
	if !strings.HasPrefix(open, `"`) {
		return "", ""
	}
	end := strings.IndexByte(open[1:], '"')
	if end < 0 {
		return "", ""
	}
	n := len(s) - len(open) + end + 2
	for _, b := range []byte(open[1 : end+1]) {
		if b < 0x21 || b == 0x7f {
			return "", ""
		}
	}
	return s[:n], s[n:]
}

// isSame is the strong comparison of entity tags.
func isSame(a, b string) bool { return a == b && !strings.HasPrefix(a, "W/") }

// isAlike is the weak comparison of entity tags.
func isAlike(a, b string) bool { return strings.TrimPrefix(a, "W/") == strings.TrimPrefix(b, "W/") }

// IsCurrent reports whether a request for something with an entity tag, but without a date, is answered with 304.
func IsCurrent(r *http.Request, etag string) bool {
	return Evaluate(r.Method, r.Header, State{Exists: true, ETag: etag}) == NotModified
}
