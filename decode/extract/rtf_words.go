package extract

import (
	"io"
	"strings"

	"anbar/decode/charset"
)

// rtfDestinations are the words that say where the text of their group goes. Groups whose first word is unknown and stands behind \* are
// passed over.
var rtfDestinations = func() map[string]rtfDestination {
	all := map[string]rtfDestination{"fonttbl": toFonts, "stylesheet": toStyles, "listtext": toMarker, "pntext": toMarker}
	for w := range strings.FieldsSeq(`footnote annotation header headerl headerr headerf footer footerl footerr footerf`) {
		all[w] = toNote
	}
	for w := range strings.FieldsSeq(`colortbl info pict fldinst object objdata datafield themedata colorschememapping latentstyles
		listtable listoverridetable revtbl rsidtbl generator xmlnstbl mmathPr bkmkstart bkmkend nonshppict sp pntxta pntxtb filetbl
		template xe tc tcn do background private upr`) {
		all[w] = toDiscard
	}
	for w := range strings.FieldsSeq(`shpinst shptxt shppict result objresult fldrslt ud nesttableprops`) {
		all[w] = toText
	}
	return all
}()

// rtfLetters are the words that stand for letters.
var rtfLetters = map[string]string{
	"line": "\n", "tab": "\t", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
	"bullet": "•", "emspace": "\u2003", "enspace": "\u2002", "qmspace": "\u2005", "zwj": "\u200d", "zwnj": "\u200c", "ltrmark": "\u200e",
	"rtlmark": "\u200f", "zwbo": "\u200b",
}

// rtfCharsets are the numbers that fonts have for encodings.
var rtfCharsets = map[int]charset.Encoding{
	77: "macintosh", 128: charset.ShiftJIS, 129: charset.EUCKR, 134: charset.GB18030, 136: charset.Big5, 161: charset.Windows1253,
	162: charset.Windows1254, 163: "windows-1258", 177: charset.Windows1255, 178: charset.Windows1256, 179: charset.Windows1256,
	180: charset.Windows1256, 186: "windows-1257", 204: charset.Windows1251, 222: "windows-874", 238: "windows-1250", 254: charset.CP437,
	255: "cp850",
}

// applyWord does what a control word says.
func (r *rtfReader) applyWord(word string, n int, has bool) error {
	starts, star := r.groupStart, r.optional
	r.groupStart, r.optional = false, false
	if word != "u" && r.skip > 0 {
		r.skip--
	}
	if word == "bin" && n > 0 {
		_, err := io.CopyN(io.Discard, r.in, int64(n))
		return err
	}
	if into, ok := rtfDestinations[word]; ok {
		r.setDestination(word, into)
		return nil
	}
	if starts && star {
		r.state.destination = toDiscard
	}
	switch {
	case rtfLetters[word] != "":
		r.write(rtfLetters[word])
	case r.applyCharacter(word, n, has), r.applyParagraph(word, n), r.applyTable(word):
	default:
		r.applyEncoding(word, n)
	}
	return nil
}

// setDestination sends the text of the group elsewhere. Within a group that is passed over only what Unicode says again is text.
func (r *rtfReader) setDestination(word string, into rtfDestination) {
	if r.state.destination == toDiscard && word != "ud" && word != "fldrslt" && word != "shptxt" && word != "result" {
		return
	}
	if into == toNote && r.state.destination == toText {
		r.outer = append(r.outer, rtfOuter{depth: len(r.groups), text: r.text, runs: r.runs, marker: r.marker, cells: r.cells})
		r.text, r.marker, r.runs, r.cells = &strings.Builder{}, &strings.Builder{}, nil, nil
		r.state.paragraph = defaultParagraph
	}
	if into == toMarker {
		r.marker.Reset()
	}
	if into == toText && len(r.outer) > 0 {
		into = toNote
	}
	r.state.destination = into
}

// applyCharacter takes the words for how letters look.
func (r *rtfReader) applyCharacter(word string, n int, has bool) bool {
	on := !has || n != 0
	switch word {
	case "b":
		r.state.bold = on
	case "i":
		r.state.italic = on
	case "v", "deleted":
		r.state.hidden = on
	case "plain":
		r.state.bold, r.state.italic, r.state.hidden, r.state.font = false, false, false, r.defaultFont
	case "f":
		r.state.font = n
	case "deff":
		r.defaultFont, r.state.font = n, n
	default:
		return false
	}
	return true
}

// applyParagraph takes the words for paragraphs.
func (r *rtfReader) applyParagraph(word string, n int) bool {
	p := &r.state.paragraph
	switch word {
	case "par", "sect", "page":
		r.endParagraph()
	case "pard":
		*p = defaultParagraph
	case "s":
		p.style = n
	case "outlinelevel":
		p.outline = n
	case "ilvl":
		p.level = min(max(n, 0), maxLevel)
	case "rtlpar":
		p.rtl = true
	case "ltrpar":
		p.rtl = false
	case "intbl":
		p.inTable = true
	default:
		return false
	}
	return true
}

// applyTable takes the words for the rows of tables. A table within a cell is a part of that cell.
func (r *rtfReader) applyTable(word string) bool {
	switch word {
	case "cell":
		r.endCell()
	case "row":
		r.endRow()
	case "nestcell":
		r.write(" ")
	case "nestrow":
		r.write("\n")
	default:
		return false
	}
	return true
}

// applyEncoding takes the words for letters and their encodings.
func (r *rtfReader) applyEncoding(word string, n int) {
	switch word {
	case "u":
		r.appendUnicode(n)
	case "uc":
		r.state.fallbackCount = min(max(n, 0), 100)
	case "ansicpg":
		if e, ok := charset.ByCodePage(n); ok {
			r.codePage = e
		}
	case "mac":
		r.codePage = "macintosh"
	case "pc":
		r.codePage = charset.CP437
	case "pca":
		r.codePage = "cp850"
	case "fcharset":
		if r.state.destination == toFonts && len(r.fonts) < maxRTFStyles {
			r.fonts[r.state.font] = rtfCharsets[n]
		}
	}
}

// endParagraph adds a paragraph; within a table it goes on in its cell.
func (r *rtfReader) endParagraph() {
	if r.state.destination != toText && r.state.destination != toNote && len(r.groups) > 0 {
		return
	}
	p := r.state.paragraph
	if p.inTable && r.state.destination == toText {
		r.write("\n")
		return
	}
	r.endRow()
	b := Block{Kind: Paragraph, Text: r.text.String(), Rtl: p.rtl}
	level := r.levels[p.style]
	if level == 0 && p.outline >= 0 && p.outline < maxLevel {
		level = p.outline + 1
	}
	marker := strings.TrimSpace(r.marker.String())
	switch {
	case r.state.destination == toNote || len(r.outer) > 0:
		b.Kind = Note
	case level > 0:
		b.Kind, b.Level, b.Marker = Heading, level, truncateMarker(marker)
	case marker != "":
		b.Kind, b.Level, b.Marker = Item, max(p.level, 0), normalizeBullet(truncateMarker(marker))
	}
	b.Runs = runsOf(r.runs, b.Text)
	r.o.add(b)
	r.text.Reset()
	r.marker.Reset()
	r.runs = nil
}

// runsOf returns the runs of a text when one of them has a look, without the white space around the text. A text with more of them
// than are kept has none.
func runsOf(marks []rtfRun, text string) []Run {
	var all []Run
	plain := true
	for i, m := range marks {
		end := len(text)
		if i+1 < len(marks) {
			end = marks[i+1].from
		}
		plain = plain && !m.bold && !m.italic
		if m.from < end {
			all = append(all, Run{Text: text[m.from:end], Bold: m.bold, Italic: m.italic})
		}
	}
	if plain || len(all) == 0 || len(marks) >= maxRTFRuns {
		return nil
	}
	all[0].Text = strings.TrimLeft(all[0].Text, spaces)
	all[len(all)-1].Text = strings.TrimRight(all[len(all)-1].Text, spaces)
	return all
}

const spaces = " \t\r\n\u00a0\u2002\u2003\u2005"

func (r *rtfReader) endCell() {
	if r.cells == nil {
		r.cells = &row{}
	}
	if len(r.cells.cells) < maxColumns {
		r.cells.cells = append(r.cells.cells, strings.TrimSpace(r.text.String()))
	}
	r.text.Reset()
	r.marker.Reset()
	r.runs = nil
}

func (r *rtfReader) endRow() {
	if r.cells == nil {
		return
	}
	cells := r.cells.cells
	r.cells = nil
	r.o.add(Block{Kind: Row, Cells: cells, Rtl: r.state.paragraph.rtl})
}

// endNote adds a note, and goes on with the paragraph around it.
func (r *rtfReader) endNote() {
	k := len(r.outer) - 1
	text := r.text.String()
	open := r.outer[k]
	r.outer = r.outer[:k]
	r.o.add(Block{Kind: Note, Text: text})
	r.text, r.marker, r.runs, r.cells = open.text, open.marker, open.runs, open.cells
}
