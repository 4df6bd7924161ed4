package db

import "database/sql"

// CloseShares ends the access that the user gave to others: it deletes the links and
// upload boxes that they made, makes the workspaces that they own private, and gives
// all other members there the built-in role none and no custom roles.
// home: app/identity/accounts
func (tx *Tx) CloseShares(user UserID, none string) error {
	if err := tx.closeLinks(user); err != nil {
		return err
	}
	if err := tx.closeBoxes(user); err != nil {
		return err
	}
	spaces, err := listRows(&tx.View, func(r *sql.Rows, id *SpaceID) error { return r.Scan(id) },
		"SELECT id FROM spaces WHERE owner_id = ? AND deleted_at IS NULL", user)
	if err != nil {
		return err
	}
	for _, id := range spaces {
		if err := tx.closeSpace(id, user, none); err != nil {
			return err
		}
	}
	return nil
}

func (tx *Tx) closeLinks(user UserID) error {
	links, err := listRows(&tx.View, scanString, "SELECT id FROM links WHERE created_by = ? AND deleted_at IS NULL", user)
	if err != nil {
		return err
	}
	for _, id := range links {
		if err := tx.UpdateLinkDeleted(id); err != nil {
			return err
		}
	}
	return nil
}

func (tx *Tx) closeBoxes(user UserID) error {
	boxes, err := listRows(&tx.View, func(r *sql.Rows, b *Box) error { return r.Scan(&b.ID, &b.Node) },
		"SELECT id, node_id FROM boxes WHERE created_by = ? AND deleted_at IS NULL", user)
	if err != nil {
		return err
	}
	for i := range boxes {
		if err := tx.UpdateBoxDeleted(&boxes[i]); err != nil {
			return err
		}
	}
	return nil
}

func scanString(r *sql.Rows, s *string) error { return r.Scan(s) }

func (tx *Tx) closeSpace(id SpaceID, owner UserID, none string) error {
	if err := tx.exec("UPDATE spaces SET access = 'private' WHERE id = ?", id); err != nil {
		return err
	}
	others, err := listRows(&tx.View, func(r *sql.Rows, u *UserID) error { return r.Scan(u) },
		"SELECT user_id FROM members WHERE space_id = ? AND user_id <> ?", id, owner)
	if err != nil {
		return err
	}
	for _, u := range others {
		if err := tx.exec("DELETE FROM role_members WHERE user_id = ? AND role_id IN (SELECT id FROM roles WHERE space_id = ?)", u,
			id); err != nil {
			return err
		}
		if err := tx.UpdateMemberRole(id, u, none); err != nil {
			return err
		}
	}
	return nil
}
