package svg

import (
	"fmt"
	"strings"
)

// fonts are those that every reader of PDFs has: plain, bold, italic, both, of three families.
var fonts = []string{
	"Helvetica", "Helvetica-Bold", "Helvetica-Oblique", "Helvetica-BoldOblique", "Times-Roman", "Times-Bold", "Times-Italic",
	"Times-BoldItalic", "Courier", "Courier-Bold", "Courier-Oblique", "Courier-BoldOblique",
}

// widths are those of Helvetica from the space on, in thousandths of the size.
var widths = [...]int{
	278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556,
	278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,
	611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833,
	556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
}

// signs are letters beyond Latin-1 that the encoding of the fonts has elsewhere.
var signs = map[rune]byte{
	'€': 0x80, '…': 0x85, '‘': 0x91, '’': 0x92, '“': 0x93, '”': 0x94, '•': 0x95, '–': 0x96, '—': 0x97, '™': 0x99,
}

// chunk is a piece of a text that begins at a place of its own.
type chunk struct {
	at   point
	runs []run
}

type run struct {
	text string
	p    drawContext
}

// drawText draws a text in Latin letters. Those of other scripts have no font here, and are refused with the drawing.
func (d *drawing) drawText(n *node, p drawContext) error {
	var all []chunk
	if err := d.collectChunks(n, p, &all); err != nil {
		return err
	}
	for _, c := range all {
		if err := d.drawChunk(c); err != nil {
			return err
		}
	}
	return nil
}

// collectChunks collects the pieces of a text.
func (d *drawing) collectChunks(n *node, p drawContext, all *[]chunk) error {
	if d.drawn++; d.drawn > maxDrawn || p.depth > maxDepth {
		return errTooComplex
	}
	says := d.computeProperties(n)
	begins := says["x"] != "" || says["y"] != "" || says["dx"] != "" || says["dy"] != ""
	if begins || len(*all) == 0 {
		c := chunk{at: point{parseMeasure(says, "x", p.w, p.style), parseMeasure(says, "y", p.h, p.style)}}
		if len(*all) > 0 {
			last := (*all)[len(*all)-1]
			if says["x"] == "" {
				c.at.x = last.at.x + last.width()
			}
			if says["y"] == "" {
				c.at.y = last.at.y
			}
		}
		c.at.x, c.at.y = c.at.x+parseMeasure(says, "dx", p.w, p.style), c.at.y+parseMeasure(says, "dy", p.h, p.style)
		*all = append(*all, c)
	}
	if strings.Contains(says["x"], ",") || strings.Contains(says["x"], " ") || says["writing-mode"] == "tb" {
		return fmt.Errorf("a text whose letters have places of their own is not drawn")
	}
	for _, c := range n.children {
		switch c.name {
		case "":
			last := &(*all)[len(*all)-1]
			last.runs = append(last.runs, run{collapseSpace(c.text, last), p})
		case "tspan", "a":
			inner := p
			inner.depth++
			var err error
			if inner.style, err = p.style.inherit(d.computeProperties(c)); err != nil {
				return err
			}
			if err := d.collectChunks(c, inner, all); err != nil {
				return err
			}
		case "title", "desc":
		default:
			return fmt.Errorf("a text with an element %q is not drawn", c.name)
		}
	}
	return nil
}

// collapseSpace makes one space of several, and none at the beginning.
func collapseSpace(s string, before *chunk) string {
	words := strings.Join(strings.Fields(s), " ")
	if len(s) > 0 && strings.TrimLeft(s, " \t\r\n") != s && len(before.runs) > 0 {
		words = " " + words
	}
	if words != "" && words != " " && strings.TrimRight(s, " \t\r\n") != s {
		words += " "
	}
	return words
}

func (c chunk) width() (w float64) {
	for i, r := range c.runs {
		text := r.text
		if i == len(c.runs)-1 {
			text = strings.TrimRight(text, " ")
		}
		each := 0
		for _, l := range text {
			switch {
			case r.p.fontIndex() >= 8:
				each += 600
			case l >= ' ' && int(l-' ') < len(widths):
				each += widths[l-' ']
			default:
				each += 556
			}
		}
		if r.p.bold && r.p.fontIndex() < 8 {
			each += each / 18
		}
		w += float64(each) / 1000 * r.p.fontSize
	}
	return w
}

// fontIndex returns which of the fonts stands for that of a text.
func (l style) fontIndex() int {
	at, family := 0, strings.ToLower(l.family)
	switch {
	case strings.Contains(family, "mono") || strings.Contains(family, "courier") || strings.Contains(family, "consol"):
		at = 8
	case strings.Contains(family, "sans"):
	case strings.Contains(family, "serif") || strings.Contains(family, "times") || strings.Contains(family, "georgia"):
		at = 4
	}
	if l.bold {
		at++
	}
	if l.italic {
		at += 2
	}
	return at
}

// drawChunk draws a piece of a text.
func (d *drawing) drawChunk(c chunk) error {
	x, w := c.at.x, c.width()
	if len(c.runs) > 0 {
		switch c.runs[0].p.anchor {
		case "middle":
			x -= w / 2
		case "end":
			x -= w
		}
	}
	for _, r := range c.runs {
		one := chunk{runs: []run{r, {text: "", p: r.p}}}
		if !r.p.hidden && !r.p.fill.none && r.text != "" && r.p.fontSize > 0 {
			if err := d.drawRun(r, x, c.at.y, one.width()); err != nil {
				return err
			}
		}
		x += one.width()
	}
	return nil
}

func (d *drawing) drawRun(r run, x, y, w float64) error {
	var b []byte
	for _, l := range r.text {
		switch code, ok := signs[l]; {
		case ok:
			b = append(b, code)
		case l < ' ' || l >= 0x7f && l < 0xa0 || l > 0xff:
			return fmt.Errorf("there is no font for the letter %q", l)
		default:
			b = append(b, byte(l))
		}
	}
	size := r.p.fontSize
	around := outline{{kind: 'M', to: [3]point{{x, y - size}}}, {kind: 'L', to: [3]point{{x + w, y + size/4}}}}
	ok, err := d.beginPaint(r.p.fill, r.p.fillAlpha, false, around, r.p)
	if err != nil {
		return err
	}
	if ok {
		fmt.Fprintf(d.out, "BT /F%d %s Tf 1 0 0 -1 %s %s Tm <%x> Tj ET\n", r.p.fontIndex(), formatCoordinate(size), formatCoordinate(x),
			formatCoordinate(y), b)
	}
	d.out.WriteString("Q\n")
	return nil
}
