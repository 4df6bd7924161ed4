package outward

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"
)

func TestAGuardReachesOnlyOthers(t *testing.T) {
	refused := map[string]bool{ // whether staff can allow it
		"127.0.0.1": true, "127.9.9.9": true, "::1": true, "10.0.0.7": true, "172.16.0.1": true, "192.168.1.1": true, "100.64.0.1": true,
		"fd00::1": true, "::ffff:127.0.0.1": true, "::ffff:10.0.0.7": true, "64:ff9b::7f00:1": true, "2002:7f00:1::1": true,
		"0.0.0.0": false, "::": false, "169.254.169.254": false, "::ffff:169.254.169.254": false, "fe80::1": false, "fe80::1%eth0": false,
		"224.0.0.1": false, "ff02::1": false, "0.1.2.3": false, "255.255.255.255": false, "::ffff:0.0.0.0": false,
		"168.63.129.16": false, "::ffff:168.63.129.16": false,
	}
	for ip, allowed := range refused {
		at := netip.MustParseAddr(ip)
		if (Guard{}).canReach(at) {
			t.Errorf("%s is reached", ip)
		}
		if got := (Guard{AllowPrivate: func() bool { return true }}).canReach(at); got != allowed {
			t.Errorf("%s with the own network: %v", ip, got)
		}
	}
	for _, ip := range []string{"93.184.216.34", "2606:2800:220:1::1", "::ffff:93.184.216.34"} {
		if !(Guard{}).canReach(netip.MustParseAddr(ip)) {
			t.Errorf("%s is not reached", ip)
		}
	}
}

// TestAGuardKnowsTheNetworksOfThisMachine, also those with public addresses.
func TestAGuardKnowsTheNetworksOfThisMachine(t *testing.T) {
	own := []netip.Prefix{
		netip.MustParsePrefix("2a01:4f8:1:2::10/64"), netip.MustParsePrefix("203.0.113.7/24"), netip.MustParsePrefix("198.51.100.4/32"),
	}
	for ip, want := range map[string]bool{
		"2a01:4f8:1:2::10": true, "2a01:4f8:1:2::beef": true, "2a01:4f8:1:3::10": false, "203.0.113.9": true, "203.0.114.9": false,
		"198.51.100.4": true, "198.51.100.5": false,
	} {
		if got := isNeighbor(netip.MustParseAddr(ip), own); got != want {
			t.Errorf("%s: %v", ip, got)
		}
	}
	if !isNeighbor(netip.MustParseAddr("198.51.100.5"), nil) {
		t.Error("nothing is known of the networks, and an address is reached")
	}
	if isNeighbor(netip.MustParseAddr("198.51.100.5"), []netip.Prefix{netip.MustParsePrefix("10.0.0.1/0")}) {
		t.Error("a prefix of no bits is a network")
	}
}

// TestAGuardLooksWhenItConnects: a name that leads to this machine, and a proxy of the environment, change nothing.
func TestAGuardLooksWhenItConnects(t *testing.T) {
	met := false
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { met = true }))
	defer s.Close()
	t.Setenv("HTTP_PROXY", s.URL)
	_, port, _ := cutPort(s.Listener.Addr().String())
	for _, address := range []string{s.URL, "http://localhost:" + port, "http://0.0.0.0:" + port, "http://[::ffff:127.0.0.1]:" + port} {
		if _, err := (Guard{}).NewClient(1<<16, time.Second).Get(address); !errors.Is(err, ErrOwnNetwork) {
			t.Errorf("%s: %v", address, err)
		}
	}
	if met {
		t.Error("this machine was reached")
	}
}

// TestAGuardIsNotHeld: a server that says nothing more, and one that sends an endless head.
func TestAGuardIsNotHeld(t *testing.T) {
	release := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/head" {
			for range 1000 {
				w.Header().Add("X-More", string(make([]byte, 100)))
			}
			return
		}
		<-release
	}))
	defer s.Close()
	defer close(release)
	c := (Guard{AllowPrivate: func() bool { return true }}).NewClient(1<<14, 200*time.Millisecond)
	for _, path := range []string{"/silent", "/head"} {
		if res, err := c.Get(s.URL + path); err == nil {
			t.Errorf("%s answers %s", path, res.Status)
		}
	}
}

func cutPort(addr string) (host, port string, err error) {
	at, err := netip.ParseAddrPort(addr)
	if err != nil {
		return "", "", err
	}
	return at.Addr().String(), addr[len(at.Addr().String())+1:], nil
}
