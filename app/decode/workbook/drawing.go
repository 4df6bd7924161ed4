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
	drawingS  = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
	drawingM  = "http://schemas.openxmlformats.org/drawingml/2006/main"
	chartS    = "http://schemas.openxmlformats.org/drawingml/2006/chart"
	chartType = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"
	drawType  = "application/vnd.openxmlformats-officedocument.drawing+xml"
	relsSpace = "http://schemas.openxmlformats.org/package/2006/relationships"
)

// setChart adds a chart to a sheet, or takes one away by its name.
func (e *edits) setChart(op *Op, since int) error {
	if op.Op == "unchart" {
		if op.Name == "" {
			return invalid("no name of a chart")
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
		return invalid("too many charts")
	}
	return nil
}

// freePart returns a name that no part has, and reserves it.
func (b *book) freePart(folder, name string) string {
	for n := 1; ; n++ {
		part := path.Join(path.Dir(b.main), folder, name+strconv.Itoa(n)+".xml")
		if b.parts[strings.ToLower(part)] == nil && b.fresh[part] == nil {
			b.fresh[part] = []byte{}
			return part
		}
	}
}

// freeLink returns an id that no relation of a part has.
func (b *book) freeLink(from string) string {
	for n := len(b.links[from]) + 1; ; n++ {
		id := "rId" + strconv.Itoa(n)
		if !slices.ContainsFunc(b.links[from], func(l link) bool { return l.id == id }) {
			return id
		}
	}
}

// relate adds a relation of a part, and returns its id.
func (b *book) relate(from, kind, to, contentType string) (id string, add addition) {
	id = b.freeLink(from)
	b.links[from] = append(b.links[from], link{id, kind, to})
	return id, addition{part: to, rel: id, kind: kind, contentType: contentType, from: from}
}

// charts writes the parts of charts that come and go.
func (b *book) charts() (added []addition, err error) {
	for _, sh := range b.sheets {
		if len(sh.edits.charts) == 0 {
			continue
		}
		all, err := b.chartsOf(sh)
		if err != nil {
			return nil, err
		}
		added = append(added, all...)
	}
	return added, nil
}

func (b *book) chartsOf(sh *sheet) (added []addition, err error) {
	drawing, body := "", []byte(nil)
	if all := b.linked(sh.part, "drawing"); len(all) > 0 {
		drawing = all[0]
		if body, err = b.read(drawing); err != nil {
			return nil, err
		}
	}
	var anchors []byte
	for _, c := range sh.edits.charts {
		if c.deleted {
			if body, err = b.dropChart(drawing, body, c.Name); err != nil {
				return nil, err
			}
			continue
		}
		if drawing == "" {
			drawing = b.freePart("drawings", "drawing")
			body = []byte(declaration + `<xdr:wsDr xmlns:xdr="` + drawingS + `"></xdr:wsDr>`)
			id, add := b.relate(sh.part, "drawing", drawing, drawType)
			sh.edits.drawing, added = id, append(added, add)
		}
		c.move(b, sh)
		part := b.freePart("charts", "chart")
		b.fresh[part] = c.xml()
		id, add := b.relate(drawing, "chart", part, chartType)
		added = append(added, add)
		anchors = append(anchors, c.anchor(id, nextShape(body)+bytes.Count(anchors, []byte("twoCellAnchor"))/2)...)
	}
	if drawing == "" {
		return added, nil
	}
	if body, err = appended(body, anchors); err != nil {
		return nil, fmt.Errorf("%s: %w", drawing, err)
	}
	if b.parts[drawing] != nil {
		b.written[drawing] = body
	} else {
		b.fresh[drawing] = body
	}
	return added, nil
}

// appended returns a part with something before the end of its root.
func appended(body, what []byte) ([]byte, error) {
	var out bytes.Buffer
	r, err := newRewriter(body, &out)
	for err == nil {
		if err = r.next(); err != nil {
			break
		}
		if r.depth == 1 && r.self && len(what) > 0 {
			open, _, _ := parts(r.raw())
			name := slices.Concat(r.prefix, r.name)
			r.retag(slices.Concat(open, what, []byte("</"), name, []byte(">")))
		} else if r.depth == 1 && r.ends {
			r.insert(r.begin, what)
		}
	}
	if err = expected(err); err != nil {
		return nil, err
	}
	err = r.finish()
	return out.Bytes(), err
}

// nextShape returns a number that no shape of a drawing has.
func nextShape(body []byte) int {
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

// anchor returns the chart with its place, as drawings have it.
func (c *Chart) anchor(rel string, id int) []byte {
	return fmt.Appendf(nil, `<xdr:twoCellAnchor xmlns:xdr="%s" xmlns:a="%s"><xdr:from><xdr:col>%d</xdr:col><xdr:colOff>0</xdr:colOff>`+
		`<xdr:row>%d</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>%d</xdr:col><xdr:colOff>0</xdr:colOff>`+
		`<xdr:row>%d</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to><xdr:graphicFrame macro=""><xdr:nvGraphicFramePr>`+
		`<xdr:cNvPr id="%d" name="%s"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/>`+
		`<a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="%s"><c:chart xmlns:c="%s" xmlns:r="%s" r:id="%s"/>`+
		`</a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>`, drawingS, drawingM, c.From[1], c.From[0],
		c.To[1], c.To[0], id, escape(c.Name, '"'), chartS, chartS, relations, rel)
}

// dropChart leaves the chart of that name out of a drawing, with the parts that it alone needed.
func (b *book) dropChart(drawing string, body []byte, name string) ([]byte, error) {
	var out bytes.Buffer
	r, err := newRewriter(body, &out)
	for err == nil {
		if err = r.next(); err != nil {
			break
		}
		if r.depth != 2 || r.ends || !strings.HasSuffix(string(r.name), "Anchor") {
			continue
		}
		ahead := *r.scanner
		ahead.open = slices.Clone(ahead.open)
		begin := ahead.begin
		if err = ahead.pass(); err != nil {
			break
		}
		named, rel := chartIn(r.b[begin:ahead.at])
		if named != name || rel == "" {
			continue
		}
		before := b.reach(nil)
		b.links[drawing] = slices.DeleteFunc(b.links[drawing], func(l link) bool { return l.id == rel })
		b.thinned[drawing] = true
		now := b.reach(nil)
		for part := range before {
			if !now[part] {
				b.gone[part] = true
				if rels := relsOf(part); b.parts[rels] != nil {
					b.gone[rels] = true
				}
			}
		}
		err = r.drop()
	}
	if err = expected(err); err != nil {
		return nil, fmt.Errorf("%s: %w", drawing, err)
	}
	err = r.finish()
	return out.Bytes(), err
}

// chartIn returns the name of the shape in an anchor, and the relation of its chart.
func chartIn(anchor []byte) (name, rel string) {
	s := &scanner{b: anchor}
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
