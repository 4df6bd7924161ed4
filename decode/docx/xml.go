package docx

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"slices"
	"strings"
)

const (
	maxDepth = 256
	maxNodes = 1_500_000
)

// ErrUnreadable means that a document, or what an editor made of it, cannot be read.
var ErrUnreadable = errors.New("not a document of Word that can be read")

var errDTD = fmt.Errorf("%w: it has a DTD", ErrUnreadable)

// attr is an attribute with its namespace resolved.
type attr struct{ space, prefix, local, value string }

// node is an element, or a text when its local name is empty.
type node struct {
	space, prefix, local     string
	attrs                    []attr
	scope                    *scope // of the prefixes in this element
	children                 []*node
	text                     string // of a text
	start, end               int    // in the bytes of the part
	contentStart, contentEnd int    // the end of the start tag, the beginning of the end tag
	hash, key                uint64
}

// scope are the prefixes that an element declares.
type scope struct {
	parent     *scope
	namespaces map[string]string
}

func (s *scope) find(prefix string) string {
	for ; s != nil; s = s.parent {
		if space, ok := s.namespaces[prefix]; ok {
			return space
		}
	}
	if prefix == "xml" {
		return "http://www.w3.org/XML/1998/namespace"
	}
	return ""
}

// part is an XML part of a document, with its bytes.
type part struct {
	src  []byte
	root *node
}

func (p *part) raw(n *node) []byte { return p.src[n.start:n.end] }

// withContent returns the part with other content of its root, which may be an empty tag.
func (p *part) withContent(content []byte) []byte {
	r := p.root
	if r.contentStart < r.end {
		return slices.Concat(p.src[:r.contentStart], content, p.src[r.contentEnd:])
	}
	open := bytes.TrimSuffix(p.src[:r.end], []byte("/>"))
	return slices.Concat(open, []byte(">"), content, []byte("</"+r.qualifiedName()+">"), p.src[r.end:])
}

// treeBuilder builds the tree of a part.
type treeBuilder struct {
	d     *xml.Decoder
	p     *part
	stack []*node
	nodes int
}

func parsePart(src []byte) (*part, error) {
	r := &treeBuilder{d: xml.NewDecoder(bytes.NewReader(src)), p: &part{src: src}}
	for {
		at := int(r.d.InputOffset())
		tok, err := r.d.RawToken()
		if err == io.EOF {
			break
		}
		if err == nil {
			err = r.addToken(tok, at, int(r.d.InputOffset()))
		}
		if err != nil {
			return nil, errors.Join(ErrUnreadable, err)
		}
	}
	if r.p.root == nil || len(r.stack) > 0 {
		return nil, fmt.Errorf("%w: an XML part ends early", ErrUnreadable)
	}
	r.p.root.computeHashes()
	return r.p, nil
}

func (r *treeBuilder) addToken(tok xml.Token, at, end int) error {
	switch tok := tok.(type) {
	case xml.StartElement:
		return r.startElement(tok, at, end)
	case xml.EndElement:
		if len(r.stack) == 0 {
			return errors.New("an end without a beginning")
		}
		n := r.stack[len(r.stack)-1]
		if n.prefix != tok.Name.Space || n.local != tok.Name.Local {
			return errors.New("an end of another element")
		}
		n.contentEnd, n.end = at, end
		r.stack = r.stack[:len(r.stack)-1]
	case xml.CharData:
		if len(r.stack) == 0 {
			return nil
		}
		above := r.stack[len(r.stack)-1]
		above.children = append(above.children, &node{text: string(tok), start: at, end: end})
	case xml.Directive:
		return errDTD
	}
	return nil
}

func (r *treeBuilder) startElement(tok xml.StartElement, at, end int) error {
	if r.nodes++; r.nodes > maxNodes || len(r.stack) >= maxDepth {
		return errors.New("too many elements")
	}
	n := &node{prefix: tok.Name.Space, local: tok.Name.Local, start: at, contentStart: end, contentEnd: end, end: end}
	if len(r.stack) > 0 {
		above := r.stack[len(r.stack)-1]
		above.children, n.scope = append(above.children, n), above.scope
	} else if r.p.root != nil {
		return errors.New("two roots")
	} else {
		r.p.root = n
	}
	n.setAttrs(tok.Attr)
	n.space = n.scope.find(n.prefix)
	for i := range n.attrs {
		if n.attrs[i].prefix != "" {
			n.attrs[i].space = n.scope.find(n.attrs[i].prefix)
		}
	}
	r.stack = append(r.stack, n)
	return nil
}

// setAttrs takes the attributes of a tag, and the prefixes that it declares.
func (n *node) setAttrs(attrs []xml.Attr) {
	declared := map[string]string{}
	for _, a := range attrs {
		switch {
		case a.Name.Space == "xmlns":
			declared[a.Name.Local] = a.Value
		case a.Name.Space == "" && a.Name.Local == "xmlns":
			declared[""] = a.Value
		default:
			n.attrs = append(n.attrs, attr{prefix: a.Name.Space, local: a.Name.Local, value: a.Value})
		}
	}
	if len(declared) > 0 {
		n.scope = &scope{n.scope, declared}
	}
}

// is reports whether the element has that name, in whatever namespace.
func (n *node) is(local string) bool { return n.local == local }

func (n *node) attr(local string) string {
	for _, a := range n.attrs {
		if a.local == local {
			return a.value
		}
	}
	return ""
}

// isBlank is whether it is a text between elements.
func (n *node) isBlank() bool { return n.local == "" && strings.TrimSpace(n.text) == "" }

// contentNodes are the children that mean something.
func (n *node) contentNodes() []*node {
	elements := slices.ContainsFunc(n.children, func(k *node) bool { return k.local != "" })
	if !elements {
		return n.children
	}
	var out []*node
	for _, k := range n.children {
		if !k.isBlank() {
			out = append(out, k)
		}
	}
	return out
}

// walk visits the elements below, and itself; it stops going down where visit returns false.
func (n *node) walk(visit func(*node) bool) {
	if n.local == "" || !visit(n) {
		return
	}
	for _, k := range n.children {
		k.walk(visit)
	}
}

// appendText appends the text that a reader sees, and the names of what else stands in it.
func (n *node) appendText(b *strings.Builder) {
	switch n.local {
	case "":
		b.WriteString(n.text)
		return
	case "rPr", "pPr", "tblPr", "tcPr", "trPr", "sdtPr", "sectPr":
		return
	case "tab", "br", "cr":
		b.WriteByte(' ')
	case "instrText":
		for _, k := range n.children {
			b.WriteString(strings.TrimSpace(k.text))
		}
		return
	}
	for _, k := range n.contentNodes() {
		k.appendText(b)
	}
}

func (n *node) visibleText() string {
	var b strings.Builder
	n.appendText(&b)
	return b.String()
}

var hashSeed = maphash.MakeSeed()

// textKeyed are the elements that are known by their text, and not by an attribute.
var textKeyed = map[string]bool{
	"p": true, "r": true, "t": true, "tbl": true, "tr": true, "tc": true, "hyperlink": true, "sdt": true, "sdtContent": true,
	"ins": true, "del": true, "moveFrom": true, "moveTo": true, "smartTag": true, "fldSimple": true, "delText": true,
	"instrText": true, "txbxContent": true,
}

// keyAttrs are the attributes that name an element among its siblings.
var keyAttrs = []string{"id", "Id", "styleId", "numId", "abstractNumId", "ilvl", "type", "name", "tag", "PartName", "Extension"}

// isVolatile are attributes that editors change with each save.
func (a attr) isVolatile() bool {
	return strings.HasPrefix(a.local, "rsid") || a.local == "paraId" || a.local == "textId"
}

// computeHashes computes what the merge compares: the hash of all that it says, and the key by which it is known.
func (n *node) computeHashes() {
	if n.local == "" {
		n.hash = maphash.String(hashSeed, "\x00"+n.text)
		n.key = n.hash
		return
	}
	var all, key maphash.Hash
	all.SetSeed(hashSeed)
	key.SetSeed(hashSeed)
	write := func(h *maphash.Hash, s string) {
		h.WriteString(s)
		h.WriteByte(0)
	}
	write(&all, n.space)
	write(&all, n.local)
	write(&key, n.local)
	attrs := slices.Clone(n.attrs)
	slices.SortFunc(attrs, func(a, b attr) int {
		return strings.Compare(a.space+"\x00"+a.local, b.space+"\x00"+b.local)
	})
	for _, a := range attrs {
		if a.isVolatile() {
			continue
		}
		write(&all, a.space)
		write(&all, a.local)
		write(&all, a.value)
		if !textKeyed[n.local] && slices.Contains(keyAttrs, a.local) {
			write(&key, a.value)
		}
	}
	for _, k := range n.children {
		k.computeHashes()
	}
	for _, k := range n.contentNodes() {
		maphash.WriteComparable(&all, k.hash)
	}
	if textKeyed[n.local] {
		said := n.visibleText()
		write(&key, said)
		for _, k := range n.contentNodes() {
			if said == "" && k.local != "" && !k.isSingleton() {
				write(&key, k.local)
				write(&key, k.attr("id"))
			}
		}
	}
	n.hash, n.key = all.Sum64(), key.Sum64()
}
