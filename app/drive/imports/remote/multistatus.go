package remote

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"anbar/app/base/limits"
	"anbar/app/drive/imports/source"
)

// The namespaces of properties.
const (
	davNS   = "DAV:"
	ocNS    = "http://owncloud.org/ns"
	ncNS    = "http://nextcloud.org/ns"
	anbarNS = "urn:anbar" // app/sync/nextcloud tells custom fields in it
)

// response is what a server says about one resource.
type response struct {
	href   string
	status string // of the whole; empty with properties
	props  map[xml.Name]*prop
}

// prop is a property: its text, and the elements in it.
type prop struct {
	text     string
	children []childElement
}

// childElement is an element within a property.
type childElement struct {
	name  xml.Name
	attrs map[string]string // by local name
	text  string
}

func (r *response) text(space, name string) string {
	if p := r.props[xml.Name{Space: space, Local: name}]; p != nil {
		return strings.TrimSpace(p.text)
	}
	return ""
}

func (r *response) children(space, name string) []childElement {
	if p := r.props[xml.Name{Space: space, Local: name}]; p != nil {
		return p.children
	}
	return nil
}

func (r *response) isCollection() bool {
	for _, k := range r.children(davNS, "resourcetype") {
		if k.name == (xml.Name{Space: davNS, Local: "collection"}) {
			return true
		}
	}
	return false
}

// multistatusReader reads the responses of a listing one after the other. It holds one of them in memory, and none of more than
// limits.RemoteListingEntry bytes.
type multistatusReader struct {
	dec    *xml.Decoder
	budget *limitedReader
	body   io.Closer
}

// limitedReader bounds what is read until it is filled up again.
type limitedReader struct {
	io.Reader
	remaining int
}

var errTooMuch = fmt.Errorf("%w: the answer is too large", source.ErrAnswer)

// Read implements io.Reader.
func (b *limitedReader) Read(p []byte) (int, error) {
	if b.remaining <= 0 {
		return 0, errTooMuch
	}
	n, err := b.Reader.Read(p[:min(len(p), b.remaining)])
	b.remaining -= n
	return n, err
}

func newMultistatusReader(body io.ReadCloser) (*multistatusReader, error) {
	a := &multistatusReader{budget: &limitedReader{body, limits.RemoteListingEntry}, body: body}
	a.dec = xml.NewDecoder(a.budget)
	start, err := a.nextStart()
	if err == nil && start.Name != (xml.Name{Space: davNS, Local: "multistatus"}) {
		err = errAnswer
	}
	if err != nil {
		return nil, errors.Join(err, body.Close())
	}
	return a, nil
}

// nextToken is the next token; documents with a type are refused, for only those can grow.
func (a *multistatusReader) nextToken() (xml.Token, error) {
	t, err := a.dec.Token()
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		if strings.Contains(syntax.Msg, "unexpected EOF") {
			return nil, io.ErrUnexpectedEOF // cut off; another try may bring the rest
		}
		return nil, errAnswer
	}
	if _, typed := t.(xml.Directive); typed {
		return nil, errAnswer
	}
	return t, err
}

// nextStart is the next start of an element.
func (a *multistatusReader) nextStart() (*xml.StartElement, error) {
	for {
		t, err := a.nextToken()
		if err != nil {
			return nil, err
		}
		if start, ok := t.(xml.StartElement); ok {
			return &start, nil
		}
	}
}

// next returns the next response; io.EOF at the end of the list. A list that is cut off ends with another error.
func (a *multistatusReader) next() (*response, error) {
	for {
		a.budget.remaining = limits.RemoteListingEntry
		t, err := a.nextToken()
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return nil, err
		}
		switch t := t.(type) {
		case xml.EndElement:
			return nil, io.EOF
		case xml.StartElement:
			if t.Name != (xml.Name{Space: davNS, Local: "response"}) {
				if err := a.skip(1); err != nil {
					return nil, err
				}
				continue
			}
			return a.readResponse()
		}
	}
}

func (a *multistatusReader) close() error { return a.body.Close() }

// skip leaves out the rest of an element.
func (a *multistatusReader) skip(depth int) error {
	for depth > 0 {
		t, err := a.nextToken()
		if err != nil {
			return err
		}
		switch t.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		}
		if depth > limits.DavDepth {
			return errAnswer
		}
	}
	return nil
}

func (a *multistatusReader) readResponse() (*response, error) {
	r := &response{props: map[xml.Name]*prop{}}
	err := a.eachChild(func(start *xml.StartElement) (err error) {
		switch start.Name {
		case xml.Name{Space: davNS, Local: "href"}:
			r.href, err = a.readText()
		case xml.Name{Space: davNS, Local: "status"}:
			r.status, err = a.readText()
		case xml.Name{Space: davNS, Local: "propstat"}:
			err = a.readPropstat(r)
		default:
			err = a.skip(1)
		}
		return err
	})
	return r, err
}

// readPropstat takes the properties that the resource has.
func (a *multistatusReader) readPropstat(r *response) error {
	props, said := map[xml.Name]*prop{}, ""
	err := a.eachChild(func(start *xml.StartElement) (err error) {
		switch start.Name {
		case xml.Name{Space: davNS, Local: "status"}:
			said, err = a.readText()
		case xml.Name{Space: davNS, Local: "prop"}:
			err = a.eachChild(func(start *xml.StartElement) (err error) {
				props[start.Name], err = a.readProp()
				return err
			})
		default:
			err = a.skip(1)
		}
		return err
	})
	if parseStatusCode(said) != "200" {
		return err
	}
	for name, p := range props {
		r.props[name] = p
	}
	return err
}

// parseStatusCode is the number in "HTTP/1.1 200 OK".
func parseStatusCode(status string) string {
	if fields := strings.Fields(status); len(fields) > 1 {
		return fields[1]
	}
	return ""
}

func (a *multistatusReader) readProp() (*prop, error) {
	p := &prop{}
	var text strings.Builder
	err := a.walkElement(&text, func(start *xml.StartElement) error {
		k := childElement{name: start.Name, attrs: map[string]string{}}
		for _, at := range start.Attr {
			k.attrs[at.Name.Local] = at.Value
		}
		var err error
		if k.text, err = a.readText(); err == nil {
			p.children = append(p.children, k)
		}
		return err
	})
	p.text = text.String()
	return p, err
}

// readText is the text of an element, with that of the elements in it.
func (a *multistatusReader) readText() (string, error) {
	var b strings.Builder
	depth := 1
	for {
		t, err := a.nextToken()
		if err != nil {
			return "", err
		}
		switch t := t.(type) {
		case xml.CharData:
			b.Write(t)
		case xml.StartElement:
			depth++
		case xml.EndElement:
			if depth--; depth == 0 {
				return strings.TrimSpace(b.String()), nil
			}
		}
		if depth > limits.DavDepth {
			return "", errAnswer
		}
	}
}

// eachChild gives the elements within the current one to do, which reads each to its end.
func (a *multistatusReader) eachChild(do func(*xml.StartElement) error) error {
	return a.walkElement(&strings.Builder{}, do)
}

func (a *multistatusReader) walkElement(text *strings.Builder, do func(*xml.StartElement) error) error {
	for {
		t, err := a.nextToken()
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.CharData:
			text.Write(t)
		case xml.StartElement:
			if err := do(&t); err != nil {
				return err
			}
		case xml.EndElement:
			return nil
		}
	}
}
