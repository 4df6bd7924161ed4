package backup

import (
	"context"
	"sync"
	"time"

	"anbar/app/base/fault"
	"anbar/app/operation/backup/seal"
)

// Sheets makes recovery sheets for people in a browser. A new sheet is in memory alone, until two of its groups were typed or an hour
// has passed.
type Sheets struct {
	ring *seal.Ring

	mu  sync.Mutex
	new *NewSheet // nil for none
}

// NewSheets makes it.
func NewSheets(ring *seal.Ring) *Sheets { return &Sheets{ring: ring} }

// NewSheet is a sheet that does not count yet.
type NewSheet struct {
	Ticket string // names it until it counts
	Sheet  *seal.Sheet
	Groups [2]int // that are asked back, from 0
	Made   time.Time
	tries  int
	expiry *time.Timer
}

const (
	sheetShown = time.Hour
	sheetTries = 5

	sheetReminder = 30 * 24 * time.Hour
)

// Begin makes a sheet. One that was made before and does not count is forgotten.
func (s *Sheets) Begin() *NewSheet {
	one, other := seal.PickGroups()
	n := &NewSheet{Ticket: randomHex(16), Sheet: seal.NewSheet(), Groups: [2]int{one, other}, Made: time.Now(), tries: sheetTries}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop()
	s.new = n
	n.expiry = time.AfterFunc(sheetShown, func() { s.forget(n) })
	return n
}

// drop forgets the sheet that does not count. The timer would keep it in memory for its hour. The caller holds the lock.
func (s *Sheets) drop() {
	if s.new != nil {
		s.new.expiry.Stop()
		s.new = nil
	}
}

func (s *Sheets) forget(n *NewSheet) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.new == n {
		s.new = nil
	}
}

// Confirm has a sheet count when the groups that are asked back are right. left is how many tries there are after a wrong one; it fails
// with fault.InvalidID when there is no such sheet any more.
func (s *Sheets) Confirm(ticket string, typed [2]string) (keys *seal.Keys, left int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.new
	if n == nil || n.Ticket != ticket || time.Since(n.Made) > sheetShown {
		return nil, 0, fault.InvalidID
	}
	for i, number := range n.Groups {
		if n.Sheet.IsGroup(number, typed[i]) {
			continue
		}
		if n.tries--; n.tries <= 0 {
			s.drop()
		}
		return nil, n.tries, nil
	}
	if keys, err = n.Sheet.Keys(time.Now()); err == nil {
		err = s.ring.Add(keys)
	}
	if err == nil {
		s.drop()
	}
	return keys, n.tries, err
}

// Check notes that a person has the current sheet. It fails with a seal.SheetError where what they typed is none; isCurrent is false for
// another sheet.
func (s *Sheets) Check(typed string) (isCurrent bool, err error) {
	sheet, err := seal.ParseSheet(typed)
	if err != nil {
		return false, err
	}
	current, err := s.ring.Current()
	if err != nil || current == nil || current.ID != sheet.ID() {
		return false, err
	}
	return true, s.ring.Check(current.ID, time.Now())
}

// Current returns the keys of the sheet that counts; nil for none.
func (s *Sheets) Current() (*seal.Keys, error) {
	current, err := s.ring.Current()
	if err != nil || current == nil {
		return nil, err
	}
	return &current.Keys, nil
}

// Remind has the administrators told when nobody showed the sheet for a year, and each month until somebody does.
func (s *Sheets) Remind(ctx context.Context, target string, notify func(context.Context, Notice) error) error {
	k, err := s.Current()
	if err != nil || k == nil || !k.IsDue() || time.Since(k.Asked) < sheetReminder {
		return err
	}
	if err := notify(ctx, Notice{Target: target, Kind: ProblemSheet, Since: k.Checked.Add(seal.CheckedFor)}); err != nil {
		return err
	}
	return s.ring.Remember(k.ID, time.Now())
}

// ProblemSheet says that nobody showed for a year that they have the recovery sheet.
const ProblemSheet Problem = "sheet_due"

// SheetUse says how the copies at a target are sealed.
type SheetUse struct {
	Sheet     string // that new ones are sealed with; empty for none
	Resealing bool   // what was there before is to go
	Mixed     bool   // there are some, too, that are sealed with another sheet, or not at all
	Foreign   bool   // this appliance can change none of those: they are another one's, or the keys of their sheet are not here
}

func (r *record) use(sheet string) SheetUse {
	return SheetUse{sheet, r.Reseal != "", r.Mixed, r.Foreign}
}

// noteMix remembers whether epochs are at the target that are not sealed with a sheet, and whether this appliance can mend that.
func (o *epochOwner) noteMix(r *record, there []Claim, sheet string) error {
	r.Mixed, r.Foreign = false, false
	for i := range there {
		e := &there[i]
		if e.Sheet == sheet {
			continue
		}
		keys, err := o.ring.Find(e.Sheet)
		if err != nil {
			return err
		}
		canMend := r.isOwn(e, o.appliance) && (e.Sheet == "" || keys != nil)
		r.Foreign = !canMend && (r.Foreign || !r.Mixed)
		r.Mixed = true
	}
	return nil
}

// isOwn reports whether an epoch is known to be written by an appliance.
func (r *record) isOwn(e *Claim, appliance string) bool {
	if e.Damaged {
		return false
	}
	if e.Epoch == 0 {
		return r.Legacy
	}
	return e.Appliance == appliance
}

// SheetInUse says how the copies at the target are sealed now; not at all before the target was looked at.
func (k *Runner) SheetInUse() SheetUse {
	k.mu.Lock()
	c := k.copier
	k.mu.Unlock()
	if c == nil {
		r, err := loadRecord(k.o.Meta)
		if err != nil || r == nil {
			return SheetUse{}
		}
		return r.use(r.Held.Sheet)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.grant.record.use(c.grant.claim.Sheet)
}
