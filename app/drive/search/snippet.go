package search

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"anbar/app/base/names"
	"anbar/decode/extract"
)

const (
	stretchSize = 4096 // bytes of a text that are looked at together
	snippetLead = 50   // UTF-16 units before the first word
	snippetLen  = 200  // of a snippet
)

// snippetOf cuts the piece out of a text that has the most of the words close together.
func snippetOf(text string, words []string) *Snippet {
	at, before := findBestStretch(text, words)
	units := utf16.Encode([]rune(strings.Map(flattenSpace, at)))
	marks := names.FindWordMarks(at, words)
	first := 0
	if len(marks) > 0 {
		first = max(0, marks[0][0]-snippetLead)
	}
	first = snapToWord(units, first, +1)
	end := snapToWord(units, min(len(units), first+snippetLen), -1)
	if end <= first {
		end = min(len(units), first+snippetLen)
	}
	s := &Snippet{Text: string(utf16.Decode(units[first:end])), Marks: []names.Range{}, Place: placeOf(text, before, at, marks)}
	for _, m := range marks {
		if from, to := max(m[0], first), min(m[1], end); from < to {
			s.Marks = append(s.Marks, names.Range{from - first, to - first})
		}
	}
	return s
}

// placeOf counts the ends of places before the first mark in a piece of a text. A text without such ends has no places.
func placeOf(text string, before int, at string, marks []names.Range) int {
	if !strings.ContainsRune(text, extract.PlaceEnd) {
		return 0
	}
	place := 1 + strings.Count(text[:before], string(extract.PlaceEnd))
	if len(marks) == 0 {
		return place
	}
	units := 0
	for _, r := range at {
		if units >= marks[0][0] {
			break
		}
		if r == extract.PlaceEnd {
			place++
		}
		units += max(1, utf16.RuneLen(r))
	}
	return place
}

// flattenSpace makes one line of a text without moving anything in it.
func flattenSpace(r rune) rune {
	if unicode.IsSpace(r) || unicode.IsControl(r) {
		return ' '
	}
	return r
}

// snapToWord moves a cut to where a word ends, when one does soon.
func snapToWord(units []uint16, at, step int) int {
	if at == 0 || at >= len(units) {
		return at
	}
	for i := at; i > 0 && i < len(units) && (i-at)*step < 20; i += step {
		if units[i-1] == ' ' {
			return i
		}
	}
	if utf16.IsSurrogate(rune(units[at])) {
		at += step
	}
	return at
}

// findBestStretch is the first stretch of a text with the most of the words in it, and where it begins.
func findBestStretch(text string, words []string) (at string, before int) {
	var found, key []byte
	most := -1
	for from := 0; from < len(text); {
		part := truncate(text[from:], stretchSize)
		key = names.AppendSearchKey(key[:0], part)
		n := 0
		for _, w := range words {
			if found = []byte(w); bytes.Contains(key, found) {
				n++
			}
		}
		if n > most {
			most, at, before = n, part, from
		}
		if n == len(words) {
			break
		}
		from += len(part)
	}
	return at, before
}

// truncate is the beginning of a text, at most so many bytes, of whole runes and, when
// that is possible, whole words.
func truncate(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	if i := strings.LastIndexByte(s[:most], ' '); i > most/2 {
		return s[:i+1]
	}
	return s[:most]
}
