package workbook

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// rewriteLinkedParts rewrites parts that refer to cells and are no sheets.
func (b *workbook) rewriteLinkedParts() error {
	ofSheet := map[string]*sheet{}
	for _, sh := range b.sheets {
		if sh.part != "" {
			ofSheet[sh.part] = sh
		}
	}
	for _, from := range slices.Sorted(maps.Keys(b.relations)) {
		for _, l := range b.relations[from] {
			if b.parts[l.target] == nil || b.removedParts[l.target] || b.changedParts[l.target] != nil {
				continue
			}
			if err := b.rewriteLinkedPart(l, ofSheet[from]); err != nil {
				return fmt.Errorf("%s: %w", l.target, err)
			}
		}
	}
	return nil
}

func (b *workbook) rewriteLinkedPart(l relation, of *sheet) error {
	switch l.kind {
	case "vmlDrawing":
		return b.rewriteNoteAnchors(l.target, of)
	case "drawing", "comments", "threadedComment", "ctrlProp", "chart", "chartEx", "pivotCacheDefinition":
		return b.rewritePart(l.target, of)
	}
	return nil
}

func (b *workbook) rewritePart(name string, sh *sheet) error {
	body, err := b.readPart(name)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	r, err := newRewriter(body, &out)
	if err == nil {
		err = b.newReferenceRewriter(r, sh).rewriteAll()
	}
	if err == nil && !bytes.Equal(out.Bytes(), body) {
		b.changedParts[name] = out.Bytes()
	}
	return err
}

func (b *workbook) rewriteNoteAnchors(name string, sh *sheet) error {
	body, err := b.readPart(name)
	if err != nil {
		return err
	}
	f := b.newReferenceRewriter(nil, sh)
	if to := f.moveNoteAnchors(body); !bytes.Equal(to, body) {
		b.changedParts[name] = to
	}
	return nil
}

// registerParts writes the types of parts and the relations of the workbook for parts that are new or gone.
func (b *workbook) registerParts(added []partAddition) error {
	if err := b.registerContentTypes(added); err != nil {
		return err
	}
	return b.registerRelations(added)
}

func (b *workbook) registerContentTypes(added []partAddition) error {
	types, err := b.rewriteList(contentTypesPart, "Types", func(f *rewriter) bool {
		return f.is("Override") && b.removedParts[partKey(f.attr("PartName"))]
	}, func(ns string) string {
		var out strings.Builder
		for _, a := range added {
			fmt.Fprintf(&out, `<%sOverride PartName="/%s" ContentType="%s"/>`, ns, a.part, a.contentType)
		}
		return out.String()
	})
	if err != nil {
		return err
	}
	b.changedParts[contentTypesPart] = types
	return nil
}

// registerRelations writes the relations of the workbook, and of other parts that get some or lose some.
func (b *workbook) registerRelations(added []partAddition) error {
	byPart := map[string][]partAddition{b.mainPart: nil}
	for from := range b.trimmedRelations {
		byPart[from] = nil
	}
	for _, a := range added {
		if a.from == "" {
			a.from = b.mainPart
		}
		byPart[a.from] = append(byPart[a.from], a)
	}
	for from, all := range byPart {
		if err := b.registerRelationsOf(from, all); err != nil {
			return err
		}
	}
	return nil
}

func (b *workbook) registerRelationsOf(from string, added []partAddition) error {
	records := func(ns string) string {
		var out strings.Builder
		for _, a := range added {
			fmt.Fprintf(&out, `<%sRelationship Id="%s" Type="%s/%s" Target="/%s"/>`, ns, a.relationID, officeRelationNamespace,
				a.kind, a.part)
		}
		return out.String()
	}
	part, dir := relsPartOf(from), path.Dir(from)
	if b.parts[part] == nil {
		b.newParts[part] = []byte(declaration + `<Relationships xmlns="` + packageRelationNamespace + `">` + records("") +
			`</Relationships>`)
		return nil
	}
	rels, err := b.rewriteList(part, "Relationships", func(f *rewriter) bool {
		to := f.attr("Target")
		if !strings.HasPrefix(to, "/") {
			to = path.Join(dir, to)
		}
		return f.is("Relationship") && f.attr("TargetMode") != "External" && b.removedParts[partKey(to)]
	}, records)
	b.changedParts[part] = rels
	return err
}

const officeRelationNamespace = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

// rewriteList rewrites a list of parts: some records are dropped, others added.
func (b *workbook) rewriteList(part, root string, drop func(*rewriter) bool, add func(ns string) string) ([]byte, error) {
	body, err := b.readPart(part)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	r, err := newRewriter(body, &out)
	for err == nil {
		if err = r.next(); err != nil {
			break
		}
		switch {
		case r.depth == 1 && (string(r.name) != root || r.selfClosing):
			return nil, fmt.Errorf("%s: %w", part, errXML)
		case r.depth == 1 && r.isEnd:
			r.insert(r.tagStart, []byte(add(string(r.prefix))))
		case drop(r):
			err = r.dropElement()
		}
	}
	if err = ignoreEOF(err); err != nil {
		return nil, fmt.Errorf("%s: %w", part, err)
	}
	err = r.finish()
	return out.Bytes(), err
}
