package docx

import (
	"archive/zip"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// partSource is where a part comes from that is not written anew.
type partSource int

const (
	fromOriginal partSource = iota
	fromEdited
	fromNowhere // it goes
)

// finalPart is an XML part as it is stored; nil when there is none.
func (m *merger) finalPart(name string) []byte {
	if src, written := m.rewritten[name]; written {
		return src
	}
	switch m.sources[name] {
	case fromEdited:
		return m.edited.parts[name]
	case fromNowhere:
		return nil
	}
	return m.original.parts[name]
}

// hasPart reports whether a part, of XML or other, is stored.
func (m *merger) hasPart(name string) bool {
	_, written := m.rewritten[name]
	from := m.sources[name]
	return written || from == fromEdited || from == fromOriginal && m.original.files[name] != nil
}

// isDocumentProperties are the parts that each output changes.
func isDocumentProperties(name string) bool { return strings.HasPrefix(name, "docProps/") }

func (m *merger) isUnchanged() bool {
	changed := slices.AppendSeq(slices.Collect(maps.Keys(m.rewritten)), maps.Keys(m.sources))
	return !slices.ContainsFunc(changed, func(name string) bool { return !isDocumentProperties(name) })
}

// writeDocument packs the document: entries of the original as they are, and the changed ones.
func (m *merger) writeDocument(out io.Writer) error {
	z := zip.NewWriter(out)
	for _, name := range m.original.order {
		src, changed := m.rewritten[name]
		switch {
		case changed:
			if err := writeEntry(z, name, src); err != nil {
				return err
			}
		case m.sources[name] == fromOriginal:
			if err := z.Copy(m.original.files[name]); err != nil {
				return fmt.Errorf("copy a part: %w", err)
			}
		}
	}
	for _, name := range m.addedParts() {
		var err error
		if src, written := m.rewritten[name]; written {
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

// addedParts are the parts of the editor, and those that the original does not have, by name.
func (m *merger) addedParts() []string {
	var added []string
	for name := range m.rewritten {
		if m.original.files[name] == nil {
			added = append(added, name)
		}
	}
	for name, from := range m.sources {
		if from == fromEdited {
			added = append(added, name)
		}
	}
	slices.Sort(added)
	return slices.Compact(added)
}

func writeEntry(z *zip.Writer, name string, src []byte) error {
	w, err := z.Create(name)
	if err != nil {
		return err
	}
	_, err = w.Write(src)
	return err
}
