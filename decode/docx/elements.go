package docx

import (
	"bytes"
	"slices"
	"strings"
)

// threeWay holds a document, a part or an element of the original, and what the editor wrote of it without an edit and
// with one.
type threeWay[T any] struct{ original, untouched, edited T }

// mapThreeWay returns what fn makes of each.
func mapThreeWay[T, U any](v threeWay[T], fn func(T) (U, error)) (out threeWay[U], err error) {
	if out.original, err = fn(v.original); err != nil {
		return out, err
	}
	if out.untouched, err = fn(v.untouched); err != nil {
		return out, err
	}
	out.edited, err = fn(v.edited)
	return out, err
}

// partMerger applies to an original what changed between two outputs of an editor: elements that are equal in
// both are those of the original, whatever the editor made of them.
type partMerger struct {
	threeWay[*part]
	out            bytes.Buffer
	textChanged    bool   // inside a run whose text changed
	controlChanged bool   // inside a content control whose text changed
	editorScope    *scope // prefixes of the editor that the root declares besides its own
}

// findEditorScope are the prefixes that only the root of the editor declares.
func (w *partMerger) findEditorScope() *scope {
	s := &scope{namespaces: map[string]string{}}
	if w.edited.root.scope == nil {
		return s
	}
	for prefix, space := range w.edited.root.scope.namespaces {
		if prefix != "" && w.original.root.scope.find(prefix) == "" {
			s.namespaces[prefix] = space
		}
	}
	return s
}

// resolvePrefix is the namespace of a prefix inside an element of the original as it is written.
func (w *partMerger) resolvePrefix(within *node, prefix string) string {
	if space := within.scope.find(prefix); space != "" {
		return space
	}
	return w.editorScope.namespaces[prefix]
}

// mergeElement writes an element of the original as it is when the edit did not change it, else with the changes in it.
func (w *partMerger) mergeElement(n threeWay[*node]) {
	o, same := n.original, n.untouched.hash == n.edited.hash
	switch {
	case o.is("sdtPr") && w.controlChanged && same:
		w.out.Write(w.original.withoutReplacement(o, o.start, o.end))
	case same:
		w.out.Write(w.original.raw(o))
	case o.local == "" || o.local != n.edited.local || o.space != n.edited.space:
		w.insertElement(o, n.edited)
	default:
		textChanged, controlChanged := w.textChanged, w.controlChanged
		if o.is("r") {
			w.textChanged = n.untouched.visibleText() != n.edited.visibleText()
		}
		if o.is("sdt") {
			w.controlChanged = n.untouched.visibleText() != n.edited.visibleText()
		}
		w.writeStartTag(n)
		w.mergeChildren(n)
		w.out.WriteString("</" + o.qualifiedName() + ">")
		w.textChanged, w.controlChanged = textChanged, controlChanged
	}
}

func (n *node) qualifiedName() string {
	if n.prefix == "" {
		return n.local
	}
	return n.prefix + ":" + n.local
}

// writeStartTag writes the start of an element of the original, with the attributes that changed.
func (w *partMerger) writeStartTag(n threeWay[*node]) {
	o := n.original
	w.out.WriteString("<" + o.qualifiedName())
	if w.hasDeclarations(o) {
		w.writeDeclarations(o.scope.namespaces)
	}
	if o == w.original.root {
		w.writeDeclarations(w.editorScope.namespaces)
	}
	for _, a := range w.mergeAttrs(n) {
		if _, kept := n.edited.findAttr(a); !kept && !a.isVolatile() {
			if _, was := n.untouched.findAttr(a); was {
				continue
			}
		}
		w.writeAttr(o, a)
	}
	w.out.WriteByte('>')
}

// mergeAttrs returns the attributes of the original with those that changed.
func (w *partMerger) mergeAttrs(n threeWay[*node]) []attr {
	attrs := slices.Clone(n.original.attrs)
	for _, a := range n.edited.attrs {
		was, old := n.untouched.findAttr(a)
		if a.isVolatile() || old && was.value == a.value {
			continue
		}
		if a.local == "Ignorable" {
			a.value = w.mergeIgnorable(n.original, a.value)
		}
		if i := slices.IndexFunc(attrs, a.hasSameName); i >= 0 {
			attrs[i].value = a.value
		} else {
			attrs = append(attrs, a)
		}
	}
	return attrs
}

func (a attr) hasSameName(b attr) bool { return a.space == b.space && a.local == b.local }

func (n *node) findAttr(a attr) (attr, bool) {
	if i := slices.IndexFunc(n.attrs, a.hasSameName); i >= 0 {
		return n.attrs[i], true
	}
	return attr{}, false
}

func (w *partMerger) hasDeclarations(o *node) bool {
	start := w.original.src[o.start:o.contentStart]
	return o.scope != nil && bytes.Contains(start, []byte("xmlns"))
}

func (w *partMerger) writeDeclarations(spaces map[string]string) {
	prefixes := make([]string, 0, len(spaces))
	for p := range spaces {
		prefixes = append(prefixes, p)
	}
	slices.Sort(prefixes)
	for _, p := range prefixes {
		name := "xmlns:" + p
		if p == "" {
			name = "xmlns"
		}
		w.out.WriteString(" " + name + `="` + escape(spaces[p]) + `"`)
	}
}

// writeAttr writes an attribute, under the prefix that its namespace has there.
func (w *partMerger) writeAttr(within *node, a attr) {
	name := a.local
	if a.prefix != "" {
		if w.resolvePrefix(within, a.prefix) != a.space && a.prefix != "xml" {
			w.out.WriteString(" xmlns:" + a.prefix + `="` + escape(a.space) + `"`)
		}
		name = a.prefix + ":" + a.local
	}
	w.out.WriteString(" " + name + `="` + escape(a.value) + `"`)
}

// mergeIgnorable joins the prefixes that readers may ignore, as far as they mean the same.
func (w *partMerger) mergeIgnorable(original *node, edited string) string {
	prefixes := strings.Fields(original.attr("Ignorable"))
	for _, p := range strings.Fields(edited) {
		if !slices.Contains(prefixes, p) && w.resolvePrefix(original, p) != "" {
			prefixes = append(prefixes, p)
		}
	}
	return strings.Join(prefixes, " ")
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\t", "&#9;", "\n", "&#10;", "\r", "&#13;")

func escape(s string) string { return escaper.Replace(s) }

// insertElement writes an element of the editor into one of the original.
func (w *partMerger) insertElement(within, n *node) {
	raw := w.edited.raw(n)
	missing := map[string]string{}
	w.collectMissingPrefixes(within, n, n, missing)
	if len(missing) == 0 {
		w.out.Write(raw)
		return
	}
	at := 1 + len(n.qualifiedName())
	w.out.Write(raw[:at])
	w.writeDeclarations(missing)
	w.out.Write(raw[at:])
}

// collectMissingPrefixes collects the prefixes that mean something else outside.
func (w *partMerger) collectMissingPrefixes(within, top, n *node, missing map[string]string) {
	if n.local == "" {
		return
	}
	for _, p := range n.prefixes() {
		space := n.scope.find(p)
		inside := top.scope.find(p) != space
		own := bytes.Contains(w.edited.src[top.start:top.contentStart], []byte("xmlns:"+p+"="))
		if p == "xml" || inside || own || space == "" && p != "" || w.resolvePrefix(within, p) == space {
			continue
		}
		missing[p] = space
	}
	for _, k := range n.children {
		w.collectMissingPrefixes(within, top, k, missing)
	}
}

// prefixes returns the prefixes that a tag uses.
func (n *node) prefixes() []string {
	uses := []string{n.prefix}
	for _, a := range n.attrs {
		if a.prefix != "" {
			uses = append(uses, a.prefix)
		}
		if a.local == "Requires" || a.local == "Ignorable" {
			uses = append(uses, strings.Fields(a.value)...)
		}
	}
	return uses
}
