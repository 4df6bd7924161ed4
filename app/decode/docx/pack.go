package docx

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"anbar/app/decode/refusal"
)

// merged is a document in the making.
type merged struct {
	original, from, to *book
	draft              map[string][]byte // parts of the original, with placeholders
	keep               *keeper
	parts              map[string][]byte // XML parts that are not those of the original
	gone               map[string]bool   // parts of the original that go
	added              map[string]bool   // parts of the editor that come
	rename             map[string]string // parts of the editor that the original has under another name
	removed            map[string]bool   // comments that the person removed; nil when the editor knows none
}

// Merge writes the original with the changes from one writing of an editor to the next one, and tells whether there are
// none; then it writes nothing. Both writings are of the document with its placeholders, see Prepare. Merge fails as
// Prepare does, and with refusal.Invalid when the writings are none of this document.
func Merge(original, untouched, edited *zip.Reader, out io.Writer) (same bool, err error) {
	m := &merged{parts: map[string][]byte{}, gone: map[string]bool{}, added: map[string]bool{}, rename: map[string]string{}}
	if m.original, err = open(original); err != nil {
		return false, err
	}
	if err := m.original.refused(); err != nil {
		return false, err
	}
	for z, into := range map[*zip.Reader]**book{untouched: &m.from, edited: &m.to} {
		b, err := open(z)
		if err == nil {
			err = b.form()
		}
		if err != nil {
			return false, refusal.New(refusal.Invalid, "a writing of the editor: %v", err)
		}
		*into = b
	}
	if err := m.recognize(); err != nil {
		return false, err
	}
	if m.keep, m.draft, err = m.original.hidden(); err != nil {
		return false, err
	}
	if err := m.recall(); err != nil {
		return false, err
	}
	if err := m.stories(); err != nil {
		return false, err
	}
	if err := m.mend(); err != nil {
		return false, err
	}
	if err := m.relations(); err != nil {
		return false, err
	}
	if m.unchanged() {
		return true, nil
	}
	if err := m.types(); err != nil {
		return false, err
	}
	if err := m.check(); err != nil {
		return false, err
	}
	return false, m.write(out)
}

// own are parts that are put together from both, not woven.
func own(name string) bool { return name == typePart || strings.HasSuffix(name, ".rels") }

// stories weaves the XML parts that all have, and finds what came and went.
func (m *merged) stories() error {
	for name, src := range m.original.parts {
		from, to := m.from.parts[name], m.to.parts[name]
		switch {
		case own(name), from == nil:
		case to == nil:
			m.gone[name] = name != mainPart
		case !bytes.Equal(from, to):
			if draft, ok := m.draft[name]; ok {
				src = draft
			}
			woven, err := m.weave(name, src, from, to)
			if err != nil {
				return err
			}
			if !bytes.Equal(woven, m.original.parts[name]) {
				m.parts[name] = woven
			}
		}
	}
	for name, f := range m.to.files {
		was := m.from.files[name]
		changed := was == nil || was.CRC32 != f.CRC32 || was.UncompressedSize64 != f.UncompressedSize64
		switch {
		case own(name), isXML(name) && m.original.parts[name] != nil, !changed:
		case m.original.files[name] == nil:
			if twin := m.twin(f); twin != "" {
				m.rename[name] = twin
			} else if !strings.HasPrefix(name, mediaDir) { // images come with their relations
				m.added[name] = true
			}
		default:
			m.added[name], m.gone[name] = true, true
		}
	}
	return nil
}

// twin is the image of the original with the same bytes.
func (m *merged) twin(f *zip.File) string {
	if !strings.HasPrefix(f.Name, mediaDir) {
		return ""
	}
	for _, name := range m.original.order {
		o := m.original.files[name]
		if strings.HasPrefix(name, mediaDir) && o.CRC32 == f.CRC32 && o.UncompressedSize64 == f.UncompressedSize64 {
			return name
		}
	}
	return ""
}

func (m *merged) weave(name string, src, from, to []byte) ([]byte, error) {
	var parts [3]*part
	for i, s := range [][]byte{src, from, to} {
		var err error
		if parts[i], err = parse(s); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if parts[1].root.hash == parts[2].root.hash {
		return m.original.parts[name], nil
	}
	woven, err := m.keep.show(name, merge(parts[0], parts[1], parts[2]))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return once(m.original.parts[name], woven)
}

// once removes marks that stand twice, as the editor moved them and the original has them in place.
func once(original, woven []byte) ([]byte, error) {
	before, err := marks(original)
	if err != nil {
		return nil, err
	}
	p, err := parse(woven)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	done, seen := 0, map[string]int{}
	p.root.walk(func(n *node) bool {
		mark := n.mark()
		if mark == "" {
			return true
		}
		if seen[mark]++; seen[mark] > max(1, before[mark]) {
			out.Write(woven[done:n.from])
			done = n.to
			return false
		}
		return true
	})
	if done == 0 {
		return woven, nil
	}
	out.Write(woven[done:])
	return out.Bytes(), nil
}

func marks(src []byte) (map[string]int, error) {
	seen := map[string]int{}
	p, err := parse(src)
	if err != nil {
		return nil, err
	}
	p.root.walk(func(n *node) bool {
		if mark := n.mark(); mark != "" {
			seen[mark]++
		}
		return true
	})
	return seen, nil
}

// mark names what a document has once.
func (n *node) mark() string {
	switch n.local {
	case "commentRangeStart", "commentRangeEnd", "commentReference", "bookmarkStart", "bookmarkEnd":
		return n.local + " " + n.attr("id")
	}
	return ""
}

// dates are the parts that each writing changes.
func dates(name string) bool { return strings.HasPrefix(name, "docProps/") }

func (m *merged) unchanged() bool {
	for name := range m.parts {
		if !dates(name) {
			return false
		}
	}
	for _, names := range []map[string]bool{m.gone, m.added} {
		for name, is := range names {
			if is && !dates(name) {
				return false
			}
		}
	}
	return true
}

// write packs the document: entries of the original as they are, and the changed ones.
func (m *merged) write(out io.Writer) error {
	z := zip.NewWriter(out)
	for _, name := range m.original.order {
		src, changed := m.parts[name]
		switch {
		case changed:
			if err := put(z, name, src); err != nil {
				return err
			}
			delete(m.parts, name)
		case !m.gone[name]:
			if err := z.Copy(m.original.files[name]); err != nil {
				return fmt.Errorf("copy a part: %w", err)
			}
		}
	}
	rest := make([]string, 0, len(m.parts)+len(m.added))
	for name := range m.parts {
		rest = append(rest, name)
	}
	for name := range m.added {
		if _, woven := m.parts[name]; !woven {
			rest = append(rest, name)
		}
	}
	slices.Sort(rest)
	for _, name := range rest {
		src, woven := m.parts[name]
		var err error
		if woven {
			err = put(z, name, src)
		} else {
			err = z.Copy(m.to.files[name])
		}
		if err != nil {
			return err
		}
	}
	return z.Close()
}

func put(z *zip.Writer, name string, src []byte) error {
	w, err := z.Create(name)
	if err != nil {
		return err
	}
	_, err = w.Write(src)
	return err
}
