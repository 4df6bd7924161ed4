package docx

import (
	"bytes"
	"fmt"
	"slices"
)

const (
	commentsPart = "word/comments.xml"
	threadsPart  = "word/commentsExtended.xml" // which comment answers which one, and which are done
	idsPart      = "word/commentsIds.xml"
	datesPart    = "word/commentsExtensible.xml"
)

// recall puts the comments that the editor forgot into its writing: all but those that the person removed. The editor shows
// neither a comment within another one nor one on a link, and forgets them; its untouched writing has no place for them, so
// nobody removed them.
func (m *merged) recall() error {
	if m.original.parts[commentsPart] == nil || m.from.parts[commentsPart] == nil || m.to.parts[commentsPart] == nil {
		return nil
	}
	was, err := m.from.commented()
	if err != nil {
		return err
	}
	is, err := m.to.commented()
	if err != nil {
		return err
	}
	before, err := commentsOf(m.from.parts[commentsPart])
	if err != nil {
		return err
	}
	m.removed = map[string]bool{}
	for _, c := range before {
		if was[c.id] && !is[c.id] {
			m.removed[c.id] = true
		}
	}
	return m.rewrite(before)
}

// rewrite writes the comments of the edited writing in the order of the untouched one.
func (m *merged) rewrite(before []comment) error {
	src, old := m.to.parts[commentsPart], m.from.parts[commentsPart]
	p, err := parse(src)
	if err != nil {
		return err
	}
	after, err := commentsOf(src)
	if err != nil {
		return err
	}
	now := map[string]comment{}
	for _, c := range after {
		now[c.id] = c
	}
	var out bytes.Buffer
	out.Write(src[:p.root.open])
	known := map[string]bool{}
	for _, c := range before {
		known[c.id] = true
		switch n, ok := now[c.id]; {
		case m.removed[c.id]:
		case ok:
			out.Write(src[n.node.from:n.node.to])
		default:
			out.Write(old[c.node.from:c.node.to])
		}
	}
	for _, c := range after {
		if !known[c.id] {
			out.Write(src[c.node.from:c.node.to])
		}
	}
	out.WriteString("</" + p.root.qualified() + ">")
	m.to.parts[commentsPart] = out.Bytes()
	return nil
}

// besides keeps the lists beside the comments. They name comments by numbers that the editor draws anew with each writing; those
// of the original stay, as far as the comments do.
func (m *merged) besides() error {
	if m.removed == nil {
		return nil
	}
	for _, name := range []string{threadsPart, idsPart, datesPart} {
		delete(m.parts, name)
		delete(m.added, name)
		m.gone[name] = false
	}
	if err := m.threads(); err != nil {
		return fmt.Errorf("%s: %w", threadsPart, err)
	}
	for _, name := range []string{idsPart, datesPart} {
		if err := m.shorten(name, m.original.parts[name]); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return m.unmark()
}

// comment is an entry of the comments, with the number of its last paragraph, by which the lists beside know it.
type comment struct {
	id, para string
	node     *node
}

func commentsOf(src []byte) ([]comment, error) {
	if src == nil {
		return nil, nil
	}
	p, err := parse(src)
	if err != nil {
		return nil, err
	}
	var out []comment
	for _, n := range p.root.kids {
		if n.local == "" || n.attr("id") == "" {
			continue
		}
		c := comment{id: n.attr("id"), node: n}
		for _, k := range n.kids {
			if k.is("p") {
				c.para = k.attr("paraId")
			}
		}
		out = append(out, c)
	}
	return out, nil
}

// commented are the comments that the text of a document refers to.
func (b *book) commented() (map[string]bool, error) {
	out := map[string]bool{}
	for _, name := range b.stories() {
		p, err := parse(b.parts[name])
		if err != nil {
			return nil, err
		}
		p.root.walk(func(n *node) bool {
			if n.is("commentReference") || n.is("commentRangeStart") {
				out[n.attr("id")] = true
			}
			return true
		})
	}
	return out, nil
}

// restore gives a part of numbered entries those of the original back that shall be there, and takes the others out. Entries
// that are new stay.
func (m *merged) restore(name string, keep func(id string) bool) error {
	src := m.original.parts[name]
	mine, err := commentsOf(src)
	if err != nil {
		return err
	}
	now := m.part(name)
	have, err := commentsOf(now)
	if err != nil {
		return err
	}
	has := func(list []comment, id string) bool {
		return slices.ContainsFunc(list, func(c comment) bool { return c.id == id })
	}
	p, err := parse(now)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	done := 0
	for _, c := range have {
		if has(mine, c.id) && !keep(c.id) {
			out.Write(now[done:c.node.from])
			done = c.node.to
		}
	}
	var more []byte
	for _, c := range mine {
		if keep(c.id) && !has(have, c.id) {
			more = append(more, src[c.node.from:c.node.to]...)
		}
	}
	m.gone[name] = false
	if done == 0 && len(more) == 0 {
		return nil
	}
	out.Write(now[done:p.root.shut])
	out.Write(more)
	out.Write(now[p.root.shut:])
	m.parts[name] = out.Bytes()
	return nil
}

// unmark takes out what the text still says of comments that were removed.
func (m *merged) unmark() error {
	if len(m.removed) == 0 {
		return nil
	}
	for _, name := range m.original.stories() {
		src := m.parts[name]
		if src == nil {
			continue
		}
		p, err := parse(src)
		if err != nil {
			return err
		}
		var out bytes.Buffer
		done := 0
		p.root.walk(func(n *node) bool {
			if !m.removed[n.commentOf()] {
				return true
			}
			out.Write(src[done:n.from])
			done = n.to
			return false
		})
		if done > 0 {
			out.Write(src[done:])
			m.parts[name] = out.Bytes()
		}
	}
	return nil
}

// commentOf is the comment that an element marks and does nothing else; empty for other elements.
func (n *node) commentOf() string {
	switch n.local {
	case "commentRangeStart", "commentRangeEnd", "commentReference":
		return n.attr("id")
	case "r":
		id := ""
		for _, k := range n.parts() {
			if k.is("commentReference") {
				id = k.attr("id")
			} else if !k.is("rPr") {
				return ""
			}
		}
		return id
	}
	return ""
}
