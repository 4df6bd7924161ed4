package docx

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"anbar/decode/refusal"
)

// addContentTypes adds the types of new parts to those of the original.
func (m *merger) addContentTypes() error {
	edited, err := parsePart(m.edited.parts[contentTypesPart])
	if err != nil {
		return err
	}
	original, err := parsePart(m.original.parts[contentTypesPart])
	if err != nil {
		return err
	}
	have, add := contentTypesOf(original), contentTypesOf(edited)
	var more bytes.Buffer
	for _, name := range m.addedParts() {
		if kind := add.find(name); kind != "" && kind != have.find(name) {
			fmt.Fprintf(&more, `<Override xmlns="http://schemas.openxmlformats.org/package/2006/content-types" PartName="%s" `+
				`ContentType="%s"/>`,
				escape("/"+name), escape(kind))
		}
	}
	if more.Len() == 0 {
		return nil
	}
	s := splicer{src: original.src}
	s.cut(original.root.contentEnd, original.root.contentEnd)
	s.out.Write(more.Bytes())
	m.rewritten[contentTypesPart] = s.finish()
	return nil
}

// contentTypes are the types of parts, by name and by extension.
type contentTypes struct{ byName, byExtension map[string]string }

func contentTypesOf(p *part) contentTypes {
	t := contentTypes{map[string]string{}, map[string]string{}}
	for _, n := range p.root.children {
		switch n.local {
		case "Override":
			t.byName[strings.ToLower(strings.TrimPrefix(n.attr("PartName"), "/"))] = n.attr("ContentType")
		case "Default":
			t.byExtension[strings.ToLower(n.attr("Extension"))] = n.attr("ContentType")
		}
	}
	return t
}

func (t contentTypes) find(name string) string {
	name = strings.ToLower(name)
	if kind := t.byName[name]; kind != "" {
		return kind
	}
	return t.byExtension[strings.TrimPrefix(path.Ext(name), ".")]
}

// checkIntegrity refuses a document that office programs would call damaged: XML that is none, parts without a type, references of
// every kind that lead nowhere, as far as the original has none of them.
func (m *merger) checkIntegrity() error {
	types, err := parsePart(m.finalPart(contentTypesPart))
	if err != nil {
		return err
	}
	known := contentTypesOf(types)
	for name, src := range m.rewritten {
		if err := m.checkPart(name, src, known); err != nil {
			return err
		}
	}
	for name, from := range m.sources {
		if from == fromEdited && known.find(name) == "" {
			return refusal.New(refusal.Invalid, "%s has no type", name)
		}
	}
	return m.checkReferences()
}

func (m *merger) checkPart(name string, src []byte, known contentTypes) error {
	if _, err := parsePart(src); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if known.find(name) == "" && name != contentTypesPart {
		return refusal.New(refusal.Invalid, "%s has no type", name)
	}
	if strings.HasSuffix(name, ".rels") {
		return m.checkTargets(name)
	}
	return nil
}

func (m *merger) checkTargets(name string) error {
	list, err := parseRelations(m.finalPart(name))
	if err != nil {
		return err
	}
	for _, r := range list {
		target := resolveTarget(name, r.target)
		// A relation of the original that led nowhere still does.
		had := m.original.files[target] != nil || m.untouched.files[target] != nil
		if r.mode == "" && had && !m.hasPart(target) {
			return refusal.New(refusal.Invalid, "%s leads to no part", name)
		}
	}
	return nil
}
