package api

import (
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Optional is a field of a call that changes an object: absent it keeps the current value,
// null removes it.
type Optional[T any] struct {
	Set   bool // the field was present
	Null  bool
	Value T
}

// UnmarshalJSON implements json.Unmarshaler.
func (c *Optional[T]) UnmarshalJSON(b []byte) error {
	c.Set, c.Null = true, string(b) == "null"
	if c.Null {
		return nil
	}
	return json.Unmarshal(b, &c.Value)
}

// Into stores the value in to, unless the field was absent. Null stores the zero value.
func (c Optional[T]) Into(to *T) {
	if c.Set {
		*to = c.Value
	}
}

// Schema implements huma.SchemaProvider.
func (Optional[T]) Schema(all huma.Registry) *huma.Schema {
	s := *all.Schema(reflect.TypeFor[T](), true, reflect.TypeFor[T]().Name())
	if s.Ref != "" {
		return &huma.Schema{AnyOf: []*huma.Schema{{Ref: s.Ref}, {Type: "null"}}}
	}
	setNotNull(&s)
	s.Nullable = true
	return &s
}
