package svg

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/image/colornames"
)

const maxRules = 2000

// rules are those of the elements style.
type rules []rule

type rule struct {
	tag, id    string // empty when any
	classes    []string
	weight     int
	properties map[string]string
}

var (
	commentPattern = regexp.MustCompile(`(?s)/\*.*?\*/|<!--|-->`)
	selector       = regexp.MustCompile(`^(\*|[\w-]*)((?:[.#][\w-]+)*)$`)
	part           = regexp.MustCompile(`[.#][\w-]+`)
)

// parseSheet reads a sheet of styles. One that depends on where an element is, is refused: the drawing would look otherwise.
func (r *rules) parseSheet(sheet string) error {
	sheet = commentPattern.ReplaceAllString(sheet, "")
	for {
		head, rest, ok := strings.Cut(sheet, "{")
		if !ok {
			return nil
		}
		head = strings.TrimSpace(head[strings.LastIndexByte(head, ';')+1:])
		if strings.HasPrefix(head, "@") {
			sheet = skipBlock(rest)
			continue
		}
		body, after, _ := strings.Cut(rest, "}")
		sheet = after
		says := parseDeclarations(body)
		for one := range strings.SplitSeq(head, ",") {
			m := selector.FindStringSubmatch(strings.TrimSpace(one))
			switch {
			case m == nil && strings.Contains(one, ":"): // under a pointer
				continue
			case m == nil:
				return fmt.Errorf("a style for %q", one)
			case len(*r) == maxRules:
				return errors.New("too many styles")
			}
			*r = append(*r, newRule(m[1], part.FindAllString(m[2], -1), says))
		}
	}
}

func newRule(tag string, parts []string, says map[string]string) rule {
	n := rule{tag: strings.TrimPrefix(tag, "*"), properties: says}
	if n.tag != "" {
		n.weight = 1
	}
	for _, p := range parts {
		if p[0] == '#' {
			n.id, n.weight = p[1:], n.weight+10_000
		} else {
			n.classes, n.weight = append(n.classes, p[1:]), n.weight+100
		}
	}
	return n
}

// skipBlock returns what follows a block that may hold others.
func skipBlock(s string) string {
	deep := 1
	for i := range len(s) {
		switch s[i] {
		case '{':
			deep++
		case '}':
			if deep--; deep == 0 {
				return s[i+1:]
			}
		}
	}
	return ""
}

func parseDeclarations(s string) map[string]string {
	all := map[string]string{}
	for one := range strings.SplitSeq(s, ";") {
		if name, value, ok := strings.Cut(one, ":"); ok {
			value = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "!important"))
			all[strings.ToLower(strings.TrimSpace(name))] = value
		}
	}
	return all
}

func (r *rule) matches(n *node, classes []string) bool {
	if r.tag != "" && r.tag != n.name || r.id != "" && r.id != n.attrs["id"] {
		return false
	}
	for _, c := range r.classes {
		if !slices.Contains(classes, c) {
			return false
		}
	}
	return true
}

// computeProperties is what is said of an element: by attributes, by rules, by itself.
func (d *drawing) computeProperties(n *node) map[string]string {
	all := make(map[string]string, len(n.attrs))
	for k, v := range n.attrs {
		all[k] = v
	}
	classes := strings.Fields(n.attrs["class"])
	var fit []*rule
	for i := range d.rules {
		if d.rules[i].matches(n, classes) {
			fit = append(fit, &d.rules[i])
		}
	}
	slices.SortStableFunc(fit, func(a, b *rule) int { return a.weight - b.weight })
	for _, r := range fit {
		for k, v := range r.properties {
			all[k] = v
		}
	}
	for k, v := range parseDeclarations(n.attrs["style"]) {
		all[k] = v
	}
	return all
}

// color is one of the three lights, each from 0 to 1.
type color [3]float64

// paint is what an outline is filled or drawn with.
type paint struct {
	none  bool
	ref   string // of a gradient
	color color
	alpha float64
}

// style is what an element takes over from those around it.
type style struct {
	fill, stroke             paint
	fillAlpha, strokeAlpha   float64
	alpha                    float64 // of all around it
	width, miter, dashOffset float64
	cap, join                int
	dash                     []float64
	evenOdd, clipEvenOdd     bool
	hidden, bold, italic     bool
	current                  color
	family, anchor           string
	fontSize                 float64 // their size
}

var defaultStyle = style{
	fill: paint{alpha: 1}, stroke: paint{none: true},
	fillAlpha: 1, strokeAlpha: 1, alpha: 1, width: 1, miter: 4, fontSize: 16, anchor: "start",
}

// inherit returns the look of an element in one that looks so.
func (l style) inherit(says map[string]string) (style, error) {
	var err error
	if v := says["font-size"]; v != "" && v != "inherit" {
		l.fontSize = parseLength(v, l.fontSize, l) // before the lengths that count in it
	}
	for name, set := range map[string]func(v string){
		"stroke-width":      func(v string) { l.width = parseLength(v, l.width, l) },
		"stroke-miterlimit": func(v string) { l.miter = max(1, parseLength(v, l.miter, l)) },
		"stroke-linecap":    func(v string) { l.cap = max(0, slices.Index([]string{"butt", "round", "square"}, v)) },
		"stroke-linejoin":   func(v string) { l.join = max(0, slices.Index([]string{"miter", "round", "bevel"}, v)) },
		"stroke-dashoffset": func(v string) { l.dashOffset = parseLength(v, 0, l) },
		"stroke-dasharray":  func(v string) { l.dash = parseDashes(v) },
		"fill-rule":         func(v string) { l.evenOdd = v == "evenodd" },
		"clip-rule":         func(v string) { l.clipEvenOdd = v == "evenodd" },
		"visibility":        func(v string) { l.hidden = v == "hidden" || v == "collapse" },
		"fill-opacity":      func(v string) { l.fillAlpha = parseFraction(v) },
		"stroke-opacity":    func(v string) { l.strokeAlpha = parseFraction(v) },
		"opacity":           func(v string) { l.alpha *= parseFraction(v) },
		"font-family":       func(v string) { l.family = v },
		"font-weight":       func(v string) { l.bold = v == "bold" || v == "bolder" || len(v) == 3 && v >= "600" },
		"font-style":        func(v string) { l.italic = v == "italic" || v == "oblique" },
		"text-anchor":       func(v string) { l.anchor = v },
		"mix-blend-mode": func(v string) {
			if v != "normal" {
				err = fmt.Errorf("colors that mix by %q", v)
			}
		},
	} {
		if v := says[name]; v != "" && v != "inherit" {
			set(v)
		}
	}
	if p, ok := l.parsePaint(says["color"]); ok {
		l.current = p.color
	}
	if p, ok := l.parsePaint(says["fill"]); ok {
		l.fill = p
	}
	if p, ok := l.parsePaint(says["stroke"]); ok {
		l.stroke = p
	}
	if l.width < 0 || math.IsNaN(l.width) {
		l.width = 0
	}
	return l, err
}

// parsePaint reads a color, or the name of a gradient with a color in its stead.
func (l style) parsePaint(v string) (paint, bool) {
	if rest, ok := strings.CutPrefix(v, "url("); ok {
		ref, instead, _ := strings.Cut(rest, ")")
		p, _ := l.parsePaint(strings.TrimSpace(instead))
		p.ref, p.none = strings.Trim(ref, `"' `), p.ref == "" && instead != "" && p.none
		return p, true
	}
	switch v = strings.ToLower(v); v {
	case "", "inherit", "context-fill", "context-stroke":
		return paint{}, false
	case "none", "transparent":
		return paint{none: true, alpha: 1}, true
	case "currentcolor":
		return paint{color: l.current, alpha: 1}, true
	}
	c, alpha, ok := parseColor(v)
	return paint{color: c, alpha: alpha}, ok
}

// parseColor reads a color by name, by number, or by its lights.
func parseColor(v string) (c color, alpha float64, ok bool) {
	if named, ok := colornames.Map[v]; ok {
		return color{float64(named.R) / 255, float64(named.G) / 255, float64(named.B) / 255}, 1, true
	}
	if hex, ok := strings.CutPrefix(v, "#"); ok {
		if len(hex) == 3 || len(hex) == 4 {
			var long []byte
			for i := range len(hex) {
				long = append(long, hex[i], hex[i])
			}
			hex = string(long)
		}
		n, err := strconv.ParseUint(hex, 16, 64)
		if len(hex) == 6 {
			n = n<<8 | 0xff
		}
		at := func(shift int) float64 { return float64(n>>shift&0xff) / 255 }
		return color{at(24), at(16), at(8)}, at(0), err == nil && (len(hex) == 6 || len(hex) == 8)
	}
	m := callPattern.FindStringSubmatch(v)
	if m == nil {
		return c, 0, false
	}
	parts := strings.FieldsFunc(m[2], func(r rune) bool { return strings.ContainsRune(" ,/", r) })
	if len(parts) < 3 {
		return c, 0, false
	}
	if alpha = 1; len(parts) > 3 {
		alpha = parseFraction(parts[3])
	}
	switch m[1] {
	case "rgb", "rgba":
		for i := range c {
			c[i] = parseFraction(parts[i])
			if !strings.HasSuffix(parts[i], "%") {
				c[i] = min(max(firstNumber(parts[i]), 0), 255) / 255
			}
		}
		return c, alpha, true
	case "hsl", "hsla":
		return hslColor(firstNumber(parts[0]), parseFraction(parts[1]), parseFraction(parts[2])), alpha, true
	}
	return c, 0, false
}

func hslColor(degrees, saturation, light float64) (c color) {
	a := saturation * min(light, 1-light)
	for i, n := range [3]float64{0, 8, 4} {
		k := math.Mod(math.Mod(n+degrees/30, 12)+12, 12)
		c[i] = light - a*max(-1, min(k-3, 9-k, 1))
	}
	return c
}

func firstNumber(s string) float64 {
	if v := parseNumbers(s); len(v) > 0 {
		return v[0]
	}
	return 0
}

// parseFraction reads a part of one, also as a percentage.
func parseFraction(s string) float64 {
	v := firstNumber(s)
	if strings.HasSuffix(s, "%") {
		v /= 100
	}
	return min(max(v, 0), 1)
}

func parseDashes(s string) []float64 {
	all, sum := parseNumbers(s), 0.0
	for _, v := range all {
		if v < 0 {
			return nil
		}
		sum += v
	}
	if sum == 0 || len(all) > 64 {
		return nil
	}
	return all
}

var units = map[string]float64{"": 1, "px": 1, "pt": 4.0 / 3, "pc": 16, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96, "q": 96 / 101.6}

// parseLength reads a length; a percentage is one of whole.
func parseLength(s string, whole float64, l style) float64 {
	c := scanner{s: s}
	v, ok := c.readNumber()
	if !ok {
		return whole
	}
	switch unit := strings.ToLower(strings.TrimSpace(s[c.i:])); unit {
	case "%":
		return v / 100 * whole
	case "em", "rem":
		return v * l.fontSize
	case "ex", "ch":
		return v * l.fontSize / 2
	default:
		if f, ok := units[unit]; ok {
			return v * f
		}
		return v
	}
}
