package archive

import (
	"path"
	"slices"
	"strings"
	"unicode"
)

// films are the endings of the moving part of a live picture.
var films = []string{".mp4", ".mov", ".m4v", ".mp", ".mv"}

// dateRelated gives the dates of pictures to the files that belong to one and have no JSON file of their
// own: what Google Photos made of it, and the film of a live picture.
func (p *photos) dateRelated() {
	for dir, there := range p.files {
		pictures := map[string][]string{} // by their names without ending
		for name := range there {
			if _, dated := p.taken[path.Join(dir, name)]; dated {
				stem := strings.TrimSuffix(name, path.Ext(name))
				pictures[stem] = append(pictures[stem], name)
			}
		}
		for name := range there {
			full := path.Join(dir, name)
			if _, dated := p.taken[full]; dated {
				continue
			}
			if kin := findPicture(name, pictures); kin != "" {
				p.taken[full] = p.taken[path.Join(dir, kin)]
			}
		}
	}
}

// findPicture returns the picture that a file belongs to; empty when there is none, or more than one.
func findPicture(name string, pictures map[string][]string) string {
	ext := strings.ToLower(path.Ext(name))
	stem := strings.TrimSuffix(name, path.Ext(name))
	isFilm := slices.Contains(films, ext)
	if isFilm && len(pictures[stem]) == 1 {
		return pictures[stem][0]
	}
	found := ""
	for _, other := range pictures[trimEditWord(stem)] {
		if strings.ToLower(path.Ext(other)) != ext && !isFilm {
			continue
		}
		if found != "" {
			return ""
		}
		found = other
	}
	return found
}

// trimEditWord takes the word off that Google Photos adds in the language of the account, before the
// number of the second of a name: "-edited", "-bearbeitet", "-ha editado", "-編集済み".
func trimEditWord(stem string) string {
	rest, number := splitNumber(stem)
	i := strings.LastIndexByte(rest, '-')
	if i <= 0 || i+1 == len(rest) || strings.ContainsFunc(rest[i+1:], func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && r != ' ' && r != '\u200c'
	}) {
		return ""
	}
	return rest[:i] + number
}
