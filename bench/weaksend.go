package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
)

// startFar starts the product on the machine at the far end; its calls come from the near end.
func (w *weakRun) startFar(name string) (*appliance, error) {
	dir, err := w.newDirectory(name)
	if err != nil {
		return nil, err
	}
	addr := farAddr + ":8080"
	p, err := startProcess("ip", "netns", "exec", w.far.name, program[0], "serve", "--log", "error", "--data", filepath.Join(dir, "data"),
		"--listen", addr)
	if err != nil {
		return nil, err
	}
	a := &appliance{process: p, api: "http://" + addr + "/api", client: w.newClient()}
	if _, err := a.out.ReadString('\n'); err != nil { // "serves at"
		return nil, fmt.Errorf("the appliance did not start: %w", err)
	}
	return a, a.setUp()
}

// newClient is a client at the near end, whose connections use cubic, as most do.
func (w *weakRun) newClient() *http.Client {
	return &http.Client{Transport: &http.Transport{DialContext: w.near.dialBy("cubic"), MaxIdleConnsPerHost: 64}}
}

// weakSender uploads a file as docs/api.md says: many parts at once, each on its connection, which go on where they were cut.
type weakSender struct {
	a           *appliance
	content     []byte
	connections int
	id          string
	chunk       int
	givenUp     map[int]bool
	from        map[int]int  // what the server said to have of a part
	handed      map[int]int  // how far a part was handed to its connection
	moved       atomic.Int64 // when something moved last, Unix nanoseconds
	rounds      int
	again       int // bytes that were handed to a connection more than once
}

const (
	stillTime   = 4 * time.Second // without any movement the line is away
	askTime     = 3 * time.Second
	longestSend = time.Hour
)

// send uploads, and returns how long it took.
func (s *weakSender) send(dir, name string) (time.Duration, error) {
	begin := time.Now()
	s.givenUp, s.from, s.handed = map[int]bool{}, map[int]int{}, map[int]int{}
	for {
		missing, err := s.loadMissing(dir, name)
		switch {
		case time.Since(begin) > longestSend:
			return 0, fmt.Errorf("not done after %v: %w", longestSend, err)
		case err != nil:
			time.Sleep(200 * time.Millisecond)
			continue
		}
		if len(missing) == 0 {
			break
		}
		s.rounds++
		s.sendRound(missing)
	}
	err := s.a.call("POST", "/upload/complete", map[string]any{
		"upload_id": s.id, "space_id": s.a.space, "key": name, "checksum": "fp:" + name,
	}, nil)
	return time.Since(begin), err
}

// loadMissing finds out what is missing. Connections that were given up are not used again.
func (s *weakSender) loadMissing(dir, name string) (missing []int, err error) {
	s.a.client.CloseIdleConnections()
	givenUp := []int{}
	for n := range s.givenUp {
		if len(givenUp) < 16 { // as many as one call takes
			givenUp = append(givenUp, n)
		}
	}
	var is struct {
		uploadStart
		Present [][2]int `json:"present"`
		Cut     [][2]int `json:"cut"`
	}
	ctx, cancel := context.WithTimeout(context.Background(), askTime)
	defer cancel()
	err = s.a.callIn(ctx, "POST", "/upload/initialize", map[string]any{
		"space_id": s.a.space, "directory_id": dir, "key": name, "checksum": "fp:" + name, "file_size": len(s.content), "part_limit": mib,
		"given_up": givenUp,
	}, &is)
	if err != nil {
		return nil, err
	}
	s.id, s.chunk = is.ID, is.Chunk
	for _, n := range givenUp {
		delete(s.givenUp, n)
	}
	clear(s.from)
	there := map[int]bool{}
	for _, r := range is.Present {
		for n := r[0]; n < r[1]; n++ {
			there[n] = true
		}
	}
	for _, c := range is.Cut {
		s.from[c[0]] = c[1]
	}
	for n := range is.Chunks {
		if !there[n] {
			missing = append(missing, n)
			s.again += max(0, s.handed[n]-s.from[n])
			s.handed[n] = s.from[n]
		}
	}
	return missing, nil
}

// sendRound sends parts until all are there, or nothing moves.
func (s *weakSender) sendRound(missing []int) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s.moved.Store(time.Now().UnixNano())
	queue := make(chan int, len(missing))
	for _, n := range missing {
		queue <- n
	}
	close(queue)
	var mu sync.Mutex
	var all sync.WaitGroup
	for range s.connections {
		all.Go(func() {
			for n := range queue {
				if ctx.Err() != nil {
					return
				}
				at, err := s.sendPart(ctx, n)
				mu.Lock()
				s.handed[n] = at
				if err != nil {
					s.givenUp[n] = true
				}
				mu.Unlock()
			}
		})
	}
	done := make(chan struct{})
	go func() { all.Wait(); close(done) }()
	for {
		select {
		case <-done:
			return
		case <-time.After(200 * time.Millisecond):
			if time.Since(time.Unix(0, s.moved.Load())) > stillTime {
				cancel()
				<-done
				return
			}
		}
	}
}

func (s *weakSender) sendPart(ctx context.Context, n int) (handed int, err error) {
	end := min((n+1)*s.chunk, len(s.content))
	body := &movingBody{s: s, r: bytes.NewReader(s.content[n*s.chunk+s.from[n] : end]), at: int64(s.from[n])}
	path := fmt.Sprintf("/upload/parts?upload_id=%s&chunk_number=%d&offset=%d", s.id, n, s.from[n])
	err = s.a.callIn(ctx, "PUT", path, body, nil)
	s.moved.Store(time.Now().UnixNano())
	return int(atomic.LoadInt64(&body.at)), err
}

// movingBody notes when a connection took something.
type movingBody struct {
	s  *weakSender
	r  io.Reader
	at int64
}

// Read implements io.Reader.
func (b *movingBody) Read(p []byte) (int, error) {
	n, err := b.r.Read(p[:min(len(p), 16<<10)])
	atomic.AddInt64(&b.at, int64(n))
	b.s.moved.Store(time.Now().UnixNano())
	return n, err
}

// sendWeak uploads over the weak line with its cuts, and returns how long it took over the ideal.
func (w *weakRun) sendWeak(a *appliance, size, connections int) error {
	s := &weakSender{a: a, content: randomBytes(size, 7), connections: connections}
	w.line.start()
	took, err := s.send(a.root, fmt.Sprintf("by-%d", connections))
	w.line.end()
	if err != nil {
		return err
	}
	ideal := w.line.idealTime(size)
	w.addAtMost(fmt.Sprintf("a program, %d parts at once, over the ideal", connections), took.Seconds()/ideal.Seconds(), 1.10,
		"%.0f s of %.0f s; %d rounds", took.Seconds(), ideal.Seconds(), s.rounds)
	w.addAtMost("bytes of it that were handed to a connection again, %", 100*float64(s.again)/float64(size), 1,
		"what waited in buffers of the system counts, too")
	return nil
}
