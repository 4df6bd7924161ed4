package api

import "testing"

func TestADeviceIsAFewPlainWords(t *testing.T) {
	for agent, want := range map[string]string{
		"": "",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0": "Firefox · Windows",
		"rclone/v1.69.1": "rclone",
		"Anbar-Desktop":  "Anbar-Desktop",
		"https://evil.example/give-me-your-password":         "https",
		"evil.example/login":                                 "evil",
		"\u202eevil":                                         "",
		"پوشه‌گردان/1":                                       "",
		"<a href=//evil.example>here</a>":                    "",
		"0123456789012345678901234567890123456789":           "012345678901234567890123456789",
		"Firefox/140 https://evil.example Windows\r\nBcc: x": "Firefox · Windows",
	} {
		if got := deviceName(agent); got != want {
			t.Errorf("%q is %q, want %q", agent, got, want)
		}
	}
}
