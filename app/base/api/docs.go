package api

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"html/template"
	"maps"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

//go:embed docs.html
var docsPage string

var docsTemplate = template.Must(template.New("docs").Parse(docsPage))

type docsGroup struct {
	Name  string
	Calls []docsCall
}

type docsCall struct {
	Method, Path, Does, Login string
	Parameters                []*huma.Param
	Body, Answer, Failures    string
	Status                    string
}

// renderDocs writes the document as one page without scripts.
func renderDocs(doc *huma.OpenAPI) ([]byte, error) {
	groups := map[string][]docsCall{}
	for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
		for method, op := range operationsOf(doc.Paths[path]) {
			c, err := describeCall(doc, method, path, op)
			if err != nil {
				return nil, err
			}
			groups[op.Tags[0]] = append(groups[op.Tags[0]], c)
		}
	}
	var all []docsGroup
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		all = append(all, docsGroup{name, groups[name]})
	}
	var b bytes.Buffer
	err := docsTemplate.Execute(&b, map[string]any{"Info": doc.Info, "Groups": all})
	return b.Bytes(), err
}

func operationsOf(item *huma.PathItem) func(func(string, *huma.Operation) bool) {
	return func(yield func(string, *huma.Operation) bool) {
		for _, o := range []struct {
			method string
			op     *huma.Operation
		}{{"GET", item.Get}, {"POST", item.Post}, {"PUT", item.Put}, {"PATCH", item.Patch}, {"DELETE", item.Delete}} {
			if o.op != nil && !yield(o.method, o.op) {
				return
			}
		}
	}
}

func describeCall(doc *huma.OpenAPI, method, path string, op *huma.Operation) (docsCall, error) {
	c := docsCall{Method: method, Path: "/api" + path, Does: op.Summary, Parameters: op.Parameters}
	if op.Security != nil {
		c.Login = "needs a session"
	}
	var err error
	if op.RequestBody != nil {
		if c.Body, err = exampleBody(doc, op.RequestBody.Content); err != nil {
			return c, err
		}
	}
	c.Failures = op.Responses["default"].Description
	for _, status := range slices.Sorted(maps.Keys(op.Responses)) {
		if status[0] != '2' {
			continue
		}
		if c.Status != "" {
			c.Status += " or " + status // with the same body
			continue
		}
		c.Status = status
		if c.Answer, err = exampleBody(doc, op.Responses[status].Content); err != nil {
			return c, err
		}
	}
	return c, nil
}

// exampleBody writes a body as an example of itself: names with the types of their
// values.
func exampleBody(doc *huma.OpenAPI, content map[string]*huma.MediaType) (string, error) {
	for kind, media := range content {
		if kind != "application/json" {
			return kind, nil
		}
		b, err := json.MarshalIndent(exampleOf(doc, media.Schema, 0), "", "  ")
		return string(b), err
	}
	return "", nil
}

func exampleOf(doc *huma.OpenAPI, s *huma.Schema, depth int) any {
	if s.Ref != "" {
		if depth > 6 {
			return s.Ref[strings.LastIndex(s.Ref, "/")+1:]
		}
		s = doc.Components.Schemas.SchemaFromRef(s.Ref)
	}
	if len(s.AnyOf) > 0 {
		return exampleOf(doc, s.AnyOf[0], depth)
	}
	switch s.Type {
	case huma.TypeObject:
		m := map[string]any{}
		for name, p := range s.Properties {
			m[name] = exampleOf(doc, p, depth+1)
		}
		return m
	case huma.TypeArray:
		return []any{exampleOf(doc, s.Items, depth+1)}
	}
	word := strings.TrimSpace(s.Type + " " + s.Format)
	if s.Description != "" {
		word += ": " + s.Description
	}
	return word
}
