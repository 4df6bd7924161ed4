package sentences

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"anbar/app/decode/extract"
)

// candidate is a sentence that may be chosen.
type candidate struct {
	Sentence
	section  int  // which heading it stands below, from 1
	index    int  // among the sentences of its section
	after    int  // sentences of its section that come after it
	item     bool // of a list
	order    int  // in the document
	words    []string
	heading  map[string]bool // the words of its headings
	vector   []term          // by id
	features float64
	score    float64
}

const maxSentences = 12_000

// split returns the sentences of a document in its order, with the words of each.
func split(doc *extract.Document) []*candidate {
	var all []*candidate
	seen := map[string]int{}
	section, index, title := 0, 0, ""
	heading := map[string]bool{}
	for i, b := range doc.Blocks {
		switch {
		case b.Kind == extract.Heading || b.Kind == extract.Paragraph && looksLikeHeading(b.Text):
			section, index, title = section+1, 0, shorten(line(b.Text))
			heading = map[string]bool{}
			for _, w := range words(title) {
				heading[w] = true
			}
		case b.Kind == extract.Paragraph || b.Kind == extract.Item:
			for _, text := range Split(b.Text) {
				if seen[text]++; seen[text] > 1 || len(all) >= maxSentences {
					continue // heads and feet of pages stand on each of them
				}
				c := &candidate{section: section, index: index, item: b.Kind == extract.Item, words: words(text), heading: heading}
				c.Text, c.Place, c.Block, c.Heading, c.order = text, b.Place, i, title, len(all)
				index++
				all = append(all, c)
			}
		}
	}
	var kept []*candidate
	for _, c := range all {
		if seen[c.Text] < 3 {
			kept = append(kept, c)
		}
	}
	if section < leastSections {
		parts(kept)
	}
	last := map[int]int{}
	for i := len(kept) - 1; i >= 0; i-- {
		kept[i].after = last[kept[i].section]
		last[kept[i].section]++
	}
	return kept
}

// leastSections is how many headings make the sections of a document; of one with fewer the paragraphs do.
const leastSections = 3

func parts(all []*candidate) {
	index, block := 0, -1
	for _, c := range all {
		if c.Block != block {
			index, block = 0, c.Block
		}
		c.section, c.index = c.Block+1, index
		index++
	}
}

const longestHeading = 70 // runes

// looksLikeHeading reports whether a paragraph without a style is a heading: short, and without the end of a sentence.
func looksLikeHeading(s string) bool {
	s = strings.TrimSpace(s)
	if s == "" || utf8.RuneCountInString(s) > longestHeading || strings.Contains(s, "\n") {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(s)
	if strings.ContainsRune(".!?؟؛;,،…", last) || !strings.ContainsFunc(s, unicode.IsLetter) {
		return false
	}
	return len(strings.Fields(s)) <= 10 && !strings.ContainsAny(strings.TrimRight(s, ":"), ":") && !strings.Contains(s, "،")
}

// Split cuts a text into its sentences. Line breaks end them, too.
func Split(text string) []string {
	var all []string
	for l := range strings.Lines(text) {
		l = line(l)
		start := 0
		for i, r := range l {
			if i < start || !strings.ContainsRune(".!?؟…", r) {
				continue
			}
			end := i + utf8.RuneLen(r)
			end += closingMarks(l[end:])
			if end < len(l) && (l[end] != ' ' || !ends(l[start:i], r, l[end+1:])) {
				continue
			}
			all = appendSentence(all, l[start:end])
			start = min(end+1, len(l))
		}
		all = appendSentence(all, l[start:])
	}
	return all
}

// closingMarks returns the length of the marks, quotes and brackets that belong to the end of a sentence before them.
func closingMarks(s string) int {
	rest := strings.TrimLeft(s, ".!?؟…\"'»”’)]")
	return len(s) - len(rest)
}

func appendSentence(all []string, s string) []string {
	if s = strings.TrimSpace(s); s != "" {
		all = append(all, s)
	}
	return all
}

// ends reports whether a mark between two texts ends a sentence.
func ends(before string, mark rune, after string) bool {
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(after, "\"'«“‘(["))
	if unicode.IsLower(next) {
		return false // an abbreviation or a mark within a sentence
	}
	if mark != '.' {
		return true
	}
	last := before[strings.LastIndexAny(before, " («\"")+1:]
	if n := utf8.RuneCountInString(strings.TrimFunc(last, unicode.IsPunct)); n == 1 && !unicode.IsDigit([]rune(last)[0]) {
		return false // an initial, or the sign of a page
	}
	if strings.TrimFunc(last, func(r rune) bool { return unicode.IsDigit(r) || r == '-' || r == '.' }) == "" && last == before {
		return false // the number of an item
	}
	return !abbreviations[strings.ToLower(strings.Trim(last, ".,"))]
}

var abbreviations = set(`mr mrs ms dr prof st no nos vs etc e.g i.e inc ltd co corp dept fig figs vol pp approx est jan feb mar apr jun
	jul aug sep sept oct nov dec u.s u.k a.m p.m art sec para para cf al ed eds rev gen hon messrs مهندس ه.ش ه.ق ق.م د`)

func set(s string) map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(s) {
		all[w] = true
	}
	return all
}
