package sentences

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"anbar/decode/extract"
)

// sample is a document with what its readers want to know. A fact is a list of alternatives, each a list of words that
// all have to stand in one chosen sentence.
type sample struct {
	name  string
	doc   extract.Document
	lines []string // sentences in their order
	facts [][]string
	noise map[string]bool // sentences that are never to be chosen
	tuned bool            // the weights were tuned on it
}

// samples reads the documents of testdata. In a line "#" begins a heading, "@" a line of a slide, "|" a row, "!" a
// fact, "~" a paragraph of noise, and anything else a paragraph.
func samples(t *testing.T) []*sample {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no documents", err)
	}
	var all []*sample
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		language := filepath.Base(file)[:3]
		var s *sample
		for l := range strings.Lines(string(b)) {
			l = strings.TrimSpace(l)
			mark, rest, _ := strings.Cut(l, " ")
			switch {
			case mark == "==":
				s = &sample{name: language + rest, noise: map[string]bool{}}
				s.tuned = strings.HasSuffix(rest, "1") || strings.HasSuffix(rest, "3")
				all = append(all, s)
			case l != "":
				s.add(mark, rest, l)
			}
		}
	}
	return all
}

func (s *sample) add(mark, rest, whole string) {
	d := &s.doc
	place := 0
	if n := len(d.Blocks); n > 0 {
		place = d.Blocks[n-1].Place
	}
	paged := strings.Contains(s.name, "slides") || strings.Contains(s.name, "sheet")
	switch mark {
	case "!":
		var fact []string
		for one := range strings.SplitSeq(rest, "|") {
			fact = append(fact, strings.TrimSpace(one))
		}
		s.facts = append(s.facts, fact)
	case "#":
		if paged {
			place++
		}
		if strings.Contains(s.name, "sheet") {
			d.Names = append(d.Names, rest)
			d.Blocks = append(d.Blocks, extract.Block{Kind: extract.Note, Place: place, Text: rest})
			return
		}
		d.Blocks = append(d.Blocks, extract.Block{Kind: extract.Heading, Level: 1, Place: place, Text: rest})
	case "@":
		d.Blocks = append(d.Blocks, extract.Block{Kind: extract.Item, Place: place, Text: rest})
	case "|":
		b := extract.Block{Kind: extract.Row, Place: place}
		for cell := range strings.SplitSeq(rest, "|") {
			b.Cells = append(b.Cells, strings.TrimSpace(cell))
		}
		d.Blocks = append(d.Blocks, b)
	default:
		text := whole
		if mark == "~" {
			text = rest
		}
		d.Blocks = append(d.Blocks, extract.Block{Kind: extract.Paragraph, Text: text})
		for _, one := range Split(text) {
			s.lines = append(s.lines, one)
			s.noise[one] = mark == "~"
		}
	}
}

// holds reports whether a sentence tells a fact.
func holds(sentence string, fact []string) bool {
	text := " " + strings.Join(tokenize(sentence), " ") + " "
	return slices.ContainsFunc(fact, func(alternative string) bool {
		for word := range strings.FieldsSeq(alternative) {
			w := " " + strings.Join(tokenize(word), " ")
			if _, err := strconv.Atoi(w[len(w)-1:]); err == nil {
				w += " " // a number is whole
			}
			if !strings.Contains(text, w) {
				return false
			}
		}
		return true
	})
}

func (s *sample) found(chosen []string) int {
	n := 0
	for _, fact := range s.facts {
		if slices.ContainsFunc(chosen, func(one string) bool { return holds(one, fact) }) {
			n++
		}
	}
	return n
}

// oracle chooses the sentences that tell the most facts, each time the one that adds most.
func (s *sample) oracle(n int) []string {
	var chosen []string
	for range n {
		best, top := "", s.found(chosen)
		for _, one := range s.lines {
			if got := s.found(append(slices.Clip(chosen), one)); got > top {
				best, top = one, got
			}
		}
		chosen = append(chosen, best)
	}
	return chosen
}

// The bars of docs/benchmarks.md.
const (
	leastOfOracle  = 0.75
	leastOfHeldOut = 0.70
	leastOverLead  = 1.25
)

// score adds up the facts of some documents.
type score struct{ documents, ours, lead, oracle int }

func (s *score) add(ours, lead, oracle int) {
	s.documents++
	s.ours, s.lead, s.oracle = s.ours+ours, s.lead+lead, s.oracle+oracle
}

func (s *score) line(name string) string {
	return fmt.Sprintf("| %s | %d | %d | %d | %d | %.2f | %.2f |", name, s.documents, s.ours, s.lead, s.oracle,
		float64(s.ours)/float64(s.oracle), float64(s.ours)/float64(max(1, s.lead)))
}

func TestKeySentencesTellFacts(t *testing.T) {
	scores := map[string]*score{}
	ratio, documents := 0.0, 0
	for _, s := range samples(t) {
		if len(s.lines) == 0 {
			continue
		}
		if len(s.lines) < 40 || len(s.facts) != 10 {
			t.Errorf("%s has %d sentences and %d facts", s.name, len(s.lines), len(s.facts))
		}
		for _, fact := range s.facts {
			if !slices.ContainsFunc(s.lines, func(l string) bool { return holds(l, fact) }) {
				t.Errorf("%s: no sentence tells %q", s.name, fact)
			}
		}
		var chosen []string
		for _, one := range Choose(&s.doc, extract.Word, DefaultCount).Sentences {
			chosen = append(chosen, one.Text)
			if s.noise[one.Text] {
				t.Errorf("%s: noise was chosen: %s", s.name, one.Text)
			}
		}
		if len(chosen) != DefaultCount {
			t.Errorf("%s: %d sentences", s.name, len(chosen))
		}
		ours, lead, oracle := s.found(chosen), s.found(s.lines[:DefaultCount]), s.found(s.oracle(DefaultCount))
		half := "tuned on"
		if !s.tuned {
			half = "held out"
		}
		kind := s.name[:strings.LastIndex(s.name, "-")]
		for _, name := range []string{kind, half, s.name[:2], "all"} {
			if scores[name] == nil {
				scores[name] = &score{}
			}
			scores[name].add(ours, lead, oracle)
		}
		ratio += float64(ours) / float64(oracle)
		documents++
		if testing.Verbose() {
			t.Logf("%s: %d of %d, lead %d\n\t%s", s.name, ours, oracle, lead, strings.Join(chosen, "\n\t"))
		}
	}
	var lines []string
	for name, s := range scores {
		lines = append(lines, s.line(name))
	}
	slices.Sort(lines)
	t.Log("\n| documents | number | facts found | by the first five sentences | by the best five | share of the best | " +
		"times the first five |\n" + strings.Join(lines, "\n"))
	for name, least := range map[string]float64{"all": leastOfOracle, "held out": leastOfHeldOut} {
		s := scores[name]
		if got := float64(s.ours) / float64(s.oracle); got < least {
			t.Errorf("%s: %.2f of the best choice, less than %.2f", name, got, least)
		}
		if got := float64(s.ours) / float64(max(1, s.lead)); got < leastOverLead {
			t.Errorf("%s: %.2f times the first five sentences, less than %.2f", name, got, leastOverLead)
		}
	}
	if got := ratio / float64(documents); got < leastOfOracle {
		t.Errorf("%.2f of the best choice on average, less than %.2f", got, leastOfOracle)
	}
}

func TestSlidesAndSheetsTellFacts(t *testing.T) {
	seen := 0
	for _, s := range samples(t) {
		if len(s.lines) > 0 {
			continue
		}
		seen++
		var said []string
		r := Choose(&s.doc, extract.Slides, DefaultCount)
		for _, one := range r.Titles {
			said = append(said, one.Text)
		}
		for _, sheet := range r.Sheets {
			said = append(said, fmt.Sprintf("%s %d", sheet.Name, sheet.Rows))
			for _, c := range sheet.Columns {
				if c.Sum != nil {
					said = append(said, fmt.Sprintf("%s %.2f %d", c.Name, *c.Sum, int(*c.Sum)))
				}
			}
		}
		if n := s.found(said); n != len(s.facts) {
			t.Errorf("%s: %d of %d facts in %q", s.name, n, len(s.facts), said)
		}
	}
	if seen != 4 {
		t.Errorf("%d documents", seen)
	}
}
