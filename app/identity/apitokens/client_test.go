package apitokens

import (
	"strings"
	"testing"
)

func TestDevicesAreNamedByWhatTheySend(t *testing.T) {
	for agent, want := range map[string]string{
		"vm (Desktop Client - Linux)":                                          "vm",
		"Sara’s MacBook.local (Desktop Client - macOS)":                        "Sara’s MacBook",
		"رایانهٔ سارا (Desktop Client - Windows)":                              "رایانهٔ سارا",
		"https://evil.example/pay (Desktop Client - Linux)":                    "https evil",
		"evil.example (Desktop Client - Linux)":                                "evil",
		"a@evil (Desktop Client - Linux)":                                      "a evil",
		"\u202e\u2066x (Desktop Client - Linux)":                               "x",
		"... (Desktop Client - Linux)":                                         "Nextcloud · Linux",
		strings.Repeat("a", 200) + " (Desktop Client - Linux)":                 strings.Repeat("a", maxDeviceName),
		"Mozilla/5.0 (Android) Nextcloud-android/3.30.0":                       "Nextcloud · Android",
		"Mozilla/5.0 (iOS) Nextcloud-iOS/6.2.0":                                "Nextcloud · iOS",
		"Mozilla/5.0 (Linux) mirall/3.7.3 (Nextcloud, debian-6.1 ClientArchi)": "Nextcloud · Linux",
		"rclone/v1.60.1":                      "rclone",
		"WebDAVFS/3.0.0 (03008000) Darwin/22": "Finder · macOS",
		"Microsoft-WebDAV-MiniRedir/10.0.19":  "Explorer · Windows",
		"SomeTool/2.0 https://evil.example":   "SomeTool",
		"Mozilla/5.0":                         "WebDAV",
		"":                                    "WebDAV",
	} {
		if got := DeviceName(agent); got != want {
			t.Errorf("%q is named %q, want %q", agent, got, want)
		}
	}
}

func TestProgramsAreToldByTheirUserAgent(t *testing.T) {
	for agent, want := range map[string]Client{
		"Mozilla/5.0 (Windows) mirall/3.16.2stable-Win64 (build 2024) (Nextcloud)": {"nextcloud_desktop", "3.16.2", "Windows"},
		"Mozilla/5.0 (Macintosh) mirall/3.14.0 (Nextcloud)":                        {"nextcloud_desktop", "3.14.0", "macOS"},
		"Mozilla/5.0 (Android) Nextcloud-android/3.30.0":                           {"nextcloud_android", "3.30.0", "Android"},
		"Mozilla/5.0 (iOS) Nextcloud-iOS/6.2.0":                                    {"nextcloud_ios", "6.2.0", "iOS"},

		"davfs2/1.6.1 neon/0.32.4":          {"davfs2", "1.6.1", "Linux"},
		"gvfs/1.50.3":                       {"gvfs", "1.50.3", "Linux"},
		"Microsoft Office Word 2014":        {"office", "", ""},
		"Cyberduck/8.7.0 (Mac OS X/13.0)":   {"cyberduck", "8.7.0", "macOS"},
		"Mozilla/5.0 (X11; Linux) Chrome/1": {"other", "", "Linux"},
	} {
		if got := ParseClient(agent); got != want {
			t.Errorf("%q: %+v, want %+v", agent, got, want)
		}
	}
}
