package metrics

import (
	"os"
	"slices"
	"time"

	"anbar/app/operation/backup"
	"anbar/app/operation/console"
	"anbar/blobstore"
	"anbar/db"

	"github.com/prometheus/client_golang/prometheus"
)

// sender takes numbers to who asked.
type sender chan<- prometheus.Metric

// gauge sends a number that goes up and down. labels are names and values in turn.
func (s sender) gauge(name, help string, value float64, labels ...string) {
	s.send(prometheus.GaugeValue, name, help, value, labels)
}

// counter sends a number that only grows while the process lives.
func (s sender) counter(name, help string, value float64, labels ...string) {
	s.send(prometheus.CounterValue, name, help, value, labels)
}

func (s sender) send(kind prometheus.ValueType, name, help string, value float64, labels []string) {
	var names, values []string
	for pair := range slices.Chunk(labels, 2) {
		names, values = append(names, pair[0]), append(values, pair[1])
	}
	s <- prometheus.MustNewConstMetric(prometheus.NewDesc(name, help, names, nil), kind, value, values...)
}

func numberOf(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

func (m *Metrics) collectReadiness(s sender) {
	lacks := m.Lacks()
	s.gauge("anbar_ready", "1 when the appliance can do its work, as GET /api/ready says.", numberOf(len(lacks) == 0))
	for _, what := range m.AllLacks {
		s.gauge("anbar_lacks", "1 for what keeps the appliance from being ready.", numberOf(slices.Contains(lacks, what)), "what", what)
	}
}

func (m *Metrics) collectDatabase(s sender) {
	// A file that is not there has no bytes.
	for suffix, name := range map[string]string{"": "anbar_database_bytes", "-wal": "anbar_database_wal_bytes"} {
		size := int64(0)
		if info, err := os.Stat(m.DB.Path() + suffix); err == nil {
			size = info.Size()
		}
		help := "Size of the database."
		if suffix != "" {
			help = "Size of its log of changes, which is written into it from time to time."
		}
		s.gauge(name, help, float64(size))
	}
	s.gauge("anbar_database_schema", "Number of the schema.", float64(db.LatestSchema()))
	s.gauge("anbar_database_queue", "Writes that wait for their turn.", float64(m.DB.CountWaitingWrites()))
	h := m.DB.WriterStats()
	s.counter("anbar_database_commits_total", "Commits.", float64(h.Commits))
	s.counter("anbar_database_statements_total", "Statements of all commits.", float64(h.Statements))
	s.counter("anbar_database_long_commits_total", "Commits that held the writer for more than 50 ms.", float64(h.Long))
	s.gauge("anbar_database_longest_commit_seconds", "The longest that a commit held the writer since the start.", h.Longest.Seconds())
	s.gauge("anbar_database_longest_flush_seconds", "The longest that a commit took to be on the disk since the start.", h.Flush.Seconds())
}

func (m *Metrics) collectBackup(s sender) {
	b := m.Health.Backup()
	s.gauge("anbar_backup_on", "1 when there is a backup target.", numberOf(b.On))
	if b.On {
		s.sendCopies(&b, firstTarget)
	}
	l := b.Lease
	s.gauge("anbar_lease_on", "1 when changes are taken only while no other machine took over (backup-fenced).", numberOf(l != nil))
	s.gauge("anbar_lease_open", "1 while changes are taken.", numberOf(l == nil || l.Open))
	if l != nil {
		s.gauge("anbar_lease_epoch", "Number of the epoch that is written; 0 for none.", float64(l.Epoch))
	}
	if l != nil && !time.Time(l.Renewed).IsZero() {
		s.gauge("anbar_lease_renewed_timestamp_seconds", "When the target last confirmed that no other machine took over.",
			seconds(time.Time(l.Renewed)))
	}
	if b.Second != nil {
		s.sendCopies(b.Second, secondTarget)
	}
	r := m.Health.Restore()
	if r == nil {
		r = &console.RestoreState{}
	}
	s.gauge("anbar_restore_away_objects", "Packs and large contents that a restore left at the target, and that are still to come.",
		float64(r.Objects))
	s.gauge("anbar_restore_away_bytes", "Bytes of them.", float64(r.Bytes))
	s.gauge("anbar_restore_stalled", "1 while they do not come, or are damaged at each target.", numberOf(r.Problem != "" || r.Damaged > 0))
	m.collectTier(s)
}

func (m *Metrics) collectTier(s sender) {
	t := m.Health.Tier()
	if t == nil {
		t = &console.TierState{}
	}
	s.gauge("anbar_tier_on", "1 while contents leave the disk that nobody reads.", numberOf(t.Days > 0))
	s.gauge("anbar_tier_blocked", "1 while none may, because a target or its rehearsals are in trouble.", numberOf(t.Obstacle != ""))
	s.gauge("anbar_tier_objects", "Packs and large contents that are at the targets alone.", float64(t.Objects))
	s.gauge("anbar_tier_bytes", "Bytes of them.", float64(t.Bytes))
	s.gauge("anbar_tier_waiting_bytes", "Bytes of contents that nobody read for long enough, and that are not proven twice yet.",
		float64(t.WaitingBytes))
	s.gauge("anbar_tier_cache_bytes", "Bytes on the disk that are kept of what was read of them.", float64(t.Cached))
	s.counter("anbar_tier_fetched_bytes_total", "Bytes of them that were read at the targets.", float64(t.Fetched))
	s.counter("anbar_tier_hit_bytes_total", "Bytes of them that did not have to be fetched again.", float64(t.Hits))
}

// The values of the label target.
const (
	firstTarget  = "first"
	secondTarget = "second"
)

func (s sender) sendCopies(b *console.BackupState, target string) {
	s.gauge("anbar_backup_failing", "1 while the copies are in trouble.", numberOf(b.Failing), "target", target, "problem", b.Problem)
	for _, t := range []struct {
		name, help string
		at         time.Time
	}{
		{"anbar_backup_proven_timestamp_seconds", "When the copies were last known to be complete.", time.Time(b.Proven)},
		{"anbar_backup_database_timestamp_seconds", "When the target last had every change of the database.", time.Time(b.Database)},
		{"anbar_backup_contents_timestamp_seconds", "Every content from before then is at the target.", time.Time(b.Contents)},
	} {
		if !t.at.IsZero() {
			s.gauge(t.name, t.help, seconds(t.at), "target", target)
		}
	}
	s.gauge("anbar_backup_pending", "Large contents on their way to the target.", float64(b.Pending), "target", target)
	s.gauge("anbar_backup_lost", "Objects at the target that are damaged and not here any more.", float64(b.Lost), "target", target)
}

func (m *Metrics) collectJobs(s sender) {
	for _, j := range m.Jobs.List() {
		s.counter("anbar_job_runs_total", "Runs of a job.", float64(j.Runs), "job", j.Name)
		s.gauge("anbar_job_failed", "Runs of a job that failed since the last one that went well.", float64(j.Failed), "job", j.Name)
		s.gauge("anbar_job_seconds", "How long the last run of a job took.", j.Took.Seconds(), "job", j.Name)
		if !j.Succeeded.IsZero() {
			s.gauge("anbar_job_success_timestamp_seconds", "When a job last went well.", seconds(j.Succeeded), "job", j.Name)
		}
	}
}

func (c *counts) collect(s sender) {
	s.sendDrills(c.drills, firstTarget)
	if len(c.secondDrills) > 0 {
		s.sendDrills(c.secondDrills, secondTarget)
	}
	s.gauge("anbar_counted_timestamp_seconds", "When accounts, workspaces, files, sessions, messages and tickets were counted.",
		seconds(c.at))
	s.gauge("anbar_users", "Accounts.", float64(c.Users))
	s.gauge("anbar_workspaces", "Workspaces.", float64(c.Spaces))
	s.gauge("anbar_files", "Files, trash included.", float64(c.Files))
	s.gauge("anbar_directories", "Directories, trash included.", float64(c.Directories))
	s.gauge("anbar_charged_bytes", "Bytes of all versions, as workspaces are charged for them.", float64(c.Bytes))
	s.gauge("anbar_sessions", "Sessions that have not ended.", float64(c.sessions))
	s.gauge("anbar_outbox_messages", "Mails and text messages of the outbox.", float64(c.waiting), "state", "waiting")
	s.gauge("anbar_outbox_messages", "Mails and text messages of the outbox.", float64(c.givenUp), "state", "given_up")
	s.gauge("anbar_tickets_waiting", "Tickets that wait for an answer of staff.", float64(c.tickets))
	s.gauge("anbar_tickets_overdue", "Those of them whose time is over.", float64(c.overdue))
}

func collectGrowth(s sender, g *console.Growth) {
	s.gauge("anbar_workspaces_filling", "Workspaces that will be full within 14 days, at the pace of slow weeks as at that of fast ones.",
		float64(g.Filling))
	for _, k := range g.Kinds {
		s.gauge("anbar_kind_bytes", "Bytes by kind of files, as noted this day or the one before.", float64(k.Used), "kind", k.Kind)
	}
}

func collectStore(s sender, st *blobstore.Stats) {
	s.gauge("anbar_store_bytes", "Bytes of contents on the disk.", float64(st.Bytes))
	s.gauge("anbar_store_dead_bytes", "Those of deleted contents in packs, which compaction gives back.", float64(st.DeadBytes))
	s.gauge("anbar_store_large_files", "Contents with a file of their own.", float64(st.LargeCount))
	for state, n := range map[string]int{"sealed": st.SealedPacks, "active": st.ActivePacks, "open": st.AbandonedPacks} {
		s.gauge("anbar_store_packs", "Files that hold many small contents.", float64(n), "state", state)
	}
	s.gauge("anbar_store_uploads", "Uploads under way.", float64(st.Sessions))
	s.gauge("anbar_store_suspects", "Contents of which a damaged copy was seen.", float64(st.Suspects))
}

func (s sender) sendDrills(newest []db.Drill, target string) {
	failed, ended, good, proven := 0.0, 0.0, 0.0, 0.0
	for i, d := range newest {
		if i == 0 {
			failed, ended, proven = numberOf(!backup.IsSuccess(d.Outcome)), seconds(d.Ended), d.Proven
		} else {
			good = seconds(d.Ended)
		}
	}
	s.gauge("anbar_drill_failed", "1 when the last rehearsal of a restore did not go well.", failed, "target", target)
	s.gauge("anbar_drill_timestamp_seconds", "When the last rehearsal of a restore ended; 0 for never.", ended, "target", target)
	s.gauge("anbar_drill_good_timestamp_seconds", "When the last one that went well ended; 0 for never.", good, "target", target)
	s.gauge("anbar_drill_proven_ratio", "Share of the copies that had been read back within 30 days when the last one ended.", proven,
		"target", target)
}
