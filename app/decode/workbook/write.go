package workbook

import (
	"archive/zip"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strconv"

	"anbar/app/decode/refusal"

	"github.com/klauspost/compress/flate"
)

// writing is a failure of what the workbook is written to.
type writing struct{ error }

type target struct{ to io.Writer }

// Write implements io.Writer.
func (t target) Write(b []byte) (int, error) {
	n, err := t.to.Write(b)
	if err != nil {
		return n, &writing{err}
	}
	return n, nil
}

const level = 4 // of compression: half the time of the usual 6, and 5% more bytes

// write writes the package with all changes.
func (b *book) write(out io.Writer) error {
	if err := b.prepare(); err != nil {
		return err
	}
	z := zip.NewWriter(target{out})
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, level) })
	bySheet := map[string]*sheet{}
	for _, sh := range b.sheets {
		if sh.edits.touched || len(b.steps) > 0 {
			bySheet[sh.part] = sh
		}
	}
	for _, f := range b.zip.File {
		name := key(f.Name)
		var err error
		switch sh := bySheet[name]; {
		case b.gone[name]:
		case b.styles != nil && b.styles.part == name: // when it is known which styles the cells need
		case b.written[name] != nil:
			err = put(z, f.Name, b.written[name])
		case sh != nil && b.kind(sh) == "worksheet":
			err = b.writeSheet(z, f.Name, sh)
		default:
			err = z.Copy(f)
		}
		if err != nil {
			return err
		}
	}
	for _, sh := range b.sheets {
		if sh.fresh {
			if err := b.writeSheet(z, sh.part, sh); err != nil {
				return err
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(b.fresh)) {
		if err := put(z, name, b.fresh[name]); err != nil {
			return err
		}
	}
	if b.styles != nil {
		if err := put(z, b.stylesName(), b.styles.bytes()); err != nil {
			return err
		}
	}
	return z.Close()
}

func (b *book) stylesName() string {
	if f := b.parts[b.styles.part]; f != nil {
		return f.Name
	}
	return b.styles.part
}

func put(z *zip.Writer, name string, body []byte) error {
	w, err := z.Create(name)
	if err == nil {
		_, err = w.Write(body)
	}
	return err
}

// writeSheet writes a sheet with its edits.
func (b *book) writeSheet(z *zip.Writer, name string, sh *sheet) error {
	body, err := b.sheetBody(sh)
	if err != nil {
		return err
	}
	to, err := z.Create(name)
	if err != nil {
		return err
	}
	w, err := b.newSheetWriter(sh, body, to)
	if err == nil {
		err = w.run()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// sheetBody returns the sheet as it is without the edits.
func (b *book) sheetBody(sh *sheet) ([]byte, error) {
	if !sh.fresh {
		return b.read(sh.part)
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

// prepare makes all parts that change but for sheets and styles.
func (b *book) prepare() error {
	recalculate := len(b.steps) > 0 || b.listed || b.filtered() || len(b.names) > 0
	styled := false
	for _, sh := range b.sheets {
		recalculate = recalculate || sh.edits.values()
		styled = styled || sh.edits.styles()
	}
	added := b.nameSheets()
	if styled {
		fresh, err := b.openStyles()
		if err != nil {
			return err
		}
		added = append(added, fresh...)
	}
	if recalculate {
		for _, l := range b.links[b.main] {
			if l.kind == "calcChain" {
				b.gone[l.target] = true
			}
		}
	}
	b.unreachable()
	if err := b.tables(); err != nil {
		return err
	}
	if len(b.steps) > 0 {
		if err := b.others(); err != nil {
			return err
		}
	}
	charts, err := b.charts()
	if err != nil {
		return err
	}
	notes, err := b.notes()
	if err != nil {
		return err
	}
	added = append(append(added, charts...), notes...)
	if recalculate {
		body, err := b.mainBody()
		if err != nil {
			return err
		}
		b.written[b.main] = body
	}
	if len(added) > 0 || len(b.gone) > 0 {
		return b.register(added)
	}
	return nil
}

// values reports whether values or formulas of cells change.
func (e *edits) values() bool {
	for _, row := range e.rows {
		for _, c := range row.cells {
			if c.set {
				return true
			}
		}
	}
	return false
}

func (e *edits) styles() bool {
	for _, row := range e.rows {
		for _, c := range row.cells {
			if c.style != nil {
				return true
			}
		}
	}
	return false
}

// addition is a part that is new, with its relation from another one; from the workbook where it says none.
type addition struct{ part, rel, kind, contentType, from string }

// nameSheets gives new sheets their parts and relations.
func (b *book) nameSheets() []addition {
	var all []addition
	n := 0
	for _, sh := range b.sheets {
		if !sh.fresh {
			continue
		}
		for sh.part == "" {
			n++
			if name := path.Join(path.Dir(b.main), "worksheets/sheet"+strconv.Itoa(n)+".xml"); b.parts[name] == nil {
				sh.part = name
			}
		}
		sh.rel = b.freeRel(len(all))
		all = append(all, addition{part: sh.part, rel: sh.rel, kind: "worksheet",
			contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"})
	}
	return all
}

// freeRel returns an id that no relation of the workbook has.
func (b *book) freeRel(after int) string {
	for n := len(b.links[b.main]) + 1; ; n++ {
		id := "rId" + strconv.Itoa(n)
		if !slices.ContainsFunc(b.links[b.main], func(l link) bool { return l.id == id }) {
			if after == 0 {
				return id
			}
			after--
		}
	}
}

// openStyles reads the styles, or begins some.
func (b *book) openStyles() ([]addition, error) {
	if all := b.linked(b.main, "styles"); len(all) > 0 {
		body, err := b.read(all[0])
		if err == nil {
			b.styles, err = parseStyles(all[0], body)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", all[0], err)
		}
		return nil, nil
	}
	part := path.Join(path.Dir(b.main), "styles.xml")
	if b.parts[part] != nil {
		return nil, refusal.New(refusal.Unreadable, "its styles belong to nothing")
	}
	var err error
	b.styles, err = parseStyles(part, []byte(declaration+emptyStyles))
	return []addition{{part: part, rel: "rIdStyles", kind: "styles",
		contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"}}, err
}

// unreachable leaves out what only a deleted sheet needed.
func (b *book) unreachable() {
	if len(b.deleted) == 0 {
		return
	}
	before := b.reach(nil)
	without := map[string]bool{}
	for _, sh := range b.deleted {
		if !sh.fresh {
			without[sh.part] = true
		}
	}
	now := b.reach(without)
	for part := range before {
		if !now[part] && part != "" {
			b.gone[part] = true
		}
	}
	for part := range b.gone {
		if rels := relsOf(part); b.parts[rels] != nil {
			b.gone[rels] = true
		}
	}
}

// reach returns all parts that relations lead to, from the package on.
func (b *book) reach(without map[string]bool) map[string]bool {
	seen := map[string]bool{"": true}
	for todo := []string{""}; len(todo) > 0; {
		part := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, l := range b.links[part] {
			if !seen[l.target] && !without[l.target] {
				seen[l.target] = true
				todo = append(todo, l.target)
			}
		}
	}
	return seen
}

func relsOf(part string) string {
	dir, file := path.Split(part)
	return path.Join(dir, "_rels", file+".rels")
}
