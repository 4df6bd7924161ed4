package rehearsal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"anbar/app/base/disk"
	"anbar/app/base/progress"
	"anbar/config"
	"anbar/db"

	"golang.org/x/sys/unix"
)

// Options say what is rehearsed.
type Options struct {
	Storage config.Storage // of the data directory, which a server may use meanwhile
	Self    string         // the program that is tried
	Old     string         // the program that it follows; empty for none
	Say     func(string)   // is called with a sentence as each step begins; may be nil
}

// Report is what a rehearsal found.
type Report struct {
	From        int64    `json:"from_schema"`
	To          int64    `json:"to_schema"`
	Took        float64  `json:"took"` // seconds
	Asked       int      `json:"asked"`
	Compared    int      `json:"compared"`    // answers
	Problems    []string `json:"problems"`    // failures of the new program, and damage
	Differences []string `json:"differences"` // between the answers
	Notes       []string `json:"notes"`
}

// IsGood reports whether nothing speaks against the new program.
func (r *Report) IsGood() bool { return len(r.Problems)+len(r.Differences) == 0 }

const (
	roomFactor = 3
	roomBeside = 64 << 20
)

// NoRoomError means that the disk has no room for the copies.
type NoRoomError struct{ Need, Free int64 }

// Error implements error.
func (e *NoRoomError) Error() string {
	return fmt.Sprintf("a rehearsal needs %s on the disk of the data directory, three times the database, and %s are free; make room, "+
		"for example by emptying the trash", progress.FormatBytes(e.Need), progress.FormatBytes(e.Free))
}

type trial struct {
	Options
	dir string // of the copies
	rep *Report
}

// Run copies the database, has the new program migrate and answer one copy and the old program another, and compares. An error means
// that nothing could be tried; what was found wrong is in the report.
func Run(ctx context.Context, o Options) (*Report, error) {
	if o.Say == nil {
		o.Say = func(string) {}
	}
	if _, err := os.Stat(o.Storage.Database()); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s holds no appliance: there is no anbar.db", o.Storage.Data)
	} else if err != nil {
		return nil, err
	}
	began := time.Now()
	r := &trial{Options: o, dir: filepath.Join(o.Storage.Cache(), "rehearsal"), rep: &Report{
		To: db.LatestSchema(), Problems: []string{}, Differences: []string{}, Notes: []string{},
	}}
	if err := os.MkdirAll(o.Storage.Cache(), 0o700); err != nil {
		return nil, err
	}
	release, err := lock(r.dir + ".lock")
	if err != nil {
		return nil, err
	}
	err = errors.Join(r.prepare(ctx), ctx.Err())
	if err == nil {
		err = r.try(ctx)
	}
	err = errors.Join(err, os.RemoveAll(r.dir), release())
	r.rep.Took = time.Since(began).Seconds()
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return r.rep, err
}

// lock holds a file that only one rehearsal at a time holds.
func lock(name string) (release func() error, err error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		return nil, errors.Join(errors.New("another rehearsal of this data directory runs; wait until it ends"), f.Close())
	}
	return f.Close, nil
}

func (r *trial) copyOf(which string) config.Storage {
	s := r.Storage
	s.Data = filepath.Join(r.dir, which)
	return s
}

// prepare lays the copies down.
func (r *trial) prepare(ctx context.Context) error {
	if err := os.RemoveAll(r.dir); err != nil {
		return err
	}
	if err := r.checkRoom(); err != nil {
		return err
	}
	fresh, old := r.copyOf("new"), r.copyOf("old")
	if err := os.MkdirAll(fresh.Data, 0o700); err != nil {
		return err
	}
	r.Say("copying the database")
	if err := db.CopyFile(ctx, r.Storage.Database(), fresh.Database()); err != nil {
		return fmt.Errorf("copy the database: %w", err)
	}
	var err error
	if r.rep.From, err = db.SchemaOfFile(ctx, fresh.Database()); err != nil {
		return fmt.Errorf("read the schema of the copy: %w", err)
	}
	if err := disk.CopyFile(r.Storage.Secrets(), fresh.Secrets()); err != nil {
		return err
	}
	if r.Old == "" {
		return nil
	}
	if err := os.MkdirAll(old.Data, 0o700); err != nil {
		return err
	}
	return errors.Join(disk.CopyFile(fresh.Database(), old.Database()), disk.CopyFile(fresh.Secrets(), old.Secrets()))
}

func (r *trial) checkRoom() error {
	need := int64(roomBeside)
	for _, name := range []string{r.Storage.Database(), r.Storage.Database() + "-wal"} {
		info, err := os.Stat(name)
		if err == nil {
			need += roomFactor * info.Size()
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	free, err := FreeBytes(r.Storage.Data)
	if err == nil && free < need {
		return &NoRoomError{Need: need, Free: free}
	}
	return err
}

// FreeBytes returns how much the disk of a directory has room for.
func FreeBytes(dir string) (int64, error) {
	var s unix.Statfs_t
	err := unix.Statfs(dir, &s)
	return int64(s.Bavail) * s.Bsize, err
}

// try has both programs answer, the old one while the new one migrates and checks its copy.
func (r *trial) try(ctx context.Context) error {
	type result struct {
		all []Answer
		err error
	}
	before := make(chan result, 1)
	if r.Old != "" {
		go func() {
			all, err := r.answerAsOld(ctx)
			before <- result{all, err}
		}()
	} else {
		before <- result{}
	}
	damage := r.migrate(ctx)
	old := <-before
	if old.err != nil && ctx.Err() == nil {
		r.rep.Notes = append(r.rep.Notes, "the answers of both programs could not be compared: "+old.err.Error())
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if damage != nil {
		r.addProblem(damage.Error())
		return nil
	}
	r.Say("asking the new program")
	fresh, err := r.answerAs(ctx, r.Self, "new", old.all)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		r.addProblem("the new program cannot serve the migrated copy: " + err.Error())
		return nil
	}
	r.rep.Asked = len(fresh)
	r.judge(old.all, fresh)
	return nil
}

func (r *trial) addProblem(text string) { r.rep.Problems = append(r.rep.Problems, text) }

// migrate brings the copy to the schema of this program and checks it. Its error means that the copy cannot be asked.
func (r *trial) migrate(ctx context.Context) error {
	name := r.copyOf("new").Database()
	if r.rep.From != r.rep.To {
		r.Say(fmt.Sprintf("bringing the copy from schema %d to %d", r.rep.From, r.rep.To))
	}
	if err := db.MigrateCopy(ctx, name, func(m db.Migration) {
		if m.Took > 0 {
			r.Say(fmt.Sprintf("step %d of %d, %s, takes %s so far", m.Step, m.Steps, m.Name, m.Took.Round(time.Second)))
		}
	}); err != nil {
		return fmt.Errorf("the database cannot be brought to the new schema: %w", err)
	}
	r.Say("checking the copy")
	found, err := db.VerifyFile(ctx, name)
	for _, f := range found {
		r.addProblem("the check of the migrated copy found: " + f)
	}
	if err != nil {
		return fmt.Errorf("the copy cannot be checked: %w", err)
	}
	return nil
}

// judge sorts what the answers say.
func (r *trial) judge(old, fresh []Answer) {
	failing := map[Question]bool{}
	for i := range old {
		failing[old[i].Question] = old[i].Failed != "" || old[i].Status >= http.StatusInternalServerError
	}
	asked := map[Question]bool{}
	for i := range fresh {
		a := &fresh[i]
		asked[a.Question] = true
		text := fmt.Sprintf("%s (%s): the new program failed", a.About, a.Path)
		switch {
		case a.Failed != "":
			text += ": " + a.Failed
		case a.Status >= http.StatusInternalServerError:
			text += fmt.Sprintf(" with %d", a.Status)
		default:
			continue
		}
		if failing[a.Question] {
			r.rep.Notes = append(r.rep.Notes, text+", as the old one does")
		} else {
			r.addProblem(text)
		}
		delete(asked, a.Question)
	}
	var comparable []Answer
	for i := range old {
		if asked[old[i].Question] && !failing[old[i].Question] {
			comparable = append(comparable, old[i])
		}
	}
	r.rep.Compared = len(comparable)
	r.rep.Differences = append(r.rep.Differences, Compare(comparable, fresh)...)
}
