package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"anbar/app"
	"anbar/app/identity/accounts"
	"anbar/config"
	"anbar/db"
)

const (
	listeners       = 200
	listenersEach   = 20 // streams of one person
	listenedChanges = 20
)

func listenerEmail(i int) string { return fmt.Sprintf("listener-%d@example.org", i) }

// insertListeners adds people to the workspace of a stopped appliance.
func insertListeners(data string) error {
	a, err := app.New(context.Background(), inProcessConfig(data, ":0"), slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	var people []db.UserID
	for i := range listeners / listenersEach {
		u, err := a.Accounts.Create(context.Background(), accounts.Person{
			FirstName: "Lis", LastName: "Tener", Email: listenerEmail(i), Password: password,
		})
		if err != nil {
			return err
		}
		people = append(people, u)
	}
	if err := a.Close(); err != nil {
		return err
	}
	d, err := db.Open(context.Background(), filepath.Join(data, "anbar.db"))
	if err != nil {
		return err
	}
	err = d.Update(context.Background(), func(tx *db.Tx) error {
		owner, err := tx.UserByLogin("b@example.org")
		if err != nil {
			return err
		}
		spaces, err := tx.SpacesOf(owner.ID)
		if err != nil {
			return err
		}
		for _, u := range people {
			my, trash := db.NodeID(db.NewID()), db.NodeID(db.NewID())
			if err := tx.InsertRoot(my, spaces[0].ID, "my", u, u); err != nil {
				return err
			}
			if err := tx.InsertRoot(trash, spaces[0].ID, "my_trash", u, u); err != nil {
				return err
			}
			if err := tx.InsertMember(spaces[0].ID, u, "owner", my, trash); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return d.Close()
}

func inProcessConfig(data, listen string) config.Serve {
	c := config.Serve{Listen: listen, TLS: "off", Signup: "open"}
	c.Data = data
	return c
}

// signInListeners signs all listeners in.
func (a *appliance) signInListeners() ([]string, error) {
	var all []string
	for i := range listeners / listenersEach {
		var s struct{ Access string }
		if err := a.call("POST", "/accounts/v1/users/login", map[string]any{"login": listenerEmail(i), "password": password},
			&s); err != nil {
			return nil, err
		}
		all = append(all, s.Access)
	}
	return all, nil
}

// eventStream is one open stream. It costs this side nothing but its connection.
type eventStream struct {
	conn net.Conn
	r    *bufio.Reader
	id   string
}

func (a *appliance) openStream(token string) (*eventStream, error) {
	host := strings.TrimSuffix(strings.TrimPrefix(a.api, "http://"), "/api")
	c, err := net.Dial("tcp", host)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(c, "GET /api/live HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n\r\n", host, token)
	e := &eventStream{conn: c, r: bufio.NewReaderSize(c, 1024)}
	data, err := e.waitFor("hello")
	if err != nil {
		return nil, err
	}
	var hello struct {
		Stream string `json:"stream_id"`
	}
	err = json.Unmarshal([]byte(data), &hello)
	e.id = hello.Stream
	return e, err
}

// waitFor waits for an event and returns its data.
func (e *eventStream) waitFor(kind string) (string, error) {
	here := false
	for {
		line, err := e.r.ReadString('\n')
		if err != nil {
			return "", err
		}
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "event: "); ok {
			here = name == kind
		}
		if data, ok := strings.CutPrefix(line, "data: "); ok && here {
			return data, nil
		}
	}
}

// openStreams opens all streams, each listening to one directory.
func (a *appliance) openStreams(dir string, tokens []string) ([]*eventStream, error) {
	var all []*eventStream
	for i := range listeners {
		b := *a
		b.token = tokens[i%len(tokens)]
		e, err := b.openStream(b.token)
		if err != nil {
			return nil, err
		}
		if err := b.call("PUT", "/live/"+e.id, map[string]any{
			"directories": []any{map[string]any{"space_id": a.space, "directory_id": dir}},
		}, nil); err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}

// measureLive measures how long it takes until all listeners know of a change, and the cost
// of a listener.
func (r *run) measureLive() error {
	dir, err := r.newDirectory("live")
	if err != nil {
		return err
	}
	data := filepath.Join(dir, "data")
	a, err := startFresh(data)
	if err != nil {
		return err
	}
	if err := a.stop(); err != nil {
		return err
	}
	if err := insertListeners(data); err != nil {
		return err
	}
	if a, err = startAppliance(data); err != nil {
		return err
	}
	if err := a.signIn(); err != nil {
		return err
	}
	took, err := a.timeChanges()
	if err != nil {
		return err
	}
	r.addAtMost("a change is seen by 200 listening browsers, p99, s", percentile(took, 0.99).Seconds(), 1,
		"median %v, from before the request until each has the event", median(took).Round(time.Millisecond/10))
	if err := a.stop(); err != nil {
		return err
	}
	return r.measureIdle(data)
}

func (a *appliance) timeChanges() ([]time.Duration, error) {
	dir, err := a.createDirectory("heard")
	if err != nil {
		return nil, err
	}
	tokens, err := a.signInListeners()
	if err != nil {
		return nil, err
	}
	all, err := a.openStreams(dir, tokens)
	if err != nil {
		return nil, err
	}
	type heard struct {
		at  time.Time
		err error
	}
	told := make(chan heard, listeners)
	for _, e := range all {
		go func() {
			for range listenedChanges {
				_, err := e.waitFor("change")
				told <- heard{time.Now(), err}
			}
		}()
	}
	var took []time.Duration
	for i := range listenedChanges {
		time.Sleep(300 * time.Millisecond)
		begin := time.Now()
		if err := a.call("POST", "/storage/space/"+a.space+"/directory", map[string]any{
			"parent_id": dir, "directory_name": fmt.Sprint("d", i),
		}, nil); err != nil {
			return nil, err
		}
		for range all {
			h := <-told
			if h.err != nil {
				return nil, h.err
			}
			took = append(took, h.at.Sub(begin))
		}
	}
	for _, e := range all {
		e.conn.Close()
	}
	return took, nil
}

// measureIdle measures the memory of listeners in this process, so that it is seen
// exactly; this side's share of the connections is counted in.
func (r *run) measureIdle(data string) error {
	addr := freeAddr()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	in, err := app.New(ctx, inProcessConfig(data, addr), slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	out, ready := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- in.Serve(ctx, ready) }()
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		return err
	}
	a := &appliance{api: "http://" + addr + "/api", client: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}}
	if err := a.signIn(); err != nil {
		return err
	}
	tokens, err := a.signInListeners()
	if err != nil {
		return err
	}
	var all []*eventStream
	var before int64
	for range 2 { // once to warm up
		for _, e := range all {
			e.conn.Close()
		}
		time.Sleep(time.Second)
		before = heapInUse()
		if all, err = a.openStreams(a.root, tokens); err != nil {
			return err
		}
	}
	time.Sleep(time.Second)
	each := float64(heapInUse()-before) / listeners / 1024
	r.addAtMost("memory of an idle listener, KiB", each, 50, "heap and stacks in use, %d of them through the whole server, the "+
		"client's side included", len(all))
	for _, e := range all {
		e.conn.Close()
	}
	cancel()
	return <-ended
}

func heapInUse() int64 {
	for range 4 { // a stack shrinks by half each time
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse + m.StackInuse)
}
