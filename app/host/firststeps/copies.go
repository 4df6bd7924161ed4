package firststeps

import (
	"time"

	"anbar/app/base/api"
	"anbar/app/host"
	"anbar/app/operation/backup"
	"anbar/app/operation/console"
	"anbar/db"
)

// CopiesStep is whether a copy is known to be good: it was seen at the target, and read back.
type CopiesStep struct {
	Step
	Copies   console.BackupState `json:"copies"`
	SameDisk bool                `json:"same_disk" doc:"the target is on the disk of the data"`
	Proof    *CopyProof          `json:"proof" doc:"the last rehearsal of a restore that came to its end; null for none"`
	Running  bool                `json:"running" doc:"a rehearsal goes on"`
}

// CopyProof is a rehearsal of a restore.
type CopyProof struct {
	At      api.Time `json:"at"`
	Good    bool     `json:"good" doc:"what was found, if anything, was sent again and proven"`
	Whole   bool     `json:"whole" doc:"it was proven that everything can be restored"`
	Objects int64    `json:"objects" doc:"that were seen at the target with their sizes"`
	Bytes   int64    `json:"bytes" doc:"that were read back and hashed"`
}

const drillsRead = 20

func (s *Service) loadCopies(v *db.View) (CopiesStep, error) {
	c := CopiesStep{Step: Step{State: Open}, Copies: s.Health.Backup()}
	if !c.Copies.On {
		return c, nil
	}
	c.SameDisk = host.IsTargetOnDisk(s.Config)
	drills, err := v.DrillsOf(c.Copies.ID, true, drillsRead)
	if err != nil {
		return c, err
	}
	for i := range drills {
		d := &drills[i]
		switch d.Outcome {
		case db.DrillRunning:
			c.Running = true
		case db.DrillStopped:
		default:
			if c.Proof == nil && isOfTarget(&c.Copies, d.Ended) {
				c.Proof = &CopyProof{
					At: api.Time(d.Ended), Good: backup.IsSuccess(d.Outcome), Whole: backup.IsWhole(d), Objects: d.Objects, Bytes: d.Bytes,
				}
			}
		}
	}
	trouble, err := s.Health.Drill(v)
	switch {
	case err != nil:
		return c, err
	case c.Copies.Failing, c.Proof != nil && !c.Proof.Good, trouble.Kind != "":
		c.State = Broken
	case c.SameDisk: // the disk takes the copies along
	case c.Proof != nil && c.Proof.Bytes > 0 && !time.Time(c.Copies.Proven).IsZero():
		c.State = Done
	}
	return c, nil
}

// isOfTarget reports whether a rehearsal that ended at a moment read the copies that are kept now, and not those of a target before.
func isOfTarget(b *console.BackupState, ended time.Time) bool {
	first := time.Time(b.FirstRead)
	return !first.IsZero() && !ended.Before(first)
}
