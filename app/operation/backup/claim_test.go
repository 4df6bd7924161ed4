package backup

import (
	"errors"
	"testing"
	"time"
)

// TestWhoMayWriteToATarget is the table of what an appliance may do with what it finds.
func TestWhoMayWriteToATarget(t *testing.T) {
	t.Parallel()
	then := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	mark := func(at time.Time) *Watermark { return &Watermark{Time: at} }
	id := &Identity{Copy: "c1"}
	mine := Claim{Epoch: 3, Nonce: "n3", Appliance: "me"}
	next := Claim{Epoch: 4, Nonce: "n4", Appliance: "me"}
	other := Claim{Epoch: 4, Nonce: "x4", Appliance: "other"}
	remembers := func(h heldEpoch) *record { return &record{Copy: "c1", Held: h} }
	wrote := heldEpoch{Epoch: 3, Nonce: "n3", Marks: []time.Time{then}, Machine: "here"}
	left := heldEpoch{Epoch: 3, Nonce: "n3", Restored: true, Appliance: "me", Marks: []time.Time{then}}
	there := func(at time.Time, claims ...Claim) holdings { return holdings{id: id, claims: claims, mark: mark(at)} }
	old := func(keys string) holdings {
		return holdings{claims: []Claim{{}}, mark: mark(then), secrets: []byte(keys)}
	}
	elsewhere, stranger, cut := wrote, wrote, wrote
	elsewhere.Machine, stranger.Nonce, cut.Marks = "there", "zz", []time.Time{then, then.Add(5)}
	taking := &record{Copy: "c1", Held: wrote, Pending: &heldEpoch{Epoch: 4, Nonce: "n4", Machine: "here"}}
	owner, gone := new(*OwnerError), new(*GoneError)
	for name, c := range map[string]struct {
		there  holdings
		record *record
		adopt  bool
		want   decision
		says   any
	}{
		"nothing is there":                  {want: begin},
		"an identity and nothing else":      {there: holdings{id: id}, want: begin},
		"my epoch, as I left it":            {there: there(then, mine), record: remembers(wrote), want: resume},
		"my epoch, before the first copy":   {there: holdings{id: id, claims: []Claim{mine}}, record: remembers(wrote), want: resume},
		"another one wrote into my epoch":   {there: there(then.Add(1), mine), record: remembers(wrote), says: owner},
		"my epoch, in another machine":      {there: there(then, mine), record: remembers(elsewhere), want: succeed},
		"my number, of another nonce":       {there: there(then, mine), record: remembers(stranger), says: owner},
		"a later epoch of my id":            {there: there(then, mine, next), record: remembers(wrote), says: owner},
		"a later epoch of another one":      {there: there(then, mine, other), record: remembers(wrote), says: owner},
		"another one, and I know nothing":   {there: there(then, other), says: owner},
		"my id, and I know nothing":         {there: there(then, mine), says: owner},
		"the epoch that I was taking":       {there: holdings{id: id, claims: []Claim{mine, next}}, record: taking, want: resume},
		"I was restored from it":            {there: there(then, mine), record: remembers(left), want: supersede},
		"restored, and it went on":          {there: there(then.Add(1), mine), record: remembers(left), says: owner},
		"it was there, and is not":          {record: remembers(wrote), says: gone},
		"another disk":                      {there: holdings{id: &Identity{Copy: "c2"}}, record: remembers(wrote), says: gone},
		"an earlier program, with my keys":  {there: old("mine"), want: fromLegacy},
		"an earlier program, other keys":    {there: old("theirs"), says: owner},
		"adopted, whatever it is":           {there: there(then, other), adopt: true, want: supersede},
		"adopted, and emptied on purpose":   {record: remembers(wrote), adopt: true, want: begin},
		"adopted, of an earlier program":    {there: old("theirs"), adopt: true, want: supersede},
		"a power cut between mark and note": {there: there(then.Add(5), mine), record: remembers(cut), want: resume},
	} {
		s := situation{
			target: "t", there: &c.there, record: c.record, appliance: "me", secrets: []byte("mine"), machine: "here", adopt: c.adopt,
		}
		got, err := s.decide()
		switch {
		case c.says != nil && (err == nil || !errors.As(err, c.says)):
			t.Errorf("%s: %v, %v; want %T", name, got, err, c.says)
		case c.says == nil && (err != nil || got != c.want):
			t.Errorf("%s: %v, %v; want %v", name, got, err, c.want)
		}
	}
}

// TestTroubleIsToldOnceAndAgain is what the log and the administrators hear over two days.
func TestTroubleIsToldOnceAndAgain(t *testing.T) {
	t.Parallel()
	began := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	var a alarm
	logs, mails := 0, 0
	for at := time.Duration(0); at < 49*time.Hour; at += 10 * time.Second {
		log, mail := a.update(began.Add(at), ProblemGone)
		if log {
			logs++
		}
		if mail {
			mails++
		}
		if mail && at < 15*time.Minute {
			t.Fatalf("a mail after %v", at)
		}
		if at == 15*time.Minute && mails != 1 {
			t.Fatalf("%d mails after %v", mails, at)
		}
	}
	if logs != 49 || mails != 3 {
		t.Errorf("%d lines of the log and %d mails in 49 hours", logs, mails)
	}
	if log, mail := a.update(began.Add(50*time.Hour), ""); !log || !mail {
		t.Errorf("its end: log %v, mail %v", log, mail)
	}
	if log, mail := a.update(began.Add(51*time.Hour), ""); log || mail {
		t.Error("nothing happened, and something is told")
	}
	for at := range 14 { // trouble of a moment
		if _, mail := a.update(began.Add(52*time.Hour+time.Duration(at)*time.Minute), ProblemFailed); mail {
			t.Error("a mail for trouble of a moment")
		}
	}
	if log, mail := a.update(began.Add(53*time.Hour), ""); !log || mail {
		t.Errorf("the end of trouble of a moment: log %v, mail %v", log, mail)
	}
}
