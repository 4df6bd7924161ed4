package docx

import (
	"bytes"
	"cmp"
	"hash/maphash"
	"slices"
	"strconv"
	"strings"
)

const (
	placeholderPrefix = "anbar-keep-"
	openingTags       = "from"
	closingTags       = "to"
)

// controlTags are the tags of an element around blocks, rows or cells that the editor would lose with all that is in it:
// a content control in a table, or custom XML. The editor gets what is between them, with a placeholder for them at either end,
// and the tags come back after the edit.
type controlTags struct {
	partName       string
	opening, typed []byte // what is before the content, and the same of a placeholder text once somebody typed there
	closing        []byte
	text           uint64 // of a placeholder text
	properties     []byte // of a control with inner ones, and its own tag
	tag            []byte
}

// tagCut is a place of a part where a placeholder stands for tags.
type tagCut struct {
	start, end int
	text       string // of the placeholder
}

// controlOpener finds the elements of one part that are opened.
type controlOpener struct {
	*placeholders
	part *part
	name string
	cuts []tagCut
}

// openControls returns a part with placeholders for the tags around blocks, rows and cells. Parts have to come in the same order
// each time.
func (k *placeholders) openControls(name string, p *part) (*part, error) {
	o := &controlOpener{placeholders: k, part: p, name: name}
	o.visit(p.root, false)
	if len(o.cuts) == 0 {
		return p, nil
	}
	slices.SortFunc(o.cuts, func(a, b tagCut) int { return cmp.Compare(a.start, b.start) })
	s := splicer{src: p.src}
	for _, cut := range o.cuts {
		s.cut(cut.start, cut.end)
		s.out.WriteString(cut.text)
	}
	return parsePart(s.finish())
}

// visit opens what is below an element. The editor knows controls around blocks outside of tables.
func (o *controlOpener) visit(n *node, inTable bool) {
	for _, kid := range n.children {
		switch {
		case kid.local == "" || kid.space != wordNamespace || kid.is("p"):
		case kid.is("sdt") && inTable, kid.is("customXml"):
			if content := o.findContent(n, kid); content != nil {
				o.openControl(kid, content)
				o.visit(content, inTable)
			}
		default:
			o.visit(kid, inTable || kid.is("tbl"))
		}
	}
}

// findContent is the element with what a control is around: nil when it is around nothing, or around something else.
func (o *controlOpener) findContent(above, control *node) *node {
	content := control
	if control.is("sdt") {
		content = control.findChild("sdtContent")
	}
	if content == nil || o.hasOwnPrefixes(above, content) {
		return nil
	}
	blocks := 0
	for _, kid := range content.contentNodes() {
		switch {
		case kid.local == "", kid.is("r"):
			return nil
		case !kid.isSingleton():
			blocks++
		}
	}
	if blocks == 0 {
		return nil
	}
	return content
}

// hasOwnPrefixes is whether the content of a control uses prefixes that its tags declare.
func (o *controlOpener) hasOwnPrefixes(above, content *node) bool {
	inside := o.part.src[content.contentStart:content.contentEnd]
	for s := content.scope; s != nil && s != above.scope; s = s.parent {
		for prefix, space := range s.namespaces {
			if above.scope.find(prefix) != space && (prefix == "" || bytes.Contains(inside, []byte(prefix+":"))) {
				return true
			}
		}
	}
	return false
}

func (o *controlOpener) openControl(control, content *node) {
	src, start := o.part.src, content.contentStart
	if pr := content.findChild("customXmlPr"); pr != nil {
		start = pr.end
	}
	tags := controlTags{partName: o.name, opening: src[control.start:start], closing: src[content.contentEnd:control.end]}
	if pr := control.findChild("sdtPr"); pr != nil && slices.ContainsFunc(pr.children, (*node).isReplacementProperty) {
		tags.typed = o.part.withoutReplacement(pr, control.start, start)
		tags.text = maphash.String(hashSeed, content.visibleText())
	}
	o.cuts = append(o.cuts,
		tagCut{start: control.start, end: start, text: o.formatTagPlaceholder(openingTags)},
		tagCut{start: content.contentEnd, end: control.end, text: o.formatTagPlaceholder(closingTags)})
	o.controls = append(o.controls, tags)
	if control.is("sdt") {
		o.openInner(control, content)
	}
}

// isReplacementProperty reports whether an element of the properties of a control has Word put another text in its place: it is only a
// placeholder, or is read from a store of the document again.
func (n *node) isReplacementProperty() bool { return n.is("showingPlcHdr") || n.is("dataBinding") }

// withoutReplacement is a stretch of a part without what has Word replace the text of a control.
func (p *part) withoutReplacement(properties *node, start, end int) []byte {
	s := splicer{src: p.src[:end], done: start}
	for _, c := range properties.children {
		if c.isReplacementProperty() {
			s.cut(c.start, c.end)
		}
	}
	return s.finish()
}

func (k *placeholders) formatTagPlaceholder(kind string) string {
	return "<" + k.tagPrefix + kind + ` id="` + strconv.Itoa(len(k.controls)) + `"/>`
}

// isTagPlaceholder is whether an element of EditParts stands for the tags of a control.
func (n *node) isTagPlaceholder() bool { return strings.HasPrefix(n.local, placeholderPrefix) }

// writeTagPlaceholder writes a placeholder before an untouched element, after what was inserted there: that belongs with what
// it follows, inside of a control that ends and before one that begins. Word has one cell in a control.
func (l *childMerger) writeTagPlaceholder(n *node, untouched int) {
	opens := strings.HasSuffix(n.local, openingTags)
	if opens || !l.parent.is("tr") {
		l.insertUpTo(l.nextKept(untouched))
	}
	l.out.Write(l.original.raw(n))
}

// nextKept is where the next element stands after the edit that was there before.
func (l *childMerger) nextKept(untouched int) int {
	for _, edited := range l.editedIndex[untouched:] {
		if edited >= 0 {
			return edited
		}
	}
	return len(l.nodes.edited)
}

// matchBesidePlaceholders pairs elements of the original with what the editor wrote of them, which has no placeholders for tags.
func matchBesidePlaceholders(original, untouched []*node) []pair {
	if !slices.ContainsFunc(original, (*node).isTagPlaceholder) {
		return matchUntouched(original, untouched)
	}
	var nodes []*node
	var places []int
	for i, n := range original {
		if !n.isTagPlaceholder() {
			nodes, places = append(nodes, n), append(places, i)
		}
	}
	pairs := matchUntouched(nodes, untouched)
	for i := range pairs {
		pairs[i].a = places[pairs[i].a]
	}
	return pairs
}

// closeControls puts the tags around what is between their placeholders. A control goes with the last of its content.
func (k *placeholders) closeControls(name string, src []byte) ([]byte, error) {
	if !bytes.Contains(src, []byte(k.tagPrefix)) {
		return src, nil
	}
	p, err := parsePart(src)
	if err != nil {
		return nil, err
	}
	c := &controlCloser{placeholders: k, name: name, part: p, tags: map[*node][]byte{}}
	c.pairPlaceholders(p.root, nil)
	p.root.walk(func(n *node) bool {
		if strings.HasPrefix(n.local, k.tagPrefix) {
			c.cuts = append(c.cuts, tagCut{start: n.start, end: n.end, text: string(c.tags[n])})
		}
		return true
	})
	return c.writeCuts(), nil
}

// controlCloser finds the tags of the placeholders of one part; those that have none go.
type controlCloser struct {
	*placeholders
	name string
	part *part
	tags map[*node][]byte
	cuts []tagCut
}

// unclosedControl is a control whose end is not found yet.
type unclosedControl struct {
	start  *node // its placeholder
	number int
	filled bool
	text   maphash.Hash
	// Of its inner control.
	properties []byte
}

// pairPlaceholders pairs the placeholders that are children of the same element, within controls that are open around it.
func (c *controlCloser) pairPlaceholders(n *node, around []*unclosedControl) {
	open := slices.Clone(around)
	for _, kid := range n.contentNodes() {
		number, kind := c.readTagPlaceholder(kid)
		switch {
		case kind == openingTags:
			open = append(open, &unclosedControl{start: kid, number: number})
			open[len(open)-1].text.SetSeed(hashSeed)
		case kind == closingTags:
			if i := slices.IndexFunc(open[len(around):], func(m *unclosedControl) bool { return m.number == number }); i >= 0 {
				c.closeControl(open[len(around)+i], kid)
				open = open[:len(around)+i]
			}
		case !strings.HasPrefix(kid.local, c.tagPrefix):
			for _, m := range open[len(around):] {
				m.filled = true
				if c.controls[m.number].typed != nil {
					m.text.WriteString(kid.visibleText())
				}
			}
			c.closeInner(kid, open)
			c.pairPlaceholders(kid, open)
		}
	}
}

func (c *controlCloser) closeControl(m *unclosedControl, end *node) {
	tags := &c.controls[m.number]
	if !m.filled {
		return
	}
	c.tags[m.start], c.tags[end] = tags.opening, tags.closing
	if tags.typed != nil && m.text.Sum64() != tags.text {
		c.tags[m.start] = tags.typed
	}
	if m.properties != nil && !bytes.Equal(m.properties, tags.properties) {
		c.tags[m.start] = bytes.Replace(tags.opening, tags.properties, m.properties, 1)
	}
}

// readTagPlaceholder is the number of the control for whose tags a placeholder of this part stands, and its kind.
func (c *controlCloser) readTagPlaceholder(n *node) (number int, kind string) {
	kind, ok := strings.CutPrefix(n.local, c.tagPrefix)
	number, err := strconv.Atoi(n.attr("id"))
	if !ok || err != nil || number < 0 || number >= len(c.controls) || c.controls[number].partName != c.name {
		return 0, ""
	}
	return number, kind
}
