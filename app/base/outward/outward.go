// Package outward reaches the services whose addresses staff enter, and says at which leg of
// the way that failed.
package outward

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"strings"
	"syscall"
	"time"

	"anbar/app/base/fault"
)

const dialTimeout = 10 * time.Second // until somebody answers at an address

// Dial reaches this machine only under an address that says so, for a name that leads here was
// not written on purpose. It never reaches the addresses of the link, where only the host of
// this machine answers.
func Dial(ctx context.Context, network, addr string) (net.Conn, error) {
	d := &net.Dialer{Timeout: dialTimeout, Control: rejectOwn}
	if host, _, err := net.SplitHostPort(addr); err == nil && (net.ParseIP(host) != nil || strings.EqualFold(host, "localhost")) {
		d.Control = rejectLinkLocal
	}
	return d.DialContext(ctx, network, addr)
}

var errOwn = errors.New("the name leads to this machine, or to its link")

func rejectOwn(network, addr string, c syscall.RawConn) error {
	if ip := ipOf(addr); ip == nil || ip.IsLoopback() || ip.IsUnspecified() {
		return errOwn
	}
	return rejectLinkLocal(network, addr, c)
}

func rejectLinkLocal(_, addr string, _ syscall.RawConn) error {
	if ip := ipOf(addr); ip == nil || ip.IsLinkLocalUnicast() || ip.IsMulticast() {
		return errOwn
	}
	return nil
}

// ipOf returns nil also for an address with a zone, which is one of the link.
func ipOf(addr string) net.IP {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil
	}
	return net.ParseIP(host)
}

// FaultOf returns the error of the catalogue for the leg of the way that an error is about, or
// otherwise when it tells none. What the other side said is not in it.
func FaultOf(err error, otherwise *fault.Fault) *fault.Fault {
	var name *net.DNSError
	var way *net.OpError
	var timeout net.Error
	switch {
	case errors.As(err, &name):
		return fault.ConnectionName
	case errors.Is(err, errOwn):
		return fault.ConnectionOwn
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return fault.ConnectionTimeout
	case isTLSError(err):
		return fault.ConnectionTLS
	case errors.As(err, &way) && way.Op == "dial":
		return fault.ConnectionRefused
	}
	return otherwise
}

func isTLSError(err error) bool {
	var record tls.RecordHeaderError
	var alert tls.AlertError
	var chain *tls.CertificateVerificationError
	var authority x509.UnknownAuthorityError
	var name x509.HostnameError
	return errors.As(err, &record) || errors.As(err, &alert) || errors.As(err, &chain) || errors.As(err, &authority) ||
		errors.As(err, &name) || err != nil && strings.Contains(err.Error(), "server gave HTTP response to HTTPS client")
}
