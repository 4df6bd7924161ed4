package docx

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"anbar/decode/refusal"
)

// relation leads from a part to another one or out of the document.
type relation struct{ id, kind, target, mode string }

func parseRelations(src []byte) ([]relation, error) {
	if src == nil {
		return nil, nil
	}
	p, err := parsePart(src)
	if err != nil {
		return nil, err
	}
	var out []relation
	for _, n := range p.root.children {
		if n.is("Relationship") {
			out = append(out, relation{id: n.attr("Id"), kind: n.attr("Type"), target: n.attr("Target"), mode: n.attr("TargetMode")})
		}
	}
	return out, nil
}

func relationsByID(list []relation) map[string]relation {
	out := map[string]relation{}
	for _, r := range list {
		out[r.id] = r
	}
	return out
}

// mergeRelations puts the lists of relations together: those of the original, without those whose part went, and those of
// the editor that are new or that the new text needs.
func (m *merger) mergeRelations() error {
	names := map[string]bool{}
	for _, b := range []*document{m.original, m.edited} {
		for name := range b.parts {
			if strings.HasSuffix(name, ".rels") {
				names[name] = true
			}
		}
	}
	for name := range names {
		if err := m.mergePartRelations(name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func (m *merger) mergePartRelations(name string) error {
	lists, err := mapThreeWay(m.threeWay, func(b *document) ([]relation, error) { return parseRelations(b.parts[name]) })
	if err != nil {
		return err
	}
	owner := ownerOf(name)
	text := m.rewritten[owner]
	if text == nil && m.original.parts[owner] == nil {
		text = m.edited.parts[owner]
	}
	original, untouched, edited := relationsByID(lists.original), relationsByID(lists.untouched), relationsByID(lists.edited)
	var add []relation
	for _, r := range lists.edited {
		if o, ok := original[r.id]; ok {
			if o.target != r.target && path.Join("/word", o.target) != r.target && untouched[r.id] != edited[r.id] {
				return refusal.New(refusal.Invalid, "relations of %s have other numbers", name)
			}
			continue
		}
		if _, old := untouched[r.id]; !old && !isImage(r) || containsRelationID(text, r.id) {
			add = append(add, m.importRelation(name, r))
		}
	}
	gone := map[string]bool{}
	for id, r := range original {
		_, known := untouched[id]
		_, kept := edited[id]
		gone[id] = r.mode == "" && m.sources[resolveTarget(name, r.target)] == fromNowhere ||
			known && !kept && text != nil && !containsRelationID(text, id)
	}
	return m.writeRelations(name, add, gone)
}

// importRelation is a relation of the editor in this document; the part that it leads to comes along.
func (m *merger) importRelation(name string, r relation) relation {
	if r.mode != "" {
		return r
	}
	part := resolveTarget(name, r.target)
	if twin, ok := m.renamedParts[part]; ok {
		r.target = "/" + twin
	} else if m.original.files[part] == nil && m.edited.files[part] != nil {
		m.sources[part] = fromEdited
	}
	return r
}

// writeRelations writes a list of relations when it is another one than that of the original.
func (m *merger) writeRelations(name string, add []relation, gone map[string]bool) error {
	src := m.original.parts[name]
	if src == nil {
		if len(add) > 0 {
			m.rewritten[name] = append([]byte(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`+
				`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`),
				append(encodeRelations(add), "</Relationships>"...)...)
		}
		return nil
	}
	p, err := parsePart(src)
	if err != nil {
		return err
	}
	s := splicer{src: src, done: p.root.contentStart}
	for _, n := range p.root.children {
		if n.is("Relationship") && gone[n.attr("Id")] {
			s.cut(n.start, n.end)
		}
	}
	if s.done == p.root.contentStart && len(add) == 0 {
		return nil
	}
	s.cut(p.root.contentEnd, p.root.contentEnd)
	s.out.Write(encodeRelations(add))
	m.rewritten[name] = p.withContent(s.out.Bytes())
	return nil
}

func encodeRelations(list []relation) []byte {
	var out bytes.Buffer
	for _, r := range list {
		fmt.Fprintf(&out, `<Relationship xmlns="http://schemas.openxmlformats.org/package/2006/relationships" Id="%s" `+
			`Type="%s" Target="%s"`,
			escape(r.id), escape(r.kind), escape(r.target))
		if r.mode != "" {
			fmt.Fprintf(&out, ` TargetMode="%s"`, escape(r.mode))
		}
		out.WriteString("/>")
	}
	return out.Bytes()
}

// containsRelationID is whether a text names a relation.
func containsRelationID(text []byte, id string) bool {
	return bytes.Contains(text, []byte(`"`+escape(id)+`"`)) || bytes.Contains(text, []byte(`'`+escape(id)+`'`))
}

// ownerOf is the part whose relations a list has.
func ownerOf(list string) string {
	dir, file := path.Split(list)
	return path.Join(path.Dir(path.Clean(dir)), strings.TrimSuffix(file, ".rels"))
}

// resolveTarget is the name of the part that a relation leads to.
func resolveTarget(list, target string) string {
	target, _, _ = strings.Cut(target, "#")
	if strings.HasPrefix(target, "/") {
		return path.Clean(target)[1:]
	}
	return path.Join(path.Dir(ownerOf(list)), target)
}
