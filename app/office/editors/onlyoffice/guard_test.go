package onlyoffice

import (
	"errors"
	"testing"
	"time"

	"anbar/app/base/fault"

	"github.com/golang-jwt/jwt/v5"
)

func TestOnlyOwnFilesOfTheServerAreFetched(t *testing.T) {
	s := &Server{URL: "https://docs.example.org/office", Internal: "http://10.0.0.5:8000/office"}
	for address, want := range map[string]string{
		"https://docs.example.org/office/cache/files/k_1/a.docx?md5=x": "http://10.0.0.5:8000/office/cache/files/k_1/a.docx?md5=x",
		"https://DOCS.example.org:443/office/cache/files/a":            "http://10.0.0.5:8000/office/cache/files/a",
		"http://10.0.0.5:8000/office/cache/files/a":                    "http://10.0.0.5:8000/office/cache/files/a",
		"https://docs.example.org/office/printfile/a":                  "http://10.0.0.5:8000/office/printfile/a",

		"http://docs.example.org/office/cache/files/a":            "", // another scheme
		"https://docs.example.org:8443/office/cache/files/a":      "",
		"https://docs.example.org.evil.org/office/cache/files/a":  "",
		"https://evil.org/office/cache/files/a":                   "",
		"https://docs.example.org@evil.org/office/cache/files/a":  "",
		"https://user@docs.example.org/office/cache/files/a":      "",
		"https://docs.example.org/cache/files/a":                  "", // outside of its path
		"https://docs.example.org/office/command":                 "",
		"https://docs.example.org/office/cache/files/../command":  "",
		"https://docs.example.org/office/cache/files/%2e%2e/x":    "",
		"https://docs.example.org/office/cache/files//evil.org/x": "",
		"https://docs.example.org/office/cache/files/a\\b":        "",
		"https://docs.example.org/office/cache/files/a#b":         "",
		"http://10.0.0.5/office/cache/files/a":                    "",
		"http://169.254.169.254/latest/meta-data":                 "",
		"//docs.example.org/office/cache/files/a":                 "",
		"file:///etc/passwd":                                      "",
		"":                                                        "",
	} {
		got, err := s.ResolveAddress(address)
		if got != want || (err == nil) != (want != "") || err != nil && !errors.Is(err, fault.OfficeAddress) {
			t.Errorf("%s is fetched at %q: %v", address, got, err)
		}
	}
}

func TestTokensAreOfOneKindAndFresh(t *testing.T) {
	sign := func(m jwt.SigningMethod, key any, ends time.Duration) string {
		s, err := jwt.NewWithClaims(m, jwt.MapClaims{"key": "k", "exp": time.Now().Add(ends).Unix()}).SignedString(key)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	secret := []byte("secret")
	for name, one := range map[string]struct {
		token string
		good  bool
	}{
		"signed":             {sign(jwt.SigningMethodHS256, secret, time.Minute), true},
		"a clock goes wrong": {sign(jwt.SigningMethodHS256, secret, -leeway/2), true},
		"too old":            {sign(jwt.SigningMethodHS256, secret, -2*leeway), false},
		"another secret":     {sign(jwt.SigningMethodHS256, []byte("other"), time.Minute), false},
		"another method":     {sign(jwt.SigningMethodHS512, secret, time.Minute), false},
		"none":               {sign(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, time.Minute), false},
		"no token":           {"", false},
		"no token at all":    {"a.b.c", false},
	} {
		var c Callback
		if err := Verify("secret", one.token, &c); (err == nil) != one.good || one.good && c.Key != "k" {
			t.Errorf("%s: %v, %+v", name, err, c)
		}
	}
	if err := Verify("", sign(jwt.SigningMethodHS256, []byte(""), time.Minute), &Callback{}); err == nil {
		t.Error("without a secret nothing is signed")
	}
}
