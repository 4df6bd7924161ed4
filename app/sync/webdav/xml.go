package webdav

import (
	"bufio"
	"cmp"
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
)

// element is an element of a request with all below it. Its names have their namespaces.
type element struct {
	Name     xml.Name
	Attrs    []xml.Attr // without those that declare namespaces
	Elements []*element
	Text     string // before the first child and between them
	parts    []any  // *element or string, in order
}

// child returns the first child of that name in the namespace of WebDAV; nil without one.
func (e *element) child(name string) *element {
	for _, k := range e.Elements {
		if k.Name == (xml.Name{Space: davNS, Local: name}) {
			return k
		}
	}
	return nil
}

const (
	davNS = "DAV:"
	xmlNS = "http://www.w3.org/XML/1998/namespace"
)

var errXML = errors.New("not well-formed")

// parser reads a body without the parts of XML that do harm: no document type, no entities of its own.
type parser struct {
	d     *xml.Decoder
	open  []*element
	raw   []xml.Name          // of the open elements, as they are written
	scope []map[string]string // prefixes and their namespaces
	nodes int
	root  *element
}

// readXML reads the body of a request; nil for an empty one.
func readXML(body io.Reader) (*element, error) {
	limited := &io.LimitedReader{R: body, N: limits.DavXML + 1}
	text, wide := toUTF8(bufio.NewReader(limited))
	p := &parser{d: xml.NewDecoder(text), scope: []map[string]string{{"xml": xmlNS, "": ""}}}
	p.d.CharsetReader = func(charset string, r io.Reader) (io.Reader, error) {
		if wide && strings.HasPrefix(strings.ToLower(charset), "utf-16") {
			return r, nil // it is UTF-8 by now
		}
		return nil, errXML
	}
	err := p.parse()
	switch {
	case limited.N <= 0:
		return nil, fault.TooLarge
	case err != nil:
		return nil, fault.BadRequest.Because(err)
	}
	return p.root, nil
}

// toUTF8 decodes the two encodings that every program which reads XML has to know, by the mark at the beginning, or by its first
// letter (XML 1.0, appendix F), and reports whether it was UTF-16. Any other text is left as it is.
func toUTF8(r *bufio.Reader) (text io.Reader, wide bool) {
	first, err := r.Peek(2)
	if err != nil {
		return r, false
	}
	switch string(first) {
	case "<\x00":
		return transform.NewReader(r, unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewDecoder()), true
	case "\x00<":
		return transform.NewReader(r, unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewDecoder()), true
	}
	wide = string(first) == "\xff\xfe" || string(first) == "\xfe\xff"
	return transform.NewReader(r, unicode.BOMOverride(encoding.Nop.NewDecoder())), wide
}

func (p *parser) parse() error {
	for {
		t, err := p.d.RawToken()
		if errors.Is(err, io.EOF) {
			if len(p.open) > 0 {
				return errXML
			}
			return nil
		}
		if err == nil {
			err = p.acceptToken(t)
		}
		if err != nil {
			return err
		}
	}
}

func (p *parser) acceptToken(t xml.Token) error {
	switch t := t.(type) {
	case xml.StartElement:
		return p.startElement(t)
	case xml.EndElement:
		if len(p.open) == 0 || p.raw[len(p.raw)-1] != t.Name {
			return errXML
		}
		p.open, p.raw, p.scope = p.open[:len(p.open)-1], p.raw[:len(p.raw)-1], p.scope[:len(p.scope)-1]
	case xml.CharData:
		if len(p.open) == 0 {
			if strings.TrimSpace(string(t)) != "" {
				return errXML
			}
			return nil
		}
		e := p.open[len(p.open)-1]
		e.Text += string(t)
		e.parts = append(e.parts, string(t))
	case xml.Directive:
		return errors.New("a document type is not taken")
	}
	return nil
}

func (p *parser) startElement(t xml.StartElement) error {
	if p.nodes++; p.nodes > limits.DavElements || len(p.open) >= limits.DavDepth {
		return errors.New("too many elements, or too deep")
	}
	if len(p.open) == 0 && p.root != nil {
		return errXML
	}
	scope, err := p.parseNamespaces(t.Attr)
	if err != nil {
		return err
	}
	p.scope = append(p.scope, scope)
	e := &element{}
	if e.Name, err = p.resolveName(t.Name, true); err != nil {
		return err
	}
	if e.Attrs, err = p.resolveAttrs(t.Attr); err != nil {
		return err
	}
	p.attach(e)
	p.open, p.raw = append(p.open, e), append(p.raw, t.Name)
	return nil
}

// attach puts an element into the one that is open.
func (p *parser) attach(e *element) {
	if len(p.open) == 0 {
		p.root = e
		return
	}
	up := p.open[len(p.open)-1]
	up.Elements = append(up.Elements, e)
	up.parts = append(up.parts, e)
}

// resolveAttrs returns those that do not declare a namespace, under their full names.
func (p *parser) resolveAttrs(attrs []xml.Attr) (kept []xml.Attr, err error) {
	for _, a := range attrs {
		if a.Name.Space == "xmlns" || a.Name.Space == "" && a.Name.Local == "xmlns" {
			continue
		}
		if a.Name, err = p.resolveName(a.Name, false); err != nil {
			return nil, err
		}
		kept = append(kept, a)
	}
	return kept, nil
}

// parseNamespaces returns the namespaces in an element with those attributes.
func (p *parser) parseNamespaces(attrs []xml.Attr) (map[string]string, error) {
	scope := p.scope[len(p.scope)-1]
	own := false
	for _, a := range attrs {
		prefix := a.Name.Local
		switch {
		case a.Name.Space == "" && a.Name.Local == "xmlns":
			prefix = ""
		case a.Name.Space != "xmlns":
			continue
		case a.Value == "":
			return nil, errors.New("a prefix without a namespace")
		}
		if !own {
			own = true
			if len(scope)+len(attrs) > limits.DavElements {
				return nil, errors.New("too many namespaces")
			}
			scope = maps.Clone(scope)
		}
		scope[prefix] = a.Value
	}
	return scope, nil
}

func (p *parser) resolveName(n xml.Name, element bool) (xml.Name, error) {
	if n.Local == "" || strings.Contains(n.Local, ":") {
		return n, errXML
	}
	if n.Space == "" && !element {
		return n, nil
	}
	space, known := p.scope[len(p.scope)-1][n.Space]
	if !known {
		return n, errors.New("a prefix that is not declared")
	}
	n.Space = space
	return n, nil
}

// appendEscaped appends text of XML.
func appendEscaped(b []byte, s string) []byte {
	from := 0 // what comes before is appended
	for i := 0; i < len(s); {
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		if safe := escapeRune(r); safe != "" || r == utf8.RuneError {
			b = append(append(b, s[from:i]...), cmp.Or(safe, "\uFFFD")...)
			from = i + n
		}
		i += n
	}
	return append(b, s[from:]...)
}

// escapeRune is how a character is written in XML; empty for as it is.
func escapeRune(r rune) string {
	switch {
	case r == '&':
		return "&amp;"
	case r == '<':
		return "&lt;"
	case r == '>':
		return "&gt;"
	case r == '"':
		return "&quot;"
	case r == '\r':
		return "&#13;"
	case r < ' ' && r != '\t' && r != '\n', r == 0xfffe, r == 0xffff:
		return "\uFFFD"
	}
	return ""
}

// appendElement writes an element that needs nothing around it.
func appendElement(b []byte, e *element, outer string) []byte {
	b = append(append(b, '<'), e.Name.Local...)
	if e.Name.Space != outer {
		b = append(appendEscaped(append(b, ` xmlns="`...), e.Name.Space), '"')
	}
	for i, a := range e.Attrs {
		b = appendAttr(b, i, a)
	}
	if len(e.parts) == 0 {
		return append(b, "/>"...)
	}
	b = appendParts(append(b, '>'), e.parts, e.Name.Space)
	return append(append(append(b, "</"...), e.Name.Local...), '>')
}

// appendAttr writes the attribute at a place in its element. The place makes a prefix that no other attribute there has.
func appendAttr(b []byte, at int, a xml.Attr) []byte {
	switch a.Name.Space {
	case "":
		b = append(append(b, ' '), a.Name.Local...)
	case xmlNS:
		b = append(append(b, " xml:"...), a.Name.Local...)
	default:
		prefix := "a" + string(rune('a'+at%26)) + strings.Repeat("x", at/26)
		b = append(appendEscaped(append(append(append(b, " xmlns:"...), prefix...), `="`...), a.Name.Space), `" `...)
		b = append(append(append(b, prefix...), ':'), a.Name.Local...)
	}
	return append(appendEscaped(append(b, `="`...), a.Value), '"')
}

// appendParts writes the texts and elements inside an element.
func appendParts(b []byte, parts []any, outer string) []byte {
	for _, part := range parts {
		switch part := part.(type) {
		case string:
			b = appendEscaped(b, part)
		case *element:
			b = appendElement(b, part, outer)
		}
	}
	return b
}
