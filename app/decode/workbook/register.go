package workbook

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// others rewrites parts that refer to cells and are no sheets.
func (b *book) others() error {
	ofSheet := map[string]*sheet{}
	for _, sh := range b.sheets {
		if sh.part != "" {
			ofSheet[sh.part] = sh
		}
	}
	for _, from := range slices.Sorted(maps.Keys(b.links)) {
		for _, l := range b.links[from] {
			if b.parts[l.target] == nil || b.gone[l.target] || b.written[l.target] != nil {
				continue
			}
			if err := b.rewriteLinked(l, ofSheet[from]); err != nil {
				return fmt.Errorf("%s: %w", l.target, err)
			}
		}
	}
	return nil
}

func (b *book) rewriteLinked(l link, of *sheet) error {
	switch l.kind {
	case "vmlDrawing":
		return b.rewriteNotes(l.target, of)
	case "drawing", "comments", "threadedComment", "ctrlProp", "chart", "chartEx", "pivotCacheDefinition":
		return b.rewritePart(l.target, of)
	}
	return nil
}

func (b *book) rewritePart(name string, sh *sheet) error {
	body, err := b.read(name)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	r, err := newRewriter(body, &out)
	if err == nil {
		err = b.refer(r, sh).all()
	}
	if err == nil && !bytes.Equal(out.Bytes(), body) {
		b.written[name] = out.Bytes()
	}
	return err
}

func (b *book) rewriteNotes(name string, sh *sheet) error {
	body, err := b.read(name)
	if err != nil {
		return err
	}
	f := b.refer(nil, sh)
	if to := f.notes(body); !bytes.Equal(to, body) {
		b.written[name] = to
	}
	return nil
}

// register writes the types of parts and the relations of the workbook for parts that are new or gone.
func (b *book) register(added []addition) error {
	if err := b.registerTypes(added); err != nil {
		return err
	}
	return b.registerRelations(added)
}

func (b *book) registerTypes(added []addition) error {
	types, err := b.list(typesPart, "Types", func(f *rewriter) bool {
		return f.is("Override") && b.gone[key(f.attr("PartName"))]
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
	b.written[typesPart] = types
	return nil
}

// registerRelations writes the relations of the workbook, and of other parts that get some or lose some.
func (b *book) registerRelations(added []addition) error {
	byPart := map[string][]addition{b.main: nil}
	for from := range b.thinned {
		byPart[from] = nil
	}
	for _, a := range added {
		if a.from == "" {
			a.from = b.main
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

func (b *book) registerRelationsOf(from string, added []addition) error {
	records := func(ns string) string {
		var out strings.Builder
		for _, a := range added {
			fmt.Fprintf(&out, `<%sRelationship Id="%s" Type="%s/%s" Target="/%s"/>`, ns, a.rel, relations, a.kind, a.part)
		}
		return out.String()
	}
	part, dir := relsOf(from), path.Dir(from)
	if b.parts[part] == nil {
		b.fresh[part] = []byte(declaration + `<Relationships xmlns="` + relsSpace + `">` + records("") + `</Relationships>`)
		return nil
	}
	rels, err := b.list(part, "Relationships", func(f *rewriter) bool {
		to := f.attr("Target")
		if !strings.HasPrefix(to, "/") {
			to = path.Join(dir, to)
		}
		return f.is("Relationship") && f.attr("TargetMode") != "External" && b.gone[key(to)]
	}, records)
	b.written[part] = rels
	return err
}

const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

// list rewrites a list of parts: some records are dropped, others added.
func (b *book) list(part, root string, drop func(*rewriter) bool, add func(ns string) string) ([]byte, error) {
	body, err := b.read(part)
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
		case r.depth == 1 && (string(r.name) != root || r.self):
			return nil, fmt.Errorf("%s: %w", part, errXML)
		case r.depth == 1 && r.ends:
			r.insert(r.begin, []byte(add(string(r.prefix))))
		case drop(r):
			err = r.drop()
		}
	}
	if err = expected(err); err != nil {
		return nil, fmt.Errorf("%s: %w", part, err)
	}
	err = r.finish()
	return out.Bytes(), err
}
