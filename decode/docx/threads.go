package docx

import (
	"bytes"
	"slices"
)

// listEntry is what the lists beside the comments say of one: an entry of a list, by the number of the comment's paragraph.
type listEntry struct {
	node *node
	src  []byte
}

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
func listEntriesOf(src []byte, of func(n *node) string) (map[string]listEntry, error) {
	out := map[string]listEntry{}
	if src == nil {
		return out, nil
	}
	p, err := parsePart(src)
	if err != nil {
		return nil, err
	}
	for _, n := range p.root.children {
		if id := of(n); n.local != "" && id != "" {
			out[id] = listEntry{n, src}
		}
	}
	return out, nil
}

// mergeThreads writes the list of threads: the entries of the original for comments that stay, those of new comments, and what
// became done. The other lists give numbers for servers of Microsoft, which new comments get when such a program opens the
// document.
func (m *merger) mergeThreads() error {
	var n [3]paragraphIDs
	for i, text := range [][]byte{m.untouched.parts[commentsPart], m.edited.parts[commentsPart], m.currentPart(commentsPart)} {
		var err error
		if n[i], err = paragraphIDsOf(text); err != nil {
			return err
		}
	}
	was, err := listEntriesOf(m.untouched.parts[threadsPart], func(e *node) string { return n[0].comments[e.attr("paraId")] })
	if err != nil {
		return err
	}
	is, err := listEntriesOf(m.edited.parts[threadsPart], func(e *node) string { return n[1].comments[e.attr("paraId")] })
	if err != nil {
		return err
	}
	return m.writeThreads(m.original.parts[threadsPart], was, is, n[1], n[2])
}

// writeThreads writes the list of threads: `written` are the numbers that the editor gave, and `now` those of the document.
func (m *merger) writeThreads(src []byte, was, is map[string]listEntry, written, now paragraphIDs) error {
	if src == nil {
		return nil
	}
	p, err := parsePart(src)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	done, changed := p.root.contentStart, false
	known := map[string]bool{}
	for _, e := range p.root.children {
		id := now.comments[e.attr("paraId")]
		known[id] = true
		switch {
		case e.local == "":
		case id == "":
			// That of a comment that went.
			out.Write(src[done:e.start])
			done, changed = e.end, true
		case is[id].node != nil && was[id].node != nil && is[id].node.attr("done") != was[id].node.attr("done"):
			out.Write(src[done:e.start])
			out.WriteString(formatThread(e.qualifiedName(), e.prefix, e.attr("paraId"), e.attr("paraIdParent"), is[id].node.attr("done")))
			done, changed = e.end, true
		}
	}
	out.Write(src[done:p.root.contentEnd])
	for _, id := range sortedKeys(is) {
		para := now.paragraphs[id]
		if known[id] || para == "" {
			continue
		}
		e := is[id].node
		parent := now.paragraphs[written.comments[e.attr("paraIdParent")]]
		out.WriteString(formatThread(p.root.qualify("commentEx"), p.root.prefix, para, parent, e.attr("done")))
		changed = true
	}
	if changed {
		m.parts[threadsPart] = p.withContent(out.Bytes())
	}
	return nil
}

func (n *node) qualify(local string) string {
	return (&node{prefix: n.prefix, local: local}).qualifiedName()
}

func sortedKeys(m map[string]listEntry) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
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
	var out bytes.Buffer
	done := 0
	for _, e := range p.root.children {
		if e.local != "" && (gone[e.attr("paraId")] || gone[e.attr("durableId")]) {
			out.Write(src[done:e.start])
			done = e.end
		}
	}
	if done > 0 {
		out.Write(src[done:])
		m.parts[name] = out.Bytes()
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
		if e := ids[id].node; e != nil {
			gone[e.attr("durableId")] = true
		}
	}
	return gone, nil
}
