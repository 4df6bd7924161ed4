package sheet

import "slices"

// node is an element of a small part that is read as a whole.
type node struct {
	name     string
	tag      []byte
	text     string // before the first element in it
	children []*node
}

const (
	maxNodes = 100_000 // of a part
	maxDepth = 60
)

// readTree reads a part; what is beyond its bounds is left out. It has no root when the part is not there.
func (w *workbook) readTree(part string) (*node, error) {
	open := []*node{{}}
	count := 0
	err := w.walkTags(part, func(s *scanner) (bool, error) {
		if s.isEnd {
			if len(open) > 1 && open[len(open)-1].name == string(s.name) {
				open = open[:len(open)-1]
			}
			return true, nil
		}
		if count++; count > maxNodes {
			return false, nil
		}
		n := &node{name: string(s.name), tag: slices.Clone(s.tag)}
		self := s.selfClosing
		last := open[len(open)-1]
		if len(open) > maxDepth {
			return true, s.skipElement(n.name)
		}
		last.children = append(last.children, n)
		if self {
			return true, nil
		}
		open = append(open, n)
		var err error
		n.text, err = s.text(maxCell)
		return true, err
	})
	if err != nil && w.src.Err() == nil && w.unpackBudget > 0 {
		err = nil // a damaged drawing leaves the sheet as it is
	}
	return open[0], err
}

// attr returns an attribute by its name without a prefix; a node that is not there has none.
func (n *node) attr(name string) string {
	if n == nil {
		return ""
	}
	return (&scanner{tag: n.tag}).attr(name)
}

// child returns the first node of a name in it, or the first in the first of those, and so on; nil when there is none.
func (n *node) child(path ...string) *node {
	for _, name := range path {
		if n == nil {
			return nil
		}
		i := slices.IndexFunc(n.children, func(k *node) bool { return k.name == name })
		if i < 0 {
			return nil
		}
		n = n.children[i]
	}
	return n
}

// descendants returns the nodes of a name that are in it at any depth, in order.
func (n *node) descendants(names ...string) (found []*node) {
	if n == nil {
		return nil
	}
	for _, k := range n.children {
		if slices.Contains(names, k.name) {
			found = append(found, k)
		}
		found = append(found, k.descendants(names...)...)
	}
	return found
}

// childrenNamed returns the nodes of a name that stand directly in it.
func (n *node) childrenNamed(name string) (found []*node) {
	if n == nil {
		return nil
	}
	for _, k := range n.children {
		if k.name == name {
			found = append(found, k)
		}
	}
	return found
}

// isTrue reports whether a node that may say val="0" is there and does not.
func (n *node) isTrue(other bool) bool {
	if n == nil {
		return other
	}
	return n.attr("val") != "0" && n.attr("val") != "false"
}
