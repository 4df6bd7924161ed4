package tickets

import (
	"strings"
	"testing"

	"anbar/db"
)

func TestATokenOpensOnlyItsTicket(t *testing.T) {
	s := New(Options{Key: []byte("one"), Mailbox: Mailbox{URL: "imaps://x", Address: "support@example.org"}})
	other := New(Options{Key: []byte("two")})
	id, second := db.TicketID(db.NewID()), db.TicketID(db.NewID())
	address := s.replyAddress(id)
	if got := s.findTicketID("To: <" + strings.ToUpper(address) + ">"); got != id {
		t.Errorf("%s leads to %s", address, got)
	}
	if got := other.findTicketID(address); got != 0 {
		t.Errorf("a token of another key leads to %s", got)
	}
	if got := s.findTicketID(strings.Replace(address, id.String(), second.String(), 1)); got != 0 {
		t.Errorf("a token of another ticket leads to %s", got)
	}
	if local, _, _ := strings.Cut(address, "@"); len(local) > 64 {
		t.Errorf("%s is too long", local)
	}
}
