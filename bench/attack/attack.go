// Package attack attacks a running appliance to bring it down: as a stranger, as a
// visitor of an upload box and of a link, and as a member. Every attack goes on until
// its context ends.
package attack

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"anbar/blobstore"
	"anbar/stories/testdata/hostile"
)

// Target is the appliance, with the tokens and links that the attackers have.
type Target struct {
	Addr        string // host:port of plain HTTP
	Member      string // access token
	Space, Root string // of the member's own workspace
	Tree        string // a directory of many files in it
	Box         string // id of an upload box without a password
	Link        string // a download link to a directory of many files
}

// Tally is how often each attack was answered, by its status; "cut" is no answer.
type Tally struct {
	mu  sync.Mutex
	all map[string]map[string]int
}

func (t *Tally) add(attack, status string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.all[attack] == nil {
		t.all[attack] = map[string]int{}
	}
	t.all[attack][status]++
}

// String lists the attacks with the number of answers by status.
func (t *Tally) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	b, err := json.MarshalIndent(t.all, "", "  ")
	if err != nil {
		panic(err)
	}
	return string(b)
}

// Run attacks until ctx ends, and returns the answers by attack and status.
func Run(ctx context.Context, t Target) *Tally {
	r := &runner{Target: t, ctx: ctx, tally: &Tally{all: map[string]map[string]int{}},
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}}
	defer r.client.CloseIdleConnections()
	r.prepareDocuments()
	var all sync.WaitGroup
	for _, a := range []struct {
		name   string
		atOnce int
		do     func(string, int)
	}{
		{"hostile files of a member", 2, r.sendFiles}, {"hostile pictures of a person", 4, r.sendPictures},
		{"hostile files of a visitor", 1, r.sendBoxFiles},
		{"large bodies of a stranger", 400, r.sendLargeBodies}, {"slow bodies of a stranger", 200, r.sendSlowBodies},
		{"slow pictures of a person", 60, r.sendSlowPictures},
		{"slow parts of a member", 100, r.sendSlowParts}, {"slow parts of a visitor", 50, r.sendSlowBoxParts},
		{"slow bundles of a member", 20, r.sendSlowBundles},
		{"announcements of a member", 1, r.initializeUploads}, {"announcements of a visitor", 1, r.initializeBoxUploads},
		{"copies of a tree", 8, r.copyTrees},
		{"archives byte by byte", 16, r.readArchives}, {"idle connections", 500, r.openIdleConnections},
	} {
		for i := range a.atOnce {
			all.Go(func() {
				for ctx.Err() == nil {
					a.do(a.name, i)
				}
			})
		}
	}
	all.Wait()
	return r.tally
}

type runner struct {
	Target
	ctx    context.Context
	tally  *Tally
	client *http.Client

	documents, pictureBombs [][]byte
	types                   []string
	mu                      sync.Mutex
	count                   int
}

// prepareDocuments makes the documents once: to make them takes more than to send them.
func (r *runner) prepareDocuments() {
	for i, d := range hostile.All() {
		if i%5 != 0 && !d.Slow {
			continue
		}
		b := d.Make()
		if len(b) > 900<<10 {
			continue
		}
		r.documents, r.types = append(r.documents, b), append(r.types, d.Name+"\n"+d.Type)
		if d.Ending == "jpg" || d.Ending == "png" {
			r.pictureBombs = append(r.pictureBombs, b)
		}
	}
}

// nextDocument returns another hostile document each time, with bytes that make it a new blob.
func (r *runner) nextDocument() (name, contentType string, content []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := r.count % len(r.documents)
	r.count++
	name, contentType, _ = strings.Cut(r.types[i], "\n")
	return fmt.Sprintf("%d-%s", r.count, name), contentType, binary.LittleEndian.AppendUint64(bytes.Clone(r.documents[i]), uint64(r.count))
}

// send is one whole request.
func (r *runner) send(attack, method, path, token string, body []byte, header ...string) []byte {
	ctx, cancel := context.WithTimeout(r.ctx, 20*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, "http://"+r.Addr+"/api"+path, bytes.NewReader(body))
	if err != nil {
		panic(err)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := r.client.Do(req)
	if err != nil {
		r.tally.add(attack, "cut")
		r.sleep(100 * time.Millisecond)
		return nil
	}
	defer res.Body.Close()
	answer, _ := io.ReadAll(io.LimitReader(res.Body, 1<<20)) // what breaks off is a short answer
	r.tally.add(attack, res.Status[:3])
	if res.StatusCode >= 400 {
		r.sleep(20 * time.Millisecond)
	}
	return answer
}

func (r *runner) sleep(d time.Duration) {
	select {
	case <-r.ctx.Done():
	case <-time.After(d):
	}
}

// sendSlowly begins a request, sends a byte now and then, and waits for the answer.
func (r *runner) sendSlowly(attack, method, path, token string, length int, begin []byte, every time.Duration) {
	c, err := net.DialTimeout("tcp", r.Addr, 5*time.Second)
	if err != nil {
		r.tally.add(attack, "cut")
		r.sleep(time.Second)
		return
	}
	defer c.Close()
	stop := context.AfterFunc(r.ctx, func() { _ = c.Close() })
	defer stop()
	head := fmt.Sprintf("%s /api%s HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n", method, path, length)
	if token != "" {
		head += "Authorization: Bearer " + token + "\r\n"
	}
	if _, err := c.Write(append([]byte(head+"\r\n"), begin...)); err != nil {
		r.tally.add(attack, "cut")
		r.sleep(100 * time.Millisecond)
		return
	}
	over := make(chan struct{})
	defer close(over)
	go func() {
		for {
			select {
			case <-over:
				return
			case <-time.After(every):
				if _, err := c.Write([]byte{' '}); err != nil {
					return
				}
			}
		}
	}()
	line, err := bufio.NewReader(c).ReadString('\n')
	if f := strings.Fields(line); err == nil && len(f) > 1 {
		r.tally.add(attack, f[1])
	} else {
		r.tally.add(attack, "cut")
	}
	r.sleep(100 * time.Millisecond)
}

func appendFrame(into *bytes.Buffer, header any, content []byte) {
	h, err := json.Marshal(header)
	if err != nil {
		panic(err)
	}
	into.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(h))))
	into.Write(h)
	into.Write(content)
}

func (r *runner) sendFiles(attack string, _ int) {
	var b bytes.Buffer
	for range 8 {
		name, contentType, content := r.nextDocument()
		if b.Len()+len(content) > 7<<20 {
			break
		}
		appendFrame(&b, map[string]any{
			"key": name, "size": len(content), "content_type": contentType, "checksum": blobstore.Sum(content).String(),
		}, content)
	}
	r.send(attack, "POST", "/upload/bundle?space_id="+r.Space+"&directory_id="+r.Root, r.Member, b.Bytes())
	r.sleep(100 * time.Millisecond)
}

func (r *runner) sendPictures(attack string, i int) {
	r.send(attack, "PUT", "/users/me/profile/avatar", r.Member, r.pictureBombs[i%len(r.pictureBombs)])
}

// startVisit begins a visit of the upload box.
func (r *runner) startVisit(attack string) (token, space, dir string) {
	var v struct {
		Token     string
		Space     string `json:"space_id"`
		Directory string `json:"directory_id"`
	}
	if json.Unmarshal(r.send(attack, "POST", "/upload/box/"+r.Box, "", []byte("{}")), &v) != nil {
		r.sleep(time.Second)
	}
	return v.Token, v.Space, v.Directory
}

func (r *runner) initializeUpload(attack, token, space, dir, name string, size int64) (id string) {
	body, err := json.Marshal(map[string]any{
		"space_id": space, "directory_id": dir, "key": name, "checksum": "fp:" + name, "file_size": size,
	})
	if err != nil {
		panic(err)
	}
	var u struct {
		ID string `json:"upload_id"`
	}
	_ = json.Unmarshal(r.send(attack, "POST", "/upload/initialize", token, body), &u) // refused: no id
	return u.ID
}

func (r *runner) sendBoxFiles(attack string, _ int) {
	token, space, dir := r.startVisit(attack)
	for range 50 {
		if token == "" || r.ctx.Err() != nil {
			return
		}
		name, _, content := r.nextDocument()
		id := r.initializeUpload(attack, token, space, dir, name, int64(len(content)))
		r.send(attack, "PUT", "/upload/parts?chunk_number=0&upload_id="+id, token, content)
		body, err := json.Marshal(map[string]any{"upload_id": id, "space_id": space, "key": name, "checksum": "fp:" + name})
		if err != nil {
			panic(err)
		}
		r.send(attack, "POST", "/upload/complete", token, body)
		r.sleep(200 * time.Millisecond)
	}
}

func (r *runner) sendLargeBodies(attack string, _ int) {
	r.sendSlowly(attack, "POST", "/accounts/v1/users/login", "", 1_000_000, []byte(`{"login":"`+strings.Repeat("x",
		900_000)), 45*time.Second)
}

func (r *runner) sendSlowBodies(attack string, _ int) {
	r.sendSlowly(attack, "POST", "/accounts/v1/users/login", "", 16_000, []byte(`{"login":"`+strings.Repeat("x", 10_000)), 20*time.Second)
}

func (r *runner) sendSlowPictures(attack string, _ int) {
	r.sendSlowly(attack, "PUT", "/users/me/profile/avatar", r.Member, 10_000_000, bytes.Repeat([]byte("x"), 1<<20), 10*time.Second)
}

func (r *runner) sendSlowParts(attack string, i int) {
	size, part := int64(5<<20)*200, i%200
	if i%2 == 0 {
		size, part = 1<<20, 0 // held in memory
	}
	id := r.initializeUpload(attack, r.Member, r.Space, r.Root, fmt.Sprintf("slow %d", i), size)
	r.sendSlowly(attack, "PUT", fmt.Sprintf("/upload/parts?chunk_number=%d&upload_id=%s", part, id), r.Member,
		int(min(size, 5<<20)), make([]byte, 1000), 10*time.Second)
}

func (r *runner) sendSlowBoxParts(attack string, i int) {
	token, space, dir := r.startVisit(attack)
	if token == "" {
		return
	}
	id := r.initializeUpload(attack, token, space, dir, fmt.Sprintf("slow %d", i), 1<<20)
	r.sendSlowly(attack, "PUT", "/upload/parts?chunk_number=0&upload_id="+id, token, 1<<20, make([]byte, 1000), 10*time.Second)
}

func (r *runner) sendSlowBundles(attack string, _ int) {
	r.sendSlowly(attack, "POST", "/upload/bundle?space_id="+r.Space+"&directory_id="+r.Root, r.Member, 8<<20, make([]byte,
		2<<20), 10*time.Second)
}

func (r *runner) initializeUploads(attack string, _ int) {
	r.mu.Lock()
	r.count++
	n := r.count
	r.mu.Unlock()
	r.initializeUpload(attack, r.Member, r.Space, r.Root, fmt.Sprintf("announced %d", n), 53<<30)
}

func (r *runner) initializeBoxUploads(attack string, _ int) {
	token, space, dir := r.startVisit(attack)
	for i := range 600 {
		if token == "" || r.ctx.Err() != nil {
			return
		}
		r.initializeUpload(attack, token, space, dir, fmt.Sprintf("announced %d", i), 52<<30)
	}
}

func (r *runner) copyTrees(attack string, _ int) {
	body, err := json.Marshal(map[string]any{
		"source_directory_id": r.Tree, "destination_directory_id": r.Root, "destination_space_id": r.Space,
	})
	if err != nil {
		panic(err)
	}
	r.send(attack, "PUT", "/storage/space/"+r.Space+"/copy/directory", r.Member, body)
}

func (r *runner) readArchives(attack string, i int) {
	var g struct{ URL string }
	if json.Unmarshal(r.send(attack, "POST", "/download/share-link/"+r.Link, "", []byte("{}")), &g) != nil || g.URL == "" {
		r.sleep(time.Second)
		return
	}
	for n := range 50 {
		if r.ctx.Err() != nil {
			return
		}
		r.send(attack, "GET", strings.TrimPrefix(g.URL, "/api"), "", nil, "Range", fmt.Sprintf("bytes=%d-%d", n*1000+i, n*1000+i))
	}
}

func (r *runner) openIdleConnections(attack string, _ int) {
	c, err := net.DialTimeout("tcp", r.Addr, 5*time.Second)
	if err != nil {
		r.tally.add(attack, "cut")
		r.sleep(time.Second)
		return
	}
	defer c.Close()
	_, _ = c.Write([]byte("GET /api/health HTTP/1.1\r\nHost: x\r\nX-Half"))
	r.sleep(10 * time.Second)
	r.tally.add(attack, "held")
}
