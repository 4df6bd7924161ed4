package wopi

import (
	"context"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"anbar/app/base/fault"
)

const action = `<action ext="%s" name="%s" urlsrc="%s"/>`

func discovery(base, more string) string {
	return `<?xml version="1.0"?><wopi-discovery><net-zone name="x"><app name="w">` +
		fmt.Sprintf(action, "DOCX", "edit", base+"/browser/1/cool.html?&lt;ui=UI_LLCC&amp;&gt;a=b&amp;") +
		fmt.Sprintf(action, "pptx", "view", base+"/browser/1/view.html") + more + `</app></net-zone></wopi-discovery>`
}

func TestWhatAServerSaysThatItCanDo(t *testing.T) {
	s := &Server{URL: "https://office.example.org/x", Internal: "http://10.0.0.5:9980"}
	d, err := s.parseDiscovery([]byte("\xef\xbb\xbf" + discovery("http://10.0.0.5:9980", fmt.Sprintf(action, "xlsx",
		"convert", "javascript:1"))))
	if err != nil {
		t.Fatal(err)
	}
	edit := "https://office.example.org/browser/1/cool.html?a=b&"
	if d.FrameURL("docx", true) != edit || d.FrameURL("docx", false) != edit || !d.CanEdit("docx") || d.CountFormats() != 1 ||
		d.HasProofKeys() {
		t.Errorf("docx is edited at %q", d.FrameURL("docx", true))
	}
	if at := d.FrameURL("pptx", false); at != "https://office.example.org/browser/1/view.html?" || d.CanEdit("pptx") {
		t.Errorf("pptx is shown at %q", at)
	}
	if d.FrameURL("xlsx", false) != "" || d.FrameURL("", false) != "" {
		t.Error("there is a frame for what it does not show")
	}
	for _, own := range []string{"https://office.example.org", "https://OFFICE.example.org:443"} {
		if _, err := s.parseDiscovery([]byte(discovery(own, ""))); err != nil {
			t.Errorf("%s: %v", own, err)
		}
	}
}

func TestLiesOfADiscoveryAreRefused(t *testing.T) {
	s := &Server{URL: "https://office.example.org"}
	for name, text := range map[string]string{
		"another host":    discovery("https://evil.example.org", ""),
		"a longer host":   discovery("https://office.example.org.evil.org", ""),
		"another scheme":  discovery("http://office.example.org", ""),
		"another port":    discovery("https://office.example.org:8443", ""),
		"a user":          discovery("https://office.example.org@evil.org", ""),
		"a script":        discovery("javascript:alert(1)//office.example.org", ""),
		"no host":         discovery("", ""),
		"one of many":     discovery("https://office.example.org", fmt.Sprintf(action, "odt", "view", "//evil.example.org/a")),
		"a document type": `<!DOCTYPE d [<!ENTITY a "b">]>` + discovery("https://office.example.org", ""),
		"no discovery":    "<html></html>",
		"nothing":         "",
		"cut":             discovery("https://office.example.org", "")[:200],
		"many elements":   "<wopi-discovery>" + strings.Repeat("<a/>", 60_000) + "</wopi-discovery>",
		"a short key":     discovery("https://office.example.org", `<proof-key modulus="`+strings.Repeat("a", 64)+`" exponent="AQAB"/>`),
		"an even key":     discovery("https://office.example.org", `<proof-key modulus="`+strings.Repeat("a", 400)+`" exponent="AAAC"/>`),
		"no base64":       discovery("https://office.example.org", `<proof-key modulus="?" exponent="AQAB"/>`),
	} {
		if d, err := s.parseDiscovery([]byte(text)); err == nil {
			t.Errorf("%s is believed: %+v", name, d)
		}
	}
}

func TestAServerIsAskedSeldom(t *testing.T) {
	var asked, fails atomic.Int64
	var h *httptest.Server
	h = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		if fails.Load() > 0 {
			http.Error(w, "busy", http.StatusBadGateway)
			return
		}
		time.Sleep(20 * time.Millisecond)
		fmt.Fprint(w, discovery(h.URL, ""))
	}))
	defer h.Close()
	s := &Server{URL: h.URL}
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if _, err := s.LoadDiscovery(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if _, err := s.RefreshDiscovery(t.Context()); err != nil || asked.Load() != 1 {
		t.Errorf("it was asked %d times: %v", asked.Load(), err)
	}
	fails.Store(1)
	s.age(2 * time.Hour) // the answer is old, and the server does not give another one
	for range 3 {
		if _, err := s.LoadDiscovery(t.Context()); err != nil {
			t.Errorf("the last answer does not count any more: %v", err)
		}
	}
	if asked.Load() != 2 {
		t.Errorf("a server that fails is asked %d times", asked.Load()-1)
	}
	s.age(48 * time.Hour)
	if _, err := s.LoadDiscovery(t.Context()); !errors.Is(err, fault.OfficeAnswer) {
		t.Errorf("the answer of another day counts: %v", err)
	}
}

// age makes the last answer older.
func (s *Server) age(by time.Duration) {
	k := *s.cached.Load()
	k.at = k.at.Add(-by)
	s.cached.Store(&k)
}

// TestASilentServerIsNotWaitedFor asks a server that takes its time: what it said before is known meanwhile, the pause begins
// when it failed, and a caller who left spoils nothing for others.
func TestASilentServerIsNotWaitedFor(t *testing.T) {
	came, goOn := make(chan struct{}), make(chan int)
	var failed time.Time
	var h *httptest.Server
	h = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		came <- struct{}{}
		if status := <-goOn; status != http.StatusOK {
			failed = time.Now()
			http.Error(w, "busy", status)
			return
		}
		fmt.Fprint(w, discovery(h.URL, ""))
	}))
	defer h.Close()
	s := &Server{URL: h.URL}
	ctx, leave := context.WithCancel(t.Context())
	answered := make(chan error)
	ask := func() {
		_, err := s.LoadDiscovery(ctx)
		answered <- err
	}
	go ask()
	<-came
	leave()
	goOn <- http.StatusOK
	if err := <-answered; err != nil || s.CachedDiscovery() == nil {
		t.Fatalf("the caller left, and with it the answer: %v", err)
	}
	s.age(2 * time.Hour)
	go ask()
	<-came
	known := make(chan *Discovery)
	go func() { known <- s.CachedDiscovery() }()
	select {
	case d := <-known:
		if d == nil {
			t.Error("what it said before is not known while it is asked")
		}
	case <-time.After(10 * time.Second):
		t.Error("what is known waits for the server")
		go func() { <-known }()
	}
	goOn <- http.StatusBadGateway
	if err := <-answered; err != nil {
		t.Errorf("the last answer does not count any more: %v", err)
	}
	if s.failedAt.Before(failed) {
		t.Errorf("the pause began %v before the server failed", failed.Sub(s.failedAt))
	}
}

func TestAnswersHaveABound(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"long": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 2<<20)) },
		"elsewhere": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/hosting/other", http.StatusFound)
		},
		"cut off": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100000")
			fmt.Fprint(w, "<wopi-discovery>")
		},
	} {
		h := httptest.NewServer(answer)
		s := &Server{URL: h.URL}
		if _, err := s.FetchDiscovery(t.Context()); err == nil {
			t.Errorf("%s: it is believed", name)
		}
		h.Close()
	}
}

func TestOnlyTheServerSigns(t *testing.T) {
	keys := map[string]*rsa.PrivateKey{}
	for _, name := range []string{"now", "old", "forged"} {
		k, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			t.Fatal(err)
		}
		keys[name] = k
	}
	number := func(n *big.Int) string { return base64.StdEncoding.EncodeToString(n.Bytes()) }
	s := &Server{URL: "https://office.example.org"}
	d, err := s.parseDiscovery([]byte(discovery(s.URL, fmt.Sprintf(
		`<proof-key modulus="%s" exponent="AQAB" oldmodulus="%s" oldexponent="AQAB"/>`,
		number(keys["now"].N), number(keys["old"].N)))))
	if err != nil || !d.HasProofKeys() {
		t.Fatal(err)
	}
	const token, address = "a.b-c_d", "https://drive.example.org/api/wopi/files/x?access_token=a.b-c_d"
	now := time.Now()
	sign := func(key, old string, at time.Time, token, address string) http.Header {
		h := http.Header{}
		ticks := ToTicks(at)
		sum := sha256.Sum256(ProofPayload(token, address, ticks))
		for header, name := range map[string]string{"X-WOPI-Proof": key, "X-WOPI-ProofOld": old} {
			sig, err := rsa.SignPKCS1v15(rand.Reader, keys[name], crypto.SHA256, sum[:])
			if err != nil {
				t.Fatal(err)
			}
			h.Set(header, base64.StdEncoding.EncodeToString(sig))
		}
		h.Set("X-WOPI-TimeStamp", strconv.FormatInt(ticks, 10))
		return h
	}
	without := sign("now", "old", now, token, address)
	without.Del("X-WOPI-TimeStamp")
	odd := sign("now", "old", now, token, address)
	odd.Set("X-WOPI-TimeStamp", "9223372036854775807")
	for name, one := range map[string]struct {
		header http.Header
		good   bool
	}{
		"both keys":                 {sign("now", "old", now, token, address), true},
		"it has a newer key":        {sign("forged", "now", now, token, address), true},
		"we have a newer key":       {sign("old", "forged", now, token, address), true},
		"an old one as the old one": {sign("forged", "old", now, token, address), false},
		"other keys":                {sign("forged", "forged", now, token, address), false},
		"20 minutes ago":            {sign("now", "old", now.Add(-19*time.Minute), token, address), true},
		"longer ago":                {sign("now", "old", now.Add(-21*time.Minute), token, address), false},
		"later":                     {sign("now", "old", now.Add(21*time.Minute), token, address), false},
		"another token":             {sign("now", "old", now, token+"x", address), false},
		"another address":           {sign("now", "old", now, token, address+"x"), false},
		"small letters":             {sign("now", "old", now, token, strings.ToLower(address)), true},
		"nothing":                   {http.Header{}, false},
		"no time":                   {without, false},
		"an odd time":               {odd, false},
	} {
		if err := d.CheckProof(token, address, one.header, now); (err == nil) != one.good {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNamesInHeaders(t *testing.T) {
	for text, want := range map[string]string{
		"a.docx": "a.docx", "+BkYGJwZFBkc-.docx": "نامه.docx", "a+-b": "a+b", "+AGEAYg-": "ab", "+2D3eAA.docx": "😀.docx", "": "",
		"+BkY": "ن",
	} {
		if got, err := DecodeUTF7(text); err != nil || got != want {
			t.Errorf("%q is %q: %v", text, got, err)
		}
	}
	for _, text := range []string{"نامه", "+", "+A", "+AAAA", "+2D0-", "a+ b"} {
		if got, err := DecodeUTF7(text); err == nil {
			t.Errorf("%q is %q", text, got)
		}
	}
}

func FuzzUTF7(f *testing.F) {
	for _, s := range []string{"", "a+b", "نامه (۲).docx", "😀~\\", "+-", "\x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := DecodeUTF7(text); err != nil {
			return
		}
		valid := strings.ToValidUTF8(text, "")
		if strings.ContainsRune(valid, '\uFFFD') {
			return
		}
		if got, err := DecodeUTF7(EncodeUTF7(valid)); err != nil || got != valid {
			t.Errorf("%q comes back as %q: %v", valid, got, err)
		}
	})
}
