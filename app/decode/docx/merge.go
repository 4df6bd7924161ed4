package docx

import (
	"bytes"
	"slices"
	"strings"
)

// weave applies to an original what changed from one writing of an editor to the next one: elements that are equal in
// both are those of the original, whatever the editor made of them.
type weave struct {
	o, from, to *part
	out         bytes.Buffer
	typing      bool   // inside a run whose text changed
	extra       *scope // prefixes of the editor that the root declares besides its own
}

// merge returns the original part with the changes of an edit.
func merge(o, from, to *part) []byte {
	if from.root.hash == to.root.hash {
		return o.src
	}
	w := &weave{o: o, from: from, to: to}
	w.extra = w.foreign()
	w.out.Write(o.src[:o.root.from])
	w.element(o.root, from.root, to.root)
	w.out.Write(o.src[o.root.to:])
	return w.out.Bytes()
}

// foreign are the prefixes that only the root of the editor declares.
func (w *weave) foreign() *scope {
	s := &scope{spaces: map[string]string{}}
	if w.to.root.scope == nil {
		return s
	}
	for prefix, space := range w.to.root.scope.spaces {
		if prefix != "" && w.o.root.scope.find(prefix) == "" {
			s.spaces[prefix] = space
		}
	}
	return s
}

// declared is the namespace of a prefix inside an element of the original as it is written.
func (w *weave) declared(within *node, prefix string) string {
	if space := within.scope.find(prefix); space != "" {
		return space
	}
	return w.extra.spaces[prefix]
}

func (w *weave) element(o, from, to *node) {
	switch {
	case from.hash == to.hash:
		w.out.Write(w.o.raw(o))
	case o.local == "" || o.local != to.local || o.space != to.space:
		w.graft(o, to)
	default:
		if o.is("r") {
			w.typing = from.say() != to.say()
		}
		w.tag(o, from, to)
		w.children(o, from, to)
		w.out.WriteString("</" + o.qualified() + ">")
	}
}

func (n *node) qualified() string {
	if n.prefix == "" {
		return n.local
	}
	return n.prefix + ":" + n.local
}

// tag writes the start of an element of the original, with the attributes that changed.
func (w *weave) tag(o, from, to *node) {
	w.out.WriteString("<" + o.qualified())
	if w.declares(o) {
		w.declare(o.scope.spaces)
	}
	if o == w.o.root {
		w.declare(w.extra.spaces)
	}
	for _, a := range w.attrs(o, from, to) {
		if _, kept := to.find(a); !kept && !a.noise() {
			if _, was := from.find(a); was {
				continue
			}
		}
		w.write(o, a)
	}
	w.out.WriteByte('>')
}

// attrs returns the attributes of the original with those that changed.
func (w *weave) attrs(o, from, to *node) []attr {
	attrs := slices.Clone(o.attrs)
	for _, a := range to.attrs {
		was, old := from.find(a)
		if a.noise() || old && was.value == a.value {
			continue
		}
		if a.local == "Ignorable" {
			a.value = w.ignorable(o, a.value)
		}
		if i := slices.IndexFunc(attrs, a.same); i >= 0 {
			attrs[i].value = a.value
		} else {
			attrs = append(attrs, a)
		}
	}
	return attrs
}

func (a attr) same(b attr) bool { return a.space == b.space && a.local == b.local }

func (n *node) find(a attr) (attr, bool) {
	if i := slices.IndexFunc(n.attrs, a.same); i >= 0 {
		return n.attrs[i], true
	}
	return attr{}, false
}

func (w *weave) declares(o *node) bool {
	start := w.o.src[o.from:o.open]
	return o.scope != nil && bytes.Contains(start, []byte("xmlns"))
}

func (w *weave) declare(spaces map[string]string) {
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

// write writes an attribute, under the prefix that its namespace has there.
func (w *weave) write(within *node, a attr) {
	name := a.local
	if a.prefix != "" {
		if w.declared(within, a.prefix) != a.space && a.prefix != "xml" {
			w.out.WriteString(" xmlns:" + a.prefix + `="` + escape(a.space) + `"`)
		}
		name = a.prefix + ":" + a.local
	}
	w.out.WriteString(" " + name + `="` + escape(a.value) + `"`)
}

// ignorable joins the prefixes that readers may ignore, as far as they mean the same.
func (w *weave) ignorable(o *node, more string) string {
	var mine []string
	for _, a := range o.attrs {
		if a.local == "Ignorable" {
			mine = strings.Fields(a.value)
		}
	}
	for _, p := range strings.Fields(more) {
		if !slices.Contains(mine, p) && w.declared(o, p) != "" {
			mine = append(mine, p)
		}
	}
	return strings.Join(mine, " ")
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\t", "&#9;", "\n", "&#10;", "\r", "&#13;")

func escape(s string) string { return escaper.Replace(s) }

// graft writes an element of the editor into one of the original.
func (w *weave) graft(within, n *node) {
	raw := w.to.raw(n)
	missing := map[string]string{}
	w.need(within, n, n, missing)
	if len(missing) == 0 {
		w.out.Write(raw)
		return
	}
	at := 1 + len(n.qualified())
	w.out.Write(raw[:at])
	w.declare(missing)
	w.out.Write(raw[at:])
}

// need collects the prefixes that mean something else outside.
func (w *weave) need(within, top, n *node, missing map[string]string) {
	if n.local == "" {
		return
	}
	for _, p := range n.prefixes() {
		space := n.scope.find(p)
		inside := top.scope.find(p) != space
		own := bytes.Contains(w.to.src[top.from:top.open], []byte("xmlns:"+p+"="))
		if p == "xml" || inside || own || space == "" && p != "" || w.declared(within, p) == space {
			continue
		}
		missing[p] = space
	}
	for _, k := range n.kids {
		w.need(within, top, k, missing)
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
