package webdav

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"math"
	"strconv"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/conditional"
	"anbar/db"
)

// era names the installation and the last restore of it.
type era string

func loadEra(v *db.View) (era, error) {
	install, err := v.Install()
	if err != nil {
		return "", err
	}
	restored, err := v.LastRestoreID()
	return era(install + restored), err
}

// fileTag is the entity tag of a file: each content is a version of its own.
func fileTag(n *db.Node) string { return `"` + n.Version.String() + `"` }

// directoryTag is the entity tag of a directory.
func (e era) directoryTag(n *db.Node, sp *db.Space) string {
	return `"` + strconv.FormatInt(n.Tree, 36) + "-" + strconv.FormatInt(sp.Rights, 36) + "-" + string(e) + `"`
}

// computeTag is the entity tag of a place; empty for a name that is free. That of a file changes with its content; that of a
// directory with anything in it, with what people may do in the workspace, and with a restore from a backup.
func (p *place) computeTag(v *db.View, who access.Actor) (string, error) {
	if p.item != nil && p.item.Kind == db.File {
		return fileTag(p.item.Node), nil
	}
	era, err := loadEra(v)
	if err != nil || p.isFree() {
		return "", err
	}
	tag, err := era.computeRootTag(v, who, p.root, p.item)
	if tag == "" && p.item != nil {
		tag = era.directoryTag(p.item.Node, p.item.Space)
	}
	return tag, err
}

// loadState is what preconditions are evaluated against.
func (p *place) loadState(v *db.View, who access.Actor) (s conditional.State, err error) {
	if s.Exists = !p.isFree(); !s.Exists {
		return s, nil
	}
	if s.ETag, err = p.computeTag(v, who); err != nil || p.item == nil {
		return s, err
	}
	e := &Entry{Node: p.item.Node}
	err = LoadFacts(v, who, []*Entry{e})
	s.Modified = p.tree.reportedTime(e.ModifiedAt())
	return s, err
}

// ClampTime is a time within those that sync apps take: they refuse a file from before 1970 or after 2106, at every sync.
func ClampTime(t time.Time) time.Time {
	return time.Unix(min(max(t.Unix(), 1), math.MaxUint32), 0).UTC()
}

// reportedTime is a time as programs are told it, whichever way they ask.
func (t *Tree) reportedTime(at time.Time) time.Time {
	if t != nil && t.ClampTimes {
		return ClampTime(at)
	}
	return at
}

// computeRootTag is the entity tag of a root that covers its mounts; empty for any other place.
func (e era) computeRootTag(v *db.View, who access.Actor, r *Root, it *access.Item) (string, error) {
	if r == nil || !r.TagCoversMounts {
		return "", nil
	}
	sum := sha256.New()
	if err := e.hashRoot(v, who, r, it, sum); err != nil {
		return "", err
	}
	return fmt.Sprintf(`"%x"`, sum.Sum(nil)[:16]), nil
}

func (e era) hashRoot(v *db.View, who access.Actor, r *Root, it *access.Item, sum hash.Hash) error {
	fmt.Fprintf(sum, "%s\x00%s", r.Name, e)
	if it != nil {
		io.WriteString(sum, e.directoryTag(it.Node, it.Space))
	}
	mounts, err := r.loadMounts(v, who)
	if err != nil {
		return err
	}
	for _, m := range mounts {
		at, err := m.loadItem(v, who)
		if err != nil {
			return err
		}
		if at != nil && at.Kind == db.File {
			fmt.Fprintf(sum, "%s\x00%s", m.Name, fileTag(at.Node))
			continue
		}
		if err := e.hashRoot(v, who, m, at, sum); err != nil {
			return err
		}
	}
	return nil
}
