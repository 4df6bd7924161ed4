package decode

import (
	"log/slog"
	"runtime"

	"golang.org/x/sys/unix"
)

// Gently runs fn on a thread that yields to all others.
func Gently(log *slog.Logger, fn func() error) error {
	done := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends here, and its priority with it
		if err := unix.Setpriority(unix.PRIO_PROCESS, 0, 19); err != nil {
			log.Debug("background work has the usual priority", "error", err)
		}
		done <- fn()
	}()
	return <-done
}
