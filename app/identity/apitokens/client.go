package apitokens

import (
	"regexp"
	"strings"
	"unicode"
)

// Client is the program behind a User-Agent header.
type Client struct {
	Kind    string
	Version string // empty when it is not known
	System  string // Windows, macOS, Linux, Android, iOS, or empty
}

// The programs whose copies a wipe deletes have names that begin with this.
const syncPrefix = "nextcloud_"

type program struct {
	kind, system string
	pattern      *regexp.Regexp // its first group is the version
}

// The order matters: the first that fits counts.
var programs = []program{
	{"nextcloud_desktop", "", regexp.MustCompile(`mirall/([0-9.]+)`)},
	{"nextcloud_desktop", "", regexp.MustCompile(`\(Desktop Client - `)},
	{"nextcloud_android", "Android", regexp.MustCompile(`(?i)nextcloud-android/?([0-9.]*)`)},
	{"nextcloud_ios", "iOS", regexp.MustCompile(`(?i)nextcloud-iOS/?([0-9.]*)`)},
	{"nextcloud_ios", "iOS", regexp.MustCompile(`\(iOS\) Nextcloud`)},
	{"rclone", "", regexp.MustCompile(`rclone/v?([0-9.]+)`)},
	{"davfs2", "Linux", regexp.MustCompile(`davfs2/([0-9.]+)`)},
	{"gvfs", "Linux", regexp.MustCompile(`gvfs/([0-9.]+)`)},
	{"finder", "macOS", regexp.MustCompile(`WebDAVFS/([0-9.]+)`)},
	{"explorer", "Windows", regexp.MustCompile(`Microsoft-WebDAV-MiniRedir/([0-9.]+)`)},
	{"office", "", regexp.MustCompile(`Microsoft Office|MS-?Office`)},
	{"cyberduck", "", regexp.MustCompile(`Cyberduck/([0-9.]+)|Mountain Duck/([0-9.]+)`)},
}

var systems = []struct{ in, name string }{
	{"Windows", "Windows"}, {"Macintosh", "macOS"}, {"Mac OS", "macOS"}, {"macOS", "macOS"}, {"iPhone", "iOS"}, {"iPad", "iOS"},
	{"iOS", "iOS"}, {"Android", "Android"}, {"Linux", "Linux"},
}

// ParseClient tells the program of a User-Agent header; its kind is "other" for one that is not
// known. The header is untrusted: nothing may depend on it but what is shown.
func ParseClient(agent string) Client {
	c := Client{Kind: "other"}
	for _, p := range programs {
		if m := p.pattern.FindStringSubmatch(agent); m != nil {
			c.Kind, c.System = p.kind, p.system
			c.Version = strings.Trim(strings.Join(m[1:], ""), ".")
			break
		}
	}
	for _, s := range systems {
		if c.System == "" && strings.Contains(agent, s.in) {
			c.System = s.name
		}
	}
	return c
}

var programTitles = map[string]string{
	"nextcloud_desktop": "Nextcloud", "nextcloud_android": "Nextcloud", "nextcloud_ios": "Nextcloud",
	"rclone": "rclone", "davfs2": "davfs2", "gvfs": "GNOME", "cyberduck": "Cyberduck",
	"finder": "Finder", "explorer": "Explorer", "office": "Office",
}

var desktopAgent = regexp.MustCompile(`^(.+) \(Desktop Client - [^)]*\)$`)

const maxDeviceName = 60

// DeviceName names a device by its User-Agent header: by the host name that the desktop app sends,
// otherwise by program and system. The name is shown on pages and in mails, so it has only
// letters, digits and a few signs, and nothing that a mail program turns into a link.
func DeviceName(agent string) string {
	if m := desktopAgent.FindStringSubmatch(agent); m != nil {
		host, _, _ := strings.Cut(m[1], ".")
		if s := cleanDeviceName(host); s != "" {
			return s
		}
	}
	c := ParseClient(agent)
	var words []string
	for _, w := range []string{programTitles[c.Kind], c.System} {
		if w != "" {
			words = append(words, w)
		}
	}
	if len(words) == 0 {
		first, _, _ := strings.Cut(agent, "/")
		if s := cleanDeviceName(first); s != "" && s != "Mozilla" {
			return s
		}
		return "WebDAV"
	}
	return strings.Join(words, " · ")
}

// cleanDeviceName keeps letters, digits, and the signs of usual names of machines.
func cleanDeviceName(s string) string {
	const zwnj = '\u200c' // joins the parts of Persian words
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsMark(r), unicode.IsDigit(r), r == zwnj, strings.ContainsRune("-_'’", r):
			return r
		}
		return ' '
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > maxDeviceName {
		s = strings.TrimSpace(string(r[:maxDeviceName]))
	}
	if !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return ""
	}
	return s
}
