package backup

import (
	"errors"
	"time"
)

// Status is how well the copies are.
type Status struct {
	Target    string
	Kind      Problem   // of the last look; empty when all is well
	Problem   string    // in words
	Database  time.Time // when the target last had every change of the database
	Contents  time.Time // every content that was named before then is at the target, but for the pending ones
	Proven    time.Time // when it was last known that nothing is missing but what is pending
	Pending   int       // large contents that are on their way
	Lost      []string  // objects at the target that are damaged or missing and are not here any more
	ReadBack  time.Time // since then every object that was at the target was read back and hashed; zero for not yet
	FirstRead time.Time // when objects there were first read back; zero for not yet
}

// Problem is a kind of trouble with a target.
type Problem string

// The kinds of trouble.
const (
	ProblemFailed   Problem = "failed"   // the last try failed
	ProblemGone     Problem = "gone"     // the target is not there
	ProblemForeign  Problem = "foreign"  // it holds the copies of another appliance, or newer ones of this one
	ProblemTaken    Problem = "taken"    // another appliance took it over
	ProblemLost     Problem = "lost"     // objects there are damaged
	ProblemSealed   Problem = "sealed"   // the copies there are sealed, and the keys are not here
	ProblemRollback Problem = "rollback" // the target showed an older state than was written there
	ProblemLate     Problem = "late"     // nothing failed, and the copies are behind
)

func problemOf(err error) Problem {
	var owner *OwnerError
	var gone *GoneError
	var taken *TakenError
	var locked *SheetError
	var old *RollbackError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &owner):
		return ProblemForeign
	case errors.As(err, &gone):
		return ProblemGone
	case errors.As(err, &taken):
		return ProblemTaken
	case errors.As(err, &locked):
		return ProblemSealed
	case errors.As(err, &old):
		return ProblemRollback
	}
	return ProblemFailed
}
