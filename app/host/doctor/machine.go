package doctor

import (
	"bufio"
	"bytes"
	"context"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"anbar/app/base/progress"
	"anbar/app/host"

	"golang.org/x/sys/unix"
)

var machineChecks = []check{
	{"version", "Bugs are mended in newer versions, and a program that was replaced counts from its next start on.", examineVersion},
	{"account", "A server that runs as root can do more harm than one with an account of its own.", examineAccount},
	{"clock", "Codes of two-step login, certificates and S3 services refuse a clock that is wrong.", examineClock},
	{"clock_sync", "A clock that nothing sets runs away.", examineClockSync},
	{"timezone", "Times in mails and in the log are those of the machine's zone.", examineTimezone},
	{"open_files", "Each connection and each transfer takes an open file.", needsRunning(examineOpenFiles)},
	{"memory", "With little memory the system ends the server, or the processes that make previews.", examineMemory},
	{"swap", "On a small machine swap takes the peaks that memory does not.", examineSwap},
	{"sandbox", "The unit of the packages keeps a server that was broken into from the rest of the machine.", needsRunning(examineSandbox)},
	{"watchdog", "systemd restarts a server that hangs only if the unit says so.", needsRunning(examineWatchdog)},
}

func examineVersion(_ context.Context, p *Patient) verdict {
	if p.Running != nil && p.Running.Health.Version != p.Version {
		return warn("Restart the appliance.").describe("%s runs, and %s is installed", p.Running.Health.Version, p.Version)
	}
	return pass("%s", p.Version)
}

func examineAccount(context.Context, *Patient) verdict {
	if os.Geteuid() == 0 {
		return warn("Run the appliance as an account of its own, as the packages do, and call the shell with \"sudo -u anbar\".").
			describe("this runs as root")
	}
	return pass("an account without the rights of root")
}

// timeBefore is before any version of this program that examines.
var timeBefore = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

const (
	clockWarning = 30 * time.Second
	clockWrong   = 5 * time.Minute
)

// examineClock compares the clock with that of the S3 service, if there is one.
func examineClock(ctx context.Context, p *Patient) verdict {
	mend := "Set the clock, and have systemd-timesyncd or chrony keep it right."
	if time.Now().Before(timeBefore) {
		return fail(mend).describe("the clock says %s", time.Now().Format(time.RFC3339))
	}
	if !strings.HasPrefix(p.Config.BackupTo, "s3:") || p.Config.S3Endpoint == "" {
		return pass("%s, with nothing to compare it with", time.Now().Format(time.RFC3339))
	}
	off, err := measureClock(ctx, p.Config.S3Endpoint)
	switch {
	case err != nil:
		return skip("the S3 service does not say its time: %v", err)
	case off.Abs() > clockWrong:
		return fail(mend).describe("the clock and that of the S3 service are %s apart", off.Abs().Round(time.Second))
	case off.Abs() > clockWarning:
		return warn(mend).describe("the clock and that of the S3 service are %s apart", off.Abs().Round(time.Second))
	}
	return pass("it agrees with that of the S3 service")
}

func examineClockSync(context.Context, *Patient) verdict {
	var t unix.Timex
	state, err := unix.Adjtimex(&t)
	if err != nil {
		return skip("the system does not say: %v", err)
	}
	if state == unix.TIME_ERROR {
		return warn("Have systemd-timesyncd or chrony keep the clock right; in a container that is the work of the machine around it.").
			describe("nothing sets the clock")
	}
	return pass("the clock is kept right")
}

func examineTimezone(context.Context, *Patient) verdict {
	name, offset := time.Now().Zone()
	return pass("%s (%+.1f h)", name, float64(offset)/3600)
}

const fewFiles = 8192

func examineOpenFiles(context.Context, *Patient) verdict {
	var r unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &r); err != nil {
		return skip("the system does not say: %v", err)
	}
	if r.Cur < fewFiles {
		return warn("Set LimitNOFILE=65536 in the unit, or \"ulimits\" in the compose file.").describe("%d files may be open", r.Cur)
	}
	return pass("%d files may be open", r.Cur)
}

const smallMemory = 1 << 30

func examineMemory(context.Context, *Patient) verdict {
	n := host.MemoryLimit()
	switch {
	case n == 0:
		return skip("the system does not say")
	case n < smallMemory:
		return warn("Give the machine, or the control group of the service (MemoryMax=), 1 GiB at least.").
			describe("%s for the server", progress.FormatBytes(n))
	}
	if most := host.ProposeMemoryMax(); most > 0 {
		return pass("%s for the server, which is all of the machine; to leave a quarter to other programs, set MemoryMax=%dM in the unit "+
			"(systemctl edit anbar), or mem_limit in the compose file", progress.FormatBytes(n), most)
	}
	return pass("%s for the server", progress.FormatBytes(n))
}

func examineSwap(context.Context, *Patient) verdict {
	b, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return skip("the system does not say: %v", err)
	}
	swap := findNumber(b, "SwapTotal:") << 10
	if swap == 0 && host.MemoryLimit() < 2*smallMemory {
		return warn("Add swap of 1 GiB, or memory.").describe("there is no swap, and little memory")
	}
	return pass("%s of swap", progress.FormatBytes(swap))
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
		return skip("the system does not say: %v", err)
	}
	if os.Getenv("INVOCATION_ID") == "" {
		return skip("systemd did not start the server")
	}
	if findNumber(b, "NoNewPrivs:") != 1 || findNumber(b, "Seccomp:") != 2 {
		return warn("Use the unit of the packages (systemd/anbar.service).").describe("the unit does not lock the server in")
	}
	return pass("the unit locks the server in")
}

func examineWatchdog(context.Context, *Patient) verdict {
	if os.Getenv("NOTIFY_SOCKET") == "" {
		return skip("systemd did not start the server")
	}
	if !host.IsWatched() {
		return warn("Set WatchdogSec=120 in the unit, as that of the packages does.").describe("a server that hangs is not restarted")
	}
	return pass("a server that hangs is restarted")
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
