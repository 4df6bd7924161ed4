package api

import (
	"encoding"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"

	"anbar/app/fault"
)

// decoder fills the input of a call; what it needs to know of the type is
// found out once.
type decoder struct {
	path, query []source
	body        bool
}

type source struct {
	index []int
	name  string
}

func newDecoder(t reflect.Type, method string) *decoder {
	d := &decoder{}
	for _, f := range inputs(t) {
		if name := f.Tag.Get("path"); name != "" {
			d.path = append(d.path, source{f.Index, name})
		} else if name := f.Tag.Get("query"); name != "" {
			d.query = append(d.query, source{f.Index, name})
		} else {
			d.body = true
		}
	}
	if d.body && method == "GET" {
		panic("api: a GET call has no body: " + t.String())
	}
	return d
}

// inputs returns the fields of a call's input, those of embedded structs among
// them.
func inputs(t reflect.Type) []reflect.StructField {
	var all []reflect.StructField
	for _, f := range reflect.VisibleFields(t) {
		if !f.Anonymous {
			all = append(all, f)
		}
	}
	return all
}

func (d *decoder) read(r *http.Request, v reflect.Value) error {
	if d.body {
		if err := readBody(r, v.Addr().Interface()); err != nil {
			return err
		}
	}
	for _, s := range d.path {
		if set(v.FieldByIndex(s.index), r.PathValue(s.name)) != nil {
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
	for _, s := range d.query {
		if q.Has(s.name) && set(v.FieldByIndex(s.index), q.Get(s.name)) != nil {
			return fault.Field(s.name, fault.InvalidValue)
		}
	}
	return nil
}

func readBody(r *http.Request, into any) error {
	dec := json.NewDecoder(r.Body) // which is bounded
	dec.DisallowUnknownFields()
	err := dec.Decode(into)
	if err == io.EOF && r.Method == http.MethodDelete {
		return nil // what a DELETE carries is optional
	}
	if err == nil {
		if _, err = dec.Token(); err == io.EOF {
			return nil
		}
		return fault.BadRequest
	}
	var known *fault.Fault
	var tooLarge *http.MaxBytesError
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &tooLarge):
		return fault.TooLarge
	case errors.As(err, &wrong) && wrong.Field != "":
		return fault.Field(wrong.Field, fault.InvalidValue)
	case strings.HasPrefix(err.Error(), "json: unknown field "):
		name, _ := strconv.Unquote(strings.TrimPrefix(err.Error(), "json: unknown field "))
		return fault.Field(name, fault.UnknownField)
	}
	return fault.BadRequest.Because(err)
}

func set(v reflect.Value, s string) error {
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
