package server

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/letsencrypt/challtestsrv"
	"github.com/letsencrypt/pebble/v2/ca"
	"github.com/letsencrypt/pebble/v2/db"
	"github.com/letsencrypt/pebble/v2/va"
	"github.com/letsencrypt/pebble/v2/wfe"
)

// authority is an ACME authority in this process, with names of its own, that
// looks for challenges at the ports of o. It fills in where o finds it.
func authority(t *testing.T, o *Options) (roots *x509.CertPool) {
	t.Helper()
	t.Setenv("PEBBLE_VA_NOSLEEP", "1")
	t.Setenv("PEBBLE_WFE_NONCEREJECT", "0")
	quiet := log.New(io.Discard, "", 0)
	dns := freePort(t)
	names, err := challtestsrv.New(challtestsrv.Config{Log: quiet, DNSAddrs: []string{dns}})
	if err != nil {
		t.Fatal(err)
	}
	names.SetDefaultDNSIPv4("127.0.0.1")
	names.SetDefaultDNSIPv6("")
	go names.Run()
	t.Cleanup(names.Shutdown)

	store := db.NewMemoryStore()
	signer := ca.New(quiet, store, "", "ecdsa", 0, 1, map[string]ca.Profile{"default": {ValidityPeriod: 90 * 24 * 3600}})
	front := wfe.New(quiet, store, va.New(quiet, portOf(o.Listen), portOf(o.ListenTLS), true, dns, store), signer,
		[]string{"pebble.letsencrypt.org"}, true, false, 1, 1)
	server := httptest.NewTLSServer(front.Handler())
	t.Cleanup(server.Close)
	trusted := filepath.Join(t.TempDir(), "acme.pem")
	if err := os.WriteFile(trusted, pem.EncodeToMemory(&pem.Block{
		Type: "CERTIFICATE", Bytes: server.Certificate().Raw,
	}), 0o600); err != nil {
		t.Fatal(err)
	}
	o.ACMECA, o.ACMERoots = server.URL+wfe.DirectoryPath, []string{trusted}
	roots = x509.NewCertPool()
	roots.AppendCertsFromPEM(signer.GetRootCert(0).PEM())
	return roots
}

func TestACMEBringsACertificateForTheDomain(t *testing.T) {
	const domain = "drive.example.org"
	o := Options{
		Mode: ACME, Listen: freePort(t), ListenTLS: freePort(t), Domains: []string{domain}, ACMEEmail: "admin@example.org",
		Dir: t.TempDir(),
	}
	roots := authority(t, &o)
	serveOn(t, o, hello)
	config := &tls.Config{RootCAs: roots, ServerName: domain}
	for began := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		c, err := tls.Dial("tcp", o.ListenTLS, config)
		if err == nil {
			t.Logf("a certificate after %v, %v", time.Since(began), c.ConnectionState().PeerCertificates[0].DNSNames)
			if err := c.Close(); err != nil {
				t.Error(err)
			}
			break
		}
		if time.Since(began) > time.Minute {
			t.Fatalf("no certificate: %v", err)
		}
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: config, ForceAttemptHTTP2: true,
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			to := o.ListenTLS
			if _, port, _ := net.SplitHostPort(addr); port == "80" {
				to = o.Listen
			}
			return (&net.Dialer{}).DialContext(ctx, network, to)
		}}}
	if _, body := get(t, client, "https://"+domain); body != "hello over HTTP/2.0" {
		t.Errorf("over HTTPS: %q", body)
	}
	if _, body := get(t, client, "http://"+domain+"/workspace/x"); body != "hello over HTTP/1.1" { // which leads pages to HTTPS
		t.Errorf("over HTTP: %q", body)
	}
	if c, err := tls.Dial("tcp", o.ListenTLS, &tls.Config{RootCAs: roots, ServerName: "other.example.org"}); err == nil {
		t.Error("another name got a certificate", c.Close())
	}
	if found, err := filepath.Glob(filepath.Join(o.Dir, "certificates", "*", domain, domain+".key")); err != nil || len(found) != 1 {
		t.Errorf("the key is not in the data directory: %v, %v", found, err)
	}
}
