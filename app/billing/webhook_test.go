package billing

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"
)

func signature(payload, secret string, at int64) string {
	m := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(m, "%d.%s", at, payload)
	return hex.EncodeToString(m.Sum(nil))
}

func TestSignatures(t *testing.T) {
	const body, secret = `{"id":"evt_1"}`, "whsec_1"
	now := time.Unix(1_800_000_000, 0)
	at := now.Unix()
	right := signature(body, secret, at)
	for _, c := range []struct {
		name, header, secret string
		want                 bool
	}{
		{"right", fmt.Sprintf("t=%d,v1=%s", at, right), secret, true},
		{"spaces, and a scheme of tests", fmt.Sprintf("t=%d, v1=%s, v0=%s", at, right, right), secret, true},
		{"the second of two", fmt.Sprintf("t=%d,v1=%s,v1=%s", at, signature(body, "old", at), right), secret, true},
		{"the first of two", fmt.Sprintf("t=%d,v1=%s,v1=zz", at, right), secret, true},
		{"upper case", fmt.Sprintf("t=%d,v1=%s", at, strings.ToUpper(right)), secret, true},
		{"five minutes old", fmt.Sprintf("t=%d,v1=%s", at-300, signature(body, secret, at-300)), secret, true},
		{"older", fmt.Sprintf("t=%d,v1=%s", at-301, signature(body, secret, at-301)), secret, false},
		{"of the future", fmt.Sprintf("t=%d,v1=%s", at+301, signature(body, secret, at+301)), secret, false},
		{"of the end of time", fmt.Sprintf("t=%d,v1=%s", int64(1)<<62, signature(body, secret, 1<<62)), secret, false},
		{"another time", fmt.Sprintf("t=%d,v1=%s", at-1, right), secret, false},
		{"two times", fmt.Sprintf("t=%d,t=%d,v1=%s", at, at-1, right), secret, false},
		{"another secret", fmt.Sprintf("t=%d,v1=%s", at, signature(body, "whsec_2", at)), secret, false},
		{"no secret", fmt.Sprintf("t=%d,v1=%s", at, signature(body, "", at)), "", false},
		{"another body", fmt.Sprintf("t=%d,v1=%s", at, signature(body+" ", secret, at)), secret, false},
		{"only the scheme of tests", fmt.Sprintf("t=%d,v0=%s", at, right), secret, false},
		{"cut", fmt.Sprintf("t=%d,v1=%s", at, right[:32]), secret, false},
		{"empty sum", fmt.Sprintf("t=%d,v1=", at), secret, false},
		{"no sum", fmt.Sprintf("t=%d", at), secret, false},
		{"no time", "v1=" + right, secret, false},
		{"nothing", "", secret, false},
	} {
		if got := isSigned(c.header, []byte(body), c.secret, now); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestNoNameLeadsToThisMachine(t *testing.T) {
	for addr, want := range map[string]bool{
		"127.0.0.1:80": false, "127.9.9.9:80": false, "[::1]:80": false, "0.0.0.0:80": false, "[::]:80": false,
		"169.254.169.254:80": false, "[fe80::1%eth0]:80": false,
		"[::ffff:127.0.0.1]:80": false, "192.0.2.1:443": true, "[2001:db8::1]:443": true,
		"10.0.0.7:443": true,
	} {
		if got := refuseOwn("tcp", addr, nil) == nil; got != want {
			t.Errorf("%s: %v", addr, got)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c, err := dial(t.Context(), "tcp", l.Addr().String()) // staff wrote the address itself
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
}
