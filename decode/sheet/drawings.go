package sheet

import (
	"cmp"
	"strconv"
	"strings"
)

// Drawing is something that lies over the cells: a chart.
type Drawing struct {
	Name  string       `json:"name,omitempty"`
	From  AnchorPoint  `json:"from"`
	To    *AnchorPoint `json:"to,omitempty"`
	Size  *[2]int64    `json:"size,omitempty"` // width and height in EMU, where it has no second corner
	Chart *Chart       `json:"chart"`
}

// AnchorPoint is a place in a cell, with its distances from the corner of the cell in EMU.
type AnchorPoint struct {
	Row    int   `json:"r"` // from 1
	Column int   `json:"c"`
	Down   int64 `json:"dy,omitempty"`
	Across int64 `json:"dx,omitempty"`
}

// Omissions counts what lies over or behind the cells and is not shown, and the comments beyond a bound.
type Omissions struct {
	Comments int `json:"comments,omitempty"`
	Pictures int `json:"pictures,omitempty"`
	Shapes   int `json:"shapes,omitempty"`
	Slicers  int `json:"slicers,omitempty"`
	Charts   int `json:"charts,omitempty"`
	Objects  int `json:"objects,omitempty"`
}

const (
	maxCharts      = 100
	maxLength      = 1 << 40 // of EMU
	maxChartPoints = 200_000 // points of all charts of a sheet
)

// readDrawings reads what lies over the cells of a sheet.
func (w *workbook) readDrawings(sheet string) error {
	if w.request.First > 1 {
		return nil
	}
	kinds, err := w.relatedParts(sheet, "drawing", "oleObject", "image")
	if err != nil {
		return err
	}
	w.omissions.Objects, w.omissions.Pictures = len(kinds["oleObject"]), len(kinds["image"]) // a picture behind all cells
	for _, part := range kinds["drawing"] {
		links, err := w.readRelations(part)
		if err != nil {
			return err
		}
		root, err := w.readTree(part)
		if err != nil {
			return err
		}
		for _, anchor := range root.child("wsDr").findAnchors() {
			if err := w.readAnchor(anchor, links); err != nil {
				return err
			}
		}
	}
	if w.omissions != (Omissions{}) {
		w.page.Missing = &w.omissions
	}
	return nil
}

// findAnchors returns the elements with a place in a sheet, also those in the choices between several forms.
func (n *node) findAnchors() (found []*node) {
	if n == nil {
		return nil
	}
	for _, k := range n.children {
		if strings.HasSuffix(k.name, "Anchor") {
			found = append(found, k)
		} else if k.name == "AlternateContent" {
			found = append(found, k.child("Choice").findAnchors()...)
		}
	}
	return found
}

// readAnchor reads what stands at a place.
func (w *workbook) readAnchor(anchor *node, links map[string]string) error {
	content := anchor
	if forms := anchor.child("AlternateContent"); forms != nil {
		content = cmp.Or(forms.child("Choice"), forms.child("Fallback"), anchor)
	}
	frame := content.child("graphicFrame")
	data := frame.child("graphic", "graphicData")
	switch {
	case data.child("slicer") != nil, data.child("timeslicer") != nil:
		w.omissions.Slicers++
	case data.child("chart") != nil:
		chart, err := w.readChart(links[data.child("chart").attr("id")])
		if err != nil {
			return err
		}
		if chart == nil || len(w.page.Drawings) >= maxCharts {
			w.omissions.Charts++
			return nil
		}
		w.page.Drawings = append(w.page.Drawings, anchor.toDrawing(chart))
	case content.child("pic") != nil:
		w.omissions.Pictures++
	case content.child("grpSp") != nil:
		w.countGroup(content.child("grpSp"))
	case content.child("sp") != nil, content.child("cxnSp") != nil:
		w.omissions.Shapes++
	case frame != nil, content.child("contentPart") != nil: // ink
		w.omissions.Objects++
	}
	return nil
}

// countGroup counts the pictures of a group, and all else in it as one shape.
func (w *workbook) countGroup(group *node) {
	pictures := len(group.descendants("pic"))
	w.omissions.Pictures += pictures
	if pictures == 0 || len(group.descendants("sp", "cxnSp", "graphicFrame", "contentPart")) > 0 {
		w.omissions.Shapes++
	}
}

// toDrawing returns a chart with its place.
func (n *node) toDrawing(c *Chart) Drawing {
	d := Drawing{From: n.child("from").toAnchorPoint(), Chart: c}
	if named := n.descendants("cNvPr"); len(named) > 0 {
		d.Name = truncate(named[0].attr("name"), maxTitle)
	}
	if n.name == "twoCellAnchor" {
		to := n.child("to").toAnchorPoint()
		d.To = &to
		return d
	}
	ext := n.child("ext")
	d.Size = &[2]int64{parseEMU(ext.attr("cx")), parseEMU(ext.attr("cy"))}
	if pos := n.child("pos"); pos != nil {
		d.From = AnchorPoint{Row: 1, Column: 1, Down: parseEMU(pos.attr("y")), Across: parseEMU(pos.attr("x"))}
	}
	return d
}

func (n *node) toAnchorPoint() AnchorPoint {
	number := func(name string) int64 {
		if k := n.child(name); k != nil {
			return parseEMU(k.text)
		}
		return 0
	}
	return AnchorPoint{
		Row: int(min(number("row"), maxRows-1)) + 1, Column: int(min(number("col"), maxColumns-1)) + 1,
		Down: number("rowOff"), Across: number("colOff"),
	}
}

// parseEMU returns a length of a drawing; 0 for what is none.
func parseEMU(text string) int64 {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil || n < 0 || n > maxLength {
		return 0
	}
	return n
}
