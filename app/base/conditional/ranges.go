package conditional

import (
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
)

// maxRanges is how many ranges one answer may have; a request for more gets the whole.
const maxRanges = 100

// WithoutPreconditions is the request with what is left to decide about ranges: no precondition, and no Range that
// does not count. A Range that does is in a form that http.ServeContent understands as RFC 9110 does; one that nothing
// of size bytes satisfies asks for what lies behind the end, and gets 416 with the size.
func WithoutPreconditions(r *http.Request, s State, size int64) *http.Request {
	to := *r
	to.Header = r.Header.Clone()
	for _, name := range []string{"If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range", "Range"} {
		to.Header.Del(name)
	}
	asked := r.Header["Range"]
	if r.Method != http.MethodGet || len(asked) != 1 || !isRangeValid(r.Header, s) {
		return &to
	}
	if set, ok := normalizeRange(asked[0], size); ok {
		to.Header.Set("Range", set)
	}
	return &to
}

// isRangeValid evaluates If-Range: a strong entity tag, or the exact date.
func isRangeValid(h http.Header, s State) bool {
	lines := h["If-Range"]
	if len(lines) == 0 {
		return true
	}
	if len(lines) > 1 {
		return false
	}
	if tag, rest := scanTag(lines[0]); tag != "" {
		return strings.TrimSpace(rest) == "" && isSame(tag, s.ETag)
	}
	date, ok := parseDate(h, "If-Range")
	return ok && s.hasDate() && s.headerTime().Equal(date)
}

// normalizeRange puts the satisfiable ranges of a Range into the plain form. It reports false for one that is ignored: of another unit, of
// too many ranges, or of something empty.
func normalizeRange(header string, size int64) (string, bool) {
	unit, set, found := strings.Cut(header, "=")
	if !found || !strings.EqualFold(strings.TrimSpace(unit), "bytes") || size == 0 {
		return "", false
	}
	nothing := fmt.Sprintf("bytes=%d-", size)
	var all []string
	n := 0
	for one := range strings.SplitSeq(set, ",") {
		one = strings.Trim(one, " \t")
		if one == "" {
			continue
		}
		if n++; n > maxRanges {
			return "", false
		}
		first, last, ok := parseRange(one, size)
		if !ok {
			return nothing, true // a server may ignore it, and the sender would take the whole for its part
		}
		if first <= last {
			all = append(all, fmt.Sprintf("%d-%d", first, last))
		}
	}
	if len(all) == 0 {
		return nothing, true
	}
	return "bytes=" + strings.Join(all, ","), true
}

// parseRange reads one range; first is greater than last when nothing satisfies it. It reports false for what is none.
func parseRange(s string, size int64) (first, last int64, ok bool) {
	from, to, found := strings.Cut(s, "-")
	if !found {
		return 0, 0, false
	}
	if from == "" {
		n, ok := parsePosition(to)
		return max(0, size-n), size - 1, ok
	}
	first, ok = parsePosition(from)
	if !ok {
		return 0, 0, false
	}
	if to == "" {
		return first, size - 1, true
	}
	last, ok = parsePosition(to)
	return first, min(last, size-1), ok && first <= last
}

// parsePosition reads digits; a number that is too large to be a position is the largest one.
func parsePosition(s string) (int64, bool) {
	if s == "" || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return math.MaxInt64, true
	}
	return n, true
}
