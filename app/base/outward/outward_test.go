package outward

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http/httptest"
	"testing"

	"anbar/app/base/fault"
)

func TestNoNameLeadsToThisMachine(t *testing.T) {
	for addr, want := range map[string]bool{
		"127.0.0.1:80": false, "127.9.9.9:80": false, "[::1]:80": false, "0.0.0.0:80": false, "[::]:80": false,
		"169.254.169.254:80": false, "[fe80::1%eth0]:80": false,
		"[::ffff:127.0.0.1]:80": false, "192.0.2.1:443": true, "[2001:db8::1]:443": true,
		"10.0.0.7:443": true,
	} {
		if got := rejectOwn("tcp", addr, nil) == nil; got != want {
			t.Errorf("%s: %v", addr, got)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c, err := Dial(t.Context(), "tcp", l.Addr().String()) // staff wrote the address itself
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
	if _, err := Dial(t.Context(), "tcp", "169.254.169.254:80"); !errors.Is(err, errOwn) { // nothing but the host's own service is there
		t.Errorf("the link: %v", err)
	}
}

func TestTheLegThatFailedHasAName(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := l.Addr().String()
	l.Close()
	late, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	for want, try := range map[*fault.Fault]func() (net.Conn, error){
		fault.ConnectionName:    func() (net.Conn, error) { return Dial(t.Context(), "tcp", "mail.invalid:25") },
		fault.ConnectionRefused: func() (net.Conn, error) { return Dial(t.Context(), "tcp", at) },
		fault.ConnectionTimeout: func() (net.Conn, error) { return Dial(late, "tcp", at) },
		fault.ConnectionOwn:     func() (net.Conn, error) { return Dial(t.Context(), "tcp", "169.254.1.1:25") },
	} {
		if _, err := try(); FaultOf(err, fault.ConnectionAnswer) != want {
			t.Errorf("%s: %v", want.Key, err)
		}
	}
	plain := httptest.NewServer(nil)
	defer plain.Close()
	_, err = tls.Dial("tcp", plain.Listener.Addr().String(), nil)
	if FaultOf(err, fault.ConnectionAnswer) != fault.ConnectionTLS {
		t.Errorf("no TLS: %v", err)
	}
	if FaultOf(io.EOF, fault.ConnectionAnswer) != fault.ConnectionAnswer {
		t.Error("an answer that ends")
	}
}

func TestWhatLiesInANetworkOfOnesOwn(t *testing.T) {
	for address, want := range map[string]bool{
		"http://127.0.0.1:8080": true, "http://[::1]/": true, "http://10.1.2.3": true, "http://192.168.0.9:9980/office": true,
		"http://[fd00::7]": true, "http://localhost": true, "http://onlyoffice": true, "http://office.lan": true,
		"http://Docs.LOCAL.": true, "http://x.internal": true, "http://a.home.arpa:81": true, "http://[::ffff:10.0.0.1]": true,
		"http://docs.example.org": false, "http://8.8.8.8": false, "http://[2001:db8::1]": false, "http://local": true,
		"http://lan.example": false, "http://127.0.0.1.example.org": false, "http://10.0.0.1.nip.io": false,
	} {
		u, ok := ParseAddress(address)
		if !ok || IsLocal(u) != want {
			t.Errorf("%s: %v %v", address, ok, !want)
		}
	}
}
