package docx

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"

	"anbar/decode/refusal"
)

// merger is a document in the making.
type merger struct {
	threeWay[*document]
	editParts       map[string][]byte // parts of the original, with placeholders
	placeholders    *placeholders
	rewritten       map[string][]byte     // XML parts that are written anew
	sources         map[string]partSource // of the others that are not those of the original
	renamedParts    map[string]string     // parts of the editor that the original has under another name
	removedComments map[string]bool       // comments that the person removed
}

// Merge writes the original with the changes between two outputs of an editor, without an edit and with one, and tells whether
// there are none; then it writes nothing. The editor got the document with its placeholders, see Prepare. Merge fails as
// Prepare does, and with refusal.Invalid when the outputs are none of this document.
func Merge(original, untouched, edited *zip.Reader, out io.Writer) (same bool, err error) {
	m := &merger{rewritten: map[string][]byte{}, sources: map[string]partSource{}, renamedParts: map[string]string{}}
	if m.original, err = openDocument(original); err != nil {
		return false, err
	}
	if err := m.original.checkEditable(); err != nil {
		return false, err
	}
	if m.untouched, err = openOutput(untouched); err != nil {
		return false, err
	}
	if m.edited, err = openOutput(edited); err != nil {
		return false, err
	}
	if err := m.unifyImageIDs(); err != nil {
		return false, err
	}
	if m.placeholders, m.editParts, err = m.original.prepareParts(); err != nil {
		return false, err
	}
	if m.hasKnownComments() {
		if err := m.restoreForgottenComments(); err != nil {
			return false, err
		}
	}
	if err := m.mergeParts(); err != nil {
		return false, err
	}
	if m.hasKnownComments() {
		if err := m.mergeCommentLists(); err != nil {
			return false, err
		}
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

// openOutput reads a document that the editor wrote.
func openOutput(z *zip.Reader) (*document, error) {
	b, err := openDocument(z)
	if err == nil {
		err = b.checkFormat()
	}
	if err != nil {
		return nil, refusal.New(refusal.Invalid, "an output of the editor: %v", err)
	}
	return b, nil
}

// isPackagePart are parts that are put together from both, not merged.
func isPackagePart(name string) bool {
	return name == contentTypesPart || strings.HasSuffix(name, ".rels")
}

// mergeParts merges the XML parts that all have, and finds what came and went. Notes stay as long as the text refers to
// them, whether the editor wrote their part or not.
func (m *merger) mergeParts() error {
	for name, src := range m.original.parts {
		untouched, edited := m.untouched.parts[name], m.edited.parts[name]
		switch {
		case isPackagePart(name), untouched == nil:
		case edited == nil:
			if name != mainPart && noteReferences[name] == "" {
				m.sources[name] = fromNowhere
			}
		case !bytes.Equal(untouched, edited):
			if part, ok := m.editParts[name]; ok {
				src = part
			}
			merged, err := m.mergePart(name, threeWay[[]byte]{original: src, untouched: untouched, edited: edited})
			if err != nil {
				return err
			}
			if !bytes.Equal(merged, m.original.parts[name]) {
				m.rewritten[name] = merged
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
				m.sources[name] = fromEdited
			}
		default:
			m.sources[name] = fromEdited
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

// mergePart returns a part of the original with the changes of an edit.
func (m *merger) mergePart(name string, src threeWay[[]byte]) ([]byte, error) {
	parts, err := mapThreeWay(src, parsePart)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if parts.untouched.root.hash == parts.edited.root.hash {
		return m.original.parts[name], nil
	}
	w := &partMerger{threeWay: parts}
	w.editorScope = w.findEditorScope()
	w.out.Write(parts.original.src[:parts.original.root.start])
	w.mergeElement(threeWay[*node]{original: parts.original.root, untouched: parts.untouched.root, edited: parts.edited.root})
	w.out.Write(parts.original.src[parts.original.root.end:])
	merged, err := m.placeholders.restoreObjects(name, w.out.Bytes())
	if err == nil {
		merged, err = m.placeholders.closeControls(name, merged)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return removeDuplicateMarkers(m.original.parts[name], merged)
}

// removeDuplicateMarkers removes markers that stand twice, as the editor moved them and the original has them in place.
func removeDuplicateMarkers(original, merged []byte) ([]byte, error) {
	before, err := countMarkers(original)
	if err != nil {
		return nil, err
	}
	p, err := parsePart(merged)
	if err != nil {
		return nil, err
	}
	s, seen := splicer{src: merged}, map[string]int{}
	p.root.walk(func(n *node) bool {
		key := n.markerKey()
		if key == "" {
			return true
		}
		if seen[key]++; seen[key] > max(1, before[key]) {
			s.cut(n.start, n.end)
			return false
		}
		return true
	})
	return s.finish(), nil
}

func countMarkers(src []byte) (map[string]int, error) {
	seen := map[string]int{}
	p, err := parsePart(src)
	if err != nil {
		return nil, err
	}
	p.root.walk(func(n *node) bool {
		if key := n.markerKey(); key != "" {
			seen[key]++
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
