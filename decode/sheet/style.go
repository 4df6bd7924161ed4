package sheet

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// xlsxStyles is what an xlsx says of fonts, fills and formats.
type xlsxStyles struct {
	formats     map[string]string
	fonts       []Style
	fills       []string
	borders     []*Border
	currentLine *Line // of the border whose tags are being read
	up          bool  // that border goes through the cell, from below at the left
	down        bool
	theme       []string
	cellStyles  []Style
}

// readXLSXStyles reads the styles that the cells of the page use, and numbers them anew.
func (w *workbook) readXLSXStyles() error {
	l, in := w.xlsxStyles, ""
	err := w.walkTags("xl/styles.xml", func(s *scanner) (bool, error) {
		switch name := string(s.name); name {
		case "fonts", "fills", "borders", "cellXfs", "cellStyleXfs", "dxfs", "cellStyles":
			if in = name; s.isEnd || s.selfClosing {
				in = ""
			}
			return name != "cellXfs" || !s.isEnd, nil
		}
		switch {
		case s.is("numFmt"):
			if len(l.formats) < maxStyles {
				l.formats[s.attr("numFmtId")] = s.attr("formatCode")
			}
		case in == "fonts":
			l.readFont(s)
		case in == "fills":
			l.readFill(s)
		case in == "borders":
			l.readBorder(s)
		case in == "cellXfs":
			l.readCellStyle(s)
		}
		return true, nil
	})
	if err != nil {
		return err
	}
	known := map[int]int{0: 0}
	if len(l.cellStyles) > 0 {
		w.page.Styles[0] = l.cellStyles[0]
	}
	for i := range w.page.Rows {
		for j := range w.page.Rows[i].Cells {
			c := &w.page.Rows[i].Cells[j]
			to, ok := known[c.Style]
			if !ok && c.Style < len(l.cellStyles) {
				to = w.addStyle(l.cellStyles[c.Style])
				known[c.Style] = to
			}
			c.Style = to
		}
	}
	return nil
}

func (l *xlsxStyles) readFont(s *scanner) {
	if s.is("font") && len(l.fonts) < maxStyles {
		l.fonts = append(l.fonts, Style{})
	}
	if len(l.fonts) == 0 || s.isEnd {
		return
	}
	l.readFontProperty(&l.fonts[len(l.fonts)-1], s)
}

// readFontProperty reads a tag that says something of a font.
func (l *xlsxStyles) readFontProperty(f *Style, s *scanner) {
	on := s.attr("val") != "0" && s.attr("val") != "false" && s.attr("val") != "none"
	switch string(s.name) {
	case "b":
		f.Bold = on
	case "i":
		f.Italic = on
	case "u":
		f.Underline = on
	case "strike":
		f.Strike = on
	case "color":
		f.Color = l.resolveColor(s)
	case "sz":
		f.Size = s.floatAttr("val")
	case "name":
		f.Font = s.attr("val")
	}
}

func (l *xlsxStyles) readFill(s *scanner) {
	if s.is("fill") && len(l.fills) < maxStyles {
		l.fills = append(l.fills, "")
	}
	if n := len(l.fills); n > 0 && s.is("fgColor") {
		l.fills[n-1] = l.resolveColor(s)
	}
}

// readCellStyle adds a style of cells, or how one is aligned.
func (l *xlsxStyles) readCellStyle(s *scanner) {
	switch {
	case s.is("xf") && len(l.cellStyles) < 16*maxStyles:
		l.cellStyles = append(l.cellStyles, l.buildCellStyle(s))
	case s.is("alignment") && len(l.cellStyles) > 0:
		c := &l.cellStyles[len(l.cellStyles)-1]
		switch a := s.attr("horizontal"); a {
		case "left", "center", "right", "justify":
			c.Align = a
		case "centerContinuous":
			c.Align = "center"
		}
		if a := s.attr("vertical"); a == "top" || a == "center" || a == "bottom" {
			c.VAlign = a
		}
		c.Wrap = s.attr("wrapText") == "1" || s.attr("wrapText") == "true"
		c.Rotation = s.intAttr("textRotation", 0, 0, 255)
	}
}

// buildCellStyle puts a style of cells together from the lists that it names.
func (l *xlsxStyles) buildCellStyle(s *scanner) Style {
	var c Style
	if i := s.intAttr("fontId", -1, -1, maxStyles); i >= 0 && i < len(l.fonts) {
		c = l.fonts[i]
	}
	if i := s.intAttr("fillId", -1, -1, maxStyles); i >= 0 && i < len(l.fills) {
		c.Fill = l.fills[i]
	}
	if i := s.intAttr("borderId", -1, -1, maxStyles); i >= 0 && i < len(l.borders) {
		c.Border = l.borders[i]
	}
	id := s.attr("numFmtId")
	c.Format = cmp.Or(l.formats[id], builtInFormats[id])
	return c
}

// builtInFormats are the formats that a workbook names by number (ECMA-376, part 1, 18.8.30).
var builtInFormats = map[string]string{
	"1": "0", "2": "0.00", "3": "#,##0", "4": "#,##0.00", "9": "0%", "10": "0.00%", "11": "0.00E+00", "12": "# ?/?", "13": "# ??/??",
	"14": "yyyy/mm/dd", "15": "d-mmm-yy", "16": "d-mmm", "17": "mmm-yy", "18": "h:mm AM/PM", "19": "h:mm:ss AM/PM", "20": "h:mm",
	"21": "h:mm:ss", "22": "yyyy/mm/dd h:mm", "37": "#,##0 ;(#,##0)", "38": "#,##0 ;[Red](#,##0)", "39": "#,##0.00;(#,##0.00)",
	"40": "#,##0.00;[Red](#,##0.00)", "45": "mm:ss", "46": "[h]:mm:ss", "47": "mmss.0", "48": "##0.0E+0", "49": "@",
}

// readTheme reads the colours of the theme, in the order in which styles number them.
func (w *workbook) readTheme(l *xlsxStyles) error {
	in := false
	err := w.walkTags("xl/theme/theme1.xml", func(s *scanner) (bool, error) {
		switch name := string(s.name); {
		case name == "clrScheme":
			in = !s.isEnd
			return in, nil
		case in && s.is("sysClr"):
			l.theme = append(l.theme, s.attr("lastClr"))
		case in && s.is("srgbClr"):
			l.theme = append(l.theme, s.attr("val"))
		}
		return len(l.theme) < 12, nil
	})
	if len(l.theme) >= 4 { // the file has dark before light
		l.theme[0], l.theme[1], l.theme[2], l.theme[3] = l.theme[1], l.theme[0], l.theme[3], l.theme[2]
	}
	return err
}

// resolveColor returns RRGGBB of a colour; empty for an automatic one.
func (l *xlsxStyles) resolveColor(s *scanner) string {
	hex := s.attr("rgb")
	if len(hex) == 8 {
		hex = hex[2:]
	}
	if i, err := strconv.Atoi(s.attr("theme")); err == nil && i >= 0 && i < len(l.theme) {
		hex = l.theme[i]
	}
	if i, err := strconv.Atoi(s.attr("indexed")); err == nil && i >= 0 && i < 64 {
		hex = indexedColor(i)
	}
	n, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || len(hex) != 6 {
		return ""
	}
	tint, err := strconv.ParseFloat(s.attr("tint"), 64)
	if err != nil || tint == 0 || math.Abs(tint) > 1 {
		return strings.ToUpper(hex)
	}
	return fmt.Sprintf("%02X%02X%02X", applyTint(n>>16&255, tint), applyTint(n>>8&255, tint), applyTint(n&255, tint))
}

// indexedColor returns one of the 64 colours that have numbers. The first 8 stand there twice.
func indexedColor(i int) string {
	if i >= 16 {
		return extendedPalette[i-16]
	}
	return basePalette[i%8]
}

// applyTint makes a part of a colour darker or, when tint is above 0, lighter.
func applyTint(v uint64, tint float64) uint64 {
	if tint < 0 {
		return uint64(float64(v) * (1 + tint))
	}
	return uint64(float64(v) + (255-float64(v))*tint)
}

// The indexed colours (ECMA-376, part 1, 18.8.27): the first eight twice, then those from 16.
var (
	basePalette     = strings.Fields("000000 FFFFFF FF0000 00FF00 0000FF FFFF00 FF00FF 00FFFF")
	extendedPalette = strings.Fields(`800000 008000 000080 808000 800080 008080 C0C0C0 808080 9999FF 993366 FFFFCC CCFFFF
		660066 FF8080 0066CC
		CCCCFF 000080 FF00FF FFFF00 00FFFF 800080 800000 008080 0000FF 00CCFF CCFFFF CCFFCC FFFF99 99CCFF FF99CC CC99FF FFCC99 3366FF
		33CCCC 99CC00 FFCC00 FF9900 FF6600 666699 969696 003366 339966 003300 333300 993300 993366 333399 333333`)
)
