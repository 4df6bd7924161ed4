package attack

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Group is a control group that limits the memory of the processes in it.
type Group struct {
	dir     string
	unified bool // version 2 of control groups
}

// ErrNoGroups says that this machine lets us make no control group.
var ErrNoGroups = errors.New("no control group for memory can be made here")

// NewGroup makes a group of so many bytes. It needs root.
func NewGroup(name string, bytes int64) (*Group, error) {
	for _, g := range []*Group{{filepath.Join("/sys/fs/cgroup/memory", name), false}, {filepath.Join("/sys/fs/cgroup", name), true}} {
		file := "memory.limit_in_bytes"
		if g.unified {
			file = "memory.max"
		}
		if os.Mkdir(g.dir, 0o755) != nil {
			continue
		}
		if os.WriteFile(filepath.Join(g.dir, file), strconv.AppendInt(nil, bytes, 10), 0o644) == nil {
			return g, nil
		}
		_ = os.Remove(g.dir) // it bounds nothing
	}
	return nil, ErrNoGroups
}

// Command is how a program is started within the group.
func (g *Group) Command(name string, args ...string) (string, []string) {
	return "/bin/sh", append([]string{"-c", `echo $$ > "$0/cgroup.procs" && exec "$@"`, g.dir, name}, args...)
}

// Memory returns the memory of all processes of the group in bytes: their own pages
// and the pages of files that they have mapped.
func (g *Group) Memory() (int64, error) {
	b, err := os.ReadFile(filepath.Join(g.dir, "memory.stat"))
	if err != nil {
		return 0, err
	}
	names := map[string]bool{"rss": true, "mapped_file": true}
	if g.unified {
		names = map[string]bool{"anon": true, "file_mapped": true}
	}
	var sum int64
	for lines := bufio.NewScanner(bytes.NewReader(b)); lines.Scan(); {
		name, value, _ := strings.Cut(lines.Text(), " ")
		if n, err := strconv.ParseInt(value, 10, 64); err == nil && names[name] {
			sum += n
		}
	}
	return sum, nil
}

// CountKilled is how many processes of the group were ended for the memory they took.
func (g *Group) CountKilled() (int64, error) {
	file := "memory.oom_control"
	if g.unified {
		file = "memory.events"
	}
	b, err := os.ReadFile(filepath.Join(g.dir, file))
	if err != nil {
		return 0, err
	}
	for lines := bufio.NewScanner(bytes.NewReader(b)); lines.Scan(); {
		if value, ok := strings.CutPrefix(lines.Text(), "oom_kill "); ok {
			return strconv.ParseInt(value, 10, 64)
		}
	}
	return 0, fmt.Errorf("%s tells no kills", file)
}

// Remove takes the group away; nothing runs in it any more.
func (g *Group) Remove() error { return os.Remove(g.dir) }
