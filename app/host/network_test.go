package host

import (
	"slices"
	"testing"

	"anbar/config"
)

// TestTheLocalNameIsForNetworksWithoutAPublicName: a name of the network beside a public one would only mislead, and where nobody else
// reaches the server it would lead nowhere.
func TestTheLocalNameIsForNetworksWithoutAPublicName(t *testing.T) {
	for name, c := range map[string]struct {
		cfg  config.Serve
		want string
	}{
		"nothing is set":     {config.Serve{TLS: "off", Listen: ":8080"}, "anbar.local"},
		"internal authority": {config.Serve{TLS: "internal", Listen: "127.0.0.1:8080", ListenTLS: ":8443"}, "anbar.local"},
		"this machine alone": {config.Serve{TLS: "off", Listen: "127.0.0.1:8080"}, ""},
		"localhost":          {config.Serve{TLS: "off", Listen: "localhost:8080"}, ""},
		"a domain":           {config.Serve{TLS: "auto", ListenTLS: ":443", Domain: []string{"files.example.org"}}, ""},
		"a proxy":            {config.Serve{TLS: "off", Listen: ":8080", PublicURL: "https://files.example.org"}, ""},
		"its own name":       {config.Serve{TLS: "internal", ListenTLS: ":8443", PublicURL: "https://anbar.local:8443"}, "anbar.local"},
		"an address":         {config.Serve{TLS: "internal", ListenTLS: ":8443", PublicURL: "https://192.168.1.10:8443"}, "anbar.local"},
	} {
		c.cfg.LocalName = "anbar.local"
		if got := LocalName(&c.cfg); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	near := NearURLs(&config.Serve{TLS: "internal", ListenTLS: ":8443"}, "anbar.local")
	if !slices.Contains(near, "https://anbar.local:8443") {
		t.Errorf("%v", near)
	}
	if near = NearURLs(&config.Serve{TLS: "off", Listen: ":80"}, "anbar.local"); !slices.Contains(near, "http://anbar.local") {
		t.Errorf("%v", near)
	}
}
