package files

import (
	"anbar/app/access"
	"anbar/db"
)

// ShowOne is what is shown of an item that was loaded.
func ShowOne(v *db.View, it *access.Item) (*Listed, error) { return present(v, it) }

// DirectoryJSON writes a directory as the API shows it.
func (l *Listed) DirectoryJSON() Directory { return l.own() }

// Steps is the way from the root down to the item itself.
func (l *Listed) Steps() []Step { return l.steps() }
