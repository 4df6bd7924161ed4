package workbook

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Style is what changes in the look of a cell. What is absent stays; null or empty text takes it away.
type Style struct {
	Bold      Optional[bool]    `json:"bold"`
	Italic    Optional[bool]    `json:"italic"`
	Underline Optional[bool]    `json:"underline"`
	Strike    Optional[bool]    `json:"strike"`
	Color     Optional[string]  `json:"color"` // RRGGBB
	Fill      Optional[string]  `json:"fill"`
	Align     Optional[string]  `json:"align"`  // left, center, right, justify
	VAlign    Optional[string]  `json:"valign"` // top, center, bottom
	Wrap      Optional[bool]    `json:"wrap"`
	Format    Optional[string]  `json:"numFmt"`
	Size      Optional[float64] `json:"size"` // in points
	Font      Optional[string]  `json:"font"`
	Border    Optional[Border]  `json:"border"`
}

// Border are lines around a cell and through it.
type Border struct {
	Left   Optional[Line] `json:"left"`
	Right  Optional[Line] `json:"right"`
	Top    Optional[Line] `json:"top"`
	Bottom Optional[Line] `json:"bottom"`
	Up     Optional[Line] `json:"up"` // from below at the left
	Down   Optional[Line] `json:"down"`
}

// Line is one of them.
type Line struct {
	Style string `json:"style"` // as workbooks name it (ECMA-376, part 1, 18.18.3)
	Color string `json:"color"`
}

// Optional is a value that may be absent.
type Optional[T any] struct {
	Set   bool
	Value T
}

// UnmarshalJSON implements json.Unmarshaler.
func (s *Optional[T]) UnmarshalJSON(b []byte) error {
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
	aligns     = map[string]bool{"": true, "left": true, "center": true, "right": true, "justify": true}
	valigns    = map[string]bool{"": true, "top": true, "center": true, "bottom": true}
	lineStyles = map[string]bool{"": true, "thin": true, "medium": true, "thick": true, "dashed": true, "dotted": true, "hair": true,
		"double": true, "mediumDashed": true, "dashDot": true, "mediumDashDot": true, "dashDotDot": true, "mediumDashDotDot": true,
		"slantDashDot": true}
)

const (
	maxFont   = 31
	maxFormat = 255
	maxSize   = 409 // points
)

// normalize makes colours uniform and refuses what no workbook has.
func (s *Style) normalize() error {
	if s == nil {
		return nil
	}
	if err := s.normalizeColors(); err != nil {
		return err
	}
	font, format := s.Font.Value, s.Format.Value
	if !aligns[s.Align.Value] || !valigns[s.VAlign.Value] || len([]rune(font)) > maxFont || stripIllegalChars(font) != font ||
		len([]rune(format)) > maxFormat || stripIllegalChars(format) != format {
		return invalidf("a style that no workbook has")
	}
	if s.Size.Set && s.Size.Value != 0 && (s.Size.Value < 1 || s.Size.Value > maxSize) {
		return invalidf("a font of %g points", s.Size.Value)
	}
	return nil
}

func (s *Style) normalizeColors() error {
	colors := []*string{&s.Color.Value, &s.Fill.Value}
	for _, l := range s.Border.Value.all() {
		if !lineStyles[l.line.Value.Style] {
			return invalidf("%q is no line", l.line.Value.Style)
		}
		colors = append(colors, &l.line.Value.Color)
	}
	for _, c := range colors {
		if *c = strings.ToUpper(strings.TrimPrefix(*c, "#")); *c != "" && (len(*c) != 6 || strings.Trim(*c, "0123456789ABCDEF") != "") {
			return invalidf("%q is no color", *c)
		}
	}
	return nil
}

type borderSide struct {
	name string
	line *Optional[Line]
}

func (b *Border) sides() []borderSide {
	return []borderSide{{"left", &b.Left}, {"right", &b.Right}, {"top", &b.Top}, {"bottom", &b.Bottom}}
}

// diagonals returns the lines through the cell with the attributes that say them.
func (b *Border) diagonals() []borderSide {
	return []borderSide{{"diagonalUp", &b.Up}, {"diagonalDown", &b.Down}}
}

func (b *Border) all() []borderSide { return append(b.sides(), b.diagonals()...) }

// merge returns a style with the changes of a later one.
func (s *Style) merge(later *Style) *Style {
	if s == nil || later == nil {
		if s == nil {
			return later
		}
		return s
	}
	both := *s
	override(&both.Bold, later.Bold)
	override(&both.Italic, later.Italic)
	override(&both.Underline, later.Underline)
	override(&both.Strike, later.Strike)
	override(&both.Color, later.Color)
	override(&both.Fill, later.Fill)
	override(&both.Align, later.Align)
	override(&both.VAlign, later.VAlign)
	override(&both.Wrap, later.Wrap)
	override(&both.Format, later.Format)
	override(&both.Size, later.Size)
	override(&both.Font, later.Font)
	both.mergeBorder(later)
	return &both
}

// mergeBorder takes the border of a later style, which may say something of some sides only.
func (s *Style) mergeBorder(later *Style) {
	switch {
	case !later.Border.Set:
	case !s.Border.Set || later.Border.Value == (Border{}):
		s.Border = later.Border
	default:
		theirs := later.Border.Value.all()
		for i, mine := range s.Border.Value.all() {
			override(mine.line, *theirs[i].line)
		}
	}
}

func override[T any](to *Optional[T], later Optional[T]) {
	if later.Set {
		*to = later
	}
}

// key is the same for the same changes.
func (s *Style) key() string { return fmt.Sprint(*s) }
