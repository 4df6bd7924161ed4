package stories

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"anbar/app/base/limits"
)

// slowSavers is more people than documents are merged for at once.
const slowSavers = 6

// sheetOf makes a sheet in a workspace of a person, opens it and returns where it is saved.
func sheetOf(t *testing.T, c client) string {
	t.Helper()
	s := c.do("POST", "/storage/workspace", map[string]string{"title": "Sums"}).must(t, 201)
	space, root := s.get(t, "space_id").(string), s.get(t, "root_directory_id").(string)
	made := c.do("POST", "/editor/onlyoffice/create", map[string]string{
		"space_id": space, "directory_id": root, "file_type": "xlsx", "name": "sums",
	}).must(t, 201)
	in := "/space/" + space + "/directory/" + root + "/file/" + made.get(t, "file_id").(string)
	open := c.do("GET", "/editor/onlyoffice"+in+"/open", nil).must(t, 200)
	return "/editor/embedded" + in + "/save?lease_id=" + open.get(t, "lease", "lease_id").(string) +
		"&base_version_id=" + open.get(t, "base_version_id").(string)
}

// slowBody is the body of a request whose sender stops in the middle.
type slowBody struct {
	*io.PipeReader
	w *io.PipeWriter
}

func newSlowBody() *slowBody {
	r, w := io.Pipe()
	return &slowBody{r, w}
}

// begin sends something, and returns when it was read.
func (b *slowBody) begin(t *testing.T, text string) {
	if _, err := io.WriteString(b.w, text); err != nil {
		t.Errorf("the body is not read: %v", err)
	}
}

// end sends the rest.
func (b *slowBody) end(rest string) {
	_, _ = io.WriteString(b.w, rest) // the answer tells
	_ = b.w.Close()
}

// TestSlowSendersDelayNobody has people send what they save as slowly as they may, with both kinds of editors that send
// documents: another one saves meanwhile, and what came slowly is stored, too.
func TestSlowSendersDelayNobody(t *testing.T) {
	a := newAppliance(t, dataDir(t))
	a.Editors.Merger = plainMerger{}
	o := newWopiServer(func() http.Handler { return a })
	t.Cleanup(o.Close)
	quick := person(t, a, "quick")
	at := sheetOf(t, quick)
	var people []client
	for i := range slowSavers {
		people = append(people, person(t, a, fmt.Sprintf("slow%d", i)))
	}
	var all sync.WaitGroup
	var sheets, letters []*slowBody
	for _, c := range people {
		at, body := sheetOf(t, c), newSlowBody()
		sheets = append(sheets, body)
		all.Go(func() {
			defer body.Close()
			req := httptest.NewRequest("POST", "/api"+at, body)
			req.Header.Set("Authorization", "Bearer "+c.token)
			w := httptest.NewRecorder()
			a.ServeHTTP(w, req)
			if w.Code != http.StatusOK {
				t.Errorf("a slow save: %d %s", w.Code, w.Body)
			}
		})
		body.begin(t, `{"ops":["`)
	}
	soon(t, "a save beside slow ones", func() { quick.do("POST", at, map[string]any{"ops": []string{"quick"}}).must(t, 200) })
	connectWopi(t, a, o)
	token := wopiFile(t, o, quick)
	for _, c := range people {
		token, body := wopiFile(t, o, c), newSlowBody()
		letters = append(letters, body)
		all.Go(func() {
			defer body.Close()
			got, err := o.send("put", o.sources[token], token, http.Header{"X-Wopi-Lock": {"L"}}, body)
			if err != nil || got.Status != http.StatusOK {
				t.Errorf("a slow save of an office server: %v %v", got, err)
			}
		})
		body.begin(t, "PK\x03\x04 ")
	}
	soon(t, "a save of an office server beside slow ones", func() {
		got, err := o.do("put", o.sources[token], token, http.Header{"X-Wopi-Lock": {"L"}}, []byte("PK\x03\x04 quick"))
		if err != nil || got.Status != http.StatusOK {
			t.Errorf("%v %v", got, err)
		}
	})
	for i := range people {
		sheets[i].end(`slow"]}`)
		letters[i].end("slow")
	}
	all.Wait()
}

// wopiFile opens a new file of a person on the office server, locks it and returns its token.
func wopiFile(t *testing.T, o *wopiServer, c client) string {
	t.Helper()
	s := c.do("POST", "/storage/workspace", map[string]string{"title": "Letters"}).must(t, 201)
	space, root := s.get(t, "space_id").(string), s.get(t, "root_directory_id").(string)
	file := c.put(t, space, root, "letter.docx", []byte("PK\x03\x04 original"))
	open := c.do("GET", "/editor/onlyoffice/space/"+space+"/directory/"+root+"/file/"+file+"/open", nil).must(t, 200)
	token, _, err := o.open(open.Body)
	if err != nil {
		t.Fatal(err)
	}
	got, err := o.do("lock", o.sources[token], token, http.Header{"X-Wopi-Lock": {"L"}}, nil)
	if err != nil || got.Status != http.StatusOK {
		t.Fatalf("%v %v", got, err)
	}
	return token
}

// paceWriter notes the deadline by which a body has to come.
type paceWriter struct {
	*httptest.ResponseRecorder
	deadlines int
}

// SetReadDeadline is what http.ResponseController calls.
func (w *paceWriter) SetReadDeadline(time.Time) error {
	w.deadlines++
	return nil
}

// never is a body that nobody may read.
type never struct{ t *testing.T }

func (n never) Read([]byte) (int, error) {
	n.t.Error("the body is read")
	return 0, io.EOF
}

// TestStrangersSendNoCallbacks calls the address for the office server: without a token of ours nothing of the body is read,
// and with one it is read at a pace, and not more than a callback has.
func TestStrangersSendNoCallbacks(t *testing.T) {
	o := newOnOffice(t)
	_, own, _ := strings.Cut(o.callsAt, "?t=")
	for _, c := range []struct {
		name, token string
		body        io.Reader
		status      int
	}{
		{"with another token", "x.y.z", never{t}, http.StatusForbidden},
		{"without a signature", own, strings.NewReader("{}"), http.StatusForbidden},
		{"too long", own, bytes.NewReader(make([]byte, limits.OfficeBody+1)), http.StatusRequestEntityTooLarge},
	} {
		w := &paceWriter{ResponseRecorder: httptest.NewRecorder()}
		o.a.ServeHTTP(w, httptest.NewRequest("POST", "/api/editor/onlyoffice/callback?t="+c.token, c.body))
		if w.Code != c.status {
			t.Errorf("%s: status %d: %s", c.name, w.Code, w.Body)
		}
		if c.token == own && w.deadlines == 0 {
			t.Errorf("%s: the body may come for ever", c.name)
		}
	}
}
