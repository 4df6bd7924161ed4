package docx

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	strictNamespace  = "http://purl.oclc.org/ooxml/wordprocessingml/main"
	wordNamespace    = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
	pictureNamespace = "http://schemas.openxmlformats.org/drawingml/2006/picture"
	maxLabel         = 40 // characters
)

// hiddenObject is an object that the editor cannot show: it gets a placeholder, and the object comes back after the edit.
type hiddenObject struct {
	partName string
	raw      []byte
	label    string
}

// placeholders puts placeholders in the place of objects and of tags, and these back.
type placeholders struct {
	tagPrefix string // what tags of placeholders begin with
	objects   []hiddenObject
	controls  []controlTags
}

// newPlaceholders chooses a prefix that stands nowhere in the parts.
func newPlaceholders(parts map[string][]byte) *placeholders {
	k := &placeholders{tagPrefix: placeholderPrefix}
	for {
		taken := false
		for _, src := range parts {
			taken = taken || bytes.Contains(src, []byte(k.tagPrefix))
		}
		if !taken {
			return k
		}
		k.tagPrefix += "x-"
	}
}

// hideObjects returns a part with placeholders. Parts have to come in the same order each time.
func (k *placeholders) hideObjects(name string, p *part) []byte {
	h := &placeholderWriter{placeholders: k, splicer: splicer{src: p.src}, part: p, name: name}
	p.root.walk(func(n *node) bool {
		if n.is("p") && n.space == wordNamespace {
			for _, kid := range n.children {
				h.replaceChild(kid)
			}
			return true
		}
		// Children of paragraphs were looked at; others with runs are insertions, links and their like.
		if runContainers[n.local] && n.space == wordNamespace {
			for _, kid := range n.children {
				h.replaceChild(kid)
			}
		}
		return !h.isReplaced(n)
	})
	return h.finish()
}

// runContainers are the elements of a paragraph in which the editor shows runs.
var runContainers = map[string]bool{
	"hyperlink": true, "ins": true, "del": true, "moveFrom": true, "moveTo": true, "fldSimple": true, "sdt": true, "sdtContent": true,
}

// blockElements are the elements of a control around more than runs, whose own paragraphs are looked at.
var blockElements = map[string]bool{"p": true, "tbl": true, "tr": true, "tc": true}

// placeholderWriter is a part on its way to the editor.
type placeholderWriter struct {
	*placeholders
	splicer
	part *part
	name string
}

func (h *placeholderWriter) isReplaced(n *node) bool { return n.start < h.done && n.end <= h.done }

// replaceChild replaces a child of a paragraph that the editor would lose, or those of its parts.
func (h *placeholderWriter) replaceChild(n *node) {
	switch {
	case n.local == "" || h.isReplaced(n) || blockElements[n.local] && n.space == wordNamespace:
	case n.is("r") && n.space == wordNamespace:
		h.replaceRun(n)
	case !runContainers[n.local] && n.containsRun():
		h.replaceElement(n, h.part.raw(n), n)
	}
}

// replaceRun replaces what the editor does not know of a run.
func (h *placeholderWriter) replaceRun(n *node) {
	var form []byte
	children, foreign := 0, 0
	for _, kid := range n.contentNodes() {
		if kid.is("rPr") {
			form = h.part.raw(kid)
			continue
		}
		children++
		if !isEditable(kid) {
			foreign++
		}
	}
	switch {
	case foreign == 0:
		return
	case foreign == children:
		h.replaceElement(n, h.part.raw(n), n)
		return
	}
	start, end := string(h.part.src[n.start:n.contentStart])+string(form), "</"+n.qualifiedName()+">"
	h.cut(n.start, n.end)
	open := false
	for _, kid := range n.contentNodes() {
		raw := h.part.raw(kid)
		switch {
		case kid.is("rPr"):
		case isEditable(kid):
			if !open {
				h.out.WriteString(start)
			}
			h.out.Write(raw)
			open = true
		default:
			if open {
				h.out.WriteString(end)
			}
			open = false
			h.writePlaceholder(n, []byte(start+string(raw)+end), kid)
		}
	}
	if open {
		h.out.WriteString(end)
	}
}

// replaceElement replaces an element by a placeholder.
func (h *placeholderWriter) replaceElement(n *node, raw []byte, what *node) {
	h.cut(n.start, n.end)
	h.writePlaceholder(n, raw, what)
}

func (h *placeholderWriter) writePlaceholder(run *node, raw []byte, what *node) {
	label := h.part.formatLabel(what, len(h.objects)+1)
	h.out.WriteString(h.formatPlaceholder(h.part, run, label))
	h.objects = append(h.objects, hiddenObject{partName: h.name, raw: raw, label: label})
}

var editableElements = map[string]bool{
	"t": true, "tab": true, "br": true, "fldChar": true, "instrText": true, "delText": true, "delInstrText": true,
	"footnoteReference": true,
	"endnoteReference":  true, "commentReference": true, "annotationRef": true, "footnoteRef": true, "endnoteRef": true,
	"separator": true, "continuationSeparator": true, "lastRenderedPageBreak": true,
}

// isEditable is whether the editor keeps a part of a run.
func isEditable(n *node) bool {
	return n.local == "" || editableElements[n.local] || n.is("drawing") && isPicture(n)
}

// containsRun reports whether an element has runs in it.
func (n *node) containsRun() bool {
	runs := false
	n.walk(func(k *node) bool {
		runs = runs || k.is("r") && k.space == wordNamespace
		return !runs
	})
	return runs
}

// characterLabels are short names of what stands between letters.
var characterLabels = map[string]string{"noBreakHyphen": "\u2011", "softHyphen": "¬", "ptab": "⇥", "cr": "↵"}

func (p *part) formatLabel(n *node, number int) string {
	if sign := characterLabels[n.local]; sign != "" {
		return sign
	}
	return "▣ " + p.describeObject(n, number)
}

func isPicture(drawing *node) bool {
	is := false
	drawing.walk(func(n *node) bool {
		if n.local == "graphicData" {
			is = n.attr("uri") == pictureNamespace
		}
		return true
	})
	return is
}

// describeObject is a short name of an object: what it says, how it is called, or its number.
func (p *part) describeObject(n *node, number int) string {
	var text, name strings.Builder
	n.walk(func(k *node) bool {
		switch {
		case k.local == "Fallback":
			return false
		case k.local == "t":
			k.appendText(&text)
			text.WriteByte(' ')
		case k.local == "docPr" && name.Len() == 0:
			name.WriteString(k.attr("name"))
		}
		return true
	})
	for _, s := range []string{text.String(), name.String()} {
		if s = strings.Join(strings.Fields(s), " "); s != "" {
			if utf8.RuneCountInString(s) > maxLabel {
				s = strings.TrimSpace(string([]rune(s)[:maxLabel-1])) + "…"
			}
			return s
		}
	}
	return strconv.Itoa(number)
}

func (k *placeholders) formatPlaceholder(p *part, n *node, label string) string {
	form := ""
	for _, kid := range n.children {
		if n.is("r") && kid.is("rPr") {
			form = string(p.raw(kid))
		}
	}
	// Numbers of content controls are few in a document, and these are its own.
	id := 1_800_000_000 + len(k.objects)
	return fmt.Sprintf(`<w:sdt><w:sdtPr><w:alias w:val="%[1]s"/><w:tag w:val="%[2]s%[3]d"/><w:id w:val="%[4]d"/>`+
		`<w:lock w:val="contentLocked"/></w:sdtPr><w:sdtContent><w:r>%[5]s<w:t xml:space="preserve">%[1]s</w:t></w:r>`+
		`</w:sdtContent></w:sdt>`,
		escape(label), k.tagPrefix, len(k.objects), id, form)
}

// restoreObjects puts the objects back. What somebody wrote into a placeholder stays beside its object.
func (k *placeholders) restoreObjects(name string, src []byte) ([]byte, error) {
	if !bytes.Contains(src, []byte(k.tagPrefix)) {
		return src, nil
	}
	p, err := parsePart(src)
	if err != nil {
		return nil, err
	}
	s := splicer{src: src}
	p.root.walk(func(n *node) bool {
		object := k.findObject(n)
		if object == nil {
			return true
		}
		s.cut(n.start, n.end)
		before, after := splitAroundLabel(n, object.label)
		writeTextRun(&s.out, p, n, before)
		// Another part has other relations, which the object would not find.
		if object.partName == name {
			s.out.Write(object.raw)
		} else {
			writeTextRun(&s.out, p, n, object.label)
		}
		writeTextRun(&s.out, p, n, after)
		return false
	})
	return s.finish(), nil
}

// findObject is the object that a placeholder stands for.
func (k *placeholders) findObject(n *node) *hiddenObject {
	if !n.is("sdt") {
		return nil
	}
	for _, pr := range n.children {
		if !pr.is("sdtPr") {
			continue
		}
		for _, tag := range pr.children {
			number, ok := strings.CutPrefix(tag.attr("val"), k.tagPrefix)
			if i, err := strconv.Atoi(number); tag.is("tag") && ok && err == nil && i >= 0 && i < len(k.objects) {
				return &k.objects[i]
			}
		}
	}
	return nil
}

// splitAroundLabel is what stands in a placeholder before and after its label. A shorter rest of the label has
// nothing that somebody wrote.
func splitAroundLabel(n *node, label string) (before, after string) {
	var b strings.Builder
	n.walk(func(k *node) bool {
		if k.is("t") {
			for _, text := range k.children {
				b.WriteString(text.text)
			}
		}
		return !k.is("sdtPr")
	})
	text := b.String()
	if before, after, found := strings.Cut(text, label); found {
		return before, after
	}
	// Somebody wrote into it.
	for i := range label {
		if more, ok := strings.CutPrefix(text, label[:i]); ok && strings.HasSuffix(more, label[i:]) {
			return "", strings.TrimSuffix(more, label[i:])
		}
	}
	if len(text) > len(label) {
		return "", text
	}
	return "", ""
}

func writeTextRun(out *bytes.Buffer, p *part, n *node, text string) {
	if text == "" {
		return
	}
	form := ""
	n.walk(func(kid *node) bool {
		if kid.is("sdtPr") {
			return false
		}
		if kid.is("rPr") && form == "" {
			form = string(p.raw(kid))
		}
		return true
	})
	fmt.Fprintf(out, `<w:r>%s<w:t xml:space="preserve">%s</w:t></w:r>`, form, escape(text))
}
