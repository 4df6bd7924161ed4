package doctor

import (
	"context"
	"strings"
	"time"

	"anbar/db"
)

var serviceChecks = []check{
	{"mail", "Without a mail server invitations and codes wait in the outbox, and nobody hears of alarms.", examineMail},
	{"test_mail", "Only a mail that arrives proves the whole way.", examineTestMail},
	{"sms", "Codes for mobile numbers go out by text message.", examineSMS},
	{"office", "Documents are edited by the office server, which has to answer.", needsRunning(examineOffice)},
	{"jobs", "Jobs keep the appliance in order: they empty the trash, and look after copies and contents.", needsRunning(examineJobs)},
	{"outbox", "A message that was given up did not reach anybody.", needsRunning(examineOutbox)},
	{"writes", "Everybody who changes something waits until it is on the disk.", needsRunning(examineWrites)},
	{"log_messages", "Messages in the log have codes that let people in.", examineLogMessages},
}

func examineMail(ctx context.Context, p *Patient) verdict {
	if p.Running == nil && p.Config.SMTPHost == "" {
		return skip("none is in the settings; what staff entered in the console, " + onlyRunning)
	}
	if p.Running == nil {
		return skip(onlyRunning)
	}
	if !p.Running.HasMail {
		return warn("Enter a mail server in the console, or set \"smtp-host\".").describe("there is no mail server")
	}
	if err := p.Running.CheckMail(ctx); err != nil {
		return fail("The section \"Connections\" of the console tests each step of the way.").describe("%v", err)
	}
	return pass("the mail server answers")
}

func examineTestMail(ctx context.Context, p *Patient) verdict {
	switch {
	case p.MailTo == "":
		return skip("none was asked for; --send-mail ADDRESS sends one")
	case p.Running == nil:
		return fail("Start the appliance.").describe("only a running appliance sends mails")
	case !p.Running.HasMail:
		return fail("Enter a mail server in the console, or set \"smtp-host\".").describe("there is no mail server")
	}
	if err := p.Running.SendMail(ctx, p.MailTo); err != nil {
		return fail("The section \"Connections\" of the console tests each step of the way.").describe("%v", err)
	}
	return pass("the mail server took it; look whether it arrives, and not among spam")
}

func examineSMS(_ context.Context, p *Patient) verdict {
	if p.Running != nil && p.Running.HasSMS || p.Config.SMSGateway != "" && p.Config.SMSGateway != "none" {
		return pass("a gateway is set; the outbox of the console sends a test")
	}
	return skip("no gateway is set; people sign in by mail")
}

func examineOffice(ctx context.Context, p *Patient) verdict {
	if p.Running.CheckOffice == nil {
		return skip("there is none")
	}
	if err := p.Running.CheckOffice(ctx); err != nil {
		return fail("The section \"Connections\" of the console tests each step of the way.").describe("%v", err)
	}
	return pass("it answers")
}

func examineJobs(_ context.Context, p *Patient) verdict {
	var failing []string
	for _, j := range p.Running.Jobs.List() {
		if j.Failed > 0 && j.Name != p.Running.OwnJob {
			failing = append(failing, j.Name)
		}
	}
	if len(failing) > 0 {
		return fail("\"anbar jobs list\" shows why, and \"anbar jobs run NAME\" tries again.").describe("%s", strings.Join(failing, ", "))
	}
	return pass("the last run of each went well")
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
		return skip("%v", err)
	case counts[db.MessageGivenUp] > 0:
		return warn("\"anbar outbox list --state given_up\" shows why, and \"anbar outbox resend\" tries again.").
			describe("%d messages were given up", counts[db.MessageGivenUp])
	}
	return pass("%d messages wait, none was given up", counts[db.MessageWaiting])
}

// examineWrites says how long writes took: everybody who writes waits for the longest.
func examineWrites(_ context.Context, p *Patient) verdict {
	h := p.Running.DB.WriterStats()
	if h.Flush > 5*time.Second {
		return warn("Put the data directory on a faster disk, or find what else keeps it busy.").
			describe("a write took %s to be on the disk", h.Flush.Round(time.Millisecond))
	}
	return pass("the longest write was on the disk after %s", h.Flush.Round(time.Millisecond))
}

func examineLogMessages(_ context.Context, p *Patient) verdict {
	if p.Config.LogMessages {
		return warn("Remove \"log-messages\", which is for development.").describe("messages are written to the log")
	}
	return pass("messages stay out of the log")
}
