package mdns

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"anbar/app/base/limits"

	"golang.org/x/net/dns/dnsmessage"
	"golang.org/x/net/ipv4"
)

const ourName = "anbar.local"

var ourAddress = netip.MustParseAddr("10.9.8.1")

func ask(t testing.TB, name string, kind dnsmessage.Type, class dnsmessage.Class) []byte {
	t.Helper()
	m := dnsmessage.Message{
		Header:    dnsmessage.Header{ID: 7},
		Questions: []dnsmessage.Question{{Name: dnsmessage.MustNewName(name), Type: kind, Class: class}},
	}
	b, err := m.Pack()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestOnlyItsOwnNameIsAnswered: a machine that answers for others would lead people astray.
func TestOnlyItsOwnNameIsAnswered(t *testing.T) {
	in, unicast := dnsmessage.ClassINET, dnsmessage.Class(dnsmessage.ClassINET|unicastBit)
	six := netip.MustParseAddr("fd00::1")
	for name, c := range map[string]struct {
		message []byte
		want    []netip.Addr
	}{
		"the name":             {ask(t, "anbar.local.", dnsmessage.TypeA, in), []netip.Addr{ourAddress}},
		"in capital letters":   {ask(t, "ANBAR.Local.", dnsmessage.TypeA, unicast), []netip.Addr{ourAddress}},
		"version 6":            {ask(t, "anbar.local.", dnsmessage.TypeAAAA, in), []netip.Addr{six}},
		"everything":           {ask(t, "anbar.local.", dnsmessage.TypeALL, in), []netip.Addr{ourAddress, six}},
		"another name":         {ask(t, "printer.local.", dnsmessage.TypeA, in), nil},
		"a name below":         {ask(t, "x.anbar.local.", dnsmessage.TypeA, in), nil},
		"a public name":        {ask(t, "anbar.local.example.org.", dnsmessage.TypeA, in), nil},
		"what it does not say": {ask(t, "anbar.local.", dnsmessage.TypeTXT, in), nil},
		"another class":        {ask(t, "anbar.local.", dnsmessage.TypeA, dnsmessage.ClassCHAOS), nil},
		"no message":           {[]byte("what"), nil},
	} {
		var got []netip.Addr
		if q, ok := parseMessage(c.message, ourName); ok {
			got = addressesIn(t, q.reply(ourName, []netip.Addr{ourAddress, six}, false))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	// An answer is no question: two machines would talk for ever.
	q, _ := parseMessage(ask(t, "anbar.local.", dnsmessage.TypeA, in), ourName)
	if _, ok := parseMessage(q.reply(ourName, []netip.Addr{ourAddress}, false), ourName); ok {
		t.Error("an answer is answered")
	}
}

func addressesIn(t testing.TB, message []byte) (all []netip.Addr) {
	t.Helper()
	var m dnsmessage.Message
	if err := m.Unpack(message); err != nil {
		return nil
	}
	for _, r := range m.Answers {
		switch body := r.Body.(type) {
		case *dnsmessage.AResource:
			all = append(all, netip.AddrFrom4(body.A))
		case *dnsmessage.AAAAResource:
			all = append(all, netip.AddrFrom16(body.AAAA))
		}
	}
	return all
}

// FuzzMessages holds that no message of the network stops the server, and that every answer is small and for the one name.
func FuzzMessages(f *testing.F) {
	f.Add(ask(f, "anbar.local.", dnsmessage.TypeA, dnsmessage.ClassINET), true)
	f.Add(ask(f, "anbar.local.", dnsmessage.TypeALL, dnsmessage.ClassANY), false)
	q, _ := parseMessage(ask(f, "anbar.local.", dnsmessage.TypeA, dnsmessage.ClassINET), ourName)
	f.Add(q.reply(ourName, []netip.Addr{ourAddress}, false), true)
	f.Fuzz(func(t *testing.T, message []byte, isLegacy bool) {
		findOther(message, ourName, []netip.Addr{ourAddress})
		q, ok := parseMessage(message, ourName)
		if !ok {
			return
		}
		reply := q.reply(ourName, []netip.Addr{ourAddress}, isLegacy)
		if len(reply) > 512 {
			t.Errorf("an answer of %d bytes", len(reply))
		}
		for _, ip := range addressesIn(t, reply) {
			if ip != ourAddress {
				t.Errorf("the answer has %s", ip)
			}
		}
	})
}

const inNetwork = "ANBAR_TEST_MDNS"

// TestAClientOfTheNetworkFindsIt runs itself again in a network of its own, where the name is asked for as other machines do. A second
// machine that has the name already keeps the server from answering.
func TestAClientOfTheNetworkFindsIt(t *testing.T) {
	if os.Getenv(inNetwork) != "" {
		t.Skip("it is the other test's turn")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	script := "ip link set lo up && ip link add b0 type bridge && ip addr add 10.9.8.1/24 dev b0 && ip link set b0 up || exit 77; exec " +
		self + " -test.run '^TestInside' -test.v"
	c := exec.CommandContext(t.Context(), "unshare", "-n", "sh", "-c", script)
	c.Env = append(os.Environ(), inNetwork+"=1")
	out, err := c.CombinedOutput()
	if err != nil && (c.ProcessState == nil || c.ProcessState.ExitCode() == 77 || c.ProcessState.ExitCode() == 1 && len(out) < 200) {
		t.Skipf("this machine gives no network of one's own: %v, %s", err, out)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// start lets a responder run for a test inside.
func start(t *testing.T) *Responder {
	t.Helper()
	if os.Getenv(inNetwork) == "" {
		t.Skip("only in a network of its own")
	}
	r := New(ourName, slog.New(slog.DiscardHandler))
	ctx, end := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.Run(ctx)
	}()
	t.Cleanup(func() {
		end()
		<-done
	})
	return r
}

func await(t *testing.T, what string, is func() bool) {
	t.Helper()
	for range 100 {
		if is() {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("not in time: " + what)
}

// client is a machine of the network that asks.
func client(t *testing.T) *net.UDPConn {
	t.Helper()
	conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: ourAddress.AsSlice()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	card, err := net.InterfaceByName("b0")
	if err != nil {
		t.Fatal(err)
	}
	p := ipv4.NewPacketConn(conn)
	if err := p.SetMulticastInterface(card); err != nil {
		t.Fatal(err)
	}
	return conn
}

func countAnswers(t *testing.T, conn *net.UDPConn, wait time.Duration) (all [][]byte) {
	t.Helper()
	if err := conn.SetReadDeadline(time.Now().Add(wait)); err != nil {
		t.Fatal(err)
	}
	for {
		b := make([]byte, maxMessage)
		n, err := conn.Read(b)
		if err != nil {
			return all
		}
		all = append(all, b[:n])
	}
}

func TestInsideItIsFoundAndAFloodIsBounded(t *testing.T) {
	r := start(t)
	await(t, "the name is answered", func() bool { _, on := r.Name(); return on })
	conn, to := client(t), &net.UDPAddr{IP: group, Port: port}
	send := func(message []byte) {
		t.Helper()
		if _, err := conn.WriteTo(message, to); err != nil {
			t.Fatal(err)
		}
	}
	send(ask(t, "anbar.local.", dnsmessage.TypeA, dnsmessage.ClassINET))
	got := countAnswers(t, conn, 300*time.Millisecond)
	if len(got) != 1 || !slices.Equal(addressesIn(t, got[0]), []netip.Addr{ourAddress}) {
		t.Fatalf("%d answers: %x", len(got), got)
	}
	send(ask(t, "printer.local.", dnsmessage.TypeA, dnsmessage.ClassINET))
	send([]byte{0xff, 0, 0xff})
	if got := countAnswers(t, conn, 300*time.Millisecond); len(got) != 0 {
		t.Errorf("another name is answered: %x", got)
	}
	time.Sleep(time.Second)
	for range 3000 {
		send(ask(t, "anbar.local.", dnsmessage.TypeA, dnsmessage.ClassINET))
	}
	if n := len(countAnswers(t, conn, 500*time.Millisecond)); n < 1 || n > 3*limits.LocalAnswers {
		t.Errorf("%d answers to a flood, want %d a second", n, limits.LocalAnswers)
	}
}

// TestInsideASecondConnectionJoinsAnew: the group is joined by a connection, and ends with it.
func TestInsideASecondConnectionJoinsAnew(t *testing.T) {
	if os.Getenv(inNetwork) == "" {
		t.Skip("only in a network of its own")
	}
	r := New(ourName, slog.New(slog.DiscardHandler))
	first, end := context.WithTimeout(t.Context(), 1500*time.Millisecond)
	defer end()
	_ = r.serve(first) // ends with its time
	second, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = r.serve(second)
	}()
	defer func() {
		stop()
		<-done
	}()
	conn := client(t)
	await(t, "it answers again", func() bool {
		question := ask(t, "anbar.local.", dnsmessage.TypeA, dnsmessage.ClassINET)
		if _, err := conn.WriteTo(question, &net.UDPAddr{IP: group, Port: port}); err != nil {
			t.Fatal(err)
		}
		return len(countAnswers(t, conn, 100*time.Millisecond)) > 0
	})
}

// TestANetworkThatCannotBeJoinedIsTriedAgain: nobody there hears the name, so it does not count as one where it is answered for.
func TestANetworkThatCannotBeJoinedIsTriedAgain(t *testing.T) {
	found := map[int]network{1: {card: net.Interface{Index: 1}}, 2: {card: net.Interface{Index: 2}}}
	isBroken := true
	var tried []int
	join := func(card *net.Interface) error {
		tried = append(tried, card.Index)
		if isBroken && card.Index == 2 {
			return errors.New("no buffer space available")
		}
		return nil
	}
	joined, fresh := joinNew(nil, found, join)
	if len(joined) != 1 || len(fresh) != 1 || joined[1].card.Index != 1 {
		t.Fatalf("joined %v, fresh %v", joined, fresh)
	}
	isBroken, tried = false, nil
	joined, fresh = joinNew(joined, found, join)
	if len(joined) != 2 || len(fresh) != 1 || !slices.Equal(tried, []int{2}) {
		t.Fatalf("joined %v, fresh %v, tried %v", joined, fresh, tried)
	}
}

func TestInsideATakenNameIsLeft(t *testing.T) {
	if os.Getenv(inNetwork) == "" {
		t.Skip("only in a network of its own")
	}
	other, err := openPort(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	card, err := net.InterfaceByName("b0")
	if err != nil {
		t.Fatal(err)
	}
	p := ipv4.NewPacketConn(other)
	if err := p.JoinGroup(card, &net.UDPAddr{IP: group}); err != nil {
		t.Fatal(err)
	}
	go func() {
		b := make([]byte, maxMessage)
		for {
			n, _, err := other.ReadFrom(b)
			if err != nil {
				return
			}
			if q, ok := parseMessage(b[:n], ourName); ok {
				reply := q.reply(ourName, []netip.Addr{netip.MustParseAddr("10.9.8.77")}, false)
				_, _ = p.WriteTo(reply, &ipv4.ControlMessage{IfIndex: card.Index}, &net.UDPAddr{IP: group, Port: port})
			}
		}
	}()
	r := start(t)
	await(t, "it says that the name is taken", func() bool { return r.Problem() != "" })
	if _, on := r.Name(); on {
		t.Error("a taken name is answered")
	}
}

// TestAnotherProgramOfThisMachineIsNoOtherMachine: avahi answers for the name of the machine with all of its addresses, also with those
// of its link and of version 6.
func TestAnotherProgramOfThisMachineIsNoOtherMachine(t *testing.T) {
	addresses, err := net.InterfaceAddrs()
	if err != nil || len(addresses) == 0 {
		t.Skip("no addresses", err)
	}
	for _, a := range addresses {
		one := netip.MustParsePrefix(a.String()).Addr()
		q := question{asked: []dnsmessage.Question{{Type: dnsmessage.TypeALL}}}
		if other, ok := findOther(q.reply("anbar.local", []netip.Addr{one}, false), "anbar.local", ownAddresses()); ok {
			t.Errorf("%s is of another machine", other)
		}
	}
}
