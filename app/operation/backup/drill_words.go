package backup

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"anbar/app/base/progress"
	"anbar/blobstore"
	"anbar/db"
)

// flawWords say what was found, in English.
var flawWords = map[FlawKind]string{
	FoundTarget:    "the rehearsal could not continue at the target",
	FoundRoom:      "there is not enough room to restore the database",
	FoundLists:     "a list of what the target holds was damaged, old or missing",
	FoundDatabase:  "the database could not be restored",
	FoundOld:       "an older database was restored",
	FoundProblem:   "the restored database has an error",
	FoundFolder:    "a restored folder differs from the original",
	FoundMissing:   "an object was missing",
	FoundSize:      "an object had the wrong size",
	FoundDamaged:   "an object was damaged",
	FoundUncovered: "contents are not at the target",
	FoundKeys:      "the keys of the appliance were wrong or missing",
	FoundAppliance: "a second appliance on the copy did not give files out as they are here",
	FoundMore:      "there are more findings than are listed",
}

// String says what was found, in English.
func (f Flaw) String() string {
	s := flawWords[f.Kind]
	if f.Key != "" {
		s += ": " + f.Key
	}
	if f.Words != "" {
		s += " (" + f.Words + ")"
	}
	switch {
	case f.Kind == FoundMore:
		s += fmt.Sprintf(": %d", f.Contents)
	case f.Contents > 0 && f.Kind != FoundFolder && f.Kind != FoundUncovered:
		s += fmt.Sprintf("; contents in it: %d", f.Contents)
	}
	return s
}

// WriteDrill tells people how a rehearsal went.
func WriteDrill(w io.Writer, target string, d *db.Drill) error {
	all, err := ParseFlaws(d)
	if err != nil {
		return err
	}
	if !d.Moment.IsZero() {
		fmt.Fprintf(w, "rehearsed: the copies at %s as of %s; %d contents are named by the restored database\n", target,
			d.Moment.Local().Format(time.RFC3339), d.Contents)
	}
	if d.Objects > 0 {
		fmt.Fprintf(w, "%d objects are in the list of the target with their sizes; %s were read back and hashed; within 30 days %s of the "+
			"bytes were\n", d.Objects, progress.FormatBytes(d.Bytes), FormatShare(d.Proven))
	}
	if d.Pending > 0 {
		fmt.Fprintf(w, "%d large contents are on their way\n", d.Pending)
	}
	if d.Served > 0 {
		fmt.Fprintf(w, "a second appliance on the copy was started, and %d files were downloaded from it as they are here\n", d.Served)
	}
	for _, f := range all {
		label := "FAILED  "
		if f.Healed {
			label = "HEALED  "
		}
		fmt.Fprintln(w, label, f)
	}
	switch {
	case IsWhole(d):
		_, err = io.WriteString(w, "proven: everything can be restored\n")
	case IsSuccess(d.Outcome):
		_, err = io.WriteString(w, "nothing is wrong with what was looked at\n")
	}
	if d.Call != "" && d.Call != "ok" {
		_, err = fmt.Fprintf(w, "the URL for good rehearsals could not be called: %s\n", d.Call)
	}
	return err
}

// WriteFlawFiles names the files that need what a rehearsal found damaged or missing and could not heal; at most maxNamed.
func WriteFlawFiles(ctx context.Context, w io.Writer, d *db.DB, row *db.Drill) error {
	all, err := ParseFlaws(row)
	if err != nil {
		return err
	}
	var contents []blobstore.Digest
	for _, f := range all {
		if f.Healed {
			continue
		}
		for _, text := range f.Some {
			content, err := blobstore.ParseDigest(text)
			if err != nil {
				return err
			}
			if !slices.Contains(contents, content) { // several findings may be about it
				contents = append(contents, content)
			}
		}
	}
	var names []string
	err = d.View(ctx, func(v *db.View) (err error) {
		names, err = nameFiles(v, contents, maxNamed)
		return err
	})
	if err != nil {
		return err
	}
	return writeFiles(w, names)
}

// FormatShare writes a share in percent, and 100 only for all.
func FormatShare(share float64) string { return fmt.Sprintf("%d %%", int(share*100)) }
