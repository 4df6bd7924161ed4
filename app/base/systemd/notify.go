// Package systemd talks to the service manager that started this process.
package systemd

import (
	"errors"
	"net"
	"os"
	"syscall"
)

// Notify sends a message, with rights to descriptors unless they are nil; without a service manager nothing happens. The protocol is
// that of sd_notify(3).
func Notify(message string, rights []byte) error {
	address := os.Getenv("NOTIFY_SOCKET")
	if address == "" {
		return nil
	}
	c, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: address, Net: "unixgram"})
	if err != nil {
		return err
	}
	raw, err := c.SyscallConn() // net sends no rights on a connected socket of datagrams
	if err == nil {
		var sent error
		err = raw.Write(func(fd uintptr) bool {
			sent = syscall.Sendmsg(int(fd), []byte(message), rights, nil, 0)
			return !errors.Is(sent, syscall.EAGAIN)
		})
		err = errors.Join(err, sent)
	}
	return errors.Join(err, c.Close())
}
