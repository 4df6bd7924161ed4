package db

import "errors"

// Install returns the id of this installation, 12 lower-case hex digits. A restore from a backup keeps it.
func (v *View) Install() (string, error) {
	var id string
	err := v.scanRow("SELECT value FROM settings WHERE key = 'install'", nil, &id)
	return id, err
}

// LastRestoreID returns the id of the last restore from a backup, and nothing before the first. Clients that synchronize must not
// take files for deleted that they have and a restored server lacks, so they are told when it changes.
func (v *View) LastRestoreID() (string, error) {
	var id string
	err := v.scanRow("SELECT value FROM settings WHERE key = 'restored'", nil, &id)
	if errors.Is(err, ErrNotFound) {
		return "", nil
	}
	return id, err
}

const putRestored = "INSERT INTO settings (key, value) VALUES ('restored', lower(hex(randomblob(6)))) ON CONFLICT (key) " +
	"DO UPDATE SET value = excluded.value"

// PutRestored notes that the database was restored from a backup, under a new id.
// home: app/operation/backup
func (tx *Tx) PutRestored() error { return tx.exec(putRestored) }

// PutProgram notes the version of the program that has the database open, for older ones that find it.
// home: app
func (tx *Tx) PutProgram(version string) error {
	return tx.exec("INSERT INTO settings (key, value) VALUES ('program', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value "+
		"WHERE value <> excluded.value", version)
}
