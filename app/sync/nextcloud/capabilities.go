package nextcloud

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"anbar/app/base/api"
	"anbar/app/base/names"
)

// The color of the product on its own pages.
const (
	color     = "#0b6b66"
	colorText = "#ffffff"
)

const pollInterval = 60 // seconds

// renderCapabilities say what the server can do. What it does not offer is absent, so that no app
// asks for it.
func (s *Service) renderCapabilities(c *api.Call) *reply {
	var version [3]int
	for i, n := range strings.SplitN(s.Version, ".", 3) {
		version[i], _ = strconv.Atoi(n) // the setting is three numbers
	}
	origin := s.originURL(c.R)
	return okReply(object{
		{"version", object{
			{"major", version[0]}, {"minor", version[1]}, {"micro", version[2]}, {"string", s.Version}, {"edition", ""},
			{"extendedSupport", false},
		}},
		{"capabilities", object{
			{"core", object{{"pollinterval", pollInterval}, {"webdav-root", "remote.php/webdav"}}},
			{"bruteforce", object{{"delay", 0}}},
			{"files", object{
				{"bigfilechunking", true}, {"undelete", true}, {"versioning", true}, {"favorites", true}, {"privateLinks", true},
				{"blacklisted_files", []string{}}, {"forbidden_filenames", []string{".", ".."}},
				{"forbidden_filename_characters", forbiddenCharacters()}, {"windows_compatible_filenames", false},
			}},
			{"dav", uploadMethods(c.R.UserAgent())},
			{"checksums", object{{"supportedTypes", []string{"SHA1", "MD5", "ADLER32", "SHA256"}}, {"preferredUploadType", "SHA1"}}},
			{"notify_push", object{
				{"type", []string{"files"}}, {"endpoints", object{{"websocket", "ws" + strings.TrimPrefix(origin, "http") + "/push/ws"}}},
			}},
			{"activity", object{{"apiv2", []string{"filters", "filters-api", "rich-strings"}}}},
			{"files_sharing", sharingCapabilities()},
			{"theming", object{
				{"name", product}, {"url", origin}, {"slogan", ""}, {"color", color}, {"color-text", colorText}, {"color-element", color},
				{"logo", origin + "/icon-192.png"}, {"background", color}, {"background-plain", true}, {"background-default", true},
			}},
		}},
	})
}

// The first desktop app that sends empty files together with others. Those before fail for all of them, again and again.
var bulkSince = [3]int{3, 9, 1}

// uploadMethods are the ways besides PUT to send files.
func uploadMethods(agent string) object {
	all := object{{"chunking", "1.0"}}
	if _, said, desktop := strings.Cut(agent, "mirall/"); desktop {
		var version [3]int
		_, _ = fmt.Sscanf(said, "%d.%d.%d", &version[0], &version[1], &version[2]) // what cannot be read is old
		if slices.Compare(version[:], bulkSince[:]) < 0 {
			return all
		}
	}
	return append(all, member{"bulkupload", "1.0"})
}

func forbiddenCharacters() []string {
	var all []string
	for _, r := range names.Forbidden {
		all = append(all, string(r))
	}
	return all
}
