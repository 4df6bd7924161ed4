package sheet

import "strings"

// Border are the lines around a cell. In a sheet that runs from the right, left is the side of the column before.
type Border struct {
	Left   *Line `json:"left,omitempty"`
	Right  *Line `json:"right,omitempty"`
	Top    *Line `json:"top,omitempty"`
	Bottom *Line `json:"bottom,omitempty"`
	Up     *Line `json:"up,omitempty"` // through the cell, from below at the left, whatever way the sheet runs
	Down   *Line `json:"down,omitempty"`
}

// Line is one of them.
type Line struct {
	Style string `json:"style"`           // as an xlsx names it (ECMA-376, part 1, 18.18.3)
	Color string `json:"color,omitempty"` // RRGGBB
}

// side returns the line of a side by its name in the file; nil for those that are not drawn.
func (b *Border) side(name string) **Line {
	switch name {
	case "left", "start":
		return &b.Left
	case "right", "end":
		return &b.Right
	case "top":
		return &b.Top
	case "bottom":
		return &b.Bottom
	}
	return nil
}

// readBorder reads a tag of an xlsx within its list of borders.
func (l *xlsxStyles) readBorder(s *scanner) {
	name := string(s.name)
	if s.is("border") {
		if len(l.borders) < maxStyles {
			l.borders = append(l.borders, nil)
		}
		on := func(name string) bool { return s.attr(name) == "1" || s.attr(name) == "true" }
		l.currentLine, l.up, l.down = nil, on("diagonalUp"), on("diagonalDown")
		return
	}
	if s.isEnd || len(l.borders) == 0 {
		return
	}
	if name == "color" {
		if l.currentLine != nil {
			l.currentLine.Color = l.resolveColor(s)
		}
		return
	}
	l.currentLine = nil
	style := s.attr("style")
	if style == "" || style == "none" || len(style) > len("mediumDashDotDot") {
		return
	}
	b := l.borders[len(l.borders)-1]
	if b == nil {
		b = &Border{}
	}
	line := &Line{Style: style}
	if to := b.side(name); to != nil {
		*to = line
	} else if name == "diagonal" && (l.up || l.down) {
		b.cross(line, l.up, l.down)
	} else {
		return
	}
	l.currentLine, l.borders[len(l.borders)-1] = line, b
}

// cross draws a line through the cell, in one way or both.
func (b *Border) cross(line *Line, up, down bool) {
	if up {
		b.Up = line
	}
	if down {
		b.Down = line
	}
}

// parseODSBorder reads the lines around a cell of an OpenDocument; nil when it has none.
func parseODSBorder(s *scanner) *Border {
	b, some := Border{}, false
	for _, name := range []string{"left", "right", "top", "bottom"} {
		text := s.attr("border-" + name)
		if text == "" {
			text = s.attr("border")
		}
		if line := parseODSLine(text); line != nil {
			*b.side(name), some = line, true
		}
	}
	b.Up, b.Down = parseODSLine(s.attr("diagonal-bl-tr")), parseODSLine(s.attr("diagonal-tl-br"))
	if !some && b.Up == nil && b.Down == nil {
		return nil
	}
	return &b
}

// parseODSLine reads a line as in 0.74pt solid #000000.
func parseODSLine(text string) *Line {
	parts := strings.Fields(text)
	if len(parts) < 2 {
		return nil
	}
	line, wide := &Line{}, parseLength(parts[0])
	for _, part := range parts[1:] {
		switch {
		case strings.HasPrefix(part, "#"):
			line.Color = parseHexColor(part)
		case strings.HasPrefix(part, "double"):
			line.Style = "double"
		case part == "dashed", part == "dotted":
			line.Style = part
		case part == "solid":
			line.Style = "thin"
			if wide >= 2.2 {
				line.Style = "thick"
			} else if wide >= 1.2 {
				line.Style = "medium"
			}
		}
	}
	if line.Style == "" {
		return nil
	}
	return line
}
