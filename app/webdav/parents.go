package webdav

import (
	"errors"

	"anbar/app/access"
	"anbar/app/fault"
	"anbar/app/files"
	"anbar/app/limits"
	"anbar/app/names"
	"anbar/db"
)

// makesParents reports whether a file that was refused for the lack of its directory asks to have that made. This is an
// extension of Nextcloud 32, which its apps use for servers that say a later version.
func (q *request) makesParents(err error) bool {
	return errors.Is(err, errNoParent) && q.R.Header.Get("X-NC-WebDAV-Auto-Mkcol") == "1"
}

// missing returns the last directory that is there on the way to a file, with the right to make directories in it, and the names
// of those that are not there. It fails with TooDeep when these are too many.
func (q *request) missing(v *db.View) (*access.Item, []names.Name, error) {
	for i := len(q.segments) - 1; i > 0; i-- {
		if len(q.segments)-i > limits.TreeDepth {
			return nil, nil, fault.TooDeep
		}
		p, err := resolve(v, q.Who, q.tree, q.segments[:i])
		if errors.Is(err, errNoParent) {
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		if !p.free() {
			break // a file is on the way
		}
		return q.below(v, p, q.segments[i:len(q.segments)-1])
	}
	return nil, nil, errNoParent
}

// below returns the directory of a free name, and that name with those below it, which all fit there.
func (q *request) below(v *db.View, p *place, further []string) (*access.Item, []names.Name, error) {
	n, err := p.name()
	if err != nil {
		return nil, nil, clashing(err, p)
	}
	dir, err := p.into(v, q.Who)
	if err != nil {
		return nil, nil, err
	}
	all := []names.Name{n}
	for _, wanted := range further {
		if n, err = exactName(wanted); err != nil {
			return nil, nil, err
		}
		all = append(all, n)
	}
	if err := files.CheckDepth(dir, all); err != nil {
		return nil, nil, err
	}
	return dir, all, q.unlocked(v, p, reach{member: true})
}

// makeParents makes the directories that are missing on the way to a file.
func (q *request) makeParents(tx *db.Tx) error {
	dir, rest, err := q.missing(tx.ReadOnly())
	if err != nil {
		return err
	}
	_, err = files.CreateDirectories(tx, q.Who, dir, rest)
	return err
}
