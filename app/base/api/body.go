package api

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/spool"
)

// filler reads a JSON value into v and adds its errors under name.
type filler func(v reflect.Value, raw json.RawMessage, name string, wrong fault.Fields)

// field is one value of a body.
type field struct {
	index    []int
	name     string
	required bool // it has to be there and is not null
	null     bool // it reads null itself; for others null is as good as nothing
	text     bool // it is read from text, of which none is as good as nothing, too
	fill     filler
	words    []string // all that it may be, when that is declared
}

// fieldsOf returns the fields of a body of that type, with the same required ones as in the
// document.
func fieldsOf(t reflect.Type) []field {
	var all []field
	for _, m := range membersOf(t) {
		all = append(all, field{
			index: m.Index, name: m.name, required: !m.optional, null: implements[json.Unmarshaler](m.Type),
			text:  implements[encoding.TextUnmarshaler](m.Type),
			fill:  fillerOf(m.Type),
			words: m.words(),
		})
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
	case implements[json.Unmarshaler](t) || implements[encoding.TextUnmarshaler](t):
	case t.Kind() == reflect.Pointer:
		fill := fillerOf(t.Elem())
		return func(v reflect.Value, raw json.RawMessage, name string, wrong fault.Fields) {
			v.Set(reflect.New(t.Elem()))
			fill(v.Elem(), raw, name, wrong)
		}
	case t.Kind() == reflect.Struct:
		return objectFiller(t)
	case t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Uint8:
		return listFiller(t)
	}
	return func(v reflect.Value, raw json.RawMessage, name string, wrong fault.Fields) {
		if json.Unmarshal(raw, v.Addr().Interface()) != nil {
			wrong.Add(name, fault.InvalidValue)
		}
	}
}

func implements[T any](t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[T]())
}

// isEmptyValue reports whether a value is as good as none.
func isEmptyValue(raw json.RawMessage, text bool) bool {
	return string(raw) == "null" || text && string(raw) == `""`
}

const maxWrong = 20 // fields that an answer names

// objectFiller reads one value after the other, as listFiller does.
func objectFiller(t reflect.Type) filler {
	fields := fieldsOf(t)
	return func(v reflect.Value, raw json.RawMessage, name string, wrong fault.Fields) {
		d := json.NewDecoder(bytes.NewReader(raw))
		if begin, err := d.Token(); err != nil || begin != json.Delim('{') {
			wrong.Add(name, fault.InvalidValue)
			return
		}
		if name != "" {
			name += "."
		}
		there := make([]bool, len(fields))
		var value json.RawMessage
		for d.More() && len(wrong) < maxWrong {
			key, err := d.Token()
			if err != nil || d.Decode(&value) != nil {
				wrong.Add(strings.TrimSuffix(name, "."), fault.InvalidValue)
				return
			}
			i := slices.IndexFunc(fields, func(f field) bool { return f.name == key })
			if i < 0 {
				wrong.Add(fmt.Sprint(name, key), fault.UnknownField)
				continue
			}
			f := &fields[i]
			if none := isEmptyValue(value, f.text); !none || f.null {
				there[i] = !none
				f.read(v.FieldByIndex(f.index), value, name+f.name, wrong)
			}
		}
		for i, f := range fields {
			if f.required && !there[i] && len(wrong) < maxWrong {
				wrong.Add(name+f.name, fault.Required)
			}
		}
	}
}

// read fills the field with a value, which has to be one of its words if it has any.
func (f *field) read(into reflect.Value, value json.RawMessage, name string, wrong fault.Fields) {
	f.fill(into, value, name, wrong)
	if f.words != nil && !slices.Contains(f.words, into.String()) {
		wrong.Add(name, fault.InvalidValue)
	}
}

// listFiller decodes the elements one by one and stops at the first error, so that a long
// list takes no more memory than its result.
func listFiller(t reflect.Type) filler {
	fill, text := fillerOf(t.Elem()), implements[encoding.TextUnmarshaler](t.Elem())
	return func(v reflect.Value, raw json.RawMessage, name string, wrong fault.Fields) {
		v.Set(reflect.MakeSlice(t, 0, 0))
		d := json.NewDecoder(bytes.NewReader(raw))
		if begin, err := d.Token(); err != nil || begin != json.Delim('[') {
			wrong.Add(name, fault.InvalidValue)
			return
		}
		var value json.RawMessage
		for before := len(wrong); d.More() && len(wrong) == before; {
			if d.Decode(&value) != nil || isEmptyValue(value, text) {
				wrong.Add(name, fault.InvalidValue)
				return
			}
			v.Set(reflect.Append(v, reflect.Zero(t.Elem())))
			fill(v.Index(v.Len()-1), value, name, wrong)
		}
	}
}

// ReadSmallBody reads a small body that has to arrive within that time. It fails with fault.TooLarge when it has more bytes than that.
func ReadSmallBody(c *Call, most int64, within time.Duration) ([]byte, error) {
	err := http.NewResponseController(c.W).SetReadDeadline(time.Now().Add(within))
	if err != nil && !errors.Is(err, http.ErrNotSupported) {
		return nil, err
	}
	b, err := spool.ReadAll(c.R.Body, most)
	switch {
	case errors.Is(err, spool.ErrTooLarge):
		return nil, fault.TooLarge
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, fault.RequestTimeout.Because(err)
	case err != nil:
		return nil, fault.BadRequest.Because(err)
	}
	return b, nil
}
