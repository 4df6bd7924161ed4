// Package export writes the files of an appliance as ordinary folders and files, with a manifest that proves them.
package export

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"anbar/app/base/progress"
	"anbar/app/drive/manifest"
	"anbar/blobstore"
	"anbar/db"

	"golang.org/x/sys/unix"
)

// Options say what is exported, and to where.
type Options struct {
	DB         *db.DB
	Blobs      *blobstore.Store
	Scratch    string // for a copy of the database while the export runs
	To         string
	Spaces     []db.SpaceID // all when there is none
	Versions   bool         // also the older contents of files
	Out        io.Writer    // is told what is not as in the appliance
	OnProgress func(progress.Step)
}

// Report says what an export did.
type Report struct {
	Files, Written, Bytes int64 // Files and Bytes are all of them, Written those that were not there
	Renamed, Damaged      int64
	Left                  int64 // things of former exports that the appliance no longer has
}

// The files of an export that are none of a person begin with ours.
const (
	reservedPrefix = ".anbar-export"
	markerName     = reservedPrefix                // says whose export a directory is
	partName       = reservedPrefix + "-part"      // a content that is being written
	listName       = reservedPrefix + "-manifest"  // the manifest until all is written
	probeName      = reservedPrefix + "-probe:?. " // a name that some file systems do not take
)

const (
	sharedName   = "Shared files"
	myName       = "My Drives"
	versionsName = "Versions"
)

// export is one run.
type export struct {
	Options
	snapshot *db.DB // the database as it was when the run began
	rules    nameRules
	lines    *json.Encoder
	outErr   error         // of Out
	total    progress.Step // all of it
	part     int64         // bytes of the file that is being written
	Report
}

// Run exports files. It reads the database as it was when it began, beside whatever changes meanwhile. A content that is
// damaged stands in the manifest and in the report, and the others are written.
func Run(ctx context.Context, o *Options) (*Report, error) {
	install := ""
	if err := o.DB.View(ctx, func(v *db.View) (err error) { install, err = v.Install(); return err }); err != nil {
		return nil, err
	}
	if err := checkSpaces(ctx, o); err != nil {
		return nil, err
	}
	root, err := openTarget(o.To, install)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	e := &export{Options: *o}
	if e.rules, err = probeNames(root); err != nil {
		return nil, fmt.Errorf("try names in %s: %w", o.To, err)
	}
	if err := e.withSnapshot(ctx, func() error { return e.writeAll(ctx, root) }); err != nil {
		return nil, explainFull(err)
	}
	return &e.Report, e.outErr
}

// checkSpaces fails when a workspace is not there, before anything is written.
func checkSpaces(ctx context.Context, o *Options) error {
	return o.DB.View(ctx, func(v *db.View) error {
		for _, id := range o.Spaces {
			_, err := v.LivingSpace(id)
			if errors.Is(err, db.ErrNotFound) {
				return fmt.Errorf("there is no workspace %s", id)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// openTarget opens a target, which has to be empty or an export of the same appliance.
func openTarget(to, install string) (*os.Root, error) {
	if err := os.MkdirAll(to, 0o700); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(to)
	if err != nil {
		return nil, err
	}
	mark, err := root.ReadFile(markerName)
	if errors.Is(err, fs.ErrNotExist) {
		if err = checkEmpty(root, to); err == nil {
			err = writeSynced(root, markerName, []byte(install))
		}
	} else if err == nil && string(mark) != install {
		err = fmt.Errorf("%s holds the export of another appliance", to)
	}
	if err == nil { // what a directory holds is not proven until the manifest is there again
		if err = root.Remove(manifest.Name); errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return root, nil
}

func checkEmpty(root *os.Root, to string) error {
	d, err := root.Open(".")
	if err != nil {
		return err
	}
	defer d.Close()
	names, err := d.Readdirnames(3)
	if err != nil && err != io.EOF {
		return err
	}
	for _, n := range names {
		if n != "lost+found" && n != "System Volume Information" { // of a new disk
			return fmt.Errorf("%s is neither empty nor an export of this appliance", to)
		}
	}
	return nil
}

func writeSynced(root *os.Root, name string, b []byte) error {
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	return errors.Join(err, f.Sync(), f.Close())
}

// removeOldScratch removes the copies of runs that were killed.
func (e *export) removeOldScratch() error {
	old, err := filepath.Glob(filepath.Join(e.Scratch, "export-*"))
	for _, dir := range old {
		err = errors.Join(err, os.RemoveAll(dir))
	}
	return err
}

// withSnapshot copies the database for the time of a run, because an export takes long and shows one moment.
func (e *export) withSnapshot(ctx context.Context, fn func() error) (err error) {
	if err := os.MkdirAll(e.Scratch, 0o700); err != nil {
		return err
	}
	if err := e.removeOldScratch(); err != nil {
		return err
	}
	dir, err := os.MkdirTemp(e.Scratch, "export-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	whole := filepath.Join(dir, "anbar.db")
	if err := e.DB.CopyTo(ctx, whole); err != nil {
		return err
	}
	if err := e.Blobs.CutRanges(ctx); err != nil {
		return err
	}
	if e.snapshot, err = db.Open(ctx, whole); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.snapshot.Close()) }()
	return fn()
}

// writeAll writes all workspaces and then the manifest, which has its name when everything is on the disk.
func (e *export) writeAll(ctx context.Context, root *os.Root) error {
	list, err := root.OpenFile(listName, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	buffer := bufio.NewWriterSize(list, 1<<20)
	e.lines = json.NewEncoder(buffer)
	e.lines.SetEscapeHTML(false)
	err = e.writeSpaces(ctx, root)
	if err == nil {
		err = errors.Join(buffer.Flush(), list.Sync(), unix.Syncfs(int(list.Fd())))
	}
	if err = errors.Join(err, list.Close()); err != nil {
		return err
	}
	if err := root.Rename(listName, manifest.Name); err != nil {
		return err
	}
	d, err := root.Open(".")
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// listSpaces returns the workspaces that are exported, each once: those that were named, else all that are not deleted.
func (e *export) listSpaces(ctx context.Context) ([]db.SpaceID, error) {
	all := e.Spaces
	if len(all) == 0 {
		if err := e.snapshot.View(ctx, func(v *db.View) (err error) { all, err = v.LivingSpaces(); return err }); err != nil {
			return nil, err
		}
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

func (e *export) writeSpaces(ctx context.Context, root *os.Root) error {
	all, err := e.listSpaces(ctx)
	if err != nil {
		return err
	}
	top := &folder{root: root}
	names := newFolderNames(&e.rules, manifest.Name)
	if err := e.countTotals(ctx, all); err != nil {
		return err
	}
	for _, id := range all {
		if err := e.writeSpace(ctx, top, names, id); err != nil {
			return err
		}
	}
	if len(e.Spaces) > 0 {
		return nil // the others may be there of a former run
	}
	return e.reportLeftovers(top, func(name string) (bool, error) {
		return names.contains(name) || name == "lost+found" || name == "System Volume Information", nil
	})
}

// countTotals counts what the workspaces hold.
func (e *export) countTotals(ctx context.Context, all []db.SpaceID) error {
	return e.snapshot.View(ctx, func(v *db.View) error {
		for _, id := range all {
			roots, err := v.RootsOf(id)
			if err != nil {
				return err
			}
			for i := range roots {
				e.total.Total, e.total.OfBytes = e.total.Total+roots[i].Files, e.total.OfBytes+roots[i].Size
			}
		}
		return nil
	})
}

// reportProgress tells how far the export is.
func (e *export) reportProgress() {
	step := e.total
	step.Done, step.Bytes, step.Whole = e.Files, min(e.Bytes+e.part, e.total.OfBytes), true
	e.OnProgress(step)
}

// exportedSpace is a workspace with its trees.
type exportedSpace struct {
	*db.Space
	roots  []db.Node
	owners map[db.NodeID]*db.User // of those that are drives
	reader *manifest.Reader
}

func loadExportedSpace(v *db.View, id db.SpaceID) (*exportedSpace, error) {
	sp, err := v.LivingSpace(id)
	if err != nil {
		return nil, fmt.Errorf("workspace %s: %w", id, err)
	}
	roots, err := v.RootsOf(id)
	if err != nil {
		return nil, err
	}
	owners := map[db.NodeID]*db.User{}
	for i := range roots {
		if roots[i].Root == "my" {
			if owners[roots[i].ID], err = v.UserByID(roots[i].Owner); err != nil {
				return nil, err
			}
		}
	}
	reader, err := manifest.NewReader(v, id)
	return &exportedSpace{Space: sp, roots: roots, owners: owners, reader: reader}, err
}

// writeSpace writes a workspace.
func (e *export) writeSpace(ctx context.Context, top *folder, names *folderNames, id db.SpaceID) error {
	sp, err := db.Get(ctx, e.snapshot, func(v *db.View) (*exportedSpace, error) { return loadExportedSpace(v, id) })
	if err != nil {
		return err
	}
	title := names.assign(sp.Title, id.String())
	at, err := e.openFolder(top, title, title, id.String())
	if err != nil {
		return err
	}
	defer at.close()
	w := &treeWriter{export: e, reader: sp.reader, space: at}
	drives, there := newFolderNames(&e.rules), map[string]bool{versionsName: e.Versions}
	for i := range sp.roots {
		n := &sp.roots[i]
		way := []string{sharedName}
		if u := sp.owners[n.ID]; u != nil {
			if n.Files+n.Directories == 0 {
				continue
			}
			way = []string{myName, drives.assign(strings.TrimSpace(u.FirstName+" "+u.LastName), u.Email)}
		}
		there[way[0]] = true
		if err := w.writeRoot(ctx, at, way, n); err != nil {
			return err
		}
	}
	if there[myName] {
		my, err := e.openFolder(at, myName, myName, id.String())
		if err == nil {
			err = errors.Join(e.reportLeftovers(my, func(name string) (bool, error) { return drives.contains(name), nil }), my.close())
		}
		if err != nil {
			return err
		}
	}
	return e.reportLeftovers(at, func(name string) (bool, error) { return there[name], nil })
}

// writeRoot writes a tree below a way of folders.
func (w *treeWriter) writeRoot(ctx context.Context, at *folder, way []string, n *db.Node) error {
	if len(way) == 0 {
		return w.writeTree(ctx, at, n)
	}
	below, err := w.openFolder(at, way[0], way[0], n.ID.String())
	if err != nil {
		return err
	}
	return errors.Join(w.writeRoot(ctx, below, way[1:], n), below.close())
}

// printLine tells what an administrator should know.
func (e *export) printLine(format string, args ...any) {
	if _, err := fmt.Fprintf(e.Out, format+"\n", args...); err != nil && e.outErr == nil {
		e.outErr = err
	}
}

// explainFull names a disk that has no room.
func explainFull(err error) error {
	if errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EDQUOT) {
		return fmt.Errorf("the disk of the export has no room; run the command again when it has: %w", err)
	}
	return err
}
