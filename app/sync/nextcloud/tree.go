package nextcloud

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
)

// object is an object whose members keep their order, in JSON and in XML.
type object []member

type member struct {
	name  string
	value any // text, a number, a bool, nil, tree, []string or []any
}

// MarshalJSON implements json.Marshaler.
func (t object) MarshalJSON() ([]byte, error) {
	b := []byte("{")
	for i, m := range t {
		if i > 0 {
			b = append(b, ',')
		}
		name, err := json.Marshal(m.name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		b = append(append(append(b, name...), ':'), value...)
	}
	return append(b, '}'), nil
}

// writeXML writes a value as the content of an element: members and items as elements, true
// as 1, false as nothing.
func writeXML(b *bytes.Buffer, v any) error {
	switch v := v.(type) {
	case object:
		for _, m := range v {
			if err := writeElement(b, m.name, m.value); err != nil {
				return err
			}
		}
	case []any:
		return writeElements(b, v)
	case []string:
		return writeElements(b, v)
	case nil:
	case bool:
		if v {
			b.WriteByte('1')
		}
	default:
		return xml.EscapeText(b, []byte(fmt.Sprint(v)))
	}
	return nil
}

func writeElements[T any](b *bytes.Buffer, all []T) error {
	for _, one := range all {
		if err := writeElement(b, "element", one); err != nil {
			return err
		}
	}
	return nil
}

func writeElement(b *bytes.Buffer, name string, v any) error {
	b.WriteString("<" + name + ">")
	err := writeXML(b, v)
	b.WriteString("</" + name + ">")
	return err
}
