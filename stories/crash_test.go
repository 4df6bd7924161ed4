package stories

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"anbar/app/identity/accounts"
	"anbar/bench/attack"
	"anbar/blobstore"
)

// victim is an appliance in a process of its own, which is killed again and
// again while people write to it.
type victim struct {
	t    *testing.T
	data string
	addr string
	cmd  *exec.Cmd

	group *attack.Group // that it runs in, if any

	mu    sync.Mutex
	token string
	space string
	root  string
	acked map[string]blobstore.Digest // files whose upload was answered with 201, by name
}

func newVictim(t *testing.T) *victim {
	t.Helper()
	v := &victim{t: t, data: dataDir(t), acked: map[string]blobstore.Digest{}}
	a := newApplianceUnclosed(t, v.data)
	for _, p := range []accounts.Person{{FirstName: "The victim", LastName: "Tester", Email: "v@example.org", Password: password},
		attacker} {
		if _, err := a.Accounts.Create(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	return v
}

// live starts the process and signs in.
func (v *victim) live() {
	v.t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		v.t.Fatal(err)
	}
	v.addr = l.Addr().String()
	l.Close()
	name, args := "anbar", []string{"serve", "--data", v.data, "--listen", v.addr, "--log", "error", "--backup-to", v.data + "-copies"}
	if v.group != nil {
		name, args = v.group.Command(name, args...)
	}
	v.cmd = exec.Command(name, args...)
	var complaints bytes.Buffer
	v.cmd.Stderr = &complaints
	out, err := v.cmd.StdoutPipe()
	if err != nil {
		v.t.Fatal(err)
	}
	if err := v.cmd.Start(); err != nil {
		v.t.Fatal(err)
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		v.t.Fatalf("it does not start again: %v\n%s", err, complaints.String())
	}
	go io.Copy(io.Discard, out)
	var s struct{ Access string }
	if err := v.call("POST", "/accounts/v1/users/login", map[string]string{"login": "v@example.org", "password": password},
		&s); err != nil {
		v.t.Fatal(err)
	}
	v.mu.Lock()
	v.token = s.Access
	v.mu.Unlock()
}

func (v *victim) kill() {
	v.t.Helper()
	if err := v.cmd.Process.Kill(); err != nil {
		v.t.Fatal(err)
	}
	if _, err := v.cmd.Process.Wait(); err != nil {
		v.t.Fatal(err)
	}
}

func (v *victim) call(method, path string, body, into any) error {
	raw, ok := body.([]byte)
	if !ok {
		var err error
		if raw, err = json.Marshal(body); err != nil {
			return err
		}
	}
	req, err := http.NewRequest(method, "http://"+v.addr+"/api"+path, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	v.mu.Lock()
	req.Header.Set("Authorization", "Bearer "+v.token)
	v.mu.Unlock()
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	if res.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s %s", method, path, res.Status, answer)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(answer, into)
}

// write uploads files in every way until the process dies, and records the answers.
func (v *victim) write(writer, round int) {
	for i := 0; ; i++ {
		name := fmt.Sprintf("w%d-r%d-%d", writer, round, i)
		content := bytes.Repeat([]byte(name+" "), 1+rand.N(400))
		if i%7 == 6 {
			content = bytes.Repeat([]byte(name+"\n"), 90_000) // a large one
		}
		var err error
		switch {
		case i%7 == 6 || i%3 == 0:
			err = v.threeCalls(name, content)
		case i%3 == 1:
			err = v.oneCall(name, content)
		default:
			err = v.bundle(name, content)
		}
		if err != nil {
			return
		}
		v.mu.Lock()
		v.acked[name] = blobstore.Sum(content)
		v.mu.Unlock()
	}
}

func (v *victim) bundle(name string, content []byte) error {
	var b bytes.Buffer
	writeFrame(&b, map[string]any{"key": name, "size": len(content), "checksum": blobstore.Sum(content).String()}, content)
	return v.call("POST", "/upload/bundle?space_id="+v.space+"&directory_id="+v.root, b.Bytes(), nil)
}

func (v *victim) oneCall(name string, content []byte) error {
	return v.call("PUT", "/upload/file?space_id="+v.space+"&directory_id="+v.root+"&key="+name, content, nil)
}

func (v *victim) threeCalls(name string, content []byte) error {
	var u struct {
		ID string `json:"upload_id"`
	}
	announce := map[string]any{
		"space_id": v.space, "directory_id": v.root, "key": name, "checksum": "fp:" + name, "file_size": len(content),
	}
	if err := v.call("POST", "/upload/initialize", announce, &u); err != nil {
		return err
	}
	if err := v.call("PUT", "/upload/parts?chunk_number=0&upload_id="+u.ID, content, nil); err != nil {
		return err
	}
	return v.call("POST", "/upload/complete", map[string]any{
		"upload_id": u.ID, "space_id": v.space, "key": name, "checksum": "fp:" + name,
	}, nil)
}

// look checks that every acknowledged file exists with its bytes.
func (v *victim) look() {
	v.t.Helper()
	found := map[string]string{}
	cursor := ""
	for {
		var l struct {
			Files []struct {
				Name string `json:"file_name"`
				Hash string
			}
			PageInfo struct{ Next *string } `json:"page_info"`
		}
		if err := v.call("GET", "/storage/space/"+v.space+"/directory/"+v.root+"?limit=1000&cursor="+cursor, nil, &l); err != nil {
			v.t.Fatal(err)
		}
		for _, f := range l.Files {
			found[f.Name] = f.Hash
		}
		if l.PageInfo.Next == nil {
			break
		}
		cursor = *l.PageInfo.Next
	}
	for name, d := range v.acked {
		if found[name] != d.String() {
			v.t.Errorf("%s was acknowledged and is %q", name, found[name])
		}
	}
}

// TestKillLosesNothing kills the appliance at random moments while four people
// write. Nothing that was acknowledged may be lost, nothing half-made shown, and
// every start has to work by itself.
func TestKillLosesNothing(t *testing.T) {
	t.Parallel()
	v := newVictim(t)
	v.live()
	var s struct {
		Space string `json:"space_id"`
		Root  string `json:"root_directory_id"`
	}
	if err := v.call("POST", "/storage/workspace", map[string]string{"title": "Victims"}, &s); err != nil {
		t.Fatal(err)
	}
	v.space, v.root = s.Space, s.Root
	for round := range kills {
		var writers sync.WaitGroup
		for w := range 4 {
			writers.Go(func() { v.write(w, round) })
		}
		time.Sleep(time.Duration(50+rand.N(500)) * time.Millisecond)
		v.kill()
		writers.Wait()
		if round%5 == 2 { // a start that is killed as well
			early := exec.Command("anbar", "serve", "--data", v.data, "--listen", v.addr, "--log", "error")
			if err := early.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Duration(rand.N(120)) * time.Millisecond)
			if err := early.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = early.Wait() // it was killed
		}
		v.live()
		v.look()
	}
	v.kill()
	for _, command := range [][]string{
		{"check", "--data", v.data}, {"backup", "--data", v.data, "--to", v.data + "-copies"}, {
			"restore", "--from", v.data + "-copies", "--data", v.data + "-back",
		},
	} {
		out, err := exec.Command("anbar", command...).CombinedOutput()
		if err != nil || strings.Contains(string(out), "DAMAGED") {
			t.Errorf("anbar %s: %v\n%s", command[0], err, out)
		}
	}
	if stray, err := filepath.Glob(filepath.Join(v.data, "*.tmp")); err != nil || len(stray) > 0 {
		t.Errorf("%v, %v", stray, err)
	}
	t.Logf("%d kills, %d files acknowledged, none lost", kills, len(v.acked))
	if len(v.acked) < kills {
		t.Error("hardly anything was written: the test proves nothing")
	}
}
