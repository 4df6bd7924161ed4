package db

import "encoding/json"

// TemplatesOf returns the folder of templates that was chosen for a space; ErrNotFound without one. The folder may be in the
// trash, or have moved to another space.
func (v *View) TemplatesOf(space SpaceID) (NodeID, error) {
	var id NodeID
	err := v.scanRow("SELECT node_id FROM templates WHERE space_id = ?", []any{space}, &id)
	return id, err
}

// FilesOfTypes returns the first files of a directory that have one of the extensions, by name.
func (v *View) FilesOfTypes(parent NodeID, extensions []string, limit int) ([]Node, error) {
	set, err := json.Marshal(extensions)
	if err != nil {
		return nil, err
	}
	return listRows(v, scanChild, "SELECT "+childColumns+" FROM nodes n WHERE n.parent_id = ? AND n.kind = 1 "+
		"AND n.type_key IN (SELECT value FROM json_each(?)) ORDER BY n.sort_key, n.id LIMIT ?", parent, string(set), limit)
}

// PutTemplates chooses the folder of templates of a space; 0 for none.
// home: app/office/editors
func (tx *Tx) PutTemplates(space SpaceID, dir NodeID) error {
	if dir == 0 {
		return tx.exec("DELETE FROM templates WHERE space_id = ?", space)
	}
	return tx.exec("INSERT INTO templates (space_id, node_id) VALUES (?, ?) ON CONFLICT (space_id) DO UPDATE SET node_id = "+
		"excluded.node_id", space, dir)
}
