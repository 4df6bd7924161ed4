//go:build full

package stories

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"anbar/bench/attack"
)

const (
	smallMemory = 512 << 20
	smallHeap   = smallMemory * 6 / 10 // as the server bounds its own within such a group
)

// TestHalfAGibibyteIsEnough runs all stories, with their servers, decoders and commands, in a control group of 512 MiB: none of them
// fails, and no process is ended for the memory it takes.
func TestHalfAGibibyteIsEnough(t *testing.T) {
	group, err := attack.NewGroup(fmt.Sprintf("anbar-small-%d", os.Getpid()), smallMemory)
	if errors.Is(err, attack.ErrNoGroups) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := group.Remove(); err != nil {
			t.Error(err)
		}
	})
	scratch, err := os.MkdirTemp("/var/tmp", "anbar-small-") // on a disk: files in memory would count
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(scratch); err != nil {
			t.Error(err)
		}
	})
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name, arguments := group.Command(exe, "-test.run", "^TestStories$", "-test.timeout", "40m")
	cmd := exec.Command(name, arguments...)
	cmd.Env = append(os.Environ(), "GOGC=100", fmt.Sprintf("GOMEMLIMIT=%d", smallHeap), "TMPDIR="+scratch)
	ctx, cancel := context.WithCancel(t.Context())
	most := make(chan int64)
	go func() { most <- watchGroup(ctx, group) }()
	out, err := cmd.CombinedOutput()
	cancel()
	held := <-most
	if err != nil {
		t.Errorf("%v: %s", err, out)
	}
	killed, err := group.CountKilled()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("at most %d MiB of %d, of all processes; %d were ended for memory", held>>20, smallMemory>>20, killed)
	if held == 0 {
		t.Error("what the processes held could not be read")
	}
	if killed > 0 {
		t.Errorf("%d processes were ended for memory", killed)
	}
}

// watchGroup returns the most memory that the processes of a group held.
func watchGroup(ctx context.Context, group *attack.Group) (most int64) {
	for ctx.Err() == nil {
		if n, err := group.Memory(); err == nil {
			most = max(most, n)
		}
		time.Sleep(50 * time.Millisecond)
	}
	return most
}
