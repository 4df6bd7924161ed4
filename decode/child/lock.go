package child

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// enterSandbox takes from this process everything that decoding does not need, for ever:
// addresses beyond so many bytes, files, the network, other processes, and machine code
// made at run time. It returns the locks that the system refused.
func enterSandbox(addresses uint64) (missing string) {
	note := func(what string, err error) {
		if err != nil {
			missing += fmt.Sprintf("%s: %v; ", what, err)
		}
	}
	// When memory is short the system ends this process before the server.
	note("first to be ended", os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0))
	has, err := readAddressSpace()
	note("addresses", err)
	if err == nil {
		note("addresses", setLimit(unix.RLIMIT_AS, has+addresses))
	}
	note("dumps", setLimit(unix.RLIMIT_CORE, 0))
	note("files", setLimit(unix.RLIMIT_FSIZE, 0))
	note("open files", closeInheritedFiles())
	note("privileges", unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
	note("calls of the system", installFilter())
	return missing
}

// closeInheritedFiles closes files that the process which started the server left open in it.
func closeInheritedFiles() error {
	all, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return err
	}
	for _, e := range all {
		fd, err := strconv.Atoi(e.Name())
		to, gone := os.Readlink("/proc/self/fd/" + e.Name())
		if err != nil || gone != nil || fd <= 2 || strings.HasPrefix(to, "anon_inode:[event") { // which the runtime made
			continue
		}
		if err := unix.Close(fd); err != nil {
			return err
		}
	}
	return nil
}

func setLimit(what int, n uint64) error {
	return unix.Setrlimit(what, &unix.Rlimit{Cur: n, Max: n})
}

func readAddressSpace() (uint64, error) {
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	f := bytes.Fields(b)
	if len(f) == 0 {
		return 0, fmt.Errorf("statm is %q", b)
	}
	pages, err := strconv.ParseUint(string(f[0]), 10, 64)
	return pages * uint64(os.Getpagesize()), err
}

// cpuTime is the time of the processor that this process took.
func cpuTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		panic(err) // it has that clock
	}
	return time.Duration(t.Nano())
}

// allowedCalls are the calls that Go's runtime and pipes need. All others fail.
var allowedCalls = append([]uint32{
	unix.SYS_READ, unix.SYS_WRITE, unix.SYS_CLOSE, unix.SYS_FCNTL,
	unix.SYS_MUNMAP, unix.SYS_MADVISE, unix.SYS_BRK,
	unix.SYS_FUTEX, unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_CLOCK_GETTIME, unix.SYS_GETTIMEOFDAY,
	unix.SYS_SCHED_YIELD, unix.SYS_SCHED_GETAFFINITY, unix.SYS_RESTART_SYSCALL,
	unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK,
	unix.SYS_EXIT, unix.SYS_EXIT_GROUP, unix.SYS_GETPID, unix.SYS_GETTID, unix.SYS_GETRANDOM,
	unix.SYS_SET_ROBUST_LIST, unix.SYS_RSEQ, // of threads that the C library makes, in a program built with cgo
	unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT, unix.SYS_EVENTFD2,
}, archCalls...)

// The offsets in the data of a filter: the call, the architecture, the lower halves of
// arguments.
const (
	callAt     = 0
	machineAt  = 4
	argumentAt = 16
)

// installFilter lets the system refuse every call but those that are allowed, in all
// threads: threads may be made, processes not; memory may not be executable; signals
// go to this process alone.
func installFilter() error {
	var f []unix.SockFilter
	load := func(at uint32) { f = append(f, unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}) }
	end := func(action uint32) { f = append(f, unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: action}) }
	jump := func(how uint16, k uint32, yes, no uint8) {
		f = append(f, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_K | how, K: k, Jt: yes, Jf: no})
	}
	const refuse = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	argument := func(call, n, how, k uint32, want bool) { // a call whose argument decides
		jump(unix.BPF_JEQ, call, 0, 4)
		load(argumentAt + 8*n)
		if want {
			jump(uint16(how), k, 1, 0)
		} else {
			jump(uint16(how), k, 0, 1)
		}
		end(refuse)
		end(unix.SECCOMP_RET_ALLOW)
	}
	load(machineAt)
	jump(unix.BPF_JEQ, auditArch, 1, 0)
	end(unix.SECCOMP_RET_KILL_PROCESS)
	load(callAt)
	argument(unix.SYS_MMAP, 2, unix.BPF_JSET, unix.PROT_EXEC, false)
	argument(unix.SYS_MPROTECT, 2, unix.BPF_JSET, unix.PROT_EXEC, false)
	argument(unix.SYS_CLONE, 0, unix.BPF_JSET, unix.CLONE_THREAD, true)
	argument(unix.SYS_TGKILL, 0, unix.BPF_JEQ, uint32(os.Getpid()), true)
	// The C library then makes threads by clone, whose flags can be looked at.
	jump(unix.BPF_JEQ, unix.SYS_CLONE3, 0, 1)
	end(unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS))
	for _, call := range allowedCalls {
		jump(unix.BPF_JEQ, call, 0, 1)
		end(unix.SECCOMP_RET_ALLOW)
	}
	end(refuse)
	program := unix.SockFprog{Len: uint16(len(f)), Filter: &f[0]}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC,
		uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		return errno
	}
	return nil
}
