package bucket

import (
	"testing"
	"time"
)

func TestOwnTime(t *testing.T) {
	at := func(text string) time.Time {
		when, err := time.Parse(time.RFC3339Nano, text)
		if err != nil {
			t.Fatal(err)
		}
		return when
	}
	for _, c := range []struct {
		key, value string
		want       time.Time
	}{
		{"mtime", "1366120000", at("2013-04-16T13:46:40Z")},
		{"Mtime", "1366120000.5", at("2013-04-16T13:46:40.5Z")},
		{"mtime", "1366120000.123456789", at("2013-04-16T13:46:40.123456789Z")},
		{"mtime", " 1366120000 ", at("2013-04-16T13:46:40Z")},
		{"mtime", "-5000000", at("1969-11-04T03:06:40Z")},
		{"mtime", "-1.25", at("1969-12-31T23:59:58.75Z")},
		{"s3cmd-attrs", "uid:0/gname:root/mtime:1366120000/mode:33188", at("2013-04-16T13:46:40Z")},
		{"mc-attrs", "atime:1#0/gid:0/mtime:1366120000#5/uid:0", at("2013-04-16T13:46:40Z")},
		{"mtime", "", time.Time{}},
		{"mtime", "yesterday", time.Time{}},
		{"mtime", "1366120000.x", time.Time{}},
		{"mtime", "9223372036854775807", time.Time{}},
		{"mtime", "99999999999999999999", time.Time{}},
		{"s3cmd-attrs", "notmtime:5", time.Time{}},
		{"other", "1366120000", time.Time{}},
	} {
		if got := parseOwnTime(map[string]string{c.key: c.value}); !got.Equal(c.want) {
			t.Errorf("%s %q is %v, not %v", c.key, c.value, got, c.want)
		}
	}
}
