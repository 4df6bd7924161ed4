package backup

import (
	"context"
	"time"
)

// alarm is what was said of trouble with a target. It outlives the process, so that a restart says nothing twice.
type alarm struct {
	Since  time.Time `json:"since"`  // of the trouble; zero for none
	Mailed time.Time `json:"mailed"` // zero for not yet
	Logged time.Time `json:"logged"`
	Kind   Problem   `json:"kind,omitempty"`
}

// Notice is word of trouble with the copies that lasts, or of its end.
type Notice struct {
	Target  string
	Kind    Problem // empty: it is over
	Problem string
	Since   time.Time // the trouble
	Proven  time.Time // when the copies were last known to be complete; zero for not since the start
	Drill   bool      // it is the rehearsal of a restore that is in trouble, or well again
}

// AlarmAfter is how long trouble lasts before the administrators are told, and how old copies are before the appliance is not ready.
const AlarmAfter = 15 * time.Minute

const (
	mailEach  = 24 * time.Hour
	logEach   = time.Hour
	watchEach = 10 * time.Second
)

// update says what to do about trouble at a moment, or about its absence.
func (a *alarm) update(now time.Time, kind Problem) (log, mail bool) {
	if kind == "" {
		log, mail = !a.Logged.IsZero(), !a.Mailed.IsZero()
		*a = alarm{}
		return log, mail
	}
	if a.Since.IsZero() {
		a.Since = now
	}
	if log = a.Kind != kind || now.Sub(a.Logged) >= logEach; log {
		a.Logged = now
	}
	a.Kind = kind
	if mail = now.Sub(a.Since) >= AlarmAfter && now.Sub(a.Mailed) >= mailEach; mail {
		a.Mailed = now
	}
	return log, mail
}

// watchTrouble logs trouble when it begins and then each hour, and has the administrators told when it lasts.
func (k *Runner) watchTrouble(ctx context.Context) {
	a := k.loadAlarm()
	tick := time.NewTicker(watchEach)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-k.changed:
		}
		s := k.Status()
		if s.Kind == "" && s.Proven.IsZero() {
			continue // nothing was looked at yet
		}
		before := a
		log, mail := a.update(time.Now(), s.Kind)
		since := a.Since
		if s.Kind == "" {
			since = before.Since
		}
		switch {
		case log && s.Kind != "":
			k.o.Log.Error("the backup is in trouble", "target", s.Target, "kind", string(s.Kind), "problem", s.Problem, "since", since)
		case log:
			k.o.Log.Info("the backup is well again", "target", s.Target, "since", since)
		}
		if mail && k.o.Notify != nil {
			if err := k.o.Notify(ctx, Notice{Target: s.Target, Kind: s.Kind, Problem: s.Problem, Since: since,
				Proven: s.Proven}); err != nil && ctx.Err() == nil {
				k.o.Log.Error("tell the administrators of the backup", "error", err)
				a.Mailed = before.Mailed // tried again
			}
		}
		if a != before {
			k.saveAlarm(a)
		}
	}
}

func (k *Runner) loadAlarm() alarm {
	r, err := loadRecord(k.o.Meta)
	if err != nil || r == nil {
		return alarm{}
	}
	return r.Alarm
}

func (k *Runner) loadDrillAlarm() alarm {
	r, err := loadRecord(k.o.Meta)
	if err != nil || r == nil {
		return alarm{}
	}
	return r.Drill
}

// saveAlarm remembers what was said, where anything is remembered of the target.
func (k *Runner) saveAlarm(a alarm) { k.changeRecord(func(r *record) { r.Alarm = a }) }

// saveDrillAlarm does the same for the rehearsals of a restore.
func (k *Runner) saveDrillAlarm(a alarm) { k.changeRecord(func(r *record) { r.Drill = a }) }

func (k *Runner) changeRecord(change func(*record)) {
	k.mu.Lock()
	c := k.copier
	k.mu.Unlock()
	var err error
	if c != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		change(c.grant.record)
		err = c.grant.record.save(k.o.Meta)
	} else {
		var r *record
		if r, err = loadRecord(k.o.Meta); err == nil && r != nil {
			change(r)
			err = r.save(k.o.Meta)
		}
	}
	if err != nil {
		k.o.Log.Error("remember what was said of the backup", "error", err)
	}
}
