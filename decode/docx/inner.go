package docx

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// innerTag begins, after the prefix of placeholders, the tag of an inner control: the control around a cell or a paragraph of a
// table once more, within its lines, where the editor lets people choose in it and keeps its lock. What was chosen goes into the
// properties of the control after the edit, and the inner one goes.
const innerTag = "in-"

// chosenProperties are the kinds of controls in which something is chosen.
var chosenProperties = map[string]bool{"dropDownList": true, "comboBox": true, "date": true, "checkbox": true}

// lineElements are what the editor shows in a control within a line, and markers that say nothing.
var lineElements = map[string]bool{
	"r": true, "hyperlink": true, "sdt": true, "fldSimple": true, "bookmarkStart": true, "bookmarkEnd": true, "proofErr": true,
	"permStart": true, "permEnd": true,
}

// needsInner is whether the properties of a control ask for more than its text: a choice, or a lock of the content.
func needsInner(properties *node) (isChosen, isLocked bool) {
	for _, kid := range properties.children {
		isChosen = isChosen || chosenProperties[kid.local]
		isLocked = isLocked || kid.is("lock") && strings.HasSuffix(strings.ToLower(kid.attr("val")), "contentlocked")
	}
	return isChosen, isLocked
}

// openInner puts inner controls into the lines of a control that was opened.
func (o *controlOpener) openInner(control, content *node) {
	properties := control.findChild("sdtPr")
	if properties == nil || strings.Contains(string(o.part.src[control.start:control.contentStart]), "xmlns") {
		return
	}
	isChosen, isLocked := needsInner(properties)
	lines, all := linesOf(content)
	if !isLocked && (!isChosen || len(lines) != 1 || all != 1) {
		return
	}
	number := len(o.controls) - 1
	tags := &o.controls[number]
	tags.properties = o.part.raw(properties)
	opening := "<w:sdt>" + o.formatInner(properties, tags, number) + "<w:sdtContent>"
	for _, line := range lines {
		start := line.contentStart
		if pr := line.findChild("pPr"); pr != nil {
			start = pr.end
		}
		o.cuts = append(o.cuts, tagCut{start: start, end: start, text: opening},
			tagCut{start: line.contentEnd, end: line.contentEnd, text: "</w:sdtContent></w:sdt>"})
	}
}

// linesOf are the paragraphs of rows and cells that can have an inner control, and the number of all; what stands in another control
// belongs to that one.
func linesOf(content *node) (lines []*node, all int) {
	for _, kid := range content.children {
		switch {
		case kid.is("p"):
			all++
			shown := slices.DeleteFunc(kid.contentNodes(), func(n *node) bool { return n.local == "" || n.is("pPr") })
			if len(shown) > 0 && !slices.ContainsFunc(shown, func(n *node) bool { return !lineElements[n.local] }) {
				lines = append(lines, kid)
			}
		case kid.is("tr"), kid.is("tc"):
			more, count := linesOf(kid)
			lines, all = append(lines, more...), all+count
		}
	}
	return lines, all
}

// formatInner is the properties of a control with a tag of ours in the place of its own.
func (o *controlOpener) formatInner(properties *node, tags *controlTags, number int) string {
	marker := `<w:tag w:val="` + o.tagPrefix + innerTag + strconv.Itoa(number) + `"/>`
	raw := string(tags.properties)
	if tag := properties.findChild("tag"); tag != nil {
		tags.tag = o.part.raw(tag)
		return strings.Replace(raw, string(tags.tag), marker, 1)
	}
	at := properties.contentEnd - properties.start
	return raw[:at] + marker + raw[at:]
}

// innerControl is an element that is the inner one of a control, with its properties and our tag in them.
type innerControl struct {
	number          int
	properties, tag *node
}

// findInner returns what an inner control is of; nil for other elements.
func (k *placeholders) findInner(n *node) *innerControl {
	if !n.is("sdt") {
		return nil
	}
	properties := n.findChild("sdtPr")
	if properties == nil {
		return nil
	}
	tag := properties.findChild("tag")
	if tag == nil {
		return nil
	}
	digits, ok := strings.CutPrefix(tag.attr("val"), k.tagPrefix+innerTag)
	number, err := strconv.Atoi(digits)
	if !ok || err != nil || number < 0 || number >= len(k.controls) {
		return nil
	}
	return &innerControl{number: number, properties: properties, tag: tag}
}

// closeInner removes the inner controls below an element, and remembers the properties of those of open controls.
func (c *controlCloser) closeInner(n *node, open []*unclosedControl) {
	inner := c.findInner(n)
	if inner == nil {
		return
	}
	content := n.findChild("sdtContent")
	if content == nil || content.contentStart == content.end {
		c.cuts = append(c.cuts, tagCut{start: n.start, end: n.end})
		return
	}
	c.cuts = append(c.cuts, tagCut{start: n.start, end: content.contentStart}, tagCut{start: content.contentEnd, end: n.end})
	for _, m := range open {
		if m.number == inner.number {
			s := splicer{src: c.part.src[:inner.properties.end], done: inner.properties.start}
			s.cut(inner.tag.start, inner.tag.end)
			s.out.Write(c.controls[inner.number].tag)
			m.properties = s.finish()
		}
	}
}

// writeCuts is the part with other text in the place of each cut.
func (c *controlCloser) writeCuts() []byte {
	slices.SortStableFunc(c.cuts, func(a, b tagCut) int { return cmp.Compare(a.start, b.start) })
	s := splicer{src: c.part.src}
	for _, cut := range c.cuts {
		s.cut(cut.start, cut.end)
		s.out.WriteString(cut.text)
	}
	return s.finish()
}
