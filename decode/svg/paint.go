package svg

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
)

// beginPaint begins to paint with a color or a gradient; a Q ends it. It reports false when there is nothing to paint with.
func (d *drawing) beginPaint(with paint, alpha float64, stroke bool, o outline, p drawContext) (bool, error) {
	d.out.WriteString("q\n")
	space, set, plainSet := "/Pattern cs", "scn", "rg"
	if stroke {
		space, set, plainSet = "/Pattern CS", "SCN", "RG"
	}
	alpha *= p.alpha * with.alpha
	if with.ref != "" {
		g, err := d.findGradient(with.ref)
		switch {
		case err != nil:
			return false, err
		case g == nil && with.none:
			return false, nil
		case g != nil && len(g.stops) == 0:
			return false, nil
		case g != nil && len(g.stops) > 1:
			return d.beginShading(g, alpha/with.alpha, space, set, o, p)
		case g != nil:
			with.color, alpha = g.stops[0].color, alpha/with.alpha*g.stops[0].alpha
		}
	}
	d.setAlpha(alpha)
	fmt.Fprintf(d.out, "%s %s\n", with.color.String(), plainSet)
	return true, nil
}

func (c color) String() string {
	return formatCoordinate(c[0]) + " " + formatCoordinate(c[1]) + " " + formatCoordinate(c[2])
}

// setAlpha sets how much is seen of what is painted.
func (d *drawing) setAlpha(alpha float64) {
	if alpha < 1 {
		d.setState(fmt.Sprintf("/ca %s /CA %s", formatCoordinate(alpha), formatCoordinate(alpha)))
	}
}

// setState sets entries of the graphics state, one resource for equal ones.
func (d *drawing) setState(entries string) {
	i := len(d.states)
	for j, s := range d.states {
		if s == entries {
			i = j
		}
		if j > 256 { // those later are rarely equal
			break
		}
	}
	if i == len(d.states) {
		d.states = append(d.states, entries)
	}
	fmt.Fprintf(d.out, "/G%d gs\n", i)
}

// gradient is a passage between colors.
type gradient struct {
	attrs  map[string]string // with those of the gradients that it names
	radial bool
	stops  []stop
}

type stop struct {
	at    float64
	color color
	alpha float64
}

// findGradient returns the gradient with a name; nil when there is none. Patterns, which are painted as these, are refused.
func (d *drawing) findGradient(ref string) (*gradient, error) {
	g := &gradient{attrs: map[string]string{}}
	for i := 0; ref != "" && i < 8; i++ {
		n, err := d.findNode(ref)
		if err != nil {
			return nil, err
		}
		if n == nil {
			break
		}
		if n.name != "linearGradient" && n.name != "radialGradient" {
			return nil, fmt.Errorf("a %s is not painted with", n.name)
		}
		if i == 0 {
			g.radial = n.name == "radialGradient"
		}
		for k, v := range n.attrs {
			if _, ok := g.attrs[k]; !ok {
				g.attrs[k] = v
			}
		}
		if len(g.stops) == 0 {
			g.stops = d.readStops(n)
		}
		if ref = n.attrs["href"]; ref == "" || len(g.stops) > 256 {
			break
		}
	}
	switch {
	case len(g.attrs) == 0:
		return nil, nil
	case len(g.stops) > 256:
		return nil, errors.New("a gradient of too many colors")
	case g.attrs["spreadMethod"] == "reflect" || g.attrs["spreadMethod"] == "repeat":
		return nil, errors.New("a gradient that begins again is not drawn")
	}
	return g, nil
}

func (d *drawing) readStops(n *node) (all []stop) {
	for _, c := range n.children {
		if c.name != "stop" {
			continue
		}
		says := d.computeProperties(c)
		s := stop{at: parseFraction(says["offset"]), alpha: 1}
		current, _ := defaultStyle.parsePaint(says["color"])
		if p, ok := (style{current: current.color}).parsePaint(says["stop-color"]); ok {
			s.color, s.alpha = p.color, p.alpha
			if p.none {
				s.alpha = 0
			}
		}
		if v := says["stop-opacity"]; v != "" {
			s.alpha *= parseFraction(v)
		}
		if len(all) > 0 && s.at <= all[len(all)-1].at {
			s.at = all[len(all)-1].at + 1e-5
		}
		all = append(all, s)
	}
	return all
}

// beginShading begins to paint with a gradient.
func (d *drawing) beginShading(g *gradient, alpha float64, space, set string, o outline, p drawContext) (bool, error) {
	m := identity
	in := p.size
	b := o.bounds()
	x, y, w, h := b.x, b.y, b.w, b.h
	if g.attrs["gradientUnits"] != "userSpaceOnUse" {
		if w == 0 || h == 0 {
			return false, nil
		}
		m, in = matrix{w, 0, 0, h, x, y}, size{1, 1}
	}
	m = m.multiply(parseTransform(g.attrs["gradientTransform"]))
	kind, coords, ok := g.coordinates(in)
	if !ok || m.isFlat() {
		d.setAlpha(alpha * g.stops[len(g.stops)-1].alpha)
		last := g.stops[len(g.stops)-1].color.String()
		fmt.Fprintf(d.out, "%s %s\n", last, map[string]string{"scn": "rg", "SCN": "RG"}[set])
		return true, nil
	}
	pattern := func(at matrix, colors string, value func(stop) string) int {
		d.paints = append(d.paints, fmt.Sprintf("<< /PatternType 2 /Matrix [%s] /Shading << /ShadingType %d /ColorSpace /%s /Coords [%s] "+
			"/Function %s /Extend [true true] >> >>", at.String(), kind, colors, coords, formatFunction(g.stops, value)))
		return len(d.paints) - 1
	}
	d.setAlpha(alpha)
	for _, s := range g.stops {
		if s.alpha == 1 {
			continue
		}
		// What is seen through is a picture of its own, as large as the outline with its line.
		grey := pattern(m, "DeviceGray", func(s stop) string { return formatCoordinate(s.alpha) })
		more := p.width*max(p.miter, 1) + max(w, h)/100
		frame := fmt.Sprintf("%s %s %s %s", formatCoordinate(x-more), formatCoordinate(y-more), formatCoordinate(w+2*more),
			formatCoordinate(h+2*more))
		d.applyMask("Luminosity", "DeviceGray", fmt.Sprintf("/Pattern cs /P%d scn %s re f", grey, frame), x-more, y-more,
			x+w+more, y+h+more)
		break
	}
	fmt.Fprintf(d.out, "%s /P%d %s\n", space, pattern(p.at.multiply(m), "DeviceRGB", func(s stop) string { return s.color.String() }), set)
	return true, nil
}

// coordinates returns where a gradient begins and ends; ok is false when it does not go anywhere.
func (g *gradient) coordinates(in size) (kind int, coords string, ok bool) {
	at := func(name, usual string, whole float64) float64 {
		v := g.attrs[name]
		if v == "" {
			v = usual
		}
		return parseLength(v, whole, defaultStyle)
	}
	if !g.radial {
		x1, y1, x2, y2 := at("x1", "0%", in.w), at("y1", "0%", in.h), at("x2", "100%", in.w), at("y2", "0%", in.h)
		return 2, strings.Join([]string{formatCoordinate(x1), formatCoordinate(y1), formatCoordinate(x2), formatCoordinate(y2)},
			" "), x1 != x2 || y1 != y2
	}
	cx, cy, r := at("cx", "50%", in.w), at("cy", "50%", in.h), at("r", "50%", in.diagonal())
	fx, fy, fr := cx, cy, at("fr", "0%", in.diagonal())
	if g.attrs["fx"] != "" {
		fx = at("fx", "", in.w)
	}
	if g.attrs["fy"] != "" {
		fy = at("fy", "", in.h)
	}
	if far := math.Hypot(fx-cx, fy-cy); far > 0.99*r { // onto the circle, as the specification says
		fx, fy = cx+(fx-cx)/far*0.99*r, cy+(fy-cy)/far*0.99*r
	}
	return 3, strings.Join([]string{formatCoordinate(fx), formatCoordinate(fy), formatCoordinate(fr), formatCoordinate(cx),
		formatCoordinate(cy),
		formatCoordinate(r)}, " "), r > 0
}

// formatFunction writes the passage between values.
func formatFunction(stops []stop, value func(stop) string) string {
	one := func(a, b stop) string {
		return fmt.Sprintf("<< /FunctionType 2 /Domain [0 1] /C0 [%s] /C1 [%s] /N 1 >>", value(a), value(b))
	}
	var parts, bounds []string
	last := stop{at: 0, color: stops[0].color, alpha: stops[0].alpha}
	for _, s := range append(stops[:len(stops):len(stops)], stop{at: 1.001, color: stops[len(stops)-1].color,
		alpha: stops[len(stops)-1].alpha}) {
		if s.at <= last.at {
			last = s
			continue
		}
		if len(parts) > 0 {
			bounds = append(bounds, formatCoordinate(last.at))
		}
		parts, last = append(parts, one(last, s)), s
	}
	return fmt.Sprintf("<< /FunctionType 3 /Domain [0 1.001] /Functions [%s] /Bounds [%s] /Encode [%s] >>", strings.Join(parts, " "),
		strings.Join(bounds, " "), strings.Repeat("0 1 ", len(parts)))
}

// applyMask hides what follows where a picture is dark, or empty.
func (d *drawing) applyMask(by, colors, content string, x0, y0, x1, y1 float64) {
	d.otherBytes += len(content)
	d.objects = append(d.objects, fmt.Sprintf("<< /Type /XObject /Subtype /Form /BBox [%s %s %s %s] /Resources 5 0 R /Length %d "+
		"/Group << /S /Transparency /CS /%s /I true >> >>\nstream\n%s\nendstream", formatCoordinate(x0), formatCoordinate(y0),
		formatCoordinate(x1), formatCoordinate(y1), len(content), colors,
		content))
	d.setState(fmt.Sprintf("/SMask << /S /%s /G %d 0 R >>", by, fixedObjects+len(d.objects)))
}

// applyClipAndMask lets be seen only what the path and the mask of an element show.
func (d *drawing) applyClipAndMask(n *node, says map[string]string, p drawContext) error {
	if ref := parseReference(says["clip-path"]); ref != "" {
		if err := d.applyClip(ref, n, says, p); err != nil {
			return err
		}
	}
	ref := parseReference(says["mask"])
	if ref == "" {
		return nil
	}
	what, err := d.findNode(ref)
	if err != nil || what == nil {
		return err
	}
	if what.name != "mask" || what.attrs["maskContentUnits"] == "objectBoundingBox" {
		return errors.New("a mask of that kind is not drawn")
	}
	own := d.computeProperties(what)
	by := "Luminosity"
	if own["mask-type"] == "alpha" {
		by = "Alpha"
	}
	page := d.out
	d.out, d.otherBytes = &bytes.Buffer{}, d.otherBytes+page.Len()
	inner := p
	inner.at, inner.style = identity, defaultStyle
	if inner.style, err = inner.style.inherit(own); err == nil {
		err = d.drawChildren(what, inner)
	}
	content := d.out.String()
	d.out, d.otherBytes = page, d.otherBytes-page.Len()
	if err != nil {
		return err
	}
	const far = 30_000
	d.applyMask(by, "DeviceRGB", content, -far, -far, far, far)
	return nil
}

// parseReference returns what a property names.
func parseReference(v string) string {
	rest, ok := strings.CutPrefix(v, "url(")
	if !ok {
		return ""
	}
	ref, _, _ := strings.Cut(rest, ")")
	return strings.Trim(ref, `"' `)
}

// applyClip cuts off what is outside of a path.
func (d *drawing) applyClip(ref string, n *node, says map[string]string, p drawContext) error {
	what, err := d.findNode(ref)
	if err != nil || what == nil {
		return err
	}
	if p.depth++; what.name != "clipPath" || p.depth > maxDepth {
		return errors.New("a path that cuts is not drawn")
	}
	if own := parseReference(d.computeProperties(what)["clip-path"]); own != "" {
		if err := d.applyClip(own, n, says, p); err != nil {
			return err
		}
	}
	m := parseTransform(what.attrs["transform"])
	if what.attrs["clipPathUnits"] == "objectBoundingBox" {
		o, ok, err := parseShape(n, says, p.size, p.style)
		if err != nil || !ok {
			return errors.Join(err, errors.New("a path that cuts a group by its size is not drawn"))
		}
		b := o.bounds()
		m = matrix{b.w, 0, 0, b.h, b.x, b.y}.multiply(m)
	}
	whole, evenOdd, err := d.clipOutline(what, m, p)
	if err != nil {
		return err
	}
	if len(whole) == 0 {
		d.out.WriteString("0 0 m\n")
	}
	whole.write(func(s string) { d.out.WriteString(s) })
	d.out.WriteString(map[bool]string{false: "W n\n", true: "W* n\n"}[evenOdd])
	return nil
}

// clipOutline returns the outlines of a path that cuts, as one.
func (d *drawing) clipOutline(n *node, m matrix, p drawContext) (whole outline, evenOdd bool, err error) {
	for _, c := range n.children {
		if c.name == "" || invisible[c.name] {
			continue
		}
		if d.drawn++; d.drawn > maxDrawn || p.depth > maxDepth {
			return nil, false, errTooComplex
		}
		says := d.computeProperties(c)
		l, err := p.style.inherit(says)
		if err != nil {
			return nil, false, err
		}
		at := m.multiply(parseTransform(says["transform"]))
		o, ok, err := parseShape(c, says, p.size, l)
		if c.name == "use" && err == nil {
			inner := p
			inner.depth++
			at = at.multiply(matrix{1, 0, 0, 1, parseMeasure(says, "x", p.w, l), parseMeasure(says, "y", p.h, l)})
			var what *node
			if what, err = d.findNode(c.attrs["href"]); err == nil && what != nil {
				o, l.clipEvenOdd, err = d.clipOutline(&node{children: []*node{what}}, at, inner)
				at, ok = identity, true
			}
		}
		switch {
		case err != nil:
			return nil, false, err
		case !ok:
			return nil, false, fmt.Errorf("an element %q does not cut", c.name)
		}
		whole, evenOdd = append(whole, o.transform(at)...), evenOdd || l.clipEvenOdd
	}
	return whole, evenOdd, nil
}
