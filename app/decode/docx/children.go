package docx

import (
	"cmp"
	"slices"
	"strings"
)

// known are elements that an editor shows as they are; what it dropped is among the others.
var known = map[string]bool{"p": true, "r": true, "t": true, "tbl": true, "tr": true, "tc": true, "delText": true}

// silent is whether the element says nothing to a reader, as the end of a bookmark does.
func (n *node) silent() bool {
	if n.local == "" || n.say() != "" {
		return false
	}
	if n.is("r") {
		return slices.ContainsFunc(n.kids, func(k *node) bool { return k.local != "" && !k.single() })
	}
	return !known[n.local]
}

// single are elements that another element has once.
func (n *node) single() bool {
	return strings.HasSuffix(n.local, "Pr") || n.local == "tblGrid" || n.local == "sdtContent"
}

// level merges the children of one element.
type level struct {
	*weave
	within  *node
	o, b, c []*node // of the original, and of both writings
	partner []int   // of each of b in c; -1 when it was deleted
	next    int     // of c, what is not written yet
}

func (w *weave) children(o, from, to *node) {
	l := &level{weave: w, within: o, o: o.parts(), b: from.parts(), c: to.parts()}
	l.partner = make([]int, len(l.b))
	for i := range l.partner {
		l.partner[i] = -1
	}
	for _, p := range match(l.b, l.c, func(n *node) uint64 { return n.hash }) {
		l.partner[p.a] = p.b
	}
	a, b := 0, 0
	for _, p := range matchWritten(l.o, l.b) {
		l.gap(a, p.a, b, p.b)
		l.pair(p.a, p.b)
		a, b = p.a+1, p.b+1
	}
	if a < len(l.o) && b == len(l.b) {
		l.upTo(l.lastFree())
	}
	l.gap(a, len(l.o), b, len(l.b))
	l.upTo(len(l.c))
}

// lastFree is the end of what was inserted before elements that stand last, as a section does.
func (l *level) lastFree() int {
	if len(l.o) > 0 && l.o[len(l.o)-1].single() {
		return len(l.c)
	}
	return l.next
}

// upTo writes what was inserted before a place.
func (l *level) upTo(end int) {
	for ; l.next < end; l.next++ {
		l.graft(l.within, l.c[l.next])
	}
}

// pair merges an element that the editor knew.
func (l *level) pair(a, b int) {
	to := l.partner[b]
	if to < 0 {
		// The editor forgets how a text looked before when somebody writes into it; nobody accepted that.
		if l.typing && strings.HasSuffix(l.o[a].local, "PrChange") {
			l.out.Write(l.weave.o.raw(l.o[a]))
		}
		return // it was deleted
	}
	l.upTo(to)
	l.element(l.o[a], l.b[b], l.c[to])
	l.next = to + 1
}

// gap handles elements of the original that the editor wrote differently, or not at all.
func (l *level) gap(a, endA, b, endB int) {
	if b == endB {
		for _, o := range l.o[a:endA] {
			l.dropped(o)
		}
		return
	}
	first, last, same := l.reach(b, endB)
	switch {
	case last < 0:
		l.markers(l.o[a:endA])
	case same:
		l.upTo(first)
		for _, o := range l.o[a:endA] {
			l.out.Write(l.weave.o.raw(o))
		}
		l.next = last + 1
	case a == endA:
		l.changed(b, endB, last, nil)
	default:
		at := a
		for at < endA && l.o[at].silent() {
			at++
		}
		l.markers(l.o[a:at])
		var like *node
		if at < endA {
			like = l.o[at]
		}
		l.changed(b, endB, last, like)
		l.markers(l.o[at:endA])
	}
}

// reach tells where the elements stand after the edit, and whether they stand there together and unchanged.
func (l *level) reach(b, endB int) (first, last int, same bool) {
	first, last, same = -1, -1, true
	for i := b; i < endB; i++ {
		to := l.partner[i]
		if to < 0 || l.b[i].hash != l.c[to].hash || last >= 0 && to != last+1 {
			same = false
		}
		if to >= 0 {
			if first < 0 {
				first = to
			}
			last = to
		}
	}
	return first, last, same
}

// changed writes what became of elements that stand for others of the original. Runs take over the form of the one
// that they begin with.
func (l *level) changed(b, endB, last int, like *node) {
	from := map[int]*node{}
	for i := b; i < endB; i++ {
		if to := l.partner[i]; to >= 0 {
			from[to] = l.b[i]
		}
	}
	for ; l.next <= last; l.next++ {
		c := l.c[l.next]
		if was := from[l.next]; was != nil && like != nil && like.is("r") && c.is("r") {
			l.formed(like, was, c)
			continue
		}
		l.graft(l.within, c)
	}
}

// formed writes a run of the editor with the form of one of the original, as far as the edit did not change it.
func (l *level) formed(like, was, c *node) {
	none := &node{local: "rPr"}
	form, old, now := like.child("rPr"), cmp.Or(was.child("rPr"), none), cmp.Or(c.child("rPr"), none)
	if form == nil {
		form = &node{space: like.space, prefix: like.prefix, local: "rPr", scope: like.scope}
	}
	l.out.WriteString("<" + like.qualified() + ">")
	if old.hash == now.hash {
		l.out.Write(l.weave.o.raw(form))
	} else {
		l.tag(form, old, now)
		l.weave.children(form, old, now)
		l.out.WriteString("</" + form.qualified() + ">")
	}
	for _, k := range c.parts() {
		if !k.is("rPr") {
			l.graft(like, k)
		}
	}
	l.out.WriteString("</" + like.qualified() + ">")
}

func (n *node) child(local string) *node {
	for _, k := range n.kids {
		if k.is(local) {
			return k
		}
	}
	return nil
}

// markers keeps what the reader does not see of elements that are written anew.
func (l *level) markers(nodes []*node) {
	for _, o := range nodes {
		if o.silent() && !o.single() && !l.removed(o) && (o.mark() != "" || !has(l.c, o)) {
			l.out.Write(l.weave.o.raw(o))
		}
	}
}

func has(nodes []*node, o *node) bool {
	return slices.ContainsFunc(nodes, func(n *node) bool { return n.key == o.key })
}

// removed is whether the edit removed an element that the editor had moved.
func (l *level) removed(o *node) bool { return o.silent() && has(l.b, o) && !has(l.c, o) }

// dropped keeps an element that the editor does not know, unless the edit brought one in its place.
func (l *level) dropped(o *node) {
	if l.removed(o) {
		return
	}
	if l.next < len(l.c) && o.single() && l.c[l.next].local == o.local {
		l.element(o, &node{local: o.local}, l.c[l.next])
		l.next++
		return
	}
	if strings.HasSuffix(l.within.local, "Pr") {
		for _, c := range l.c {
			if c.local == o.local && c.space == o.space {
				return
			}
		}
	}
	l.out.Write(l.weave.o.raw(o))
}

const (
	fillGap = 1 << 12 // cells of a table
	alike   = 20      // the most that two elements are alike
)

// match pairs children of two elements: those with the same value, and between them those of the same name that are
// the most alike.
func match(a, b []*node, value func(*node) uint64) []pair {
	var out []pair
	values := func(nodes []*node) []uint64 {
		v := make([]uint64, len(nodes))
		for i, n := range nodes {
			v[i] = value(n)
		}
		return v
	}
	fromA, fromB := 0, 0
	for _, p := range append(align(values(a), values(b)), pair{len(a), len(b)}) {
		out = append(out, fill(a[fromA:p.a], b[fromB:p.b], fromA, fromB)...)
		if p.a < len(a) {
			out = append(out, p)
		}
		fromA, fromB = p.a+1, p.b+1
	}
	return out
}

// matchWritten pairs elements of the original with what the editor wrote of them. Runs are split and joined by editors:
// those that say the same at the same place are one.
func matchWritten(o, b []*node) []pair {
	isRun := func(n *node) bool { return n.is("r") }
	if !slices.ContainsFunc(o, isRun) || !slices.ContainsFunc(b, isRun) {
		return match(o, b, func(n *node) uint64 { return n.key })
	}
	places, total := placesOf(o)
	written, all := placesOf(b)
	if total != all {
		// The editor left out some text; what it left out cannot be told from what it joined.
		return align(keys(o), keys(b))
	}
	return matchPlaces(o, b, places, written)
}

// matchPlaces pairs elements at the same place in the text.
func matchPlaces(o, b []*node, places, written []place) []pair {
	var out []pair
	for i, j := 0, 0; i < len(o) && j < len(b); {
		switch {
		case places[i].from < written[j].from:
			i++
		case places[i].from > written[j].from:
			j++
		case places[i].to == places[i].from || written[j].to == written[j].from:
			endI, endJ := thin(places, i), thin(written, j)
			for _, p := range align(keys(o[i:endI]), keys(b[j:endJ])) {
				out = append(out, pair{i + p.a, j + p.b})
			}
			i, j = endI, endJ
		default:
			if places[i] == written[j] && o[i].local == b[j].local {
				out = append(out, pair{i, j})
			}
			i, j = i+1, j+1
		}
	}
	return out
}

// place is where the text of an element stands among that of its siblings.
type place struct{ from, to int }

func placesOf(nodes []*node) ([]place, string) {
	var text strings.Builder
	out := make([]place, len(nodes))
	for i, n := range nodes {
		out[i].from = text.Len()
		n.words(&text)
		out[i].to = text.Len()
	}
	return out, text.String()
}

// thin is the end of elements without text.
func thin(places []place, i int) int {
	for i < len(places) && places[i].to == places[i].from {
		i++
	}
	return i
}

func keys(nodes []*node) []uint64 {
	out := make([]uint64, len(nodes))
	for i, n := range nodes {
		out[i] = n.key
	}
	return out
}

func fill(a, b []*node, fromA, fromB int) []pair {
	var out []pair
	emit := func(i, j int) { out = append(out, pair{fromA + i, fromB + j}) }
	if len(a)*len(b) > fillGap {
		if len(a) == len(b) {
			for i := range a {
				if a[i].local == b[i].local {
					emit(i, i)
				}
			}
		}
		return out
	}
	scores := likeness(a, b)
	best(len(a), len(b), func(i, j int) int { return scores[i*len(b)+j] }, emit)
	return out
}

// likeness scores how alike each two elements are, a row for each of a; 0 for those that cannot be one.
func likeness(a, b []*node) []int {
	said := make([][2]string, max(len(a), len(b)))
	for i := range a {
		said[i][0] = a[i].say()
	}
	for j := range b {
		said[j][1] = b[j].say()
	}
	scores := make([]int, len(a)*len(b))
	for i := range a {
		for j := range b {
			if a[i].local == b[j].local && a[i].space == b[j].space && (said[i][0]+
				said[j][1] != "" || !a[i].is("r") || a[i].key == b[j].key) {
				scores[i*len(b)+j] = 1 + similar(said[i][0], said[j][1])
			}
		}
	}
	return scores
}

// similar is how much of two texts is equal at both ends.
func similar(a, b string) int {
	most := max(len(a), len(b))
	if most == 0 {
		return alike
	}
	head, least := 0, min(len(a), len(b))
	for head < least && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < least-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	return alike * (head + tail) / most
}
