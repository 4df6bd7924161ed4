package doctor

import (
	"context"
	"strings"
	"time"

	"anbar/db"
)

var serviceChecks = []check{
	{"mail", examineMail},
	{"test_mail", examineTestMail},
	{"sms", examineSMS},
	{"office", needsRunning(examineOffice)},
	{"jobs", needsRunning(examineJobs)},
	{"outbox", needsRunning(examineOutbox)},
	{"writes", needsRunning(examineWrites)},
	{"log_messages", examineLogMessages},
}

func examineMail(ctx context.Context, p *Patient) verdict {
	if p.Running == nil && p.Config.SMTPHost == "" {
		return skip("mail_unknown")
	}
	if p.Running == nil {
		return skip("only_running")
	}
	if !p.Running.HasMail {
		return warn("no_mail", "mail")
	}
	if err := p.Running.CheckMail(ctx); err != nil {
		return fail("error", "connections", trouble(err))
	}
	return pass("mail_answers")
}

func examineTestMail(ctx context.Context, p *Patient) verdict {
	switch {
	case p.MailTo == "":
		return skip("test_mail_none")
	case p.Running == nil:
		return fail("test_mail_off", "start")
	case !p.Running.HasMail:
		return fail("no_mail", "mail")
	}
	if err := p.Running.SendMail(ctx, p.MailTo); err != nil {
		return fail("error", "connections", trouble(err))
	}
	return pass("test_mail_sent")
}

func examineSMS(_ context.Context, p *Patient) verdict {
	if p.Running != nil && p.Running.HasSMS || p.Config.SMSGateway != "" && p.Config.SMSGateway != "none" {
		return pass("sms_set")
	}
	return skip("sms_none")
}

func examineOffice(ctx context.Context, p *Patient) verdict {
	if p.Running.CheckOffice == nil {
		return skip("office_none")
	}
	if err := p.Running.CheckOffice(ctx); err != nil {
		return fail("error", "connections", trouble(err))
	}
	return pass("office_answers")
}

func examineJobs(_ context.Context, p *Patient) verdict {
	var failing []string
	for _, j := range p.Running.Jobs.List() {
		if j.Failed > 0 && j.Name != p.Running.OwnJob {
			failing = append(failing, j.Name)
		}
	}
	if len(failing) > 0 {
		return fail("jobs_failing", "jobs", text("jobs", strings.Join(failing, ", ")))
	}
	return pass("jobs_well")
}

func examineOutbox(ctx context.Context, p *Patient) verdict {
	counts := map[int]int64{}
	err := p.Running.DB.View(ctx, func(v *db.View) (err error) {
		for _, state := range []int{db.MessageWaiting, db.MessageGivenUp} {
			if counts[state], err = v.CountMessages(db.MessageFilter{States: []int{state}}); err != nil {
				return err
			}
		}
		return nil
	})
	switch {
	case err != nil:
		return skip("error", trouble(err))
	case counts[db.MessageGivenUp] > 0:
		return warn("outbox_given_up", "outbox", count("messages", counts[db.MessageGivenUp]))
	}
	return pass("outbox_well", count("waiting", counts[db.MessageWaiting]))
}

// examineWrites says how long writes took: everybody who writes waits for the longest.
func examineWrites(_ context.Context, p *Patient) verdict {
	h := p.Running.DB.WriterStats()
	if h.Flush > 5*time.Second {
		return warn("writes_slow", "writes", span("longest", h.Flush))
	}
	return pass("writes", span("longest", h.Flush))
}

func examineLogMessages(_ context.Context, p *Patient) verdict {
	if p.Config.LogMessages {
		return warn("log_messages_on", "log_messages")
	}
	return pass("log_messages_off")
}
