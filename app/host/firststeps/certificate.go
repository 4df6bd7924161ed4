package firststeps

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/url"
	"os"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/server"
	"anbar/app/host"
)

// Certificate is the one that an address shows.
type Certificate struct {
	Kind    string   `json:"kind" enum:"public,own,other" doc:"who signed it: an authority that this machine trusts, the internal one, or another one"`
	Issuer  string   `json:"issuer"`
	Ends    api.Time `json:"ends_at" nullable:"true"`
	Problem string   `json:"problem" enum:",self_signed,untrusted,wrong_name,expired,soon,none" doc:"none: the address shows no certificate"`
	Words   string   `json:"words" doc:"the error, in English; empty for none"`
}

const ownAuthority = "own" // kind of a certificate that the internal authority signed

// Problems of a certificate.
const (
	selfSigned  = "self_signed"
	untrusted   = "untrusted"
	wrongName   = "wrong_name"
	expired     = "expired"
	endsSoon    = "soon"
	nothingSeen = "none"
)

// soon is when a public certificate should have been renewed long before.
const soon = 3 * 24 * time.Hour

// probeCertificate says what a browser would find at a URL; nil when nobody answers there.
func (s *Service) probeCertificate(ctx context.Context, u *url.URL) *Certificate {
	var refused error
	for _, address := range s.dialAddresses(u) {
		chain, err := fetchChain(ctx, address, u.Hostname())
		if err == nil {
			return s.judge(chain, u.Hostname(), time.Now())
		}
		var dial *net.OpError
		if !errors.As(err, &dial) || dial.Op != "dial" {
			refused = err
		}
	}
	if refused == nil {
		return nil
	}
	return &Certificate{Kind: "other", Problem: nothingSeen, Words: refused.Error()}
}

// fetchChain returns the certificates that an address shows, whatever they are worth.
func fetchChain(ctx context.Context, address, name string) ([]*x509.Certificate, error) {
	d := tls.Dialer{Config: &tls.Config{
		ServerName: name, InsecureSkipVerify: true, // a certificate that is not good is to be seen, and nothing is sent
	}}
	conn, err := d.DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	defer conn.Close() // it fails where the other side was faster, which says nothing of what was shown
	return conn.(*tls.Conn).ConnectionState().PeerCertificates, nil
}

// judge says whether browsers accept a chain for a name.
func (s *Service) judge(chain []*x509.Certificate, name string, now time.Time) *Certificate {
	leaf := chain[0]
	c := &Certificate{Kind: "other", Issuer: issuerOf(leaf), Ends: api.Time(leaf.NotAfter)}
	between := x509.NewCertPool()
	for _, one := range chain[1:] {
		between.AddCert(one)
	}
	verify := func(roots *x509.CertPool) error {
		_, err := leaf.Verify(x509.VerifyOptions{DNSName: name, Roots: roots, Intermediates: between, CurrentTime: now})
		return err
	}
	if s.Config.Mode() == string(server.Internal) {
		own := x509.NewCertPool()
		own.AppendCertsFromPEM(host.RootPEM(s.Config))
		if err := verify(own); err == nil {
			c.Kind = ownAuthority
			return c
		}
	}
	err := verify(s.publicRoots())
	if err == nil {
		c.Kind = "public"
		if leaf.NotAfter.Sub(now) < soon {
			c.Problem = endsSoon
		}
		return c
	}
	c.Problem, c.Words = problemOf(leaf, err), err.Error()
	return c
}

// publicRoots are those of the system, and those of an ACME authority that the settings name; nil for the system's alone.
func (s *Service) publicRoots() *x509.CertPool {
	if len(s.Config.ACMERoots) == 0 {
		return nil
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	for _, file := range s.Config.ACMERoots {
		if pem, err := os.ReadFile(file); err == nil {
			pool.AppendCertsFromPEM(pem)
		}
	}
	return pool
}

func problemOf(leaf *x509.Certificate, err error) string {
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	switch {
	case errors.As(err, &name):
		return wrongName
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return expired
	case bytes.Equal(leaf.RawIssuer, leaf.RawSubject):
		return selfSigned
	}
	return untrusted
}

func issuerOf(c *x509.Certificate) string {
	if len(c.Issuer.Organization) > 0 {
		return c.Issuer.Organization[0]
	}
	return c.Issuer.CommonName
}
