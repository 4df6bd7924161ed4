package doctor

import (
	"context"
	"slices"
	"time"

	"anbar/app/host"
	"anbar/app/operation/backup"
	"anbar/app/operation/console"
	"anbar/db"
)

var copyChecks = []check{
	{"backup", examineTarget},
	{"backup_disk", examineTargetDisk},
	{"backup_age", needsRunning(examineCopies)},
	{"backup_read_back", needsRunning(examineReadBack)},
	{"rehearsal", needsRunning(examineRehearsals)},
	{"scrub", needsRunning(examineScrub)},
}

const reachWait = 20 * time.Second

func examineTarget(ctx context.Context, p *Patient) verdict {
	if p.Config.BackupTo == "" {
		return warn("no_target", "target")
	}
	ctx, cancel := context.WithTimeout(ctx, reachWait)
	defer cancel()
	for _, name := range []string{p.Config.BackupTo, p.Config.BackupSecond} {
		if name == "" || backup.IsDirectory(name) {
			continue
		}
		t, err := host.OpenTarget(ctx, p.Config, name)
		if err != nil {
			return fail("target_wrong", "target_address", text("target", name), trouble(err))
		}
		if err := backup.CheckServer(ctx, t); err != nil {
			return fail("target_wrong", "target_server", text("target", name), trouble(err))
		}
	}
	return pass("target", text("target", p.Config.BackupTo))
}

func examineTargetDisk(_ context.Context, p *Patient) verdict {
	switch {
	case p.Config.BackupTo == "":
		return skip("no_target")
	case backup.IsOnThisMachine(p.Config.BackupTo):
		return warn("target_this_machine", "target")
	case !backup.IsDirectory(p.Config.BackupTo):
		return pass("target_other_machine")
	}
	target, err := host.DeviceOf(p.Config.BackupTo)
	if err != nil {
		return fail("error", "target_mount", trouble(err))
	}
	own, err := host.DeviceOf(p.Config.Data)
	if err != nil {
		return skip("error", trouble(err))
	}
	if own == target {
		if p.Config.BackupSecond != "" && !host.IsTargetOnDisk(p.Config) && !backup.IsOnThisMachine(p.Config.BackupSecond) {
			return pass("target_second_elsewhere")
		}
		return warn("target_same_disk", "target")
	}
	return pass("target_other_disk")
}

// examineTargets examines the copies at each target, and returns the worst of what was found; of the same, that of the first one.
func examineTargets(p *Patient, examine func(*console.BackupState) verdict) verdict {
	b := p.Running.Health.Backup()
	if !b.On {
		return skip("no_target")
	}
	first := examine(&b)
	if b.Second == nil {
		return first
	}
	second := examine(b.Second)
	if slices.Index(levels, second.level) > slices.Index(levels, first.level) {
		return second
	}
	return first
}

var levels = []Level{OK, Warning, Wrong} // the worst last

func examineCopies(_ context.Context, p *Patient) verdict { return examineTargets(p, examineCopiesAt) }

func examineCopiesAt(b *console.BackupState) verdict {
	age := time.Since(time.Time(b.Proven))
	switch {
	case b.Lost > 0:
		return fail("copies_lost", "copies_lost", text("target", b.Target), count("copies", b.Lost))
	case b.Failing:
		return fail("copies_failing", "copies", text("target", b.Target), text("problem", b.Problem), text("error", b.Words))
	case time.Time(b.Proven).IsZero():
		return warn("copies_none", "copies_wait", text("target", b.Target))
	case age > backup.AlarmAfter:
		return fail("copies_old", "copies", text("target", b.Target), span("age", age))
	}
	return pass("copies_complete", span("age", age), count("pending", b.Pending))
}

const readBackAge = 45 * 24 * time.Hour

func examineReadBack(_ context.Context, p *Patient) verdict {
	return examineTargets(p, examineReadBackAt)
}

func examineReadBackAt(b *console.BackupState) verdict {
	since := time.Time(b.ReadBack)
	switch {
	case since.IsZero():
		return pass("read_back_first")
	case time.Since(since) > readBackAge:
		return warn("read_back_late", "read_back", text("target", b.Target), day("since", since))
	}
	return pass("read_back", day("since", since))
}

func examineRehearsals(ctx context.Context, p *Patient) verdict {
	if !p.Running.Health.Backup().On {
		return skip("no_target")
	}
	found, err := db.Get(ctx, p.Running.DB, p.Running.Health.Drill)
	switch {
	case err != nil:
		return fail("error", "drill", trouble(err))
	case found.Kind != "":
		return fail("drill_late", "drill", text("target", found.Target), moment("since", found.Since))
	}
	return pass("drill_well")
}

const scrubAge = 6 * time.Hour // it runs each hour

func examineScrub(_ context.Context, p *Patient) verdict {
	for _, j := range p.Running.Jobs.List() {
		if j.Name != "contents_scrub" {
			continue
		}
		switch {
		case j.Failed > 0:
			return fail("scrub_fails", "scrub_fails", text("error", j.Error))
		case j.Succeeded.IsZero() && !j.Next.IsZero() && time.Since(j.Next) > scrubAge,
			!j.Succeeded.IsZero() && time.Since(j.Succeeded) > scrubAge:
			return warn("scrub_late", "scrub_late")
		case j.Succeeded.IsZero():
			return pass("scrub_not_yet")
		}
		return pass("scrub_ran", span("age", time.Since(j.Succeeded)))
	}
	return skip("scrub_none")
}
