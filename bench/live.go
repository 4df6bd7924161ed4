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
	"anbar/app/accounts"
	"anbar/config"
	"anbar/db"
)

const (
	listeners       = 200
	listenersEach   = 20 // streams of one person
	listenedChanges = 20
)

func listenerMail(i int) string { return fmt.Sprintf("listener-%d@example.org", i) }

// gatherListeners adds people to the workspace of a stopped appliance.
func gatherListeners(data string) error {
	a, err := app.New(context.Background(), inProcess(data, ":0"), slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	var people []db.UserID
	for i := range listeners / listenersEach {
		u, err := a.Accounts.Create(context.Background(), accounts.Person{
			FirstName: "Lis", LastName: "Tener", Email: listenerMail(i), Password: password,
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

func inProcess(data, listen string) config.Serve {
	c := config.Serve{Listen: listen, TLS: "off", Signup: "open"}
	c.Data = data
	return c
}

// tokensOf signs all listeners in.
func (a *appliance) tokensOf() ([]string, error) {
	var all []string
	for i := range listeners / listenersEach {
		var s struct{ Access string }
		if err := a.call("POST", "/accounts/v1/users/login", map[string]any{"login": listenerMail(i), "password": password},
			&s); err != nil {
			return nil, err
		}
		all = append(all, s.Access)
	}
	return all, nil
}

// ear is one open stream. It costs this side nothing but its connection.
type ear struct {
	conn net.Conn
	r    *bufio.Reader
	id   string
}

func (a *appliance) listen(token string) (*ear, error) {
	host := strings.TrimSuffix(strings.TrimPrefix(a.api, "http://"), "/api")
	c, err := net.Dial("tcp", host)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(c, "GET /api/live HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n\r\n", host, token)
	e := &ear{conn: c, r: bufio.NewReaderSize(c, 1024)}
	data, err := e.next("hello")
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

// next waits for an event and returns its data.
func (e *ear) next(kind string) (string, error) {
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

// ears opens all streams, each listening to one directory.
func (a *appliance) ears(dir string, tokens []string) ([]*ear, error) {
	var all []*ear
	for i := range listeners {
		b := *a
		b.token = tokens[i%len(tokens)]
		e, err := b.listen(b.token)
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

// live measures how long it takes until all listeners know of a change, and the cost
// of a listener.
func (r *run) live() error {
	dir, err := r.fresh("live")
	if err != nil {
		return err
	}
	data := filepath.Join(dir, "data")
	a, err := found(data)
	if err != nil {
		return err
	}
	if err := a.stop(); err != nil {
		return err
	}
	if err := gatherListeners(data); err != nil {
		return err
	}
	if a, err = serve(data); err != nil {
		return err
	}
	if err := a.signIn(); err != nil {
		return err
	}
	took, err := a.changesHeard()
	if err != nil {
		return err
	}
	r.row("a change is seen by 200 listening browsers, p99, s", percentile(took, 0.99).Seconds(), 1, false,
		"median %v, from before the request until each has the event", median(took).Round(time.Millisecond/10))
	if err := a.stop(); err != nil {
		return err
	}
	return r.idle(data)
}

func (a *appliance) changesHeard() ([]time.Duration, error) {
	dir, err := a.newDir("heard")
	if err != nil {
		return nil, err
	}
	tokens, err := a.tokensOf()
	if err != nil {
		return nil, err
	}
	all, err := a.ears(dir, tokens)
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
				_, err := e.next("change")
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

// idle measures the memory of listeners in this process, so that it is seen
// exactly; this side's share of the connections is counted in.
func (r *run) idle(data string) error {
	addr := freeAddr()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	in, err := app.New(ctx, inProcess(data, addr), slog.New(slog.DiscardHandler))
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
	tokens, err := a.tokensOf()
	if err != nil {
		return err
	}
	var all []*ear
	var before int64
	for range 2 { // once to warm up
		for _, e := range all {
			e.conn.Close()
		}
		time.Sleep(time.Second)
		before = inUse()
		if all, err = a.ears(a.root, tokens); err != nil {
			return err
		}
	}
	time.Sleep(time.Second)
	each := float64(inUse()-before) / listeners / 1024
	r.row("memory of an idle listener, KiB", each, 50, false, "heap and stacks in use, %d of them through the whole server, the "+
		"client's side included", len(all))
	for _, e := range all {
		e.conn.Close()
	}
	cancel()
	return <-ended
}

func inUse() int64 {
	for range 4 { // a stack shrinks by half each time
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse + m.StackInuse)
}
