package upgrade

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aead.dev/minisign"
)

// publish serves a release of one program, signed, and returns its public key.
func publish(t *testing.T, files map[string][]byte) (url, key string) {
	t.Helper()
	public, private, err := minisign.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if sums := files[sumsFile]; files[signatureFile] == nil && sums != nil {
		files[signatureFile] = minisign.Sign(private, sums)
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := filepath.Base(r.URL.Path)
		b, ok := files[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		if name == "torn" {
			w.Header().Set("Content-Length", fmt.Sprint(len(b)+100))
		}
		_, _ = w.Write(b) // whoever tears it off does not mind
	}))
	t.Cleanup(s.Close)
	text, err := public.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	return s.URL + "/1.4.0/", string(text)
}

const helloSum = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"

func TestOnlyASignedProgramIsTaken(t *testing.T) {
	sums := []byte(helloSum + "  anbar-linux-amd64\n" + strings.Repeat("0", 64) + "  torn\n" + strings.Repeat("0", 64) + "  changed\n")
	files := map[string][]byte{
		"anbar-linux-amd64": []byte("hello"), "torn": []byte("hel"), "changed": []byte("hello"), "other": []byte("hello"), sumsFile: sums,
	}
	url, key := publish(t, files)
	_, foreign := publish(t, map[string][]byte{})
	for name, c := range map[string]struct {
		from  string
		trust Trust
		want  string
	}{
		"signed":                     {url + "anbar-linux-amd64", Trust{Key: key}, ""},
		"a sum":                      {url + "anbar-linux-amd64", Trust{Sum: strings.ToUpper(helloSum)}, ""},
		"unsigned":                   {url + "anbar-linux-amd64", Trust{Unsigned: true}, "--unsigned takes no program over http://"},
		"a version":                  {"1.4.0", Trust{Key: key}, ""},
		"another sum":                {url + "anbar-linux-amd64", Trust{Sum: strings.Repeat("1", 64)}, "not the one that you gave"},
		"a sum goes before unsigned": {url + "anbar-linux-amd64", Trust{Sum: strings.Repeat("1", 64), Unsigned: true}, "not the one that"},
		"no key":                     {url + "anbar-linux-amd64", Trust{}, "without the public key of releases"},
		"another key":                {url + "anbar-linux-amd64", Trust{Key: foreign}, "not by the key of releases"},
		"no key at all":              {url + "anbar-linux-amd64", Trust{Key: "x"}, "none of minisign"},
		"signature of other files":   {url + "other", Trust{Key: key}, "does not name other: it is the signature of other files"},
		"another program":            {url + "changed", Trust{Key: key}, "has another sum for changed"},
		"a torn download":            {url + "torn", Trust{Key: key}, "unexpected EOF"},
		"nothing there":              {url + "missing", Trust{Key: key}, "404"},
		"no address":                 {"ftp://x/y", Trust{Key: key}, "is no URL of a program"},
		"nobody there":               {"http://127.0.0.1:1/anbar", Trust{Key: key}, "refused"},
	} {
		p := newPlace(filepath.Join(t.TempDir(), "anbar"))
		s, err := newSource(c.from, strings.TrimSuffix(url, "1.4.0/"), "amd64")
		if err == nil {
			err = s.receive(t.Context(), p, &c.trust)
		}
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
		left, _ := filepath.Glob(p.program + "*")
		if want := c.want == ""; len(left) > 1 || (len(left) == 1) != want {
			t.Errorf("%s: %v is there", name, left)
		}
		if b, err := os.ReadFile(p.fresh()); c.want == "" && (err != nil || string(b) != "hello") {
			t.Errorf("%s: %q, %v", name, b, err)
		}
	}
}

// TestAForgedSignatureIsNone: the sums are changed after they were signed, or the signature is.
func TestAForgedSignatureIsNone(t *testing.T) {
	public, private, err := minisign.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	key, err := public.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	sums := []byte(helloSum + "  anbar\n")
	signature := minisign.Sign(private, sums)
	for name, forge := range map[string]func(sums, signature []byte){
		"the sums":      func(sums, _ []byte) { sums[0] ^= 1 },
		"the signature": func(_, signature []byte) { signature[len(signature)/2] ^= 1 },
	} {
		dir := t.TempDir()
		a, b := append([]byte{}, sums...), append([]byte{}, signature...)
		forge(a, b)
		for file, text := range map[string][]byte{"anbar": []byte("hello"), sumsFile: a, signatureFile: b} {
			if err := os.WriteFile(filepath.Join(dir, file), text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		s, err := newSource(filepath.Join(dir, "anbar"), "", "amd64")
		if err != nil {
			t.Fatal(err)
		}
		err = s.receive(t.Context(), newPlace(filepath.Join(t.TempDir(), "anbar")), &Trust{Key: string(key)})
		if err == nil || !strings.Contains(err.Error(), "signature") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestAnApplianceIsComparedWithBefore: what was wrong before the swap is no reason to go back.
func TestAnApplianceIsComparedWithBefore(t *testing.T) {
	for name, c := range map[string]struct {
		now, before Pulse
		bad         bool
	}{
		"well":                   {Pulse{Version: "2"}, Pulse{}, false},
		"another version":        {Pulse{Version: "1"}, Pulse{}, true},
		"it lacked that before":  {Pulse{Version: "2", Lacks: []string{"copies"}}, Pulse{Lacks: []string{"copies"}}, false},
		"it lacks more":          {Pulse{Version: "2", Lacks: []string{"copies", "disk"}}, Pulse{Lacks: []string{"copies"}}, true},
		"a failure or two":       {Pulse{Version: "2", Requests: 2, Failures: 2}, Pulse{}, false},
		"failures":               {Pulse{Version: "2", Requests: 300, Failures: 3}, Pulse{Requests: 1000}, true},
		"failures as before":     {Pulse{Version: "2", Requests: 300, Failures: 3}, Pulse{Requests: 1000, Failures: 10}, false},
		"many more than before":  {Pulse{Version: "2", Requests: 300, Failures: 30}, Pulse{Requests: 1000, Failures: 10}, true},
		"failures of an unknown": {Pulse{Version: "2", Requests: 300, Failures: 3}, Pulse{}, true},
	} {
		if err := judge(&c.now, &c.before, "2"); (err != nil) != c.bad {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestAnUnsignedProgramComesEncrypted to the end: no redirect leads out of it.
func TestAnUnsignedProgramComesEncrypted(t *testing.T) {
	for to, want := range map[string]bool{"https://example.org/b": true, "http://example.org/b": false} {
		from := httptest.NewRequest(http.MethodGet, "https://example.org/a", nil)
		if err := checkRedirect(httptest.NewRequest(http.MethodGet, to, nil), []*http.Request{from}); (err == nil) != want {
			t.Errorf("%s: %v", to, err)
		}
	}
	s, err := newSource("https://example.org/anbar", "", "amd64")
	if err != nil || s.clear {
		t.Errorf("%+v, %v", s, err)
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "program")
	if err := os.WriteFile(name, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err = newSource(name, "", "amd64"); err == nil {
		err = s.receive(t.Context(), newPlace(filepath.Join(dir, "anbar")), &Trust{Unsigned: true})
	}
	if err != nil {
		t.Errorf("a file: %v", err)
	}
}
