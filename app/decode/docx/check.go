package docx

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"anbar/app/decode/refusal"
)

// types adds the types of new parts to those of the original.
func (m *merged) types() error {
	to, err := parse(m.to.parts[typePart])
	if err != nil {
		return err
	}
	src := m.original.parts[typePart]
	mine, err := parse(src)
	if err != nil {
		return err
	}
	have, add := typesOf(mine), typesOf(to)
	var more bytes.Buffer
	put := func(name, kind string) {
		fmt.Fprintf(&more, `<Override xmlns="http://schemas.openxmlformats.org/package/2006/content-types" PartName="%s" `+
			`ContentType="%s"/>`,
			escape("/"+name), escape(kind))
	}
	for name := range m.added {
		if kind := add.of(name); kind != "" && kind != have.of(name) {
			put(name, kind)
		}
	}
	for name := range m.parts {
		if kind := add.of(name); m.original.files[name] == nil && kind != "" && kind != have.of(name) {
			put(name, kind)
		}
	}
	if more.Len() == 0 {
		return nil
	}
	var out bytes.Buffer
	out.Write(src[:mine.root.shut])
	out.Write(more.Bytes())
	out.Write(src[mine.root.shut:])
	m.parts[typePart] = out.Bytes()
	return nil
}

// types are the types of parts, by name and by extension.
type types struct{ names, extensions map[string]string }

func typesOf(p *part) types {
	t := types{map[string]string{}, map[string]string{}}
	for _, n := range p.root.kids {
		switch n.local {
		case "Override":
			t.names[strings.ToLower(strings.TrimPrefix(n.attr("PartName"), "/"))] = n.attr("ContentType")
		case "Default":
			t.extensions[strings.ToLower(n.attr("Extension"))] = n.attr("ContentType")
		}
	}
	return t
}

func (t types) of(name string) string {
	name = strings.ToLower(name)
	if kind := t.names[name]; kind != "" {
		return kind
	}
	return t.extensions[strings.TrimPrefix(path.Ext(name), ".")]
}

// check refuses a document that office programs would call damaged: XML that is none, parts without a type, references of
// every kind that lead nowhere, as far as the original has none of them.
func (m *merged) check() error {
	types, err := parse(m.part(typePart))
	if err != nil {
		return err
	}
	known := typesOf(types)
	for name, src := range m.parts {
		if err := m.checkPart(name, src, known); err != nil {
			return err
		}
	}
	for name := range m.added {
		if known.of(name) == "" {
			return refusal.New(refusal.Invalid, "%s has no type", name)
		}
	}
	return m.whole()
}

func (m *merged) checkPart(name string, src []byte, known types) error {
	if _, err := parse(src); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if known.of(name) == "" && name != typePart {
		return refusal.New(refusal.Invalid, "%s has no type", name)
	}
	if strings.HasSuffix(name, ".rels") {
		return m.leads(name)
	}
	return nil
}

// part is an XML part as it will be.
func (m *merged) part(name string) []byte {
	if src, ok := m.parts[name]; ok {
		return src
	}
	return m.original.parts[name]
}

func (m *merged) leads(name string) error {
	list, err := relationsOf(m.part(name))
	if err != nil {
		return err
	}
	for _, r := range list {
		target := resolve(name, r.target)
		_, woven := m.parts[target]
		// A relation of the original that led nowhere still does.
		had := m.original.files[target] != nil
		missing := m.gone[target] || !had && m.from.files[target] != nil
		if r.mode == "" && !m.added[target] && !woven && missing {
			return refusal.New(refusal.Invalid, "%s leads to no part", name)
		}
	}
	return nil
}
