package accounts

import "strings"

type mark struct{ in, word string }

// The order matters: browsers name the ones they descend from too.
var browsers = []mark{{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser", "Samsung Internet"}, {"Firefox/", "Firefox"}, {"FxiOS", "Firefox"},
	{"CriOS", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"}, {"curl/", "curl"}, {"Go-http-client", "Go"}}

var systems = []mark{{"Windows", "Windows"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Mac OS X", "macOS"}, {"CrOS", "ChromeOS"}, {"Linux", "Linux"}}

const maxDevice = 60

// device puts a User-Agent header into a few words: "Firefox · Windows".
func device(agent string) string {
	var words []string
	for _, marks := range [][]mark{browsers, systems} {
		for _, m := range marks {
			if strings.Contains(agent, m.in) {
				words = append(words, m.word)
				break
			}
		}
	}
	if len(words) == 0 {
		first, _, _ := strings.Cut(strings.ToValidUTF8(agent, ""), " ")
		return first[:min(len(first), maxDevice)]
	}
	return strings.Join(words, " · ")
}
