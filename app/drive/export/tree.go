package export

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"

	"anbar/app/base/names"
	"anbar/app/drive/manifest"
	"anbar/db"
)

// folder is a folder of the export that is open.
type folder struct {
	up       *folder
	root     *os.Root
	name     string
	path     string  // below the target
	original string  // with the names of the appliance
	versions *folder // where the older contents of its files go; nil before the first
}

func (p *folder) close() error {
	var err error
	if p.versions != nil {
		err = p.versions.close()
	}
	return errors.Join(err, p.root.Close())
}

// openFolder opens a folder, which is made where it is missing. A file of a former export makes room.
func (e *export) openFolder(at *folder, name, original, id string) (*folder, error) {
	for _, n := range []string{name, e.rules.markName(name, id), e.rules.fallbackName(name, id)} {
		there, err := at.root.Lstat(n)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			err = at.root.Mkdir(n, 0o700)
		case err != nil:
		case there.Mode().IsRegular():
			if err = at.root.Remove(n); err == nil {
				err = at.root.Mkdir(n, 0o700)
			}
		case !there.IsDir():
			continue // a link is not followed
		}
		if isNameRejected(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		root, err := at.root.OpenRoot(n)
		if err != nil {
			return nil, err
		}
		return &folder{up: at, root: root, name: n, path: path.Join(at.path, n), original: path.Join(at.original, original)}, nil
	}
	return nil, &fs.PathError{Op: "make", Path: path.Join(at.path, name), Err: fs.ErrExist}
}

// treeWriter writes the trees of one workspace.
type treeWriter struct {
	*export
	reader *manifest.Reader
	space  *folder
}

const pageSize = 256

// writeTree writes all below a directory: its files, the directories, and then its time.
func (w *treeWriter) writeTree(ctx context.Context, at *folder, dir *db.Node) error {
	err := w.eachChild(ctx, dir.ID, db.File, func(n *db.Node, l *manifest.Line) error { return w.writeFile(ctx, at, n, l) })
	if err != nil {
		return err
	}
	err = w.eachChild(ctx, dir.ID, db.Directory, func(n *db.Node, l *manifest.Line) error { return w.writeDirectory(ctx, at, n, l) })
	if err != nil {
		return err
	}
	err = w.reportLeftovers(at, func(name string) (known bool, err error) {
		err = w.snapshot.View(ctx, func(v *db.View) error { known, err = isChild(v, dir.ID, name); return err })
		return known, err
	})
	if err != nil {
		return err
	}
	return at.up.root.Chtimes(at.name, dir.ModifiedAt, dir.ModifiedAt)
}

// isChild reports whether a name in a folder of the export stands for something in the appliance.
func isChild(v *db.View, dir db.NodeID, name string) (bool, error) {
	n, err := v.ChildByName(dir, name, names.Keys(name))
	if err == nil && n.Name == name {
		return true, nil
	}
	if err == nil || errors.Is(err, db.ErrNotFound) {
		id := parseMark(name)
		if id == 0 {
			return false, nil
		}
		n, err = v.NodeByID(id)
	}
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	return err == nil && n.Parent == dir, err
}

// loadChildren returns the children behind a place, as many as are in memory at a time.
func (w *treeWriter) loadChildren(ctx context.Context, dir db.NodeID, kind db.Kind, after db.Place,
) (nodes []db.Node, lines []manifest.Line, err error) {
	err = w.snapshot.View(ctx, func(v *db.View) (err error) {
		if nodes, err = v.Children(dir, kind, db.ByCreated, false, after, pageSize); err == nil {
			lines, err = w.reader.LoadLines(v, nodes)
		}
		return err
	})
	return nodes, lines, err
}

// eachChild calls fn for all children of one kind, some of which are in memory at a time.
func (w *treeWriter) eachChild(ctx context.Context, dir db.NodeID, kind db.Kind, fn func(*db.Node, *manifest.Line) error) error {
	var after db.Place
	for {
		nodes, lines, err := w.loadChildren(ctx, dir, kind, after)
		if err != nil {
			return err
		}
		for i := range nodes {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := fn(&nodes[i], &lines[i]); err != nil {
				return err
			}
			after.ID = nodes[i].ID
		}
		if len(nodes) < pageSize {
			return nil
		}
	}
}

func (w *treeWriter) writeDirectory(ctx context.Context, at *folder, n *db.Node, l *manifest.Line) error {
	below, err := w.openFolder(at, w.rules.fitName(n.Name, n.ID.String()), n.Name, n.ID.String())
	if err != nil {
		return err
	}
	if l.Path = below.path; below.name != n.Name {
		w.Renamed++
		w.printLine("renamed  %s  is  %s", quotePath(below.original), quotePath(below.path))
	}
	if below.original != below.path {
		l.Original = below.original
	}
	if len(l.Tags) > 0 || below.name != n.Name {
		err = w.lines.Encode(l)
	}
	if err == nil {
		err = w.writeTree(ctx, below, n)
	}
	return errors.Join(err, below.close())
}

// writeFile writes a file, with its older contents if they were asked for, and its line.
func (w *treeWriter) writeFile(ctx context.Context, at *folder, n *db.Node, l *manifest.Line) error {
	name, problem, err := w.writeContent(ctx, at, n.Name, n.ID.String(), &content{hash: l.Hash, size: l.Size, at: l.ModifiedAt})
	if err != nil {
		return err
	}
	w.Files, w.Bytes, w.part = w.Files+1, w.Bytes+l.Size, 0
	w.reportProgress()
	l.Path, l.Problem = path.Join(at.path, name), problem
	if whole := path.Join(at.original, n.Name); whole != l.Path {
		l.Original = whole
	}
	if name != n.Name {
		w.Renamed++
		w.printLine("renamed  %s  is  %s", quotePath(l.Original), quotePath(l.Path))
	}
	if w.Versions && len(l.Versions) > 0 {
		if err := w.writeVersions(ctx, at, n, l); err != nil {
			return err
		}
	}
	return w.lines.Encode(l)
}

// versionName is the name of an older content of a file: its number, with the extension of the file.
func versionName(file string, number int) string {
	ext := path.Ext(file)
	if ext == file || len(ext) > 17 {
		ext = ""
	}
	return strconv.Itoa(number) + ext
}

// writeVersions writes the older contents of a file into a folder of its name.
func (w *treeWriter) writeVersions(ctx context.Context, at *folder, n *db.Node, l *manifest.Line) error {
	dir, err := w.openVersions(at)
	if err != nil {
		return err
	}
	id := n.ID.String()
	below, err := w.openFolder(dir, w.rules.fitName(n.Name, id), n.Name, id)
	if err != nil {
		return err
	}
	kept := map[string]bool{}
	for i := range l.Versions {
		v := &l.Versions[i]
		var name string
		name, v.Problem, err = w.writeContent(ctx, below, versionName(n.Name, v.Number), id, &content{hash: v.Hash,
			size: v.Size, at: v.ModifiedAt})
		if err != nil {
			return errors.Join(err, below.close())
		}
		v.Path, kept[name] = path.Join(below.path, name), true
	}
	return errors.Join(w.reportLeftovers(below, func(name string) (bool, error) { return kept[name], nil }), below.close())
}

// openVersions opens the folder for older contents that stands for another folder.
func (w *treeWriter) openVersions(at *folder) (*folder, error) {
	if at.versions != nil {
		return at.versions, nil
	}
	up, name := at, versionsName
	if at != w.space {
		above, err := w.openVersions(at.up)
		if err != nil {
			return nil, err
		}
		up, name = above, at.name
	}
	var err error
	at.versions, err = w.openFolder(up, name, name, "versions")
	return at.versions, err
}

// reportLeftover reports a name in a folder that this export did not write.
func (e *export) reportLeftover(at *folder, name string, known func(name string) (bool, error)) error {
	if name == partName { // of a run that was killed
		return removePart(at.root)
	}
	if at.up == nil && (strings.HasPrefix(name, reservedPrefix) || name == manifest.Name) {
		return nil
	}
	is, err := known(name)
	if err == nil && !is {
		e.Left++
		e.printLine("left     %s  is of a former export", quotePath(path.Join(at.path, name)))
	}
	return err
}

// reportLeftovers tells what lies in a folder and is none of this export.
func (e *export) reportLeftovers(at *folder, known func(name string) (bool, error)) error {
	d, err := at.root.Open(".")
	if err != nil {
		return err
	}
	defer d.Close()
	for {
		some, err := d.Readdirnames(1024)
		for _, name := range some {
			if err := e.reportLeftover(at, name, known); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
