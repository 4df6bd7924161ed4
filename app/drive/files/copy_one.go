package files

import (
	"anbar/app/base/access"
	"anbar/app/base/names"
	"anbar/db"
)

// CopyFile copies the current version of a file into a directory. A name that is taken gets a number. The caller loaded the
// file to be read, and the directory to be added to.
func CopyFile(tx *db.Tx, who access.Actor, src, dst *access.Item, n names.Name) (*db.Node, error) {
	named := *src.Node
	named.Name = n.Text
	p, err := planSteps(dbTree{tx.ReadOnly()}, []*db.Node{&named}, dst.ID, Choices{All: Rename}, false)
	if err != nil {
		return nil, err
	}
	t := &transfer{tx: tx, who: who, kind: copying, to: dst.Space.ID, progress: func(int) {}}
	if err := t.checkStep(stepPut, src, dst); err != nil {
		return nil, err
	}
	made, _, err := t.createCopy(src, dst, p.steps[0].name)
	if err != nil {
		return nil, err
	}
	return made, t.recordCopy(src, dst.Child(made))
}
