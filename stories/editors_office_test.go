package stories

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"anbar/app"
	"anbar/app/base/limits"
	"anbar/app/drive/leases"
	"anbar/app/office/editors"
	"anbar/app/office/editors/onlyoffice"
	"anbar/db"

	"github.com/golang-jwt/jwt/v5"
)

// onOffice is a document of one person that is open on a Document Server.
type onOffice struct {
	a            *app.App
	d            *documentServer
	owner        client
	space, root  string
	file, my     string
	user         db.UserID
	key, callsAt string
}

func newOnOffice(t *testing.T) *onOffice {
	t.Helper()
	a := newAppliance(t, dataDir(t))
	a.Editors.Merger = plainMerger{}
	d := newDocumentServer("hush", func() http.Handler { return a })
	t.Cleanup(d.Close)
	boss := administrator(t, a, "boss", 78)
	boss.do("PUT", "/admin/settings/onlyoffice", map[string]any{
		"url": d.URL, "internal_url": "", "own_url": "", "header": "", "skip_verify": false, "secret": d.secret,
	}).must(t, 200)
	boss.do("PUT", "/admin/settings/editors", map[string]string{"word": "onlyoffice", "cell": "embedded", "slide": "embedded"}).must(t, 200)
	o := &onOffice{a: a, d: d, owner: person(t, a, "owner")}
	s := o.owner.do("POST", "/storage/workspace", map[string]string{"title": "Team"}).must(t, 201)
	o.space, o.root = s.get(t, "space_id").(string), s.get(t, "root_directory_id").(string)
	o.my = s.get(t, "my_root_directory_id").(string)
	me := o.owner.do("GET", "/accounts/v1/users/me", nil).must(t, 200)
	if err := o.user.UnmarshalText([]byte(me.get(t, "_id").(string))); err != nil {
		t.Fatal(err)
	}
	made := o.owner.do("POST", "/editor/onlyoffice/create", map[string]string{
		"space_id": o.space, "directory_id": o.root, "file_type": "docx", "name": "doc",
	}).must(t, 201)
	o.file = made.get(t, "file_id").(string)
	open := o.owner.do("GET", "/editor/onlyoffice/space/"+o.space+"/directory/"+o.root+"/file/"+o.file+"/open", nil).must(t, 200)
	if err := d.open(open.Body); err != nil {
		t.Fatal(err)
	}
	o.key = open.get(t, "config", "document", "key").(string)
	o.callsAt = open.get(t, "config", "editorConfig", "callbackUrl").(string)
	return o
}

// forced hands the document over with a text, in a callback that was signed so long ago.
func (o *onOffice) forced(t *testing.T, text string, ago time.Duration) {
	t.Helper()
	content, err := edit(o.d.sessions[o.key].content, text)
	if err != nil {
		t.Error(err)
		return
	}
	about := map[string]any{
		"key": o.key, "status": onlyoffice.StatusForced, "url": o.d.keep(text, "docx", content), "filetype": "docx",
		"users": []string{o.user.String()}, "forcesavetype": 1, "iat": time.Now().Add(-ago).Unix(), "exp": time.Now().Add(time.Hour).Unix(),
	}
	token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims(about)).SignedString([]byte(o.d.secret))
	if err != nil {
		t.Error(err)
		return
	}
	about["token"] = token
	b, err := json.Marshal(about)
	if err != nil {
		t.Error(err)
		return
	}
	got := o.d.send(http.MethodPost, o.callsAt, string(b))
	if got.Status != http.StatusOK || !strings.Contains(got.body(), `"error":0`) {
		t.Errorf("%s: %d %s", text, got.Status, got.body())
	}
}

// TestOverlappingCallbacksMakeNoCopy has callbacks come while the document of an earlier one is still fetched.
func TestOverlappingCallbacksMakeNoCopy(t *testing.T) {
	o := newOnOffice(t)
	came, goOn := make(chan struct{}), make(chan struct{})
	o.d.gate = func(path string) {
		if strings.Contains(path, "slow") {
			came <- struct{}{}
			<-goOn
		}
	}
	for _, round := range []struct {
		slow, quick string
		older, ago  time.Duration // of the slow one, and of the other
		head        string
	}{
		{"slow-old", "quick-new", 20 * time.Second, 10 * time.Second, "quick-new"},
		{"slow-new", "quick-old", 0, 5 * time.Second, "slow-new"},
	} {
		done := make(chan struct{})
		go func() {
			defer close(done)
			o.forced(t, round.slow, round.older)
		}()
		<-came
		o.forced(t, round.quick, round.ago)
		goOn <- struct{}{}
		<-done
		files := o.owner.do("GET", "/storage/space/"+o.space+"/directory/"+o.root, nil).must(t, 200).get(t, "files").([]any)
		if len(files) != 1 {
			t.Errorf("%s: there are %d files", round.slow, len(files))
		}
		shown := o.owner.do("GET", "/download/space/"+o.space+"/directory/"+o.root+"/file/"+o.file+"/direct?form=blocks", nil).must(t, 200)
		if !strings.Contains(string(shown.Body), round.head) {
			t.Errorf("%s: the document has not %q: %s", round.slow, round.head, shown.Body)
		}
	}
}

// TestForgottenDocumentsAreAllFetched has an office server keep many documents of others, many that cannot be stored, and
// one that can.
func TestForgottenDocumentsAreAllFetched(t *testing.T) {
	o := newOnOffice(t)
	good, err := edit(o.d.sessions[o.key].content, "not forgotten")
	if err != nil {
		t.Fatal(err)
	}
	var bad []string
	for i := range limits.OfficeLost {
		o.d.forgotten[fmt.Sprintf("a-%04d", i)] = good // of another appliance
		bad = append(bad, fmt.Sprintf("b-%04d", i))
		o.d.forgotten[bad[i]] = []byte("no document")
	}
	o.d.forgotten["c"] = good
	err = o.a.Editors.DB.Update(t.Context(), func(tx *db.Tx) error {
		var err error
		for _, key := range append(slices.Clone(bad), "c") {
			if err == nil {
				err = tx.InsertOfficeKey(&db.OfficeKey{Key: key, Node: 1, Space: 1, User: o.user, Name: "lost.docx", Opened: 1})
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := o.a.Editors.FetchForgotten(t.Context()); err == nil {
			t.Error("documents that cannot be stored are no failure")
		}
	}
	kept := o.owner.do("GET", "/storage/space/"+o.space+"/directory/"+o.my, nil).must(t, 200)
	if !strings.Contains(string(kept.Body), "lost (The owner Tester).docx") || o.d.forgotten["c"] != nil {
		t.Errorf("it is not fetched: %s", kept.Body)
	}
	if len(o.d.forgotten) != 2*limits.OfficeLost {
		t.Errorf("%d documents of others and of nobody are kept", len(o.d.forgotten))
	}
}

// closesLater is the provider of an office server, in whose Close something else happens.
type closesLater struct {
	editors.Provider
	between func()
}

func (p closesLater) Close(_ context.Context, l *db.Lease) (bool, error) {
	p.between()
	return l.Lock == "", nil
}

// TestALockDuringACloseStays has the office server lock a file while its page is closed.
func TestALockDuringACloseStays(t *testing.T) {
	a := newAppliance(t, dataDir(t))
	a.Editors.Merger = plainMerger{}
	o := newWopiServer(func() http.Handler { return a })
	t.Cleanup(o.Close)
	owner := person(t, a, "owner")
	connectWopi(t, a, o)
	s := owner.do("POST", "/storage/workspace", map[string]string{"title": "Team"}).must(t, 201)
	space, root := s.get(t, "space_id").(string), s.get(t, "root_directory_id").(string)
	in := "/space/" + space + "/directory/" + root + "/file/" + owner.put(t, space, root, "one.docx", []byte("PK\x03\x04 original"))
	open := owner.do("GET", "/editor/onlyoffice"+in+"/open", nil).must(t, 200)
	token, _, err := o.open(open.Body)
	if err != nil {
		t.Fatal(err)
	}
	lock := http.Header{"X-Wopi-Lock": {"L"}}
	a.Editors.Register(leases.WOPI, closesLater{between: func() {
		if got, err := o.do("lock", o.sources[token], token, lock, nil); err != nil || got.Status != http.StatusOK {
			t.Errorf("%v %v", got, err)
		}
	}})
	owner.do("POST", "/editor/embedded"+in+"/close", map[string]any{"lease_id": open.get(t, "lease", "lease_id")}).must(t, 204)
	if got, err := o.do("put", o.sources[token], token, lock, []byte("PK\x03\x04 saved")); err != nil || got.Status != http.StatusOK {
		t.Errorf("the office server lost its lock: %v %v", got, err)
	}
}
