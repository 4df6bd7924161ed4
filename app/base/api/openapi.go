package api

import (
	"encoding/json"
	"net/http"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"anbar/app/base/fault"

	"github.com/danielgtaylor/huma/v2"
)

var pathParam = regexp.MustCompile(`\{([a-z_]+)(?:\.\.\.)?\}`)

// Document describes every declared call as OpenAPI 3.1.
func (r *Router) Document(version string) *huma.OpenAPI {
	schemas := huma.NewMapRegistry("#/components/schemas/", typeName)
	doc := &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info: &huma.Info{
			Title: "Anbar", Version: version,
			Description: "The calls of the drive. Times are RFC 3339 in UTC, sizes are bytes, ids are opaque strings.",
		},
		Servers: []*huma.Server{{URL: "/api"}},
		Paths:   map[string]*huma.PathItem{},
		Components: &huma.Components{
			Schemas:         schemas,
			SecuritySchemes: map[string]*huma.SecurityScheme{"bearer": {Type: "http", Scheme: "bearer", BearerFormat: "JWT"}},
		},
	}
	failure := r.failureSchema(schemas)
	for _, d := range r.ops {
		path := strings.ReplaceAll(d.path, "...}", "}")
		item := doc.Paths[path]
		if item == nil {
			item = &huma.PathItem{}
			doc.Paths[path] = item
		}
		addOperation(item, d.method, d.operation(schemas, failure))
	}
	correctSchemas(schemas)
	return doc
}

// Failure is the body of every answer that is not a success.
type Failure struct {
	ErrorCode ErrorCode `json:"error_code" doc:"a key of the catalogue, or an object of field names with lists of keys"`
	Message   string    `json:"message"`
	RequestID string    `json:"request_id,omitempty" doc:"of a server error, as in the log"`
}

// SchemaNamer is a type whose name in Go needs its package to be understood. The document has
// one namespace, so there the type has a name of its own.
type SchemaNamer interface{ SchemaName() string }

func typeName(t reflect.Type, hint string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if n, ok := reflect.Zero(t).Interface().(SchemaNamer); ok {
		return n.SchemaName()
	}
	name := huma.DefaultSchemaNamer(t, hint)
	if n := t.Name(); n != "" && t.PkgPath() != "" && strings.ToLower(n[:1]) == n[:1] {
		pkg := t.PkgPath()[strings.LastIndex(t.PkgPath(), "/")+1:]
		name = strings.ToUpper(pkg[:1]) + pkg[1:] + name
	}
	return name
}

func (d *endpoint) operation(schemas huma.Registry, failure *huma.Schema) *huma.Operation {
	op := &huma.Operation{
		OperationID: d.id(), Summary: d.Does, Tags: []string{strings.SplitN(d.path, "/", 3)[1]},
		Responses: map[string]*huma.Response{"default": {Description: d.failures(), Content: mediaTypes("application/json", failure)}},
	}
	if d.Gate.needsToken() {
		op.Security = []map[string][]string{{"bearer": {}}}
	}
	for _, m := range pathParam.FindAllStringSubmatch(d.path, -1) {
		op.Parameters = append(op.Parameters, &huma.Param{
			Name: m[1], In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString},
		})
	}
	if d.in != nil {
		d.describeInput(op, schemas)
	}
	if d.Takes != "" {
		op.RequestBody = &huma.RequestBody{Required: true, Content: mediaTypes(d.Takes, &huma.Schema{Type: huma.TypeString,
			Format: "binary"})}
	}
	d.describeOutput(op, schemas, failure)
	return op
}

// needsToken reports whether the gate requires a token.
func (g Gate) needsToken() bool { return g != Public && g != OptionalMember }

// id is the operation's name: the method and the words of its path.
func (d *endpoint) id() string {
	return strings.ToLower(d.method) + strings.NewReplacer("/", "-", "{", "", "}", "", "...", "", "_", "-").Replace(d.path)
}

func (d *endpoint) failures() string {
	var keys []string
	for _, f := range d.Fails {
		keys = append(keys, strconv.Itoa(f.Status)+" "+f.Key)
	}
	if d.Gate.needsToken() {
		keys = append(keys, "401 "+fault.AuthenticationFailed.Key)
	}
	return "Failure: " + strings.Join(keys, ", ")
}

// describeInput splits the input type: fields with a path or query tag are parameters, the
// others form the body.
func (d *endpoint) describeInput(op *huma.Operation, schemas huma.Registry) {
	var body []reflect.StructField
	embeds := false
	for _, f := range inputFields(d.in) {
		embeds = embeds || len(f.Index) > 1
		if f.Tag.Get("path") != "" {
			continue
		}
		if name := f.Tag.Get("query"); name != "" {
			schema := &huma.Schema{Type: huma.TypeString} // handlers of streams read the words themselves
			if !d.stream {
				schema = inQuery(f, schemas.Schema(f.Type, true, name))
			}
			op.Parameters = append(op.Parameters, &huma.Param{
				Name: name, In: "query", Description: f.Tag.Get("doc"), Required: f.Tag.Get("required") != "", Schema: schema,
			})
			continue
		}
		body = append(body, f)
	}
	if len(body) == 0 {
		return
	}
	t := d.in
	if embeds || len(body) < d.in.NumField() {
		t = reflect.StructOf(body)
	}
	op.RequestBody = &huma.RequestBody{Required: true, Content: mediaTypes("application/json", schemas.Schema(t, true, d.bodyName()))}
}

// inQuery adds the words that a query parameter may be.
func inQuery(f reflect.StructField, s *huma.Schema) *huma.Schema {
	words := f.Tag.Get("enum")
	if words == "" {
		return s
	}
	o := *s
	for w := range strings.SplitSeq(words, ",") {
		o.Enum = append(o.Enum, w)
	}
	return &o
}

func (d *endpoint) bodyName() string {
	var b strings.Builder
	for _, w := range strings.FieldsFunc(d.id(), func(r rune) bool { return r == '-' }) {
		b.WriteString(strings.ToUpper(w[:1]) + w[1:])
	}
	return b.String() + "Body"
}

func (d *endpoint) describeOutput(op *huma.Operation, schemas huma.Registry, failure *huma.Schema) {
	status, res := d.Status, &huma.Response{Description: "Success"}
	switch {
	case d.out == reflect.TypeFor[None]() || d.out == nil && d.Gives == "" && status == 0:
		status = http.StatusNoContent
	case d.out != nil:
		res.Content = mediaTypes("application/json", schemas.Schema(d.out, true, d.id()))
	case d.Gives != "":
		res.Content = map[string]*huma.MediaType{}
		for kind := range strings.SplitSeq(d.Gives, ", ") {
			res.Content[kind] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
		}
	}
	if status == 0 {
		status = http.StatusOK
	}
	op.Responses[strconv.Itoa(status)] = res
	for _, other := range d.Also {
		if other == http.StatusNoContent {
			op.Responses["204"] = &huma.Response{Description: "There is none"}
			continue
		}
		op.Responses[strconv.Itoa(other)] = res
	}
	if d.Ranges {
		op.Responses["206"] = &huma.Response{
			Description: "The range that was asked for", Content: res.Content,
			Headers: map[string]*huma.Param{"Content-Range": {Schema: &huma.Schema{Type: huma.TypeString}}},
		}
		op.Responses["304"] = &huma.Response{Description: "It is still what If-None-Match or If-Modified-Since says"}
		for _, f := range []*fault.Fault{fault.PreconditionFailed, fault.RangeInvalid} {
			op.Responses[strconv.Itoa(f.Status)] = &huma.Response{
				Description: "Failure: " + f.Key, Content: mediaTypes("application/json", failure),
			}
		}
	}
}

func mediaTypes(kind string, s *huma.Schema) map[string]*huma.MediaType {
	return map[string]*huma.MediaType{kind: {Schema: s}}
}

func addOperation(item *huma.PathItem, method string, op *huma.Operation) {
	switch method {
	case http.MethodGet:
		item.Get = op
	case http.MethodPost:
		item.Post = op
	case http.MethodPut:
		item.Put = op
	case http.MethodDelete:
		item.Delete = op
	case http.MethodPatch:
		item.Patch = op
	default:
		panic("api: no place in the document for " + method)
	}
}

// ServeDocument mounts the document and a page to read it. Both are built at their first
// request, because that takes longer than the rest of the start and is rarely needed.
func (r *Router) ServeDocument(version string) {
	doc := sync.OnceValue(func() *huma.OpenAPI { return r.Document(version) })
	raw := sync.OnceValues(func() ([]byte, error) { return json.Marshal(doc()) })
	page := sync.OnceValues(func() ([]byte, error) { return renderDocs(doc()) })
	r.mux.HandleFunc("GET /api/openapi.json", func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		r.serveBuilt(w, req, raw)
	})
	r.mux.HandleFunc("GET /api/docs", func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "+
			"frame-ancestors 'none'")
		r.serveBuilt(w, req, page)
	})
}

func (r *Router) serveBuilt(w http.ResponseWriter, req *http.Request, made func() ([]byte, error)) {
	b, err := made()
	if err != nil {
		r.answerError(w, req, err)
		return
	}
	_, _ = w.Write(b)
}

// Calls returns every declared call as "METHOD /path", in the order of
// declaration.
func (r *Router) Calls() []string {
	var all []string
	for _, d := range r.ops {
		all = append(all, d.method+" "+d.path)
	}
	return all
}

// WithoutProof maps the calls of staff that change something without a recent proof of identity to
// the reasons.
func (r *Router) WithoutProof() map[string]string {
	all := map[string]string{}
	for _, d := range r.ops {
		if d.NoProofBecause != "" {
			all[d.method+" "+d.path] = d.NoProofBecause
		}
	}
	return all
}

// StaffEvents maps the calls of staff that change something to the events that they leave in the
// audit log.
func (r *Router) StaffEvents() map[string]string {
	all := map[string]string{}
	for _, d := range r.ops {
		if d.Event != "" {
			all[d.method+" "+d.path] = d.Event
		}
	}
	return all
}
