package billing

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
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
