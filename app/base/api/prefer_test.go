package api

import (
	"net/http/httptest"
	"testing"
)

func TestPrefer(t *testing.T) {
	for _, c := range []struct {
		lines []string
		async bool
	}{
		{nil, false}, {[]string{""}, false}, {[]string{"respond-async"}, true}, {[]string{"return=minimal", "Respond-Async;x=1"}, true},
		{[]string{"wait=10, respond-async"}, true}, {[]string{"respond-asynchronously"}, false},
		{[]string{"return=\"respond-async\""}, false},
	} {
		r := httptest.NewRequest("PUT", "/", nil)
		for _, line := range c.lines {
			r.Header.Add("Prefer", line)
		}
		if got := IsAsyncPreferred(withPreferences(r)); got != c.async {
			t.Errorf("%q: %v", c.lines, got)
		}
	}
}
