package live

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/db"
)

// house is a workspace with some people in it, behind a real HTTP server.
type house struct {
	t      *testing.T
	db     *db.DB
	hub    *Hub
	url    string
	space  db.SpaceID
	root   db.NodeID
	people []access.Actor
	tokens *api.Tokens
}

func build(t *testing.T, people int) *house {
	d, err := db.Open(t.Context(), filepath.Join(t.TempDir(), "anbar.db"))
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	h := &house{
		t: t, db: d, hub: New(d, log), space: db.SpaceID(db.NewID()), root: db.NodeID(db.NewID()), tokens: api.NewTokens([]byte("key")),
	}
	alive := func(context.Context, access.Actor) error { return nil }
	r := api.NewRouter(api.NewAuthenticator(h.tokens, nil, alive, alive), log, d.Commits)
	h.hub.Mount(r)
	touch := func(*api.Call, *struct{}) (api.None, error) { h.touch(h.root); return api.None{}, nil }
	api.Handle(r, api.Op{Call: "POST /touch", Gate: api.Member, Does: "Change the root"}, touch)
	api.Handle(r, api.Op{Call: "GET /touch", Gate: api.Member, Does: "Change it otherwise"}, touch)
	api.Handle(r, api.Op{Call: "POST /touch/public", Does: "Change it as anybody"}, touch)
	s := httptest.NewServer(r)
	h.url = s.URL + "/api"
	t.Cleanup(func() {
		h.hub.Close()
		s.Close()
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	h.write(func(tx *db.Tx) error { return h.fill(tx, people) })
	return h
}

func (h *house) fill(tx *db.Tx, people int) error {
	for i := range people {
		who := access.Actor{User: db.UserID(db.NewID()), Session: db.SessionID(db.NewID())}
		h.people = append(h.people, who)
		if err := tx.InsertUser(&db.User{
			ID: who.User, Email: fmt.Sprint(i, "@example.org"), FirstName: fmt.Sprint("Person ", i), Language: "fa",
		}); err != nil {
			return err
		}
		if err := tx.InsertSession(&db.Session{ID: who.Session, User: who.User, Secret: []byte("x")}); err != nil {
			return err
		}
	}
	owner := h.people[0].User
	trash := db.NodeID(db.NewID())
	for _, err := range []error{
		tx.InsertSpace(&db.Space{ID: h.space, Title: "T", TitleKey: "t", Owner: owner, Root: h.root, Trash: trash, Access: "private"}),
		tx.InsertRoot(h.root, h.space, "shared", 0, owner), tx.InsertRoot(trash, h.space, "trash", 0, owner),
	} {
		if err != nil {
			return err
		}
	}
	for _, p := range h.people {
		my, myTrash := db.NodeID(db.NewID()), db.NodeID(db.NewID())
		if err := tx.InsertRoot(my, h.space, "my", p.User, p.User); err != nil {
			return err
		}
		if err := tx.InsertRoot(myTrash, h.space, "my_trash", p.User, p.User); err != nil {
			return err
		}
		if err := tx.InsertMember(h.space, p.User, access.Owner, my, myTrash); err != nil {
			return err
		}
	}
	return nil
}

func (h *house) write(fn func(*db.Tx) error) {
	h.t.Helper()
	if err := h.db.Update(context.Background(), fn); err != nil {
		h.t.Fatal(err)
	}
}

// touch makes a directory in another one.
func (h *house) touch(dir db.NodeID) db.NodeID {
	n := &db.Node{
		ID: db.NodeID(db.NewID()), Space: h.space, Parent: dir, Kind: db.Directory, CreatedBy: h.people[0].User,
		ModifiedBy: h.people[0].User,
	}
	n.Name = n.ID.String()
	n.NameKey, n.SortKey = n.Name, []byte(n.Name)
	h.write(func(tx *db.Tx) error { return tx.InsertNode(n) })
	return n.ID
}

func (h *house) request(ctx context.Context, who access.Actor, method, path string, body any) *http.Response {
	raw, err := json.Marshal(body)
	if err != nil {
		h.t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(ctx, method, h.url+path, bytes.NewReader(raw))
	if err != nil {
		h.t.Fatal(err)
	}
	token, err := h.tokens.Sign(who, 0)
	if err != nil {
		h.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		h.t.Fatal(err)
	}
	return res
}

// ear is one open stream.
type ear struct {
	who    access.Actor
	id     string
	events chan string
	close  context.CancelFunc
}

func (h *house) listen(who access.Actor) *ear {
	ctx, cancel := context.WithCancel(h.t.Context())
	res := h.request(ctx, who, "GET", "/live", nil)
	e := &ear{who: who, events: make(chan string, 1000), close: cancel}
	go func() {
		defer close(e.events)
		defer res.Body.Close()
		kind := ""
		for s := bufio.NewScanner(res.Body); s.Scan(); {
			if k, ok := strings.CutPrefix(s.Text(), "event: "); ok {
				kind = k
			}
			if data, ok := strings.CutPrefix(s.Text(), "data: "); ok {
				e.events <- kind + " " + data
			}
		}
	}()
	hello := struct {
		Stream string `json:"stream_id"`
	}{}
	first := <-e.events
	if err := json.Unmarshal([]byte(strings.TrimPrefix(first, "hello ")), &hello); err != nil {
		h.t.Fatal(first, err)
	}
	e.id = hello.Stream
	return e
}

func (h *house) subscribe(e *ear, looking bool, dirs ...db.NodeID) {
	in := subscribeIn{}
	for _, dir := range dirs {
		in.Directories = append(in.Directories, place{Space: h.space, Directory: dir})
		if looking {
			in.Looking = append(in.Looking, dir)
		}
	}
	res := h.request(h.t.Context(), e.who, "PUT", "/live/"+e.id, map[string]any{"directories": in.Directories, "looking": in.Looking})
	res.Body.Close()
	if res.StatusCode != 200 && res.StatusCode != 404 {
		h.t.Error(res.Status)
	}
}

func (e *ear) hears(t *testing.T, parts ...string) {
	t.Helper()
	select {
	case got, open := <-e.events:
		for _, p := range parts {
			if !open || !strings.Contains(got, p) {
				t.Fatalf("heard %q, want %q", got, p)
			}
		}
	case <-time.After(30 * time.Second):
		t.Fatalf("heard nothing, want %q", parts)
	}
}

func (e *ear) ends(t *testing.T) {
	t.Helper()
	for end := time.After(3 * time.Second); ; {
		select {
		case _, open := <-e.events:
			if !open {
				return
			}
		case <-end:
			t.Fatal("the stream goes on")
		}
	}
}

func TestLookersAreToldOfEachOtherOnce(t *testing.T) {
	h := build(t, 2)
	a, b, again := h.listen(h.people[0]), h.listen(h.people[1]), h.listen(h.people[1])
	h.subscribe(a, true, h.root)
	h.subscribe(b, true, h.root)
	a.hears(t, "presence", "Person 1")
	b.hears(t, "presence", "Person 0")
	h.subscribe(again, true, h.root) // the same person in a second window
	again.hears(t, "presence", "Person 0")
	b.close()
	h.touch(h.root)
	a.hears(t, "change")
	again.close()
	a.hears(t, "presence", `"people":[]`)
}

func TestTheAnswerOfAChangeCarriesTheNumberOfItsEvent(t *testing.T) {
	h := build(t, 1)
	a := h.listen(h.people[0])
	h.subscribe(a, false, h.root)
	for _, call := range []string{"POST /touch", "GET /touch", "POST /touch/public"} {
		method, path, _ := strings.Cut(call, " ")
		res := h.request(t.Context(), a.who, method, path, struct{}{})
		res.Body.Close()
		seq, want := res.Header.Get(api.SeqHeader), fmt.Sprint(h.db.ListingCommit(h.root))
		if call != "POST /touch" {
			want = ""
		}
		if res.StatusCode != 204 || seq != want {
			t.Errorf("%s: %s with the number %q, want %q", call, res.Status, seq, want)
		}
		a.hears(t, "change", fmt.Sprintf(`"seq":%d}`, h.db.ListingCommit(h.root)))
	}
}

func TestAStreamEndsWithItsSession(t *testing.T) {
	h := build(t, 2)
	a, b := h.listen(h.people[0]), h.listen(h.people[1])
	h.write(func(tx *db.Tx) error { return tx.UpdateSessionEnded(a.who.User, a.who.Session) })
	for id, want := range map[string]bool{a.id: false, b.id: true} {
		h.hub.mu.Lock()
		st := h.hub.streams[id]
		h.hub.mu.Unlock()
		if ok, err := h.hub.refreshAccess(t.Context(), st, true); err != nil || ok != want {
			t.Errorf("%s: %v %v", id, ok, err)
		}
	}
}

func TestWhatMayNotBeReadAnyMoreIsNotListenedTo(t *testing.T) {
	h := build(t, 1)
	a := h.listen(h.people[0])
	dir := h.touch(h.root)
	h.subscribe(a, true, dir, h.root)
	h.write(func(tx *db.Tx) error {
		n, err := tx.NodeByID(dir)
		if err == nil {
			_, err = tx.UpdateNodeGone(n, db.GoneRoot)
		}
		return err
	})
	h.hub.mu.Lock()
	st := h.hub.streams[a.id]
	h.hub.mu.Unlock()
	if ok, err := h.hub.refreshAccess(t.Context(), st, true); !ok || err != nil {
		t.Fatal(ok, err)
	}
	h.hub.mu.Lock()
	defer h.hub.mu.Unlock()
	if len(st.places) != 1 || len(st.viewing) != 1 || len(h.hub.dirs) != 1 {
		t.Error(st.places, st.viewing, h.hub.dirs)
	}
}

// trash moves a directory of the house into the trash of its workspace.
func (h *house) trash(dir db.NodeID) (bin db.NodeID) {
	h.write(func(tx *db.Tx) error {
		sp, err := tx.LivingSpace(h.space)
		if err != nil {
			return err
		}
		n, err := tx.NodeByID(dir)
		if err == nil {
			_, err = tx.UpdateNodeTrashed(n, sp.Trash, h.people[0].User)
		}
		bin = sp.Trash
		return err
	})
	return bin
}

// TestWhoeverLooksIntoWhatGoesAwayIsTold has a directory go, in which another one is looked at.
func TestWhoeverLooksIntoWhatGoesAwayIsTold(t *testing.T) {
	h := build(t, 2)
	top := h.touch(h.root)
	inside := h.touch(top)
	a, elsewhere := h.listen(h.people[1]), h.listen(h.people[1])
	h.subscribe(a, false, inside)
	h.subscribe(elsewhere, false, h.root)
	began := time.Now()
	h.trash(top)
	a.hears(t, "change", inside.String())
	if took := time.Since(began); took > heartbeat/2 {
		t.Errorf("it was told after %v, with the look that comes anyway", took)
	}
	elsewhere.hears(t, "change", h.root.String())
	h.touch(h.root)
	elsewhere.hears(t, "change", h.root.String()) // and no word of what it does not look at
}

// TestATrashIsListenedTo deletes something while somebody looks at the trash.
func TestATrashIsListenedTo(t *testing.T) {
	h := build(t, 1)
	first, second := h.touch(h.root), h.touch(h.root)
	bin := h.trash(first)
	a := h.listen(h.people[0])
	h.subscribe(a, false, bin)
	h.trash(second)
	a.hears(t, "change", bin.String())
}

func TestOneStreamMoreEndsTheOldest(t *testing.T) {
	h := build(t, 1)
	first := h.listen(h.people[0])
	for range maxStreams {
		h.listen(h.people[0])
	}
	first.ends(t)
	h.hub.mu.Lock()
	defer h.hub.mu.Unlock()
	if len(h.hub.streams) != maxStreams || len(h.hub.byUser[h.people[0].User]) != maxStreams {
		t.Error(len(h.hub.streams), len(h.hub.byUser))
	}
}

// TestNothingIsMissedWhileEverybodyComesAndGoes is for the race detector, and
// looks that nothing is left behind.
func TestNothingIsMissedWhileEverybodyComesAndGoes(t *testing.T) {
	h := build(t, 8)
	dirs := []db.NodeID{h.root, h.touch(h.root), h.touch(h.root)}
	stays := h.listen(h.people[7])
	h.subscribe(stays, false, h.root)
	var all sync.WaitGroup
	for i := range 7 {
		all.Go(func() {
			for range 5 {
				e := h.listen(h.people[i])
				h.subscribe(e, true, dirs...)
				h.subscribe(e, i%2 == 0, dirs[i%3])
				e.close()
			}
		})
	}
	for range 50 {
		h.touch(dirs[1])
	}
	all.Wait()
	last := h.touch(h.root)
	want := h.hub.db.ListingCommit(h.root)
	for end := time.Now().Add(30 * time.Second); ; {
		select {
		case got := <-stays.events:
			if strings.Contains(got, fmt.Sprintf(`"seq":%d}`, want)) {
				end = time.Time{}
			}
		case <-time.After(time.Until(end)):
			t.Fatal("the last change, of", last, "was not told")
		}
		if end.IsZero() {
			break
		}
	}
	for end := time.Now().Add(3 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		h.hub.mu.Lock()
		left := len(h.hub.streams)
		h.hub.mu.Unlock()
		if left == 1 {
			return
		}
	}
	t.Error("streams were left behind")
}
