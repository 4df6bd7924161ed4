package docx

import (
	"cmp"
	"slices"
	"strings"
)

// knownElements are elements that an editor shows as they are; what it dropped is among the others.
var knownElements = map[string]bool{"p": true, "r": true, "t": true, "tbl": true, "tr": true, "tc": true, "delText": true}

// isInvisible is whether the element says nothing to a reader, as the end of a bookmark does.
func (n *node) isInvisible() bool {
	if n.local == "" || n.visibleText() != "" {
		return false
	}
	if n.is("r") {
		return slices.ContainsFunc(n.children, func(k *node) bool { return k.local != "" && !k.isSingleton() })
	}
	return !knownElements[n.local]
}

// isSingleton are elements that another element has once.
func (n *node) isSingleton() bool {
	return strings.HasSuffix(n.local, "Pr") || n.local == "tblGrid" || n.local == "sdtContent"
}

// childMerger merges the children of one element.
type childMerger struct {
	*partMerger
	parent      *node
	nodes       threeWay[[]*node]
	editedIndex []int // of each untouched node among the edited ones; -1 when it was deleted
	nextEdited  int   // the first edited node that is not written yet
}

// mergeChildren writes the children of an element of the original with the changes of the edit: one after the other those that the
// editor knew, and between them what it did not know and what the edit brought.
func (w *partMerger) mergeChildren(n threeWay[*node]) {
	l := &childMerger{partMerger: w, parent: n.original, nodes: threeWay[[]*node]{
		original: n.original.contentNodes(), untouched: n.untouched.contentNodes(), edited: n.edited.contentNodes(),
	}}
	l.editedIndex = make([]int, len(l.nodes.untouched))
	for i := range l.editedIndex {
		l.editedIndex[i] = -1
	}
	for _, same := range matchNodes(l.nodes.untouched, l.nodes.edited, func(n *node) uint64 { return n.hash }) {
		untouched, edited := same.a, same.b
		l.editedIndex[untouched] = edited
	}
	nextOriginal, nextUntouched := 0, 0
	for _, same := range matchBesidePlaceholders(l.nodes.original, l.nodes.untouched) {
		original, untouched := same.a, same.b
		l.mergeGap(l.nodes.original[nextOriginal:original], nextUntouched, untouched)
		nextOriginal, nextUntouched = original+1, untouched+1
		o, edited := l.nodes.original[original], l.editedIndex[untouched]
		if edited < 0 { // it was deleted
			// The editor forgets how a text looked before when somebody writes into it; nobody accepted that.
			if l.textChanged && strings.HasSuffix(o.local, "PrChange") {
				l.out.Write(l.original.raw(o))
			}
			continue
		}
		l.insertUpTo(edited)
		l.mergeElement(threeWay[*node]{original: o, untouched: l.nodes.untouched[untouched], edited: l.nodes.edited[edited]})
		l.nextEdited = edited + 1
	}
	if nextOriginal < len(l.nodes.original) && nextUntouched == len(l.nodes.untouched) {
		l.insertUpTo(l.trailingInsertEnd())
	}
	l.mergeGap(l.nodes.original[nextOriginal:], nextUntouched, len(l.nodes.untouched))
	l.insertUpTo(len(l.nodes.edited))
}

// trailingInsertEnd is the end of what was inserted before elements that stand last, as a section does.
func (l *childMerger) trailingInsertEnd() int {
	if len(l.nodes.original) > 0 && l.nodes.original[len(l.nodes.original)-1].isSingleton() {
		return len(l.nodes.edited)
	}
	return l.nextEdited
}

// insertUpTo writes what was inserted before a place.
func (l *childMerger) insertUpTo(end int) {
	for ; l.nextEdited < end; l.nextEdited++ {
		l.insertElement(l.parent, l.nodes.edited[l.nextEdited])
	}
}

// mergeGap handles elements of the original that the editor wrote differently, as those untouched ones, or not at all.
func (l *childMerger) mergeGap(original []*node, untouched, endUntouched int) {
	if untouched == endUntouched {
		for _, o := range original {
			if o.isTagPlaceholder() {
				l.writeTagPlaceholder(o, untouched)
			} else {
				l.restoreDropped(o)
			}
		}
		return
	}
	first, last, same := l.findEditedRange(untouched, endUntouched)
	switch {
	case last < 0:
		l.writeMarkers(original)
	case same:
		l.insertUpTo(first)
		for _, o := range original {
			l.out.Write(l.original.raw(o))
		}
		l.nextEdited = last + 1
	default:
		firstVisible := 0
		for firstVisible < len(original) && original[firstVisible].isInvisible() {
			firstVisible++
		}
		l.writeMarkers(original[:firstVisible])
		var like *node
		if firstVisible < len(original) {
			like = original[firstVisible]
		}
		l.writeChanged(untouched, endUntouched, last, like)
		l.writeMarkers(original[firstVisible:])
	}
}

// findEditedRange tells where the elements stand after the edit, and whether they stand there together and unchanged.
func (l *childMerger) findEditedRange(untouched, endUntouched int) (first, last int, same bool) {
	first, last, same = -1, -1, true
	for i := untouched; i < endUntouched; i++ {
		edited := l.editedIndex[i]
		if edited < 0 || l.nodes.untouched[i].hash != l.nodes.edited[edited].hash || last >= 0 && edited != last+1 {
			same = false
		}
		if edited >= 0 {
			if first < 0 {
				first = edited
			}
			last = edited
		}
	}
	return first, last, same
}

// writeChanged writes what became of elements that stand for others of the original. Runs take over the form of the one
// that they begin with.
func (l *childMerger) writeChanged(untouched, endUntouched, last int, like *node) {
	was := map[int]*node{} // by the place among the edited ones
	for i := untouched; i < endUntouched; i++ {
		if edited := l.editedIndex[i]; edited >= 0 {
			was[edited] = l.nodes.untouched[i]
		}
	}
	for ; l.nextEdited <= last; l.nextEdited++ {
		run := threeWay[*node]{original: like, untouched: was[l.nextEdited], edited: l.nodes.edited[l.nextEdited]}
		if run.untouched != nil && like != nil && like.is("r") && run.edited.is("r") {
			l.writeFormattedRun(run)
			continue
		}
		l.insertElement(l.parent, run.edited)
	}
}

// writeFormattedRun writes a run of the editor with the form of one of the original, as far as the edit did not change it.
func (l *childMerger) writeFormattedRun(run threeWay[*node]) {
	like, none := run.original, &node{local: "rPr"}
	form := threeWay[*node]{
		original:  cmp.Or(like.findChild("rPr"), &node{space: like.space, prefix: like.prefix, local: "rPr", scope: like.scope}),
		untouched: cmp.Or(run.untouched.findChild("rPr"), none), edited: cmp.Or(run.edited.findChild("rPr"), none),
	}
	l.out.WriteString("<" + like.qualifiedName() + ">")
	if form.untouched.hash == form.edited.hash {
		l.out.Write(l.original.raw(form.original))
	} else {
		l.textChanged = run.untouched.visibleText() != run.edited.visibleText()
		l.writeStartTag(form)
		l.mergeChildren(form)
		l.textChanged = false
		l.out.WriteString("</" + form.original.qualifiedName() + ">")
	}
	for _, k := range run.edited.contentNodes() {
		if !k.is("rPr") {
			l.insertElement(like, k)
		}
	}
	l.out.WriteString("</" + like.qualifiedName() + ">")
}

func (n *node) findChild(local string) *node {
	for _, k := range n.children {
		if k.is(local) {
			return k
		}
	}
	return nil
}

// writeMarkers keeps what the reader does not see of elements that are written anew.
func (l *childMerger) writeMarkers(nodes []*node) {
	for _, o := range nodes {
		if o.isInvisible() && !o.isSingleton() && !l.isRemoved(o) && (o.markerKey() != "" || !containsKey(l.nodes.edited, o)) {
			l.out.Write(l.original.raw(o))
		}
	}
}

func containsKey(nodes []*node, o *node) bool {
	return slices.ContainsFunc(nodes, func(n *node) bool { return n.key == o.key })
}

// isRemoved is whether the edit removed an element that the editor had moved.
func (l *childMerger) isRemoved(o *node) bool {
	return o.isInvisible() && containsKey(l.nodes.untouched, o) && !containsKey(l.nodes.edited, o)
}

// restoreDropped keeps an element that the editor does not know, unless the edit brought one in its place.
func (l *childMerger) restoreDropped(o *node) {
	if l.isRemoved(o) {
		return
	}
	if l.nextEdited < len(l.nodes.edited) && o.isSingleton() && l.nodes.edited[l.nextEdited].local == o.local {
		l.mergeElement(threeWay[*node]{original: o, untouched: &node{local: o.local}, edited: l.nodes.edited[l.nextEdited]})
		l.nextEdited++
		return
	}
	if strings.HasSuffix(l.parent.local, "Pr") {
		for _, n := range l.nodes.edited {
			if n.local == o.local && n.space == o.space {
				return
			}
		}
	}
	l.out.Write(l.original.raw(o))
}

const (
	maxScoreCells = 1 << 12 // cells of a table
	maxSimilarity = 20      // the most that two elements are alike
)

// matchNodes pairs children of two elements: those with the same value, and between them those of the same name that are
// the most alike.
func matchNodes(a, b []*node, value func(*node) uint64) []pair {
	var out []pair
	fromA, fromB := 0, 0
	for _, p := range append(align(nodeValues(a, value), nodeValues(b, value)), pair{len(a), len(b)}) {
		out = append(out, matchBySimilarity(a[fromA:p.a], b[fromB:p.b], fromA, fromB)...)
		if p.a < len(a) {
			out = append(out, p)
		}
		fromA, fromB = p.a+1, p.b+1
	}
	return out
}

// matchUntouched pairs elements of the original with what the editor wrote of them. Runs are split and joined by editors:
// those that say the same at the same place are one.
func matchUntouched(original, untouched []*node) []pair {
	isRun := func(n *node) bool { return n.is("r") }
	keyOf := func(n *node) uint64 { return n.key }
	if !slices.ContainsFunc(original, isRun) || !slices.ContainsFunc(untouched, isRun) {
		return matchNodes(original, untouched, keyOf)
	}
	places, text := textSpansOf(original)
	written, textWritten := textSpansOf(untouched)
	if text != textWritten {
		// The editor left out some text; what it left out cannot be told from what it joined.
		return align(nodeValues(original, keyOf), nodeValues(untouched, keyOf))
	}
	var out []pair
	for i, j := 0, 0; i < len(original) && j < len(untouched); {
		switch {
		case places[i].start < written[j].start:
			i++
		case places[i].start > written[j].start:
			j++
		case places[i].end == places[i].start || written[j].end == written[j].start:
			endI, endJ := skipEmptySpans(places, i), skipEmptySpans(written, j)
			for _, p := range align(nodeValues(original[i:endI], keyOf), nodeValues(untouched[j:endJ], keyOf)) {
				out = append(out, pair{i + p.a, j + p.b})
			}
			i, j = endI, endJ
		default:
			if places[i] == written[j] && original[i].local == untouched[j].local {
				out = append(out, pair{i, j})
			}
			i, j = i+1, j+1
		}
	}
	return out
}

// textSpan is where the text of an element stands among that of its siblings.
type textSpan struct{ start, end int }

func textSpansOf(nodes []*node) ([]textSpan, string) {
	var text strings.Builder
	out := make([]textSpan, len(nodes))
	for i, n := range nodes {
		out[i].start = text.Len()
		n.appendText(&text)
		out[i].end = text.Len()
	}
	return out, text.String()
}

// skipEmptySpans is the end of elements without text.
func skipEmptySpans(places []textSpan, i int) int {
	for i < len(places) && places[i].end == places[i].start {
		i++
	}
	return i
}

func nodeValues(nodes []*node, value func(*node) uint64) []uint64 {
	out := make([]uint64, len(nodes))
	for i, n := range nodes {
		out[i] = value(n)
	}
	return out
}

func matchBySimilarity(a, b []*node, fromA, fromB int) []pair {
	var out []pair
	emit := func(i, j int) { out = append(out, pair{fromA + i, fromB + j}) }
	if len(a)*len(b) > maxScoreCells {
		if len(a) == len(b) {
			for i := range a {
				if a[i].local == b[i].local {
					emit(i, i)
				}
			}
		}
		return out
	}
	scores := similarityTable(a, b)
	alignByScore(len(a), len(b), func(i, j int) int { return scores[i*len(b)+j] }, emit)
	return out
}

// similarityTable scores how alike each two elements are, a row for each of a; 0 for those that cannot be one.
func similarityTable(a, b []*node) []int {
	said := make([][2]string, max(len(a), len(b)))
	for i := range a {
		said[i][0] = a[i].visibleText()
	}
	for j := range b {
		said[j][1] = b[j].visibleText()
	}
	scores := make([]int, len(a)*len(b))
	for i := range a {
		for j := range b {
			if a[i].local == b[j].local && a[i].space == b[j].space && (said[i][0]+
				said[j][1] != "" || !a[i].is("r") || a[i].key == b[j].key) {
				scores[i*len(b)+j] = 1 + textSimilarity(said[i][0], said[j][1])
			}
		}
	}
	return scores
}

// textSimilarity is how much of two texts is equal at both ends.
func textSimilarity(a, b string) int {
	most := max(len(a), len(b))
	if most == 0 {
		return maxSimilarity
	}
	head, least := 0, min(len(a), len(b))
	for head < least && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < least-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	return maxSimilarity * (head + tail) / most
}
