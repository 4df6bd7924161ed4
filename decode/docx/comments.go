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
	was, err := m.untouched.collectCommentIDs()
	if err != nil {
		return err
	}
	is, err := m.edited.collectCommentIDs()
	if err != nil {
		return err
	}
	before, err := parseComments(m.untouched.parts[commentsPart])
	if err != nil {
		return err
	}
	m.removedComments = map[string]bool{}
	for _, c := range before {
		if was[c.id] && !is[c.id] {
			m.removedComments[c.id] = true
		}
	}
	return m.writeComments(before)
}

// writeComments writes the comments of the edited writing in the order of the untouched one.
func (m *merger) writeComments(before []comment) error {
	src, old := m.edited.parts[commentsPart], m.untouched.parts[commentsPart]
	p, err := parsePart(src)
	if err != nil {
		return err
	}
	after, err := parseComments(src)
	if err != nil {
		return err
	}
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
			out.Write(src[n.node.start:n.node.end])
		default:
			out.Write(old[c.node.start:c.node.end])
		}
	}
	for _, c := range after {
		if !known[c.id] {
			out.Write(src[c.node.start:c.node.end])
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
		delete(m.parts, name)
		delete(m.addedParts, name)
		m.removedParts[name] = false
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
	return out, nil
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
	src := m.original.parts[name]
	mine, err := parseComments(src)
	if err != nil {
		return err
	}
	now := m.currentPart(name)
	have, err := parseComments(now)
	if err != nil {
		return err
	}
	has := func(list []comment, id string) bool {
		return slices.ContainsFunc(list, func(c comment) bool { return c.id == id })
	}
	p, err := parsePart(now)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	done, changed := p.root.contentStart, false
	for _, c := range have {
		if has(mine, c.id) && !keep(c.id) {
			out.Write(now[done:c.node.start])
			done, changed = c.node.end, true
		}
	}
	var more []byte
	for _, c := range mine {
		if keep(c.id) && !has(have, c.id) {
			more = append(more, src[c.node.start:c.node.end]...)
		}
	}
	m.removedParts[name] = false
	if !changed && len(more) == 0 {
		return nil
	}
	out.Write(now[done:p.root.contentEnd])
	out.Write(more)
	m.parts[name] = p.withContent(out.Bytes())
	return nil
}

// removeCommentMarkers takes out what the text still says of comments that were removed.
func (m *merger) removeCommentMarkers() error {
	if len(m.removedComments) == 0 {
		return nil
	}
	for _, name := range m.original.storyNames() {
		src := m.parts[name]
		if src == nil {
			continue
		}
		p, err := parsePart(src)
		if err != nil {
			return err
		}
		var out bytes.Buffer
		done := 0
		p.root.walk(func(n *node) bool {
			if !m.removedComments[n.commentID()] {
				return true
			}
			out.Write(src[done:n.start])
			done = n.end
			return false
		})
		if done > 0 {
			out.Write(src[done:])
			m.parts[name] = out.Bytes()
		}
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
