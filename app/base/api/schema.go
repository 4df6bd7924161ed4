package api

import (
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// member is a value of a JSON object as its Go type declares it.
type member struct {
	reflect.StructField
	name     string
	optional bool // it may be left out
}

// membersOf returns the JSON members of a struct.
func membersOf(t reflect.Type) []member {
	var all []member
	for _, f := range inputFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" || !f.IsExported() || f.Tag.Get("path") != "" || f.Tag.Get("query") != "" {
			continue
		}
		if name == "" {
			name = f.Name
		}
		all = append(all, member{StructField: f, name: name, optional: strings.Contains(options, "omitempty") ||
			strings.Contains(options, "omitzero")})
	}
	return all
}

// correctSchemas adds to the schemas what huma leaves open: lists are never null, pointers may be
// null, also when they have an enum, and a member is required exactly when the decoder
// requires it.
func correctSchemas(schemas huma.Registry) {
	for name, s := range schemas.Map() {
		t := schemas.TypeFromRef("#/components/schemas/" + name)
		if t.Kind() != reflect.Struct || s.Properties == nil {
			continue
		}
		s.Required = nil
		for _, m := range membersOf(t) {
			p := s.Properties[m.name]
			if p == nil {
				continue
			}
			if !m.optional {
				s.Required = append(s.Required, m.name)
			}
			s.Properties[m.name] = correctMember(p, m)
		}
	}
}

func correctMember(p *huma.Schema, m member) *huma.Schema {
	if p.Type == huma.TypeArray && m.Type.Kind() == reflect.Slice && m.Tag.Get("nullable") == "" {
		setNotNull(p)
	}
	if m.Type.Kind() == reflect.Pointer && !m.optional {
		if p.Ref != "" {
			return &huma.Schema{AnyOf: []*huma.Schema{{Ref: p.Ref}, {Type: "null"}}, Description: p.Description}
		}
		p.Nullable = true
	}
	if p.Nullable && len(p.Enum) > 0 && p.Enum[len(p.Enum)-1] != nil {
		p.Enum = append(p.Enum, nil)
	}
	return p
}

// setNotNull says that a list, and the lists in it, are never null.
func setNotNull(s *huma.Schema) {
	for ; s != nil && s.Type == huma.TypeArray; s = s.Items {
		s.Nullable = false
	}
}

// Detail declares a value that failures carry beside error_code and message.
func Detail[T any](r *Router, name, doc string) {
	r.details = append(r.details, failureDetail{name: name, doc: doc, of: reflect.TypeFor[T]()})
}

type failureDetail struct {
	name, doc string
	of        reflect.Type
}

// failureSchema returns the schema of an error body with all of its possible details.
func (r *Router) failureSchema(schemas huma.Registry) *huma.Schema {
	ref := schemas.Schema(reflect.TypeFor[Failure](), true, "Failure")
	s := schemas.SchemaFromRef(ref.Ref)
	for _, d := range r.details {
		of := *schemas.Schema(d.of, true, d.name)
		setNotNull(&of)
		if of.Ref == "" {
			of.Description = d.doc
		}
		s.Properties[d.name] = &of
	}
	return ref
}

// ErrorCode is a key of the catalogue, or an object with lists of keys by field.
type ErrorCode struct{ value any }

// MarshalJSON implements json.Marshaler.
func (c ErrorCode) MarshalJSON() ([]byte, error) { return encodeJSON(c.value) }

// Schema implements huma.SchemaProvider.
func (ErrorCode) Schema(huma.Registry) *huma.Schema {
	keys := &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString}}
	return &huma.Schema{AnyOf: []*huma.Schema{{Type: huma.TypeString}, {Type: huma.TypeObject, AdditionalProperties: keys}}}
}
