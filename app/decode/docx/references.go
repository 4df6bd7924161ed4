package docx

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"anbar/app/decode/refusal"
)

// mend makes whole what an edit left in halves: comments, notes, and marks that come in pairs.
func (m *merged) mend() error {
	if err := m.besides(); err != nil {
		return err
	}
	for part, reference := range map[string]string{"word/footnotes.xml": "footnoteReference", "word/endnotes.xml": "endnoteReference"} {
		if m.original.parts[part] == nil {
			continue
		}
		used, err := m.used(reference)
		if err != nil {
			return err
		}
		was, err := commentsOf(m.part(part))
		if err != nil {
			return err
		}
		for _, note := range was {
			used[note.id] = true // one that nothing refers to harms nobody
		}
		if err := m.restore(part, func(id string) bool { return used[id] }); err != nil {
			return err
		}
	}
	for _, name := range m.original.stories() {
		if src := m.parts[name]; src != nil {
			paired, err := complete(m.original.parts[name], src)
			if err != nil {
				return err
			}
			m.parts[name] = paired
		}
	}
	return nil
}

// used are the numbers that references of a kind name.
func (m *merged) used(reference string) (map[string]bool, error) {
	out := map[string]bool{}
	for _, name := range m.original.stories() {
		p, err := parse(m.part(name))
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

// half tells of which pair an element is, and whether it begins it.
func (n *node) half() (kind string, begins, is bool) {
	if n.local == "" || n.attr("id") == "" {
		return "", false, false
	}
	if kind, is = strings.CutSuffix(n.local, "Start"); is {
		return kind, true, true
	}
	kind, is = strings.CutSuffix(n.local, "End")
	return kind, false, is
}

// halves are the elements of pairs of which a text has only one.
func halves(p *part) map[string]*node {
	type ends struct{ start, end *node }
	all := map[string]*ends{}
	p.root.walk(func(n *node) bool {
		kind, begins, is := n.half()
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

// complete gives a mark whose other half went with deleted text that half back, beside it: as a place in the text.
func complete(original, woven []byte) ([]byte, error) {
	p, err := parse(woven)
	if err != nil {
		return nil, err
	}
	alone := halves(p)
	if len(alone) == 0 {
		return woven, nil
	}
	o, err := parse(original)
	if err != nil {
		return nil, err
	}
	was := halves(o)
	var fix []*node
	for key, n := range alone {
		if was[key] == nil {
			fix = append(fix, n)
		}
	}
	slices.SortFunc(fix, func(a, b *node) int { return a.from - b.from })
	var out bytes.Buffer
	done := 0
	for _, n := range fix {
		kind, begins, _ := n.half()
		at := n.from
		if begins {
			at = n.to
		}
		out.Write(woven[done:at])
		out.Write(otherHalf(o, n, kind, begins))
		done = at
	}
	out.Write(woven[done:])
	return out.Bytes(), nil
}

// otherHalf is the other end of a mark as the original has it, or a plain one.
func otherHalf(o *part, n *node, kind string, begins bool) []byte {
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
		raw = fmt.Appendf(nil, `<%s %s="%s"/>`, n.prefixed(local), n.prefixed("id"), escape(n.attr("id")))
	}
	return raw
}

// broken is what a document refers to and does not have, each with its kind.
type broken map[string]bool

// text is a part of a document, by name; nil when it has none.
type text func(name string) []byte

// dangling finds references of every kind that lead nowhere.
func dangling(names []string, of text, files func(name string) bool) (broken, error) {
	out := broken{}
	have, err := definedIn(of)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		src := of(name)
		if src == nil {
			continue
		}
		p, err := parse(src)
		if err != nil {
			return nil, err
		}
		list := listOf(name)
		relations, err := relationsOf(of(list))
		if err != nil {
			return nil, err
		}
		known := byID(relations)
		p.root.walk(func(n *node) bool {
			out.look(name, n, have, known)
			return true
		})
		for key := range halves(p) {
			out[name+" "+key+" alone"] = true
		}
		for _, r := range relations {
			if target := resolve(list, r.target); r.mode == "" && !files(target) {
				out[list+" "+target] = true
			}
		}
	}
	return out, nil
}

// definitions are what other parts refer to by number, by the name of the element that refers.
type definitions map[string]map[string]bool

var defined = []struct{ part, element, reference string }{
	{commentsPart, "comment", "commentReference"}, {commentsPart, "comment", "commentRangeStart"},
	{commentsPart, "comment", "commentRangeEnd"}, {"word/footnotes.xml", "footnote", "footnoteReference"},
	{"word/endnotes.xml", "endnote", "endnoteReference"},
}

func definedIn(of text) (definitions, error) {
	have := definitions{}
	for _, d := range defined {
		list, err := commentsOf(of(d.part))
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
	p, err := parse(src)
	if err != nil {
		return nil, err
	}
	for _, n := range p.root.kids {
		switch n.local {
		case "num":
			have["numId"][n.attr("numId")] = true
		case "abstractNum":
			have["abstractNumId"][n.attr("abstractNumId")] = true
		}
	}
	return have, nil
}

const relationSpace = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

// look notes what an element refers to and what is not there.
func (r broken) look(name string, n *node, have definitions, known map[string]relation) {
	if ids := have[n.local]; ids != nil && n.space == wordSpace {
		id := n.attr("id")
		if n.local == "numId" || n.local == "abstractNumId" {
			id = n.attr("val")
		}
		if !ids[id] {
			r[name+" "+n.local+" "+id] = true
		}
	}
	for _, a := range n.attrs {
		if a.space == relationSpace && a.value != "" {
			if _, ok := known[a.value]; !ok {
				r[name+" relation "+a.value] = true
			}
		}
	}
}

// listOf is the list of relations of a part.
func listOf(owner string) string {
	at := strings.LastIndexByte(owner, '/') + 1
	return owner[:at] + "_rels/" + owner[at:] + ".rels"
}

// whole refuses a document with references that lead nowhere, as far as those of the original led somewhere.
func (m *merged) whole() error {
	names := m.original.stories()
	for _, name := range m.to.stories() {
		if m.added[name] {
			names = append(names, name)
		}
	}
	names = append(names, commentsPart, "word/numbering.xml")
	is, err := dangling(names, m.final, func(name string) bool {
		_, woven := m.parts[name]
		return woven || m.added[name] || m.original.files[name] != nil && !m.gone[name]
	})
	if err != nil {
		return err
	}
	was, err := dangling(names, func(name string) []byte { return m.original.parts[name] }, func(name string) bool {
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

// final is an XML part as it is stored.
func (m *merged) final(name string) []byte {
	src, woven := m.parts[name]
	switch {
	case woven:
		return src
	case m.added[name]:
		return m.to.parts[name]
	case m.gone[name]:
		return nil
	}
	return m.original.parts[name]
}
