// Package sentences chooses the sentences of a document that say most of what it says. It invents no word: a chosen
// sentence stands in the document as it is. Of presentations it gives the titles, of sheets their columns and totals.
package sentences

import (
	"strings"

	"anbar/decode/extract"
)

// Version changes when the same document may give another Result.
const Version = 2

// Form says what a Result holds.
type Form string

// The forms.
const (
	None    Form = "none"      // no sentence
	Prose   Form = "sentences" // key sentences
	Outline Form = "outline"   // titles of slides
	Tables  Form = "tables"    // sheets
)

// Result is what a document says in short. Lists are never nil.
type Result struct {
	Form      Form       `json:"form"`
	Language  string     `json:"language"` // fa or en
	Sentences []Sentence `json:"sentences"`
	Titles    []Sentence `json:"titles"`
	Sheets    []Sheet    `json:"sheets"`
}

// Sentence is a sentence or a title, and where it stands.
type Sentence struct {
	Text    string `json:"text"`
	Place   int    `json:"place"`   // the page or slide, from 1; 0 where the document has none
	Block   int    `json:"block"`   // of extract.Document
	Heading string `json:"heading"` // that it stands below
}

// SchemaName implements api.SchemaNamer.
func (Sentence) SchemaName() string { return "KeySentence" }

// DefaultCount is how many sentences are shown.
const DefaultCount = 5

const (
	maxTitles = 100 // of slides
	maxRunes  = 600 // of a sentence or a title that is shown
)

// Choose chooses from a document, at most that many sentences.
func Choose(doc *extract.Document, kind extract.Kind, most int) *Result {
	r := &Result{Form: None, Sentences: []Sentence{}, Titles: []Sentence{}, Sheets: []Sheet{}}
	r.Language = detectLanguage(doc)
	switch {
	case doc.Names != nil:
		r.Sheets = summarizeSheets(doc)
	case kind == extract.Slides || kind == extract.OpenDocument && isPaged(doc):
		r.Titles = collectTitles(doc)
	default:
		r.Sentences = chooseSentences(splitDocument(doc), most)
	}
	switch {
	case len(r.Sheets) > 0:
		r.Form = Tables
	case len(r.Titles) > 0:
		r.Form = Outline
	case len(r.Sentences) > 0:
		r.Form = Prose
	}
	return r
}

func isPaged(doc *extract.Document) bool {
	return len(doc.Blocks) > 0 && doc.Blocks[len(doc.Blocks)-1].Place > 0
}

// collectTitles returns the title of each slide, or its first words.
func collectTitles(doc *extract.Document) []Sentence {
	all := []Sentence{}
	has := 0 // the slide whose title is known
	for i, b := range doc.Blocks {
		again := len(all) > 0 && b.Place == all[len(all)-1].Place
		if b.Kind == extract.Note || b.Text == "" || again && (has == b.Place || b.Kind != extract.Heading) {
			continue
		}
		one := Sentence{Text: shorten(collapseSpace(b.Text)), Place: b.Place, Block: i}
		if again { // a title below other words
			all[len(all)-1] = one
		} else if len(all) < maxTitles {
			all = append(all, one)
		}
		if b.Kind == extract.Heading {
			has = b.Place
		}
	}
	return all
}

// collapseSpace puts all white space of a text into single spaces.
func collapseSpace(s string) string { return strings.Join(strings.Fields(s), " ") }

func shorten(s string) string {
	r := []rune(s)
	if len(r) <= maxRunes {
		return s
	}
	return string(r[:maxRunes]) + "…"
}

const languageSample = 20_000 // bytes that tell the language

func detectLanguage(doc *extract.Document) string {
	fa, en, seen := 0, 0, 0
	for _, b := range doc.Blocks {
		for _, text := range append(b.Cells, b.Text) {
			for _, r := range text {
				switch {
				case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
					en++
				case r >= 0x600 && r <= 0x6ff:
					fa++
				}
			}
			seen += len(text)
		}
		if seen > languageSample {
			break
		}
	}
	if fa >= en {
		return "fa"
	}
	return "en"
}
