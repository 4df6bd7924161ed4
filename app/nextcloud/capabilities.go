package nextcloud

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"anbar/app/api"
	"anbar/app/names"
)

// The color of the product on its own pages.
const (
	color     = "#0b6b66"
	colorText = "#ffffff"
)

const pollInterval = 60 // seconds

// capabilities say what the server can do. What it does not offer is absent, so that no app
// asks for it.
func (s *Service) capabilities(c *api.Call) *reply {
	var version [3]int
	for i, n := range strings.SplitN(s.Version, ".", 3) {
		version[i], _ = strconv.Atoi(n) // the setting is three numbers
	}
	origin := s.origin(c.R)
	return answered(tree{
		{"version", tree{
			{"major", version[0]}, {"minor", version[1]}, {"micro", version[2]}, {"string", s.Version}, {"edition", ""},
			{"extendedSupport", false},
		}},
		{"capabilities", tree{
			{"core", tree{{"pollinterval", pollInterval}, {"webdav-root", "remote.php/webdav"}}},
			{"bruteforce", tree{{"delay", 0}}},
			{"files", tree{
				{"bigfilechunking", true}, {"undelete", true}, {"versioning", true}, {"favorites", true}, {"privateLinks", true},
				{"blacklisted_files", []string{}}, {"forbidden_filenames", []string{".", ".."}},
				{"forbidden_filename_characters", forbidden()}, {"windows_compatible_filenames", false},
			}},
			{"dav", chunkings(c.R.UserAgent())},
			{"checksums", tree{{"supportedTypes", []string{"SHA1", "MD5", "ADLER32", "SHA256"}}, {"preferredUploadType", "SHA1"}}},
			{"notify_push", tree{
				{"type", []string{"files"}}, {"endpoints", tree{{"websocket", "ws" + strings.TrimPrefix(origin, "http") + "/push/ws"}}},
			}},
			{"activity", tree{{"apiv2", []string{"filters", "filters-api", "rich-strings"}}}},
			{"files_sharing", sharing()},
			{"theming", tree{
				{"name", product}, {"url", origin}, {"slogan", ""}, {"color", color}, {"color-text", colorText}, {"color-element", color},
				{"logo", origin + "/icon-192.png"}, {"background", color}, {"background-plain", true}, {"background-default", true},
			}},
		}},
	})
}

// The first desktop app that sends empty files together with others. Those before fail for all of them, again and again.
var bulkSince = [3]int{3, 9, 1}

// chunkings are the ways besides PUT to send files.
func chunkings(agent string) tree {
	all := tree{{"chunking", "1.0"}}
	if _, said, desktop := strings.Cut(agent, "mirall/"); desktop {
		var version [3]int
		_, _ = fmt.Sscanf(said, "%d.%d.%d", &version[0], &version[1], &version[2]) // what cannot be read is old
		if slices.Compare(version[:], bulkSince[:]) < 0 {
			return all
		}
	}
	return append(all, branch{"bulkupload", "1.0"})
}

func forbidden() []string {
	var all []string
	for _, r := range names.Forbidden {
		all = append(all, string(r))
	}
	return all
}
