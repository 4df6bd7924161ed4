package billing

import (
	"encoding/json"
	"fmt"
	"strconv"
	"testing"

	"anbar/app/sales/plans"
)

func TestPathsInAnswers(t *testing.T) {
	v, err := parseJSON([]byte(`{"a":{"b":[1,{"c":"x"},true]},"n":15966442233311000123,"f":1.50,"z":null}`))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"a.b.0": "1", "a.b.1.c": "x", "a.b.2": "true", "n": "15966442233311000123", "f": "1.50", "z": "", "a": "", "a.b": "", "a.b.3": "",
		"a.b.-1": "", "a.b.x": "", "n.0": "", "": "", "nothing": "",
	} {
		if got := textAt(v, path); got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
}

func FuzzAmounts(f *testing.F) {
	for _, s := range []string{"1000", "1000.0", "1e3", "0001000", "-1000", "1000.5", "9223372036854775808", "۱۰۰۰"} {
		f.Add(s, int64(1000))
	}
	f.Fuzz(func(t *testing.T, said string, amount int64) {
		if !isAmount(said, strconv.FormatInt(amount, 10)) {
			return
		}
		n, err := strconv.ParseFloat(said, 64)
		if err != nil || amount < 0 || n != float64(amount) {
			t.Fatalf("%q counts as %d", said, amount)
		}
	})
}

// FuzzTemplates puts any text into a body of JSON and reads it back at its path.
func FuzzTemplates(f *testing.F) {
	f.Add(`x"},{"amount":1,"y":"`, int64(7), "a.0.b")
	f.Add("{secret}{amount}\\", int64(0), "a")
	f.Fuzz(func(t *testing.T, text string, amount int64, path string) {
		if len(text) > 300 {
			return // no URL has more
		}
		r := &plans.HTTPRequest{URL: "https://g/{authority}?q={authority}", Body: `{"t":"{authority}","amount":{amount}}`}
		at, body := r.Render(map[string]string{"authority": text, "amount": strconv.FormatInt(amount, 10), "secret": "top"})
		v, err := parseJSON([]byte(body))
		if err != nil {
			t.Fatalf("%s: %v", body, err)
		}
		if got := textAt(v, "amount"); got != fmt.Sprint(amount) || len(v.(map[string]any)) != 2 {
			t.Fatalf("%s has the amount %s", body, got)
		}
		var want any
		if b, err := json.Marshal(text); err != nil || json.Unmarshal(b, &want) != nil || textAt(v, "t") != want {
			t.Fatalf("%q became %q", text, textAt(v, "t"))
		}
		if len(at) < len("https://g/?q=") || !isPageURL(at) {
			t.Fatalf("%q is no URL", at)
		}
		textAt(v, path)
	})
}
