package svg

import "math"

// size is that of the part of the drawing around an element, of which percentages are.
type size struct{ w, h float64 }

func (s size) diagonal() float64 { return math.Sqrt((s.w*s.w + s.h*s.h) / 2) }

// parseShape returns the outline of an element; ok is false when it is none that has one.
func parseShape(n *node, says map[string]string, in size, l style) (o outline, ok bool, err error) {
	x := func(name string) float64 { return parseMeasure(says, name, in.w, l) }
	y := func(name string) float64 { return parseMeasure(says, name, in.h, l) }
	p := &pen{}
	switch n.name {
	case "path":
		o, err = parsePath(n.attrs["d"])
		return o, true, err
	case "rect":
		rx, ry := x("rx"), y("ry")
		if says["rx"] == "" {
			rx = ry
		} else if says["ry"] == "" {
			ry = rx
		}
		p.rect(x("x"), y("y"), x("width"), y("height"), rx, ry)
	case "circle":
		r := parseMeasure(says, "r", in.diagonal(), l)
		p.ellipse(x("cx"), y("cy"), r, r)
	case "ellipse":
		p.ellipse(x("cx"), y("cy"), x("rx"), y("ry"))
	case "line":
		p.move(point{x("x1"), y("y1")})
		p.line(point{x("x2"), y("y2")})
	case "polyline", "polygon":
		all := parseNumbers(n.attrs["points"])
		for i := 0; i+1 < len(all); i += 2 {
			if at := (point{all[i], all[i+1]}); i == 0 {
				p.move(at)
			} else {
				p.line(at)
			}
		}
		if n.name == "polygon" && len(all) > 1 {
			p.close()
		}
	default:
		return nil, false, nil
	}
	return p.outline, true, nil
}

// parseMeasure reads a length; one that is not said is nothing.
func parseMeasure(says map[string]string, name string, whole float64, l style) float64 {
	if says[name] == "" || says[name] == "auto" {
		return 0
	}
	return parseLength(says[name], whole, l)
}

func (p *pen) rect(x, y, w, h, rx, ry float64) {
	if w <= 0 || h <= 0 {
		return
	}
	rx, ry = min(max(rx, 0), w/2), min(max(ry, 0), h/2)
	if rx == 0 || ry == 0 {
		p.move(point{x, y})
		p.line(point{x + w, y})
		p.line(point{x + w, y + h})
		p.line(point{x, y + h})
		p.close()
		return
	}
	corner := func(cx, cy, begin float64) {
		m := matrix{rx, 0, 0, ry, cx, cy}
		sin, cos := math.Sincos(begin)
		p.line(m.apply(point{cos, sin}))
		p.circle(m, begin, math.Pi/2)
	}
	p.move(point{x + rx, y})
	corner(x+w-rx, y+ry, -math.Pi/2)
	corner(x+w-rx, y+h-ry, 0)
	corner(x+rx, y+h-ry, math.Pi/2)
	corner(x+rx, y+ry, math.Pi)
	p.close()
}

func (p *pen) ellipse(cx, cy, rx, ry float64) {
	if rx <= 0 || ry <= 0 {
		return
	}
	p.move(point{cx + rx, cy})
	p.circle(matrix{rx, 0, 0, ry, cx, cy}, 0, 2*math.Pi)
	p.close()
}

// viewBoxMatrix returns the matrix that brings a box of user units into a frame.
func viewBoxMatrix(box []float64, x, y, w, h float64, how string) matrix {
	if len(box) != 4 || box[2] <= 0 || box[3] <= 0 {
		return matrix{1, 0, 0, 1, x, y}
	}
	fx, fy := w/box[2], h/box[3]
	if len(how) >= 4 && how[:4] == "none" {
		return matrix{fx, 0, 0, fy, x - box[0]*fx, y - box[1]*fy}
	}
	f := min(fx, fy)
	if len(how) > 9 && how[9:] == "slice" {
		f = max(fx, fy)
	}
	part := func(at int) float64 {
		if len(how) >= 8 {
			switch how[at : at+3] {
			case "Min":
				return 0
			case "Max":
				return 1
			}
		}
		return 0.5
	}
	return matrix{f, 0, 0, f, x + (w-box[2]*f)*part(1) - box[0]*f, y + (h-box[3]*f)*part(5) - box[1]*f}
}
