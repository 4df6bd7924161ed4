package sizes

import "testing"

func TestKindsOfThumbnails(t *testing.T) {
	for _, c := range []struct {
		contentType, ending string
		size                int64
		as                  string
		since               int
	}{
		{"image/png", "png", 9, "image/png", 1},
		{"image/svg+xml", "svg", 9, "image/svg+xml", 2},
		{"application/vnd.oasis.opendocument.text", "odt", 9, "application/vnd.oasis.opendocument.text", 1},
		{"text/plain", "txt", 9, Text, 3},
		{"text/markdown", "md", 9, Text, 3},
		{"text/x-go", "go", 9, Text, 3},
		{"text/plain; charset=utf-8", "", 9, Text, 3},
		{"application/vnd.ms-excel", "csv", 9, Text, 3}, // as Windows calls it
		{"application/octet-stream", "md", 9, Text, 3},
		{"application/json", "", 9, Text, 3},
		{"text/html", "html", 9, Text, 3},
		{"video/mp2t", "ts", 9, "", 0},
		{"application/rtf", "rtf", 9, "", 0},
		{"message/rfc822", "eml", 9, "", 0},
		{"application/zip", "zip", 9, "", 0},
		{"application/octet-stream", "", 9, "", 0},
		{"text/plain", "txt", 0, "", 0},
		{"image/png", "png", 0, "", 0},
		{"text/plain", "txt", maxSource + 1, "", 0},
	} {
		if as, since := TypeOf(c.contentType, c.ending, c.size); as != c.as || since != c.since {
			t.Errorf("%s, %s, %d: %q, %d", c.contentType, c.ending, c.size, as, since)
		}
	}
	if Version != textsSince {
		t.Errorf("Version is %d", Version)
	}
}
