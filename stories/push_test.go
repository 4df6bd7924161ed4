package stories

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"anbar/app/base/limits"

	"golang.org/x/net/websocket"
)

// ear is an app that listens for changes.
type ear struct {
	t *testing.T
	*websocket.Conn
}

// listen opens a connection and signs in.
func (w *davWorld) listen(login, token string) *ear {
	w.t.Helper()
	ws, err := websocket.Dial("ws"+strings.TrimPrefix(w.site, "http")+"/push/ws", "", w.site)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { ws.Close() })
	e := &ear{w.t, ws}
	e.say(login)
	e.say(token)
	return e
}

func (e *ear) say(text string) {
	e.t.Helper()
	if err := websocket.Message.Send(e.Conn, text); err != nil {
		e.t.Fatal(err)
	}
}

// hear returns the next message; empty when none comes in time, and "closed" at the end.
func (e *ear) hear(within time.Duration) string {
	e.t.Helper()
	if err := e.SetReadDeadline(time.Now().Add(within)); err != nil {
		e.t.Fatal(err)
	}
	var text string
	switch err := websocket.Message.Receive(e.Conn, &text); {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return ""
	case err != nil:
		return "closed"
	}
	return text
}

func (e *ear) expect(text string) {
	e.t.Helper()
	if got := e.hear(20 * time.Second); got != text {
		e.t.Fatalf("%q, want %q", got, text)
	}
}

const pushSoon = 1500 * time.Millisecond // in which a change would have been told

func TestAppsHearOfChanges(t *testing.T) {
	w := newDavWorld(t)
	w.want(200, "", "GET", "/ocs/v2.php/cloud/capabilities?format=json", "").has(t, `/push/ws"`)
	sara := w.filesOf("sara")
	w.filesOf("omid")
	ear := w.listen("sara@example.org", w.tokens["sara"])
	ear.expect("authenticated")
	omid := w.listen("omid@example.org", w.tokens["omid"])
	omid.expect("authenticated")
	ear.say("listen notify_file_id")
	w.want(201, "sara", "PUT", w.base+"plan.txt", "one")
	ear.expect("notify_file")
	w.want(204, "sara", "PUT", w.base+"plan.txt", "two") // of the same length
	ear.expect("notify_file")
	w.want(201, "sara", "MKCOL", sara+"own", "")
	ear.expect("notify_file")
	if heard := omid.hear(pushSoon); heard != "" {
		t.Fatalf("a stranger heard %q", heard)
	}
	w.member()
	omid.expect("notify_file") // of the workspace that is in his tree now
	w.want(204, "sara", "PUT", w.base+"plan.txt", "three")
	omid.expect("notify_file")
	w.want(201, "sara", "MKCOL", sara+"own/again", "")
	ear.expect("notify_file")
	for heard := ear.hear(pushSoon); heard != ""; heard = ear.hear(pushSoon) { // changes that come together are told once
		if heard != "notify_file" {
			t.Fatalf("heard %q", heard)
		}
	}
	if heard := omid.hear(pushSoon); heard != "" {
		t.Fatalf("a member heard %q of somebody's My Drive", heard)
	}
}

func TestPushRefusesAttackers(t *testing.T) {
	w := newDavWorld(t)
	for _, wrong := range [][2]string{
		{"sara@example.org", "anb_guessed"}, {"omid@example.org", w.tokens["sara"]}, {"", w.tokens["sara"]}, {"sara@example.org", password},
	} {
		e := w.listen(wrong[0], wrong[1])
		e.expect("err: Invalid credentials")
		e.expect("closed")
	}
	if ws, err := websocket.Dial("ws"+strings.TrimPrefix(w.site, "http")+"/push/ws", "", "http://evil.example"); err == nil {
		t.Errorf("a page of another site has a websocket: %v", ws.Close())
	}
	w.want(400, "", "GET", "/push/ws", "")
	w.want(400, "", "POST", "/push/ws", "x", "Upgrade: websocket")

	long := w.listen("sara@example.org", strings.Repeat("x", limits.PushMessage+1))
	long.expect("closed")
	chatty := w.listen("sara@example.org", w.tokens["sara"])
	chatty.expect("authenticated")
	for range limits.PushWords {
		chatty.say("listen notify_file_id")
	}
	chatty.expect("closed")

	// One person cannot have more than some; the oldest makes room.
	all := make([]*ear, limits.PushClients+1)
	for i := range all {
		all[i] = w.listen("sara@example.org", w.tokens["sara"])
		all[i].expect("authenticated")
	}
	all[0].expect("closed")

	// A token that was taken away hears nothing more.
	made := w.sara.do("POST", "/accounts/api-tokens", map[string]any{"name": "lost", "may_write": true}).must(t, 201)
	lost := w.listen("sara@example.org", made.get(t, "token").(string))
	lost.expect("authenticated")
	w.sara.do("DELETE", "/accounts/api-tokens/"+made.get(t, "token_id").(string), nil).must(t, 204)
	w.want(201, "sara", "PUT", w.base+"secret.txt", "x")
	all[limits.PushClients].expect("notify_file")
	lost.expect("closed")

	for range limits.PushOpened {
		w.ask("", "GET", "/push/ws", "")
	}
	w.want(429, "", "GET", "/push/ws", "")
}

// TestALostDeviceHearsAtOnce: an app that listens is cut off when its token ends, whoever ends it, and the apps beside it are not.
func TestALostDeviceHearsAtOnce(t *testing.T) {
	w := newDavWorld(t)
	boss, person := chief(t, w.app), newRaw(t, w).user
	ends := map[string]func(id string) *answer{
		"disconnect": func(id string) *answer { return w.sara.do("DELETE", "/accounts/connected-devices/"+id, nil) },
		"wipe":       func(id string) *answer { return w.sara.do("POST", "/accounts/connected-devices/"+id+"/wipe", nil) },
		"staff": func(id string) *answer {
			return boss.do("POST", "/admin/people/"+person+"/tokens/"+id+"/end", map[string]string{"reason": "it was lost"})
		},
	}
	for name, end := range ends {
		made := w.sara.do("POST", "/accounts/connected-devices", map[string]any{"name": "Lost", "may_write": true}).must(t, 201)
		lost, kept := w.listen("sara@example.org", made.get(t, "token").(string)), w.listen("sara@example.org", w.tokens["sara"])
		lost.expect("authenticated")
		kept.expect("authenticated")
		end(made.get(t, "token_id").(string)).must(t, 204)
		if got := lost.hear(5 * time.Second); got != "closed" {
			t.Errorf("%s: the app of the token hears %q", name, got)
		}
		if got := kept.hear(pushSoon); got != "" {
			t.Errorf("%s: another app hears %q", name, got)
		}
	}
}
