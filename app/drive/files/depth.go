package files

import (
	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/db"
)

// extent is how deep a directory lies below its drive, and how many bytes its path has there.
type extent struct{ levels, bytes int }

func extentOf(path []db.Ancestor) extent {
	e := extent{}
	for _, a := range path[min(1, len(path)):] {
		e = e.with(a.Name)
	}
	return e
}

func (e extent) with(name string) extent { return extent{e.levels + 1, e.bytes + len(name) + 1} }

func (e extent) check() error {
	if e.levels > limits.TreeDepth || e.bytes > limits.TreeBytes {
		return fault.TooDeep
	}
	return nil
}

// RemainingDepth returns how many levels of directories there may be below a directory, and how many bytes their path may have.
func RemainingDepth(dir *access.Item) (levels, bytes int) {
	e := extentOf(dir.Path)
	return max(limits.TreeDepth-e.levels, 0), max(limits.TreeBytes-e.bytes, 0)
}

// CheckDepth fails with TooDeep when directories of these names, each in the one before, do not fit below a directory.
func CheckDepth(dir *access.Item, path []names.Name) error {
	if len(path) == 0 {
		return nil
	}
	e := extentOf(dir.Path)
	for _, n := range path {
		e = e.with(n.Text)
	}
	return e.check()
}

// checkPlace fails with TooDeep when a directory goes deeper than it lies, with all that is in it, and too deep. One that lies
// too deep already may go up, and stay where it is. into is the path of the directory that it goes to; most is how many
// directories in it are looked at.
func checkPlace(v *db.View, src *access.Item, into []db.Ancestor, name string, most int) error {
	if src.Kind != db.Directory {
		return nil
	}
	was, now := extentOf(src.Path), extentOf(into).with(name)
	if now.levels <= was.levels && now.bytes <= was.bytes {
		return nil
	}
	within, err := extentWithin(v, src, most)
	if err != nil {
		return err
	}
	if now.levels > was.levels && now.levels+within.levels > limits.TreeDepth ||
		now.bytes > was.bytes && now.bytes+within.bytes > limits.TreeBytes {
		return fault.TooDeep
	}
	return nil
}

// checkPlace checks the new place of one of the items of a transaction. All of them share what is looked at: others wait for it.
func (t *transfer) checkPlace(src *access.Item, into []db.Ancestor, name string) error {
	most := max(limits.TreeWalk-t.walked, 2*limits.TreeDepth)
	t.walked += int(min(src.Directories, int64(most)))
	return checkPlace(t.tx.ReadOnly(), src, into, name, most)
}

// extentWithin is how deep a directory goes.
func extentWithin(v *db.View, src *access.Item, most int) (within extent, err error) {
	if src.Directories == 0 {
		return within, nil
	}
	within.levels, within.bytes, err = v.DepthBelow(src.ID, most)
	return within, err
}
