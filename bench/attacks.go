package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"anbar/bench/attack"
)

const (
	attackMemory = 1 << 30
	attackTime   = 60 * time.Second
	calmTime     = 20 * time.Second
	linkedFiles  = 40_000
	treeFiles    = 10_240
)

// measureAttacks runs every attack at once against an appliance in a group of 1 GiB, and
// measures the answers that another user gets meanwhile.
func (r *run) measureAttacks() error {
	dir, err := r.newDirectory("attacks")
	if err != nil {
		return err
	}
	group, err := attack.NewGroup(fmt.Sprintf("anbar-bench-%d", os.Getpid()), attackMemory)
	if errors.Is(err, attack.ErrNoGroups) {
		fmt.Println("skipped:", err)
		return nil
	}
	if err != nil {
		return err
	}
	a, target, err := startTarget(group, filepath.Join(dir, "data"))
	if err != nil {
		return err
	}
	honest := a.withAddress("127.0.0.2")
	calm, err := honest.repeatRequests(calmTime)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), attackTime)
	defer cancel()
	met := make(chan *attack.Tally, 1)
	go func() { met <- attack.Run(ctx, target) }()
	most := make(chan int64, 1)
	go func() { most <- watchMemory(ctx, group) }()
	under, err := honest.repeatRequests(attackTime - time.Second)
	if err != nil {
		return fmt.Errorf("the honest person: %w", err)
	}
	fmt.Println((<-met).String())
	killed, err := group.CountKilled()
	if err != nil {
		return err
	}
	r.addAtMost("every attack at once for a minute, in 1 GiB: memory at most, MiB", float64(<-most)/mib, 700,
		"of all its processes; %d were ended for memory", killed)
	for _, op := range deeds {
		before, during := percentile(calm[op], 0.99), percentile(under[op], 0.99)
		r.addAtMost("the same, somebody else's "+op+" meanwhile: p99 over p99 without", float64(during)/float64(before), 5,
			"%v over %v, of %d", during.Round(10*time.Microsecond), before.Round(10*time.Microsecond), len(under[op]))
	}
	return errors.Join(a.stop(), group.Remove())
}

// watchMemory returns the most memory that the group held.
func watchMemory(ctx context.Context, group *attack.Group) (most int64) {
	for ctx.Err() == nil {
		if n, err := group.Memory(); err == nil {
			most = max(most, n)
		}
		time.Sleep(50 * time.Millisecond)
	}
	return most
}

// startTarget starts an appliance in a group, with a member who attacks it, a box and a
// link.
func startTarget(group *attack.Group, data string) (*appliance, attack.Target, error) {
	var t attack.Target
	name, args := group.Command("./anbar")
	a, err := startFreshBy(append([]string{name}, args...), data)
	if err != nil {
		return nil, t, err
	}
	add := exec.Command("./anbar", "user", "add", "--data", data, "--email", "m@example.org", "--first-name", "Mallory", "--last-name",
		"Member", "--password-stdin")
	add.Stdin = strings.NewReader(password + "\n")
	if out, err := add.CombinedOutput(); err != nil {
		return nil, t, fmt.Errorf("%w: %s", err, out)
	}
	m := *a
	var s struct{ Access string }
	if err := m.call("POST", "/accounts/v1/users/login", map[string]any{"login": "m@example.org", "password": password}, &s); err != nil {
		return nil, t, err
	}
	m.token = s.Access
	if err := m.call("POST", "/storage/workspace", map[string]any{"title": "Mallory"}, nil); err != nil {
		return nil, t, err
	}
	if err := m.loadIDs(); err != nil {
		return nil, t, err
	}
	t = attack.Target{Addr: strings.TrimSuffix(strings.TrimPrefix(a.api, "http://"), "/api"), Member: m.token, Space: m.space, Root: m.root}
	if t.Tree, err = m.createFiles("tree", treeFiles); err != nil {
		return nil, t, err
	}
	linked, err := a.createFiles("linked", linkedFiles)
	if err != nil {
		return nil, t, err
	}
	var link struct {
		ID string `json:"download_id"`
	}
	if err := a.call("POST", "/download/space/"+a.space+"/directory/"+a.root+"/links",
		map[string]any{"title": "All", "directory_ids": []string{linked}}, &link); err != nil {
		return nil, t, err
	}
	boxed, err := a.createDirectory("boxed")
	if err != nil {
		return nil, t, err
	}
	var box struct {
		ID string `json:"upload_id"`
	}
	if err := a.call("POST", "/upload/space/"+a.space+"/directory/"+boxed+"/box-link", map[string]any{
		"title": "In", "duration": map[string]any{"value": 1, "unit": "day"},
	}, &box); err != nil {
		return nil, t, err
	}
	t.Link, t.Box = link.ID, box.ID
	return a, t, nil
}

// createFiles makes a directory of small files.
func (a *appliance) createFiles(name string, files int) (string, error) {
	dir, err := a.createDirectory(name)
	for from := 0; err == nil && from < files; from += 256 {
		var b bytes.Buffer
		for i := from; i < min(files, from+256); i++ {
			if err := appendFrame(&b, fmt.Sprintf("%d.txt", i), fmt.Sprintf("d%d", i/1000),
				fmt.Appendf(nil, "%s %d", name, i)); err != nil {
				return dir, err
			}
		}
		err = a.call("POST", "/upload/bundle?space_id="+a.space+"&directory_id="+dir, b.Bytes(), nil)
	}
	return dir, err
}

// withAddress is the appliance as a client of another address reaches it.
func (a *appliance) withAddress(ip string) *appliance {
	b := *a
	d := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(ip)}}
	b.client = &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 8, DialContext: d.DialContext}}
	return &b
}

var deeds = []string{"list", "mkdir", "1 MiB download"}

// repeatRequests repeats the everyday operations of a user and returns the times of each.
func (a *appliance) repeatRequests(during time.Duration) (map[string][]time.Duration, error) {
	s, _, err := a.upload(a.root, fmt.Sprint("honest ", time.Now().UnixNano()), randomBytes(mib, uint64(time.Now().UnixNano())), 1)
	if err != nil {
		return nil, err
	}
	url, err := a.createLink(s)
	if err != nil {
		return nil, err
	}
	all, n := map[string][]time.Duration{}, 0
	do := map[string]func() error{
		"list": func() error {
			return a.call("GET", "/storage/space/"+a.space+"/directory/"+a.root, nil, new(json.RawMessage))
		},
		"mkdir": func() error {
			n++
			_, err := a.createDirectory(fmt.Sprintf("made %d %d", time.Now().UnixNano(), n))
			return err
		},
		"1 MiB download": func() error {
			got, err := a.fetch(url, "")
			if err == nil && got != mib {
				err = fmt.Errorf("%d bytes of a mebibyte", got)
			}
			return err
		},
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	failed := make(chan error, len(do))
	for name, fn := range do {
		wg.Go(func() {
			for end := time.Now().Add(during); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
				began := time.Now()
				if err := fn(); err != nil {
					failed <- fmt.Errorf("%s: %w", name, err)
					return
				}
				mu.Lock()
				all[name] = append(all[name], time.Since(began))
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	select {
	case err = <-failed:
	default:
	}
	return all, err
}
