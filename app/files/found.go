package files

import (
	"anbar/app/access"
	"anbar/db"
)

// ShowOne is what is shown of an item that was loaded, also out of a trash.
func ShowOne(v *db.View, it *access.Item) (*Listed, error) { return present(v, it) }

// DirectoryJSON writes a directory, with what may be done to it where it lies.
func (l *Listed) DirectoryJSON() Directory {
	if l.InTrash() {
		return l.Own(l.ItemRules(access.Trash))
	}
	return l.own()
}

// FileJSON writes a file, with what may be done to it where it lies.
func (l *Listed) FileJSON() File {
	if l.InTrash() {
		return l.file(l.Node, l.ItemRules(access.Trash))
	}
	return l.JSON()
}

// Way is the directories that lead to the item, from the root down.
func (l *Listed) Way() []Step { return l.steps()[:len(l.Path)-1] }

// Steps is the way from the root down to the item itself.
func (l *Listed) Steps() []Step { return l.steps() }
