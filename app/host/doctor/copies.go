package doctor

import (
	"context"
	"time"

	"anbar/app/host"
	"anbar/app/operation/backup"
	"anbar/db"
)

var copyChecks = []check{
	{"backup", "Without copies elsewhere a broken disk takes everything with it.", examineTarget},
	{"backup_disk", "A disk that breaks takes the copies on it along.", examineTargetDisk},
	{"backup_age", "What changed after the last copy is lost with the machine.", needsRunning(examineCopies)},
	{"backup_read_back", "Copies that nobody reads may be damaged when they are needed.", needsRunning(examineReadBack)},
	{"rehearsal", "Only a restore that was tried is known to work.", needsRunning(examineRehearsals)},
	{"scrub", "Contents are read back in turn, so that damage is found while a copy is left.", needsRunning(examineScrub)},
}

const (
	noTarget   = "no backup target is set"
	mendTarget = "Set \"backup-to\" to a directory on another disk, to an S3 bucket, or to a server with SSH."
	reachWait  = 20 * time.Second
)

func examineTarget(ctx context.Context, p *Patient) verdict {
	if p.Config.BackupTo == "" {
		return warn(mendTarget).describe(noTarget)
	}
	ctx, cancel := context.WithTimeout(ctx, reachWait)
	defer cancel()
	for _, name := range []string{p.Config.BackupTo, p.Config.BackupSecond} {
		if name == "" || backup.IsDirectory(name) {
			continue
		}
		t, err := backup.OpenTarget(ctx, name, p.Config.Storage, p.Config.Remote)
		if err != nil {
			return fail("Write the target as docs/administration.md says.").describe("%v", err)
		}
		if err := backup.CheckServer(ctx, t); err != nil {
			return fail("Do what it says here; the line and the fingerprint are no secrets.").describe("%v", err)
		}
	}
	return pass("%s", p.Config.BackupTo)
}

func examineTargetDisk(_ context.Context, p *Patient) verdict {
	switch {
	case p.Config.BackupTo == "":
		return skip(noTarget)
	case backup.IsOnThisMachine(p.Config.BackupTo):
		return warn(mendTarget).describe("the copies are on a server on this machine, and may be on the disk of the data")
	case !backup.IsDirectory(p.Config.BackupTo):
		return pass("the copies are on another machine")
	}
	target, err := host.DeviceOf(p.Config.BackupTo)
	if err != nil {
		return fail("Mount the target, and let the account of the server write there.").describe("%v", err)
	}
	own, err := host.DeviceOf(p.Config.Data)
	if err != nil {
		return skip("%v", err)
	}
	if own == target {
		return warn(mendTarget).
			describe("the copies are on the disk of the data")
	}
	return pass("the copies are on another disk than the data")
}

func examineCopies(_ context.Context, p *Patient) verdict {
	b := p.Running.Health.Backup()
	if !b.On {
		return skip(noTarget)
	}
	mend := "See the section \"Backups\" of the console, and what is wrong at the target."
	age := time.Since(time.Time(b.Proven)).Round(time.Second)
	switch {
	case b.Lost > 0:
		return fail("Restore these files from older copies, then make a new target.").
			describe("%d copies are damaged, and the originals gone", b.Lost)
	case b.Failing:
		return fail(mend).describe("%s: %s", b.Problem, b.Words)
	case time.Time(b.Proven).IsZero():
		return warn("Wait a minute, and look again.").describe("nothing was copied since the start yet")
	case age > backup.AlarmAfter:
		return fail(mend).describe("the copies are %s old", age)
	}
	return pass("complete %s ago, %d large contents on their way", age, b.Pending)
}

const readBackAge = 45 * 24 * time.Hour

func examineReadBack(_ context.Context, p *Patient) verdict {
	b := p.Running.Health.Backup()
	if !b.On {
		return skip(noTarget)
	}
	since := time.Time(b.ReadBack)
	switch {
	case since.IsZero():
		return pass("the first round is under way; it takes up to 30 days")
	case time.Since(since) > readBackAge:
		return warn("Look at the speed of the target: everything should be read within 30 days.").
			describe("since %s not every copy was read back", since.Format(time.DateOnly))
	}
	return pass("every copy was read back since %s", since.Format(time.DateOnly))
}

func examineRehearsals(ctx context.Context, p *Patient) verdict {
	if !p.Running.Health.Backup().On {
		return skip(noTarget)
	}
	var since time.Time
	trouble, err := db.Get(ctx, p.Running.DB, func(v *db.View) (trouble string, err error) {
		trouble, since, err = p.Running.Health.Drill(v)
		return trouble, err
	})
	mend := "See what was found in the section \"Backups\" of the console, mend it, and run \"anbar drill\"."
	switch {
	case err != nil:
		return fail(mend).describe("%v", err)
	case trouble != "":
		return fail(mend).describe("no restore was rehearsed well since %s", since.UTC().Format(time.RFC3339))
	}
	return pass("the rehearsals of a restore are in order")
}

const scrubAge = 6 * time.Hour // it runs each hour

func examineScrub(_ context.Context, p *Patient) verdict {
	for _, j := range p.Running.Jobs.List() {
		if j.Name != "contents_scrub" {
			continue
		}
		switch {
		case j.Failed > 0:
			return fail("Look at the disk, and run \"anbar check\".").describe("it fails: %s", j.Error)
		case j.Succeeded.IsZero() && !j.Next.IsZero() && time.Since(j.Next) > scrubAge,
			!j.Succeeded.IsZero() && time.Since(j.Succeeded) > scrubAge:
			return warn("Run \"anbar jobs run contents_scrub\".").describe("contents were not read back for hours")
		case j.Succeeded.IsZero():
			return pass("it did not run since the start yet")
		}
		return pass("it ran %s ago", time.Since(j.Succeeded).Round(time.Second))
	}
	return skip("there is no such job")
}
