package backup

import (
	"fmt"
	"strings"
	"time"

	"anbar/app/operation/backup/sftp"
)

// adoptCommand makes a target this appliance's. It names the target: without that, the first one would be taken.
func adoptCommand(target string) string {
	return "\"anbar backup adopt --to " + sftp.QuoteWord(target) + "\""
}

// OwnerError reports a target that holds the copies of another appliance, or of this one from a later time than its data.
// Nothing is written there.
type OwnerError struct {
	Target string
	Owner  Claim
	Until  time.Time // what the copies hold; zero when they are not complete
	Same   bool      // the appliance is the same one, by its id
}

// Error implements error.
func (e *OwnerError) Error() string {
	whose := fmt.Sprintf("the copies of another appliance, %q", e.Owner.Name)
	if e.Same {
		whose = "newer copies of this appliance, which other data wrote: a copy of this machine, or the machine that took its place"
	}
	until := ""
	if !e.Until.IsZero() {
		until = ", up to " + e.Until.Local().Format(time.RFC3339)
	}
	return fmt.Sprintf("%s holds %s%s; nothing is copied there. To bring them back, run \"anbar restore --from %s --data NEW\"; "+
		"to go on with the data of this machine, name another place, or run %s, which keeps what is there",
		e.Target, whose, until, sftp.QuoteWord(e.Target), adoptCommand(e.Target))
}

// GoneError reports a target that is not there any more: its disk is not mounted, another one is, or it was emptied.
type GoneError struct{ Target string }

// Error implements error.
func (e *GoneError) Error() string {
	return fmt.Sprintf("the copies at %s are not there: is its disk mounted, and the same one? If they were removed on purpose, run %s",
		e.Target, adoptCommand(e.Target))
}

// DamagedError reports a target where the files that say whose copies it holds are damaged. Nothing may be written there.
type DamagedError struct {
	Target string
	Keys   []string
}

// Error implements error.
func (e *DamagedError) Error() string {
	return fmt.Sprintf("%s is damaged: %s cannot be read, so it cannot be known whose copies these are; nothing is copied there. To go on "+
		"there with the data of this machine, run %s, which keeps what is there; to bring the copies back, run "+
		"\"anbar restore --from %s --data NEW\"", e.Target, strings.Join(e.Keys, ", "), adoptCommand(e.Target), sftp.QuoteWord(e.Target))
}

// TakenError reports that another appliance took the target over while this one was writing to it.
type TakenError struct {
	Target string
	By     Claim
}

// Error implements error.
func (e *TakenError) Error() string {
	when := ""
	if !e.By.Time.IsZero() {
		when = " at " + e.By.Time.Local().Format(time.RFC3339)
	}
	return fmt.Sprintf("%q took the copies at %s over%s; this appliance copies there no longer. If this one is the right one, run %s and "+
		"restart it", e.By.Name, e.Target, when, adoptCommand(e.Target))
}

// RollbackError reports a target that shows an older state than this appliance wrote there.
type RollbackError struct {
	Target   string
	Old, New time.Time
}

// Error implements error.
func (e *RollbackError) Error() string {
	return fmt.Sprintf("the copies at %s are older than what this appliance wrote there: they end at %s, and it wrote up to %s. "+
		"Somebody put an older state back, or the disk lost its latest writes; nothing is copied there. See who can write there, and run "+
		"%s to go on: it keeps what is there and copies everything anew", e.Target, e.Old.Local().Format(time.RFC3339),
		e.New.Local().Format(time.RFC3339), adoptCommand(e.Target))
}

// repairError reports that what makes a target this appliance's was damaged while it wrote there.
type repairError struct{ target, key string }

// Error implements error.
func (e *repairError) Error() string {
	return fmt.Sprintf("%s is damaged at %s; the copies there do not move on. Restart the appliance: it goes on as far as it can be "+
		"known that the copies are its own", e.key, e.target)
}

// ForgedError reports something at a sealed target that nobody wrote who has the keys of its sheet.
type ForgedError struct{ Target, Key string }

// Error implements error.
func (e *ForgedError) Error() string {
	return fmt.Sprintf("%s at %s was not written by this appliance, nor by anybody with its recovery sheet; nothing is copied "+
		"there. See who "+
		"can write there, and restart the appliance: it goes on in an epoch of its own", e.Key, e.Target)
}
