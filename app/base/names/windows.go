package names

import (
	"regexp"
	"strings"
)

// device is a name that Windows keeps for itself, with any extension.
var device = regexp.MustCompile(`^(?i:con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)`)

// ForWindows returns the nearest name that Windows takes, which is the same one for most. The caller makes
// it unique. The front end says the same of a name that is typed (name-hint.ts).
func ForWindows(s string) string {
	s = strings.TrimRight(strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`<>:"|?*\/`, r) {
			return '_'
		}
		return r
	}, s), " .")
	if s == "" || device.MatchString(s) {
		s = "_" + s
	}
	return s
}
