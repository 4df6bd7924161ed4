// Package mdns answers for one name of the local network (RFC 6762), so that a machine without a domain has an address that people can
// remember. It answers for that name alone, only to private networks, and only so often.
package mdns

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"syscall"
	"time"

	"anbar/app/base/limits"

	"golang.org/x/net/ipv4"
	"golang.org/x/sys/unix"
	"golang.org/x/time/rate"
)

const (
	port         = 5353
	maxMessage   = 9000
	refreshEvery = 30 * time.Second // networks come and go
	probes       = 3
	probePause   = 250 * time.Millisecond
	retryEvery   = 10 * time.Minute // to take a name that another machine had
)

var group = net.IPv4(224, 0, 0, 251)

// network is one to which this machine belongs.
type network struct {
	card      net.Interface
	addresses []netip.Addr // private ones of this machine in it, of both versions
}

// Responder answers for a name.
type Responder struct {
	name string
	log  *slog.Logger
	pace *rate.Limiter

	mu       sync.Mutex
	networks map[int]network // that are joined, and where the name was free, by the index of their cards
	problem  string
	isOn     bool
}

// New is for a name such as anbar.local.
func New(name string, log *slog.Logger) *Responder {
	return &Responder{name: name, log: log, pace: rate.NewLimiter(limits.LocalAnswers, limits.LocalAnswers)}
}

// Name returns the name, and whether it is answered for now.
func (r *Responder) Name() (name string, isAnswered bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.name, r.isOn && len(r.networks) > 0
}

// Problem says why the name is not answered for, in English; empty when it is, or when there is no private network.
func (r *Responder) Problem() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.problem
}

// setState notes whether the name is answered for. A problem is logged once, until it changes.
func (r *Responder) setState(isOn bool, problem string) {
	r.mu.Lock()
	isNew := problem != "" && problem != r.problem
	r.isOn, r.problem = isOn, problem
	r.mu.Unlock()
	if isNew {
		r.log.Warn("the server cannot be found under its name in the local network", "name", r.name, "problem", problem)
	}
}

// Run answers until ctx ends.
func (r *Responder) Run(ctx context.Context) {
	for {
		err := r.serve(ctx)
		if ctx.Err() != nil {
			r.setState(false, "")
			return
		}
		if err != nil {
			r.setState(false, err.Error())
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(retryEvery):
		}
	}
}

// serve takes the port, looks whether the name is free, and answers until something fails.
func (r *Responder) serve(ctx context.Context) error {
	conn, err := openPort(ctx)
	if err != nil {
		return fmt.Errorf("take port %d of UDP: %w", port, err)
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	p := ipv4.NewPacketConn(conn)
	if err := errors.Join(p.SetControlMessage(ipv4.FlagInterface, true), p.SetMulticastLoopback(true), p.SetMulticastTTL(255)); err != nil {
		return err
	}
	r.setNetworks(nil) // what an earlier connection joined
	if err := r.renew(ctx, p); err != nil {
		return err
	}
	return r.answerAll(ctx, p)
}

// openPort takes the port beside whoever else has it, such as avahi.
func openPort(ctx context.Context) (net.PacketConn, error) {
	l := net.ListenConfig{Control: func(_, _ string, c syscall.RawConn) error {
		var err error
		failed := c.Control(func(fd uintptr) {
			err = errors.Join(unix.SetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_REUSEADDR, 1),
				unix.SetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_REUSEPORT, 1))
		})
		return errors.Join(failed, err)
	}}
	return l.ListenPacket(ctx, "udp4", fmt.Sprintf(":%d", port))
}

// renew joins the group in private networks that are new, and answers there when no other machine has the name. One that cannot be joined
// is tried again the next time.
func (r *Responder) renew(ctx context.Context, p *ipv4.PacketConn) error {
	r.mu.Lock()
	before := r.networks
	r.mu.Unlock()
	var failed error
	joined, fresh := joinNew(before, listNetworks(), func(card *net.Interface) error {
		err := p.JoinGroup(card, &net.UDPAddr{IP: group})
		if err == nil || errors.Is(err, syscall.EADDRINUSE) { // the card was away, and is back
			return nil
		}
		failed = fmt.Errorf("join the group of mDNS on %s: %w", card.Name, err)
		return failed
	})
	if len(fresh) > 0 {
		if err := r.checkFree(ctx, p, fresh); err != nil {
			return err
		}
	}
	r.setNetworks(joined)
	switch {
	case failed == nil:
		r.setState(true, "")
	case len(joined) == 0:
		r.setState(true, failed.Error())
	default:
		r.setState(true, "")
		r.log.Debug("a network has no local name", "error", failed)
	}
	return nil
}

// joinNew joins in the networks that were found and are not known yet, and returns all that are joined now, and those that are fresh.
func joinNew(known, found map[int]network, join func(*net.Interface) error) (joined, fresh map[int]network) {
	joined, fresh = map[int]network{}, map[int]network{}
	for index, n := range found {
		if _, ok := known[index]; !ok {
			if join(&n.card) != nil {
				continue
			}
			fresh[index] = n
		}
		joined[index] = n
	}
	return joined, fresh
}

func (r *Responder) setNetworks(joined map[int]network) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.networks = joined
}

// listNetworks finds the cards with private addresses.
func listNetworks() map[int]network {
	cards, err := net.Interfaces()
	if err != nil {
		return nil
	}
	all := map[int]network{}
	for _, card := range cards {
		if card.Flags&net.FlagUp == 0 || card.Flags&net.FlagMulticast == 0 || card.Flags&net.FlagLoopback != 0 {
			continue
		}
		addresses, err := card.Addrs()
		if err != nil {
			continue
		}
		n := network{card: card}
		for _, a := range addresses {
			one, err := netip.ParsePrefix(a.String())
			if err == nil && one.Addr().Unmap().IsPrivate() {
				n.addresses = append(n.addresses, one.Addr().Unmap())
			}
		}
		if len(n.addresses) > 0 {
			all[card.Index] = n
		}
	}
	return all
}

// ownAddresses returns all addresses of this machine: another program here, such as avahi, may answer for the same name with any of them.
func ownAddresses() (all []netip.Addr) {
	found, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	for _, a := range found {
		if one, err := netip.ParsePrefix(a.String()); err == nil {
			all = append(all, one.Addr().Unmap())
		}
	}
	return all
}

// isNear reports whether somebody asks or answers from a private network, or the link.
func isNear(a *net.UDPAddr) bool {
	from, ok := netip.AddrFromSlice(a.IP)
	from = from.Unmap()
	return ok && (from.IsPrivate() || from.IsLinkLocalUnicast())
}

// checkFree asks networks whether another machine has the name.
func (r *Responder) checkFree(ctx context.Context, p *ipv4.PacketConn, networks map[int]network) error {
	buffer := make([]byte, maxMessage)
	for range probes {
		for _, n := range networks {
			r.send(p, newProbe(r.name), n.card.Index, &net.UDPAddr{IP: group, Port: port})
		}
		if err := p.SetReadDeadline(time.Now().Add(probePause)); err != nil {
			return err
		}
		for {
			n, _, from, err := p.ReadFrom(buffer)
			if err != nil {
				break // the time is over
			}
			// Whoever answers for a name does so from this port, and from the network.
			if a, ok := from.(*net.UDPAddr); !ok || a.Port != port || !isNear(a) {
				continue
			}
			if other, ok := findOther(buffer[:n], r.name, ownAddresses()); ok {
				return fmt.Errorf("another machine (%s) has the name %s; give this server another one with \"local-name\"", other, r.name)
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// answerAll answers what comes.
func (r *Responder) answerAll(ctx context.Context, p *ipv4.PacketConn) error {
	buffer := make([]byte, maxMessage)
	for refreshed := time.Now(); ctx.Err() == nil; {
		if time.Since(refreshed) > refreshEvery {
			if err := r.renew(ctx, p); err != nil {
				return err
			}
			refreshed = time.Now()
		}
		if err := p.SetReadDeadline(time.Now().Add(refreshEvery)); err != nil {
			return err
		}
		n, control, from, err := p.ReadFrom(buffer)
		var timeout net.Error
		if errors.As(err, &timeout) && timeout.Timeout() {
			continue
		}
		if err != nil {
			return err
		}
		if asker, ok := from.(*net.UDPAddr); ok && control != nil {
			r.answer(p, buffer[:n], control.IfIndex, asker)
		}
	}
	return ctx.Err()
}

// answer answers one message. Whoever is not of a private network gets nothing, whatever they ask.
func (r *Responder) answer(p *ipv4.PacketConn, message []byte, card int, asker *net.UDPAddr) {
	r.mu.Lock()
	n, ok := r.networks[card]
	r.mu.Unlock()
	if !ok || !isNear(asker) { // what comes by another card must not use up the answers
		return
	}
	q, ok := parseMessage(message, r.name)
	if !ok || !r.pace.Allow() {
		return
	}
	isLegacy := asker.Port != port
	reply := q.reply(r.name, n.addresses, isLegacy)
	if reply == nil {
		return
	}
	to := &net.UDPAddr{IP: group, Port: port}
	if isLegacy || q.isUnicast {
		to = asker
	}
	r.send(p, reply, card, to)
}

// send sends a message into the network of a card. One that is lost is asked for again.
func (r *Responder) send(p *ipv4.PacketConn, message []byte, card int, to *net.UDPAddr) {
	if _, err := p.WriteTo(message, &ipv4.ControlMessage{IfIndex: card}, to); err != nil {
		r.log.Debug("send by mDNS", "to", to, "error", err)
	}
}
