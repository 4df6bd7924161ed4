package docx

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	strictSpace  = "http://purl.oclc.org/ooxml/wordprocessingml/main"
	wordSpace    = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
	pictureSpace = "http://schemas.openxmlformats.org/drawingml/2006/picture"
	maxLabel     = 40 // characters
)

// kept is an object that the editor cannot show: it gets a placeholder, and the object comes back after the edit.
type kept struct {
	part  string
	raw   []byte
	label string
}

// keeper replaces objects by placeholders, and placeholders by objects.
type keeper struct {
	mark    string // what tags of placeholders begin with
	objects []kept
}

// newKeeper chooses a mark that stands nowhere in the parts.
func newKeeper(parts map[string][]byte) *keeper {
	k := &keeper{mark: "anbar-keep-"}
	for {
		taken := false
		for _, src := range parts {
			taken = taken || bytes.Contains(src, []byte(k.mark))
		}
		if !taken {
			return k
		}
		k.mark += "x-"
	}
}

// hide returns a part with placeholders. Parts have to come in the same order each time.
func (k *keeper) hide(name string, p *part) []byte {
	h := &hiding{keeper: k, part: p, name: name}
	p.root.walk(func(n *node) bool {
		if n.is("p") && n.space == wordSpace {
			for _, kid := range n.kids {
				h.child(kid)
			}
			return true
		}
		// Children of paragraphs were looked at; others with runs are insertions, links and their like.
		if holds[n.local] && n.space == wordSpace {
			for _, kid := range n.kids {
				h.child(kid)
			}
		}
		return !h.within(n)
	})
	if h.done == 0 {
		return p.src
	}
	h.out.Write(p.src[h.done:])
	return h.out.Bytes()
}

// holds are the elements of a paragraph in which the editor shows runs.
var holds = map[string]bool{
	"hyperlink": true, "ins": true, "del": true, "moveFrom": true, "moveTo": true, "fldSimple": true, "sdt": true, "sdtContent": true,
}

// hiding is a part on its way to the editor.
type hiding struct {
	*keeper
	part *part
	name string
	out  bytes.Buffer
	done int
}

func (h *hiding) within(n *node) bool { return n.from < h.done && n.to <= h.done }

// child replaces a child of a paragraph that the editor would lose, or those of its parts.
func (h *hiding) child(n *node) {
	switch {
	case n.local == "" || h.within(n):
	case n.is("r") && n.space == wordSpace:
		h.run(n)
	case !holds[n.local] && h.part.inParagraph(n):
		h.keep(n, h.part.raw(n), n)
	}
}

// run replaces what the editor does not know of a run.
func (h *hiding) run(n *node) {
	var form []byte
	parts, foreign := 0, 0
	for _, kid := range n.parts() {
		if kid.is("rPr") {
			form = h.part.raw(kid)
			continue
		}
		parts++
		if !editable(kid) {
			foreign++
		}
	}
	switch {
	case foreign == 0:
		return
	case foreign == parts:
		h.keep(n, h.part.raw(n), n)
		return
	}
	start, end := string(h.part.src[n.from:n.open])+string(form), "</"+n.qualified()+">"
	h.out.Write(h.part.src[h.done:n.from])
	h.done = n.from
	open := false
	for _, kid := range n.parts() {
		raw := h.part.raw(kid)
		switch {
		case kid.is("rPr"):
		case editable(kid):
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
			h.put(n, []byte(start+string(raw)+end), kid)
		}
	}
	if open {
		h.out.WriteString(end)
	}
	h.done = n.to
}

// keep replaces an element by a placeholder.
func (h *hiding) keep(n *node, raw []byte, what *node) {
	h.out.Write(h.part.src[h.done:n.from])
	h.put(n, raw, what)
	h.done = n.to
}

func (h *hiding) put(run *node, raw []byte, what *node) {
	label := h.part.label(what, len(h.objects)+1)
	h.out.WriteString(h.placeholder(h.part, run, label))
	h.objects = append(h.objects, kept{h.name, raw, label})
}

var shown = map[string]bool{
	"t": true, "tab": true, "br": true, "fldChar": true, "instrText": true, "delText": true, "delInstrText": true,
	"footnoteReference": true,
	"endnoteReference":  true, "commentReference": true, "annotationRef": true, "footnoteRef": true, "endnoteRef": true,
	"separator": true, "continuationSeparator": true, "lastRenderedPageBreak": true,
}

// editable is whether the editor keeps a part of a run.
func editable(n *node) bool { return n.local == "" || shown[n.local] || n.is("drawing") && picture(n) }

// inParagraph is whether an element has runs, and stands where a run may stand.
func (p *part) inParagraph(n *node) bool {
	runs := false
	n.walk(func(k *node) bool {
		runs = runs || k.is("r") && k.space == wordSpace
		return !runs
	})
	return runs
}

// signs are short names of what stands between letters.
var signs = map[string]string{"noBreakHyphen": "\u2011", "softHyphen": "¬", "ptab": "⇥", "cr": "↵"}

func (p *part) label(n *node, number int) string {
	if sign := signs[n.local]; sign != "" {
		return sign
	}
	return "▣ " + p.describe(n, number)
}

func picture(drawing *node) bool {
	is := false
	drawing.walk(func(n *node) bool {
		if n.local == "graphicData" {
			is = n.attr("uri") == pictureSpace
		}
		return true
	})
	return is
}

// describe is a short name of an object: what it says, how it is called, or its number.
func (p *part) describe(n *node, number int) string {
	var text, name strings.Builder
	n.walk(func(k *node) bool {
		switch {
		case k.local == "Fallback":
			return false
		case k.local == "t":
			k.words(&text)
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

func (k *keeper) placeholder(p *part, n *node, label string) string {
	form := ""
	for _, kid := range n.kids {
		if n.is("r") && kid.is("rPr") {
			form = string(p.raw(kid))
		}
	}
	// Numbers of content controls are few in a document, and these are its own.
	id := 1_800_000_000 + len(k.objects)
	return fmt.Sprintf(`<w:sdt><w:sdtPr><w:alias w:val="%[1]s"/><w:tag w:val="%[2]s%[3]d"/><w:id w:val="%[4]d"/>`+
		`<w:lock w:val="contentLocked"/></w:sdtPr><w:sdtContent><w:r>%[5]s<w:t xml:space="preserve">%[1]s</w:t></w:r>`+
		`</w:sdtContent></w:sdt>`,
		escape(label), k.mark, len(k.objects), id, form)
}

// show puts the objects back. What somebody wrote into a placeholder stays beside its object.
func (k *keeper) show(name string, src []byte) ([]byte, error) {
	if !bytes.Contains(src, []byte(k.mark)) {
		return src, nil
	}
	p, err := parse(src)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	done := 0
	p.root.walk(func(n *node) bool {
		object := k.of(n)
		if object == nil {
			return true
		}
		out.Write(src[done:n.from])
		before, after := beside(n, object.label)
		k.text(&out, p, n, before)
		// Another part has other relations, which the object would not find.
		if object.part == name {
			out.Write(object.raw)
		} else {
			k.text(&out, p, n, object.label)
		}
		k.text(&out, p, n, after)
		done = n.to
		return false
	})
	out.Write(src[done:])
	return out.Bytes(), nil
}

// of is the object that a placeholder stands for.
func (k *keeper) of(n *node) *kept {
	if !n.is("sdt") {
		return nil
	}
	for _, pr := range n.kids {
		if !pr.is("sdtPr") {
			continue
		}
		for _, tag := range pr.kids {
			number, ok := strings.CutPrefix(tag.attr("val"), k.mark)
			if i, err := strconv.Atoi(number); tag.is("tag") && ok && err == nil && i >= 0 && i < len(k.objects) {
				return &k.objects[i]
			}
		}
	}
	return nil
}

// beside is what stands in a placeholder before and after its label. A label that somebody shortened is none.
func beside(n *node, label string) (before, after string) {
	var b strings.Builder
	n.walk(func(k *node) bool {
		if k.is("t") {
			for _, text := range k.kids {
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

func (k *keeper) text(out *bytes.Buffer, p *part, n *node, text string) {
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
