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

// hasKnownComments is whether the document has comments and the editor knows them.
func (m *merger) hasKnownComments() bool {
	return m.original.parts[commentsPart] != nil && m.untouched.parts[commentsPart] != nil && m.edited.parts[commentsPart] != nil
}

// restoreForgottenComments puts the comments that the editor forgot into its edited output: all but those that the person
// removed, which it notes. The editor shows neither a comment within another one nor one on a link, and forgets them; its
// untouched output has no place for them, so nobody removed them.
func (m *merger) restoreForgottenComments() error {
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

// writeComments writes the comments of the edited output in the order of the untouched one.
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

// mergeCommentLists keeps the lists beside the comments. They name comments by numbers that the editor draws anew with each output; those
// of the original stay, as far as the comments do.
func (m *merger) mergeCommentLists() error {
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

// restoreEntries gives a part of numbered entries those of the original back that are referred to. Others stay.
func (m *merger) restoreEntries(name string, used map[string]bool) error {
	original, err := parseComments(m.original.parts[name])
	if err != nil {
		return err
	}
	p, err := parsePart(m.finalPart(name))
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, c := range p.listComments() {
		there[c.id] = true
	}
	var missing []byte
	for _, c := range original {
		if used[c.id] && !there[c.id] {
			missing = append(missing, m.original.parts[name][c.node.start:c.node.end]...)
		}
	}
	if len(missing) > 0 {
		m.rewritten[name] = p.withContent(slices.Concat(p.src[p.root.contentStart:p.root.contentEnd], missing))
	}
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
