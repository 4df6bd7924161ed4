package files

import (
	"strings"

	"anbar/app/access"
	"anbar/db"
)

// PresentAll shows a directory with the names of everybody who stands beside
// the children.
func PresentAll(v *db.View, dir *access.Item, children []db.Node) (*Listed, error) {
	return presentAll(v, dir, children)
}

// ChildFile writes a file that lies directly in the directory as the API shows it.
func (l *Listed) ChildFile(n *db.Node, rules []access.Rule) File { return l.file(n, rules) }

// ChildDirectory writes a directory that lies directly in the directory as the
// API shows it.
func (l *Listed) ChildDirectory(n *db.Node, rules []access.Rule) Directory {
	return l.directory(n, strings.TrimSuffix(l.path(), "/")+"/"+n.Name, rules)
}

// Own writes the directory itself as the API shows it.
func (l *Listed) Own(rules []access.Rule) Directory { return l.directory(l.Node, l.path(), rules) }
