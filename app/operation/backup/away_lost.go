package backup

import (
	"maps"
	"slices"
	"time"

	"anbar/blobstore"
)

// AwayState says how far a restore is that serves.
type AwayState struct {
	From         string
	Time         time.Time
	Targets      []string
	Objects, All int // that are still at the targets, and that were at first
	Bytes        int64
	AllBytes     int64
	Damaged      []string
	Problem      string // why nothing comes; empty while something does
}

// State says how far the restore is.
func (a *AwayReader) State(blobs *blobstore.Store) AwayState {
	a.mu.Lock()
	defer a.mu.Unlock()
	p := &a.pending
	s := AwayState{From: p.From, Time: p.Time, All: p.Objects, AllBytes: p.Bytes, Damaged: p.listLost(), Problem: a.problem}
	for _, from := range p.Sources {
		s.Targets = append(s.Targets, from.Target)
	}
	s.Objects, s.Bytes = blobs.CountAway()
	return s
}

// ListLost returns the objects that are not on the disk and of which no target has an undamaged copy, as far as that is known.
func (a *AwayReader) ListLost() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.pending.listLost()
}

func (p *pendingRestore) listLost() []string {
	all := slices.AppendSeq(slices.Clone(p.Damaged), maps.Keys(p.Lost))
	slices.Sort(all)
	return all
}

const (
	lostAgain  = time.Hour          // between two times that a lost object is asked for
	lostGiveUp = 7 * 24 * time.Hour // somebody may mend the target meanwhile
)

// noteLost remembers an object of which no target has an undamaged copy. One that was asked for long enough is given up.
func (a *AwayReader) noteLost(key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	p, now := &a.pending, a.now()
	a.asked[key] = now
	since, known := p.Lost[key]
	switch {
	case known && p.Tier: // it had its only copies there
		return
	case known && now.Sub(since) < lostGiveUp:
		return
	case known:
		delete(p.Lost, key)
		p.Damaged = append(p.Damaged, key)
	case p.Lost == nil:
		p.Lost = map[string]time.Time{key: now}
	default:
		p.Lost[key] = now
	}
	a.isDirty = true
}

func (a *AwayReader) isGivenUp(key string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Contains(a.pending.Damaged, key)
}

// saveNotes writes what was noted of lost objects.
func (a *AwayReader) saveNotes() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.isDirty {
		return nil
	}
	err := a.pending.save(a.storage)
	a.isDirty = err != nil
	return err
}

// noteFound forgets that an object was lost.
func (a *AwayReader) noteFound(key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.bad, key)
	delete(a.last, key)
	if _, lost := a.pending.Lost[key]; lost {
		delete(a.pending.Lost, key)
		a.isDirty = true
	}
}

// removeAsked leaves out the lost objects that were asked for lately.
func (a *AwayReader) removeAsked(all []blobstore.AwayObject) []blobstore.AwayObject {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.DeleteFunc(all, func(o blobstore.AwayObject) bool { return a.now().Sub(a.asked[o.Key]) < lostAgain })
}
