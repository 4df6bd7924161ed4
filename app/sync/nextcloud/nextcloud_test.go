package nextcloud

import (
	"bytes"
	"crypto/tls"
	"encoding/json"
	"net/http/httptest"
	"testing"
)

func TestATreeKeepsItsOrderInBothForms(t *testing.T) {
	v := object{
		{"b", object{{"z", 1}, {"a", "<&\u200c"}}}, {"yes", true}, {"no", false}, {"list", []string{"x", "y"}}, {"empty", []any{}},
		{"rows", []any{object{{"id", int64(7)}}}},
	}
	b, err := json.Marshal(v)
	const wantJSON = `{"b":{"z":1,"a":"\u003c\u0026` + "\u200c" + `"},"yes":true,"no":false,"list":["x","y"],"empty":[],"rows":[{"id":7}]}`
	if err != nil || string(b) != wantJSON {
		t.Errorf("%s %v", b, err)
	}
	var x bytes.Buffer
	const wantXML = "<b><z>1</z><a>&lt;&amp;\u200c</a></b><yes>1</yes><no></no><list><element>x</element><element>y</element></list>" +
		"<empty></empty><rows><element><id>7</id></element></rows>"
	if err := writeXML(&x, v); err != nil || x.String() != wantXML {
		t.Errorf("%s %v", &x, err)
	}
}

func TestVersion1TellsFailuresInTheEnvelope(t *testing.T) {
	for _, c := range []struct {
		code           int
		second         bool
		inside, status int
	}{
		{200, false, 100, 200}, {200, true, 200, 200}, {404, false, 404, 200}, {404, true, 404, 404}, {998, false, 998, 200},
		{998, true, 998, 404}, {997, false, 997, 401}, {997, true, 997, 401}, {403, true, 403, 403}, {403, false, 403, 403},
		{429, false, 429, 429}, {429, true, 429, 429},
	} {
		inside, status := errorReply(c.code, "").statusCodes(c.second)
		if inside != c.inside || status != c.status {
			t.Errorf("%d, version 2 is %v: %d with status %d, want %d with %d", c.code, c.second, inside, status, c.inside, c.status)
		}
	}
}

func TestADeviceGoesOnUnderTheNameThatItCameBy(t *testing.T) {
	s := New(Options{URL: func() string { return "https://drive.example.org/" }})
	for host, want := range map[string]string{
		"drive.example.org": "https://drive.example.org", "DRIVE.example.org": "https://drive.example.org",
		"192.168.1.7:8080": "http://192.168.1.7:8080", "": "https://drive.example.org",
	} {
		r := httptest.NewRequest("POST", "/index.php/login/v2", nil)
		r.Host = host
		if got := s.originURL(r); got != want {
			t.Errorf("%q: %s, want %s", host, got, want)
		}
	}
	r := httptest.NewRequest("POST", "/index.php/login/v2", nil)
	r.Host, r.TLS = "box.local:8443", &tls.ConnectionState{}
	if got := s.originURL(r); got != "https://box.local:8443" {
		t.Error(got)
	}
}
