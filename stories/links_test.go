package stories

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"anbar/app"
	"anbar/app/base/limits"
)

// shared is a product with a directory and a link to it.
func shared(t *testing.T, draft map[string]any) (a *app.App, owner client, space, link string) {
	t.Helper()
	a = newAppliance(t, dataDir(t))
	owner = person(t, a, "owner")
	s := owner.do("POST", "/storage/workspace", map[string]string{"title": "Team"}).must(t, 201)
	space, root := s.get(t, "space_id").(string), s.get(t, "root_directory_id").(string)
	made := owner.do("POST", "/storage/space/"+space+"/directory", map[string]string{"parent_id": root, "directory_name": "Plans"}).must(t,
		201)
	draft["title"], draft["directory_ids"] = "T", []string{made.get(t, "directory_id").(string)}
	l := owner.do("POST", "/download/space/"+space+"/directory/"+root+"/links", draft).must(t, 201)
	return a, owner, space, l.get(t, "download_id").(string)
}

// TestALimitedLinkOpensExactlyAsOftenAsItMay lets a thousand visitors in at once
// where a hundred may pass.
func TestALimitedLinkOpensExactlyAsOftenAsItMay(t *testing.T) {
	const visitors, limit = 1000, 100
	a, owner, space, link := shared(t, map[string]any{"count_limit": limit})
	var in, late atomic.Int64
	var all sync.WaitGroup
	start := make(chan struct{})
	for i := range visitors {
		all.Go(func() {
			<-start
			req := httptest.NewRequest("POST", "/api/download/share-link/"+link, strings.NewReader("{}"))
			req.RemoteAddr = fmt.Sprintf("10.0.%d.%d:1", i/250, i%250)
			r := httptest.NewRecorder()
			a.ServeHTTP(r, req)
			switch r.Code {
			case 200:
				in.Add(1)
			case 410:
				late.Add(1)
			default:
				t.Errorf("%d %s", r.Code, r.Body)
			}
		})
	}
	close(start)
	all.Wait()
	if in.Load() != limit || late.Load() != visitors-limit {
		t.Errorf("%d came in and %d did not", in.Load(), late.Load())
	}
	o := owner.do("GET", "/download/space/"+space+"/links/"+link+"/openings?limit=1", nil).must(t, 200)
	if n := o.get(t, "page_info", "total").(float64); n != limit {
		t.Errorf("%v openings are kept", n)
	}
}

// TestOneAddressFillsNoListOfOpenings has a stranger open a link again and again. Each time counts, few are listed, and the
// visitor who came first reads on.
func TestOneAddressFillsNoListOfOpenings(t *testing.T) {
	a, owner, space, link := shared(t, map[string]any{})
	open := func(from string) *httptest.ResponseRecorder {
		req := httptest.NewRequest("POST", "/api/download/share-link/"+link, strings.NewReader("{}"))
		req.RemoteAddr = from
		r := httptest.NewRecorder()
		a.ServeHTTP(r, req)
		return r
	}
	tokenOf := func(r *httptest.ResponseRecorder) string {
		var granted struct {
			Token string `json:"download_token"`
		}
		if err := json.Unmarshal(r.Body.Bytes(), &granted); err != nil || r.Code != 200 || granted.Token == "" {
			t.Fatalf("%d %s", r.Code, r.Body)
		}
		return granted.Token
	}
	const many = 2 * limits.OpeningLines
	first, tokens := tokenOf(open("198.51.100.1:1")), map[string]bool{}
	for range many {
		tokens[tokenOf(open("203.0.113.7:1"))] = true
	}
	list := owner.do("GET", "/download/space/"+space+"/links/"+link+"/openings?limit=1", nil).must(t, 200)
	if n := list.get(t, "page_info", "total").(float64); n != 1+limits.OpeningLines {
		t.Errorf("%v openings are listed", n)
	}
	links := owner.do("GET", "/download/space/"+space+"/links", nil).must(t, 200)
	if n := links.get(t, "links", 0, "used_count").(float64); n != 1+many {
		t.Errorf("%v openings count", n)
	}
	tokens[first] = true
	visitor := client{handler: a}
	for token := range tokens {
		visitor.do("GET", "/download/share-link/"+link+"/items?token="+token, nil).must(t, 200)
	}
	// What the link asks for ends all of them.
	owner.do("PUT", "/download/space/"+space+"/links", map[string]string{"download_id": link, "password": "open sesame"}).must(t, 200)
	for token := range tokens {
		visitor.do("GET", "/download/share-link/"+link+"/items?token="+token, nil).must(t, 410)
	}
}

// TestEverySpellingOfALinkCountsForIt opens a link as often as one address may, and each time writes its id in another way.
func TestEverySpellingOfALinkCountsForIt(t *testing.T) {
	a, _, _, link := shared(t, map[string]any{})
	for i := range limits.Openings + 1 { // each in another spelling of the address
		spelling := strings.ToLower(link[:1+i%25]) + "-" + link[1+i%25:]
		req := httptest.NewRequest("POST", "/api/download/share-link/"+spelling, strings.NewReader("{}"))
		req.RemoteAddr = "192.0.2.9:1"
		r := httptest.NewRecorder()
		a.ServeHTTP(r, req)
		if want := map[bool]int{false: 200, true: 429}[i == limits.Openings]; r.Code != want {
			t.Fatalf("opening %d as %s is answered by %d %s", i, spelling, r.Code, r.Body)
		}
	}
}

// TestWhoGuessesLinksHasToWait tries ids from one address, and the right one
// afterwards.
func TestWhoGuessesLinksHasToWait(t *testing.T) {
	a, _, _, link := shared(t, map[string]any{})
	visitor, waits := client{handler: a}, false
	for i := range 200 {
		r := visitor.do("GET", fmt.Sprintf("/download/share-link/AAAAAAAAAAAAAAAAAAAAAAA%03d", i), nil)
		if waits = r.Status == 429; waits {
			break
		}
		if r.Status != 404 {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
	}
	if !waits {
		t.Error("two hundred guesses passed")
	}
	visitor.do("GET", "/download/share-link/"+link, nil).must(t, 200)
}
