package extract

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"anbar/app/base/limits"

	"golang.org/x/net/html"
)

// pageReader follows the elements of a page of HTML and adds its blocks. It fetches nothing and runs nothing: it reads words.
type pageReader struct {
	o            *documentBuilder
	text         strings.Builder // of the block that is open
	block        Block
	hidden       string // the element whose text is not shown
	lists        []pageList
	rows         []*pageRow
	pendingBytes int  // bytes in the cells of the rows that are open
	preDepth     int  // how many open elements keep their lines
	subset       bool // the declarations of a document type, which are no text, are not over
}

// pageRow is a row of a table, whose cells hold blocks.
type pageRow struct{ cells [][]Block }

// pageList is a list of a page; the items of an ordered one are counted.
type pageList struct {
	ordered bool
	at      int
}

// hiddenElements holds elements whose text is not displayed.
var hiddenElements = []string{"script", "style", "template", "noscript", "title", "svg", "math"}

var blockElements = wordSet(`address article aside blockquote body center dd details div dl dt fieldset figcaption figure
	footer form h1 h2 h3 h4
	h5 h6 header hr html legend li main nav ol p pre section summary table tbody tfoot thead tr ul caption`)

func wordSet(words string) map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		all[w] = true
	}
	return all
}

const (
	maxToken     = 1 << 20 // bytes of one tag or text
	maxListDepth = 50      // each within the one before
	maxRowDepth  = 20
)

// appendPage adds the blocks of a page until there is enough. It fails only when r does.
func appendPage(o *documentBuilder, r io.Reader) error {
	p := &pageReader{o: o}
	z := html.NewTokenizer(r)
	z.SetMaxBuf(maxToken)
	for !o.isFull() && p.pendingBytes < limits.DecodeText {
		switch z.Next() {
		case html.ErrorToken:
			p.finish()
			if err := z.Err(); err != io.EOF && err != html.ErrBufferExceeded {
				return err
			}
			return nil
		case html.DoctypeToken:
			p.subset = strings.Contains(string(z.Raw()), "[")
		case html.TextToken:
			p.appendWords(p.skipSubset(string(z.Text())))
		case html.SelfClosingTagToken:
			p.startElement(z, true)
			z.NextIsNotRawText() // of XHTML, whose empty elements end there
		case html.StartTagToken:
			p.startElement(z, false)
		case html.EndTagToken:
			name, _ := z.TagName()
			p.endElement(string(name))
		}
	}
	p.o.Cut = true
	p.finish()
	return nil
}

// skipSubset is what a text has behind the declarations of a document type.
func (p *pageReader) skipSubset(s string) string {
	if !p.subset {
		return s
	}
	_, rest, over := strings.Cut(s, "]>")
	p.subset = !over
	return rest
}

func (p *pageReader) startElement(z *html.Tokenizer, closed bool) {
	tag, more := z.TagName()
	name := string(tag)
	if blockElements[name] && (p.hidden == "svg" || p.hidden == "math") {
		p.hidden = "" // a drawing without an end: browsers leave it here, too
	}
	if p.hidden != "" {
		return
	}
	if slices.Contains(hiddenElements, name) {
		if !closed {
			p.hidden = name
		}
		return
	}
	switch {
	case name == "br":
		p.write("\n")
		return
	case name == "img":
		if alt := readAttribute(z, more, "alt"); alt != "" {
			p.appendWords(" " + alt + " ")
		}
		return
	case blockElements[name]:
		p.flush()
	}
	p.startBlock(name, z, more)
}

// startBlock begins an element that is a block, or holds some.
func (p *pageReader) startBlock(name string, z *html.Tokenizer, more bool) {
	if dir := readAttribute(z, more && blockElements[name], "dir"); dir == "rtl" || dir == "RTL" {
		p.block.Rtl = true
	}
	switch name {
	case "h1", "h2", "h3", "h4", "h5", "h6":
		p.block.Kind, p.block.Level = Heading, int(name[1]-'0')
	case "ul", "ol":
		if len(p.lists) < maxListDepth {
			p.lists = append(p.lists, pageList{ordered: name == "ol"})
		}
	case "li":
		p.startItem()
	case "pre":
		p.preDepth++
	case "tr":
		if len(p.rows) < maxRowDepth {
			p.rows = append(p.rows, &pageRow{})
		}
	case "td", "th":
		p.startCell()
	}
}

func readAttribute(z *html.Tokenizer, more bool, name string) string {
	for more {
		var key, value []byte
		if key, value, more = z.TagAttr(); string(key) == name {
			return string(value)
		}
	}
	return ""
}

func (p *pageReader) startItem() {
	p.block.Kind = Item
	n := len(p.lists)
	if n == 0 {
		return
	}
	p.block.Level = min(n-1, maxLevel)
	if l := &p.lists[n-1]; l.ordered {
		l.at++
		p.block.Marker = strconv.Itoa(l.at) + "."
	}
}

// startCell begins a cell of the innermost row; one without a row is a block.
func (p *pageReader) startCell() {
	p.flush()
	if n := len(p.rows); n > 0 && len(p.rows[n-1].cells) < maxColumns {
		p.rows[n-1].cells = append(p.rows[n-1].cells, nil)
	}
}

func (p *pageReader) endElement(name string) {
	if p.hidden != "" {
		if name == p.hidden {
			p.hidden = ""
		}
		return
	}
	if blockElements[name] || name == "td" || name == "th" {
		p.flush()
	}
	switch name {
	case "ul", "ol":
		p.lists = p.lists[:max(0, len(p.lists)-1)]
	case "pre":
		p.preDepth = max(0, p.preDepth-1)
	case "tr":
		p.endRow()
	}
}

// endRow adds a row: to the output, or to the cell of another one that it stands in. What has one cell with words is no row, since
// mails are laid out with tables.
func (p *pageReader) endRow() {
	n := len(p.rows)
	if n == 0 {
		return
	}
	cells := p.rows[n-1].cells
	p.rows = p.rows[:n-1]
	if n == 1 {
		p.pendingBytes = 0
	}
	full := 0
	var last []Block
	row := Block{Kind: Row}
	for _, blocks := range cells {
		row.Cells = append(row.Cells, wordsOf(blocks))
		if len(blocks) > 0 {
			full, last = full+1, blocks
		}
	}
	switch {
	case full == 1:
		for _, b := range last {
			p.placeBlock(b)
		}
	case full > 1:
		p.placeBlock(row)
	}
}

// wordsOf are the words of all blocks of a cell.
func wordsOf(blocks []Block) string {
	var all []string
	for _, b := range blocks {
		if b.Marker != "" {
			all = append(all, b.Marker)
		}
		all = append(append(all, b.Cells...), b.Text)
	}
	return strings.Join(slices.DeleteFunc(all, func(s string) bool { return s == "" }), " ")
}

// blockOverhead is how much a block in a cell counts beside its words.
const blockOverhead = 16

// placeBlock adds a block to the cell that is open, or to the output.
func (p *pageReader) placeBlock(b Block) {
	n := len(p.rows)
	if n == 0 || len(p.rows[n-1].cells) == 0 {
		p.o.add(b)
		return
	}
	cells := p.rows[n-1].cells
	cells[len(cells)-1] = append(cells[len(cells)-1], b)
	p.pendingBytes += len(b.Text) + blockOverhead
}

// appendWords adds text as a browser shows it: all white space is one space, but in what keeps its lines.
func (p *pageReader) appendWords(s string) {
	if p.hidden != "" {
		return
	}
	if p.preDepth > 0 {
		p.write(s)
		return
	}
	joined := strings.Join(strings.Fields(s), " ")
	if first := strings.TrimLeft(s, " \t\r\n\f"); len(first) < len(s) && !p.hasTrailingSpace() {
		joined = " " + joined
	}
	if last := strings.TrimRight(s, " \t\r\n\f"); len(last) < len(s) && strings.TrimSpace(joined) != "" {
		joined += " "
	}
	p.write(joined)
}

func (p *pageReader) hasTrailingSpace() bool {
	s := p.text.String()
	return s == "" || strings.HasSuffix(s, " ") || strings.HasSuffix(s, "\n")
}

func (p *pageReader) write(s string) {
	p.text.WriteString(s[:min(len(s), max(0, limits.DecodeText-p.text.Len()))])
}

// flush ends the block that is open: to the output, or to the cell that it stands in.
func (p *pageReader) flush() {
	block := p.block
	block.Text = strings.TrimSpace(p.text.String())
	p.text.Reset()
	if block.Text == "" {
		if block.Kind != "" && block.Kind != Item { // an empty heading ends; an item goes on with the paragraph in it
			p.block = Block{}
		}
		return
	}
	p.block = Block{}
	if block.Marker != "" && hasArabicStart(block.Text) {
		block.Marker = toPersianDigits(block.Marker)
	}
	if block.Kind == "" {
		block.Kind = Paragraph
	}
	p.placeBlock(block)
}

func (p *pageReader) finish() {
	p.flush()
	for len(p.rows) > 0 {
		p.endRow()
	}
	p.flush()
}

// hasArabicStart reports whether the first letter of a text is of Persian or Arabic.
func hasArabicStart(text string) bool {
	i := strings.IndexFunc(text, unicode.IsLetter)
	return i >= 0 && unicode.Is(unicode.Arabic, firstRune(text[i:]))
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func toPersianDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return '۰' + r - '0'
		}
		return r
	}, s)
}
