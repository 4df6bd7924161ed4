package host

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// dropOwnPages unmaps the pages of the program's own file. A start touches most of
// them once, and they would count as ours for ever: those that are needed come back
// from the file's cache one by one.
func dropOwnPages() error {
	exe, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return err
	}
	maps, err := os.Open("/proc/self/maps")
	if err != nil {
		return err
	}
	defer maps.Close()
	for lines := bufio.NewScanner(maps); lines.Scan(); {
		f := strings.Fields(lines.Text())
		if len(f) < 6 || f[5] != exe || !strings.HasPrefix(f[1], "r") || f[1][1] == 'w' {
			continue // written pages have no other copy
		}
		var from, to uintptr
		if _, err := fmt.Sscanf(f[0], "%x-%x", &from, &to); err != nil {
			return err
		}
		if _, _, e := unix.Syscall(unix.SYS_MADVISE, from, to-from, unix.MADV_DONTNEED); e != 0 {
			return e
		}
	}
	return nil
}
