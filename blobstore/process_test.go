package blobstore_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"anbar/blobstore"
	"anbar/blobstore/blobtest"
)

// The environment of a child: where its store lies, and how long it lives at most.
const (
	childDir  = "BLOBSTORE_CHILD_DIR"
	childTime = "BLOBSTORE_CHILD_TIME"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		if d, err := time.ParseDuration(os.Getenv(childTime)); err == nil {
			time.AfterFunc(d, func() { os.Exit(0) })
		}
		if err := child(dir); err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// child uses a store as hard as it can until it is killed. It says what was
// acknowledged on its standard output, which a kill does not take back.
func child(dir string) error {
	o := blobstore.Options{Reserve: -1, MinFree: -1, PackSize: 2 * mib, Log: quiet, Boot: os.Getenv("BLOBSTORE_CHILD_BOOT")}
	s, err := blobstore.Open(dir, o)
	if err != nil {
		return err
	}
	if os.Getenv(childCut) != "" {
		return cutChild(context.Background(), s)
	}
	var mu sync.Mutex
	say := func(seed uint64, n int) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Printf("ack %d %d\n", seed, n)
	}
	fmt.Println("open")
	ctx := context.Background()
	failures := make(chan error)
	for worker := range 8 {
		go func() {
			for {
				seed, n := rand.Uint64N(1<<32), 1+rand.IntN(40_000)
				if worker == 0 {
					n = mib + rand.IntN(mib)
				}
				p := blobtest.Bytes(seed, n)
				var l *blobstore.Lease
				var err error
				if worker == 1 {
					n = mib + 1 + rand.IntN(3*mib)
					p = blobtest.Bytes(seed, n)
					l, err = childUpload(ctx, s, fmt.Sprint("s", seed), p)
				} else {
					_, l, err = s.PutReader(ctx, bytes.NewReader(p))
				}
				if err != nil {
					failures <- err
					return
				}
				say(seed, n)
				l.Release()
			}
		}()
	}
	return <-failures
}

func childUpload(ctx context.Context, s *blobstore.Store, sid string, p []byte) (*blobstore.Lease, error) {
	u, err := s.BeginSession(ctx, sid, int64(len(p)), mib)
	if err != nil {
		return nil, err
	}
	for n := 0; n*mib < len(p); n++ {
		if err := u.WritePart(ctx, n, bytes.NewReader(p[n*mib:min(len(p), (n+1)*mib)])); err != nil {
			return nil, err
		}
	}
	_, l, err := u.Seal(ctx, nil)
	return l, err
}

// ack is a blob that a child says was stored.
type ack struct {
	seed uint64
	n    int
}

// runChild starts a child on dir, and ends it with end after a while.
func runChild(t *testing.T, dir string, env []string, after time.Duration, end func(*os.Process)) (acks []ack) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), childDir+"="+dir), env...)
	out, err := cmd.StdoutPipe()
	check(t, err)
	check(t, cmd.Start())
	var timer *time.Timer
	lines := bufio.NewScanner(out)
	timer = time.AfterFunc(after, func() { end(cmd.Process) })
	defer timer.Stop()
	for lines.Scan() {
		var a ack
		text := lines.Text()
		if _, err := fmt.Sscanf(text, "ack %d %d", &a.seed, &a.n); err == nil {
			acks = append(acks, a)
		} else if text != "open" {
			t.Log("child:", text)
		}
	}
	_, err = io.Copy(io.Discard, out)
	check(t, err)
	_ = cmd.Wait() // it was killed
	return acks
}

// allThere checks that an opened store has every acknowledged blob.
func allThere(t *testing.T, s *blobstore.Store, acks []ack) {
	t.Helper()
	for _, a := range acks {
		p := blobtest.Bytes(a.seed, a.n)
		if d := blobstore.Sum(p); !readsAs(t, s, d, p) {
			t.Fatalf("acknowledged and lost: %s (%d bytes)", hex.EncodeToString(d[:4]), a.n)
		}
	}
}

func killLoop(t *testing.T, dir string, kills int) {
	var acks []ack
	for kill := range kills {
		// Some kills hit the start.
		after := time.Duration(rand.IntN(350)) * time.Millisecond
		fresh := runChild(t, dir, nil, after, func(p *os.Process) { p.Kill() })
		acks = append(acks, fresh...)
		s, err := blobstore.Open(dir, blobstore.Options{Reserve: -1, MinFree: -1, Log: quiet})
		check(t, err)
		allThere(t, s, fresh)
		for _, info := range s.ListSessions() {
			u, err := s.FindSession(info.SID)
			check(t, err)
			check(t, u.Abort(t.Context()))
		}
		check(t, s.Close())
		if kill%50 == 49 {
			t.Logf("%d kills, %d acknowledged", kill+1, len(acks))
		}
	}
	s, err := blobstore.Open(dir, blobstore.Options{Reserve: -1, MinFree: -1, Log: quiet})
	check(t, err)
	defer s.Close()
	allThere(t, s, acks)
	report, err := s.Check(t.Context(), nil, blobstore.CheckOptions{})
	check(t, err)
	if !report.OK() {
		t.Fatalf("%+v", report)
	}
	t.Logf("%d kills: %d acknowledged, none lost", kills, len(acks))
	if len(acks) == 0 {
		t.Fatal("nothing was acknowledged")
	}
}

func TestKill(t *testing.T) { killLoop(t, t.TempDir(), 10) }

// TestTwoProcessesAtOnce starts a second process on an open store.
func TestTwoProcessesAtOnce(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, blobstore.Options{Reserve: -1, MinFree: -1})
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childDir+"="+dir)
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), blobstore.ErrLocked.Error()) {
		t.Fatalf("%v: %s", err, out)
	}
	put(t, s, []byte("not disturbed"))
}
