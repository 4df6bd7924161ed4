// Package doctor examines an appliance: the machine, the data, the ways to it and the services that it uses. Each finding says what is
// there, why it matters and how to mend it.
package doctor

import (
	"context"
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

// Result is what a check found, in words for a shell.
type Result struct {
	Check  string  `json:"check"` // its name, for programs
	Level  Level   `json:"level"`
	Code   string  `json:"code"` // of what was found, for programs
	Params []Param `json:"params,omitempty"`
	Title  string  `json:"title"` // of the check
	Found  string  `json:"found"`
	Why    string  `json:"why"`  // it matters
	Mend   string  `json:"mend"` // empty where nothing is to be mended
}

// Patient is an appliance.
type Patient struct {
	Config  *config.Serve
	Version string
	Running *Appliance // of this process, where the appliance examines itself; nil when a shell examines one that is stopped
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

	HasMail      bool // there is a mail server
	HasSMS       bool
	CheckMail    func(context.Context) error
	SendMail     func(ctx context.Context, to string) error
	CheckOffice  func(context.Context) error                 // nil without an office server
	CheckArrival func(ctx context.Context, url string) error // fails unless a request to the URL comes to this appliance
	LocalName    interface {                                 // that is answered for in local networks; nil for none
		Name() (name string, isAnswered bool)
		Problem() string
	}
}

// verdict is how a check went: codes of sentences in the catalogues, and the values in them.
type verdict struct {
	level      Level
	code, mend string
	params     []Param
}

func pass(code string, params ...Param) verdict {
	return verdict{level: OK, code: code, params: params}
}

func skip(code string, params ...Param) verdict {
	return verdict{level: Skipped, code: code, params: params}
}

// warn and fail take what was found, what is to be done, and the values in both.
func warn(code, mend string, params ...Param) verdict {
	return verdict{level: Warning, code: code, mend: mend, params: params}
}

func fail(code, mend string, params ...Param) verdict {
	return verdict{level: Wrong, code: code, mend: mend, params: params}
}

type check struct {
	name    string
	examine func(context.Context, *Patient) verdict
}

// checkTime bounds one check. The structure of a large database takes the longest.
const checkTime = 2 * time.Minute

// Examine runs all checks, one after the other.
func Examine(ctx context.Context, p *Patient) []Diagnosis {
	var all []Diagnosis
	for _, group := range [][]check{machineChecks, dataChecks, copyChecks, wayChecks, serviceChecks} {
		for _, c := range group {
			short, cancel := context.WithTimeout(ctx, checkTime)
			v := c.examine(short, p)
			cancel()
			all = append(all, Diagnosis{Check: c.name, Level: v.level, Code: v.code, Mend: v.mend, Params: v.params})
		}
	}
	return all
}

// CountLevel counts the findings of a level.
func CountLevel(all []Diagnosis, l Level) (n int) {
	for _, f := range all {
		if f.Level == l {
			n++
		}
	}
	return n
}

// needsRunning is a check that says nothing without a running appliance.
func needsRunning(examine func(context.Context, *Patient) verdict) func(context.Context, *Patient) verdict {
	return func(ctx context.Context, p *Patient) verdict {
		if p.Running == nil {
			return skip("only_running")
		}
		return examine(ctx, p)
	}
}
