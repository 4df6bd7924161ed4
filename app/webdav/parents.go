package webdav

import (
	"errors"

	"anbar/app/access"
	"anbar/app/files"
	"anbar/app/names"
	"anbar/db"
)

// makesParents reports whether a file that was refused for the lack of its directory asks to have that made. This is an
// extension of Nextcloud 32, which its apps use for servers that say a later version.
func (q *request) makesParents(err error) bool {
	return errors.Is(err, errNoParent) && q.R.Header.Get("X-NC-WebDAV-Auto-Mkcol") == "1"
}

// missing returns the last directory that is there on the way to a file, with the right to make directories in it, and the names
// of those that are not there.
func (q *request) missing(v *db.View) (*access.Item, []names.Name, error) {
	for i := 1; i < len(q.segments); i++ {
		p, err := resolve(v, q.Who, q.tree, q.segments[:i])
		if err != nil {
			return nil, nil, err
		}
		if !p.free() {
			continue
		}
		n, err := p.name()
		if err != nil {
			return nil, nil, clashing(err, p)
		}
		dir, err := p.into(v, q.Who)
		if err != nil {
			return nil, nil, err
		}
		rest := []names.Name{n}
		for _, wanted := range q.segments[i : len(q.segments)-1] {
			n, err := exactName(wanted)
			if err != nil {
				return nil, nil, err
			}
			rest = append(rest, n)
		}
		return dir, rest, q.unlocked(v, p, reach{member: true})
	}
	return nil, nil, errNoParent // a file is on the way
}

// makeParents makes the directories that are missing on the way to a file.
func (q *request) makeParents(tx *db.Tx) error {
	dir, rest, err := q.missing(tx.ReadOnly())
	if err != nil {
		return err
	}
	_, err = files.MakeDirectories(tx, q.Who, dir, rest)
	return err
}
