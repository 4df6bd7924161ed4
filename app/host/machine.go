package host

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
)

// heapShare is the part of the memory that the garbage collector keeps the heap within. The
// rest is for SQLite, whose memory is outside of the heap, and for the decoder processes.
const heapShare = 0.6

// limitHeap makes the garbage collector work harder as the heap approaches its share of
// the memory of the machine or of the process's control group. GOMEMLIMIT in the
// environment overrides it.
func limitHeap() {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	if n := memoryOf("/"); n > 0 {
		debug.SetMemoryLimit(int64(float64(n) * heapShare))
	}
}

// memoryOf is how many bytes the process may use; 0 when that is not known. root
// is "/", but in tests.
func memoryOf(root string) int64 {
	var least int64
	note := func(n int64, ok bool) {
		if ok && n > 0 && (least == 0 || n < least) {
			least = n
		}
	}
	note(machineMemory(root))
	own, err := os.ReadFile(filepath.Join(root, "proc/self/cgroup"))
	if err != nil {
		return least
	}
	for line := range strings.Lines(string(own)) {
		f := strings.SplitN(strings.TrimSpace(line), ":", 3)
		switch {
		case len(f) < 3:
		case f[0] == "0" && f[1] == "":
			eachGroup(filepath.Join(root, "sys/fs/cgroup"), f[2], note, "memory.max", "memory.high")
		case f[1] == "memory": // version 1
			eachGroup(filepath.Join(root, "sys/fs/cgroup/memory"), f[2], note, "memory.limit_in_bytes")
		}
	}
	return least
}

// eachGroup notes the bounds of a control group and of all groups around it.
func eachGroup(root, group string, note func(int64, bool), files ...string) {
	for dir := filepath.Clean("/" + group); ; dir = filepath.Dir(dir) {
		for _, f := range files {
			note(readNumber(filepath.Join(root, dir, f)))
		}
		if dir == "/" {
			return
		}
	}
}

// readNumber reads a file that holds one; "max" is none.
func readNumber(path string) (int64, bool) {
	b, err := os.ReadFile(path)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(string(bytes.TrimSpace(b)), 10, 64)
	return n, err == nil
}

func machineMemory(root string) (int64, bool) {
	b, err := os.ReadFile(filepath.Join(root, "proc/meminfo"))
	if err != nil {
		return 0, false
	}
	lines := bufio.NewScanner(bytes.NewReader(b))
	for lines.Scan() {
		if rest, ok := strings.CutPrefix(lines.Text(), "MemTotal:"); ok {
			n, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(rest, "kB")), 10, 64)
			return n << 10, err == nil
		}
	}
	return 0, false
}

// MemoryLimit is how many bytes this process may use: those of the machine, or of its control group; 0 when that is not known.
func MemoryLimit() int64 { return memoryOf("/") }

const (
	freeShare   = 4         // the part of a machine that ProposeMemoryMax leaves to others
	memoryRound = 256 << 20 // bytes
)

// ProposeMemoryMax is a limit for the control group of this service, in MiB, that leaves a quarter of the machine to other programs; 0
// where a group limits it already, or the machine is small.
func ProposeMemoryMax() int64 { return memoryMaxOf("/") }

func memoryMaxOf(root string) int64 {
	all, ok := machineMemory(root)
	if !ok || memoryOf(root) < all || all < 2<<30 {
		return 0
	}
	return (all - all/freeShare) / memoryRound * memoryRound >> 20
}
