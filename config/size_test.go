package config

import "testing"

func TestSizes(t *testing.T) {
	for text, want := range map[string]Size{
		"0": 0, "500MB": 500 << 20, "20 GB": 20 << 30, "1.5k": 1536, "2TB": 2 << 40,
		"": -1, "NaN": -1, "inf": -1, "-1": -1, "5 XB": -1, "9e30": -1, "5MBMB": -1,
	} {
		var s Size
		err := s.UnmarshalText([]byte(text))
		if (err != nil) != (want < 0) || err == nil && s != want {
			t.Errorf("%q is %d, %v", text, s, err)
		}
	}
}
