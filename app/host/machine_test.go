package host

import (
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
