package docx

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"anbar/decode/refusal"
)

// merger is a document in the making.
type merger struct {
	original, untouched, edited *document
	draftParts                  map[string][]byte // parts of the original, with placeholders
	placeholders                *placeholders
	parts                       map[string][]byte // XML parts that are not those of the original
	removedParts                map[string]bool   // parts of the original that go
	addedParts                  map[string]bool   // parts of the editor that come
	renamedParts                map[string]string // parts of the editor that the original has under another name
	removedComments             map[string]bool   // comments that the person removed; nil when the editor knows none
}

// Merge writes the original with the changes from one writing of an editor to the next one, and tells whether there are
// none; then it writes nothing. Both writings are of the document with its placeholders, see Prepare. Merge fails as
// Prepare does, and with refusal.Invalid when the writings are none of this document.
func Merge(original, untouched, edited *zip.Reader, out io.Writer) (same bool, err error) {
	m := &merger{parts: map[string][]byte{}, removedParts: map[string]bool{}, addedParts: map[string]bool{},
		renamedParts: map[string]string{}}
	if m.original, err = openDocument(original); err != nil {
		return false, err
	}
	if err := m.original.checkEditable(); err != nil {
		return false, err
	}
	for z, into := range map[*zip.Reader]**document{untouched: &m.untouched, edited: &m.edited} {
		b, err := openDocument(z)
		if err == nil {
			err = b.checkFormat()
		}
		if err != nil {
			return false, refusal.New(refusal.Invalid, "a writing of the editor: %v", err)
		}
		*into = b
	}
	if err := m.unifyImageIDs(); err != nil {
		return false, err
	}
	if m.placeholders, m.draftParts, err = m.original.prepareParts(); err != nil {
		return false, err
	}
	if err := m.restoreForgottenComments(); err != nil {
		return false, err
	}
	if err := m.mergeParts(); err != nil {
		return false, err
	}
	if err := m.repairReferences(); err != nil {
		return false, err
	}
	if err := m.mergeRelations(); err != nil {
		return false, err
	}
	if m.isUnchanged() {
		return true, nil
	}
	if err := m.addContentTypes(); err != nil {
		return false, err
	}
	if err := m.checkIntegrity(); err != nil {
		return false, err
	}
	return false, m.writeDocument(out)
}

// isPackagePart are parts that are put together from both, not woven.
func isPackagePart(name string) bool {
	return name == contentTypesPart || strings.HasSuffix(name, ".rels")
}

// mergeParts weaves the XML parts that all have, and finds what came and went.
func (m *merger) mergeParts() error {
	for name, src := range m.original.parts {
		from, to := m.untouched.parts[name], m.edited.parts[name]
		switch {
		case isPackagePart(name), from == nil:
		case to == nil:
			m.removedParts[name] = name != mainPart
		case !bytes.Equal(from, to):
			if draft, ok := m.draftParts[name]; ok {
				src = draft
			}
			woven, err := m.mergePart(name, src, from, to)
			if err != nil {
				return err
			}
			if !bytes.Equal(woven, m.original.parts[name]) {
				m.parts[name] = woven
			}
		}
	}
	for name, f := range m.edited.files {
		was := m.untouched.files[name]
		changed := was == nil || was.CRC32 != f.CRC32 || was.UncompressedSize64 != f.UncompressedSize64
		switch {
		case isPackagePart(name), isXML(name) && m.original.parts[name] != nil, !changed:
		case m.original.files[name] == nil:
			if twin := m.findTwinImage(f); twin != "" {
				m.renamedParts[name] = twin
			} else if !strings.HasPrefix(name, mediaDir) { // images come with their relations
				m.addedParts[name] = true
			}
		default:
			m.addedParts[name], m.removedParts[name] = true, true
		}
	}
	return nil
}

// findTwinImage is the image of the original with the same bytes.
func (m *merger) findTwinImage(f *zip.File) string {
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

func (m *merger) mergePart(name string, src, from, to []byte) ([]byte, error) {
	var parts [3]*part
	for i, s := range [][]byte{src, from, to} {
		var err error
		if parts[i], err = parsePart(s); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if parts[1].root.hash == parts[2].root.hash {
		return m.original.parts[name], nil
	}
	woven, err := m.placeholders.restoreObjects(name, mergeTrees(parts[0], parts[1], parts[2]))
	if err == nil {
		woven, err = m.placeholders.closeControls(name, woven)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return removeDuplicateMarkers(m.original.parts[name], woven)
}

// removeDuplicateMarkers removes marks that stand twice, as the editor moved them and the original has them in place.
func removeDuplicateMarkers(original, woven []byte) ([]byte, error) {
	before, err := countMarkers(original)
	if err != nil {
		return nil, err
	}
	p, err := parsePart(woven)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	done, seen := 0, map[string]int{}
	p.root.walk(func(n *node) bool {
		mark := n.markerKey()
		if mark == "" {
			return true
		}
		if seen[mark]++; seen[mark] > max(1, before[mark]) {
			out.Write(woven[done:n.start])
			done = n.end
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

func countMarkers(src []byte) (map[string]int, error) {
	seen := map[string]int{}
	p, err := parsePart(src)
	if err != nil {
		return nil, err
	}
	p.root.walk(func(n *node) bool {
		if mark := n.markerKey(); mark != "" {
			seen[mark]++
		}
		return true
	})
	return seen, nil
}

// markerKey names what a document has once.
func (n *node) markerKey() string {
	switch n.local {
	case "commentRangeStart", "commentRangeEnd", "commentReference", "bookmarkStart", "bookmarkEnd":
		return n.local + " " + n.attr("id")
	case "id": // of a content control
		return n.local + " " + n.attr("val")
	}
	return ""
}

// isDocumentProperties are the parts that each writing changes.
func isDocumentProperties(name string) bool { return strings.HasPrefix(name, "docProps/") }

func (m *merger) isUnchanged() bool {
	for name := range m.parts {
		if !isDocumentProperties(name) {
			return false
		}
	}
	for _, names := range []map[string]bool{m.removedParts, m.addedParts} {
		for name, is := range names {
			if is && !isDocumentProperties(name) {
				return false
			}
		}
	}
	return true
}

// writeDocument packs the document: entries of the original as they are, and the changed ones.
func (m *merger) writeDocument(out io.Writer) error {
	z := zip.NewWriter(out)
	for _, name := range m.original.order {
		src, changed := m.parts[name]
		switch {
		case changed:
			if err := writeEntry(z, name, src); err != nil {
				return err
			}
			delete(m.parts, name)
		case !m.removedParts[name]:
			if err := z.Copy(m.original.files[name]); err != nil {
				return fmt.Errorf("copy a part: %w", err)
			}
		}
	}
	rest := make([]string, 0, len(m.parts)+len(m.addedParts))
	for name := range m.parts {
		rest = append(rest, name)
	}
	for name := range m.addedParts {
		if _, woven := m.parts[name]; !woven {
			rest = append(rest, name)
		}
	}
	slices.Sort(rest)
	for _, name := range rest {
		src, woven := m.parts[name]
		var err error
		if woven {
			err = writeEntry(z, name, src)
		} else {
			err = z.Copy(m.edited.files[name])
		}
		if err != nil {
			return err
		}
	}
	return z.Close()
}

func writeEntry(z *zip.Writer, name string, src []byte) error {
	w, err := z.Create(name)
	if err != nil {
		return err
	}
	_, err = w.Write(src)
	return err
}
