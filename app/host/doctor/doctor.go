// Package doctor examines an appliance: the machine, the data, the ways to it and the services that it uses. Each finding says what is
// there, why it matters and how to mend it.
package doctor

import (
	"context"
	"fmt"
	"time"

	"anbar/app/operation/console"
	"anbar/app/operation/jobs"
	"anbar/blobstore"
	"anbar/config"
	"anbar/db"
)

// Level is how a check went.
type Level string

// The levels.
const (
	OK      Level = "ok"
	Warning Level = "warning" // it works, and should be looked at
	Wrong   Level = "wrong"
	Skipped Level = "skipped" // it says nothing here
)

// Result is what a check found.
type Result struct {
	Check string `json:"check"` // its name, for programs
	Level Level  `json:"level"`
	Found string `json:"found"` // in words
	Why   string `json:"why"`   // it matters
	Mend  string `json:"mend"`  // empty where nothing is to be mended
}

// Patient is an appliance.
type Patient struct {
	Config  *config.Serve
	Version string
	Running *Appliance // nil when it does not run; the process of the examination is that of the appliance otherwise
	MailTo  string     // where a test mail goes; empty for none
}

// Appliance is what only a running appliance knows.
type Appliance struct {
	DB     *db.DB
	Blobs  *blobstore.Store
	Jobs   *jobs.Runner
	OwnJob string // that examines, whose last result says nothing new
	Health console.Health
	URL    string // where users reach it

	HasMail     bool // there is a mail server
	HasSMS      bool
	CheckMail   func(context.Context) error
	SendMail    func(ctx context.Context, to string) error
	CheckOffice func(context.Context) error // nil without an office server
	Arrives     func(ctx context.Context, url string) error
	LocalName   interface { // that is answered for in local networks; nil for none
		Name() (name string, isAnswered bool)
		Problem() string
	}
}

// verdict is how a check went, without its name and reason.
type verdict struct {
	level       Level
	found, mend string
}

func pass(format string, args ...any) verdict {
	return verdict{level: OK, found: fmt.Sprintf(format, args...)}
}

func skip(format string, args ...any) verdict {
	return verdict{level: Skipped, found: fmt.Sprintf(format, args...)}
}

func (v verdict) describe(format string, args ...any) verdict {
	v.found = fmt.Sprintf(format, args...)
	return v
}

// warn and fail take what is to be done; what was found follows with describe.
func warn(mend string) verdict { return verdict{level: Warning, mend: mend} }

func fail(mend string) verdict { return verdict{level: Wrong, mend: mend} }

type check struct {
	name, why string
	examine   func(context.Context, *Patient) verdict
}

// checkTime bounds one check. The structure of a large database takes the longest.
const checkTime = 2 * time.Minute

// Examine runs all checks, one after the other.
func Examine(ctx context.Context, p *Patient) []Result {
	var all []Result
	for _, group := range [][]check{machineChecks, dataChecks, copyChecks, wayChecks, serviceChecks} {
		for _, c := range group {
			short, cancel := context.WithTimeout(ctx, checkTime)
			v := c.examine(short, p)
			cancel()
			all = append(all, Result{Check: c.name, Level: v.level, Found: v.found, Why: c.why, Mend: v.mend})
		}
	}
	return all
}

// CountLevel counts the findings of a level.
func CountLevel(all []Result, l Level) (n int) {
	for _, f := range all {
		if f.Level == l {
			n++
		}
	}
	return n
}

const onlyRunning = "only a running appliance knows"

// needsRunning is a check that says nothing without a running appliance.
func needsRunning(examine func(context.Context, *Patient) verdict) func(context.Context, *Patient) verdict {
	return func(ctx context.Context, p *Patient) verdict {
		if p.Running == nil {
			return skip(onlyRunning)
		}
		return examine(ctx, p)
	}
}
