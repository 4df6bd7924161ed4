package rehearsal

import (
	"errors"
	"strings"
	"testing"

	"anbar/app/base/spool"
)

// TestAProgramThatSaysTooMuchIsNotHeard: root asks programs that run with fewer rights.
func TestAProgramThatSaysTooMuchIsNotHeard(t *testing.T) {
	for script, want := range map[string]struct {
		out  string
		over bool
		ends string
	}{
		"printf 1234":                      {out: "1234"},
		"printf 1234; echo no >&2; exit 3": {out: "1234", ends: "exit status 3: no"},
		"printf 12345":                     {over: true},
		"while :; do echo 1234; done":      {over: true},
	} {
		b, err := ReadOutput(t.Context(), 4, nil, "/bin/sh", "-c", script)
		if string(b) != want.out || errors.Is(err, spool.ErrTooLarge) != want.over {
			t.Errorf("%s: %q, %v", script, b, err)
		}
		if (err != nil) != (want.over || want.ends != "") || err != nil && !strings.Contains(err.Error(), want.ends) {
			t.Errorf("%s: %v", script, err)
		}
	}
}
