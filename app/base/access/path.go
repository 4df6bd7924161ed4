package access

import (
	"strings"

	"anbar/db"
)

// Path is the way that leads through the directories, in words: "/a/b", and "/"
// for a root.
func Path(steps []db.Ancestor) string {
	var b strings.Builder
	for _, s := range steps[min(1, len(steps)):] {
		b.WriteString("/" + s.Name)
	}
	if b.Len() == 0 {
		return "/"
	}
	return b.String()
}
