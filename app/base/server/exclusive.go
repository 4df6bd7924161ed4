package server

import (
	"errors"
	"fmt"
	"net"
	"slices"
	"syscall"
	"time"
)

// AddressError reports an address that another process listens on.
type AddressError struct {
	Address string
	cause   error
}

// Error implements error.
func (e *AddressError) Error() string {
	return fmt.Sprintf("another program listens on %s already: stop it, or choose another address with --listen or --listen-tls", e.Address)
}

// Unwrap implements errors.Unwrap.
func (e *AddressError) Unwrap() error { return e.cause }

const startWait = 10 * time.Second

// checkFree fails with an AddressError when another process listens on one of the addresses. Caddy lets several processes of
// a user listen on one, and the system shares the visitors out between them. Until done is called, no other Anbar begins to
// listen on the ports, so that of two that start at once one is refused.
func checkFree(addresses []string) (done func(), err error) {
	var locks []net.Listener
	done = func() {
		for _, l := range locks {
			_ = l.Close() // it only holds a name
		}
	}
	ports := make([]int, len(addresses))
	for i, a := range addresses {
		ports[i] = portOf(a)
	}
	slices.Sort(ports) // so that two processes do not wait for each other
	for _, p := range slices.Compact(ports) {
		lock, err := lockPort(p)
		if err != nil {
			done()
			return nil, err
		}
		locks = append(locks, lock)
	}
	for _, a := range addresses {
		l, err := net.Listen("tcp", a)
		if errors.Is(err, syscall.EADDRINUSE) {
			done()
			return nil, &AddressError{a, err}
		}
		if err == nil {
			err = l.Close()
		}
		if err != nil {
			done()
			return nil, fmt.Errorf("listen on %s: %w", a, err)
		}
	}
	return done, nil
}

// lockPort holds a name of the system's abstract sockets while this process begins to listen.
func lockPort(port int) (net.Listener, error) {
	name := fmt.Sprintf("@anbar-begins-to-listen-%d", port)
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		l, err := net.Listen("unix", name)
		if !errors.Is(err, syscall.EADDRINUSE) || time.Since(began) > startWait {
			return l, err
		}
	}
}

// addresses are those that the server listens on.
func (o *Options) addresses() []string {
	if o.Mode == Plain {
		return []string{o.Listen}
	}
	return []string{o.Listen, o.ListenTLS}
}
