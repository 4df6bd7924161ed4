package sentences

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"anbar/decode/extract"
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

// splitter finds the sentences of a document and the headings that they stand below.
type splitter struct {
	all     []*candidate
	seen    map[string]int // by the words
	alone   map[string]int // how often a text is all of a block
	section int
	index   int // among the sentences of the section
	title   string
	heading map[string]bool
}

// splitDocument returns the sentences of a document in its order, each once, with the words of each.
func splitDocument(doc *extract.Document) []*candidate {
	s := &splitter{seen: map[string]int{}, alone: map[string]int{}, heading: map[string]bool{}}
	headings := guessHeadings(doc)
	for i, b := range doc.Blocks {
		switch {
		case b.Kind == extract.Heading || headings[i]:
			s.beginSection(b.Text)
		case b.Kind == extract.Paragraph || b.Kind == extract.Item:
			s.addSentences(i, &b, b.Text)
		case b.Kind == extract.Row:
			for _, cell := range b.Cells {
				if isProse(cell) { // documents are laid out with tables, too
					s.addSentences(i, &b, cell)
				}
			}
		}
	}
	var kept []*candidate
	for _, c := range s.all {
		if s.alone[sentenceKey(c.Text)] < minRepeats {
			kept = append(kept, c)
		}
	}
	if s.section < minSections {
		assignSections(kept)
	}
	last := map[int]int{}
	for i := len(kept) - 1; i >= 0; i-- {
		kept[i].after = last[kept[i].section]
		last[kept[i].section]++
	}
	return kept
}

// minRepeats is how often a line that stands alone is a head or foot of pages.
const minRepeats = 3

func (s *splitter) beginSection(heading string) {
	s.section, s.index, s.title = s.section+1, 0, shorten(collapseSpace(heading))
	s.heading = map[string]bool{}
	for _, w := range stemWords(s.title) {
		s.heading[w] = true
	}
}

func (s *splitter) addSentences(i int, b *extract.Block, text string) {
	all := Split(text)
	for _, one := range all {
		k := sentenceKey(one)
		if len(all) == 1 && (b.Place > 0 || !hasSentenceEnd(one)) {
			s.alone[k]++
		}
		if s.seen[k]++; s.seen[k] > 1 || len(s.all) >= maxSentences || !isSentence(one) {
			continue
		}
		c := &candidate{section: s.section, index: s.index, item: b.Kind == extract.Item, words: stemWords(one), heading: s.heading}
		c.Text, c.Place, c.Block, c.Heading, c.order = one, b.Place, i, s.title, len(s.all)
		s.index++
		s.all = append(s.all, c)
	}
}

// sentenceKey is what two sentences have in common that say the same: their words, however they are written.
func sentenceKey(text string) string { return strings.Join(tokenize(text), " ") }

// minLineWords is how many words a line has that is a sentence though no mark ends it.
const minLineWords = 6

// isSentence reports whether a text says something: it ends as a sentence, or is too long for a heading or a label.
func isSentence(text string) bool {
	n := len(strings.Fields(text))
	return n >= minLineWords || hasSentenceEnd(text) && n >= 2
}

func hasSentenceEnd(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text, `"'»”’)]`))
	return strings.ContainsRune(".!?؟…", last)
}

// isProse reports whether a cell holds sentences, and is not one of a table.
func isProse(cell string) bool {
	return len(strings.Fields(cell)) >= 2*minLineWords && strings.ContainsAny(cell, ".!?؟…")
}

// guessHeadings are the paragraphs that look like headings. Where most do, none is: a text whose lines are short.
func guessHeadings(doc *extract.Document) map[int]bool {
	all := map[int]bool{}
	paragraphs := 0
	for i, b := range doc.Blocks {
		if b.Kind != extract.Paragraph {
			continue
		}
		paragraphs++
		if isLikelyHeading(b.Text) || isLeadIn(b.Text, doc.Blocks[i+1:]) {
			all[i] = true
		}
	}
	if paragraphs >= 10 && len(all)*5 > paragraphs*4 {
		return nil
	}
	return all
}

const maxTitleWords = 16 // words

// isLeadIn reports whether a line without the end of a sentence stands above a paragraph that is much longer.
func isLeadIn(s string, below []extract.Block) bool {
	s = strings.TrimSpace(s)
	last, _ := utf8.DecodeLastRuneInString(s)
	if s == "" || len(below) == 0 || strings.ContainsRune(".!?؟؛;,،…", last) || strings.Contains(s, "\n") ||
		len(strings.Fields(s)) > maxTitleWords {
		return false
	}
	next := below[0]
	return next.Kind == extract.Paragraph && len(strings.Fields(next.Text)) > 2*maxTitleWords && hasSentenceEnd(next.Text)
}

// minSections is how many headings make the sections of a document; of one with fewer the paragraphs do.
const minSections = 3

func assignSections(all []*candidate) {
	index, block := 0, -1
	for _, c := range all {
		if c.Block != block {
			index, block = 0, c.Block
		}
		c.section, c.index = c.Block+1, index
		index++
	}
}

const maxHeadingRunes = 70 // runes

// isLikelyHeading reports whether a paragraph without a style is a heading: short, and without the end of a sentence.
func isLikelyHeading(s string) bool {
	s = strings.TrimSpace(s)
	if s == "" || utf8.RuneCountInString(s) > maxHeadingRunes || strings.Contains(s, "\n") {
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
		l = collapseSpace(l)
		start := 0
		for i, r := range l {
			if i < start || !strings.ContainsRune(".!?؟…", r) {
				continue
			}
			end := i + utf8.RuneLen(r)
			end += closingMarksLen(l[end:])
			if end < len(l) && (l[end] != ' ' || !isSentenceEnd(l[start:i], r, l[end+1:])) {
				continue
			}
			all = appendSentence(all, l[start:end])
			start = min(end+1, len(l))
		}
		all = appendSentence(all, l[start:])
	}
	return all
}

// closingMarksLen returns the length of the marks, quotes and brackets that belong to the end of a sentence before them.
func closingMarksLen(s string) int {
	rest := strings.TrimLeft(s, ".!?؟…\"'»”’)]")
	return len(s) - len(rest)
}

func appendSentence(all []string, s string) []string {
	if s = strings.TrimSpace(s); s != "" {
		all = append(all, s)
	}
	return all
}

// isSentenceEnd reports whether a mark between two texts ends a sentence.
func isSentenceEnd(before string, mark rune, after string) bool {
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

var abbreviations = wordSet(`mr mrs ms dr prof st no nos vs etc e.g i.e inc ltd co corp dept fig figs vol pp approx est jan feb mar apr jun
	jul aug sep sept oct nov dec u.s u.k a.m p.m art sec para para cf al ed eds rev gen hon messrs مهندس ه.ش ه.ق ق.م د`)

func wordSet(s string) map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(s) {
		all[w] = true
	}
	return all
}
