// Package firststeps says what an appliance needs in its first hour: an address with a certificate, mails that go out, a copy that was
// proven, and people. What is done is looked at again each time and not remembered.
package firststeps

import (
	"context"
	"sync"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/operation/console"
	"anbar/config"
	"anbar/db"
)

// State is how far a step is.
type State string

// The states.
const (
	Done    State = "done"
	Open    State = "open"
	Broken  State = "broken"  // it is set up, and does not work
	Looking State = "looking" // nobody has looked since the start
)

// The steps.
const (
	stepAddress = "address"
	stepMail    = "mail"
	stepCopies  = "copies"
	stepPeople  = "people"
)

// Options are what the steps are found with.
type Options struct {
	Config *config.Serve
	DB     *db.DB
	Health console.Health
	Mail   Mailer
	URL    func() string // where users reach the appliance

	LocalName func() string // that it answers for in local networks; empty for none

	// Record notes in the audit log what a member of staff did: a test, or a change.
	Record func(tx *db.Tx, c *api.Call, isTest bool) error
	// CheckArrival sends a request to a URL, and returns nil when it comes to this appliance.
	CheckArrival func(ctx context.Context, url string) error
}

// Service looks at the steps.
type Service struct {
	Options
	file  *watchedFile
	tests *limits.Limiter

	looking sync.Mutex // held by the one who looks
	mu      sync.Mutex
	last    look
	came    arrival

	mailWorked time.Time // when a test mail was last accepted
}

// arrival is a request of a member of staff. Those who only count have to come to the same number, so it counts for them, too.
type arrival struct {
	at   time.Time
	host string
}

// arrivalCounts is how long an arrival is proof of the address, where the network does not let the server look itself.
const arrivalCounts = 24 * time.Hour

// look is what was found by asking others: the address itself, and the mail server.
type look struct {
	began   time.Time
	at      time.Time
	address addressLook
	mail    *Trouble
}

// New makes the service, and notes what the settings file holds now.
func New(o Options) *Service {
	return &Service{Options: o, file: openWatchedFile(string(o.Config.Config)), tests: limits.NewLimiter(limits.TestPause, limits.Tests)}
}

// FirstSteps are the steps of the first hour.
type FirstSteps struct {
	Address AddressStep  `json:"address"`
	Mail    MailStep     `json:"mail"`
	Copies  CopiesStep   `json:"copies"`
	People  PeopleStep   `json:"people"`
	File    SettingsFile `json:"file"`
	Left    int64        `json:"left" doc:"steps that are open or broken, and not set aside"`
	Looked  api.Time     `json:"looked_at" nullable:"true" doc:"when the address and the mail server were last asked; null for not since the start"`
}

// Step is how far a step is.
type Step struct {
	State     State `json:"state" enum:"done,open,broken,looking"`
	Dismissed bool  `json:"dismissed" doc:"an administrator set it aside, and it was not done since"`
}

// isLeft reports whether somebody has something to do.
func (s Step) isLeft() bool { return (s.State == Open || s.State == Broken) && !s.Dismissed }

// Trouble is why something does not work.
type Trouble struct {
	Key   string `json:"key" doc:"of the catalogue of errors"`
	Words string `json:"words" doc:"what the mail server said; empty where it is none"`
}

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "GET /admin/first-steps", Gate: api.Staff, Area: access.System,
		Does: "How far the steps of the first hour are: address, mail, copies, people",
	}, s.handleGet)
	api.Handle(r, api.Op{
		Call: "PUT /admin/first-steps", Gate: api.Staff, Area: access.System, Event: "setting_change",
		Does: "Set open steps aside, and take others up again",
	}, s.handleDismiss)
	api.Handle(r, api.Op{
		Call: "POST /admin/first-steps/mail", Gate: api.Staff, Area: access.System, Event: "setting_test",
		Does:  "Send a mail to your own address by the mail server that counts, and say how it went",
		Fails: []*fault.Fault{fault.NoMailServer, fault.TooManyRequests},
	}, s.handleTestMail)
}

type getIn struct {
	Look bool `query:"look" doc:"ask the address and the mail server now, which takes some seconds; otherwise what was last found counts"`
}

func (s *Service) handleGet(c *api.Call, in *getIn) (*FirstSteps, error) {
	if in.Look {
		s.Examine(c)
	}
	return db.Get(c, s.DB, func(v *db.View) (*FirstSteps, error) { return s.load(v, c.R.Host) })
}

// load puts together what is known. asked is the address that a request came to, or empty.
func (s *Service) load(v *db.View, asked string) (*FirstSteps, error) {
	s.mu.Lock()
	if asked != "" {
		s.came = arrival{v.Now, asked}
	} else if v.Now.Sub(s.came.at) < arrivalCounts {
		asked = s.came.host
	}
	last := s.last
	s.mu.Unlock()
	kept, err := v.FirstSteps()
	if err != nil {
		return nil, err
	}
	f := &FirstSteps{Looked: api.Time(last.at), File: s.file.describe()}
	f.Address = s.loadAddress(&last, asked)
	f.Mail = s.loadMail(&last, kept[stepMail])
	if f.Copies, err = s.loadCopies(v); err != nil {
		return nil, err
	}
	if f.People, err = loadPeople(v); err != nil {
		return nil, err
	}
	for name, step := range f.all() {
		step.Dismissed = step.State != Done && !kept[name].Dismissed.IsZero()
		if step.isLeft() {
			f.Left++
		}
	}
	return f, nil
}

func (f *FirstSteps) all() map[string]*Step {
	return map[string]*Step{stepAddress: &f.Address.Step, stepMail: &f.Mail.Step, stepCopies: &f.Copies.Step, stepPeople: &f.People.Step}
}

// CountLeft counts the steps that somebody should look at, by what was last found.
func (s *Service) CountLeft(v *db.View) (int64, error) {
	f, err := s.load(v, "")
	if err != nil {
		return 0, err
	}
	return f.Left, nil
}

const lookTime = 8 * time.Second // for the others to answer

// Examine asks the address and the mail server. A look that began after the call counts for it, and no earlier one.
func (s *Service) Examine(ctx context.Context) {
	asked := time.Now()
	s.looking.Lock()
	defer s.looking.Unlock()
	s.mu.Lock()
	isDone := s.last.began.After(asked)
	s.mu.Unlock()
	if isDone {
		return
	}
	// One that leaves must not leave a failure for the others.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookTime)
	defer cancel()
	found := look{began: time.Now()}
	var all sync.WaitGroup
	all.Go(func() { found.address = s.probeAddress(ctx) })
	all.Go(func() { found.mail = s.probeMail(ctx) })
	all.Wait()
	s.setLast(found)
}

func (s *Service) setLast(found look) {
	found.at = time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.mailWorked.After(found.began) {
		found.mail = nil
	}
	s.last = found
}

// Watch is a job: it looks, and forgets that steps were set aside which are done now, so that they come back when they break.
func (s *Service) Watch(ctx context.Context) error {
	s.Examine(ctx)
	stale, err := db.Get(ctx, s.DB, s.listDone)
	if err != nil || len(stale) == 0 {
		return err
	}
	return s.DB.Update(ctx, func(tx *db.Tx) error { return setAside(tx, stale) })
}

// listDone returns the steps that are done and were set aside before.
func (s *Service) listDone(v *db.View) (map[string]bool, error) {
	kept, err := v.FirstSteps()
	if err != nil {
		return nil, err
	}
	f, err := s.load(v, "")
	if err != nil {
		return nil, err
	}
	stale := map[string]bool{}
	for name, step := range f.all() {
		if step.State == Done && !kept[name].Dismissed.IsZero() {
			stale[name] = false
		}
	}
	return stale, nil
}

// setAside notes of steps whether they are set aside.
func setAside(tx *db.Tx, isAside map[string]bool) error {
	kept, err := tx.FirstSteps()
	if err != nil {
		return err
	}
	for name, is := range isAside {
		one := kept[name]
		one.Step, one.Dismissed = name, time.Time{}
		if is {
			one.Dismissed = tx.Now
		}
		if err := tx.PutFirstStep(&one); err != nil {
			return err
		}
	}
	return nil
}

type dismissIn struct {
	Dismissed []string `json:"dismissed" doc:"all steps that are set aside: address, mail, copies, people"`
}

func (s *Service) handleDismiss(c *api.Call, in *dismissIn) (*FirstSteps, error) {
	isAside := map[string]bool{stepAddress: false, stepMail: false, stepCopies: false, stepPeople: false}
	for _, name := range in.Dismissed {
		if _, ok := isAside[name]; !ok {
			return nil, fault.Field("dismissed", fault.InvalidValue)
		}
		isAside[name] = true
	}
	err := s.DB.Update(c, func(tx *db.Tx) error {
		if err := setAside(tx, isAside); err != nil {
			return err
		}
		return s.Record(tx, c, false)
	})
	if err != nil {
		return nil, err
	}
	return s.handleGet(c, &getIn{})
}
