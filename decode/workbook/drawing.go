package workbook

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
)

const (
	spreadsheetDrawingNamespace = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
	drawingNamespace            = "http://schemas.openxmlformats.org/drawingml/2006/main"
	chartNamespace              = "http://schemas.openxmlformats.org/drawingml/2006/chart"
	chartType                   = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"
	drawingType                 = "application/vnd.openxmlformats-officedocument.drawing+xml"
	packageRelationNamespace    = "http://schemas.openxmlformats.org/package/2006/relationships"
)

// setChart adds a chart to a sheet, or takes one away by its name.
func (e *sheetEdits) setChart(op *Op, since int) error {
	if op.Op == "unchart" {
		if op.Name == "" {
			return invalidf("no name of a chart")
		}
		before := len(e.charts)
		e.charts = slices.DeleteFunc(e.charts, func(c *Chart) bool { return c.Name == op.Name && !c.deleted })
		if len(e.charts) == before {
			e.charts = append(e.charts, &Chart{Name: op.Name, deleted: true})
		}
		return nil
	}
	if err := op.Chart.check(); err != nil {
		return err
	}
	op.Chart.since = since
	if e.charts = append(e.charts, op.Chart); len(e.charts) > maxCharts {
		return invalidf("too many charts")
	}
	return nil
}

// reservePart returns a name that no part has, and reserves it.
func (b *workbook) reservePart(folder, name string) string {
	for n := 1; ; n++ {
		part := path.Join(path.Dir(b.mainPart), folder, name+strconv.Itoa(n)+".xml")
		if b.parts[strings.ToLower(part)] == nil && b.newParts[part] == nil {
			b.newParts[part] = []byte{}
			return part
		}
	}
}

// freeRelationID returns an id that no relation of a part has.
func (b *workbook) freeRelationID(from string) string {
	for n := len(b.relations[from]) + 1; ; n++ {
		id := "rId" + strconv.Itoa(n)
		if !slices.ContainsFunc(b.relations[from], func(l relation) bool { return l.id == id }) {
			return id
		}
	}
}

// addRelation adds a relation of a part, and returns its id.
func (b *workbook) addRelation(from, kind, to, contentType string) (id string, add partAddition) {
	id = b.freeRelationID(from)
	b.relations[from] = append(b.relations[from], relation{id: id, kind: kind, target: to})
	return id, partAddition{part: to, relationID: id, kind: kind, contentType: contentType, from: from}
}

// writeCharts writes the parts of charts that come and go.
func (b *workbook) writeCharts() (added []partAddition, err error) {
	for _, sh := range b.sheets {
		if len(sh.edits.charts) == 0 {
			continue
		}
		all, err := b.writeSheetCharts(sh)
		if err != nil {
			return nil, err
		}
		added = append(added, all...)
	}
	return added, nil
}

func (b *workbook) writeSheetCharts(sh *sheet) (added []partAddition, err error) {
	drawing, body := "", []byte(nil)
	if all := b.relatedParts(sh.part, "drawing"); len(all) > 0 {
		drawing = all[0]
		if body, err = b.readPart(drawing); err != nil {
			return nil, err
		}
	}
	var anchors []byte
	for _, c := range sh.edits.charts {
		if c.deleted {
			if body, err = b.removeChart(drawing, body, c.Name); err != nil {
				return nil, err
			}
			continue
		}
		if drawing == "" {
			drawing = b.reservePart("drawings", "drawing")
			body = []byte(declaration + `<xdr:wsDr xmlns:xdr="` + spreadsheetDrawingNamespace + `"></xdr:wsDr>`)
			id, add := b.addRelation(sh.part, "drawing", drawing, drawingType)
			sh.edits.drawingRelation, added = id, append(added, add)
		}
		c.applySteps(b, sh)
		part := b.reservePart("charts", "chart")
		b.newParts[part] = c.encode()
		id, add := b.addRelation(drawing, "chart", part, chartType)
		added = append(added, add)
		anchors = append(anchors, c.encodeAnchor(id, nextShapeID(body)+bytes.Count(anchors, []byte("twoCellAnchor"))/2)...)
	}
	if drawing == "" {
		return added, nil
	}
	if body, err = appendToRoot(body, anchors); err != nil {
		return nil, fmt.Errorf("%s: %w", drawing, err)
	}
	if b.parts[drawing] != nil {
		b.changedParts[drawing] = body
	} else {
		b.newParts[drawing] = body
	}
	return added, nil
}

// appendToRoot returns a part with something before the end of its root.
func appendToRoot(body, what []byte) ([]byte, error) {
	var out bytes.Buffer
	r, err := newRewriter(body, &out)
	for err == nil {
		if err = r.next(); err != nil {
			break
		}
		if r.depth == 1 && r.selfClosing && len(what) > 0 {
			open, _, _ := splitElement(r.raw())
			name := slices.Concat(r.prefix, r.name)
			r.replaceTag(slices.Concat(open, what, []byte("</"), name, []byte(">")))
		} else if r.depth == 1 && r.isEnd {
			r.insert(r.tagStart, what)
		}
	}
	if err = ignoreEOF(err); err != nil {
		return nil, err
	}
	err = r.finish()
	return out.Bytes(), err
}

// nextShapeID returns a number that no shape of a drawing has.
func nextShapeID(body []byte) int {
	most := 1
	s, err := newScanner(body)
	for err == nil {
		if err = s.next(); err == nil && s.is("cNvPr") {
			if id, wrong := strconv.Atoi(s.attr("id")); wrong == nil && id < 1<<30 {
				most = max(most, id)
			}
		}
	}
	return most + 1
}

// encodeAnchor returns the chart with its place, as drawings have it.
func (c *Chart) encodeAnchor(rel string, id int) []byte {
	return fmt.Appendf(nil, `<xdr:twoCellAnchor xmlns:xdr="%s" xmlns:a="%s"><xdr:from><xdr:col>%d</xdr:col><xdr:colOff>0</xdr:colOff>`+
		`<xdr:row>%d</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>%d</xdr:col><xdr:colOff>0</xdr:colOff>`+
		`<xdr:row>%d</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to><xdr:graphicFrame macro=""><xdr:nvGraphicFramePr>`+
		`<xdr:cNvPr id="%d" name="%s"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/>`+
		`<a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="%s"><c:chart xmlns:c="%s" xmlns:r="%s" r:id="%s"/>`+
		`</a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>`, spreadsheetDrawingNamespace,
		drawingNamespace, c.From[1], c.From[0],
		c.To[1], c.To[0], id, escapeAttr(c.Name, '"'), chartNamespace, chartNamespace, officeRelationNamespace, rel)
}

// removeChart leaves the chart of that name out of a drawing, with the parts that it alone needed.
func (b *workbook) removeChart(drawing string, body []byte, name string) ([]byte, error) {
	var out bytes.Buffer
	r, err := newRewriter(body, &out)
	for err == nil {
		if err = r.next(); err != nil {
			break
		}
		if r.depth != 2 || r.isEnd || !strings.HasSuffix(string(r.name), "Anchor") {
			continue
		}
		ahead := *r.scanner
		ahead.openNames = slices.Clone(ahead.openNames)
		begin := ahead.tagStart
		if err = ahead.skipElement(); err != nil {
			break
		}
		named, rel := parseAnchor(r.src[begin:ahead.pos])
		if named != name || rel == "" {
			continue
		}
		before := b.reachableParts(nil)
		b.relations[drawing] = slices.DeleteFunc(b.relations[drawing], func(l relation) bool { return l.id == rel })
		b.trimmedRelations[drawing] = true
		now := b.reachableParts(nil)
		for part := range before {
			if !now[part] {
				b.removedParts[part] = true
				if rels := relsPartOf(part); b.parts[rels] != nil {
					b.removedParts[rels] = true
				}
			}
		}
		err = r.dropElement()
	}
	if err = ignoreEOF(err); err != nil {
		return nil, fmt.Errorf("%s: %w", drawing, err)
	}
	err = r.finish()
	return out.Bytes(), err
}

// parseAnchor returns the name of the shape in an anchor, and the relation of its chart.
func parseAnchor(anchor []byte) (name, rel string) {
	s := &scanner{src: anchor}
	for s.next() == nil {
		if s.is("cNvPr") && name == "" {
			name = s.attr("name")
		}
		if s.is("chart") {
			rel = s.attr("id")
		}
	}
	return name, rel
}
