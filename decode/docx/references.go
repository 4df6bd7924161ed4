package docx

import (
	"fmt"
	"slices"
	"strings"

	"anbar/decode/refusal"
)

// repairReferences makes whole what an edit left in halves: notes, and markers that come in pairs.
func (m *merger) repairReferences() error {
	for part, reference := range noteReferences {
		if m.original.parts[part] == nil {
			continue
		}
		used, err := m.collectReferences(reference)
		if err != nil {
			return err
		}
		if err := m.restoreEntries(part, used); err != nil {
			return err
		}
	}
	for _, name := range m.original.storyNames() {
		if src := m.rewritten[name]; src != nil {
			paired, err := closeUnpairedMarkers(m.original.parts[name], src)
			if err != nil {
				return err
			}
			m.rewritten[name] = paired
		}
	}
	return nil
}

// noteReferences are the names of the elements that refer to notes, by the part with these.
var noteReferences = map[string]string{"word/footnotes.xml": "footnoteReference", "word/endnotes.xml": "endnoteReference"}

// collectReferences are the numbers that references of a kind name.
func (m *merger) collectReferences(reference string) (map[string]bool, error) {
	out := map[string]bool{}
	for _, name := range m.original.storyNames() {
		src := m.finalPart(name)
		if src == nil {
			continue
		}
		p, err := parsePart(src)
		if err != nil {
			return nil, err
		}
		p.root.walk(func(n *node) bool {
			if n.is(reference) {
				out[n.attr("id")] = true
			}
			return true
		})
	}
	return out, nil
}

// rangeMarker tells of which pair an element is, and whether it begins it.
func (n *node) rangeMarker() (kind string, begins, is bool) {
	if n.local == "" || n.attr("id") == "" {
		return "", false, false
	}
	if kind, is = strings.CutSuffix(n.local, "Start"); is {
		return kind, true, true
	}
	kind, is = strings.CutSuffix(n.local, "End")
	return kind, false, is
}

// findUnpairedMarkers are the elements of pairs of which a text has only one.
func findUnpairedMarkers(p *part) map[string]*node {
	type ends struct{ start, end *node }
	all := map[string]*ends{}
	p.root.walk(func(n *node) bool {
		kind, begins, is := n.rangeMarker()
		if !is {
			return true
		}
		key := kind + " " + n.attr("id")
		if all[key] == nil {
			all[key] = &ends{}
		}
		if begins {
			all[key].start = n
		} else {
			all[key].end = n
		}
		return true
	})
	out := map[string]*node{}
	for key, e := range all {
		if e.start == nil {
			out[key] = e.end
		} else if e.end == nil {
			out[key] = e.start
		}
	}
	return out
}

// closeUnpairedMarkers gives a marker whose other half went with deleted text that half back, beside it: as a place in the text.
func closeUnpairedMarkers(original, merged []byte) ([]byte, error) {
	p, err := parsePart(merged)
	if err != nil {
		return nil, err
	}
	alone := findUnpairedMarkers(p)
	if len(alone) == 0 {
		return merged, nil
	}
	o, err := parsePart(original)
	if err != nil {
		return nil, err
	}
	was := findUnpairedMarkers(o)
	var fix []*node
	for key, n := range alone {
		if was[key] == nil {
			fix = append(fix, n)
		}
	}
	slices.SortFunc(fix, func(a, b *node) int { return a.start - b.start })
	s := splicer{src: merged}
	for _, n := range fix {
		kind, begins, _ := n.rangeMarker()
		at := n.start
		if begins {
			at = n.end
		}
		s.cut(at, at)
		s.out.Write(oppositeMarker(o, n, kind, begins))
	}
	return s.finish(), nil
}

// oppositeMarker is the other end of a marker as the original has it, or a plain one.
func oppositeMarker(o *part, n *node, kind string, begins bool) []byte {
	local := kind + "Start"
	if begins {
		local = kind + "End"
	}
	var raw []byte
	o.root.walk(func(k *node) bool {
		if k.local == local && k.attr("id") == n.attr("id") {
			raw = o.raw(k)
		}
		return true
	})
	if raw == nil {
		raw = fmt.Appendf(nil, `<%s %s="%s"/>`, n.qualify(local), n.qualify("id"), escape(n.attr("id")))
	}
	return raw
}

// danglingRefs is what a document refers to and does not have, each with its kind.
type danglingRefs map[string]bool

// partLoader is a part of a document, by name; nil when it has none.
type partLoader func(name string) []byte

// findDanglingRefs finds references of every kind that lead nowhere.
func findDanglingRefs(names []string, of partLoader, files func(name string) bool) (danglingRefs, error) {
	out := danglingRefs{}
	have, err := collectDefinitions(of)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		src := of(name)
		if src == nil {
			continue
		}
		p, err := parsePart(src)
		if err != nil {
			return nil, err
		}
		list := relationsPartOf(name)
		relations, err := parseRelations(of(list))
		if err != nil {
			return nil, err
		}
		known := relationsByID(relations)
		p.root.walk(func(n *node) bool {
			out.collect(name, n, have, known)
			return true
		})
		for key := range findUnpairedMarkers(p) {
			out[name+" "+key+" alone"] = true
		}
		for _, r := range relations {
			if target := resolveTarget(list, r.target); r.mode == "" && !files(target) {
				out[list+" "+target] = true
			}
		}
	}
	return out, nil
}

// definitions are what other parts refer to by number, by the name of the element that refers.
type definitions map[string]map[string]bool

var referenceKinds = []struct{ part, element, reference string }{
	{commentsPart, "comment", "commentReference"}, {commentsPart, "comment", "commentRangeStart"},
	{commentsPart, "comment", "commentRangeEnd"}, {"word/footnotes.xml", "footnote", "footnoteReference"},
	{"word/endnotes.xml", "endnote", "endnoteReference"},
}

func collectDefinitions(of partLoader) (definitions, error) {
	have := definitions{}
	for _, d := range referenceKinds {
		list, err := parseComments(of(d.part))
		if err != nil {
			return nil, err
		}
		have[d.reference] = map[string]bool{}
		for _, e := range list {
			if e.node.is(d.element) {
				have[d.reference][e.id] = true
			}
		}
	}
	have["numId"], have["abstractNumId"] = map[string]bool{"0": true, "": true}, map[string]bool{}
	src := of("word/numbering.xml")
	if src == nil {
		return have, nil
	}
	p, err := parsePart(src)
	if err != nil {
		return nil, err
	}
	for _, n := range p.root.children {
		switch n.local {
		case "num":
			have["numId"][n.attr("numId")] = true
		case "abstractNum":
			have["abstractNumId"][n.attr("abstractNumId")] = true
		}
	}
	return have, nil
}

const relationNamespace = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

// collect notes what an element refers to and what is not there.
func (r danglingRefs) collect(name string, n *node, have definitions, known map[string]relation) {
	if ids := have[n.local]; ids != nil && n.space == wordNamespace {
		id := n.attr("id")
		if n.local == "numId" || n.local == "abstractNumId" {
			id = n.attr("val")
		}
		if !ids[id] {
			r[name+" "+n.local+" "+id] = true
		}
	}
	for _, a := range n.attrs {
		if a.space == relationNamespace && a.value != "" {
			if _, ok := known[a.value]; !ok {
				r[name+" relation "+a.value] = true
			}
		}
	}
}

// relationsPartOf is the list of relations of a part.
func relationsPartOf(owner string) string {
	at := strings.LastIndexByte(owner, '/') + 1
	return owner[:at] + "_rels/" + owner[at:] + ".rels"
}

// checkReferences refuses a document with references that lead nowhere, as far as those of the original led somewhere.
func (m *merger) checkReferences() error {
	names := m.original.storyNames()
	for _, name := range m.edited.storyNames() {
		if m.sources[name] == fromEdited {
			names = append(names, name)
		}
	}
	names = append(names, commentsPart, "word/numbering.xml")
	is, err := findDanglingRefs(names, m.finalPart, m.hasPart)
	if err != nil {
		return err
	}
	was, err := findDanglingRefs(names, func(name string) []byte { return m.original.parts[name] }, func(name string) bool {
		return m.original.files[name] != nil
	})
	if err != nil {
		return err
	}
	for reference := range is {
		if !was[reference] {
			return refusal.New(refusal.Invalid, "%s leads nowhere", reference)
		}
	}
	return nil
}
