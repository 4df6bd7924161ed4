package workbook

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"anbar/decode/formula"
	"anbar/decode/refusal"
)

// note is what is said at a cell; its text is empty when that goes.
type note struct{ text, author string }

const (
	maxNotes      = 5_000
	maxAuthor     = 54 // letters, as Excel has it
	notesType     = "application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml"
	vmlType       = "application/vnd.openxmlformats-officedocument.vmlDrawing"
	vmlSpaces     = `xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" ` + vmlExcel
	vmlExcel      = `xmlns:x="urn:schemas-microsoft-com:office:excel"`
	noteShapeType = `<v:shapetype ` + vmlSpaces + ` id="_x0000_t202" coordsize="21600,21600" o:spt="202"
		path="m,l,21600r21600,l21600,xe">` +
		`<v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>`
)

// setNote says something at a cell, or takes it away.
func (e *sheetEdits) setNote(op *Op) error {
	if op.R < 0 || op.R >= formula.MaxRows || op.C < 0 || op.C >= formula.MaxColumns {
		return invalidf("there is no cell in row %d and column %d", op.R, op.C)
	}
	text, author := stripIllegalChars(op.Text), stripIllegalChars(op.Author)
	if len(utf16.Encode([]rune(text))) > maxText || len([]rune(author)) > maxAuthor || len(e.notes) >= maxNotes {
		return invalidf("a note is too long, or there are too many")
	}
	if e.notes == nil {
		e.notes = map[[2]int]note{}
	}
	e.notes[[2]int{op.R, op.C}] = note{strings.ReplaceAll(text, "\r\n", "\n"), author}
	return nil
}

// shiftNotes moves what edits say at cells.
func (e *sheetEdits) shiftNotes(c formula.Change) {
	axis, to := 1, map[[2]int]note{}
	if c.IsRowChange() {
		axis = 0
	}
	for place, n := range e.notes {
		moved, left := c.MoveIndex(place[axis])
		if place[axis] = moved; left {
			to[place] = n
		}
	}
	if e.notes != nil {
		e.notes = to
	}
}

// writeNotes writes the parts of what is said at cells.
func (b *workbook) writeNotes() (added []partAddition, err error) {
	for _, sh := range b.sheets {
		if len(sh.edits.notes) == 0 {
			continue
		}
		all, err := b.writeSheetNotes(sh)
		if err != nil {
			return nil, err
		}
		added = append(added, all...)
	}
	return added, nil
}

// writeSheetNotes writes the notes of a sheet, and the shapes in which Excel shows them.
func (b *workbook) writeSheetNotes(sh *sheet) (added []partAddition, err error) {
	if err := b.checkThreads(sh); err != nil {
		return nil, err
	}
	comments := []byte(declaration + `<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors></authors>` +
		`<commentList></commentList></comments>`)
	shapes := []byte(`<xml ` + vmlSpaces + `></xml>`)
	part, drawing := "", ""
	if all := b.relatedParts(sh.part, "comments"); len(all) > 0 {
		part = all[0]
		if comments, err = b.readPart(part); err != nil {
			return nil, err
		}
	} else {
		part = b.reservePart(".", "comments")
		_, add := b.addRelation(sh.part, "comments", part, notesType)
		added = append(added, add)
	}
	if all := b.relatedParts(sh.part, "vmlDrawing"); len(all) > 0 {
		drawing = all[0]
		if shapes, err = b.readPart(drawing); err != nil {
			return nil, err
		}
	} else {
		drawing = b.reserveVMLPart()
		id, add := b.addRelation(sh.part, "vmlDrawing", drawing, vmlType)
		sh.edits.legacyDrawingRelation, added = id, append(added, add)
	}
	if comments, err = rewriteNotes(comments, sh.edits.notes); err != nil {
		return nil, fmt.Errorf("%s: %w", part, err)
	}
	if shapes, err = rewriteShapes(shapes, sh.edits.notes); err != nil {
		return nil, fmt.Errorf("%s: %w", drawing, err)
	}
	for name, body := range map[string][]byte{part: comments, drawing: shapes} {
		if b.parts[name] != nil {
			b.changedParts[name] = body
		} else {
			b.newParts[name] = body
		}
	}
	return added, nil
}

func (b *workbook) reserveVMLPart() string {
	for n := 1; ; n++ {
		part := path.Join(path.Dir(b.mainPart), "drawings", fmt.Sprintf("vmlDrawing%d.vml", n))
		if b.parts[strings.ToLower(part)] == nil && b.newParts[part] == nil {
			b.newParts[part] = []byte{}
			return part
		}
	}
}

// checkThreads refuses to change what is said in a conversation, which has a note for old programs alone.
func (b *workbook) checkThreads(sh *sheet) error {
	for _, part := range b.relatedParts(sh.part, "threadedComment") {
		body, err := b.readPart(part)
		if err != nil {
			return err
		}
		s, err := newScanner(body)
		for err == nil {
			if err = s.next(); err != nil || !s.is("threadedComment") {
				continue
			}
			at, ok := formula.ParseRange(s.attr("ref"))
			if _, is := sh.edits.notes[[2]int{at.Top, at.Left}]; ok && is {
				return refusal.New(refusal.Structure, "%s holds a conversation", s.attr("ref"))
			}
		}
		if err = ignoreEOF(err); err != nil {
			return fmt.Errorf("%s: %w", part, err)
		}
	}
	return nil
}

// rewriteNotes writes what is said at cells.
func rewriteNotes(body []byte, notes map[[2]int]note) ([]byte, error) {
	left := maps.Clone(notes)
	authors, err := parseAuthors(body)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	r, err := newRewriter(body, &out)
	for err == nil {
		if err = r.next(); err != nil {
			break
		}
		ns := string(r.prefix)
		switch name := string(r.name); {
		case (name == "authors" || name == "commentList") && r.selfClosing:
			add := addAuthors(ns, authors, notes)
			if name == "commentList" {
				add = encodeNotes(ns, authors, left)
			}
			open, _, _ := splitElement(r.raw())
			r.replaceTag(slices.Concat(open, add, []byte("</"+ns+name+">")))
		case name == "authors" && r.isEnd:
			r.insert(r.tagStart, addAuthors(ns, authors, notes))
		case name == "commentList" && r.isEnd:
			r.insert(r.tagStart, encodeNotes(ns, authors, left))
		case r.is("comment"):
			at, ok := formula.ParseRange(r.attr("ref"))
			if _, is := left[[2]int{at.Top, at.Left}]; ok && is {
				err = r.dropElement() // it comes anew with the others
			}
		}
	}
	if err = ignoreEOF(err); err != nil {
		return nil, err
	}
	err = r.finish()
	return out.Bytes(), err
}

// parseAuthors returns the numbers of the authors of notes, with that of their count under no name.
func parseAuthors(body []byte) (map[string]int, error) {
	all, count := map[string]int{}, 0
	s, err := newScanner(body)
	for err == nil {
		if err = s.next(); err != nil || !s.is("author") {
			continue
		}
		name := ""
		if !s.selfClosing {
			from := s.pos
			if err = s.next(); err == nil {
				name = unescape(s.src[from:s.tagStart])
			}
		}
		if _, is := all[name]; !is {
			all[name] = count
		}
		count++
	}
	all["\x00"] = count
	return all, ignoreEOF(err)
}

// addAuthors gives new authors their numbers, and returns their elements.
func addAuthors(ns string, authors map[string]int, notes map[[2]int]note) (out []byte) {
	for _, place := range slices.SortedFunc(maps.Keys(notes), comparePlaces) {
		n := notes[place]
		if _, is := authors[n.author]; is || n.text == "" {
			continue
		}
		authors[n.author] = authors["\x00"]
		authors["\x00"]++
		out = fmt.Appendf(out, "<%sauthor>%s</%sauthor>", ns, escapeText(n.author), ns)
	}
	return out
}

func comparePlaces(a, b [2]int) int { return slices.Compare(a[:], b[:]) }

func encodeNotes(ns string, authors map[string]int, notes map[[2]int]note) (out []byte) {
	for _, place := range slices.SortedFunc(maps.Keys(notes), comparePlaces) {
		if n := notes[place]; n.text != "" {
			out = fmt.Appendf(out, `<%scomment ref="%s" authorId="%d"><%stext><%st xml:space="preserve">%s</%st></%stext></%scomment>`, ns,
				formula.CellName(place[0], place[1]), authors[n.author], ns, ns, escapeText(encodeCellText(n.text)), ns, ns, ns)
		}
	}
	return out
}

var (
	shapeID      = regexp.MustCompile(`_x0000_s(\d{1,8})\b`)
	shapeCell    = regexp.MustCompile(`(?s)<\w+:Row>\s*(\d+)\s*</\w+:Row>.*?<\w+:Column>\s*(\d+)\s*</\w+:Column>`)
	shapeElement = regexp.MustCompile(`(?s)<(\w+:)shape[\s>].*?</\w+:shape>`)
)

// rewriteShapes writes the shapes of notes into a part that need not be well formed.
func rewriteShapes(body []byte, notes map[[2]int]note) ([]byte, error) {
	end := bytes.LastIndex(body, []byte("</xml>"))
	if end < 0 {
		return nil, errXML
	}
	known := map[[2]int]bool{}
	next := 1024
	for _, m := range shapeID.FindAllSubmatch(body, -1) {
		if n, err := strconv.Atoi(string(m[1])); err == nil {
			next = max(next, n)
		}
	}
	kept := shapeElement.ReplaceAllFunc(body[:end], func(shape []byte) []byte {
		m := shapeCell.FindSubmatch(shape)
		if m == nil || !bytes.Contains(shape, []byte(`"Note"`)) {
			return shape
		}
		row, _ := strconv.Atoi(string(m[1]))
		column, _ := strconv.Atoi(string(m[2]))
		place := [2]int{row, column}
		if n, is := notes[place]; is && n.text == "" {
			return nil
		}
		known[place] = true
		return shape
	})
	out := slices.Clone(kept)
	if !bytes.Contains(out, []byte(`id="_x0000_t202"`)) {
		out = append(out, noteShapeType...)
	}
	for _, place := range slices.SortedFunc(maps.Keys(notes), comparePlaces) {
		if notes[place].text != "" && !known[place] {
			next++
			out = append(out, encodeNoteShape(next, place)...)
		}
	}
	return append(out, body[end:]...), nil
}

// encodeNoteShape returns the shape in which Excel shows a note, beside its cell.
func encodeNoteShape(id int, place [2]int) []byte {
	row, column := place[0], place[1]
	return fmt.Appendf(nil, `<v:shape %s id="_x0000_s%d" type="#_x0000_t202" style="position:absolute;margin-left:60pt;margin-top:2pt;`+
		`width:120pt;height:60pt;z-index:1;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/>`+
		`<v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto">`+
		`<div style="text-align:left"></div></v:textbox><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/>`+
		`<x:Anchor>%d, 15, %d, 2, %d, 31, %d, 1</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>%d</x:Row><x:Column>%d</x:Column>`+
		`</x:ClientData></v:shape>`, vmlSpaces, id, column+1, max(row-1, 0), column+3, row+4, row, column)
}
