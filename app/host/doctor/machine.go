package doctor

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"anbar/app/host"

	"golang.org/x/sys/unix"
)

var machineChecks = []check{
	{"version", examineVersion},
	{"account", examineAccount},
	{"clock", examineClock},
	{"clock_sync", examineClockSync},
	{"timezone", examineTimezone},
	{"open_files", needsRunning(examineOpenFiles)},
	{"memory", examineMemory},
	{"swap", examineSwap},
	{"sandbox", needsRunning(examineSandbox)},
	{"watchdog", needsRunning(examineWatchdog)},
}

func examineVersion(_ context.Context, p *Patient) verdict {
	if p.Running != nil && p.Running.Health.Version != p.Version {
		return warn("version_differs", "restart", text("running", p.Running.Health.Version), text("installed", p.Version))
	}
	return pass("version_current", text("version", p.Version))
}

func examineAccount(context.Context, *Patient) verdict {
	if os.Geteuid() == 0 {
		return warn("account_root", "account")
	}
	return pass("account_own")
}

// timeBefore is before any version of this program that examines.
var timeBefore = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

const (
	clockWarning = 30 * time.Second
	clockWrong   = 5 * time.Minute
)

// examineClock compares the clock with that of the S3 service, if there is one.
func examineClock(ctx context.Context, p *Patient) verdict {
	if time.Now().Before(timeBefore) {
		return fail("clock_past", "clock", moment("now", time.Now()))
	}
	if !strings.HasPrefix(p.Config.BackupTo, "s3:") || p.Config.S3Endpoint == "" {
		return pass("clock_alone", moment("now", time.Now()))
	}
	off, err := measureClock(ctx, p.Config.S3Endpoint)
	switch {
	case err != nil:
		return skip("clock_unanswered", trouble(err))
	case off.Abs() > clockWrong:
		return fail("clock_apart", "clock", span("apart", off.Abs()))
	case off.Abs() > clockWarning:
		return warn("clock_apart", "clock", span("apart", off.Abs()))
	}
	return pass("clock_agrees")
}

func examineClockSync(context.Context, *Patient) verdict {
	var t unix.Timex
	state, err := unix.Adjtimex(&t)
	if err != nil {
		return skip("system_silent", trouble(err))
	}
	if state == unix.TIME_ERROR {
		return warn("clock_unset", "clock_sync")
	}
	return pass("clock_kept")
}

func examineTimezone(context.Context, *Patient) verdict {
	name, offset := time.Now().Zone()
	return pass("timezone", text("zone", name), text("offset", fmt.Sprintf("%+.1f", float64(offset)/3600)))
}

const fewFiles = 8192

func examineOpenFiles(context.Context, *Patient) verdict {
	var r unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &r); err != nil {
		return skip("system_silent", trouble(err))
	}
	if r.Cur < fewFiles {
		return warn("open_files", "open_files", count("files", r.Cur))
	}
	return pass("open_files", count("files", r.Cur))
}

const smallMemory = 1 << 30

func examineMemory(context.Context, *Patient) verdict {
	n := host.MemoryLimit()
	switch {
	case n == 0:
		return skip("memory_unknown")
	case n < smallMemory:
		return warn("memory", "memory", size("memory", n))
	}
	if most := host.ProposeMemoryMax(); most > 0 {
		return pass("memory_all", size("memory", n), text("limit", fmt.Sprintf("MemoryMax=%dM", most)))
	}
	return pass("memory", size("memory", n))
}

func examineSwap(context.Context, *Patient) verdict {
	b, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return skip("system_silent", trouble(err))
	}
	swap := findNumber(b, "SwapTotal:") << 10
	if swap == 0 && host.MemoryLimit() < 2*smallMemory {
		return warn("swap_none", "swap")
	}
	return pass("swap", size("swap", swap))
}

// findNumber returns the number of a line of a file of the system; 0 when there is none.
func findNumber(text []byte, head string) int64 {
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		if rest, ok := strings.CutPrefix(lines.Text(), head); ok {
			n, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(rest, "kB")), 10, 64)
			if err != nil {
				return 0
			}
			return n
		}
	}
	return 0
}

func examineSandbox(context.Context, *Patient) verdict {
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return skip("system_silent", trouble(err))
	}
	if os.Getenv("INVOCATION_ID") == "" {
		return skip("no_systemd")
	}
	if findNumber(b, "NoNewPrivs:") != 1 || findNumber(b, "Seccomp:") != 2 {
		return warn("sandbox_open", "sandbox")
	}
	return pass("sandbox_locked")
}

func examineWatchdog(context.Context, *Patient) verdict {
	if os.Getenv("NOTIFY_SOCKET") == "" {
		return skip("no_systemd")
	}
	if !host.IsWatched() {
		return warn("watchdog_off", "watchdog")
	}
	return pass("watchdog_on")
}

// isLoopback reports whether only this machine reaches an address to listen on.
func isLoopback(address string) bool {
	name, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	ip := net.ParseIP(name)
	return name == "localhost" || ip != nil && ip.IsLoopback()
}
