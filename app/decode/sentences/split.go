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

// split returns the sentences of a document in its order, each once, with the words of each.
func split(doc *extract.Document) []*candidate {
	s := &splitter{seen: map[string]int{}, alone: map[string]int{}, heading: map[string]bool{}}
	headings := guessedHeadings(doc)
	for i, b := range doc.Blocks {
		switch {
		case b.Kind == extract.Heading || headings[i]:
			s.begin(b.Text)
		case b.Kind == extract.Paragraph || b.Kind == extract.Item:
			s.add(i, &b, b.Text)
		case b.Kind == extract.Row:
			for _, cell := range b.Cells {
				if isProse(cell) { // documents are laid out with tables, too
					s.add(i, &b, cell)
				}
			}
		}
	}
	var kept []*candidate
	for _, c := range s.all {
		if s.alone[key(c.Text)] < leastRunning {
			kept = append(kept, c)
		}
	}
	if s.section < leastSections {
		parts(kept)
	}
	last := map[int]int{}
	for i := len(kept) - 1; i >= 0; i-- {
		kept[i].after = last[kept[i].section]
		last[kept[i].section]++
	}
	return kept
}

// leastRunning is how often a line that stands alone is a head or foot of pages.
const leastRunning = 3

func (s *splitter) begin(heading string) {
	s.section, s.index, s.title = s.section+1, 0, shorten(line(heading))
	s.heading = map[string]bool{}
	for _, w := range words(s.title) {
		s.heading[w] = true
	}
}

func (s *splitter) add(i int, b *extract.Block, text string) {
	all := Split(text)
	for _, one := range all {
		k := key(one)
		if len(all) == 1 && (b.Place > 0 || !endsSentence(one)) {
			s.alone[k]++
		}
		if s.seen[k]++; s.seen[k] > 1 || len(s.all) >= maxSentences || !isSentence(one) {
			continue
		}
		c := &candidate{section: s.section, index: s.index, item: b.Kind == extract.Item, words: words(one), heading: s.heading}
		c.Text, c.Place, c.Block, c.Heading, c.order = one, b.Place, i, s.title, len(s.all)
		s.index++
		s.all = append(s.all, c)
	}
}

// key is what two sentences have in common that say the same: their words, however they are written.
func key(text string) string { return strings.Join(tokens(text), " ") }

// leastLine is how many words a line has that is a sentence though no mark ends it.
const leastLine = 6

// isSentence reports whether a text says something: it ends as a sentence, or is too long for a heading or a label.
func isSentence(text string) bool {
	n := len(strings.Fields(text))
	return n >= leastLine || endsSentence(text) && n >= 2
}

func endsSentence(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text, `"'»”’)]`))
	return strings.ContainsRune(".!?؟…", last)
}

// isProse reports whether a cell holds sentences, and is not one of a table.
func isProse(cell string) bool {
	return len(strings.Fields(cell)) >= 2*leastLine && strings.ContainsAny(cell, ".!?؟…")
}

// guessedHeadings are the paragraphs that look like headings. Where most do, none is: a text whose lines are short.
func guessedHeadings(doc *extract.Document) map[int]bool {
	all := map[int]bool{}
	paragraphs := 0
	for i, b := range doc.Blocks {
		if b.Kind != extract.Paragraph {
			continue
		}
		paragraphs++
		if looksLikeHeading(b.Text) || leadsIn(b.Text, doc.Blocks[i+1:]) {
			all[i] = true
		}
	}
	if paragraphs >= 10 && len(all)*5 > paragraphs*4 {
		return nil
	}
	return all
}

const longestTitle = 16 // words

// leadsIn reports whether a line without the end of a sentence stands above a paragraph that is much longer.
func leadsIn(s string, below []extract.Block) bool {
	s = strings.TrimSpace(s)
	last, _ := utf8.DecodeLastRuneInString(s)
	if s == "" || len(below) == 0 || strings.ContainsRune(".!?؟؛;,،…", last) || strings.Contains(s, "\n") ||
		len(strings.Fields(s)) > longestTitle {
		return false
	}
	next := below[0]
	return next.Kind == extract.Paragraph && len(strings.Fields(next.Text)) > 2*longestTitle && endsSentence(next.Text)
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
