package docx

import (
	"bytes"
	"slices"
)

// thread is what the lists beside the comments say of one: an entry of a list, by the number of the comment's paragraph.
type thread struct {
	node *node
	src  []byte
}

// numbers are those of the last paragraphs of comments: by comment, and the other way round.
type numbers struct{ para, comment map[string]string }

func numbersOf(src []byte) (numbers, error) {
	n := numbers{map[string]string{}, map[string]string{}}
	list, err := commentsOf(src)
	for _, c := range list {
		if c.para != "" {
			n.para[c.id], n.comment[c.para] = c.para, c.id
		}
	}
	return n, err
}

// threadsOf are the entries of a list, by comment. Entries that belong to no comment have none.
func threadsOf(src []byte, of func(n *node) string) (map[string]thread, error) {
	out := map[string]thread{}
	if src == nil {
		return out, nil
	}
	p, err := parse(src)
	if err != nil {
		return nil, err
	}
	for _, n := range p.root.kids {
		if id := of(n); n.local != "" && id != "" {
			out[id] = thread{n, src}
		}
	}
	return out, nil
}

// threads writes the list of threads: the entries of the original for comments that stay, those of new comments, and what
// became done. The other lists give numbers for servers of Microsoft, which new comments get when such a program opens the
// document.
func (m *merged) threads() error {
	var n [3]numbers
	for i, text := range [][]byte{m.from.parts[commentsPart], m.to.parts[commentsPart], m.part(commentsPart)} {
		var err error
		if n[i], err = numbersOf(text); err != nil {
			return err
		}
	}
	was, err := threadsOf(m.from.parts[threadsPart], func(e *node) string { return n[0].comment[e.attr("paraId")] })
	if err != nil {
		return err
	}
	is, err := threadsOf(m.to.parts[threadsPart], func(e *node) string { return n[1].comment[e.attr("paraId")] })
	if err != nil {
		return err
	}
	return m.thread(m.original.parts[threadsPart], was, is, n[1], n[2])
}

// thread writes the list of threads: `written` are the numbers that the editor gave, and `now` those of the document.
func (m *merged) thread(src []byte, was, is map[string]thread, written, now numbers) error {
	if src == nil {
		return nil
	}
	p, err := parse(src)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	done, changed := 0, false
	known := map[string]bool{}
	for _, e := range p.root.kids {
		id := now.comment[e.attr("paraId")]
		known[id] = true
		switch {
		case e.local == "":
		case id == "":
			// That of a comment that went.
			out.Write(src[done:e.from])
			done, changed = e.to, true
		case is[id].node != nil && was[id].node != nil && is[id].node.attr("done") != was[id].node.attr("done"):
			out.Write(src[done:e.from])
			out.WriteString(threadEntry(e.qualified(), e.prefix, e.attr("paraId"), e.attr("paraIdParent"), is[id].node.attr("done")))
			done, changed = e.to, true
		}
	}
	out.Write(src[done:p.root.shut])
	for _, id := range sortedKeys(is) {
		para := now.para[id]
		if known[id] || para == "" {
			continue
		}
		e := is[id].node
		parent := now.para[written.comment[e.attr("paraIdParent")]]
		out.WriteString(threadEntry(p.root.prefixed("commentEx"), p.root.prefix, para, parent, e.attr("done")))
		changed = true
	}
	out.Write(src[p.root.shut:])
	if changed {
		m.parts[threadsPart] = out.Bytes()
	}
	return nil
}

func (n *node) prefixed(local string) string {
	return (&node{prefix: n.prefix, local: local}).qualified()
}

func sortedKeys(m map[string]thread) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func threadEntry(element, prefix, para, parent, done string) string {
	attr := func(name, value string) string {
		if value == "" {
			return ""
		}
		return ` ` + (&node{prefix: prefix, local: name}).qualified() + `="` + escape(value) + `"`
	}
	return "<" + element + attr("paraId", para) + attr("paraIdParent", parent) + attr("done", done) + "/>"
}

// shorten takes the entries of comments that went out of a list that knows them by their paragraph, or by the number that the
// list of ids gives for it.
func (m *merged) shorten(name string, src []byte) error {
	if src == nil || len(m.removed) == 0 {
		return nil
	}
	gone, err := m.goneNumbers()
	if err != nil {
		return err
	}
	p, err := parse(src)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	done := 0
	for _, e := range p.root.kids {
		if e.local != "" && (gone[e.attr("paraId")] || gone[e.attr("durableId")]) {
			out.Write(src[done:e.from])
			done = e.to
		}
	}
	if done > 0 {
		out.Write(src[done:])
		m.parts[name] = out.Bytes()
	}
	return nil
}

// goneNumbers are the numbers of removed comments in the lists beside them.
func (m *merged) goneNumbers() (map[string]bool, error) {
	n, err := numbersOf(m.original.parts[commentsPart])
	if err != nil {
		return nil, err
	}
	ids, err := threadsOf(m.original.parts[idsPart], func(e *node) string { return n.comment[e.attr("paraId")] })
	if err != nil {
		return nil, err
	}
	gone := map[string]bool{}
	for id := range m.removed {
		if n.para[id] != "" {
			gone[n.para[id]] = true
		}
		if e := ids[id].node; e != nil {
			gone[e.attr("durableId")] = true
		}
	}
	return gone, nil
}
