package names

import "testing"

func TestWhatMailProgramsMakeALinkOf(t *testing.T) {
	for s, want := range map[string]bool{
		"Sara": false, "سارا": false, "J. R. R. Tolkien": false, "J.R. Tolkien": false, "Ali.Reza": false, "Anne-Marie": false,
		"O'Neil": false, "Smith Jr.": false, "علی‌رضا": false, "Version 1.2": false, "...": false, "": false,
		"شرکت پارس (سهامی خاص)": false, "Dr.Ahmadi": false, "Win 1000$ at https://evil.example": true, "HTTP://x": true, "evil.com": true,
		"Evil.COM/win": true, "go to bit.ly/x now": true, "www.evil": true, "a@evil.org": true, "evil。com": true, "evil．com": true,
		"ｅｖｉｌ．ｃｏｍ": true, "ev\u200bil.c\u200bom": true, "192.0.2.1": true, "پارس.ir": true, "sub.example.co.uk": true, "x.github.io": true,
		"مثال.ایران": true, "evil.com.": true, "(evil.com)": true, "evil.com:8080": true,
	} {
		if got := IsWebAddress(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}
