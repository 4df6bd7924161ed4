// Package workbook changes workbooks (xlsx: ECMA-376, part 1, chapter 18) by touching only what an edit is about. Parts
// that no edit concerns are copied as they are packed; in the others every byte stays but for the cells, references
// and properties that change. Its input is untrusted: it bounds what it unpacks, and checks that what it rewrites is
// well formed.
package workbook

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"anbar/app/base/limits"
	"anbar/decode/refusal"
	"anbar/decode/source"

	"github.com/klauspost/compress/flate"
)

// workbook is an open workbook.
type workbook struct {
	src              *source.Source
	zip              *zip.Reader
	parts            map[string]*zip.File  // by their names without a slash before
	changedParts     map[string][]byte     // parts that are here anew, small ones
	removedParts     map[string]bool       // parts that are left out
	newParts         map[string][]byte     // parts that come
	trimmedRelations map[string]bool       // parts that lose relations
	unpackBudget     int64                 // bytes that may still be unpacked
	mainPart         string                // name of the part of the workbook
	mainXML          []byte                // of it
	relations        map[string][]relation // from a part, by its name; of the whole package from ""
	sheets           []*sheet              // in their order
	originalSheets   []*sheet              // as the file has them
	steps            []step
	deletedSheets    []*sheet
	sheetListChanged bool              // the list of sheets changes
	structureLocked  bool              // nobody may add or move sheets
	styles           *styleSheet       // nil until they are needed
	nameEdits        []*nameEdit       // that change
	renamedColumns   map[string]string // columns of tables that get other names, by these in small letters
}

// sheet is one of a workbook.
type sheet struct {
	id, name     string
	relationID   string // id of its relation
	part         string
	state        string
	isNew        bool // it came with the edits
	rtl          bool
	originalName string // name in the file
	edits        sheetEdits
}

// Check returns nil when a workbook may be edited, and else a *refusal.Error.
func Check(src *source.Source) error {
	b, err := openWorkbook(src)
	if err != nil {
		return b.toRefusal(err)
	}
	cells := 0
	for _, sh := range b.sheets {
		if b.parts[sh.part] == nil {
			continue
		}
		n, locked, err := b.inspectSheet(sh.part)
		if err != nil {
			return b.toRefusal(err)
		}
		if cells += n; cells > limits.WorkbookCells {
			return refusal.New(refusal.TooLarge, "it has more than %d cells", limits.WorkbookCells)
		}
		if locked {
			return refusal.New(refusal.Protected, "%s is protected", sh.part)
		}
	}
	return nil
}

// inspectSheet counts the cells of a sheet, and reports whether it is protected.
func (b *workbook) inspectSheet(part string) (cells int, locked bool, err error) {
	body, err := b.readPart(part)
	if err != nil {
		return 0, false, err
	}
	if cells, locked, err = inspectSheetXML(body); err != nil {
		return 0, false, fmt.Errorf("%s: %w", part, err)
	}
	return cells, locked, nil
}

// inspectSheetXML counts the cells of a sheet, and tells whether it is protected.
func inspectSheetXML(body []byte) (cells int, locked bool, err error) {
	s, err := newScanner(body)
	if err != nil {
		return 0, false, err
	}
	for {
		if err := s.next(); err != nil {
			if err == io.EOF {
				err = nil
			}
			return cells, locked, err
		}
		switch {
		case s.is("c"):
			cells++
		case s.is("sheetProtection"):
			locked = locked || isTrue(s.attr("sheet"))
		}
	}
}

func isTrue(s string) bool { return s == "1" || s == "true" }

// ApplyOps writes a workbook with the operations of an editor to out. It returns a *refusal.Error when they do not fit.
func ApplyOps(src *source.Source, ops io.Reader, out io.Writer) error {
	b, err := openWorkbook(src)
	if err != nil {
		return b.toRefusal(err)
	}
	if err := b.collectEdits(ops); err != nil {
		return b.toRefusal(err)
	}
	return b.toRefusal(b.writePackage(out))
}

// toRefusal makes one of an error, unless the source failed.
func (b *workbook) toRefusal(err error) error {
	if err == nil {
		return nil
	}
	if failed := b.src.Err(); failed != nil {
		return failed
	}
	var is *refusal.Error
	var wrote *writeError
	if errors.As(err, &is) {
		return is
	}
	if errors.As(err, &wrote) {
		return err
	}
	return refusal.New(refusal.Unreadable, "%v", err)
}

// openWorkbook reads what the package says of itself. It always returns a book.
func openWorkbook(src *source.Source) (*workbook, error) {
	b := &workbook{
		src: src, parts: map[string]*zip.File{}, changedParts: map[string][]byte{}, removedParts: map[string]bool{},
		newParts: map[string][]byte{}, trimmedRelations: map[string]bool{}, relations: map[string][]relation{},
		renamedColumns: map[string]string{}, unpackBudget: limits.WorkbookUnpacked,
	}
	if src.IsCompound() {
		return b, refusal.New(refusal.Encrypted, "it is encrypted, or of an old program")
	}
	z, err := src.OpenZip()
	if err != nil {
		return b, err
	}
	z.RegisterDecompressor(zip.Deflate, func(r io.Reader) io.ReadCloser { return flate.NewReader(r) })
	b.zip = z
	if err := b.indexParts(z.File); err != nil {
		return b, err
	}
	if err := b.readRelations(); err != nil {
		return b, err
	}
	return b, b.readMain()
}

// indexParts reads the names of the parts, and refuses those that make a workbook another one than it seems.
func (b *workbook) indexParts(files []*zip.File) error {
	if len(files) > limits.WorkbookParts {
		return refusal.New(refusal.TooLarge, "it has %d parts", len(files))
	}
	controls := ""
	for _, f := range files {
		name := partKey(f.Name)
		if b.parts[name] != nil {
			return fmt.Errorf("%s is there twice", name)
		}
		b.parts[name] = f
		if err := checkPartName(f.Name); err != nil {
			return err
		}
		if f.Flags&1 != 0 {
			return refusal.New(refusal.Encrypted, "%s is encrypted", f.Name)
		}
		if strings.Contains(name, "/activex/") {
			controls = f.Name
		}
	}
	if controls != "" { // and no programs: those are said first
		return refusal.New(refusal.Unsupported, "it has controls: %s", controls)
	}
	return nil
}

// partKey returns the name of a part by which it is found: names differ in more than case.
func partKey(name string) string {
	return strings.ToLower(strings.TrimPrefix(path.Clean("/"+name), "/"))
}

// checkPartName refuses workbooks with programs and signatures.
func checkPartName(name string) error {
	lower := strings.ToLower(name)
	switch {
	case strings.HasSuffix(lower, "vbaproject.bin"), strings.Contains(lower, "macrosheets/"):
		return refusal.New(refusal.Macros, "it has %s", name)
	case strings.Contains(lower, "_xmlsignatures/"):
		return refusal.New(refusal.Signed, "it has %s", name)
	}
	return nil
}

// readPart unpacks a part.
func (b *workbook) readPart(name string) ([]byte, error) {
	if body := b.changedParts[name]; body != nil {
		return body, nil
	}
	f := b.parts[name]
	if f == nil {
		return nil, fmt.Errorf("%s is missing", name)
	}
	if int64(f.UncompressedSize64) > min(b.unpackBudget, limits.WorkbookPart) || f.UncompressedSize64 > limits.WorkbookUnpacked {
		return nil, refusal.New(refusal.TooLarge, "%s unpacks to %d bytes", name, f.UncompressedSize64)
	}
	b.unpackBudget -= int64(f.UncompressedSize64)
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	body := bytes.NewBuffer(make([]byte, 0, f.UncompressedSize64+bytes.MinRead))
	if _, err := io.Copy(body, io.LimitReader(r, int64(f.UncompressedSize64)+1)); err != nil { // checks the sum, too
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return bytes.TrimPrefix(body.Bytes(), []byte("\xef\xbb\xbf")), nil
}

// relation is a relation of a part to another one.
type relation struct{ id, kind, target string }

// readRelations reads the relations of all parts.
func (b *workbook) readRelations() error {
	for name := range b.parts {
		dir, file := path.Split(name)
		from, is := strings.CutSuffix(file, ".rels")
		if !is || path.Base(dir) != "_rels" {
			continue
		}
		dir = path.Dir(path.Clean(dir))
		if dir == "." {
			dir = ""
		}
		if err := b.readPartRelations(dir, from, name); err != nil {
			return err
		}
	}
	return nil
}

// readPartRelations reads the relations of a file in a directory from the part that lists them.
func (b *workbook) readPartRelations(dir, file, part string) error {
	body, err := b.readPart(part)
	if err != nil {
		return err
	}
	of := path.Join(dir, file)
	s, err := newScanner(body)
	for err == nil {
		if err = s.next(); err == nil && s.is("Relationship") && s.attr("TargetMode") != "External" {
			to := s.attr("Target")
			if !strings.HasPrefix(to, "/") {
				to = path.Join("/", dir, to)
			}
			b.relations[of] = append(b.relations[of], relation{id: s.attr("Id"), kind: path.Base(s.attr("Type")), target: partKey(to)})
		}
	}
	if err != io.EOF {
		return fmt.Errorf("%s: %w", part, err)
	}
	return nil
}

// relatedParts returns the parts to which a part has relations of a kind.
func (b *workbook) relatedParts(part, kind string) []string {
	var all []string
	for _, l := range b.relations[part] {
		if l.kind == kind && b.parts[l.target] != nil {
			all = append(all, l.target)
		}
	}
	return all
}

// readMain reads the list of sheets.
func (b *workbook) readMain() error {
	all := b.relatedParts("", "officeDocument")
	if len(all) != 1 {
		return errors.New("it has no workbook")
	}
	b.mainPart = all[0]
	var err error
	if b.mainXML, err = b.readPart(b.mainPart); err != nil {
		return err
	}
	s, err := newScanner(b.mainXML)
	ids := map[string]bool{}
	for err == nil {
		if err = s.next(); err != nil {
			break
		}
		if s.depth == 1 && !s.is("workbook") && !s.isEnd {
			return errors.New("it has no workbook")
		}
		if s.is("workbookProtection") && isTrue(s.attr("lockStructure")) {
			b.structureLocked = true
		}
		if !s.is("sheet") || s.depth != 3 {
			continue
		}
		sh := &sheet{id: s.attr("sheetId"), name: s.attr("name"), relationID: s.attr("id"), state: s.attr("state")}
		sh.originalName = sh.name
		for _, l := range b.relations[b.mainPart] {
			if l.id == sh.relationID {
				sh.part = l.target
			}
		}
		if ids[sh.id] || len(b.sheets) >= maxSheets {
			return fmt.Errorf("sheet %s is there twice, or there are too many", sh.id)
		}
		ids[sh.id] = true
		b.sheets = append(b.sheets, sh)
	}
	if err != io.EOF {
		return fmt.Errorf("%s: %w", b.mainPart, err)
	}
	if len(b.sheets) == 0 {
		return errors.New("it has no sheets")
	}
	b.originalSheets = slices.Clone(b.sheets)
	return b.checkContentTypes()
}

const maxSheets = 1_000

// checkContentTypes refuses workbooks with programs, which say so where the types of parts are.
func (b *workbook) checkContentTypes() error {
	body, err := b.readPart(contentTypesPart)
	if err != nil {
		return err
	}
	if bytes.Contains(bytes.ToLower(body), []byte("macroenabled")) {
		return refusal.New(refusal.Macros, "its type is that of one with programs")
	}
	s, err := newScanner(body)
	for err == nil {
		err = s.next()
	}
	if err != io.EOF {
		return fmt.Errorf("%s: %w", contentTypesPart, err)
	}
	return nil
}

const contentTypesPart = "[content_types].xml"
