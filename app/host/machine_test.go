package host

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestMemoryIsThatOfTheNarrowestGroup(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"the machine": {map[string]string{"proc/meminfo": "MemTotal:       2048 kB\nMemFree: 1 kB\n"}, 2 << 20},
		"a group": {
			map[string]string{
				"proc/meminfo": "MemTotal: 2048 kB\n", "proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max": "1048576\n",
			},
			1 << 20,
		},
		"its parent": {
			map[string]string{
				"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max": "max\n", "sys/fs/cgroup/a/memory.max": "4096\n",
			},
			4096,
		},
		"a soft bound": {
			map[string]string{
				"proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/memory.max": "8192\n", "sys/fs/cgroup/a/memory.high": "4096\n",
			},
			4096,
		},
		"an older kernel": {
			map[string]string{
				"proc/meminfo": "MemTotal: 2048 kB\n", "proc/self/cgroup": "4:memory:/a\n",
				"sys/fs/cgroup/memory/a/memory.limit_in_bytes": "4096\n",
			},
			4096,
		},
		"a larger group": {
			map[string]string{"proc/meminfo": "MemTotal: 1 kB\n", "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "4096\n"}, 1024,
		},
		"nothing known": {nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			for path, text := range c.files {
				if err := os.MkdirAll(filepath.Join(root, filepath.Dir(path)), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(root, path), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if got := memoryOf(root); got != c.want {
				t.Errorf("%d bytes, want %d", got, c.want)
			}
		})
	}
}

func TestAProposedLimitLeavesAQuarterOfTheMachine(t *testing.T) {
	for name, c := range map[string]struct {
		meminfo, group string
		want           int64
	}{
		"8 GiB":           {"MemTotal: 8388608 kB\n", "max", 6144},
		"what is left":    {"MemTotal: 8000000 kB\n", "max", 5632},
		"a small machine": {"MemTotal: 1048576 kB\n", "max", 0},
		"a limit":         {"MemTotal: 8388608 kB\n", "2147483648", 0},
		"nothing known":   {"", "max", 0},
	} {
		root := t.TempDir()
		for path, text := range map[string]string{
			"proc/meminfo": c.meminfo, "proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/memory.max": c.group,
		} {
			path = filepath.Join(root, path)
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
				t.Fatal(err)
			}
		}
		if got := memoryMaxOf(root); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
