package blobstore

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// LockIdleThread binds the goroutine of long work that nobody waits for to its thread, which ends with it, and gives the
// thread the idle class of the disk scheduler.
func LockIdleThread() {
	runtime.LockOSThread()
	const whoProcess, classIdle = 1, 3 << 13
	// Advice only: not every scheduler of the kernel knows classes.
	_, _, _ = unix.Syscall(unix.SYS_IOPRIO_SET, whoProcess, 0, classIdle)
}
