package upgrade

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// account is whom the data directory belongs to; nil unless root runs for a directory of somebody else. What root would write there
// the service could not use.
type account struct{ uid, gid int }

func findOwner(dir string) (*account, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok || os.Geteuid() != 0 || s.Uid == 0 {
		return nil, nil
	}
	return &account{uid: int(s.Uid), gid: int(s.Gid)}, nil
}

// credential is for programs that run as the account.
func (a *account) credential() *syscall.Credential {
	if a == nil {
		return nil
	}
	return &syscall.Credential{Uid: uint32(a.uid), Gid: uint32(a.gid)}
}

// act does something with the rights of the account alone.
func (a *account) act(do func() error) (err error) {
	if a == nil {
		return do()
	}
	groups, err := syscall.Getgroups()
	if err != nil {
		return err
	}
	gid := syscall.Getegid()
	defer func() {
		back := errors.Join(syscall.Setresuid(-1, 0, -1), syscall.Setresgid(-1, gid, -1), syscall.Setgroups(groups))
		err = errors.Join(err, back)
	}()
	// Groups of root read files that the account must not: it may have put a link to one of them where its own file is expected.
	if err := errors.Join(syscall.Setgroups([]int{a.gid}), syscall.Setresgid(-1, a.gid, -1), syscall.Setresuid(-1, a.uid, -1)); err != nil {
		return fmt.Errorf("act as the owner of the data directory: %w", err)
	}
	return do()
}

// BecomeOwner gives the rights of root up for those of the account that a data directory belongs to. There is no way back.
func BecomeOwner(dir string) error {
	a, err := findOwner(dir)
	if err != nil || a == nil {
		return err
	}
	if err := errors.Join(syscall.Setgroups([]int{a.gid}), syscall.Setresgid(a.gid, a.gid, a.gid),
		syscall.Setresuid(a.uid, a.uid, a.uid)); err != nil {
		return fmt.Errorf("become the owner of the data directory: %w", err)
	}
	return nil
}
