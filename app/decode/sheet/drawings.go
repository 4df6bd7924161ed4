package sheet

import (
	"strconv"
	"strings"
)

// Drawing is something that lies over the cells: a chart.
type Drawing struct {
	Name  string    `json:"name,omitempty"`
	From  Corner    `json:"from"`
	To    *Corner   `json:"to,omitempty"`
	Size  *[2]int64 `json:"size,omitempty"` // width and height in EMU, where it has no second corner
	Chart *Chart    `json:"chart"`
}

// Corner is a place in a cell, with its distances from the corner of the cell in EMU.
type Corner struct {
	Row    int   `json:"r"` // from 1
	Column int   `json:"c"`
	Down   int64 `json:"dy,omitempty"`
	Across int64 `json:"dx,omitempty"`
}

// Missing counts what lies over the cells and is not shown.
type Missing struct {
	Pictures int `json:"pictures,omitempty"`
	Shapes   int `json:"shapes,omitempty"`
	Slicers  int `json:"slicers,omitempty"`
	Charts   int `json:"charts,omitempty"`
	Objects  int `json:"objects,omitempty"`
}

const (
	maxCharts  = 100
	maxLength  = 1 << 40 // of EMU
	maxChartIn = 200_000 // points of all charts of a sheet
)

// drawings reads what lies over the cells of a sheet.
func (w *workbook) drawings(sheet string) error {
	if w.want.First > 1 {
		return nil
	}
	kinds, err := w.kinds(sheet, "drawing", "oleObject")
	if err != nil {
		return err
	}
	w.missing.Objects = len(kinds["oleObject"])
	for _, part := range kinds["drawing"] {
		links, err := w.relations(part)
		if err != nil {
			return err
		}
		root, err := w.tree(part)
		if err != nil {
			return err
		}
		for _, anchor := range root.kid("wsDr").anchors() {
			if err := w.anchored(anchor, links); err != nil {
				return err
			}
		}
	}
	if w.missing != (Missing{}) {
		w.page.Missing = &w.missing
	}
	return nil
}

// anchors returns the elements with a place in a sheet, also those in the choices between several forms.
func (n *node) anchors() (found []*node) {
	if n == nil {
		return nil
	}
	for _, k := range n.kids {
		if strings.HasSuffix(k.name, "Anchor") {
			found = append(found, k)
		} else if k.name == "AlternateContent" {
			found = append(found, k.kid("Choice").anchors()...)
		}
	}
	return found
}

// anchored reads what stands at a place.
func (w *workbook) anchored(anchor *node, links map[string]string) error {
	content := anchor
	if choice := anchor.kid("AlternateContent", "Choice"); choice != nil {
		content = choice
	}
	frame := content.kid("graphicFrame")
	data := frame.kid("graphic", "graphicData")
	switch {
	case data.kid("slicer") != nil, data.kid("timeslicer") != nil:
		w.missing.Slicers++
	case data.kid("chart") != nil:
		chart, err := w.chart(links[data.kid("chart").attr("id")])
		if err != nil {
			return err
		}
		if chart == nil || len(w.page.Drawings) >= maxCharts {
			w.missing.Charts++
			return nil
		}
		w.page.Drawings = append(w.page.Drawings, anchor.drawing(chart))
	case content.kid("pic") != nil:
		w.missing.Pictures++
	case content.kid("sp") != nil, content.kid("cxnSp") != nil, content.kid("grpSp") != nil:
		w.missing.Shapes++
	case frame != nil:
		w.missing.Objects++
	}
	return nil
}

// drawing returns a chart with its place.
func (n *node) drawing(c *Chart) Drawing {
	d := Drawing{From: n.kid("from").corner(), Chart: c}
	if named := n.all("cNvPr"); len(named) > 0 {
		d.Name = cut(named[0].attr("name"), maxWords)
	}
	if n.name == "twoCellAnchor" {
		to := n.kid("to").corner()
		d.To = &to
		return d
	}
	ext := n.kid("ext")
	d.Size = &[2]int64{length64(ext.attr("cx")), length64(ext.attr("cy"))}
	if pos := n.kid("pos"); pos != nil {
		d.From = Corner{Row: 1, Column: 1, Down: length64(pos.attr("y")), Across: length64(pos.attr("x"))}
	}
	return d
}

func (n *node) corner() Corner {
	number := func(name string) int64 {
		if k := n.kid(name); k != nil {
			return length64(k.text)
		}
		return 0
	}
	return Corner{
		Row: int(min(number("row"), maxRows-1)) + 1, Column: int(min(number("col"), maxColumns-1)) + 1,
		Down: number("rowOff"), Across: number("colOff"),
	}
}

// length64 returns a length of a drawing; 0 for what is none.
func length64(text string) int64 {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil || n < 0 || n > maxLength {
		return 0
	}
	return n
}
