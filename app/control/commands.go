package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"sync"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/base/progress"
	"anbar/app/drive/imports/folder"
	"anbar/app/host"
	"anbar/app/host/doctor"
	"anbar/app/identity/accounts"
	"anbar/app/identity/audit"
	"anbar/app/identity/sessions"
	"anbar/app/operation/backup"
	"anbar/app/operation/console"
	"anbar/app/operation/jobs"
	"anbar/app/operation/logs"
	"anbar/blobstore"
	"anbar/config"
	"anbar/db"
)

// Commands run in the process that has the data directory open.
type Commands struct {
	Config   *config.Serve
	DB       *db.DB
	Blobs    *blobstore.Store
	Backup   *host.Backup
	Tier     *host.Tier
	Jobs     *jobs.Runner
	Accounts *accounts.Service
	Audit    *audit.Log
	Folders  *folder.Service // of the machine
	Ready    *host.Readiness
	Log      *logs.Ring
	Self     func() *doctor.Appliance // for an examination
	Version  string
	Count    func() (requests, failures uint64) // since the start; a failure is an API call that failed by a fault of the product

	exporting sync.Mutex // held while an export runs
}

// ErrDamaged reports that a check found damage.
var ErrDamaged = errors.New("damage was found")

// Check verifies every row, every blob and every reference, and writes its report to out.
// It returns ErrDamaged for any error found.
func (c *Commands) Check(ctx context.Context, out io.Writer, fast bool) error {
	f, err := backup.Check(ctx, c.DB, c.Blobs, fast)
	if err == nil {
		err = f.AddLost(ctx, c.DB, c.Blobs, c.Backup.ListLost())
	}
	return reportFindings(out, f, err)
}

// CheckRestored is Check of what a restore has just brought back.
func (c *Commands) CheckRestored(ctx context.Context, out io.Writer, r *backup.RestoreResult, fast bool) error {
	f, err := backup.CheckRestored(ctx, c.DB, c.Blobs, r, fast)
	return reportFindings(out, f, err)
}

func reportFindings(out io.Writer, f *backup.Findings, err error) error {
	if err != nil {
		return err
	}
	if err := f.Write(out); err != nil {
		return err
	}
	if !f.OK() {
		return ErrDamaged
	}
	return nil
}

// ErrNotProven reports that a rehearsal of a restore found something that is not over.
var ErrNotProven = errors.New("the rehearsal found something that is not over; the report names it")

// RunDrills rehearses a restore from each backup target, and writes the reports to out. It returns ErrNotProven for anything that was
// found and is not over.
func (c *Commands) RunDrills(ctx context.Context, out io.Writer) error {
	if c.Backup.Drill == nil {
		return errors.New("no backup target is set")
	}
	var failed error
	for i, driller := range c.Backup.Drills() {
		failed = errors.Join(failed, c.runDrill(ctx, out, driller, c.Backup.Runners()[i].Status().Target))
	}
	return failed
}

// runDrill rehearses a restore from one target, and writes its report to out.
func (c *Commands) runDrill(ctx context.Context, out io.Writer, driller *backup.Driller, target string) error {
	d, err := driller.Run(ctx, backup.DrillAsked)
	if errors.Is(err, fault.JobRunning) {
		return errors.New("a restore is being rehearsed already; the console shows it under Backups")
	}
	if err != nil {
		return err
	}
	if err := errors.Join(backup.WriteDrill(out, target, d), backup.WriteFlawFiles(ctx, out, c.DB, d)); err != nil {
		return err
	}
	if !backup.IsSuccess(d.Outcome) {
		return ErrNotProven
	}
	return nil
}

// RunBackup makes one consistent copy now, at the configured target or at another one, and
// writes its report to out.
func (c *Commands) RunBackup(ctx context.Context, out io.Writer, to string) error {
	t, kept, err := c.openTarget(ctx, to)
	if err != nil {
		return err
	}
	if kept != nil {
		targets := []*backup.Runner{kept}
		if to == "" {
			targets = c.Backup.Runners()
		}
		var failed error
		for _, k := range targets {
			r, err := k.CopyNow(ctx)
			if err == nil {
				err = reportCopy(out, k.Status().Target, r)
			}
			failed = errors.Join(failed, err)
		}
		return failed
	}
	if err := os.MkdirAll(c.Config.Cache(), 0o700); err != nil {
		return err
	}
	o, err := c.Backup.Options(ctx, t)
	if err != nil {
		return err
	}
	r, err := backup.CopyOnce(ctx, t, c.DB, c.Blobs, c.Config.Cache(), o)
	if err != nil {
		return err
	}
	return reportCopy(out, t.String(), r)
}

// openTarget opens a target, the first one that the appliance keeps when the name is empty. kept is what keeps it, however its name is
// written; nil where it is not kept.
func (c *Commands) openTarget(ctx context.Context, name string) (t backup.Target, kept *backup.Runner, err error) {
	if name == "" {
		name = c.Config.BackupTo
	}
	if name == "" {
		return nil, nil, errors.New("no backup target is set; say one with --to")
	}
	if t, err = c.Backup.OpenTarget(ctx, name); err != nil {
		return nil, nil, err
	}
	return t, c.Backup.FindRunner(t), nil
}

func reportCopy(out io.Writer, to string, r backup.Report) error {
	_, err := fmt.Fprintf(out, "%s holds everything from before %s; %d objects with %s were new; %d objects are in its list "+
		"with their sizes\n", to, r.Time.Format(time.RFC3339), r.Objects, progress.FormatBytes(r.Bytes), r.Listed)
	if err == nil && r.Healed > 0 {
		_, err = fmt.Fprintf(out, "%d objects were missing there, or of another size, and were sent again\n", r.Healed)
	}
	return err
}

// AdoptCopies makes a backup target this appliance's, whatever it holds, and writes what follows to out.
func (c *Commands) AdoptCopies(ctx context.Context, out io.Writer, to string) error {
	t, kept, err := c.openTarget(ctx, to)
	if err != nil {
		return err
	}
	o, err := c.Backup.Options(ctx, t)
	if err != nil {
		return err
	}
	claim, err := backup.Adopt(ctx, t, o)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s is this appliance's from now on, as epoch %d; what was there stays, and can be restored by its "+
		"moment\n", t, claim.Epoch)
	if err == nil && kept != nil && kept.HasEpoch() {
		_, err = fmt.Fprintln(out, "restart the appliance: it copies to the new epoch from its next start on")
	}
	return err
}

// ResealCopies seals the copies at a target with the newest recovery sheet, and writes what follows to out. A running appliance does it
// from its next start on at the target that it keeps.
func (c *Commands) ResealCopies(ctx context.Context, out io.Writer, to string) error {
	t, kept, err := c.openTarget(ctx, to)
	if err != nil {
		return err
	}
	o, err := c.Backup.Options(ctx, t)
	if err != nil {
		return err
	}
	var sealed, restart bool
	if kept != nil {
		sealed, restart, err = kept.RequestReseal(ctx)
	} else {
		sealed, err = backup.RequestReseal(ctx, t, o)
	}
	if err != nil {
		return err
	}
	switch {
	case sealed:
		_, err = fmt.Fprintf(out, "the copies at %s are sealed with the newest recovery sheet\n", t)
		return err
	case restart:
		_, err = fmt.Fprintf(out, "restart the appliance: from its next start on it copies everything to %s anew, sealed, proves "+
			"it, and then removes what is there now; until then that can be restored\n", t)
		return err
	case kept != nil:
		if _, err = kept.CopyNow(ctx); err == nil {
			err = kept.FinishReseal(ctx)
		}
	default:
		if err = os.MkdirAll(c.Config.Cache(), 0o700); err == nil {
			_, err = backup.CopyOnce(ctx, t, c.DB, c.Blobs, c.Config.Cache(), o)
		}
	}
	if err != nil {
		return err
	}
	mixed, err := backup.IsMixed(ctx, t, o.Ring)
	switch {
	case err != nil:
		return err
	case mixed:
		_, err = fmt.Fprintf(out, "the copies of this appliance at %s are sealed with the newest recovery sheet, and all of them were "+
			"read back; copies of another appliance are there, too, which are not: \"anbar backup list\" shows them, and they stay "+
			"until somebody removes them\n", t)
	default:
		_, err = fmt.Fprintf(out, "the copies at %s are sealed with the newest recovery sheet; all of them were read back, and what "+
			"was there before is removed\n", t)
	}
	return err
}

// listJobs writes the jobs as JSON.
func (c *Commands) listJobs(w io.Writer) error {
	all := []console.AdminJob{}
	for _, s := range c.Jobs.List() {
		all = append(all, console.JobOf(&s))
	}
	return json.NewEncoder(w).Encode(all)
}

// runJob runs a job, waits for it and writes how it went as JSON.
func (c *Commands) runJob(ctx context.Context, w io.Writer, name string) error {
	err := c.Jobs.RunNow(ctx, name)
	switch {
	case errors.Is(err, fault.InvalidID):
		return fmt.Errorf("there is no job %q; \"anbar jobs list\" shows them", name)
	case errors.Is(err, fault.JobRunning):
		return fmt.Errorf("the job %q is running already", name)
	case err != nil:
		return err
	}
	err = c.DB.Update(ctx, func(tx *db.Tx) error {
		return c.Audit.Record(tx, audit.Event{Action: audit.JobStarted, Detail: audit.Detail{Name: name}})
	})
	if err != nil {
		return err
	}
	for _, s := range c.Jobs.List() {
		if s.Name == name {
			return json.NewEncoder(w).Encode(console.JobOf(&s))
		}
	}
	return nil
}

// mailInvitation mails an invitation, as the shell does. Only a server knows its own address, which the
// link in the mail needs.
func (c *Commands) mailInvitation(ctx context.Context, w io.Writer, p accounts.Invitee) error {
	if err := c.Accounts.Invite(ctx, sessions.StaffAct{}, []accounts.Invitee{p}); err != nil {
		return err
	}
	email, _ := names.ParseEmail(p.Email) // Invite took it
	return json.NewEncoder(w).Encode(map[string]string{"email": email})
}

// WriteAddress writes the address, and the set-up link while no account exists.
func (c *Commands) WriteAddress(ctx context.Context, out io.Writer) error {
	base := host.URL(c.Config)
	fmt.Fprintf(out, "Anbar %s serves at %s\n", c.Version, base)
	needed, err := c.Accounts.NeedsSetup(ctx)
	if err == nil && needed {
		fmt.Fprintf(out, "Set it up, once, at %s/setup?token=%s\n", base, c.Accounts.SetupToken())
	}
	return err
}

// encodeAddress writes as JSON what WriteAddress says; the set-up link is null once an account exists.
func (c *Commands) encodeAddress(ctx context.Context, out io.Writer) error {
	base := host.URL(c.Config)
	needed, err := c.Accounts.NeedsSetup(ctx)
	if err != nil {
		return err
	}
	answer := struct {
		Version string  `json:"version"`
		URL     string  `json:"url"`
		Setup   *string `json:"setup_link"`
	}{Version: c.Version, URL: base}
	if needed {
		link := base + "/setup?token=" + c.Accounts.SetupToken()
		answer.Setup = &link
	}
	return json.NewEncoder(out).Encode(answer)
}

// writeSetupLink is for people who just installed the appliance, mostly from another machine.
func (c *Commands) writeSetupLink(ctx context.Context, out io.Writer) error {
	if err := c.WriteAddress(ctx, out); err != nil {
		return err
	}
	u, err := url.Parse(host.URL(c.Config))
	if err != nil || u.Hostname() != host.LoopbackHost {
		return err
	}
	name, err := os.Hostname()
	if err == nil {
		fmt.Fprintf(out, "On other machines write %s, or the IP address of this machine, instead of %s.\n", name, host.LoopbackHost)
	}
	return err
}
