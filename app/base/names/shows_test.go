package names

import "testing"

func TestWhatShowsNothingIsNoName(t *testing.T) {
	for s, want := range map[string]int{
		"": 0, " \t": 0, "\u200c": 0, "\u200f\u200e": 0, "\ufeff": 0, "\u00ad": 0, "\u3164": 0, "\u115f\u1160": 0, "\u2800": 0, "\ufe0f": 0,
		"\u2060\u034f": 0, "\U000e0041": 0, "a": 1, "پارس\u200cنگار": 8, "❤\ufe0f": 1, "\u0601": 1, "ـ": 1, "e\u0301": 2,
	} {
		if got := CountVisible(s); got != want {
			t.Errorf("%+q shows %d characters, want %d", s, got, want)
		}
	}
	if got := Trim(" \u200f a\u200c "); got != "\u200f a\u200c" {
		t.Errorf("trimmed to %+q", got)
	}
	if got := Trim(" \u200f \u200c "); got != "" {
		t.Errorf("trimmed to %+q", got)
	}
}
