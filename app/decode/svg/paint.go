package svg

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
)

// ink begins to paint with a color or a gradient; a Q ends it. It reports false when there is nothing to paint with.
func (d *drawing) ink(with paint, alpha float64, stroke bool, o outline, p place) (bool, error) {
	d.out.WriteString("q\n")
	space, set, plainSet := "/Pattern cs", "scn", "rg"
	if stroke {
		space, set, plainSet = "/Pattern CS", "SCN", "RG"
	}
	alpha *= p.alpha * with.alpha
	if with.ref != "" {
		g, err := d.gradientOf(with.ref)
		switch {
		case err != nil:
			return false, err
		case g == nil && with.none:
			return false, nil
		case g != nil && len(g.stops) == 0:
			return false, nil
		case g != nil && len(g.stops) > 1:
			return d.shade(g, alpha/with.alpha, space, set, o, p)
		case g != nil:
			with.color, alpha = g.stops[0].color, alpha/with.alpha*g.stops[0].alpha
		}
	}
	d.seeThrough(alpha)
	fmt.Fprintf(d.out, "%s %s\n", with.color.String(), plainSet)
	return true, nil
}

func (c color) String() string { return num(c[0]) + " " + num(c[1]) + " " + num(c[2]) }

// seeThrough sets how much is seen of what is painted.
func (d *drawing) seeThrough(alpha float64) {
	if alpha < 1 {
		d.state(fmt.Sprintf("/ca %s /CA %s", num(alpha), num(alpha)))
	}
}

// state sets entries of the graphics state, one resource for equal ones.
func (d *drawing) state(entries string) {
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
	says  map[string]string // with those of the gradients that it names
	round bool
	stops []stop
}

type stop struct {
	at    float64
	color color
	alpha float64
}

// gradientOf returns the gradient with a name; nil when there is none. Patterns, which are painted as these, are refused.
func (d *drawing) gradientOf(ref string) (*gradient, error) {
	g := &gradient{says: map[string]string{}}
	for i := 0; ref != "" && i < 8; i++ {
		n, err := d.named(ref)
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
			g.round = n.name == "radialGradient"
		}
		for k, v := range n.attrs {
			if _, ok := g.says[k]; !ok {
				g.says[k] = v
			}
		}
		if len(g.stops) == 0 {
			g.stops = d.stopsOf(n)
		}
		if ref = n.attrs["href"]; ref == "" || len(g.stops) > 256 {
			break
		}
	}
	switch {
	case len(g.says) == 0:
		return nil, nil
	case len(g.stops) > 256:
		return nil, errors.New("a gradient of too many colors")
	case g.says["spreadMethod"] == "reflect" || g.says["spreadMethod"] == "repeat":
		return nil, errors.New("a gradient that begins again is not drawn")
	}
	return g, nil
}

func (d *drawing) stopsOf(n *node) (all []stop) {
	for _, c := range n.children {
		if c.name != "stop" {
			continue
		}
		says := d.declared(c)
		s := stop{at: share(says["offset"]), alpha: 1}
		current, _ := plain.paintOf(says["color"])
		if p, ok := (look{current: current.color}).paintOf(says["stop-color"]); ok {
			s.color, s.alpha = p.color, p.alpha
			if p.none {
				s.alpha = 0
			}
		}
		if v := says["stop-opacity"]; v != "" {
			s.alpha *= share(v)
		}
		if len(all) > 0 && s.at <= all[len(all)-1].at {
			s.at = all[len(all)-1].at + 1e-5
		}
		all = append(all, s)
	}
	return all
}

// shade begins to paint with a gradient.
func (d *drawing) shade(g *gradient, alpha float64, space, set string, o outline, p place) (bool, error) {
	m := same
	in := p.size
	x, y, w, h := o.box()
	if g.says["gradientUnits"] != "userSpaceOnUse" {
		if w == 0 || h == 0 {
			return false, nil
		}
		m, in = matrix{w, 0, 0, h, x, y}, size{1, 1}
	}
	m = m.times(matrixOf(g.says["gradientTransform"]))
	kind, coords, ok := g.course(in)
	if !ok || m.flat() {
		d.seeThrough(alpha * g.stops[len(g.stops)-1].alpha)
		last := g.stops[len(g.stops)-1].color.String()
		fmt.Fprintf(d.out, "%s %s\n", last, map[string]string{"scn": "rg", "SCN": "RG"}[set])
		return true, nil
	}
	pattern := func(at matrix, colors string, value func(stop) string) int {
		d.paints = append(d.paints, fmt.Sprintf("<< /PatternType 2 /Matrix [%s] /Shading << /ShadingType %d /ColorSpace /%s /Coords [%s] "+
			"/Function %s /Extend [true true] >> >>", at.String(), kind, colors, coords, function(g.stops, value)))
		return len(d.paints) - 1
	}
	d.seeThrough(alpha)
	for _, s := range g.stops {
		if s.alpha == 1 {
			continue
		}
		// What is seen through is a picture of its own, as large as the outline with its line.
		grey := pattern(m, "DeviceGray", func(s stop) string { return num(s.alpha) })
		more := p.width*max(p.miter, 1) + max(w, h)/100
		frame := fmt.Sprintf("%s %s %s %s", num(x-more), num(y-more), num(w+2*more), num(h+2*more))
		d.mask("Luminosity", "DeviceGray", fmt.Sprintf("/Pattern cs /P%d scn %s re f", grey, frame), x-more, y-more, x+w+more, y+h+more)
		break
	}
	fmt.Fprintf(d.out, "%s /P%d %s\n", space, pattern(p.at.times(m), "DeviceRGB", func(s stop) string { return s.color.String() }), set)
	return true, nil
}

// course returns where a gradient begins and ends; ok is false when it does not go anywhere.
func (g *gradient) course(in size) (kind int, coords string, ok bool) {
	at := func(name, usual string, whole float64) float64 {
		v := g.says[name]
		if v == "" {
			v = usual
		}
		return length(v, whole, plain)
	}
	if !g.round {
		x1, y1, x2, y2 := at("x1", "0%", in.w), at("y1", "0%", in.h), at("x2", "100%", in.w), at("y2", "0%", in.h)
		return 2, strings.Join([]string{num(x1), num(y1), num(x2), num(y2)}, " "), x1 != x2 || y1 != y2
	}
	cx, cy, r := at("cx", "50%", in.w), at("cy", "50%", in.h), at("r", "50%", in.diagonal())
	fx, fy, fr := cx, cy, at("fr", "0%", in.diagonal())
	if g.says["fx"] != "" {
		fx = at("fx", "", in.w)
	}
	if g.says["fy"] != "" {
		fy = at("fy", "", in.h)
	}
	if far := math.Hypot(fx-cx, fy-cy); far > 0.99*r { // onto the circle, as the specification says
		fx, fy = cx+(fx-cx)/far*0.99*r, cy+(fy-cy)/far*0.99*r
	}
	return 3, strings.Join([]string{num(fx), num(fy), num(fr), num(cx), num(cy), num(r)}, " "), r > 0
}

// function writes the passage between values.
func function(stops []stop, value func(stop) string) string {
	one := func(a, b stop) string {
		return fmt.Sprintf("<< /FunctionType 2 /Domain [0 1] /C0 [%s] /C1 [%s] /N 1 >>", value(a), value(b))
	}
	var parts, bounds []string
	last := stop{at: 0, color: stops[0].color, alpha: stops[0].alpha}
	for _, s := range append(stops[:len(stops):len(stops)], stop{1.001, stops[len(stops)-1].color, stops[len(stops)-1].alpha}) {
		if s.at <= last.at {
			last = s
			continue
		}
		if len(parts) > 0 {
			bounds = append(bounds, num(last.at))
		}
		parts, last = append(parts, one(last, s)), s
	}
	return fmt.Sprintf("<< /FunctionType 3 /Domain [0 1.001] /Functions [%s] /Bounds [%s] /Encode [%s] >>", strings.Join(parts, " "),
		strings.Join(bounds, " "), strings.Repeat("0 1 ", len(parts)))
}

// mask hides what follows where a picture is dark, or empty.
func (d *drawing) mask(by, colors, content string, x0, y0, x1, y1 float64) {
	d.kept += len(content)
	d.objects = append(d.objects, fmt.Sprintf("<< /Type /XObject /Subtype /Form /BBox [%s %s %s %s] /Resources 5 0 R /Length %d "+
		"/Group << /S /Transparency /CS /%s /I true >> >>\nstream\n%s\nendstream", num(x0), num(y0), num(x1), num(y1), len(content), colors,
		content))
	d.state(fmt.Sprintf("/SMask << /S /%s /G %d 0 R >>", by, objectsBefore+len(d.objects)))
}

// restrict lets be seen only what the path and the mask of an element show.
func (d *drawing) restrict(n *node, says map[string]string, p place) error {
	if ref := reference(says["clip-path"]); ref != "" {
		if err := d.clip(ref, n, says, p); err != nil {
			return err
		}
	}
	ref := reference(says["mask"])
	if ref == "" {
		return nil
	}
	what, err := d.named(ref)
	if err != nil || what == nil {
		return err
	}
	if what.name != "mask" || what.attrs["maskContentUnits"] == "objectBoundingBox" {
		return errors.New("a mask of that kind is not drawn")
	}
	own := d.declared(what)
	by := "Luminosity"
	if own["mask-type"] == "alpha" {
		by = "Alpha"
	}
	page := d.out
	d.out, d.kept = &bytes.Buffer{}, d.kept+page.Len()
	inner := p
	inner.at, inner.look = same, plain
	if inner.look, err = inner.look.with(own); err == nil {
		err = d.children(what, inner)
	}
	content := d.out.String()
	d.out, d.kept = page, d.kept-page.Len()
	if err != nil {
		return err
	}
	const far = 30_000
	d.mask(by, "DeviceRGB", content, -far, -far, far, far)
	return nil
}

// reference returns what a property names.
func reference(v string) string {
	rest, ok := strings.CutPrefix(v, "url(")
	if !ok {
		return ""
	}
	ref, _, _ := strings.Cut(rest, ")")
	return strings.Trim(ref, `"' `)
}

// clip cuts off what is outside of a path.
func (d *drawing) clip(ref string, n *node, says map[string]string, p place) error {
	what, err := d.named(ref)
	if err != nil || what == nil {
		return err
	}
	if p.deep++; what.name != "clipPath" || p.deep > maxDepth {
		return errors.New("a path that cuts is not drawn")
	}
	if own := reference(d.declared(what)["clip-path"]); own != "" {
		if err := d.clip(own, n, says, p); err != nil {
			return err
		}
	}
	m := matrixOf(what.attrs["transform"])
	if what.attrs["clipPathUnits"] == "objectBoundingBox" {
		o, ok, err := shapeOf(n, says, p.size, p.look)
		if err != nil || !ok {
			return errors.Join(err, errors.New("a path that cuts a group by its size is not drawn"))
		}
		x, y, w, h := o.box()
		m = matrix{w, 0, 0, h, x, y}.times(m)
	}
	whole, evenOdd, err := d.cutting(what, m, p)
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

// cutting returns the outlines of a path that cuts, as one.
func (d *drawing) cutting(n *node, m matrix, p place) (whole outline, evenOdd bool, err error) {
	for _, c := range n.children {
		if c.name == "" || silent[c.name] {
			continue
		}
		if d.drawn++; d.drawn > maxDrawn || p.deep > maxDepth {
			return nil, false, errTooMuch
		}
		says := d.declared(c)
		l, err := p.look.with(says)
		if err != nil {
			return nil, false, err
		}
		at := m.times(matrixOf(says["transform"]))
		o, ok, err := shapeOf(c, says, p.size, l)
		if c.name == "use" && err == nil {
			inner := p
			inner.deep++
			at = at.times(matrix{1, 0, 0, 1, measure(says, "x", p.w, l), measure(says, "y", p.h, l)})
			var what *node
			if what, err = d.named(c.attrs["href"]); err == nil && what != nil {
				o, l.clipEvenOdd, err = d.cutting(&node{children: []*node{what}}, at, inner)
				at, ok = same, true
			}
		}
		switch {
		case err != nil:
			return nil, false, err
		case !ok:
			return nil, false, fmt.Errorf("an element %q does not cut", c.name)
		}
		whole, evenOdd = append(whole, o.through(at)...), evenOdd || l.clipEvenOdd
	}
	return whole, evenOdd, nil
}
