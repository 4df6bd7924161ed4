package firststeps

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"anbar/app/base/server"
	"anbar/app/host"
)

// AddressStep is what people type, and whether it is safe.
type AddressStep struct {
	Step
	URL         string       `json:"url" doc:"where links of mails lead"`
	Mode        string       `json:"mode" enum:"off,internal,acme" doc:"who does HTTPS: nobody here, the internal authority, a public one"`
	Here        bool         `json:"here" doc:"the request for this answer came to that address"`
	Arrival     string       `json:"arrival" enum:",here,elsewhere,silent" doc:"of a request that the server sent to that address; empty for not yet"`
	Words       string       `json:"words" doc:"the error of it, in English; empty for none"`
	Certificate *Certificate `json:"certificate" doc:"that the address shows; null without HTTPS, or when nobody has looked yet"`
	Near        []string     `json:"near" doc:"addresses at which other machines of the network reach the server"`
	TLSPort     string       `json:"tls_port" doc:"where the server does HTTPS, or would"`
	Fingerprint string       `json:"fingerprint" doc:"SHA-256 of the certificate of the internal authority; empty without one"`
}

// addressLook is what the address answered.
type addressLook struct {
	arrival, words string
	certificate    *Certificate
}

// Arrivals of a request to the own address.
const (
	arrivesHere      = "here"
	arrivesElsewhere = "elsewhere"
	arrivesSilent    = "silent" // nobody answered
)

func (s *Service) loadAddress(last *look, asked string) AddressStep {
	a := AddressStep{
		Step: Step{State: Open}, URL: s.URL(), Mode: s.Config.Mode(), Arrival: last.address.arrival, Words: last.address.words,
		Certificate: last.address.certificate, Near: host.NearURLs(s.Config, s.LocalName()), Fingerprint: host.RootFingerprint(s.Config),
	}
	_, a.TLSPort, _ = net.SplitHostPort(s.Config.ListenTLS) // the server listens there, so it is an address
	u, err := url.Parse(a.URL)
	if err != nil {
		return a
	}
	a.Here = strings.EqualFold(asked, u.Host)
	bad := a.Certificate != nil && a.Certificate.Problem != ""
	// An authority gives a certificate to whom the name leads. That of somebody in front says nothing of whether requests come here.
	isProven := a.Certificate != nil && (a.Mode == string(server.ACME) || a.Certificate.Kind == ownAuthority)
	switch {
	case a.Arrival == arrivesElsewhere, bad:
		a.State = Broken
	case u.Scheme != "https", isOnlyHere(u.Hostname()):
	case last.at.IsZero():
		a.State = Looking
	case !isProven && a.Arrival != arrivesHere && !a.Here: // some networks do not lead to themselves
	default:
		a.State = Done
	}
	return a
}

// isOnlyHere reports whether other machines cannot reach a name.
func isOnlyHere(name string) bool {
	ip, err := netip.ParseAddr(name)
	return name == host.LoopbackHost || strings.HasSuffix(name, "."+host.LoopbackHost) || err == nil && ip.IsLoopback()
}

// probeAddress asks the address itself.
func (s *Service) probeAddress(ctx context.Context) addressLook {
	var l addressLook
	u, err := url.Parse(s.URL())
	if err != nil {
		return addressLook{arrival: arrivesSilent, words: err.Error()}
	}
	if u.Scheme == "https" {
		l.certificate = s.probeCertificate(ctx, u)
		if l.certificate != nil && l.certificate.Kind == ownAuthority {
			l.arrival = arrivesHere // nobody else has one of it, and a request does not go by it: this process does not trust it
			return l
		}
		if l.certificate != nil && l.certificate.Problem != "" {
			return l
		}
	}
	switch err := s.CheckArrival(ctx, s.URL()); {
	case err == nil:
		l.arrival = arrivesHere
	case errors.Is(err, host.ErrElsewhere):
		l.arrival = arrivesElsewhere
	default:
		l.arrival, l.words = arrivesSilent, err.Error()
	}
	return l
}

// dialAddresses are where the certificate of a URL is asked for: at its own address, and at the port of this machine when the network
// does not lead back here.
func (s *Service) dialAddresses(u *url.URL) []string {
	port := u.Port()
	if port == "" {
		port = "443"
	}
	all := []string{net.JoinHostPort(u.Hostname(), port)}
	if s.Config.Mode() == string(server.Plain) {
		return all
	}
	own, listens, err := net.SplitHostPort(s.Config.ListenTLS)
	if err != nil {
		return all
	}
	if ip := net.ParseIP(own); own == "" || ip != nil && ip.IsUnspecified() {
		own = "127.0.0.1"
	}
	if here := net.JoinHostPort(own, listens); !slices.Contains(all, here) {
		all = append(all, here)
	}
	return all
}
