package console

import (
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/operation/backup"
	"anbar/app/operation/logs"
	"anbar/db"
)

func (m *System) mountCopies(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "GET /admin/copies", Gate: api.Staff, Area: access.System,
		Does: "The copies of the appliance, how the last one went that staff asked for, and the last rehearsals of a restore",
	}, m.handleGetCopies)
}

// CopyJob brings the backup target up to date when staff ask for it.
const CopyJob = "copies_make"

// DrillJob rehearses a restore when staff ask for it.
const DrillJob = "copies_drill"

// TierJob lets contents leave the disk that nobody reads, and FetchJob brings back what is to be on the disk.
const (
	TierJob  = "tier_move"
	FetchJob = "restore_fetch"
)

// AdminCopies is how well the copies of the appliance are.
type AdminCopies struct {
	Copies  BackupState   `json:"copies"`
	Restore *RestoreState `json:"restore" doc:"null when no contents are away"`
	Tier    *TierState    `json:"tier" doc:"contents that leave the disk, as nobody reads them; null without a target while all are there"`
	Sheet   *AdminSheet   `json:"sheet" doc:"the recovery sheet that copies are sealed with; null for none"`
	Job     *AdminJob     `json:"job" doc:"the copy that staff can ask for; null without a target"`
	Drill   *AdminJob     `json:"drill" doc:"the rehearsal that staff can ask for; null without a target"`
	Drills  []AdminDrill  `json:"drills" doc:"the last rehearsals of a restore, the newest first"`
	Now     api.Time      `json:"now" doc:"the clock of the server"`
}

// AdminDrill is a rehearsal of a restore.
type AdminDrill struct {
	ID       int64       `json:"drill_id"`
	Began    api.Time    `json:"began_at"`
	Ended    api.Time    `json:"ended_at" nullable:"true" doc:"null while it goes on"`
	Kind     string      `json:"kind" enum:"nightly,asked"`
	Moment   api.Time    `json:"moment" nullable:"true" doc:"of the copy that came back; null for none"`
	Objects  int64       `json:"objects" doc:"that are in the list of the target with their sizes"`
	Bytes    int64       `json:"bytes" doc:"that were read back and hashed"`
	Contents int64       `json:"contents" doc:"that the database names which came back"`
	Pending  int64       `json:"pending" doc:"large contents that were on their way"`
	Proven   float64     `json:"proven" doc:"share of the bytes at the target that were read back within 30 days, 0 to 1"`
	Outcome  string      `json:"outcome" enum:"running,good,healed,failed,stopped" doc:"healed: what was found was sent again and proven; stopped: it came to no end"`
	Whole    bool        `json:"whole" doc:"it was proven that everything can be restored"`
	Found    int         `json:"found" doc:"how many findings there are"`
	Healed   int64       `json:"healed" doc:"how many of them are over"`
	Findings []DrillFlaw `json:"findings" doc:"the first ones"`
	Served   int64       `json:"served" doc:"files that a second appliance on the copy gave out as they are here; 0 for a rehearsal without one"`
	Second   bool        `json:"second" doc:"from the second target"`
	Call     string      `json:"call" doc:"how the call of the URL for good rehearsals went: ok, or why not; empty for none"`
}

// DrillFlaw is something that a rehearsal found.
type DrillFlaw struct {
	Kind     string   `json:"kind" enum:"target,room,lists,database,old,problem,folder,missing,size,damaged,uncovered,keys,appliance,more"`
	Key      string   `json:"key" doc:"of the object at the target; empty for none"`
	Words    string   `json:"words" doc:"the error, in English; may be empty"`
	Contents int64    `json:"contents" doc:"how many contents need the object; of a folder, how many entries differ"`
	Some     []string `json:"some" doc:"hashes of the first of them"`
	Healed   bool     `json:"healed" doc:"it is over, and that was proven"`
}

const (
	drillsShown = 14
	flawsShown  = 8
)

func (m *System) handleGetCopies(c *api.Call, _ *api.None) (*AdminCopies, error) {
	a := &AdminCopies{
		Copies: m.Health.Backup(), Restore: m.Health.Restore(), Tier: m.Health.Tier(), Drills: []AdminDrill{}, Now: api.Time(time.Now()),
	}
	var err error
	if a.Sheet, err = m.sheetOf(&a.Copies); err != nil {
		return nil, err
	}
	for _, s := range m.Jobs.List() {
		j := JobOf(&s)
		switch s.Name {
		case CopyJob:
			a.Job = &j
		case DrillJob:
			a.Drill = &j
		}
	}
	rows, err := db.Get(c, m.DB, func(v *db.View) ([]db.Drill, error) { return v.Drills(drillsShown) })
	if err != nil {
		return nil, err
	}
	for i := range rows {
		one, err := newAdminDrill(&rows[i])
		if err != nil {
			return nil, err
		}
		one.Second = a.Copies.Second != nil && rows[i].Target == a.Copies.Second.ID
		a.Drills = append(a.Drills, *one)
	}
	return a, nil
}

func newAdminDrill(d *db.Drill) (*AdminDrill, error) {
	all, err := backup.ParseFlaws(d)
	if err != nil {
		return nil, err
	}
	a := &AdminDrill{
		ID: d.ID, Began: api.Time(d.Began), Ended: api.Time(d.Ended), Kind: d.Kind, Moment: api.Time(d.Moment), Objects: d.Objects,
		Bytes: d.Bytes, Contents: d.Contents, Pending: d.Pending, Proven: d.Proven, Outcome: string(d.Outcome), Whole: backup.IsWhole(d),
		Found: len(all), Healed: d.Healed, Served: d.Served, Findings: []DrillFlaw{}, Call: logs.Scrub(d.Call),
	}
	for _, f := range all[:min(len(all), flawsShown)] {
		a.Findings = append(a.Findings, DrillFlaw{
			Kind: string(f.Kind), Key: f.Key, Words: logs.Scrub(f.Words), Contents: f.Contents, Some: append([]string{}, f.Some...),
			Healed: f.Healed,
		})
	}
	return a, nil
}
