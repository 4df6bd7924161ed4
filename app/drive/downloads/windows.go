package downloads

import (
	"path"

	"anbar/app/base/names"
	"anbar/db"
)

// renameForWindows gives what Windows could not unpack another name, which nothing beside it has. Where that changed a path it keeps the
// path in the drive.
func (g *selectionTree) renameForWindows() {
	odd := map[string]bool{} // directories in which something is mended
	for i := range g.all {
		if dir, name := path.Split(g.all[i].Path); name != "" && names.ForWindows(name) != name {
			odd[dir] = true
		}
	}
	if len(odd) == 0 {
		return
	}
	taken := map[string]*uniqueNames{}
	for dir := range odd {
		taken[dir] = newUniqueNames()
	}
	for i := range g.all {
		if dir, name := path.Split(g.all[i].Path); odd[dir] && names.ForWindows(name) == name {
			taken[dir].reserve(name)
		}
	}
	g.originals = map[db.NodeID]string{}
	moved := map[string]string{}
	for i := range g.all { // a directory stands before what is in it
		g.renameEntry(&g.all[i], taken, moved)
	}
}

// renameEntry mends the path of an entry. moved holds how directories are called that have another path.
func (g *selectionTree) renameEntry(b *db.SubtreeNode, taken map[string]*uniqueNames, moved map[string]string) {
	dir, name := path.Split(b.Path)
	fits := names.ForWindows(name)
	if name != "" && fits != name {
		fits = taken[dir].assign(fits)
	}
	at, known := moved[dir]
	if !known {
		at = dir
	}
	was := b.Path
	if at+fits == was || name == "" {
		return
	}
	b.Path = at + fits
	g.originals[b.ID] = was
	if b.Kind == db.Directory {
		moved[was+"/"] = b.Path + "/"
	}
}
