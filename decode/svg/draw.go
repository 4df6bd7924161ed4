package svg

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
)

const side = 1000 // of a page, in points

// drawing is a drawing that is written as a PDF.
type drawing struct {
	ids        map[string]*node
	rules      rules
	out        *bytes.Buffer // of the page, or of a mask
	objects    []string      // of the PDF after the first ones
	states     []string      // entries of the resources
	paints     []string
	drawn      int
	otherBytes int // bytes that were written elsewhere than out
}

// drawContext is where an element is drawn.
type drawContext struct {
	style
	size         // around it
	at    matrix // from there to the page, or to the mask
	depth int
}

var errTooComplex = errors.New("it draws too much")

// writePage draws everything.
func (d *drawing) writePage(root *node) ([]byte, error) {
	says := d.computeProperties(root)
	box := parseNumbers(root.attrs["viewBox"])
	w, h := rootSize(says, "width", box, 2, 300), rootSize(says, "height", box, 3, 150)
	if !(w > 0 && h > 0 && w < 1e7 && h < 1e7) {
		return nil, fmt.Errorf("its size is %v × %v", w, h)
	}
	f := side / max(w, h)
	first := matrix{f, 0, 0, -f, 0, h * f}.multiply(viewBoxMatrix(box, 0, 0, w, h, root.attrs["preserveAspectRatio"]))
	in := size{w, h}
	if len(box) == 4 {
		in = size{box[2], box[3]}
	}
	fmt.Fprintf(d.out, "%s cm\n", first.String())
	l, err := defaultStyle.inherit(says)
	if err != nil {
		return nil, err
	}
	if err := d.drawChildren(root, drawContext{style: l, size: in, at: first}); err != nil {
		return nil, err
	}
	return d.encodePDF(w*f, h*f), nil
}

// rootSize returns a side of the drawing: its own, or that of its box, or the usual one.
func rootSize(says map[string]string, name string, box []float64, i int, usual float64) float64 {
	if v := says[name]; v != "" && v != "auto" && !strings.HasSuffix(v, "%") {
		return parseLength(v, 0, defaultStyle)
	}
	if len(box) == 4 {
		return box[i]
	}
	return usual
}

func (m matrix) String() string {
	s := ""
	for i, v := range m {
		if i > 0 {
			s += " "
		}
		s += formatCoordinate(v)
	}
	return s
}

func (d *drawing) drawChildren(n *node, p drawContext) error {
	for _, c := range n.children {
		if c.name == "" {
			continue
		}
		if err := d.drawElement(c, p); err != nil {
			return err
		}
	}
	return nil
}

// invisible are elements that show nothing where they stand.
var invisible = map[string]bool{
	"defs": true, "title": true, "desc": true, "metadata": true, "style": true, "script": true, "linearGradient": true,
	"radialGradient": true, "clipPath": true, "mask": true, "symbol": true, "filter": true, "pattern": true, "marker": true,
	"animate": true, "animateTransform": true, "animateMotion": true, "set": true, "view": true, "namedview": true, "cursor": true,
	"font": true, "font-face": true, "stop": true, "foreignObject": true, "pgf": true, "perspective": true, "grid": true,
}

// drawElement draws an element with everything in it.
func (d *drawing) drawElement(n *node, p drawContext) error {
	if invisible[n.name] {
		return nil
	}
	if d.drawn++; d.drawn > maxDrawn || d.out.Len()+d.otherBytes > maxWritten || p.depth > maxDepth {
		return errTooComplex
	}
	says := d.computeProperties(n)
	if says["display"] == "none" {
		return nil
	}
	for _, unknown := range []string{"filter", "marker-start", "marker-mid", "marker-end", "marker"} {
		if v := says[unknown]; v != "" && v != "none" {
			return fmt.Errorf("a %s is not drawn", unknown)
		}
	}
	var err error
	if p.style, err = p.style.inherit(says); err != nil {
		return err
	}
	m := parseTransform(says["transform"])
	if m.isFlat() {
		return nil
	}
	p.at, p.depth = p.at.multiply(m), p.depth+1
	fmt.Fprintf(d.out, "q %s cm\n", m.String())
	if err := d.applyClipAndMask(n, says, p); err != nil {
		return err
	}
	err = d.drawContent(n, says, p)
	d.out.WriteString("Q\n")
	return err
}

func (d *drawing) drawContent(n *node, says map[string]string, p drawContext) error {
	switch n.name {
	case "g", "a":
		return d.drawChildren(n, p)
	case "switch":
		for _, c := range n.children {
			if c.name != "" && !invisible[c.name] && c.attrs["requiredExtensions"] == "" {
				return d.drawElement(c, p)
			}
		}
		return nil
	case "svg":
		return d.drawNested(n, says, says, p)
	case "use":
		return d.drawUse(n, says, p)
	case "text":
		return d.drawText(n, p)
	}
	o, ok, err := parseShape(n, says, p.size, p.style)
	switch {
	case err != nil:
		return err
	case !ok:
		return fmt.Errorf("an element %q is not drawn", n.name)
	}
	return d.paintOutline(o, p)
}

// drawNested draws a drawing in the drawing, or a symbol, of a size that its user may choose.
func (d *drawing) drawNested(n *node, says, chosen map[string]string, p drawContext) error {
	w, h := p.w, p.h
	for _, from := range []map[string]string{says, chosen} {
		if from["width"] != "" && from["width"] != "auto" {
			w = parseMeasure(from, "width", p.w, p.style)
		}
		if from["height"] != "" && from["height"] != "auto" {
			h = parseMeasure(from, "height", p.h, p.style)
		}
	}
	x, y := parseMeasure(says, "x", p.w, p.style), parseMeasure(says, "y", p.h, p.style)
	if w <= 0 || h <= 0 {
		return nil
	}
	box := parseNumbers(n.attrs["viewBox"])
	m := viewBoxMatrix(box, x, y, w, h, n.attrs["preserveAspectRatio"])
	if m.isFlat() {
		return nil
	}
	if says["overflow"] != "visible" {
		fmt.Fprintf(d.out, "%s %s %s %s re W n\n", formatCoordinate(x), formatCoordinate(y), formatCoordinate(w), formatCoordinate(h))
	}
	fmt.Fprintf(d.out, "%s cm\n", m.String())
	p.at = p.at.multiply(m)
	if p.size = (size{w, h}); len(box) == 4 {
		p.size = size{box[2], box[3]}
	}
	return d.drawChildren(n, p)
}

// findNode returns the element that another names. Nothing outside of the drawing has a name.
func (d *drawing) findNode(ref string) (*node, error) {
	id, inside := strings.CutPrefix(ref, "#")
	if !inside {
		return nil, fmt.Errorf("it needs %.60q from outside", ref)
	}
	return d.ids[id], nil
}

func (d *drawing) drawUse(n *node, says map[string]string, p drawContext) error {
	if n.attrs["href"] == "" {
		return nil
	}
	what, err := d.findNode(n.attrs["href"])
	if err != nil || what == nil {
		return err
	}
	m := matrix{1, 0, 0, 1, parseMeasure(says, "x", p.w, p.style), parseMeasure(says, "y", p.h, p.style)}
	fmt.Fprintf(d.out, "%s cm\n", m.String())
	p.at = p.at.multiply(m)
	if what.name != "symbol" && what.name != "svg" {
		return d.drawElement(what, p)
	}
	own := d.computeProperties(what)
	if p.style, err = p.style.inherit(own); err != nil {
		return err
	}
	if d.drawn++; d.drawn > maxDrawn || p.depth > maxDepth {
		return errTooComplex
	}
	p.depth++
	return d.drawNested(what, own, map[string]string{"width": says["width"], "height": says["height"]}, p)
}

// paintOutline fills and draws an outline.
func (d *drawing) paintOutline(o outline, p drawContext) error {
	if p.hidden || len(o) == 0 || p.alpha == 0 {
		return nil
	}
	if d.drawn += len(o) / 100; d.drawn > maxDrawn {
		return errTooComplex
	}
	write := func() { o.write(func(s string) { d.out.WriteString(s) }) }
	b := o.bounds()
	if !p.fill.none && p.fillAlpha > 0 && b.w > 0 && b.h > 0 { // PDFium draws a thin line for what has no area
		ok, err := d.beginPaint(p.fill, p.fillAlpha, false, o, p)
		if err != nil {
			return err
		}
		if ok {
			write()
			d.out.WriteString(map[bool]string{false: "f\n", true: "f*\n"}[p.evenOdd])
		}
		d.out.WriteString("Q\n")
	}
	if p.stroke.none || p.strokeAlpha == 0 || p.width == 0 {
		return nil
	}
	ok, err := d.beginPaint(p.stroke, p.strokeAlpha, true, o, p)
	if err != nil {
		return err
	}
	if ok {
		fmt.Fprintf(d.out, "%s w %d J %d j %s M\n", formatCoordinate(p.width), p.cap, p.join, formatCoordinate(p.miter))
		if len(p.dash) > 0 {
			d.out.WriteString("[")
			for range 1 + len(p.dash)%2 { // an odd list counts twice
				for _, v := range p.dash {
					d.out.WriteString(formatCoordinate(v) + " ")
				}
			}
			fmt.Fprintf(d.out, "] %s d\n", formatCoordinate(math.Max(p.dashOffset, 0)))
		}
		write()
		d.out.WriteString("S\n")
	}
	d.out.WriteString("Q\n")
	return nil
}
