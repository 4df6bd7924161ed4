package search

import (
	"strings"
	"unicode"

	"anbar/app/base/names"
)

const (
	maxWord = 64 // bytes; longer words are not typed in a search
	joiner  = '\u200c'
)

// wordsOf returns the words of a text in search form: folded, each once. A word with
// joiners is included as a whole and in its parts.
func wordsOf(text string) string {
	var b strings.Builder
	seen := map[string]struct{}{}
	add := func(s string) {
		w := names.SearchKey(s)
		if _, known := seen[w]; known || w == "" || len(w) > maxWord {
			return
		}
		seen[strings.Clone(w)] = struct{}{}
		b.WriteString(w)
		b.WriteByte(' ')
	}
	for w := range strings.FieldsFuncSeq(text, isSeparator) {
		add(w)
		if strings.ContainsRune(w, joiner) {
			for part := range strings.SplitSeq(w, string(joiner)) {
				add(part)
			}
		}
	}
	return b.String()
}

// isSeparator reports whether a rune separates words.
func isSeparator(r rune) bool {
	return !names.IsWordRune(r) && r != joiner && r != 'ـ' && !unicode.Is(unicode.M, r)
}

// contentWords returns the words of a query in the form in which texts are searched.
func contentWords(query []string) []string {
	var all []string
	for _, w := range query {
		all = append(all, strings.FieldsFunc(w, func(r rune) bool { return !names.IsWordRune(r) })...)
	}
	return all
}
