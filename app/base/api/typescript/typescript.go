// Package typescript writes the types of the API's document for the front end,
// so that a drift between the two does not compile.
package typescript

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Generate returns a TypeScript module: an interface for each schema, and a map of all calls
// with the types of their inputs and answers.
func Generate(doc *huma.OpenAPI) string {
	var b strings.Builder
	b.WriteString("// Made from the API's document by `make golden`; not to be edited.\n")
	schemas := doc.Components.Schemas.Map()
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		s := schemas[name]
		if s.Description != "" {
			fmt.Fprintf(&b, "\n/** %s */", s.Description)
		}
		fmt.Fprintf(&b, "\nexport interface %s %s\n", name, formatObject(s, ""))
	}
	b.WriteString("\n/** Every call with what it takes and what it answers. */\nexport interface Calls {\n")
	for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
		item := doc.Paths[path]
		for _, c := range []struct {
			method string
			op     *huma.Operation
		}{{"DELETE", item.Delete}, {"GET", item.Get}, {"PATCH", item.Patch}, {"POST", item.Post}, {"PUT", item.Put}} {
			if c.op != nil {
				fmt.Fprintf(&b, "  '%s %s': { path: %s; query: %s; body: %s; answer: %s };\n",
					c.method, strings.TrimPrefix(path, "/"), formatParams(c.op, "path"), formatParams(c.op, "query"), bodyType(c.op),
					answerType(c.op))
			}
		}
	}
	b.WriteString("}\n")
	return b.String()
}

// formatParams returns the parameters of a call in its path or in its query.
func formatParams(op *huma.Operation, in string) string {
	var fields []string
	for _, p := range op.Parameters {
		if p.In == in {
			mark := "?"
			if p.Required {
				mark = ""
			}
			fields = append(fields, p.Name+mark+": "+formatType(p.Schema, "  "))
		}
	}
	if fields == nil {
		return "never"
	}
	return "{ " + strings.Join(fields, "; ") + " }"
}

func bodyType(op *huma.Operation) string {
	if op.RequestBody == nil {
		return "never"
	}
	return contentTSType(op.RequestBody.Content)
}

func answerType(op *huma.Operation) string {
	for status, r := range op.Responses {
		if status[0] == '2' && r.Content != nil {
			return contentTSType(r.Content)
		}
	}
	return "void"
}

func contentTSType(all map[string]*huma.MediaType) string {
	if m := all["application/json"]; m != nil {
		return formatType(m.Schema, "  ")
	}
	return "Blob"
}

func formatObject(s *huma.Schema, indent string) string {
	var b strings.Builder
	b.WriteString("{\n")
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		p := s.Properties[name]
		if p.Description != "" {
			fmt.Fprintf(&b, "%s  /** %s */\n", indent, p.Description)
		}
		mark := "?"
		if slices.Contains(s.Required, name) {
			mark = ""
		}
		fmt.Fprintf(&b, "%s  %s%s: %s;\n", indent, name, mark, formatType(p, indent+"  "))
	}
	b.WriteString(indent + "}")
	return b.String()
}

func formatType(s *huma.Schema, indent string) string {
	t := formatBareType(s, indent)
	if s.Nullable {
		t += " | null"
	}
	return t
}

func formatBareType(s *huma.Schema, indent string) string {
	switch {
	case s.Ref != "":
		return s.Ref[strings.LastIndex(s.Ref, "/")+1:]
	case len(s.Enum) > 0:
		var words []string
		for _, e := range s.Enum {
			if e != nil { // formatType says it
				words = append(words, fmt.Sprintf("'%v'", e))
			}
		}
		return strings.Join(words, " | ")
	case len(s.AnyOf) > 0:
		kinds := make([]string, len(s.AnyOf))
		for i, one := range s.AnyOf {
			kinds[i] = formatType(one, indent)
		}
		return strings.Join(kinds, " | ")
	}
	switch s.Type {
	case huma.TypeObject:
		if each, ok := s.AdditionalProperties.(*huma.Schema); ok {
			return "Record<string, " + formatType(each, indent) + ">"
		}
		return formatObject(s, indent)
	case huma.TypeArray:
		return "Array<" + formatType(s.Items, indent) + ">"
	case "null":
		return "null"
	case huma.TypeInteger, huma.TypeNumber:
		return "number"
	case huma.TypeBoolean:
		return "boolean"
	case huma.TypeString:
		return "string"
	}
	return "unknown"
}
