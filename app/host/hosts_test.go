package host

import (
	"testing"

	"anbar/config"
)

func TestADriveWithANameAnswersToItAndToTheLocalNetwork(t *testing.T) {
	named := hostsOf(&config.Serve{
		Domain: []string{"Files.example.org"}, Names: []string{"nas.office.example.org"}, PublicURL: "https://drive.example.org/",
	})
	for host, want := range map[string]bool{
		"files.example.org": true, "FILES.example.org.:443": true, "nas.office.example.org:8080": true, "drive.example.org": true,
		"192.168.1.5:8080": true, "[fd00::1]:8080": true, "::1": true, "127.0.0.1": true, "203.0.113.9": true,
		"localhost:8080": true, "nas": true, "nas.local": true, "anbar.home.arpa": true, "": true,
		"evil.example.net": false, "files.example.org.evil.net": false, "example.org": false, "local": true, "evil.net:8080": false,
	} {
		if got := named.isServed(host); got != want {
			t.Errorf("%q: %v", host, got)
		}
		if !hostsOf(&config.Serve{}).isServed(host) {
			t.Errorf("%q is refused where no name was set", host)
		}
	}
}
