package imports

import (
	"strings"

	"anbar/app/limits"
	"anbar/app/names"

	"golang.org/x/text/unicode/norm"
)

// room is how many levels of directories, and bytes of their path, there may be below the directory of an import.
type room struct{ levels, bytes int }

// mend splits a path of a source into names that are allowed here. There is at least one, and mended says that the path
// reads another way now. Names that would lie too deep are joined.
func mend(p string, directory bool, left room) (all []names.Name, mended bool) {
	if directory {
		p = strings.TrimSuffix(p, "/")
	}
	all = left.mend(strings.Split(p, "/"), directory)
	return all, joined(all) != plain(p)
}

func (left room) mend(parts []string, directory bool) []names.Name {
	all := make([]names.Name, len(parts))
	fit, fitsJoined, bytes := 0, 0, 0
	for i, part := range parts {
		all[i] = names.Repair(part)
		bytes += len(all[i].Text) + 1
		if fit == i && i < left.levels && bytes <= left.bytes {
			fit++
		}
		if fit == i+1 && i+1 < left.levels && bytes+limits.NameBytes < left.bytes {
			fitsJoined = i + 1
		}
	}
	most := len(parts) - 1 // directories, for a file
	if directory {
		most++
	}
	if fit >= most {
		return all
	}
	if directory {
		fit = fitsJoined
	}
	return append(all[:fit:fit], names.Repair(strings.Join(parts[fit:], "_")))
}

// plain writes letters that can be written in two ways as names do.
func plain(p string) string { return norm.NFC.String(p) }

func joined(all []names.Name) string {
	parts := make([]string, len(all))
	for i := range all {
		parts[i] = all[i].Text
	}
	return strings.Join(parts, "/")
}
