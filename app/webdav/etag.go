package webdav

import (
	"strconv"

	"anbar/db"
)

// era names the installation and the last restore of it.
type era string

func eraOf(v *db.View) (era, error) {
	install, err := v.Install()
	if err != nil {
		return "", err
	}
	restored, err := v.Restored()
	return era(install + restored), err
}

// fileTag is the entity tag of a file: each content is a version of its own.
func fileTag(n *db.Node) string { return `"` + n.Version.String() + `"` }

// directoryTag is the entity tag of a directory.
func (e era) directoryTag(n *db.Node, sp *db.Space) string {
	return `"` + strconv.FormatInt(n.Tree, 36) + "-" + strconv.FormatInt(sp.Rights, 36) + "-" + string(e) + `"`
}
