package downloads

import (
	"net/http"
	"testing"
)

// TestTheFirstByteOfARequest: nothing is fetched ahead for a request that may need no bytes.
func TestTheFirstByteOfARequest(t *testing.T) {
	for _, c := range []struct {
		method, header, value string
		first                 int64
	}{
		{"GET", "", "", 0}, {"GET", "Range", "bytes=700-", 700}, {"GET", "Range", "bytes=3-5, 9-", 3}, {"GET", "Range", "bytes=-5", 0},
		{"GET", "Range", "nonsense", 0}, {"HEAD", "", "", -1}, {"GET", "If-None-Match", `"a"`, -1},
		{"GET", "If-Modified-Since", "Mon, 30 Nov 2026 10:00:00 GMT", -1},
	} {
		r := &http.Request{Method: c.method, Header: http.Header{}}
		if c.header != "" {
			r.Header.Set(c.header, c.value)
		}
		if n := firstByte(r); n != c.first {
			t.Errorf("%s %s %s: %d", c.method, c.header, c.value, n)
		}
	}
}
