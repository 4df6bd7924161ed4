package stories

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"anbar/blobstore"
)

const copiesTo = "s3://copies/anbar"

// notes is a log that several write.
type notes struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write implements io.Writer.
func (n *notes) Write(b []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.b.Write(b)
}

func (n *notes) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.b.String()
}

// machine is one of the two of a promotion: the program on a host, with its data.
type machine struct {
	*host
	program string
	data    string
	shifted bool // its clocks are an hour ahead
	env     []string
	said    notes

	mu  sync.Mutex
	cmd *exec.Cmd
}

func (m *machine) environment() []string {
	env := append(os.Environ(), "ANBAR_LISTEN=:8080", "ANBAR_S3_ENDPOINT=http://"+m.lan.hosts["engine"].addr+":7070", "ANBAR_S3_KEY=key",
		"ANBAR_S3_SECRET=secret")
	return append(env, m.env...)
}

// run begins a command, and returns when it serves.
func (m *machine) run(args ...string) error {
	program, err := filepath.Abs(m.program)
	if err != nil {
		return err
	}
	line := append([]string{program}, append(args, "--data", m.data, "--log", "warn")...)
	if m.shifted {
		line = append([]string{"unshare", "--time", "--boottime", "3600", "--monotonic", "3600", "--fork", "--kill-child", "--"}, line...)
	}
	cmd := m.command(line...)
	cmd.Env = m.environment()
	cmd.Stderr = &m.said
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	cmd.Stdout = w
	err = cmd.Start()
	_ = w.Close()
	if err != nil {
		return errors.Join(err, r.Close())
	}
	m.mu.Lock()
	m.cmd = cmd
	m.mu.Unlock()
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadString('\n')
		fmt.Fprint(&m.said, line)
		if err != nil {
			_ = r.Close()
			return fmt.Errorf("anbar %s: %w", args[0], cmd.Wait())
		}
		if strings.Contains(line, "serves at") || strings.Contains(line, "it serves") {
			break
		}
	}
	go func() {
		_, _ = io.Copy(&m.said, lines) // until it ends
		_ = r.Close()
	}()
	return nil
}

// signal sends one to the program, which has to run.
func (m *machine) signal(s syscall.Signal) {
	m.mu.Lock()
	cmd := m.cmd
	m.mu.Unlock()
	pid := cmd.Process.Pid
	if m.shifted { // the command before it passes no signal on
		children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
		if err == nil {
			_, err = fmt.Sscan(string(children), &pid)
		}
		if err != nil {
			m.lan.t.Log("it is not there any more:", err)
			return
		}
	}
	if err := syscall.Kill(pid, s); err != nil && !errors.Is(err, syscall.ESRCH) {
		m.lan.t.Error(err)
	}
}

// stop ends the program, and waits.
func (m *machine) stop(s syscall.Signal) {
	m.signal(s)
	var ended *exec.ExitError
	if err := m.cmd.Wait(); err != nil && !errors.As(err, &ended) {
		m.lan.t.Error(err)
	}
}

// ack is a change that a machine said it had made.
type ack struct {
	name     string
	hash     string // of the content; empty for a directory
	large    bool
	machine  *machine
	sent, at time.Time
	date     time.Time // when the answer was written, in whole seconds
}

// writer writes to one machine, whatever happens to it.
type writer struct {
	p     *promotion
	name  string
	to    *machine
	http  *http.Client
	pause time.Duration
}

// newClient returns a client on the host of those who write.
func (p *promotion) newClient(patience time.Duration) *http.Client {
	return &http.Client{Timeout: patience, Transport: &http.Transport{DialContext: p.lan.hosts["clients"].dial, MaxIdleConnsPerHost: 8}}
}

var errRefused = errors.New("refused")

// call asks a machine for something, and returns when its answer was written.
func (p *promotion) call(ctx context.Context, c *http.Client, m *machine, method, path string, body, into any) (time.Time, error) {
	raw, ok := body.([]byte)
	if !ok {
		var err error
		if raw, err = json.Marshal(body); err != nil {
			return time.Time{}, err
		}
	}
	req, err := http.NewRequestWithContext(ctx, method, "http://"+m.addr+":8080/api"+path, bytes.NewReader(raw))
	if err != nil {
		return time.Time{}, err
	}
	req.Header.Set("Authorization", "Bearer "+p.token)
	res, err := c.Do(req)
	if err != nil {
		return time.Time{}, err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		return time.Time{}, err
	}
	if res.StatusCode >= 300 {
		return time.Time{}, fmt.Errorf("%w: %s %s: %s %.300s", errRefused, method, path, res.Status, answer)
	}
	date, err := http.ParseTime(res.Header.Get("Date"))
	if err == nil && into != nil {
		err = json.Unmarshal(answer, into)
	}
	return date, err
}

// write makes directories and files until ctx ends, and notes which of them were acknowledged.
func (w *writer) write(ctx context.Context) {
	for i := 0; ctx.Err() == nil; i++ {
		a := ack{name: fmt.Sprintf("%s-%d", w.name, i), machine: w.to, sent: time.Now()}
		var err error
		switch {
		case i%20 == 19 && !w.p.plan.Slow: // they would fill a slow line
			a.large = true
			content := bytes.Repeat([]byte(a.name+"\n"), 150_000) // 2 MB
			a.hash = blobstore.Sum(content).String()
			a.date, err = w.upload(ctx, &a, content)
		case i%2 == 1:
			content := []byte("content of " + a.name)
			a.hash = blobstore.Sum(content).String()
			a.date, err = w.p.call(ctx, w.http, w.to, "PUT",
				"/upload/file?space_id="+w.p.space+"&directory_id="+w.p.root+"&key="+a.name, content, nil)
		default:
			a.date, err = w.p.call(ctx, w.http, w.to, "POST", "/storage/space/"+w.p.space+"/directory",
				map[string]string{"parent_id": w.p.root, "directory_name": a.name}, nil)
		}
		if a.at = time.Now(); err == nil {
			w.p.mu.Lock()
			w.p.acks = append(w.p.acks, a)
			if w.to == w.p.second && w.p.took.IsZero() {
				w.p.took = a.at
				close(w.p.tookOver)
			}
			w.p.mu.Unlock()
			pass(ctx, w.pause)
			continue
		}
		pass(ctx, 2*w.pause)
	}
}

// upload sends a content in parts.
func (w *writer) upload(ctx context.Context, a *ack, content []byte) (time.Time, error) {
	var u struct {
		ID string `json:"upload_id"`
	}
	_, err := w.p.call(ctx, w.http, w.to, "POST", "/upload/initialize", map[string]any{
		"space_id": w.p.space, "directory_id": w.p.root, "key": a.name, "checksum": "fp:" + a.name, "file_size": len(content),
	}, &u)
	if err != nil {
		return time.Time{}, err
	}
	if _, err = w.p.call(ctx, w.http, w.to, "PUT", "/upload/parts?chunk_number=0&upload_id="+u.ID, content, nil); err != nil {
		return time.Time{}, err
	}
	a.sent = time.Now()
	return w.p.call(ctx, w.http, w.to, "POST", "/upload/complete", map[string]any{
		"upload_id": u.ID, "space_id": w.p.space, "key": a.name, "checksum": "fp:" + a.name,
	}, nil)
}
