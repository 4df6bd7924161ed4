package firststeps

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"anbar/app/base/api"
	"anbar/app/host"
	"anbar/app/operation/console"
	"anbar/config"
)

type authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

// sign makes a certificate; without an authority it signs itself.
func sign(t *testing.T, by *authority, name string, ends time.Time) *authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name}, DNSNames: []string{name},
		NotBefore: time.Now().Add(-30 * 24 * time.Hour), NotAfter: ends, IsCA: by == nil, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	if by == nil {
		by = &authority{c, key}
	}
	der, err := x509.CreateCertificate(rand.Reader, c, by.certificate, &key.PublicKey, by.key)
	if err != nil {
		t.Fatal(err)
	}
	made, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return &authority{made, key}
}

// TestACertificateIsJudgedAsABrowserDoes: that a file of a certificate is there says nothing of what people see.
func TestACertificateIsJudgedAsABrowserDoes(t *testing.T) {
	later := time.Now().Add(60 * 24 * time.Hour)
	root := sign(t, nil, "Test authority", later)
	file := filepath.Join(t.TempDir(), "root.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: root.certificate.Raw})
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	s := &Service{Options: Options{Config: &config.Serve{TLS: "off", ACMERoots: []string{file}}}}
	for name, c := range map[string]struct {
		leaf          *authority
		kind, problem string
	}{
		"good":               {sign(t, root, "files.example.org", later), "public", ""},
		"ends soon":          {sign(t, root, "files.example.org", time.Now().Add(24*time.Hour)), "public", endsSoon},
		"ended":              {sign(t, root, "files.example.org", time.Now().Add(-time.Hour)), "other", expired},
		"of another name":    {sign(t, root, "other.example.org", later), "other", wrongName},
		"self-signed":        {sign(t, nil, "files.example.org", later), "other", selfSigned},
		"of a foreign issue": {sign(t, sign(t, nil, "Foreign", later), "files.example.org", later), "other", untrusted},
	} {
		got := s.judge([]*x509.Certificate{c.leaf.certificate}, "files.example.org", time.Now())
		if got.Kind != c.kind || got.Problem != c.problem {
			t.Errorf("%s: %+v, want %s %q", name, got, c.kind, c.problem)
		}
	}
}

// TestTheAddressIsDoneOnlyWhenItWorks holds what counts as done.
func TestTheAddressIsDoneOnlyWhenItWorks(t *testing.T) {
	good, bad := &Certificate{Kind: "public"}, &Certificate{Problem: expired}
	now := time.Now()
	for name, c := range map[string]struct {
		url   string
		look  look
		asked string
		want  State
	}{
		"plain":              {"http://files.example.org", look{at: now, address: addressLook{arrival: arrivesHere}}, "", Open},
		"this machine alone": {"https://localhost:8443", look{at: now, address: addressLook{certificate: good}}, "", Open},
		"a good one":         {"https://files.example.org", look{at: now, address: addressLook{arrivesHere, "", good}}, "", Done},
		"nobody has looked":  {"https://files.example.org", look{}, "", Looking},
		"a bad certificate":  {"https://files.example.org", look{at: now, address: addressLook{arrivesHere, "", bad}}, "", Broken},
		"another server":     {"https://files.example.org", look{at: now, address: addressLook{arrivesElsewhere, "", good}}, "", Broken},
		"nobody answers":     {"https://files.example.org", look{at: now, address: addressLook{arrivesSilent, "x", nil}}, "", Open},
		"a proxy that leads nowhere": {
			"https://files.example.org", look{at: now, address: addressLook{arrivesSilent, "x", good}}, "", Open,
		},
		"nobody answers but it is used": {
			"https://files.example.org", look{at: now, address: addressLook{arrivesSilent, "x", nil}}, "files.example.org", Done,
		},
	} {
		cfg := &config.Serve{TLS: "off", PublicURL: c.url, ListenTLS: ":8443", Listen: ":8080"}
		s := &Service{Options: Options{Config: cfg, URL: func() string { return host.URL(cfg) }, LocalName: func() string { return "" }}}
		if got := s.loadAddress(&c.look, c.asked); got.State != c.want {
			t.Errorf("%s: %s, want %s", name, got.State, c.want)
		}
	}
}

// TestACertificateOfSomebodyInFrontIsNoProof: it is good, and nobody knows whether requests come here.
func TestACertificateOfSomebodyInFrontIsNoProof(t *testing.T) {
	for _, c := range []struct {
		mode, kind string
		want       State
	}{{"off", "public", Open}, {"internal", "public", Open}, {"internal", ownAuthority, Done}, {"acme", "public", Done}} {
		cfg := &config.Serve{TLS: c.mode, PublicURL: "https://files.example.org", ListenTLS: ":443", Listen: ":80"}
		cfg.Data = t.TempDir()
		s := &Service{Options: Options{Config: cfg, URL: func() string { return host.URL(cfg) }, LocalName: func() string { return "" }}}
		found := look{at: time.Now(), address: addressLook{arrivesSilent, "", &Certificate{Kind: c.kind}}}
		if got := s.loadAddress(&found, ""); got.State != c.want {
			t.Errorf("%s, %s: %s, want %s", c.mode, c.kind, got.State, c.want)
		}
	}
}

// TestAProofIsOfTheTargetOfNow: a rehearsal that read the copies at a target before says nothing of those at the new one.
func TestAProofIsOfTheTargetOfNow(t *testing.T) {
	now := time.Now()
	for name, c := range map[string]struct {
		first, ended time.Time
		want         bool
	}{
		"nothing was read there":   {time.Time{}, now, false},
		"the rehearsal was before": {now, now.Add(-time.Minute), false},
		"and after":                {now, now.Add(time.Minute), true},
	} {
		if got := isOfTarget(&console.BackupState{FirstRead: api.Time(c.first)}, c.ended); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestAChangedFileIsSeen: a line that was added counts only after a restart, and the person is told so.
func TestAChangedFileIsSeen(t *testing.T) {
	name := filepath.Join(t.TempDir(), "anbar.conf")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("listen = :1\nlog = info\n")
	f := openWatchedFile(name)
	if s := f.describe(); len(s.Waiting) != 0 || s.Problem != "" {
		t.Fatalf("%+v", s)
	}
	write("# a comment\nlisten = :2\ndomain = files.example.org\n")
	if s := f.describe(); !slices.Equal(s.Waiting, []string{"domain", "listen", "log"}) {
		t.Fatalf("%+v", s)
	}
	write("what\n")
	if s := f.describe(); s.Problem == "" {
		t.Fatalf("%+v", s)
	}
	if s := openWatchedFile("").describe(); s.Path != "" || s.Problem != "" {
		t.Fatalf("%+v", s)
	}
}
