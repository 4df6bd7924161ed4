package db

import (
	"database/sql"
	"errors"
	"math/rand/v2"
)

// SampleFile is a file with somebody who may download it.
type SampleFile struct {
	ID, Parent NodeID
	Space      SpaceID
	User       UserID
	Hash       Hash // of its content
	Size       int64
}

// SampleFiles returns files outside the trash that their owners can reach: the newest ones first, then some at random. There may be fewer
// than asked for, also where more are there.
func (v *View) SampleFiles(newest, random int) ([]SampleFile, error) {
	var first, last NodeID
	if err := v.scanRow("SELECT coalesce(min(id), 0), coalesce(max(id), 0) FROM nodes", nil, &first, &last); err != nil {
		return nil, err
	}
	var all []SampleFile
	known := map[NodeID]bool{}
	add := func(found []SampleNode) error {
		for _, n := range found {
			if known[n.ID] {
				continue
			}
			known[n.ID] = true
			f, err := v.sampleFile(n.ID)
			if errors.Is(err, ErrNotFound) {
				continue // in the trash, or nobody can sign in for it
			}
			if err != nil {
				return err
			}
			all = append(all, f)
		}
		return nil
	}
	found, err := v.findFiles("id <= ?1 ORDER BY id DESC", last, newest)
	if err == nil {
		err = add(found)
	}
	for range random {
		if err != nil || first == last {
			break
		}
		if found, err = v.findFiles("id >= ?1 ORDER BY id", first+rand.N(last-first+1), 1); err == nil {
			err = add(found)
		}
	}
	return all, err
}

func (v *View) findFiles(where string, from NodeID, limit int) ([]SampleNode, error) {
	return listRows(v, func(r *sql.Rows, n *SampleNode) error { return r.Scan(&n.ID) },
		"SELECT id FROM nodes WHERE kind = ?2 AND parent_id IS NOT NULL AND "+where+" LIMIT ?3", from, File, limit)
}

// sampleFile reads a file with the owner of the root that it lies below; ErrNotFound where that cannot sign in, or is a trash.
func (v *View) sampleFile(id NodeID) (f SampleFile, err error) {
	err = v.scanRow(`WITH RECURSIVE up (at) AS (SELECT ?1 UNION ALL
			SELECT n.parent_id FROM up JOIN nodes n ON n.id = up.at WHERE n.parent_id IS NOT NULL)
		SELECT f.id, f.parent_id, f.space_id, u.id, f.hash, f.size
		FROM up JOIN nodes r ON r.id = up.at AND r.parent_id IS NULL AND r.root IN ('shared', 'my')
		JOIN nodes f ON f.id = ?1 AND f.hash IS NOT NULL
		JOIN spaces s ON s.id = f.space_id AND s.deleted_at IS NULL
		JOIN users u ON u.id = coalesce(r.owner_id, s.owner_id) AND u.disabled_at IS NULL`,
		[]any{id}, &f.ID, &f.Parent, &f.Space, &f.User, &f.Hash, &f.Size)
	return f, err
}
