package mdns

import (
	"net/netip"
	"slices"
	"strings"

	"golang.org/x/net/dns/dnsmessage"
)

const (
	mostQuestions = 32
	unicastBit    = 1 << 15 // of the class: the asker wants an answer for itself alone
	flushBit      = 1 << 15 // of the class: nobody else has this name
	lifetime      = 120     // seconds, as RFC 6762 has it for names of machines
	shortLifetime = 10      // for askers that know no multicast
)

// question is what was asked of a name.
type question struct {
	id        uint16
	asked     []dnsmessage.Question // those that are for the name
	isUnicast bool
}

// parseMessage reads a message, and returns what it asks of a name; ok is false when it asks nothing of it.
func parseMessage(message []byte, name string) (q question, ok bool) {
	var p dnsmessage.Parser
	h, err := p.Start(message)
	if err != nil || h.Response || h.OpCode != 0 {
		return q, false
	}
	q.id, q.isUnicast = h.ID, true
	for range mostQuestions {
		one, err := p.Question()
		if err != nil {
			break
		}
		isOurs := strings.EqualFold(one.Name.String(), name+".")
		isAddress := one.Type == dnsmessage.TypeA || one.Type == dnsmessage.TypeAAAA || one.Type == dnsmessage.TypeALL
		if class := one.Class &^ unicastBit; !isOurs || !isAddress || class != dnsmessage.ClassINET && class != dnsmessage.ClassANY {
			continue
		}
		q.isUnicast = q.isUnicast && one.Class&unicastBit != 0
		q.asked = append(q.asked, one)
	}
	return q, len(q.asked) > 0
}

// isAnsweredBy reports whether an address answers one of the questions.
func (q *question) isAnsweredBy(ip netip.Addr) bool {
	for _, one := range q.asked {
		if one.Type == dnsmessage.TypeALL || (one.Type == dnsmessage.TypeA) == ip.Is4() {
			return true
		}
	}
	return false
}

// reply answers with the addresses that were asked for; nil when there is none. One that knows no multicast gets its question back.
func (q *question) reply(name string, addresses []netip.Addr, isLegacy bool) []byte {
	full, err := dnsmessage.NewName(name + ".")
	if err != nil {
		return nil
	}
	m := dnsmessage.Message{Header: dnsmessage.Header{Response: true, Authoritative: true}}
	class, ttl := dnsmessage.Class(dnsmessage.ClassINET|flushBit), uint32(lifetime)
	if isLegacy {
		m.ID, class, ttl = q.id, dnsmessage.ClassINET, shortLifetime
		one := q.asked[0]
		one.Class &^= unicastBit
		m.Questions = []dnsmessage.Question{one}
	}
	for _, ip := range addresses {
		if !q.isAnsweredBy(ip) {
			continue
		}
		r := dnsmessage.Resource{Header: dnsmessage.ResourceHeader{Name: full, Class: class, TTL: ttl}}
		if ip.Is4() {
			r.Body = &dnsmessage.AResource{A: ip.As4()}
		} else {
			r.Body = &dnsmessage.AAAAResource{AAAA: ip.As16()}
		}
		m.Answers = append(m.Answers, r)
	}
	if len(m.Answers) == 0 {
		return nil
	}
	packed, err := m.Pack()
	if err != nil {
		return nil
	}
	return packed
}

// newProbe asks whether somebody else has a name.
func newProbe(name string) []byte {
	full, err := dnsmessage.NewName(name + ".")
	if err != nil {
		return nil
	}
	m := dnsmessage.Message{Questions: []dnsmessage.Question{{Name: full, Type: dnsmessage.TypeALL, Class: dnsmessage.ClassINET}}}
	packed, err := m.Pack()
	if err != nil {
		return nil
	}
	return packed
}

// findOther returns the address that a message gives to a name and that is none of ours; ok is false when there is none.
func findOther(message []byte, name string, ours []netip.Addr) (other netip.Addr, ok bool) {
	var p dnsmessage.Parser
	h, err := p.Start(message)
	if err != nil || !h.Response || p.SkipAllQuestions() != nil {
		return other, false
	}
	for range mostQuestions {
		r, err := p.Answer()
		if err != nil {
			return other, false
		}
		if !strings.EqualFold(r.Header.Name.String(), name+".") {
			continue
		}
		switch body := r.Body.(type) {
		case *dnsmessage.AResource:
			other = netip.AddrFrom4(body.A)
		case *dnsmessage.AAAAResource:
			other = netip.AddrFrom16(body.AAAA)
		default:
			continue
		}
		if !slices.Contains(ours, other) {
			return other, true
		}
	}
	return other, false
}
