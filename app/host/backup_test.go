package host

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"anbar/app/operation/console"
)

// TestTheURLOfGoodRehearsalsIsAskedOnce: with GET, without following, and an error does not name it.
func TestTheURLOfGoodRehearsalsIsAskedOnce(t *testing.T) {
	asked := ""
	status := http.StatusOK
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked += r.Method + " " + r.URL.String()
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(status)
		_, _ = w.Write(make([]byte, 1<<20)) // more than is read
	}))
	defer s.Close()
	if err := getURL(t.Context(), s.URL+"/ping/secret?ok=1"); err != nil || asked != "GET /ping/secret?ok=1" {
		t.Errorf("%v, asked %q", err, asked)
	}
	for _, status = range []int{http.StatusFound, http.StatusNotFound} {
		asked = ""
		if err := getURL(t.Context(), s.URL+"/ping/secret"); err == nil || strings.Contains(err.Error(), "secret") ||
			asked != "GET /ping/secret" {
			t.Errorf("%d: %v, asked %q", status, err, asked)
		}
	}
	s.Close()
	if err := getURL(t.Context(), s.URL+"/ping/secret"); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("nobody there: %v", err)
	}
}

// TestAlarmsAreSentAsJSON looks at what a chat program gets.
func TestAlarmsAreSentAsJSON(t *testing.T) {
	var got console.AttentionCall
	kind := ""
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kind = r.Method + " " + r.Header.Get("Content-Type")
		if err := json.NewDecoder(r.Body).Decode(&got); err != nil {
			t.Error(err)
		}
	}))
	defer s.Close()
	sent := &console.AttentionCall{Text: "Anbar at x: the disk is nearly full", Attention: []console.AttentionReport{{Kind: "disk"}}}
	if err := NewAlarmCall(s.URL)(t.Context(), sent); err != nil || kind != "POST application/json" || !reflect.DeepEqual(&got, sent) {
		t.Errorf("%v, %s, %+v", err, kind, got)
	}
	if NewAlarmCall("") != nil {
		t.Error("without a URL something is called")
	}
}

// TestWhatIsToBeCopiedOfATroubleIsShown: the console is where an administrator reads which key to accept.
func TestWhatIsToBeCopiedOfATroubleIsShown(t *testing.T) {
	const target, print = "sftp://ann@nas.example.org/copies", "SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8"
	const line = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJQyvVFSnyaBJbv7CNY5bMTQn2qyBDNmHfMSLkZG6nb2"
	words := "run: anbar backup trust " + target + " --fingerprint " + print + ", put " + line + " there, " +
		"and tell bob@example.org the token=wJalrXUtnFEMI7MDENG1234567890"
	got := scrubProblem(words, target)
	for _, want := range []string{target, print, line} {
		if !strings.Contains(got, want) {
			t.Errorf("%q lacks %s", got, want)
		}
	}
	for _, secret := range []string{"bob", "wJalr"} {
		if strings.Contains(got, secret) {
			t.Errorf("%q shows %s", got, secret)
		}
	}
}
