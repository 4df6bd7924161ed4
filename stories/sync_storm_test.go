package stories

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"anbar/blobstore"
)

// storm is one round in which three sync clients and a browser change the same tree, while the server is killed and
// connections are cut.
type storm struct {
	*scene
	devices []*stormDevice
	site    string // of the front that the devices know
	top     string // name of the shared folder in the tree of the devices

	logs string // directory for what the clients said, which stays when the test fails

	mu      sync.Mutex
	written map[blobstore.Digest]string // all contents that anybody ever wrote, with where
	stored  map[blobstore.Digest]string // those that the server acknowledged
	turns   int
}

// stormDevice is a sync client with its directory and what it did.
type stormDevice struct {
	*syncer
	storm *storm
	rand  *rand.Rand
	did   []string
	runs  int
	said  string // by the client in its last run
}

// content is unlike every other one, also in its length: a client takes a file of the same length and second for unchanged.
func (s *storm) content(r *rand.Rand, at string) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turns++
	size := 20 + s.turns
	if r.IntN(8) == 0 {
		size += 1000 * s.turns
	}
	if r.IntN(30) == 0 {
		size += 3 << 20 // in chunks
	}
	b := bytes.Repeat(fmt.Appendf(nil, "%d of %d\n", s.turns, s.seed), 1+size/8)[:size]
	s.written[blobstore.Sum(b)] = fmt.Sprintf("%s, turn %d", at, s.turns)
	return b
}

// acknowledge notes that the server has a file content that was written here.
func (s *storm) acknowledge(by string, content blobstore.Digest) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.written[content] != "" {
		s.stored[content] = by
	}
}

var stormNames = []string{"plan.txt", "می‌روم.txt", "گزارش ۱۴۰۵.txt", "100% #1 &.txt", "notes.md"}

// place is a name that may or may not be there: at the top, in the shared folder, or in a folder of either.
func (s *storm) place(r *rand.Rand) string {
	dirs := []string{"", s.top, "سال", "a/b", path.Join(s.top, "a"), path.Join(s.top, "قراردادها")}
	name := stormNames[r.IntN(len(stormNames))]
	if r.IntN(2) == 0 {
		name = fmt.Sprintf("%d-%s", r.IntN(30), name)
	}
	return path.Join(dirs[r.IntN(len(dirs))], name)
}

// change does one thing on the device that a person does in a file manager.
func (d *stormDevice) change() {
	at, to := filepath.Join(d.dir, d.storm.place(d.rand)), filepath.Join(d.dir, d.storm.place(d.rand))
	var err error
	verb := ""
	switch k := d.rand.IntN(20); {
	case k < 11:
		verb = "write " + at
		content := d.storm.content(d.rand, d.home+" "+at)
		if err = os.MkdirAll(filepath.Dir(at), 0o700); err == nil {
			err = os.WriteFile(at, content, 0o600)
		}
	case k < 15:
		verb = "rename " + at + " to " + to
		if _, there := os.Lstat(to); there != nil { // a person is asked before one file takes the place of another
			if err = os.MkdirAll(filepath.Dir(to), 0o700); err == nil {
				err = os.Rename(at, to)
			}
		}
	case k < 18:
		verb = "remove " + at
		err = os.Remove(at)
	case k < 19:
		verb = "remove the directory of " + at
		if dir := filepath.Dir(at); dir != d.dir && dir != filepath.Join(d.dir, d.storm.top) {
			err = os.RemoveAll(dir)
		}
	default:
		from, into := filepath.Join(d.dir, "a"), filepath.Join(d.dir, d.storm.top, "was a")
		verb = "move " + from + " to " + into
		err = os.Rename(from, into)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrExist) {
		d.storm.t.Errorf("%s: %v", verb, err)
	}
	d.did = append(d.did, verb)
}

// run synchronizes once, and reports whether nothing failed and nothing was left out because it failed before.
func (d *stormDevice) run() bool {
	said, err := d.try()
	d.said = said
	d.runs++
	log := filepath.Join(d.storm.logs, fmt.Sprintf("%s-%03d.log", filepath.Base(d.home), d.runs))
	if err := os.WriteFile(log, []byte(said), 0o600); err != nil {
		d.storm.t.Error(err)
	}
	left := d.journal("SELECT count(*) FROM blacklist")
	d.did = append(d.did, fmt.Sprintf("synchronize %d: %v, %d left out", d.runs, err, left))
	return err == nil && left == 0
}

// forgive lets a client try at once what failed before, as its button does.
func (d *stormDevice) forgive() { d.journal("DELETE FROM blacklist RETURNING 1") }

// journal is the number that a query answers, 0 for none. A client that never came far has no table of what failed.
func (d *stormDevice) journal(query string) (n int) {
	journals, err := filepath.Glob(filepath.Join(d.dir, ".*sync*.db"))
	if err != nil {
		d.storm.t.Error(err)
	}
	for _, j := range journals {
		db, err := sql.Open("sqlite", "file:"+j+"?_pragma=busy_timeout(10000)")
		if err != nil {
			d.storm.t.Error(err)
			continue
		}
		err = db.QueryRow(query).Scan(&n)
		if err != nil && !errors.Is(err, sql.ErrNoRows) && !strings.Contains(err.Error(), "no such table") {
			d.storm.t.Errorf("%s: %v", j, err)
		}
		if err := db.Close(); err != nil {
			d.storm.t.Error(err)
		}
	}
	return n
}

// browse does what a person does in a browser until ctx ends, and knows which uploads were acknowledged.
func (s *storm) browse(ctx context.Context, r *rand.Rand) {
	for ctx.Err() == nil {
		pass(ctx, time.Duration(20+r.IntN(200))*time.Millisecond)
		var p struct {
			Files []struct {
				ID string `json:"file_id"`
			}
		}
		list := s.send(s.owner, "GET", "/storage/space/"+s.space+"/directory/"+s.root+"?limit=1000", nil)
		if list.status != 200 {
			continue
		}
		list.into(&p)
		name := stormNames[r.IntN(len(stormNames))]
		var id string
		if files := p.Files; len(files) > 0 {
			id = files[r.IntN(len(files))].ID
		}
		switch k := r.IntN(10); {
		case k < 5 || id == "":
			content := s.content(r, "browser, "+name)
			var b bytes.Buffer
			writeFrame(&b, map[string]any{"key": name, "size": len(content), "checksum": blobstore.Sum(content).String()}, content)
			got := s.send(s.owner, "POST", "/upload/bundle?on_duplicate=version&space_id="+s.space+"&directory_id="+s.root, b.Bytes())
			var done bundled
			if got.status == 200 || got.status == 201 {
				got.into(&done)
				if len(done.Results) == 1 && done.Results[0].Status == 201 {
					s.acknowledge("browser", blobstore.Sum(content))
				}
			}
		case k < 7:
			s.send(s.owner, "PUT", "/storage/space/"+s.space+"/directory/"+s.root+"/rename/file",
				map[string]string{"file_id": id, "new_name": fmt.Sprintf("%d-%s", r.IntN(30), name)})
		case k < 9:
			s.send(s.owner, "DELETE", "/storage/space/"+s.space+"/directory/"+s.root+"/file/"+id, nil)
		default:
			s.send(s.owner, "POST", "/storage/space/"+s.space+"/directory", map[string]string{"parent_id": s.root, "directory_name": "a"})
		}
	}
}

func (s *storm) rand() *rand.Rand { return rand.New(rand.NewPCG(s.seed, uint64(len(s.devices)))) }

// device connects one more.
func (s *storm) device(program string, r *rand.Rand) *stormDevice {
	s.t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		s.t.Skipf("%s is not here: run scripts/devices.sh, which installs it", program)
	}
	var made struct{ Token string }
	err := s.call("POST", "/accounts/connected-devices", map[string]any{"name": program, "may_write": true}, &made)
	if err != nil {
		s.t.Fatal(err)
	}
	w := &syncWorld{
		davWorld: &davWorld{t: s.t, site: s.site, tokens: map[string]string{"v": made.Token}},
		program:  program,
	}
	one := w.clientOf("v")
	one.env = []string{"OWNCLOUD_CHUNK_SIZE=1000000", "OWNCLOUD_MIN_CHUNK_SIZE=1000000", "OWNCLOUD_MAX_CHUNK_SIZE=1000000"}
	one.time = 15 * time.Second // owncloudcmd waits for ever after some connections that were cut: its device loses power
	return &stormDevice{syncer: one, storm: s, rand: r}
}

// TestClientsInAStorm judges seeds, or the one of ANBAR_SEED.
func TestClientsInAStorm(t *testing.T) {
	t.Parallel()
	if os.Getenv("FULL") == "" {
		t.Skip("only make test-full and make soak take the time")
	}
	for n := range storms {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			if n%2 == 0 {
				t.Parallel()
			}
			s := &storm{scene: newScene(t), top: "Histories", written: map[blobstore.Digest]string{}, stored: map[blobstore.Digest]string{}}
			s.run()
		})
		if t.Failed() {
			break
		}
	}
}

func (s *storm) run() {
	logs, err := os.MkdirTemp("", fmt.Sprintf("storm-%d-", s.seed))
	if err != nil {
		s.t.Fatal(err)
	}
	s.logs = logs
	s.t.Cleanup(func() {
		if s.t.Failed() {
			s.t.Logf("seed %d: %s holds what the clients said", s.seed, logs)
		} else if err := os.RemoveAll(logs); err != nil {
			s.t.Error(err)
		}
	})
	s.site = (&front{storm: s, chunks: map[string]map[string][]byte{}}).begin()
	for _, program := range []string{"nextcloudcmd", "nextcloudcmd", "owncloudcmd"} {
		s.devices = append(s.devices, s.device(program, s.rand()))
	}
	s.owner = s.login("v@example.org").Access
	// A client that would change or delete all that it has asks its user, and the one without windows waits for an answer
	// for ever. One file that never changes is enough.
	s.devices[0].write("anchor.txt", string(s.content(s.rand(), "anchor.txt")))
	for _, d := range s.devices {
		d.sync()
	}
	ctx, cancel := context.WithCancel(s.t.Context())
	var clients, browsers sync.WaitGroup
	for _, d := range s.devices {
		clients.Go(func() {
			for range 8 {
				for range 1 + d.rand.IntN(6) {
					d.change()
				}
				d.run()
			}
		})
	}
	browser, faults := rand.New(rand.NewPCG(s.seed, 100)), rand.New(rand.NewPCG(s.seed, 101))
	browsers.Go(func() { s.browse(ctx, browser) })
	go func() {
		clients.Wait()
		cancel()
	}()
	s.trouble(ctx, faults, []string{"cut", "kill", "slow", "cut", "pause"})
	browsers.Wait()
	s.proxy.delay.Store(0)
	s.rest()
	s.judge()
	s.t.Logf("seed %d: %d contents, %d acknowledged, faults %v", s.seed, len(s.written), len(s.stored), s.faults)
	if len(s.stored) < 10 {
		s.t.Error("hardly anything was acknowledged: the test proves nothing")
	}
}
