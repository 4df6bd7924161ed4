package downloads

import (
	"errors"
	"strings"
	"testing"
	"time"

	"anbar/app/base/fault"
)

func TestClaimsSurviveTheirURLAndNothingElseDoes(t *testing.T) {
	key := signer("key")
	now := time.Unix(1_800_000_000, 0)
	g := &urlClaims{User: 1, Session: 2, Target: Target{3, 4, 5, 6}, Expires: now.Unix() + 60, Token: 7, Inline: true, Thumbnail: true}
	token := g.encode(key)
	back, err := parseClaims(key, token, now)
	if err != nil || *back != *g {
		t.Fatalf("%+v, %v", back, err)
	}
	if _, err := parseClaims(key, token, now.Add(time.Minute)); !errors.Is(err, fault.LinkExpired) {
		t.Errorf("after its end: %v", err)
	}
	if _, err := parseClaims(signer("other"), token, now); !errors.Is(err, fault.InvalidID) {
		t.Errorf("under another key: %v", err)
	}
	for i := range len(token) - 1 { // the last digit's low bits are not used
		c := byte('A')
		if token[i] == c {
			c = 'B'
		}
		if _, err := parseClaims(key, token[:i]+string(c)+token[i+1:], now); !errors.Is(err, fault.InvalidID) {
			t.Fatalf("changed at %d: %v", i, err)
		}
	}
	for _, s := range []string{"", "AAAA", strings.Repeat("A", 400), "%%%"} {
		if _, err := parseClaims(key, s, now); !errors.Is(err, fault.InvalidID) {
			t.Errorf("%q: %v", s, err)
		}
	}
}

func TestWhatABrowserGetsNeverRuns(t *testing.T) {
	for contentType, want := range map[string]string{
		"text/html": "text/plain; charset=utf-8", "application/xhtml+xml": "application/octet-stream",
		"text/javascript": "text/plain; charset=utf-8", "application/javascript": "text/plain; charset=utf-8",
		"text/xml": "text/plain; charset=utf-8", "image/png": "image/png", "video/mp4": "video/mp4", "application/pdf": "application/pdf",
		"application/x-shockwave-flash": "application/octet-stream", "message/rfc822": "application/octet-stream",
	} {
		if got := safeContentType(contentType, "x"); got != want {
			t.Errorf("%s goes out as %s, want %s", contentType, got, want)
		}
	}
}

func TestKindsOfPreviews(t *testing.T) {
	for _, c := range []struct{ contentType, name, want string }{
		{"application/x-subrip", "film.srt", "text"}, {"application/octet-stream", "film.SRT", "text"}, {"text/vtt", "film.vtt", "text"},
		{"application/octet-stream", "settings.toml", "text"}, {"application/octet-stream", "page.html", "text"},
		{"image/vnd.microsoft.icon", "favicon.ico", "image"}, {"image/x-icon", "favicon.ico", "image"}, {"image/apng", "a.png", "image"},
		{"application/vnd.oasis.opendocument.formula-template", "letters.otf", "font"}, {"video/mp2t", "film.ts", "video"},
		{"application/octet-stream", "program.exe", "none"}, {"application/octet-stream", "nothing", "none"}, {"", "", "none"},
		{"application/octet-stream", "notes.docx", "document"}, {"text/rtf", "letter.rtf", "document"},
		{"application/octet-stream", "letter.RTF", "document"}, {"message/rfc822", "mail", "document"},
		{"text/plain", "mail.eml", "document"}, {"application/epub+zip", "novel", "document"}, {"", "novel.epub", "document"},
		{"application/octet-stream", "talk.potm", "presentation"}, {"", "sheet.xltm", "spreadsheet"},
		{"image/svg+xml", "a.svg", "image"},
	} {
		if got := PreviewKind(c.contentType, c.name); got != c.want {
			t.Errorf("%s of %s is shown as %s, not %s", c.name, c.contentType, got, c.want)
		}
	}
}

func TestNamesInHeadersCannotBreakOut(t *testing.T) {
	for _, name := range []string{"a\"b.txt", "a\r\nSet-Cookie: x", "گزارش.pdf", `back\slash`, "a;b=c"} {
		h := contentDisposition("attachment", name)
		if strings.ContainsAny(h, "\r\n") || strings.Count(h, `"`) != 2 {
			t.Errorf("%q: %s", name, h)
		}
	}
}
