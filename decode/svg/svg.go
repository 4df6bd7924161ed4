// Package svg writes drawings in SVG anew as PDFs, which PDFium draws. Nothing of a drawing runs, and nothing outside of it is
// read. What would look wrong without a part that is not known here, such as a filter, is refused.
package svg

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"

	"anbar/decode/source"

	"golang.org/x/text/encoding/charmap"
)

const (
	maxSource   = 8 << 20 // bytes
	maxElements = 50_000
	maxDepth    = 128
	maxDrawn    = 50_000   // elements, each as often as it is drawn
	maxWritten  = 24 << 20 // bytes of the PDF
	maxEntities = 64
)

// ErrDrawing says that the drawing itself is why it cannot be shown.
var ErrDrawing = errors.New("not a drawing that can be shown")

// IsDrawing reports whether a file may be a drawing, by its first bytes.
func IsDrawing(head []byte) bool {
	head = bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
	return bytes.HasPrefix(bytes.TrimSpace(head), []byte("<"))
}

// ToPDF returns a drawing as a page.
func ToPDF(src *source.Source) ([]byte, error) {
	if src.Size() > maxSource {
		return nil, fmt.Errorf("%w: %d bytes", ErrDrawing, src.Size())
	}
	page, err := convertDrawing(src.NewBufferedReader())
	switch {
	case src.Err() != nil:
		return nil, src.Err()
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrDrawing, err)
	}
	return page, nil
}

func convertDrawing(r io.Reader) ([]byte, error) {
	root, err := parseTree(r)
	if err != nil {
		return nil, err
	}
	if root.name != "svg" {
		return nil, fmt.Errorf("its root is %q", root.name)
	}
	d := &drawing{ids: map[string]*node{}, out: &bytes.Buffer{}}
	if err := d.indexNodes(root); err != nil {
		return nil, err
	}
	return d.writePage(root)
}

// node is an element, or a text in one.
type node struct {
	name     string // empty for a text
	text     string
	attrs    map[string]string
	children []*node
}

var entity = regexp.MustCompile(`<!ENTITY\s+([\w.-]+)\s+(?:"([^"&<]{0,256})"|'([^'&<]{0,256})')\s*>`)

// parseTree reads the tree. Entities that the document defines are known when they hold no others: programs write the names of
// their namespaces so.
func parseTree(r io.Reader) (*node, error) {
	d := xml.NewDecoder(r)
	d.CharsetReader = func(name string, r io.Reader) (io.Reader, error) {
		switch strings.ToLower(name) {
		case "iso-8859-1", "us-ascii", "windows-1252":
			return charmap.Windows1252.NewDecoder().Reader(r), nil
		}
		return nil, fmt.Errorf("its letters are those of %.20q", name)
	}
	top := &node{}
	path, count := []*node{top}, 0
	for {
		tok, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if count++; count > 3*maxElements || len(path) > maxDepth {
			return nil, errors.New("too many elements")
		}
		in := path[len(path)-1]
		switch tok := tok.(type) {
		case xml.Directive:
			d.Entity = map[string]string{}
			for _, m := range entity.FindAllSubmatch(tok, maxEntities) {
				d.Entity[string(m[1])] = string(m[2]) + string(m[3])
			}
		case xml.StartElement:
			n := &node{name: tok.Name.Local, attrs: make(map[string]string, len(tok.Attr))}
			for _, a := range tok.Attr {
				n.attrs[a.Name.Local] = strings.TrimSpace(a.Value)
			}
			in.children, path = append(in.children, n), append(path, n)
		case xml.EndElement:
			path = path[:len(path)-1]
		case xml.CharData:
			in.children = append(in.children, &node{text: string(tok)})
		}
	}
	for _, n := range top.children {
		if n.name != "" {
			return n, nil
		}
	}
	return nil, errors.New("no element in it")
}

// indexNodes finds what has a name, and the rules of styles.
func (d *drawing) indexNodes(n *node) error {
	if id := n.attrs["id"]; id != "" && d.ids[id] == nil {
		d.ids[id] = n
	}
	if n.name == "style" {
		if err := d.rules.parseSheet(textOf(n)); err != nil {
			return err
		}
	}
	for _, c := range n.children {
		if err := d.indexNodes(c); err != nil {
			return err
		}
	}
	return nil
}

func textOf(n *node) string {
	var b strings.Builder
	for _, c := range n.children {
		b.WriteString(c.text)
	}
	return b.String()
}

// matrix maps a point to (ax + cy + e, bx + dy + f).
type matrix [6]float64

var identity = matrix{1, 0, 0, 1, 0, 0}

// multiply returns the matrix that applies n first and m after it.
func (m matrix) multiply(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[2]*n[1], m[1]*n[0] + m[3]*n[1], m[0]*n[2] + m[2]*n[3], m[1]*n[2] + m[3]*n[3],
		m[0]*n[4] + m[2]*n[5] + m[4], m[1]*n[4] + m[3]*n[5] + m[5],
	}
}

func (m matrix) apply(p point) point {
	return point{m[0]*p.x + m[2]*p.y + m[4], m[1]*p.x + m[3]*p.y + m[5]}
}

// isFlat is whether nothing can be seen after it.
func (m matrix) isFlat() bool {
	det := m[0]*m[3] - m[1]*m[2]
	return math.Abs(det) < 1e-12 || math.IsNaN(det) || math.IsInf(det, 0)
}

type point struct{ x, y float64 }

var callPattern = regexp.MustCompile(`(\w+)\s*\(([^)]*)\)`)

// parseTransform reads a list of transformations.
func parseTransform(s string) matrix {
	m := identity
	for _, c := range callPattern.FindAllStringSubmatch(s, 64) {
		v := parseNumbers(c[2])
		at := func(i int, usual float64) float64 {
			if i < len(v) {
				return v[i]
			}
			return usual
		}
		switch c[1] {
		case "matrix":
			if len(v) == 6 {
				m = m.multiply(matrix(v))
			}
		case "translate":
			m = m.multiply(matrix{1, 0, 0, 1, at(0, 0), at(1, 0)})
		case "scale":
			m = m.multiply(matrix{at(0, 1), 0, 0, at(1, at(0, 1)), 0, 0})
		case "rotate":
			sin, cos := math.Sincos(at(0, 0) * math.Pi / 180)
			x, y := at(1, 0), at(2, 0)
			m = m.multiply(matrix{1, 0, 0, 1, x, y}).multiply(matrix{cos, sin, -sin, cos, 0, 0}).multiply(matrix{1, 0, 0, 1, -x, -y})
		case "skewX":
			m = m.multiply(matrix{1, 0, math.Tan(at(0, 0) * math.Pi / 180), 1, 0, 0})
		case "skewY":
			m = m.multiply(matrix{1, math.Tan(at(0, 0) * math.Pi / 180), 0, 1, 0, 0})
		}
	}
	return m
}
