package host

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"strconv"
	"time"

	"anbar/app/base/systemd"
	"anbar/db"
)

const alive = "WATCHDOG=1"

// Watchdog tells the service manager that the process is alive as long as the writer of the database answers. What it answers does
// not matter: a restart mends a writer that hangs, and no full disk.
type Watchdog struct {
	probe *writerProbe
	log   *slog.Logger
}

// NewWatchdog watches a database.
func NewWatchdog(d *db.DB, log *slog.Logger) *Watchdog {
	return &Watchdog{probe: &writerProbe{write: d.AwaitTurn}, log: log}
}

// Run does so until ctx ends, if the service manager expects it.
func (w *Watchdog) Run(ctx context.Context) {
	limit := watchdogLimit()
	if limit <= 0 {
		return
	}
	tick := time.NewTicker(limit / 4)
	defer tick.Stop()
	for {
		if err := w.probe.run(limit / 4); errors.Is(err, errWriterHangs) {
			w.log.Error("the database does not answer; the service manager will restart the appliance", "after", limit)
		} else if err := systemd.Notify(alive, nil); err != nil {
			w.log.Warn("tell systemd that the appliance is alive", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// watchdogLimit is the time after which the service manager takes this process for dead; 0 when it does not watch it.
func watchdogLimit() time.Duration {
	if pid := os.Getenv("WATCHDOG_PID"); pid != "" && pid != strconv.Itoa(os.Getpid()) {
		return 0
	}
	n, err := strconv.ParseInt(os.Getenv("WATCHDOG_USEC"), 10, 64)
	if err != nil {
		return 0
	}
	return time.Duration(n) * time.Microsecond
}

// IsWatched reports whether the service manager restarts this process when it hangs.
func IsWatched() bool { return watchdogLimit() > 0 }
