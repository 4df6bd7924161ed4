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
	ids     map[string]*node
	rules   rules
	out     *bytes.Buffer // of the page, or of a mask
	objects []string      // of the PDF after the first ones
	states  []string      // entries of the resources
	paints  []string
	drawn   int
	kept    int // bytes that were written elsewhere than out
}

// place is where an element is drawn.
type place struct {
	look
	size        // around it
	at   matrix // from there to the page, or to the mask
	deep int
}

var errTooMuch = errors.New("it draws too much")

// page draws everything.
func (d *drawing) page(root *node) ([]byte, error) {
	says := d.declared(root)
	box := numbers(root.attrs["viewBox"])
	w, h := sized(says, "width", box, 2, 300), sized(says, "height", box, 3, 150)
	if !(w > 0 && h > 0 && w < 1e7 && h < 1e7) {
		return nil, fmt.Errorf("its size is %v × %v", w, h)
	}
	f := side / max(w, h)
	first := matrix{f, 0, 0, -f, 0, h * f}.times(fitting(box, 0, 0, w, h, root.attrs["preserveAspectRatio"]))
	in := size{w, h}
	if len(box) == 4 {
		in = size{box[2], box[3]}
	}
	fmt.Fprintf(d.out, "%s cm\n", first.String())
	l, err := plain.with(says)
	if err != nil {
		return nil, err
	}
	if err := d.children(root, place{look: l, size: in, at: first}); err != nil {
		return nil, err
	}
	return d.bytes(w*f, h*f), nil
}

// sized returns a side of the drawing: its own, or that of its box, or the usual one.
func sized(says map[string]string, name string, box []float64, i int, usual float64) float64 {
	if v := says[name]; v != "" && v != "auto" && !strings.HasSuffix(v, "%") {
		return length(v, 0, plain)
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
		s += num(v)
	}
	return s
}

func (d *drawing) children(n *node, p place) error {
	for _, c := range n.children {
		if c.name == "" {
			continue
		}
		if err := d.element(c, p); err != nil {
			return err
		}
	}
	return nil
}

// silent are elements that show nothing where they stand.
var silent = map[string]bool{
	"defs": true, "title": true, "desc": true, "metadata": true, "style": true, "script": true, "linearGradient": true,
	"radialGradient": true, "clipPath": true, "mask": true, "symbol": true, "filter": true, "pattern": true, "marker": true,
	"animate": true, "animateTransform": true, "animateMotion": true, "set": true, "view": true, "namedview": true, "cursor": true,
	"font": true, "font-face": true, "stop": true, "foreignObject": true, "pgf": true, "perspective": true, "grid": true,
}

// element draws an element with everything in it.
func (d *drawing) element(n *node, p place) error {
	if silent[n.name] {
		return nil
	}
	if d.drawn++; d.drawn > maxDrawn || d.out.Len()+d.kept > maxWritten || p.deep > maxDepth {
		return errTooMuch
	}
	says := d.declared(n)
	if says["display"] == "none" {
		return nil
	}
	for _, unknown := range []string{"filter", "marker-start", "marker-mid", "marker-end", "marker"} {
		if v := says[unknown]; v != "" && v != "none" {
			return fmt.Errorf("a %s is not drawn", unknown)
		}
	}
	var err error
	if p.look, err = p.look.with(says); err != nil {
		return err
	}
	m := matrixOf(says["transform"])
	if m.flat() {
		return nil
	}
	p.at, p.deep = p.at.times(m), p.deep+1
	fmt.Fprintf(d.out, "q %s cm\n", m.String())
	if err := d.restrict(n, says, p); err != nil {
		return err
	}
	err = d.content(n, says, p)
	d.out.WriteString("Q\n")
	return err
}

func (d *drawing) content(n *node, says map[string]string, p place) error {
	switch n.name {
	case "g", "a":
		return d.children(n, p)
	case "switch":
		for _, c := range n.children {
			if c.name != "" && !silent[c.name] && c.attrs["requiredExtensions"] == "" {
				return d.element(c, p)
			}
		}
		return nil
	case "svg":
		return d.nested(n, says, says, p)
	case "use":
		return d.use(n, says, p)
	case "text":
		return d.text(n, p)
	}
	o, ok, err := shapeOf(n, says, p.size, p.look)
	switch {
	case err != nil:
		return err
	case !ok:
		return fmt.Errorf("an element %q is not drawn", n.name)
	}
	return d.paint(o, p)
}

// nested draws a drawing in the drawing, or a symbol, of a size that its user may choose.
func (d *drawing) nested(n *node, says, chosen map[string]string, p place) error {
	w, h := p.w, p.h
	for _, from := range []map[string]string{says, chosen} {
		if from["width"] != "" && from["width"] != "auto" {
			w = measure(from, "width", p.w, p.look)
		}
		if from["height"] != "" && from["height"] != "auto" {
			h = measure(from, "height", p.h, p.look)
		}
	}
	x, y := measure(says, "x", p.w, p.look), measure(says, "y", p.h, p.look)
	if w <= 0 || h <= 0 {
		return nil
	}
	box := numbers(n.attrs["viewBox"])
	m := fitting(box, x, y, w, h, n.attrs["preserveAspectRatio"])
	if m.flat() {
		return nil
	}
	if says["overflow"] != "visible" {
		fmt.Fprintf(d.out, "%s %s %s %s re W n\n", num(x), num(y), num(w), num(h))
	}
	fmt.Fprintf(d.out, "%s cm\n", m.String())
	p.at = p.at.times(m)
	if p.size = (size{w, h}); len(box) == 4 {
		p.size = size{box[2], box[3]}
	}
	return d.children(n, p)
}

// named returns the element that another names. Nothing outside of the drawing has a name.
func (d *drawing) named(ref string) (*node, error) {
	id, inside := strings.CutPrefix(ref, "#")
	if !inside {
		return nil, fmt.Errorf("it needs %.60q from outside", ref)
	}
	return d.ids[id], nil
}

func (d *drawing) use(n *node, says map[string]string, p place) error {
	if n.attrs["href"] == "" {
		return nil
	}
	what, err := d.named(n.attrs["href"])
	if err != nil || what == nil {
		return err
	}
	m := matrix{1, 0, 0, 1, measure(says, "x", p.w, p.look), measure(says, "y", p.h, p.look)}
	fmt.Fprintf(d.out, "%s cm\n", m.String())
	p.at = p.at.times(m)
	if what.name != "symbol" && what.name != "svg" {
		return d.element(what, p)
	}
	own := d.declared(what)
	if p.look, err = p.look.with(own); err != nil {
		return err
	}
	if d.drawn++; d.drawn > maxDrawn || p.deep > maxDepth {
		return errTooMuch
	}
	p.deep++
	return d.nested(what, own, map[string]string{"width": says["width"], "height": says["height"]}, p)
}

// paint fills and draws an outline.
func (d *drawing) paint(o outline, p place) error {
	if p.hidden || len(o) == 0 || p.alpha == 0 {
		return nil
	}
	if d.drawn += len(o) / 100; d.drawn > maxDrawn {
		return errTooMuch
	}
	write := func() { o.write(func(s string) { d.out.WriteString(s) }) }
	_, _, w, h := o.box()
	if !p.fill.none && p.fillAlpha > 0 && w > 0 && h > 0 { // PDFium draws a thin line for what has no area
		ok, err := d.ink(p.fill, p.fillAlpha, false, o, p)
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
	ok, err := d.ink(p.stroke, p.strokeAlpha, true, o, p)
	if err != nil {
		return err
	}
	if ok {
		fmt.Fprintf(d.out, "%s w %d J %d j %s M\n", num(p.width), p.cap, p.join, num(p.miter))
		if len(p.dash) > 0 {
			d.out.WriteString("[")
			for range 1 + len(p.dash)%2 { // an odd list counts twice
				for _, v := range p.dash {
					d.out.WriteString(num(v) + " ")
				}
			}
			fmt.Fprintf(d.out, "] %s d\n", num(math.Max(p.dashOffset, 0)))
		}
		write()
		d.out.WriteString("S\n")
	}
	d.out.WriteString("Q\n")
	return nil
}
