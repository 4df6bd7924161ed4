package upgrade

import (
	"archive/tar"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"anbar/app/host/rehearsal"
	"anbar/config"
	"anbar/db"

	"github.com/klauspost/compress/zstd"
)

// TestMain is the test, or one of the processes of a machine: the command that restarts its appliance, or an upgrade that is killed.
func TestMain(m *testing.M) {
	switch os.Getenv("UPGRADE_TEST_ROLE") {
	case "restart":
		end(restartAppliance(os.Getenv("UPGRADE_TEST_DIR")))
	case "upgrade":
		mc := &machine{dir: os.Getenv("UPGRADE_TEST_DIR")}
		end(Run(context.Background(), mc.options(), os.Getenv("UPGRADE_TEST_FROM")))
	case "installed":
		mc := &machine{dir: os.Getenv("UPGRADE_TEST_DIR")}
		o := mc.options()
		o.Despite = mc.is("despite")
		end(RunInstalled(context.Background(), o))
	case "become":
		dir := os.Getenv("UPGRADE_TEST_DIR")
		end(errors.Join(BecomeOwner(dir), os.WriteFile(filepath.Join(dir, "made"), nil, 0o600)))
	case "rollback":
		mc := &machine{dir: os.Getenv("UPGRADE_TEST_DIR")}
		end(Rollback(context.Background(), mc.options(), func(context.Context) bool { return true }))
	}
	os.Exit(m.Run())
}

func end(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// machine has a program, a data directory, and a process that serves it: it migrates the database as the program would.
type machine struct {
	t   *testing.T
	dir string
}

func (m *machine) at(name string) string { return filepath.Join(m.dir, name) }

func (m *machine) data() config.Storage { return config.Storage{Data: m.at("data")} }

// programs are built once: a module of the name of the product, with versions of its own.
var programs sync.Map

// buildProgram returns a program of a version with a schema. red is a problem that its rehearsal finds.
func buildProgram(t *testing.T, version string, schema int, red string) string {
	t.Helper()
	key := fmt.Sprint(version, schema, red)
	build, _ := programs.LoadOrStore(key, sync.OnceValues(func() (string, error) {
		dir, err := os.MkdirTemp("", "anbar-program")
		if err != nil {
			return "", err
		}
		text, err := os.ReadFile("testdata/program/main.go.txt")
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, "main.go"), text, 0o600),
			os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module anbar\n"), 0o600))
		if err != nil {
			return "", err
		}
		if red != "" && red != "room" {
			red = strconv.Quote(red)
		}
		c := exec.Command("go", "build", "-o", "program", "-ldflags",
			fmt.Sprintf("-s -w -X main.version=%s -X main.schema=%d -X 'main.red=%s'", version, schema, red), ".")
		c.Dir, c.Env = dir, append(os.Environ(), "GOFLAGS=", "GOWORK=off")
		if b, err := c.CombinedOutput(); err != nil {
			return "", fmt.Errorf("%w: %s", err, b)
		}
		return filepath.Join(dir, "program"), nil
	}))
	name, err := build.(func() (string, error))()
	if err != nil {
		t.Fatal(err)
	}
	return name
}

const oldSchema = 58

// newMachine serves a database of an older schema with an old program.
func newMachine(t *testing.T) *machine {
	t.Helper()
	m := &machine{t: t, dir: t.TempDir()}
	unpackOlder(t, m.data().Data)
	m.copy(buildProgram(t, "1.0", oldSchema, ""), "anbar")
	m.restart()
	return m
}

func (m *machine) copy(from, to string) string {
	m.t.Helper()
	b, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(m.at(to), b, 0o755)
	}
	if err != nil {
		m.t.Fatal(err)
	}
	return m.at(to)
}

// unpackOlder lays down the data directory of an older release.
func unpackOlder(t *testing.T, to string) {
	t.Helper()
	f, err := os.Open("../../../stories/testdata/releases/schema0058.tar.zst")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := zstd.NewReader(f, zstd.WithDecoderMaxWindow(1<<27))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		name, ours := "", false
		if err == nil {
			name, ours = strings.CutPrefix(h.Name, "data")
		}
		switch {
		case err != nil || !ours:
		case h.Typeflag == tar.TypeDir:
			err = os.Mkdir(to+name, 0o700)
		default:
			var b []byte
			b, err = io.ReadAll(r)
			err = errors.Join(err, os.WriteFile(to+name, b, 0o600))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// changeFile gives a file one more version, and one more account to the appliance.
func changeFile(name string) error {
	pool, err := sql.Open("sqlite", name)
	if err != nil {
		return err
	}
	for _, q := range []string{
		"INSERT INTO versions (id, node_id, space_id, number, hash, size, content_type, created_by, created_at) SELECT id + 1, node_id, " +
			"space_id, number + 1, hash, size, content_type, created_by, created_at FROM versions ORDER BY id DESC LIMIT 1",
		"UPDATE nodes SET version_id = (SELECT max(id) FROM versions), number = number + 1 WHERE id = (SELECT node_id FROM versions " +
			"ORDER BY id DESC LIMIT 1)",
	} {
		if _, err = pool.Exec(q); err != nil {
			break
		}
	}
	return errors.Join(err, pool.Close())
}

// restart is what the machine does at a boot.
func (m *machine) restart() {
	m.t.Helper()
	if err := restartAppliance(m.dir); err != nil {
		m.t.Fatal(err)
	}
}

// restartAppliance begins the program that has the name: a new one migrates the database, an old one refuses a newer database.
func restartAppliance(dir string) error {
	m := &machine{dir: dir}
	var out bytes.Buffer
	c := exec.Command(m.at("anbar"), "version", "--json")
	c.Stdout = &out
	if err := c.Run(); err != nil {
		return err
	}
	var p Program
	if err := json.Unmarshal(out.Bytes(), &p); err != nil {
		return err
	}
	at, err := db.SchemaOfFile(context.Background(), m.data().Database())
	if err != nil {
		return err
	}
	if at > p.Schema {
		return fmt.Errorf("version %s finds schema %d", p.Version, at)
	}
	if p.Schema > oldSchema {
		if m.is("dead") {
			return errors.New("it does not begin")
		}
		d, err := db.Open(context.Background(), m.data().Database())
		if err != nil {
			return err
		}
		if err := d.Close(); err != nil {
			return err
		}
		if m.is("written") {
			if err := changeFile(m.data().Database()); err != nil {
				return err
			}
		}
		if m.is("crowded") {
			if err := crowdFiles(m.data().Database()); err != nil {
				return err
			}
		}
	}
	return os.WriteFile(m.at("running"), []byte(p.Version), 0o600)
}

// is reports whether the machine has a state, which is a file.
func (m *machine) is(state string) bool {
	_, err := os.Stat(m.at(state))
	return err == nil
}

// killVariable says at which failpoint the process of a role ends; 0 for none.
const killVariable = "UPGRADE_TEST_KILL_AT"

// countDown returns a function that ends this process when it is called for the time that the variable says.
func countDown() func() {
	left, err := strconv.Atoi(os.Getenv(killVariable))
	if err != nil {
		return nil
	}
	return func() {
		if left--; left == 0 {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {} // nothing is done until the signal comes
		}
	}
}

func (m *machine) options() Options {
	return Options{
		reach:   countDown(),
		Storage: m.data(), Program: m.at("anbar"), Trust: Trust{Unsigned: true}, Watch: 50 * time.Millisecond,
		Service: Service{Restart: "UPGRADE_TEST_ROLE=restart UPGRADE_TEST_DIR='" + m.dir + "' " + os.Args[0], Stop: "true"},
		Say:     func(s string) { fmt.Println(s) },
		Report: func(r *rehearsal.Report) error {
			fmt.Println(r.Problems)
			return nil
		},
		Pulse: func(context.Context) (*Pulse, error) {
			b, err := os.ReadFile(m.at("running"))
			p := &Pulse{Version: string(b), Requests: 100}
			if m.is("failing") && string(b) != "1.0" {
				p.Failures = 10
			}
			if m.is("lacking") && string(b) != "1.0" {
				p.Lacks = []string{"store"}
			}
			if m.is("poor") {
				p.Lacks = append(p.Lacks, "copies")
			}
			return p, err
		},
	}
}

// call runs a role in a process of its own that ends at a point; 0 for never.
func (m *machine) call(role, from string, kill int) (string, error) {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "UPGRADE_TEST_ROLE="+role, "UPGRADE_TEST_DIR="+m.dir, "UPGRADE_TEST_FROM="+from,
		killVariable+"="+strconv.Itoa(kill))
	b, err := c.CombinedOutput()
	return string(b), err
}

func (m *machine) set(states ...string) {
	m.t.Helper()
	for _, s := range states {
		if err := os.WriteFile(m.at(s), nil, 0o600); err != nil {
			m.t.Fatal(err)
		}
	}
}

// state is the version of the program that has the name, and the schema of the database.
func (m *machine) state() string {
	m.t.Helper()
	b, err := exec.Command(m.at("anbar"), "version").Output()
	if err != nil {
		m.t.Fatal(err)
	}
	var p Program
	schema, e := db.SchemaOfFile(m.t.Context(), m.data().Database())
	if err := errors.Join(json.Unmarshal(b, &p), e); err != nil {
		m.t.Fatal(err)
	}
	return fmt.Sprintf("%s on %d", p.Version, schema)
}

func contains(t *testing.T, what, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("%s: %q does not say %q", what, text, p)
		}
	}
}
