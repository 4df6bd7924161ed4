package passkeys

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"anbar/app/base/fault"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// party is the server as browsers know it: the name that passkeys are made for, and the
// origins that may use them.
type party struct {
	name    string
	origins []string
}

// resolveParty returns the name of the server: the configured one, of several that of the request,
// or without any the host of the request. Browsers use passkeys only for names and, except
// for localhost, only with HTTPS.
func (s *Service) resolveParty(r *http.Request) (*party, error) {
	came := hostOf(r.Host)
	var p party
	for _, site := range s.sites {
		u, err := url.Parse(site)
		if err != nil || u.Host == "" {
			continue
		}
		name := strings.ToLower(u.Hostname())
		if p.name == "" || name == came && p.name != came { // of several names the one that was come to
			p = party{name: name}
		}
		if name == p.name {
			p.origins = append(p.origins, strings.ToLower(u.Scheme+"://"+u.Host))
		}
	}
	if p.name == "" {
		p = party{came, []string{"https://" + strings.ToLower(r.Host), "http://" + strings.ToLower(r.Host)}}
	}
	p.origins = slices.DeleteFunc(p.origins, func(o string) bool { return strings.HasPrefix(o, "http://") && p.name != "localhost" })
	if len(p.origins) == 0 || net.ParseIP(p.name) != nil || protocol.ValidateRPID(p.name) != nil || isOverHTTP(r) && p.name != "localhost" {
		return nil, fault.PasskeysUnavailable
	}
	return &p, nil
}

func hostOf(hostport string) string {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = strings.Trim(hostport, "[]")
	}
	return strings.ToLower(host)
}

// isOverHTTP reports whether the page that asks came over plain HTTP. A proxy may
// have taken HTTPS off, so the connection does not tell.
func isOverHTTP(r *http.Request) bool {
	return strings.HasPrefix(r.Header.Get("Origin"), "http://")
}

// newWebAuthn is the library set up for the party.
func (p *party) newWebAuthn() (*webauthn.WebAuthn, error) {
	return webauthn.New(&webauthn.Config{
		RPID: p.name, RPDisplayName: "Anbar", RPOrigins: p.origins, AttestationPreference: protocol.PreferNoAttestation,
		Timeouts: webauthn.TimeoutsConfig{
			Login:        webauthn.TimeoutConfig{Enforce: true, Timeout: ceremonyLife, TimeoutUVD: ceremonyLife},
			Registration: webauthn.TimeoutConfig{Enforce: true, Timeout: ceremonyLife, TimeoutUVD: ceremonyLife},
		},
	})
}
