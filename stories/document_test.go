package stories

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"

	"anbar/app"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// document checks answers against the OpenAPI document of the product.
type document struct {
	routes *http.ServeMux
	paths  map[string]map[string]struct {
		Responses map[string]struct {
			Content map[string]any
		}
	}

	mu       sync.Mutex
	compiler *jsonschema.Compiler
	schemas  map[string]*jsonschema.Schema
}

var (
	documentOnce sync.Once
	documentRead *document
	documentErr  error
)

// documented reads the document of the calls, which is the same for every appliance.
func documented(a *app.App) (*document, error) {
	documentOnce.Do(func() { documentRead, documentErr = readDocument(a) })
	return documentRead, documentErr
}

func readDocument(a *app.App) (*document, error) {
	b, err := json.Marshal(a.Router.Document("test"))
	if err != nil {
		return nil, err
	}
	d := &document{routes: http.NewServeMux(), compiler: jsonschema.NewCompiler(), schemas: map[string]*jsonschema.Schema{}}
	whole, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	if err := d.compiler.AddResource("document.json", whole); err != nil {
		return nil, err
	}
	for _, call := range a.Router.Calls() {
		method, path, _ := strings.Cut(call, " ")
		d.routes.HandleFunc(method+" /api"+path, http.NotFound)
	}
	err = json.Unmarshal(b, &struct{ Paths any }{&d.paths})
	return d, err
}

// check returns an error when an answer is not as the document declares it.
func (d *document) check(req *http.Request, got *answer) error {
	_, pattern := d.routes.Handler(req)
	if pattern == "" || path.Clean(req.URL.Path) != req.URL.Path { // no such call, or the mux sends it elsewhere
		return nil
	}
	method, call, _ := strings.Cut(pattern, " ")
	call = strings.ReplaceAll(strings.TrimPrefix(call, "/api"), "...}", "}")
	status := strconv.Itoa(got.Status)
	responses := d.paths[call][strings.ToLower(method)].Responses
	declared, ok := responses[status]
	if !ok && got.Status >= 400 {
		status, declared = "default", responses["default"]
	} else if !ok {
		return fmt.Errorf("%s %s answers %s, which the document does not declare", method, call, status)
	}
	if err := d.body(method, call, status, declared.Content, req, got); err != nil {
		return fmt.Errorf("%s %s answers %d otherwise than the document says: %w: %.600s", method, call, got.Status, err, got.Body)
	}
	return nil
}

func (d *document) body(method, call, status string, content map[string]any, req *http.Request, got *answer) error {
	if len(content) == 0 || req.Method == http.MethodHead {
		if len(got.Body) > 0 {
			return fmt.Errorf("there is a body")
		}
		return nil
	}
	kind, _, err := mime.ParseMediaType(got.Header.Get("Content-Type"))
	if err != nil {
		return err
	}
	main, _, _ := strings.Cut(kind, "/")
	for _, declared := range []string{kind, main + "/*", "*/*"} {
		if _, ok := content[declared]; !ok {
			continue
		}
		if declared != "application/json" {
			return nil
		}
		return d.valid(got.Body, "paths", call, strings.ToLower(method), "responses", status, "content", declared, "schema")
	}
	return fmt.Errorf("the type is %s", kind)
}

// valid validates a body against the schema that the steps lead to.
func (d *document) valid(body []byte, steps ...string) error {
	var at strings.Builder
	for _, s := range steps {
		at.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(s))
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.schemas[at.String()]
	if s == nil {
		var err error
		if s, err = d.compiler.Compile("document.json#" + at.String()); err != nil {
			return err
		}
		d.schemas[at.String()] = s
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	return s.Validate(v)
}
