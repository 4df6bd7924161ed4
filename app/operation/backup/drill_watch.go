package backup

import (
	"context"
	"errors"
	"time"

	"anbar/app/base/fault"
	"anbar/db"
)

const (
	drillEach   = 20 * time.Hour // between two in the night
	drillLatest = 26 * time.Hour // then one begins at any hour
	drillLate   = 48 * time.Hour // without a good one
	drillSettle = 10 * time.Minute
	drillTries  = 3 // by itself that come to no end, within drillEach
	nightFrom   = 1 // o'clock
	nightTo     = 5
)

// Trouble with the rehearsals of a restore.
const (
	ProblemDrillFailed Problem = "drill_failed" // the last one found something that is not over
	ProblemDrillLate   Problem = "drill_late"   // none was good for two days
)

// isDue reports whether a rehearsal has to begin. What came to no end does not count, unless it
// happened several times: a rehearsal that stops the server must not begin at each start. all are the last ones, the newest first.
func isDue(now, up time.Time, all []db.Drill) bool {
	tries := 0
	for i := range all {
		if all[i].Outcome == db.DrillRunning || all[i].Outcome == db.DrillStopped {
			if all[i].Kind == DrillNightly && now.Sub(all[i].Began).Abs() < drillEach {
				tries++
			}
			if tries == drillTries {
				return false // it may be what stops the server
			}
			continue
		}
		since := now.Sub(all[i].Began)
		isNight := now.Hour() >= nightFrom && now.Hour() < nightTo
		return since >= drillLatest || since >= drillEach && isNight || since < 0 // the clock was set back
	}
	return now.Sub(up) >= drillSettle
}

// judge says what is wrong with the rehearsals, and since when. all are the last ones, the newest first; up is the start.
func judge(now, up time.Time, all []db.Drill) (Problem, time.Time) {
	failed := time.Time{} // the first of those that failed since the last good one
	for i := range all {
		d := &all[i]
		switch {
		case d.Outcome == db.DrillFailed:
			failed = d.Began
		case !IsSuccess(d.Outcome): // it came to no end
		case !failed.IsZero():
			return ProblemDrillFailed, failed
		case now.Sub(d.Began) > drillLate:
			return ProblemDrillLate, d.Began
		default:
			return "", time.Time{}
		}
	}
	if !failed.IsZero() {
		return ProblemDrillFailed, failed
	}
	if len(all) > 0 {
		up = all[len(all)-1].Began
	}
	if now.Sub(up) > drillLate {
		return ProblemDrillLate, up
	}
	return "", time.Time{}
}

// listDrills returns the newest rehearsals from the target, the newest first.
func (k *Runner) listDrills(v *db.View, limit int) ([]db.Drill, error) {
	return v.DrillsOf(k.ID(), !k.o.IsSecond, limit)
}

const judged = 100 // rehearsals that are looked at

// Trouble says what is wrong with the rehearsals, and since when; empty when nothing is.
func (r *Driller) Trouble(v *db.View) (Problem, time.Time, error) {
	all, err := r.k.listDrills(v, judged)
	if err != nil {
		return "", time.Time{}, err
	}
	kind, since := judge(time.Now(), r.up, all)
	return kind, since, nil
}

// Watch rehearses when it is time to, and has the administrators told of trouble: at once, then each day, and when it is over.
func (r *Driller) Watch(ctx context.Context) error {
	all, err := db.Get(ctx, r.o.DB, func(v *db.View) ([]db.Drill, error) { return r.k.listDrills(v, judged) })
	if err != nil {
		return err
	}
	if isDue(time.Now(), r.up, all) {
		if _, err := r.Run(ctx, DrillNightly); err != nil && !errors.Is(err, fault.JobRunning) {
			return err
		}
	}
	return r.notify(ctx)
}

// notify tells the administrators of trouble. What was told outlives the process.
func (r *Driller) notify(ctx context.Context) error {
	var kind Problem
	var since time.Time
	var last []db.Drill
	err := r.o.DB.View(ctx, func(v *db.View) (err error) {
		if kind, since, err = r.Trouble(v); err != nil {
			return err
		}
		last, err = r.k.listDrills(v, 1)
		return err
	})
	if err != nil || r.o.Notify == nil {
		return err
	}
	a := r.k.loadDrillAlarm()
	now := time.Now()
	switch {
	case kind == "" && a.Mailed.IsZero(), kind != "" && now.Sub(a.Mailed) < mailEach:
		return nil
	case kind == "":
		a = alarm{}
	default:
		a = alarm{Since: since, Mailed: now, Kind: kind}
	}
	n := Notice{Target: r.k.target.String(), Kind: kind, Since: since, Drill: true}
	if len(last) > 0 && kind == ProblemDrillFailed {
		n.Problem = describeFirst(&last[0])
	}
	if err := r.o.Notify(ctx, n); err != nil {
		return err
	}
	r.k.saveDrillAlarm(a)
	return nil
}

// describeFirst is the first finding of a rehearsal that is not over, in English.
func describeFirst(d *db.Drill) string {
	all, err := ParseFlaws(d)
	if err != nil {
		return err.Error()
	}
	for _, f := range all {
		if !f.Healed {
			return f.String()
		}
	}
	return ""
}
