package db

import (
	"encoding/json"
	"errors"
	"testing"
)

func TestIDsGrowAndSurviveText(t *testing.T) {
	var last NodeID
	for range 100_000 {
		id := NodeID(NewID())
		if id <= last {
			t.Fatalf("%d came after %d", id, last)
		}
		last = id
	}
	b, err := json.Marshal(struct{ A, B NodeID }{last, 0})
	if err != nil {
		t.Fatal(err)
	}
	var back struct{ A, B NodeID }
	if err := json.Unmarshal(b, &back); err != nil || back.A != last || back.B != 0 {
		t.Fatalf("%s came back as %v, %v", b, back, err)
	}
}

func FuzzParseID(f *testing.F) {
	for _, s := range []string{"", "0000000000000", "7zzzzzzzzzzzz", "8000000000000", "0h3k9w2m5x7qa", "0H3K9W2M5X7QA", "../../../etc."} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var id NodeID
		err := id.UnmarshalText([]byte(s))
		if err != nil && !errors.Is(err, ErrBadID) {
			t.Fatal(err)
		}
		if err == nil && s != "" && id.String() != s {
			t.Fatalf("%q parsed as %v", s, id)
		}
	})
}
