package api

import (
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Origin says where a request came from.
type Origin struct {
	Device  string // browser and system, in words
	Address string // see ClientAddress
	Browser string // secrets of the browser, one of each person who signed in on it, with dots between them
	Agent   string // the User-Agent header, as far as it is printable; untrusted
}

// maxBrowser is how long the secrets of a browser may be together.
const maxBrowser = 256

// OriginOf returns the origin of a request. Browsers send the secrets that they got at
// sign-in in the header "Device-Token".
func OriginOf(r *http.Request) Origin {
	o := Origin{Device: deviceName(r.UserAgent()), Address: ClientAddress(r), Browser: r.Header.Get("Device-Token"),
		Agent: printableText(r.UserAgent())}
	if len(o.Browser) > maxBrowser {
		o.Browser = ""
	}
	return o
}

const maxAgent = 200

// printableText keeps the beginning of a header without characters that terminals and pages obey.
func printableText(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, s)
	if len(s) > maxAgent {
		s = strings.ToValidUTF8(s[:maxAgent], "")
	}
	return s
}

// Origin says where the call came from.
func (c *Call) Origin() Origin { return OriginOf(c.R) }

// agentName is the name of a browser or a system whose User-Agent has a word.
type agentName struct{ word, name string }

// The order matters: browsers name the ones they descend from too.
var browsers = []agentName{{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser", "Samsung Internet"}, {"Firefox/", "Firefox"},
	{"FxiOS", "Firefox"},
	{"CriOS", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"}, {"curl/", "curl"}, {"Go-http-client", "Go"}}

var systems = []agentName{
	{"Windows", "Windows"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Mac OS X", "macOS"}, {"CrOS", "ChromeOS"},
	{"Linux", "Linux"},
}

const maxDevice = 30

// deviceName shortens a User-Agent header to a few words: "Firefox · Windows". The header is
// untrusted and the result appears in mails, so an unknown one gives at most a plain name,
// never an address that mail programs turn into a link.
func deviceName(agent string) string {
	var words []string
	for _, known := range [][]agentName{browsers, systems} {
		for _, n := range known {
			if strings.Contains(agent, n.word) {
				words = append(words, n.name)
				break
			}
		}
	}
	if len(words) == 0 {
		end := strings.IndexFunc(agent, func(r rune) bool {
			return r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
		})
		if end < 0 {
			end = len(agent)
		}
		return agent[:min(end, maxDevice)]
	}
	return strings.Join(words, " · ")
}
