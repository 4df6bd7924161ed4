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

// restoreForgottenComments puts the comments that the editor forgot into its writing: all but those that the person
// removed. The editor shows neither a comment within another one nor one on a link, and forgets them; its untouched
// writing has no place for them, so nobody removed them.
func (m *merger) restoreForgottenComments() error {
	if m.original.parts[commentsPart] == nil || m.untouched.parts[commentsPart] == nil || m.edited.parts[commentsPart] == nil {
		return nil
	}
	untouched, err := m.untouched.collectCommentIDs()
	if err != nil {
		return err
	}
	edited, err := m.edited.collectCommentIDs()
	if err != nil {
		return err
	}
	before, err := parseComments(m.untouched.parts[commentsPart])
	if err != nil {
		return err
	}
	m.removedComments = map[string]bool{}
	for _, c := range before {
		if untouched[c.id] && !edited[c.id] {
			m.removedComments[c.id] = true
		}
	}
	return m.writeComments(before)
}

// writeComments writes the comments of the edited writing in the order of the untouched one.
func (m *merger) writeComments(before []comment) error {
	p, err := parsePart(m.edited.parts[commentsPart])
	if err != nil {
		return err
	}
	after := p.listComments()
	now := map[string]comment{}
	for _, c := range after {
		now[c.id] = c
	}
	var out bytes.Buffer
	known := map[string]bool{}
	for _, c := range before {
		known[c.id] = true
		switch n, ok := now[c.id]; {
		case m.removedComments[c.id]:
		case ok:
			out.Write(p.raw(n.node))
		default:
			out.Write(m.untouched.parts[commentsPart][c.node.start:c.node.end])
		}
	}
	for _, c := range after {
		if !known[c.id] {
			out.Write(p.raw(c.node))
		}
	}
	m.edited.parts[commentsPart] = p.withContent(out.Bytes())
	return nil
}

// mergeCommentLists keeps the lists beside the comments. They name comments by numbers that the editor draws anew with each writing; those
// of the original stay, as far as the comments do.
func (m *merger) mergeCommentLists() error {
	if m.removedComments == nil {
		return nil
	}
	for _, name := range []string{threadsPart, idsPart, datesPart} {
		delete(m.rewritten, name)
		delete(m.sources, name)
	}
	if err := m.mergeThreads(); err != nil {
		return fmt.Errorf("%s: %w", threadsPart, err)
	}
	for _, name := range []string{idsPart, datesPart} {
		if err := m.removeListEntries(name, m.original.parts[name]); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return m.removeCommentMarkers()
}

// comment is an entry of the comments, with the number of its last paragraph, by which the lists beside know it.
type comment struct {
	id, paragraphID string
	node            *node
}

func parseComments(src []byte) ([]comment, error) {
	if src == nil {
		return nil, nil
	}
	p, err := parsePart(src)
	if err != nil {
		return nil, err
	}
	return p.listComments(), nil
}

func (p *part) listComments() []comment {
	var out []comment
	for _, n := range p.root.children {
		if n.local == "" || n.attr("id") == "" {
			continue
		}
		c := comment{id: n.attr("id"), node: n}
		for _, k := range n.children {
			if k.is("p") {
				c.paragraphID = k.attr("paraId")
			}
		}
		out = append(out, c)
	}
	return out
}

// collectCommentIDs are the comments that the text of a document refers to.
func (b *document) collectCommentIDs() (map[string]bool, error) {
	out := map[string]bool{}
	for _, name := range b.storyNames() {
		p, err := parsePart(b.parts[name])
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

// restoreEntries gives a part of numbered entries those of the original back that shall be there, and takes the others out. Entries
// that are new stay.
func (m *merger) restoreEntries(name string, keep func(id string) bool) error {
	original, err := parseComments(m.original.parts[name])
	if err != nil {
		return err
	}
	p, err := parsePart(m.finalPart(name))
	if err != nil {
		return err
	}
	merged := p.listComments()
	has := func(list []comment, id string) bool {
		return slices.ContainsFunc(list, func(c comment) bool { return c.id == id })
	}
	s := splicer{src: p.src, done: p.root.contentStart}
	for _, c := range merged {
		if has(original, c.id) && !keep(c.id) {
			s.cut(c.node.start, c.node.end)
		}
	}
	var more []byte
	for _, c := range original {
		if keep(c.id) && !has(merged, c.id) {
			more = append(more, m.original.parts[name][c.node.start:c.node.end]...)
		}
	}
	if s.done == p.root.contentStart && len(more) == 0 {
		return nil
	}
	s.cut(p.root.contentEnd, p.root.contentEnd)
	s.out.Write(more)
	m.rewritten[name] = p.withContent(s.out.Bytes())
	return nil
}

// removeCommentMarkers takes out what the text still says of comments that were removed.
func (m *merger) removeCommentMarkers() error {
	if len(m.removedComments) == 0 {
		return nil
	}
	for _, name := range m.original.storyNames() {
		src := m.rewritten[name]
		if src == nil {
			continue
		}
		p, err := parsePart(src)
		if err != nil {
			return err
		}
		s := splicer{src: src}
		p.root.walk(func(n *node) bool {
			if !m.removedComments[n.commentID()] {
				return true
			}
			s.cut(n.start, n.end)
			return false
		})
		m.rewritten[name] = s.finish()
	}
	return nil
}

// commentID is the comment that an element marks and does nothing else; empty for other elements.
func (n *node) commentID() string {
	switch n.local {
	case "commentRangeStart", "commentRangeEnd", "commentReference":
		return n.attr("id")
	case "r":
		id := ""
		for _, k := range n.contentNodes() {
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
