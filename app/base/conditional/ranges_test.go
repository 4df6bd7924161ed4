package conditional

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// FuzzRanged rewrites any Range: what comes out lies in the file, or behind its end. The table of answers is in stories, where it goes
// through the doors.
func FuzzRanged(f *testing.F) {
	for _, value := range []string{
		"bytes=0-0", "bytes=2-", "bytes=-3", "bytes=-0", "bytes=5-2", "bytes=9-99", "bytes=99999999999999999999-", "bytes=,1-1,",
		"items=0-1", "bytes=1-1,50-60", "BYTES=1-1", "bytes=--1", "bytes", "bytes=" + strings.Repeat("0-0,", maxRanges+1),
	} {
		f.Add(value, int64(10))
	}
	f.Fuzz(func(t *testing.T, value string, size int64) {
		size = max(0, size)
		r := &http.Request{Method: "GET", Header: http.Header{"Range": {value}}}
		to := WithoutPreconditions(r, State{Exists: true}, size).Header.Get("Range")
		if to == "" || to == fmt.Sprintf("bytes=%d-", size) {
			return
		}
		set, found := strings.CutPrefix(to, "bytes=")
		if !found {
			t.Fatalf("%q", to)
		}
		for one := range strings.SplitSeq(set, ",") {
			var first, last int64
			if n, err := fmt.Sscanf(one, "%d-%d", &first, &last); n != 2 || err != nil || first < 0 || first > last || last >= size {
				t.Fatalf("%q of %d bytes became %q", value, size, to)
			}
		}
	})
}
