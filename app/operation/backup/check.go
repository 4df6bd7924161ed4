package backup

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"anbar/blobstore"
	"anbar/db"
)

// Findings say what a check looked at and what is wrong.
type Findings struct {
	Database db.CheckReport
	Contents blobstore.CheckReport
	Lost     []string // objects that are not on the disk, and that no target has undamaged
	Files    []string // that have or had a missing, damaged or lost content, as "workspace: path"; at most maxNamed
}

// maxNamed is how many files with a lost content are named.
const maxNamed = 100

// OK reports whether nothing is wrong.
func (f *Findings) OK() bool {
	return len(f.Database.Problems) == 0 && f.Contents.OK() && len(f.Lost) == 0
}

// Check looks at every row, every content and every reference. With fast, the
// contents are not read, only that they are there is proven.
func Check(ctx context.Context, d *db.DB, blobs *blobstore.Store, fast bool) (*Findings, error) {
	var f Findings
	err := runBoth(ctx,
		func(ctx context.Context) (err error) {
			f.Database, err = checkDatabase(ctx, d)
			return err
		},
		func(ctx context.Context) error { return f.checkContents(ctx, d, blobs, fast) },
	)
	if err != nil {
		return nil, err
	}
	return &f, nil
}

// CheckRestored is Check of what Restore brought back. What that has proven already is not looked at again, only that every content is
// there.
func CheckRestored(ctx context.Context, d *db.DB, blobs *blobstore.Store, r *RestoreResult, fast bool) (*Findings, error) {
	if r.database == nil || len(r.Damaged) > 0 {
		return Check(ctx, d, blobs, fast)
	}
	f := Findings{Database: *r.database}
	return &f, f.checkContents(ctx, d, blobs, true)
}

// checkDatabase looks at every row, and at the structure meanwhile.
func checkDatabase(ctx context.Context, d *db.DB) (rows db.CheckReport, err error) {
	var structure db.CheckReport
	err = runBoth(ctx,
		func(ctx context.Context) error {
			return d.View(ctx, func(v *db.View) (err error) {
				structure, err = v.CheckStructure()
				return err
			})
		},
		func(ctx context.Context) error {
			return d.View(ctx, func(v *db.View) (err error) {
				rows, err = v.Check()
				return err
			})
		},
	)
	if err != nil {
		return rows, fmt.Errorf("check the database: %w", err)
	}
	rows.Problems = append(structure.Problems, rows.Problems...)
	return rows, nil
}

// checkContents is what Check looks at beside the database.
func (f *Findings) checkContents(ctx context.Context, d *db.DB, blobs *blobstore.Store, fast bool) error {
	refs, err := allReferences(ctx, d)
	if err != nil {
		return err
	}
	f.Contents, err = blobs.Check(ctx, func(yield func(blobstore.Digest, error) bool) {
		for _, d := range refs {
			if !yield(d, nil) {
				return
			}
		}
	}, blobstore.CheckOptions{Fast: fast})
	if err != nil {
		return fmt.Errorf("check the contents: %w", err)
	}
	lost := slices.Clone(f.Contents.MissingSample)
	for _, one := range f.Contents.Damaged {
		if one.Digest != (blobstore.Digest{}) && !one.Repaired {
			lost = append(lost, one.Digest)
		}
	}
	return d.View(ctx, func(v *db.View) (err error) {
		f.Files, err = nameFiles(v, lost, maxNamed)
		return err
	})
}

// AddLost adds objects that a copy, a rehearsal or a reader found at no target undamaged, and the files that need them. Keys are those of
// the store or of a target. What is on the disk, or needed by nothing, is left out.
func (f *Findings) AddLost(ctx context.Context, d *db.DB, blobs *blobstore.Store, keys []string) error {
	for _, key := range keys {
		if object := objectIn(key); blobs.IsAway(object) && !slices.Contains(f.Lost, object) {
			f.Lost = append(f.Lost, object)
		}
	}
	if len(f.Lost) == 0 {
		return nil
	}
	contents, err := blobs.ListContents(f.Lost)
	if err != nil {
		return fmt.Errorf("what was in the lost objects: %w", err)
	}
	return d.View(ctx, func(v *db.View) error {
		names, err := nameFiles(v, contents, maxNamed-len(f.Files))
		f.Files = append(f.Files, names...)
		return err
	})
}

// objectIn is the key that the store has for an object, of one at a target.
func objectIn(key string) string {
	for _, at := range []string{"packs/", largeAt} {
		if i := strings.LastIndex("/"+key, "/"+at); i >= 0 {
			return key[i:]
		}
	}
	return key
}

// allReferences collects what References yields. It reads on a snapshot of its own:
// reading contents takes long, and a reader that holds a snapshot keeps the database's
// log from shrinking.
func allReferences(ctx context.Context, d *db.DB) ([]blobstore.Digest, error) {
	return db.Get(ctx, d, func(v *db.View) (refs []blobstore.Digest, err error) {
		for d, err := range References(v) {
			if err != nil {
				return refs, err
			}
			refs = append(refs, d)
		}
		return refs, nil
	})
}

// References returns every content that a row names, in order, each once.
func References(v *db.View) iter.Seq2[blobstore.Digest, error] {
	return func(yield func(blobstore.Digest, error) bool) {
		var last db.Hash
		for h, err := range v.Hashes() {
			if err == nil && h == last {
				continue
			}
			last = h
			if !yield(blobstore.Digest(h), err) {
				return
			}
		}
	}
}

// Write tells the findings to people.
func (f *Findings) Write(w io.Writer) error {
	c := &f.Contents
	read := ""
	if c.Packs+c.Large > 0 {
		read = fmt.Sprintf(" %d packs with %d records and %d large files read, %d bytes;", c.Packs, c.Records, c.Large, c.Bytes)
	}
	_, err := fmt.Fprintf(w, "database: %d rows in %d tables, %d directories counted anew\ncontents: %d named by the database;%s %d "+
		"named by nothing\n", f.Database.Rows, f.Database.Tables, f.Database.Directories, c.Referenced, read, c.Orphans)
	for _, d := range f.listDamage() {
		if err == nil {
			_, err = fmt.Fprintf(w, "DAMAGED  %s\n", d)
		}
	}
	if err == nil {
		err = f.WriteLost(w)
	}
	if err == nil && c.Away > 0 {
		_, err = fmt.Fprintf(w, "AWAY     %d objects are still at the backup target, and were not read; each is proven as it comes\n",
			c.Away)
	}
	if err == nil && f.OK() && c.Away == 0 {
		_, err = io.WriteString(w, "all is well\n")
	}
	return err
}

// WriteLost tells people what is lost, and which files are damaged.
func (f *Findings) WriteLost(w io.Writer) error {
	for _, object := range f.Lost {
		if _, err := fmt.Fprintf(w, "LOST     %s: no backup target had it undamaged when it was last asked for\n", object); err != nil {
			return err
		}
	}
	return writeFiles(w, f.Files)
}

func writeFiles(w io.Writer, names []string) error {
	for _, name := range names {
		if _, err := fmt.Fprintf(w, "FILE     %s\n", name); err != nil {
			return err
		}
	}
	return nil
}

// listDamage describes each thing that is damaged or missing.
func (f *Findings) listDamage() []string {
	c := &f.Contents
	var all []string
	for _, p := range f.Database.Problems {
		all = append(all, "database: "+p)
	}
	if c.Missing > 0 {
		all = append(all, fmt.Sprintf("contents: %d are missing", c.Missing))
	}
	for _, d := range c.MissingSample {
		all = append(all, fmt.Sprintf("missing content %s", d))
	}
	for _, d := range c.Damaged {
		all = append(all, fmt.Sprint(d))
	}
	return append(all, c.Problems...)
}

// nameFiles returns, as "workspace: path", the files that have or had these contents; at most limit of them.
func nameFiles(v *db.View, contents []blobstore.Digest, limit int) (names []string, err error) {
	for _, d := range contents {
		if len(names) >= limit {
			break
		}
		places, err := v.PlacesOfHash(db.Hash(d), limit-len(names))
		if err != nil {
			return names, err
		}
		for _, p := range places {
			names = append(names, fmt.Sprintf("%s: %s", p.Title, joinPath(p.Path)))
		}
	}
	return names, nil
}

var rootNames = map[string]string{"shared": "Shared files", "my": "My Drive", "trash": "Trash", "my_trash": "Trash of My Drive"}

// joinPath writes a path as people read it.
func joinPath(path []db.Ancestor) string {
	all := make([]string, len(path))
	for i, a := range path {
		if all[i] = a.Name; a.Root != "" {
			all[i] = cmp.Or(rootNames[a.Root], a.Root)
		}
	}
	return strings.Join(all, "/")
}
