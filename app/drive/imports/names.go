package imports

import (
	"strings"

	"anbar/app/base/limits"
	"anbar/app/base/names"

	"golang.org/x/text/unicode/norm"
)

// pathBudget is how many levels of directories, and bytes of their path, there may be below the directory of an import.
type pathBudget struct{ levels, bytes int }

// repairPath splits a path of a source into names that are allowed here. There is at least one, and mended says that the path
// reads another way now. Names that would lie too deep are joined.
func repairPath(p string, directory bool, left pathBudget) (all []names.Name, mended bool) {
	if directory {
		p = strings.TrimSuffix(p, "/")
	}
	all = left.repairNames(strings.Split(p, "/"), directory)
	return all, joinNames(all) != normalize(p)
}

func (left pathBudget) repairNames(parts []string, directory bool) []names.Name {
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

// normalize writes letters that can be written in two ways as names do.
func normalize(p string) string { return norm.NFC.String(p) }

func joinNames(all []names.Name) string {
	parts := make([]string, len(all))
	for i := range all {
		parts[i] = all[i].Text
	}
	return strings.Join(parts, "/")
}
