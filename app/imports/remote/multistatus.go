package remote

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"anbar/app/imports/source"
	"anbar/app/limits"
)

// The namespaces of properties.
const (
	davNS   = "DAV:"
	ocNS    = "http://owncloud.org/ns"
	ncNS    = "http://nextcloud.org/ns"
	anbarNS = "urn:anbar" // app/nextcloud tells custom fields in it
)

// response is what a server says about one resource.
type response struct {
	href   string
	status string // of the whole; empty with properties
	props  map[xml.Name]*prop
}

// prop is a property: its text, and the elements in it.
type prop struct {
	text string
	kids []kid
}

// kid is an element within a property.
type kid struct {
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

func (r *response) kids(space, name string) []kid {
	if p := r.props[xml.Name{Space: space, Local: name}]; p != nil {
		return p.kids
	}
	return nil
}

func (r *response) collection() bool {
	for _, k := range r.kids(davNS, "resourcetype") {
		if k.name == (xml.Name{Space: davNS, Local: "collection"}) {
			return true
		}
	}
	return false
}

// answers reads the responses of a listing one after the other. It holds one of them in memory, and none of more than
// limits.RemoteResponse bytes.
type answers struct {
	dec  *xml.Decoder
	left *budget
	body io.Closer
}

// budget bounds what is read until it is filled up again.
type budget struct {
	io.Reader
	left int
}

var errTooMuch = fmt.Errorf("%w: the answer is too large", source.ErrAnswer)

// Read implements io.Reader.
func (b *budget) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errTooMuch
	}
	n, err := b.Reader.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

func newAnswers(body io.ReadCloser) (*answers, error) {
	a := &answers{left: &budget{body, limits.RemoteResponse}, body: body}
	a.dec = xml.NewDecoder(a.left)
	start, err := a.begin()
	if err == nil && start.Name != (xml.Name{Space: davNS, Local: "multistatus"}) {
		err = errAnswer
	}
	if err != nil {
		return nil, errors.Join(err, body.Close())
	}
	return a, nil
}

// token is the next token; documents with a type are refused, for only those can grow.
func (a *answers) token() (xml.Token, error) {
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

// begin is the next start of an element.
func (a *answers) begin() (*xml.StartElement, error) {
	for {
		t, err := a.token()
		if err != nil {
			return nil, err
		}
		if start, ok := t.(xml.StartElement); ok {
			return &start, nil
		}
	}
}

// next returns the next response; io.EOF at the end of the list. A list that is cut off ends with another error.
func (a *answers) next() (*response, error) {
	for {
		a.left.left = limits.RemoteResponse
		t, err := a.token()
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
			return a.response()
		}
	}
}

func (a *answers) close() error { return a.body.Close() }

// skip leaves out the rest of an element.
func (a *answers) skip(depth int) error {
	for depth > 0 {
		t, err := a.token()
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

func (a *answers) response() (*response, error) {
	r := &response{props: map[xml.Name]*prop{}}
	err := a.each(func(start *xml.StartElement) (err error) {
		switch start.Name {
		case xml.Name{Space: davNS, Local: "href"}:
			r.href, err = a.text()
		case xml.Name{Space: davNS, Local: "status"}:
			r.status, err = a.text()
		case xml.Name{Space: davNS, Local: "propstat"}:
			err = a.propstat(r)
		default:
			err = a.skip(1)
		}
		return err
	})
	return r, err
}

// propstat takes the properties that the resource has.
func (a *answers) propstat(r *response) error {
	props, said := map[xml.Name]*prop{}, ""
	err := a.each(func(start *xml.StartElement) (err error) {
		switch start.Name {
		case xml.Name{Space: davNS, Local: "status"}:
			said, err = a.text()
		case xml.Name{Space: davNS, Local: "prop"}:
			err = a.each(func(start *xml.StartElement) (err error) {
				props[start.Name], err = a.prop()
				return err
			})
		default:
			err = a.skip(1)
		}
		return err
	})
	if code(said) != "200" {
		return err
	}
	for name, p := range props {
		r.props[name] = p
	}
	return err
}

// code is the number in "HTTP/1.1 200 OK".
func code(status string) string {
	if fields := strings.Fields(status); len(fields) > 1 {
		return fields[1]
	}
	return ""
}

func (a *answers) prop() (*prop, error) {
	p := &prop{}
	var text strings.Builder
	err := a.walk(&text, func(start *xml.StartElement) error {
		k := kid{name: start.Name, attrs: map[string]string{}}
		for _, at := range start.Attr {
			k.attrs[at.Name.Local] = at.Value
		}
		var err error
		if k.text, err = a.text(); err == nil {
			p.kids = append(p.kids, k)
		}
		return err
	})
	p.text = text.String()
	return p, err
}

// text is the text of an element, with that of the elements in it.
func (a *answers) text() (string, error) {
	var b strings.Builder
	depth := 1
	for {
		t, err := a.token()
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

// each gives the elements within the current one to do, which reads each to its end.
func (a *answers) each(do func(*xml.StartElement) error) error { return a.walk(&strings.Builder{}, do) }

func (a *answers) walk(text *strings.Builder, do func(*xml.StartElement) error) error {
	for {
		t, err := a.token()
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
