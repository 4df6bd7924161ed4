// Package pdf writes small documents of our own texts, in Persian and English. Persian
// letters are joined and ordered here, and the text that a reader copies is the one that was
// given: each glyph names the letter that it stands for.
package pdf

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
	"time"
	"unicode/utf16"
)

// The size of a page, A4, in points.
const (
	PageWidth  = 595.28
	PageHeight = 841.89
)

// Document is a document that is being written. Positions are in points from the upper
// left corner of the newest page.
type Document struct {
	title, language string
	rtl             bool
	at              time.Time
	pages           []*bytes.Buffer
	fontUses        [len(faces)]fontUse
}

// fontUse are the codes of the glyphs that a document has of a face, in the order of their first use.
type fontUse struct {
	codes map[unit]int
	units []unit
}

// New begins a document, with its first page. The title and the time stand in its
// properties; rtl is the direction of its lines.
func New(title, language string, rtl bool, at time.Time) *Document {
	d := &Document{title: title, language: language, rtl: rtl, at: at.UTC()}
	d.AddPage()
	return d
}

// AddPage begins another page.
func (d *Document) AddPage() { d.pages = append(d.pages, &bytes.Buffer{}) }

// PageCount returns how many pages there are.
func (d *Document) PageCount() int { return len(d.pages) }

func (d *Document) writeOp(format string, values ...any) {
	fmt.Fprintf(d.pages[len(d.pages)-1], format+"\n", values...)
}

// Side is where a line lies at its position.
type Side int

// The sides: the line begins, is centered or ends there, as seen from the left.
const (
	Left Side = iota
	Center
	Right
)

// Style is how a line is drawn.
type Style struct {
	Face Face
	Size float64
	Gray float64 // 0 is black
	Side Side
	RTL  bool // the direction of the line
}

// DrawText draws a line with its baseline at y.
func (d *Document) DrawText(x, y float64, s string, style Style) {
	f := faces[style.Face].font()
	units := toVisualOrder(shapeLine(stripControls(s)), style.RTL)
	switch style.Side {
	case Center:
		x -= style.Face.Width(s, style.Size) / 2
	case Right:
		x -= style.Face.Width(s, style.Size)
	}
	var codes strings.Builder
	for i, u := range units {
		code, move := d.glyphCode(style.Face, u), 0
		if isMark(u.form) && !u.none { // over the middle of its letter
			g := f.glyphs[u.form]
			move = (f.letterWidth(units[i:]) - f.low[g] - f.high[g]) / 2 * 1000 / f.em
		}
		if move == 0 {
			fmt.Fprintf(&codes, "<%04X>", code)
			continue
		}
		fmt.Fprintf(&codes, "%d<%04X>%d", -move, code, move)
	}
	text := strings.ReplaceAll(codes.String(), "><", "")
	d.writeOp("BT %.3g g /F%d %.2f Tf %.2f %.2f Td [%s] TJ ET", style.Gray, style.Face, style.Size, x, PageHeight-y, text)
}

// glyphCode returns the code of a unit in the document, which one glyph has for each text that
// it stands for.
func (d *Document) glyphCode(face Face, u unit) int {
	used := &d.fontUses[face]
	key := unit{form: u.form, text: u.text, none: u.none}
	if n, ok := used.codes[key]; ok {
		return n
	}
	if used.codes == nil {
		used.codes, used.units = map[unit]int{}, []unit{{none: true}} // code 0 is that of a missing glyph
	}
	n := len(used.units)
	used.codes[key], used.units = n, append(used.units, key)
	return n
}

// DrawLine draws a line of a gray across the page.
func (d *Document) DrawLine(x1, y, x2, thickness, gray float64) {
	d.writeOp("%.3g G %.2f w %.2f %.2f m %.2f %.2f l S", gray, thickness, x1, PageHeight-y, x2, PageHeight-y)
}

// FillRect draws a rectangle of a gray.
func (d *Document) FillRect(x, y, width, height, gray float64) {
	d.writeOp("%.3g g %.2f %.2f %.2f %.2f re f", gray, x, PageHeight-y-height, width, height)
}

// Wrap breaks a text into lines of at most width points. A word that is longer is broken.
func Wrap(s string, face Face, size, width float64) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(stripControls(s)) {
		longer := strings.TrimSpace(line + " " + word)
		if face.Width(longer, size) <= width {
			line = longer
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		pieces := breakWord(word, face, size, width)
		last := len(pieces) - 1
		lines, line = append(lines, pieces[:last]...), pieces[last]
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// breakWord breaks a word into pieces of at most width points.
func breakWord(word string, face Face, size, width float64) []string {
	var pieces []string
	for face.Width(word, size) > width {
		cut := 0
		for i := range word {
			if i > 0 && face.Width(word[:i], size) > width {
				break
			}
			cut = i
		}
		if cut == 0 {
			break
		}
		pieces, word = append(pieces, word[:cut]), word[cut:]
	}
	return append(pieces, word)
}

// objectWriter numbers the objects of a document.
type objectWriter struct {
	bytes.Buffer
	offsets []int
}

// writeObject writes the next object and returns its number.
func (f *objectWriter) writeObject(format string, values ...any) int {
	f.offsets = append(f.offsets, f.Len())
	fmt.Fprintf(f, "%d 0 obj\n"+format+"\nendobj\n", append([]any{len(f.offsets)}, values...)...)
	return len(f.offsets)
}

// writeStream writes the next object with compressed contents.
func (f *objectWriter) writeStream(contents []byte, more string) int {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	_, err := z.Write(contents)
	if err == nil {
		err = z.Close()
	}
	if err != nil { // a buffer takes everything
		panic(err)
	}
	return f.writeObject("<< /Length %d /Filter /FlateDecode %s>>\nstream\n%s\nendstream", b.Len(), more, b.Bytes())
}

// Bytes finishes the document.
func (d *Document) Bytes() []byte {
	f := &objectWriter{}
	f.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	fonts := d.writeFonts(f)
	tree := len(f.offsets) + 2*len(d.pages) + 1
	kids := ""
	for _, p := range d.pages {
		contents := f.writeStream(p.Bytes(), "")
		kids += fmt.Sprintf("%d 0 R ", f.writeObject("<< /Type /Page /Parent %d 0 R /MediaBox [0 0 %.2f %.2f] /Contents %d 0 R "+
			"/Resources << /Font << %s>> >> >>", tree, PageWidth, PageHeight, contents, fonts))
	}
	f.writeObject("<< /Type /Pages /Kids [%s] /Count %d >>", kids, len(d.pages))
	direction := "/L2R"
	if d.rtl {
		direction = "/R2L"
	}
	root := f.writeObject(
		"<< /Type /Catalog /Pages %d 0 R /Lang (%s) /ViewerPreferences << /Direction %s /DisplayDocTitle true >> >>",
		tree, d.language, direction)
	info := f.writeObject("<< /Title <FEFF%s> /Producer (Anbar) /CreationDate (%s) >>", utf16Of(d.title), d.at.Format("D:20060102150405Z"))
	f.writeTrailer(root, info)
	return f.Bytes()
}

// writeFonts writes the fonts that are used, and returns the entries that name them.
func (d *Document) writeFonts(f *objectWriter) string {
	entries := ""
	for face := range faces {
		if d.fontUses[face].units != nil {
			entries += fmt.Sprintf("/F%d %d 0 R ", face, f.writeFace(Face(face), d.fontUses[face].units))
		}
	}
	return entries
}

// writeTrailer writes where each object begins, and which two begin the document.
func (f *objectWriter) writeTrailer(root, info int) {
	start := f.Len()
	fmt.Fprintf(f, "xref\n0 %d\n0000000000 65535 f \n", len(f.offsets)+1)
	for _, offset := range f.offsets {
		fmt.Fprintf(f, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(f, "trailer\n<< /Size %d /Root %d 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(f.offsets)+1, root, info, start)
}

func utf16Of(s string) string {
	var b strings.Builder
	for _, c := range utf16.Encode([]rune(s)) {
		fmt.Fprintf(&b, "%04X", c)
	}
	return b.String()
}

// writeFace writes a font with the codes that a document uses of it, and returns its number.
func (f *objectWriter) writeFace(face Face, units []unit) int {
	t := faces[face].font()
	scale := func(n int) int { return n * 1000 / t.em }
	var glyphs []byte
	var widths strings.Builder
	for _, u := range units {
		glyphs = bigEndian.AppendUint16(glyphs, t.glyph(u))
		fmt.Fprintf(&widths, "%d ", scale(t.width(u)))
	}
	name := faces[face].name
	program := f.writeStream(faces[face].file, fmt.Sprintf("/Length1 %d ", len(faces[face].file)))
	descriptor := f.writeObject("<< /Type /FontDescriptor /FontName /%s /Flags 4 /FontBBox [%d %d %d %d] /ItalicAngle 0 /Ascent %d "+
		"/Descent %d /CapHeight %d /StemV 80 /FontFile2 %d 0 R >>", name, scale(t.box[0]), scale(t.box[1]), scale(t.box[2]),
		scale(t.box[3]), scale(t.ascent), scale(t.descent), scale(t.capHeight), program)
	glyphMap := f.writeStream(glyphs, "")
	descendant := f.writeObject("<< /Type /Font /Subtype /CIDFontType2 /BaseFont /%s /CIDSystemInfo << /Registry (Adobe) "+
		"/Ordering (Identity) /Supplement 0 >> /FontDescriptor %d 0 R /DW 0 /W [0 [%s]] /CIDToGIDMap %d 0 R >>", name, descriptor,
		widths.String(), glyphMap)
	unicode := f.writeStream(unicodeMap(units), "")
	return f.writeObject(
		"<< /Type /Font /Subtype /Type0 /BaseFont /%s /Encoding /Identity-H /DescendantFonts [%d 0 R] /ToUnicode %d 0 R >>",
		name, descendant, unicode)
}

// unicodeMap returns the text of each code, for programs that search and copy.
func unicodeMap(units []unit) []byte {
	var b bytes.Buffer
	b.WriteString("/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Text def /CMapType 2 def\n" +
		"1 begincodespacerange <0000> <FFFF> endcodespacerange\n")
	for code, u := range units {
		if u.text != 0 {
			fmt.Fprintf(&b, "1 beginbfchar <%04X> <%s> endbfchar\n", code, utf16Of(string(u.text)))
		}
	}
	b.WriteString("endcmap CMapName currentdict /CMap defineresource pop end end\n")
	return b.Bytes()
}
