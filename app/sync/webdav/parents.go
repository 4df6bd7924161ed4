package webdav

import (
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/app/drive/files"
	"anbar/db"
)

// shouldCreateParents reports whether a file that was refused for the lack of its directory asks to have that made. This is an
// extension of Nextcloud 32, which its apps use for servers that say a later version.
func (q *request) shouldCreateParents(err error) bool {
	return errors.Is(err, errNoParent) && q.R.Header.Get("X-NC-WebDAV-Auto-Mkcol") == "1"
}

// findMissing returns the last directory that is there on the way to a file, with the right to make directories in it, and the names
// of those that are not there. It fails with TooDeep when these are too many.
func (q *request) findMissing(v *db.View) (*access.Item, []names.Name, error) {
	for i := len(q.segments) - 1; i > 0; i-- {
		if len(q.segments)-i > limits.TreeDepth {
			return nil, nil, fault.TooDeep
		}
		p, err := resolvePath(v, q.Who, q.tree, q.segments[:i])
		if errors.Is(err, errNoParent) {
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		if !p.isFree() {
			break // a file is on the way
		}
		return q.resolveMissing(v, p, q.segments[i:len(q.segments)-1])
	}
	return nil, nil, errNoParent
}

// resolveMissing returns the directory of a free name, and that name with those below it, which all fit there.
func (q *request) resolveMissing(v *db.View, p *place, further []string) (*access.Item, []names.Name, error) {
	n, err := p.parseName()
	if err != nil {
		return nil, nil, withClashName(err, p)
	}
	dir, err := p.authorizeParent(v, q.Who)
	if err != nil {
		return nil, nil, err
	}
	all := []names.Name{n}
	for _, wanted := range further {
		if n, err = parseExactName(wanted); err != nil {
			return nil, nil, err
		}
		all = append(all, n)
	}
	if err := files.CheckDepth(dir, all); err != nil {
		return nil, nil, err
	}
	return dir, all, q.checkLocks(v, p, lockScope{member: true})
}

// createParents makes the directories that are missing on the way to a file.
func (q *request) createParents(tx *db.Tx) error {
	dir, rest, err := q.findMissing(tx.ReadOnly())
	if err != nil {
		return err
	}
	_, err = files.CreateDirectories(tx, q.Who, dir, rest)
	return err
}
