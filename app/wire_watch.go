package app

import (
	"context"
	"io"

	"anbar/app/base/api"
	"anbar/app/base/mail"
	"anbar/app/host"
	"anbar/app/host/doctor"
	"anbar/app/host/firststeps"
	"anbar/app/host/mdns"
	"anbar/app/host/support"
	"anbar/app/identity/audit"
	"anbar/app/operation/console"
	"anbar/app/operation/metrics"
	"anbar/config"
	"anbar/db"
	"anbar/decode"
)

// openLocalName has the appliance found in local networks, where it has no public name.
func (a *App) openLocalName() {
	if name := host.LocalName(&a.cfg); name != "" {
		a.mdns = mdns.New(name, a.log)
	}
}

// openWatch has the appliance examined and its first steps looked at, and measures it when somebody reads that.
func (a *App) openWatch(health *console.Health) {
	a.openLocalName()
	a.first = firststeps.New(firststeps.Options{
		Config: &a.cfg, DB: a.db, Health: *health, Mail: a.Mail, URL: a.url,
		CheckArrival: a.arrivals.Check, Record: a.recordFirstStep, LocalName: a.localName,
	})
	a.first.Mount(a.Router)
	health.FirstSteps = a.first.CountLeft
	a.examined = doctor.NewRecord(a.jobs, examineJob, a.ready.ListLacks)
	a.examined.Mount(a.Router)
	if a.cfg.Metrics == "" {
		return
	}
	a.metrics = metrics.New(&metrics.Options{
		DB: a.db, Blobs: a.blobs, Jobs: a.jobs, Health: *health, Lacks: a.ready.ListLacks, AllLacks: host.AllLacks,
		Decoders: decode.CountRunning, Log: a.log,
		Growth: func() *console.Growth { return a.machine.Growth() },
	})
}

func (a *App) recordFirstStep(tx *db.Tx, c *api.Call, isTest bool) error {
	action := audit.SettingChanged
	if isTest {
		action = audit.SettingTested
	}
	return a.Audit.Record(tx, audit.Event{Action: action, User: c.Who.User, From: c.Origin(), Detail: audit.Detail{Name: "first_steps"}})
}

// localName is the name that is answered for in local networks now; empty for none.
func (a *App) localName() string {
	if a.mdns == nil {
		return ""
	}
	if name, isAnswered := a.mdns.Name(); isAnswered {
		return name
	}
	return ""
}

// examination is the appliance for the doctor.
func (a *App) examination(health console.Health) *doctor.Appliance {
	r := &doctor.Appliance{
		DB: a.db, Blobs: a.blobs, Jobs: a.jobs, OwnJob: examineJob, Health: health, URL: a.url(), CheckArrival: a.arrivals.Check,
		HasMail: a.Mail.CanSend(db.ByMail), HasSMS: a.Mail.CanSend(db.BySMS), CheckMail: a.Mail.CheckServer,
		SendMail: func(ctx context.Context, to string) error {
			return a.Mail.SendNow(ctx, mail.Message{To: to, Language: "en", Kind: mail.Test, Data: mail.Data{URL: a.url()}})
		},
	}
	if a.mdns != nil {
		r.LocalName = a.mdns
	}
	if server := a.office.Now(); server != nil {
		r.CheckOffice = server.CheckHealth
	}
	return r
}

// examineJob has the doctor look at the appliance when staff ask for it.
const examineJob = "appliance_examine"

// examine fails with what is wrong and how to mend it.
func (a *App) examine(ctx context.Context) error {
	return a.examined.Store(doctor.Examine(ctx, &doctor.Patient{Config: &a.cfg, Version: Version, Running: a.Commands.Self()}))
}

// Examine examines a data directory that no appliance serves.
func Examine(ctx context.Context, cfg *config.Serve, mailTo string) []doctor.Diagnosis {
	return doctor.Examine(ctx, &doctor.Patient{Config: cfg, Version: Version, MailTo: mailTo})
}

// WriteSupport writes an archive for those who help with a data directory that no appliance serves.
func WriteSupport(ctx context.Context, out io.Writer, cfg *config.Serve) error {
	return support.Write(ctx, out, &support.Source{Patient: &doctor.Patient{Config: cfg, Version: Version}})
}
