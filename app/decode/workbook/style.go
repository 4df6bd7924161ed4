package workbook

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Style is what changes in the look of a cell. What is absent stays; null or empty text takes it away.
type Style struct {
	Bold      Some[bool]    `json:"bold"`
	Italic    Some[bool]    `json:"italic"`
	Underline Some[bool]    `json:"underline"`
	Strike    Some[bool]    `json:"strike"`
	Color     Some[string]  `json:"color"` // RRGGBB
	Fill      Some[string]  `json:"fill"`
	Align     Some[string]  `json:"align"`  // left, center, right, justify
	VAlign    Some[string]  `json:"valign"` // top, center, bottom
	Wrap      Some[bool]    `json:"wrap"`
	Format    Some[string]  `json:"numFmt"`
	Size      Some[float64] `json:"size"` // in points
	Font      Some[string]  `json:"font"`
	Border    Some[Border]  `json:"border"`
}

// Border are lines around a cell and through it.
type Border struct {
	Left   Some[Line] `json:"left"`
	Right  Some[Line] `json:"right"`
	Top    Some[Line] `json:"top"`
	Bottom Some[Line] `json:"bottom"`
	Up     Some[Line] `json:"up"` // from below at the left
	Down   Some[Line] `json:"down"`
}

// Line is one of them.
type Line struct {
	Style string `json:"style"` // as workbooks name it (ECMA-376, part 1, 18.18.3)
	Color string `json:"color"`
}

// Some is a value that may be absent.
type Some[T any] struct {
	Set   bool
	Value T
}

// UnmarshalJSON implements json.Unmarshaler.
func (s *Some[T]) UnmarshalJSON(b []byte) error {
	s.Set = true
	var v T
	if string(b) != "null" {
		if err := json.Unmarshal(b, &v); err != nil {
			return err
		}
	}
	s.Value = v
	return nil
}

var (
	aligns  = map[string]bool{"": true, "left": true, "center": true, "right": true, "justify": true}
	valigns = map[string]bool{"": true, "top": true, "center": true, "bottom": true}
	lines   = map[string]bool{"": true, "thin": true, "medium": true, "thick": true, "dashed": true, "dotted": true, "hair": true,
		"double": true, "mediumDashed": true, "dashDot": true, "mediumDashDot": true, "dashDotDot": true, "mediumDashDotDot": true,
		"slantDashDot": true}
)

const (
	maxFont   = 31
	maxFormat = 255
	maxSize   = 409 // points
)

// check makes colours uniform and refuses what no workbook has.
func (s *Style) check() error {
	if s == nil {
		return nil
	}
	if err := s.checkColors(); err != nil {
		return err
	}
	font, format := s.Font.Value, s.Format.Value
	if !aligns[s.Align.Value] || !valigns[s.VAlign.Value] || len([]rune(font)) > maxFont || clean(font) != font ||
		len([]rune(format)) > maxFormat || clean(format) != format {
		return invalid("a style that no workbook has")
	}
	if s.Size.Set && s.Size.Value != 0 && (s.Size.Value < 1 || s.Size.Value > maxSize) {
		return invalid("a font of %g points", s.Size.Value)
	}
	return nil
}

func (s *Style) checkColors() error {
	colors := []*string{&s.Color.Value, &s.Fill.Value}
	for _, l := range s.Border.Value.all() {
		if !lines[l.line.Value.Style] {
			return invalid("%q is no line", l.line.Value.Style)
		}
		colors = append(colors, &l.line.Value.Color)
	}
	for _, c := range colors {
		if *c = strings.ToUpper(strings.TrimPrefix(*c, "#")); *c != "" && (len(*c) != 6 || strings.Trim(*c, "0123456789ABCDEF") != "") {
			return invalid("%q is no color", *c)
		}
	}
	return nil
}

type side struct {
	name string
	line *Some[Line]
}

func (b *Border) sides() []side {
	return []side{{"left", &b.Left}, {"right", &b.Right}, {"top", &b.Top}, {"bottom", &b.Bottom}}
}

// diagonals returns the lines through the cell with the attributes that say them.
func (b *Border) diagonals() []side {
	return []side{{"diagonalUp", &b.Up}, {"diagonalDown", &b.Down}}
}

func (b *Border) all() []side { return append(b.sides(), b.diagonals()...) }

// over returns a style with the changes of a later one.
func (s *Style) over(later *Style) *Style {
	if s == nil || later == nil {
		if s == nil {
			return later
		}
		return s
	}
	both := *s
	last(&both.Bold, later.Bold)
	last(&both.Italic, later.Italic)
	last(&both.Underline, later.Underline)
	last(&both.Strike, later.Strike)
	last(&both.Color, later.Color)
	last(&both.Fill, later.Fill)
	last(&both.Align, later.Align)
	last(&both.VAlign, later.VAlign)
	last(&both.Wrap, later.Wrap)
	last(&both.Format, later.Format)
	last(&both.Size, later.Size)
	last(&both.Font, later.Font)
	both.overBorder(later)
	return &both
}

// overBorder takes the border of a later style, which may say something of some sides only.
func (s *Style) overBorder(later *Style) {
	switch {
	case !later.Border.Set:
	case !s.Border.Set || later.Border.Value == (Border{}):
		s.Border = later.Border
	default:
		theirs := later.Border.Value.all()
		for i, mine := range s.Border.Value.all() {
			last(mine.line, *theirs[i].line)
		}
	}
}

func last[T any](to *Some[T], later Some[T]) {
	if later.Set {
		*to = later
	}
}

// key is the same for the same changes.
func (s *Style) key() string { return fmt.Sprint(*s) }
