package api

import (
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"anbar/app/fault"
)

// filler reads a JSON value into v and notes under name what is wrong with it.
type filler func(v reflect.Value, raw json.RawMessage, name string, wrong fault.Fields)

// field is one value of a body.
type field struct {
	index    []int
	name     string
	required bool // it has to be there and is not null
	null     bool // it reads null itself; for others null is as good as nothing
	text     bool // it is read from text, of which none is as good as nothing, too
	fill     filler
	enum     []string // all that it may be, when that is declared
}

// fieldsOf returns what a body of that type may hold. The document lists the same
// ones as required.
func fieldsOf(t reflect.Type) []field {
	var all []field
	for _, m := range membersOf(t) {
		all = append(all, field{m.Index, m.name, !m.optional, reads[json.Unmarshaler](m.Type), reads[encoding.TextUnmarshaler](m.Type), fillerOf(m.Type), m.words()})
	}
	return all
}

// words returns all that a text may be. An optional one may be empty, too.
func (m *member) words() []string {
	words := m.Tag.Get("enum")
	if words == "" || m.Type.Kind() != reflect.String {
		return nil
	}
	all := strings.Split(words, ",")
	if m.optional {
		all = append(all, "")
	}
	return all
}

func fillerOf(t reflect.Type) filler {
	switch {
	case reads[json.Unmarshaler](t) || reads[encoding.TextUnmarshaler](t):
	case t.Kind() == reflect.Pointer:
		fill := fillerOf(t.Elem())
		return func(v reflect.Value, raw json.RawMessage, name string, wrong fault.Fields) {
			v.Set(reflect.New(t.Elem()))
			fill(v.Elem(), raw, name, wrong)
		}
	case t.Kind() == reflect.Struct:
		return fillObject(t)
	case t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Uint8:
		return fillList(t)
	}
	return func(v reflect.Value, raw json.RawMessage, name string, wrong fault.Fields) {
		if json.Unmarshal(raw, v.Addr().Interface()) != nil {
			wrong.Add(name, fault.InvalidValue)
		}
	}
}

func reads[T any](t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[T]())
}

// empty reports whether a value is as good as none.
func empty(raw json.RawMessage, text bool) bool {
	return string(raw) == "null" || text && string(raw) == `""`
}

const maxUnknown = 20 // names of unknown fields that an answer repeats

func fillObject(t reflect.Type) filler {
	fields := fieldsOf(t)
	return func(v reflect.Value, raw json.RawMessage, name string, wrong fault.Fields) {
		var values map[string]json.RawMessage
		if json.Unmarshal(raw, &values) != nil {
			wrong.Add(name, fault.InvalidValue)
			return
		}
		if name != "" {
			name += "."
		}
		for _, f := range fields {
			value := values[f.name]
			delete(values, f.name)
			switch none := value == nil || empty(value, f.text); {
			case none && f.required:
				wrong.Add(name+f.name, fault.Required)
			case !none || f.null && value != nil:
				into := v.FieldByIndex(f.index)
				f.fill(into, value, name+f.name, wrong)
				if f.enum != nil && !slices.Contains(f.enum, into.String()) {
					wrong.Add(name+f.name, fault.InvalidValue)
				}
			}
		}
		for unknown := range values {
			if len(wrong) < maxUnknown {
				wrong.Add(name+unknown, fault.UnknownField)
			}
		}
	}
}

func fillList(t reflect.Type) filler {
	fill, text := fillerOf(t.Elem()), reads[encoding.TextUnmarshaler](t.Elem())
	return func(v reflect.Value, raw json.RawMessage, name string, wrong fault.Fields) {
		var values []json.RawMessage
		if json.Unmarshal(raw, &values) != nil {
			wrong.Add(name, fault.InvalidValue)
			return
		}
		v.Set(reflect.MakeSlice(t, len(values), len(values)))
		for i, value := range values {
			if empty(value, text) {
				wrong.Add(name, fault.InvalidValue)
				continue
			}
			fill(v.Index(i), value, name, wrong)
		}
	}
}
