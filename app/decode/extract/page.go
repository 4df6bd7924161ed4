package extract

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"anbar/app/limits"

	"golang.org/x/net/html"
)

// pageReader follows the elements of a page of HTML and adds its blocks. It fetches nothing and runs nothing: it reads words.
type pageReader struct {
	o      *output
	text   strings.Builder // of the block that is open
	block  Block
	hidden string // the element whose text is not shown
	lists  []pageList
	rows   []*pageRow
	held   int  // bytes in the cells of the rows that are open
	kept   int  // how many open elements keep their lines
	subset bool // the declarations of a document type, which are no text, are not over
}

// pageRow is a row of a table, whose cells hold blocks.
type pageRow struct{ cells [][]Block }

// pageList is a list of a page; the items of an ordered one are counted.
type pageList struct {
	ordered bool
	at      int
}

// invisible holds elements whose text is not displayed.
var invisible = []string{"script", "style", "template", "noscript", "title", "svg", "math"}

var breaking = set(`address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4
	h5 h6 header hr html legend li main nav ol p pre section summary table tbody tfoot thead tr ul caption`)

func set(words string) map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		all[w] = true
	}
	return all
}

const (
	mostToken = 1 << 20 // bytes of one tag or text
	mostLists = 50      // each within the one before
	mostRows  = 20
)

// readPage adds the blocks of a page until there is enough. It fails only when r does.
func readPage(o *output, r io.Reader) error {
	p := &pageReader{o: o}
	z := html.NewTokenizer(r)
	z.SetMaxBuf(mostToken)
	for !o.full() && p.held < limits.DecodeText {
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
			p.words(p.behindSubset(string(z.Text())))
		case html.SelfClosingTagToken:
			p.start(z, true)
			z.NextIsNotRawText() // of XHTML, whose empty elements end there
		case html.StartTagToken:
			p.start(z, false)
		case html.EndTagToken:
			name, _ := z.TagName()
			p.end(string(name))
		}
	}
	p.o.Cut = true
	p.finish()
	return nil
}

// behindSubset is what a text has behind the declarations of a document type.
func (p *pageReader) behindSubset(s string) string {
	if !p.subset {
		return s
	}
	_, rest, over := strings.Cut(s, "]>")
	p.subset = !over
	return rest
}

func (p *pageReader) start(z *html.Tokenizer, closed bool) {
	tag, more := z.TagName()
	name := string(tag)
	if breaking[name] && (p.hidden == "svg" || p.hidden == "math") {
		p.hidden = "" // a drawing without an end: browsers leave it here, too
	}
	if p.hidden != "" {
		return
	}
	if slices.Contains(invisible, name) {
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
		if alt := attribute(z, more, "alt"); alt != "" {
			p.words(" " + alt + " ")
		}
		return
	case breaking[name]:
		p.flush()
	}
	p.open(name, z, more)
}

// open begins an element that is a block, or holds some.
func (p *pageReader) open(name string, z *html.Tokenizer, more bool) {
	if dir := attribute(z, more && breaking[name], "dir"); dir == "rtl" || dir == "RTL" {
		p.block.Rtl = true
	}
	switch name {
	case "h1", "h2", "h3", "h4", "h5", "h6":
		p.block.Kind, p.block.Level = Heading, int(name[1]-'0')
	case "ul", "ol":
		if len(p.lists) < mostLists {
			p.lists = append(p.lists, pageList{ordered: name == "ol"})
		}
	case "li":
		p.item()
	case "pre":
		p.kept++
	case "tr":
		if len(p.rows) < mostRows {
			p.rows = append(p.rows, &pageRow{})
		}
	case "td", "th":
		p.cell()
	}
}

func attribute(z *html.Tokenizer, more bool, name string) string {
	for more {
		var key, value []byte
		if key, value, more = z.TagAttr(); string(key) == name {
			return string(value)
		}
	}
	return ""
}

func (p *pageReader) item() {
	p.block.Kind = Item
	n := len(p.lists)
	if n == 0 {
		return
	}
	p.block.Level = min(n-1, deepest)
	if l := &p.lists[n-1]; l.ordered {
		l.at++
		p.block.Marker = strconv.Itoa(l.at) + "."
	}
}

// cell begins a cell of the innermost row; one without a row is a block.
func (p *pageReader) cell() {
	p.flush()
	if n := len(p.rows); n > 0 && len(p.rows[n-1].cells) < widest {
		p.rows[n-1].cells = append(p.rows[n-1].cells, nil)
	}
}

func (p *pageReader) end(name string) {
	if p.hidden != "" {
		if name == p.hidden {
			p.hidden = ""
		}
		return
	}
	if breaking[name] || name == "td" || name == "th" {
		p.flush()
	}
	switch name {
	case "ul", "ol":
		p.lists = p.lists[:max(0, len(p.lists)-1)]
	case "pre":
		p.kept = max(0, p.kept-1)
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
		p.held = 0
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
			p.place(b)
		}
	case full > 1:
		p.place(row)
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

// heldBlock is how much a block in a cell counts beside its words.
const heldBlock = 16

// place adds a block to the cell that is open, or to the output.
func (p *pageReader) place(b Block) {
	n := len(p.rows)
	if n == 0 || len(p.rows[n-1].cells) == 0 {
		p.o.add(b)
		return
	}
	cells := p.rows[n-1].cells
	cells[len(cells)-1] = append(cells[len(cells)-1], b)
	p.held += len(b.Text) + heldBlock
}

// words adds text as a browser shows it: all white space is one space, but in what keeps its lines.
func (p *pageReader) words(s string) {
	if p.hidden != "" {
		return
	}
	if p.kept > 0 {
		p.write(s)
		return
	}
	joined := strings.Join(strings.Fields(s), " ")
	if first := strings.TrimLeft(s, " \t\r\n\f"); len(first) < len(s) && !p.endsBlank() {
		joined = " " + joined
	}
	if last := strings.TrimRight(s, " \t\r\n\f"); len(last) < len(s) && strings.TrimSpace(joined) != "" {
		joined += " "
	}
	p.write(joined)
}

func (p *pageReader) endsBlank() bool {
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
	if block.Marker != "" && beginsArabic(block.Text) {
		block.Marker = persianDigits(block.Marker)
	}
	if block.Kind == "" {
		block.Kind = Paragraph
	}
	p.place(block)
}

func (p *pageReader) finish() {
	p.flush()
	for len(p.rows) > 0 {
		p.endRow()
	}
	p.flush()
}

// beginsArabic reports whether the first letter of a text is of Persian or Arabic.
func beginsArabic(text string) bool {
	i := strings.IndexFunc(text, unicode.IsLetter)
	return i >= 0 && unicode.Is(unicode.Arabic, firstRune(text[i:]))
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func persianDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return '۰' + r - '0'
		}
		return r
	}, s)
}
