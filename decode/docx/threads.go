package docx

import (
	"maps"
	"slices"
)

// paragraphIDs are those of the last paragraphs of comments: by comment, and the other way round.
type paragraphIDs struct{ paragraphs, comments map[string]string }

func paragraphIDsOf(src []byte) (paragraphIDs, error) {
	n := paragraphIDs{map[string]string{}, map[string]string{}}
	list, err := parseComments(src)
	for _, c := range list {
		if c.paragraphID != "" {
			n.paragraphs[c.id], n.comments[c.paragraphID] = c.paragraphID, c.id
		}
	}
	return n, err
}

// listEntriesOf are the entries of a list, by comment. Entries that belong to no comment have none.
func listEntriesOf(src []byte, of func(n *node) string) (map[string]*node, error) {
	out := map[string]*node{}
	if src == nil {
		return out, nil
	}
	p, err := parsePart(src)
	if err != nil {
		return nil, err
	}
	for _, n := range p.root.children {
		if id := of(n); n.local != "" && id != "" {
			out[id] = n
		}
	}
	return out, nil
}

// mergeThreads writes the list of threads: the entries of the original for comments that stay, those of new comments, and what
// became done. The other lists give numbers for servers of Microsoft, which new comments get when such a program opens the
// document.
func (m *merger) mergeThreads() error {
	untouched, _, err := m.untouched.loadThreads()
	if err != nil {
		return err
	}
	edited, written, err := m.edited.loadThreads()
	if err != nil {
		return err
	}
	now, err := paragraphIDsOf(m.finalPart(commentsPart))
	if err != nil {
		return err
	}
	return m.writeThreads(untouched, edited, written, now)
}

// loadThreads reads the entries of the list of threads, by comment, and the paragraphs that it knows comments by.
func (b *document) loadThreads() (map[string]*node, paragraphIDs, error) {
	ids, err := paragraphIDsOf(b.parts[commentsPart])
	if err != nil {
		return nil, ids, err
	}
	list, err := listEntriesOf(b.parts[threadsPart], func(e *node) string { return ids.comments[e.attr("paraId")] })
	return list, ids, err
}

// writeThreads writes the list of threads: `written` are the numbers that the editor gave, and `now` those of the document.
func (m *merger) writeThreads(untouched, edited map[string]*node, written, now paragraphIDs) error {
	src := m.original.parts[threadsPart]
	if src == nil {
		return nil
	}
	p, err := parsePart(src)
	if err != nil {
		return err
	}
	s := splicer{src: src, done: p.root.contentStart}
	known := map[string]bool{}
	for _, e := range p.root.children {
		id := now.comments[e.attr("paraId")]
		known[id] = true
		before, after := untouched[id], edited[id]
		switch {
		case e.local == "":
		case id == "": // of a comment that went
			s.cut(e.start, e.end)
		case before != nil && after != nil && before.attr("done") != after.attr("done"):
			s.cut(e.start, e.end)
			s.out.WriteString(formatThread(e.qualifiedName(), e.prefix, e.attr("paraId"), e.attr("paraIdParent"), after.attr("done")))
		}
	}
	changed := s.done > p.root.contentStart
	s.cut(p.root.contentEnd, p.root.contentEnd)
	for _, id := range slices.Sorted(maps.Keys(edited)) {
		para := now.paragraphs[id]
		if known[id] || para == "" {
			continue
		}
		e := edited[id]
		parent := now.paragraphs[written.comments[e.attr("paraIdParent")]]
		s.out.WriteString(formatThread(p.root.qualify("commentEx"), p.root.prefix, para, parent, e.attr("done")))
		changed = true
	}
	if changed {
		m.rewritten[threadsPart] = p.withContent(s.out.Bytes())
	}
	return nil
}

func (n *node) qualify(local string) string {
	return (&node{prefix: n.prefix, local: local}).qualifiedName()
}

func formatThread(element, prefix, para, parent, done string) string {
	attr := func(name, value string) string {
		if value == "" {
			return ""
		}
		return ` ` + (&node{prefix: prefix, local: name}).qualifiedName() + `="` + escape(value) + `"`
	}
	return "<" + element + attr("paraId", para) + attr("paraIdParent", parent) + attr("done", done) + "/>"
}

// removeListEntries takes the entries of comments that went out of a list that knows them by their paragraph, or by the number that the
// list of ids gives for it.
func (m *merger) removeListEntries(name string, src []byte) error {
	if src == nil || len(m.removedComments) == 0 {
		return nil
	}
	gone, err := m.collectRemovedIDs()
	if err != nil {
		return err
	}
	p, err := parsePart(src)
	if err != nil {
		return err
	}
	s := splicer{src: src}
	for _, e := range p.root.children {
		if e.local != "" && (gone[e.attr("paraId")] || gone[e.attr("durableId")]) {
			s.cut(e.start, e.end)
		}
	}
	if s.done > 0 {
		m.rewritten[name] = s.finish()
	}
	return nil
}

// collectRemovedIDs are the numbers of removed comments in the lists beside them.
func (m *merger) collectRemovedIDs() (map[string]bool, error) {
	n, err := paragraphIDsOf(m.original.parts[commentsPart])
	if err != nil {
		return nil, err
	}
	ids, err := listEntriesOf(m.original.parts[idsPart], func(e *node) string { return n.comments[e.attr("paraId")] })
	if err != nil {
		return nil, err
	}
	gone := map[string]bool{}
	for id := range m.removedComments {
		if n.paragraphs[id] != "" {
			gone[n.paragraphs[id]] = true
		}
		if e := ids[id]; e != nil {
			gone[e.attr("durableId")] = true
		}
	}
	return gone, nil
}
