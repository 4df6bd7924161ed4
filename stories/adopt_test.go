package stories

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"anbar/blobstore"

	"golang.org/x/sys/unix"
)

// mover is an appliance with a workspace, and a folder beside it.
type mover struct {
	*victim
	folder string
}

func newMover(t *testing.T) *mover {
	t.Helper()
	m := &mover{victim: newVictim(t), folder: filepath.Join(t.TempDir(), "folder")}
	m.live()
	var s struct {
		Space string `json:"space_id"`
	}
	if err := m.call("POST", "/storage/workspace", map[string]string{"title": "Team"}, &s); err != nil {
		t.Fatal(err)
	}
	m.space = s.Space
	m.kill()
	return m
}

const largeSize = 20 << 20

// fill makes files in the folder: many small ones, and some that are read part by part.
func (m *mover) fill(small, large int) {
	m.t.Helper()
	write := func(path string, content []byte) {
		path = filepath.Join(m.folder, path)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, content, 0o600)); err != nil {
			m.t.Fatal(err)
		}
	}
	for i := range small {
		write(fmt.Sprintf("d%02d/پروندهٔ %d.txt", i%23, i), bytes.Repeat(fmt.Appendf(nil, "content %d ", i), 50))
	}
	for i := range large {
		b := make([]byte, largeSize)
		_, _ = rand.Read(b) // it never fails
		write(fmt.Sprintf("large-%d.bin", i), b)
	}
}

// filesIn returns the hashes of all files below a folder, by path.
func filesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if err == nil {
			path, err = filepath.Rel(dir, path)
			all[path] = blobstore.Sum(content).String()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// hugeSize takes seconds to read, and fits beside what other tests write: scratch.sh wants 4 GB.
const hugeSize = 2 << 30

// adopting is the command for the folder.
func (m *mover) adopting(more ...string) *exec.Cmd {
	args := append([]string{"adopt", m.folder, "--data", m.data, "--into", m.space, "--directory", "Adopted", "--log", "error"}, more...)
	return exec.Command("anbar", args...)
}

// anbar runs a command to its end and returns what it said, also when it failed.
func (m *mover) anbar(fails bool, args ...string) string {
	m.t.Helper()
	out, err := exec.Command("anbar", append(args, "--data", m.data, "--log", "error")...).CombinedOutput()
	if (err != nil) != fails {
		m.t.Fatalf("anbar %s: %v\n%s", args[0], err, out)
	}
	return string(out)
}

// whole adopts once more and proves that all is here, once.
func (m *mover) whole() {
	m.t.Helper()
	m.wholly(filesIn(m.t, m.folder))
}

func (m *mover) wholly(want map[string]string) {
	m.t.Helper()
	cmd := m.adopting()
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		m.t.Fatalf("%v\n%s", err, said.String())
	}
	told := map[string]string{}
	for line := range strings.Lines(string(out)) {
		var one struct{ Key, Path, Hash, Outcome string }
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			m.t.Fatalf("%v: %s", err, line)
		}
		if one.Hash == "" {
			continue
		}
		if _, twice := told[one.Key]; twice || one.Path != one.Key || one.Outcome != "stored" && one.Outcome != "unchanged" {
			m.t.Errorf("%+v", one)
		}
		told[one.Key] = one.Hash
	}
	if !maps.Equal(told, want) {
		m.t.Errorf("the report names %d files, want %d", len(told), len(want))
	}
	to := m.t.TempDir()
	m.anbar(false, "export", "--plain", to)
	if got := filesIn(m.t, filepath.Join(to, "Team", "Shared files", "Adopted")); !maps.Equal(got, want) {
		m.t.Errorf("%d files are here, want %d", len(got), len(want))
	}
	m.anbar(false, "check")
}

// bytesIn is how many bytes the blob store holds.
func (m *mover) bytesIn() int64 { return bytesBelow(filepath.Join(m.data, "blobs")) }

// killAt kills a command with SIGKILL once the store holds that many bytes. It reports whether it was still at work.
func (m *mover) killAt(cmd *exec.Cmd, bytes int64) bool {
	m.t.Helper()
	return killOnce(m.t, cmd, func() bool { return m.bytesIn() >= bytes })
}

const adoptKills = 3

// TestAdoptIsKilled: the command is killed again and again, with no server beside it.
func TestAdoptIsKilled(t *testing.T) {
	t.Parallel()
	m := newMover(t)
	// Small files are stored by hundreds, each time with what the next run has to know; large ones part by part.
	for _, some := range []struct {
		small, large int
		bytes        int64
	}{{2000, 0, 2000 * 550}, {0, 3, 3 * largeSize}} {
		m.fill(some.small, some.large)
		before, inTheMiddle := m.bytesIn(), 0
		for round := range adoptKills {
			if m.killAt(m.adopting(), before+some.bytes*int64(round+1)/(adoptKills+1)) {
				inTheMiddle++
			}
		}
		if inTheMiddle == 0 {
			t.Errorf("%+v: no kill met the command: the test proves nothing", some)
		}
		t.Logf("%d kills in the middle", inTheMiddle)
	}
	m.whole()
}

// TestAdoptIsKilledBesideAServer: first the command, then the server, which goes on by itself at its next start.
func TestAdoptIsKilledBesideAServer(t *testing.T) {
	t.Parallel()
	m := newMover(t)
	m.fill(600, 3)
	m.live()
	before, inTheMiddle := m.bytesIn(), 0
	const total = 3*largeSize + 600*600
	for round := range 2 {
		if m.killAt(m.adopting(), before+total*int64(round+1)/5) {
			inTheMiddle++
		}
	}
	cmd := m.adopting()
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for began := time.Now(); m.bytesIn() < before+total*3/5; time.Sleep(time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Fatal("nothing comes")
		}
	}
	m.kill()
	if err := cmd.Wait(); err != nil {
		inTheMiddle++
		if !strings.Contains(said.String(), "the appliance stopped in between") {
			t.Errorf("%s", said.String())
		}
	}
	m.live()
	m.whole()
	if inTheMiddle == 0 {
		t.Error("no kill met the command: the test proves nothing")
	}
	t.Logf("%d kills in the middle", inTheMiddle)
	m.kill()
}

// TestTwoCommandsAdoptOneFolder: the second one waits for the first, and goes on when that is killed.
func TestTwoCommandsAdoptOneFolder(t *testing.T) {
	t.Parallel()
	m := newMover(t)
	m.fill(20, 0)
	huge := filepath.Join(m.folder, "zz-huge")
	if err := errors.Join(os.WriteFile(huge, nil, 0o600), os.Truncate(huge, hugeSize)); err != nil {
		t.Fatal(err)
	}
	m.live()
	first, second := m.adopting(), m.adopting()
	onTerminal(t, first).until(`[MG]B of 2\.0 GB`)
	screen := onTerminal(t, second)
	screen.until("waits: another command adopts this folder")
	if err := first.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := first.Wait(); err == nil {
		t.Error("the first one ended by itself")
	}
	screen.until(`[MG]B of 2\.0 GB`)
	if err := os.Truncate(huge, 1000); err != nil { // it is read once more then
		t.Fatal(err)
	}
	said := screen.rest()
	if err := second.Wait(); err != nil || !strings.Contains(said, "done: 21 files with") {
		t.Errorf("%v\n%q", err, said)
	}
	m.whole()
	m.kill()
}

// terminal is a terminal that a command writes to.
type terminal struct {
	t    *testing.T
	user *os.File // the side of the user
	said []byte
}

// onTerminal starts a command whose standard error is a terminal of 60 columns.
func onTerminal(t *testing.T, cmd *exec.Cmd) *terminal {
	t.Helper()
	user, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { user.Close() })
	number, err := unix.IoctlGetInt(int(user.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(user.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(int(user.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 60})
	}
	if err != nil {
		t.Fatal(err)
	}
	side, err := os.OpenFile("/dev/pts/"+strconv.Itoa(number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer side.Close()
	cmd.Stderr = side
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return &terminal{t: t, user: user}
}

// until reads what is shown until a text comes, which is a regular expression.
func (s *terminal) until(text string) {
	s.t.Helper()
	comes, b := regexp.MustCompile(text), make([]byte, 4096)
	for !comes.Match(s.said) {
		n, err := s.user.Read(b)
		s.said = append(s.said, b[:n]...)
		if err != nil {
			s.t.Fatalf("%q does not come: %v\n%q", text, err, s.said)
		}
	}
}

// rest reads what is shown until the command ends.
func (s *terminal) rest() string {
	all, err := io.ReadAll(s.user)
	if err != nil && !errors.Is(err, unix.EIO) { // so a terminal ends
		s.t.Fatal(err)
	}
	s.said = append(s.said, all...)
	return string(s.said)
}

// TestAdoptShowsHowFarItIs on a terminal, and stops in good order when it is asked to, alone and beside a server.
func TestAdoptShowsHowFarItIs(t *testing.T) {
	t.Parallel()
	for _, beside := range []bool{false, true} {
		t.Run(fmt.Sprint("beside a server: ", beside), func(t *testing.T) {
			m := newMover(t)
			m.t = t
			m.fill(20, 0)
			huge := filepath.Join(m.folder, "zz-huge")
			if err := errors.Join(os.WriteFile(huge, nil, 0o600), os.Truncate(huge, hugeSize)); err != nil {
				t.Fatal(err)
			}
			if beside {
				m.live()
			}
			cmd := m.adopting("--report", filepath.Join(t.TempDir(), "report"))
			screen := onTerminal(t, cmd)
			screen.until(`[MG]B of 2\.0 GB`) // the large one is on its way
			if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
				t.Fatal(err)
			}
			said := screen.rest()
			var code *exec.ExitError
			if err := cmd.Wait(); !errors.As(err, &code) || code.ExitCode() != 1 {
				t.Errorf("%v", err)
			}
			last := said[strings.LastIndex(said, "\r\x1b[K"):]
			if !strings.Contains(said, "\r\x1b[K0 of ") || !strings.Contains(last, "what came stays, and the same command goes on") {
				t.Errorf("%q", said)
			}
			if err := os.Remove(huge); err != nil {
				t.Fatal(err)
			}
			m.goesOnWithout("zz-huge")
			if beside {
				m.kill()
			}
		})
	}
}

// goesOnWithout adopts again when a file of the first listing is gone: that one alone is reported.
func (m *mover) goesOnWithout(name string) {
	m.t.Helper()
	cmd := m.adopting()
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err == nil || !strings.Contains(said.String(), ": 20 files with") || !strings.Contains(said.String(), " 1 did not come") ||
		!strings.Contains(string(out), `"key":"`+name+`"`) || !strings.Contains(string(out), `"reason":"import_item_gone"`) {
		m.t.Errorf("%v\n%s", err, said.String())
	}
	m.whole()
}
