package api

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"anbar/app/base/fault"
)

// decoder fills the input of a call. It inspects the type only once.
type decoder struct {
	path, query []source
	body        filler // nil for a call without one
}

type source struct {
	index    []int
	name     string
	required bool
	enum     []string // the values that it may have; nil for any
}

// enumOf returns the values that a field may have.
func enumOf(f *reflect.StructField) []string {
	if all := f.Tag.Get("enum"); all != "" {
		return strings.Split(all, ",")
	}
	return nil
}

func newDecoder(t reflect.Type, method string) *decoder {
	d := &decoder{}
	body := false
	for _, f := range inputFields(t) {
		if name := f.Tag.Get("path"); name != "" {
			d.path = append(d.path, source{index: f.Index, name: name, required: true, enum: nil})
		} else if name := f.Tag.Get("query"); name != "" {
			d.query = append(d.query, source{index: f.Index, name: name, required: f.Tag.Get("required") != "", enum: enumOf(&f)})
		} else {
			body = true
		}
	}
	if body && method == "GET" {
		panic("api: a GET call has no body: " + t.String())
	}
	if body {
		d.body = objectFiller(t)
	}
	return d
}

// inputFields returns the fields of a call's input, those of embedded structs among
// them.
func inputFields(t reflect.Type) []reflect.StructField {
	var all []reflect.StructField
	for _, f := range reflect.VisibleFields(t) {
		if !f.Anonymous {
			all = append(all, f)
		}
	}
	return all
}

func (d *decoder) read(r *http.Request, v reflect.Value) error {
	if d.body != nil {
		if err := readBody(r, v, d.body); err != nil {
			return err
		}
	}
	for _, s := range d.path {
		if setFromText(v.FieldByIndex(s.index), r.PathValue(s.name)) != nil {
			return fault.InvalidID
		}
	}
	if len(d.query) == 0 {
		return nil
	}
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return fault.BadRequest.Because(err)
	}
	wrong := fault.Fields{}
	for _, s := range d.query {
		switch value := q.Get(s.name); {
		case value == "" && s.required:
			wrong.Add(s.name, fault.Required)
		case value != "" && s.enum != nil && !slices.Contains(s.enum, value):
			wrong.Add(s.name, fault.InvalidValue)
		case q.Has(s.name) && setFromText(v.FieldByIndex(s.index), value) != nil:
			wrong.Add(s.name, fault.InvalidValue)
		}
	}
	return wrong.Err()
}

// readBody reads the JSON object that a call takes.
func readBody(r *http.Request, into reflect.Value, fill filler) error {
	raw, err := io.ReadAll(r.Body) // which is bounded
	var known *fault.Fault
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &tooLarge):
		return fault.TooLarge
	}
	if err != nil {
		return fault.BadRequest.Because(err)
	}
	if len(raw) == 0 && r.Method == http.MethodDelete {
		raw = []byte("{}") // some clients send no body with a DELETE
	}
	if raw = bytes.TrimSpace(raw); !json.Valid(raw) || raw[0] != '{' {
		return fault.BadRequest
	}
	wrong := fault.Fields{}
	fill(into, raw, "", wrong)
	return wrong.Err()
}

func setFromText(v reflect.Value, s string) error {
	if t, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return t.UnmarshalText([]byte(s))
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(s)
	case reflect.Bool:
		b, err := strconv.ParseBool(s)
		v.SetBool(b)
		return err
	case reflect.Int, reflect.Int64:
		n, err := strconv.ParseInt(s, 10, 64)
		v.SetInt(n)
		return err
	default:
		panic("api: no way to read a " + v.Type().String() + " from a path or query")
	}
	return nil
}
