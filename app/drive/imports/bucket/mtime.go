package bucket

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// mtimeAttribute is how s3cmd and mc write what the file system knew of a file: uid:0/mtime:1366120000/…
var mtimeAttribute = regexp.MustCompile(`(?:^|/)mtime:(\d{1,15})`)

// parseOwnTime is when a file was changed before it came into the bucket, as programs that copy files there note it in the metadata of the
// object: rclone and s3fs as seconds, with a fraction, under mtime; s3cmd and mc within their attributes. It is zero when none did.
func parseOwnTime(metadata map[string]string) time.Time {
	said := map[string]string{}
	for key, value := range metadata {
		said[strings.ToLower(key)] = strings.TrimSpace(value)
	}
	if at := parseSeconds(said["mtime"]); !at.IsZero() {
		return at
	}
	if found := mtimeAttribute.FindStringSubmatch(cmp.Or(said["s3cmd-attrs"], said["mc-attrs"])); found != nil {
		return parseSeconds(found[1])
	}
	return time.Time{}
}

// parseSeconds reads seconds since 1970 with a fraction; zero for anything else, and outside of the years 1 to 9999.
func parseSeconds(text string) time.Time {
	whole, fraction, _ := strings.Cut(text, ".")
	seconds, err := strconv.ParseInt(whole, 10, 64)
	if err != nil {
		return time.Time{}
	}
	nanos, err := strconv.ParseUint((fraction + "000000000")[:9], 10, 32)
	if err != nil {
		return time.Time{}
	}
	at := time.Unix(seconds, 0).UTC()
	if year := at.Year(); year < 1 || year > 9999 {
		return time.Time{}
	}
	if strings.HasPrefix(whole, "-") {
		return at.Add(-time.Duration(nanos))
	}
	return at.Add(time.Duration(nanos))
}
