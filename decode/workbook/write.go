package workbook

import (
	"archive/zip"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strconv"

	"anbar/decode/refusal"

	"github.com/klauspost/compress/flate"
)

// writeError is a failure of what the workbook is written to.
type writeError struct{ error }

type errorMarkingWriter struct{ to io.Writer }

// Write implements io.Writer.
func (t errorMarkingWriter) Write(b []byte) (int, error) {
	n, err := t.to.Write(b)
	if err != nil {
		return n, &writeError{err}
	}
	return n, nil
}

const compressionLevel = 4 // of compression: half the time of the usual 6, and 5% more bytes

// writePackage writes the package with all changes.
func (b *workbook) writePackage(out io.Writer) error {
	if err := b.prepareParts(); err != nil {
		return err
	}
	z := zip.NewWriter(errorMarkingWriter{out})
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, compressionLevel) })
	bySheet := map[string]*sheet{}
	for _, sh := range b.sheets {
		if sh.edits.touched || len(b.steps) > 0 {
			bySheet[sh.part] = sh
		}
	}
	for _, f := range b.zip.File {
		name := partKey(f.Name)
		var err error
		switch sh := bySheet[name]; {
		case b.removedParts[name]:
		case b.styles != nil && b.styles.part == name: // when it is known which styles the cells need
		case b.changedParts[name] != nil:
			err = writeEntry(z, f.Name, b.changedParts[name])
		case sh != nil && b.sheetKind(sh) == "worksheet":
			err = b.writeSheet(z, f.Name, sh)
		default:
			err = z.Copy(f)
		}
		if err != nil {
			return err
		}
	}
	for _, sh := range b.sheets {
		if sh.isNew {
			if err := b.writeSheet(z, sh.part, sh); err != nil {
				return err
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(b.newParts)) {
		if err := writeEntry(z, name, b.newParts[name]); err != nil {
			return err
		}
	}
	if b.styles != nil {
		if err := writeEntry(z, b.stylesPartName(), b.styles.encode()); err != nil {
			return err
		}
	}
	return z.Close()
}

func (b *workbook) stylesPartName() string {
	if f := b.parts[b.styles.part]; f != nil {
		return f.Name
	}
	return b.styles.part
}

func writeEntry(z *zip.Writer, name string, body []byte) error {
	w, err := z.Create(name)
	if err == nil {
		_, err = w.Write(body)
	}
	return err
}

// writeSheet writes a sheet with its edits.
func (b *workbook) writeSheet(z *zip.Writer, name string, sh *sheet) error {
	body, err := b.readSheetBody(sh)
	if err != nil {
		return err
	}
	to, err := z.Create(name)
	if err != nil {
		return err
	}
	w, err := b.newSheetWriter(sh, body, to)
	if err == nil {
		err = w.writeAll()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// readSheetBody returns the sheet as it is without the edits.
func (b *workbook) readSheetBody(sh *sheet) ([]byte, error) {
	if !sh.isNew {
		return b.readPart(sh.part)
	}
	view := `<sheetView workbookViewId="0"/>`
	if sh.rtl {
		view = `<sheetView rightToLeft="1" workbookViewId="0"/>`
	}
	return []byte(declaration + `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1"/>` +
		`<sheetViews>` +
		view + `</sheetViews><sheetFormatPr defaultRowHeight="15"/><sheetData/></worksheet>`), nil
}

const declaration = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"

// prepareParts makes all parts that change but for sheets and styles.
func (b *workbook) prepareParts() error {
	recalculate := len(b.steps) > 0 || b.sheetListChanged || b.hasFilterEdits() || len(b.nameEdits) > 0
	styled := false
	for _, sh := range b.sheets {
		recalculate = recalculate || sh.edits.hasValueEdits()
		styled = styled || sh.edits.hasStyleEdits()
	}
	added := b.assignSheetParts()
	if styled {
		fresh, err := b.loadStyles()
		if err != nil {
			return err
		}
		added = append(added, fresh...)
	}
	if recalculate {
		for _, l := range b.relations[b.mainPart] {
			if l.kind == "calcChain" {
				b.removedParts[l.target] = true
			}
		}
	}
	b.removeUnreachable()
	if err := b.rewriteTables(); err != nil {
		return err
	}
	if len(b.steps) > 0 {
		if err := b.rewriteLinkedParts(); err != nil {
			return err
		}
	}
	charts, err := b.writeCharts()
	if err != nil {
		return err
	}
	notes, err := b.writeNotes()
	if err != nil {
		return err
	}
	added = append(append(added, charts...), notes...)
	if recalculate {
		body, err := b.rewriteMain()
		if err != nil {
			return err
		}
		b.changedParts[b.mainPart] = body
	}
	if len(added) > 0 || len(b.removedParts) > 0 {
		return b.registerParts(added)
	}
	return nil
}

// hasValueEdits reports whether values or formulas of cells change.
func (e *sheetEdits) hasValueEdits() bool {
	for _, row := range e.rows {
		for _, c := range row.cells {
			if c.set {
				return true
			}
		}
	}
	return false
}

func (e *sheetEdits) hasStyleEdits() bool {
	for _, row := range e.rows {
		for _, c := range row.cells {
			if c.style != nil {
				return true
			}
		}
	}
	return false
}

// partAddition is a part that is new, with its relation from another one; from the workbook where it says none.
type partAddition struct{ part, relationID, kind, contentType, from string }

// assignSheetParts gives new sheets their parts and relations.
func (b *workbook) assignSheetParts() []partAddition {
	var all []partAddition
	n := 0
	for _, sh := range b.sheets {
		if !sh.isNew {
			continue
		}
		for sh.part == "" {
			n++
			if name := path.Join(path.Dir(b.mainPart), "worksheets/sheet"+strconv.Itoa(n)+".xml"); b.parts[name] == nil {
				sh.part = name
			}
		}
		sh.relationID = b.freeMainRelationID(len(all))
		all = append(all, partAddition{part: sh.part, relationID: sh.relationID, kind: "worksheet",
			contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"})
	}
	return all
}

// freeMainRelationID returns an id that no relation of the workbook has.
func (b *workbook) freeMainRelationID(after int) string {
	for n := len(b.relations[b.mainPart]) + 1; ; n++ {
		id := "rId" + strconv.Itoa(n)
		if !slices.ContainsFunc(b.relations[b.mainPart], func(l relation) bool { return l.id == id }) {
			if after == 0 {
				return id
			}
			after--
		}
	}
}

// loadStyles reads the styles, or begins some.
func (b *workbook) loadStyles() ([]partAddition, error) {
	if all := b.relatedParts(b.mainPart, "styles"); len(all) > 0 {
		body, err := b.readPart(all[0])
		if err == nil {
			b.styles, err = parseStyles(all[0], body)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", all[0], err)
		}
		return nil, nil
	}
	part := path.Join(path.Dir(b.mainPart), "styles.xml")
	if b.parts[part] != nil {
		return nil, refusal.New(refusal.Unreadable, "its styles belong to nothing")
	}
	var err error
	b.styles, err = parseStyles(part, []byte(declaration+emptyStyles))
	return []partAddition{{part: part, relationID: "rIdStyles", kind: "styles",
		contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"}}, err
}

// removeUnreachable leaves out what only a deleted sheet needed.
func (b *workbook) removeUnreachable() {
	if len(b.deletedSheets) == 0 {
		return
	}
	before := b.reachableParts(nil)
	without := map[string]bool{}
	for _, sh := range b.deletedSheets {
		if !sh.isNew {
			without[sh.part] = true
		}
	}
	now := b.reachableParts(without)
	for part := range before {
		if !now[part] && part != "" {
			b.removedParts[part] = true
		}
	}
	for part := range b.removedParts {
		if rels := relsPartOf(part); b.parts[rels] != nil {
			b.removedParts[rels] = true
		}
	}
}

// reachableParts returns all parts that relations lead to, from the package on.
func (b *workbook) reachableParts(without map[string]bool) map[string]bool {
	seen := map[string]bool{"": true}
	for todo := []string{""}; len(todo) > 0; {
		part := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, l := range b.relations[part] {
			if !seen[l.target] && !without[l.target] {
				seen[l.target] = true
				todo = append(todo, l.target)
			}
		}
	}
	return seen
}

func relsPartOf(part string) string {
	dir, file := path.Split(part)
	return path.Join(dir, "_rels", file+".rels")
}
