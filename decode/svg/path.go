package svg

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// segment is a piece of an outline: to a point ('M', 'L'), along a curve ('C'), or back to the beginning ('Z').
type segment struct {
	kind byte
	to   [3]point // of a curve its two handles and its end, otherwise the first alone
}

func (s segment) end() point {
	if s.kind == 'C' {
		return s.to[2]
	}
	return s.to[0]
}

// outline is the shape of an element.
type outline []segment

const maxSegments = 500_000

// rectangle is a corner and a size.
type rectangle struct{ x, y, w, h float64 }

// bounds returns the smallest rectangle around an outline.
func (o outline) bounds() rectangle {
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	see := func(p point) {
		low, high = point{min(low.x, p.x), min(low.y, p.y)}, point{max(high.x, p.x), max(high.y, p.y)}
	}
	var at point
	for _, s := range o {
		switch s.kind {
		case 'M', 'L':
			see(s.to[0])
		case 'C':
			const steps = 16
			for i := 1; i <= steps; i++ {
				t := float64(i) / steps
				u := 1 - t
				a, b, c, e := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
				see(point{a*at.x + b*s.to[0].x + c*s.to[1].x + e*s.to[2].x, a*at.y + b*s.to[0].y + c*s.to[1].y + e*s.to[2].y})
			}
		}
		if s.kind != 'Z' {
			at = s.end()
		}
	}
	if low.x > high.x {
		return rectangle{}
	}
	return rectangle{low.x, low.y, high.x - low.x, high.y - low.y}
}

// transform returns the outline after a transformation.
func (o outline) transform(m matrix) outline {
	out := make(outline, len(o))
	for i, s := range o {
		for j, p := range s.to {
			s.to[j] = m.apply(p)
		}
		out[i] = s
	}
	return out
}

// scanner reads the numbers of a list, which need no space between them where the sense is clear.
type scanner struct {
	s string
	i int
}

func (c *scanner) skipSpace() {
	for c.i < len(c.s) && strings.IndexByte(" \t\r\n,", c.s[c.i]) >= 0 {
		c.i++
	}
}

// readNumber reads a number; ok is false when none is there.
func (c *scanner) readNumber() (v float64, ok bool) {
	c.skipSpace()
	begin, i := c.i, c.i
	digits := func() (n int) {
		for i < len(c.s) && c.s[i] >= '0' && c.s[i] <= '9' {
			i++
			n++
		}
		return n
	}
	if i < len(c.s) && (c.s[i] == '+' || c.s[i] == '-') {
		i++
	}
	n := digits()
	if i < len(c.s) && c.s[i] == '.' {
		i++
		n += digits()
	}
	if n == 0 {
		return 0, false
	}
	if end := i; i < len(c.s) && (c.s[i] == 'e' || c.s[i] == 'E') {
		i++
		if i < len(c.s) && (c.s[i] == '+' || c.s[i] == '-') {
			i++
		}
		if digits() == 0 { // the e of a unit
			i = end
		}
	}
	v, err := strconv.ParseFloat(c.s[begin:i], 64)
	c.i = i
	return v, err == nil && math.Abs(v) < 1e9
}

// readFlag reads 0 or 1, after which the next number may follow at once.
func (c *scanner) readFlag() (float64, bool) {
	c.skipSpace()
	if c.i < len(c.s) && (c.s[c.i] == '0' || c.s[c.i] == '1') {
		c.i++
		return float64(c.s[c.i-1] - '0'), true
	}
	return 0, false
}

func parseNumbers(s string) (all []float64) {
	c := scanner{s: s}
	for v, ok := c.readNumber(); ok; v, ok = c.readNumber() {
		all = append(all, v)
		for c.i < len(c.s) && (c.s[c.i] >= 'a' && c.s[c.i] <= 'z' || c.s[c.i] == '%') {
			c.i++ // units of transformations
		}
	}
	return all
}

// pen draws an outline by the commands of a path.
type pen struct {
	outline
	at, first, handle point
	last              byte // command
}

func (p *pen) move(to point) {
	p.outline, p.at, p.first = append(p.outline, segment{'M', [3]point{to}}), to, to
}
func (p *pen) line(to point) { p.outline, p.at = append(p.outline, segment{'L', [3]point{to}}), to }
func (p *pen) curve(a, b, c point) {
	p.outline, p.at = append(p.outline, segment{'C', [3]point{a, b, c}}), c
}
func (p *pen) close() { p.outline, p.at = append(p.outline, segment{kind: 'Z'}), p.first }

// quadratic draws a curve with one handle.
func (p *pen) quadratic(h, to point) {
	from := p.at
	third := func(a, b point) point { return point{a.x + 2*(b.x-a.x)/3, a.y + 2*(b.y-a.y)/3} }
	p.curve(third(from, h), third(to, h), to)
}

// reflectedHandle is the last handle on the other side, when the last command had one.
func (p *pen) reflectedHandle(kinds string) point {
	if strings.IndexByte(kinds, p.last) < 0 {
		return p.at
	}
	return point{2*p.at.x - p.handle.x, 2*p.at.y - p.handle.y}
}

var argumentCounts = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'S': 4, 'Q': 4, 'T': 2, 'A': 7}

// parsePath reads the data of a path. As everywhere, what stands before a mistake is drawn.
func parsePath(s string) (outline, error) {
	c, p := scanner{s: s}, &pen{}
	for {
		c.skipSpace()
		if c.i >= len(s) {
			return p.outline, nil
		}
		command := s[c.i]
		kind := command &^ 0x20
		n := argumentCounts[kind]
		if n == 0 && kind != 'Z' || p.outline == nil && kind != 'M' {
			return p.outline, nil
		}
		c.i++
		if kind == 'Z' {
			p.close()
			p.last = kind
			continue
		}
		for again := false; ; again = true {
			v, ok := readArguments(&c, kind, n)
			if !ok {
				break
			}
			if kind == 'M' && again {
				kind, n = 'L', 2
			}
			p.drawCommand(kind, command >= 'a', v)
			if len(p.outline) > maxSegments {
				return nil, errors.New("an outline is too long")
			}
		}
	}
}

func readArguments(c *scanner, kind byte, n int) (v [7]float64, ok bool) {
	for i := range n {
		if kind == 'A' && (i == 3 || i == 4) {
			v[i], ok = c.readFlag()
		} else {
			v[i], ok = c.readNumber()
		}
		if !ok {
			return v, false
		}
	}
	return v, true
}

// drawCommand draws one command.
func (p *pen) drawCommand(kind byte, relative bool, v [7]float64) {
	var from point
	if relative {
		from = p.at
	}
	at := func(i int) point { return point{from.x + v[i], from.y + v[i+1]} }
	switch kind {
	case 'M':
		p.move(at(0))
	case 'L':
		p.line(at(0))
	case 'H':
		p.line(point{from.x + v[0], p.at.y})
	case 'V':
		p.line(point{p.at.x, from.y + v[0]})
	case 'C':
		p.handle = at(2)
		p.curve(at(0), at(2), at(4))
	case 'S':
		first := p.reflectedHandle("CS")
		p.handle = at(0)
		p.curve(first, at(0), at(2))
	case 'Q':
		p.handle = at(0)
		p.quadratic(at(0), at(2))
	case 'T':
		p.handle = p.reflectedHandle("QT")
		p.quadratic(p.handle, at(0))
	case 'A':
		p.arc(math.Abs(v[0]), math.Abs(v[1]), v[2]*math.Pi/180, v[3] != 0, v[4] != 0, at(5))
	}
	p.last = kind
}

// arc draws a piece of an ellipse to a point, as the appendix of the specification computes it.
func (p *pen) arc(rx, ry, turn float64, large, sweep bool, to point) {
	from := p.at
	if rx == 0 || ry == 0 || from == to {
		p.line(to)
		return
	}
	sin, cos := math.Sincos(turn)
	dx, dy := (from.x-to.x)/2, (from.y-to.y)/2
	x, y := cos*dx+sin*dy, -sin*dx+cos*dy
	if over := x*x/(rx*rx) + y*y/(ry*ry); over > 1 {
		rx, ry = rx*math.Sqrt(over), ry*math.Sqrt(over)
	}
	f := math.Sqrt(max(0, (rx*rx*ry*ry-rx*rx*y*y-ry*ry*x*x)/(rx*rx*y*y+ry*ry*x*x)))
	if large == sweep {
		f = -f
	}
	cx, cy := f*rx*y/ry, -f*ry*x/rx
	begin := math.Atan2((y-cy)/ry, (x-cx)/rx)
	all := math.Atan2((-y-cy)/ry, (-x-cx)/rx) - begin
	switch {
	case sweep && all < 0:
		all += 2 * math.Pi
	case !sweep && all > 0:
		all -= 2 * math.Pi
	}
	m := matrix{cos, sin, -sin, cos, (from.x + to.x) / 2, (from.y + to.y) / 2}.multiply(matrix{rx, 0, 0, ry, cx, cy})
	p.circle(m, begin, all)
}

// circle draws a piece of the circle with radius 1, after a transformation.
func (p *pen) circle(m matrix, begin, all float64) {
	n := max(1, int(math.Ceil(math.Abs(all)/(math.Pi/2)-1e-9)))
	step := all / float64(n)
	k := 4.0 / 3 * math.Tan(step/4)
	for i := range n {
		s0, c0 := math.Sincos(begin + float64(i)*step)
		s1, c1 := math.Sincos(begin + float64(i+1)*step)
		p.curve(m.apply(point{c0 - k*s0, s0 + k*c0}), m.apply(point{c1 + k*s1, s1 - k*c1}), m.apply(point{c1, s1}))
	}
}

// write writes an outline for a page.
func (o outline) write(to func(string)) {
	var b []byte
	for _, s := range o {
		b = b[:0]
		switch s.kind {
		case 'M':
			b = append(b, fmt.Sprintf("%s m\n", formatPoint(s.to[0]))...)
		case 'L':
			b = append(b, fmt.Sprintf("%s l\n", formatPoint(s.to[0]))...)
		case 'C':
			b = append(b, fmt.Sprintf("%s %s %s c\n", formatPoint(s.to[0]), formatPoint(s.to[1]), formatPoint(s.to[2]))...)
		case 'Z':
			b = append(b, "h\n"...)
		}
		to(string(b))
	}
}

func formatPoint(p point) string { return formatCoordinate(p.x) + " " + formatCoordinate(p.y) }

// formatCoordinate writes a number as PDF reads it, without an exponent.
func formatCoordinate(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "0"
	}
	return strconv.FormatFloat(v, 'f', min(6, max(2, 4-int(math.Log10(math.Abs(v)+1e-9)))), 64)
}
