// Package ui holds the built user interface.
package ui

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Files is the built user interface. It is empty, but for a hidden file, when
// the program was built without it.
func Files() fs.FS {
	sub, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // only for a path that is not valid
	}
	return sub
}
