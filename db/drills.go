package db

import (
	"database/sql"
	"time"
)

// Drill is a rehearsal of a restore from the backup target.
type Drill struct {
	ID       int64
	Began    time.Time
	Ended    time.Time // zero while it goes on
	Kind     string    // nightly, asked
	Moment   time.Time // of the copy that came back; zero for none
	Objects  int64     // that were listed with their sizes
	Bytes    int64     // that were read back and hashed
	Contents int64     // that the database names
	Pending  int64     // large contents that were on their way
	Proven   float64   // share of the bytes that were read back within 30 days
	Folder   NodeID    // that was compared; 0 for none
	Findings string    // JSON
	Healed   int64     // findings that are over
	Outcome  DrillOutcome
	Call     string // how the call of the URL went: ok, or why not; empty for none
	Served   int64  // files that a second appliance on the copy gave out
	Target   string // id of the target; empty for the one that there was before there could be two
}

// DrillOutcome is how a rehearsal went.
type DrillOutcome string

// The outcomes.
const (
	DrillRunning DrillOutcome = "running"
	DrillGood    DrillOutcome = "good"    // nothing was found
	DrillHealed  DrillOutcome = "healed"  // what was found is over
	DrillFailed  DrillOutcome = "failed"  // something that was found is not over
	DrillStopped DrillOutcome = "stopped" // it did not come to its end
)

const maxDrills = 400

const drillColumns = "id, began, ended, kind, moment, objects, bytes, contents, pending, proven, folder, findings, healed, outcome, " +
	"call, served, target"

func (d *Drill) fields() []any {
	return []any{&d.ID, timeScanner{&d.Began}, timeScanner{&d.Ended}, &d.Kind, timeScanner{&d.Moment}, &d.Objects, &d.Bytes, &d.Contents,
		&d.Pending, &d.Proven, &d.Folder, &d.Findings, &d.Healed, (*string)(&d.Outcome), &d.Call, &d.Served,
		&d.Target}
}

// Drills returns the newest rehearsals, the newest first.
func (v *View) Drills(limit int) ([]Drill, error) {
	return listRows(v, func(r *sql.Rows, d *Drill) error { return r.Scan(d.fields()...) },
		"SELECT "+drillColumns+" FROM drills ORDER BY id DESC LIMIT ?", limit)
}

// DrillsOf returns the newest rehearsals from the target of an id, the newest first; with unnamed also those from before targets had ids.
func (v *View) DrillsOf(target string, unnamed bool, limit int) ([]Drill, error) {
	return listRows(v, func(r *sql.Rows, d *Drill) error { return r.Scan(d.fields()...) },
		"SELECT "+drillColumns+" FROM drills WHERE target = ? OR target = '' AND ? ORDER BY id DESC LIMIT ?",
		target, unnamed, limit)
}

// DrillByID returns a rehearsal.
func (v *View) DrillByID(id int64) (*Drill, error) {
	var d Drill
	return &d, v.scanRow("SELECT "+drillColumns+" FROM drills WHERE id = ?", []any{id}, d.fields()...)
}

// InsertDrill notes that a rehearsal begins, forgets the oldest ones, and returns its id.
// home: app/operation/backup
func (tx *Tx) InsertDrill(kind, target string) (int64, error) {
	var id int64
	err := tx.scanRow("INSERT INTO drills (began, kind, outcome, target) VALUES (?, ?, ?, ?) RETURNING id",
		[]any{toMillis(tx.Now), kind, string(DrillRunning), target}, &id)
	if err != nil {
		return 0, err
	}
	return id, tx.exec("DELETE FROM drills WHERE id <= (SELECT id FROM drills ORDER BY id DESC LIMIT 1 OFFSET ?)", maxDrills)
}

// UpdateDrill stores how a rehearsal ended.
// home: app/operation/backup
func (tx *Tx) UpdateDrill(d *Drill) error {
	return tx.exec("UPDATE drills SET ended = ?, moment = ?, objects = ?, bytes = ?, contents = ?, pending = ?, proven = ?, folder = ?, "+
		"findings = ?, healed = ?, outcome = ?, call = ?, served = ? WHERE id = ?", toMillis(tx.Now), toMillis(d.Moment), d.Objects,
		d.Bytes, d.Contents, d.Pending, d.Proven, int64(d.Folder), d.Findings, d.Healed, string(d.Outcome), d.Call, d.Served, d.ID)
}

// UpdateDrillsStopped notes of the rehearsals that go on that they did not come to their end, and returns how many these were.
// home: app/operation/backup
func (tx *Tx) UpdateDrillsStopped() (int64, error) {
	return tx.execN("UPDATE drills SET ended = ?, outcome = ? WHERE outcome = ?", toMillis(tx.Now), string(DrillStopped),
		string(DrillRunning))
}

// NextFolder returns the first directory with files in it after an id, or else the first of all; 0 when there is none.
func (v *View) NextFolder(after NodeID) (NodeID, error) {
	for _, from := range []NodeID{after, 0} {
		all, err := listRows(v, func(r *sql.Rows, id *NodeID) error { return r.Scan(id) },
			"SELECT id FROM nodes WHERE id > ? AND kind = 0 AND child_files > 0 ORDER BY id LIMIT 1", from)
		if err != nil || len(all) > 0 {
			return append(all, 0)[0], err
		}
	}
	return 0, nil
}

// FolderRow is an entry of a directory, or a version of a file there, as two databases are compared by.
type FolderRow struct {
	Node    NodeID
	Version VersionID // 0 for the entry itself
	Kind    int
	Name    string
	Size    int64
	Hash    string
	Number  int // of the version
	Since   int64
}

// FolderRows returns the first entries of a directory and their versions.
func (v *View) FolderRows(dir NodeID, limit int) ([]FolderRow, error) {
	return listRows(v, func(r *sql.Rows, f *FolderRow) error {
		return r.Scan(&f.Node, &f.Version, &f.Kind, &f.Name, &f.Size, &f.Hash, &f.Number, &f.Since)
	}, `SELECT id, 0, kind, name, size, hex(coalesce(hash, '')), number, since FROM
			(SELECT * FROM nodes WHERE parent_id = ?1 ORDER BY kind, id LIMIT ?2)
		UNION ALL SELECT v.node_id, v.id, 1, '', v.size, hex(v.hash), v.number, 0 FROM
			(SELECT id FROM nodes WHERE parent_id = ?1 ORDER BY kind, id LIMIT ?2) n CROSS JOIN versions v ON v.node_id = n.id`, dir, limit)
}
