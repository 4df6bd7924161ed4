// Package fault holds the catalogue of errors that a user can understand, and their type.
// Every other error is an internal one and reaches the user as "a problem on the product
// side".
package fault

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Fault is an expected failure. Its key names the words the user sees; its
// cause is for the log and never leaves the server.
type Fault struct {
	Key     string // of the catalogue; empty when Fields are wrong
	Status  int    // of the HTTP answer; never 5xx but for NotReady
	Message string // English, for the log
	Fields  map[string][]string
	Wait    time.Duration  // how long to wait before the next try, when trying again later may help
	Detail  map[string]any // more that the answer carries beside error_code

	cause error
}

var catalogue = map[string]*Fault{}

func define(status int, key, message string) *Fault {
	if catalogue[key] != nil {
		panic("fault: defined twice: " + key)
	}
	f := &Fault{Key: key, Status: status, Message: message}
	catalogue[key] = f
	return f
}

// Error implements error.
func (f *Fault) Error() string {
	name := f.Key
	if name == "" {
		name = fmt.Sprint("invalid fields ", f.Fields)
	}
	if f.cause != nil {
		return name + ": " + f.cause.Error()
	}
	return name
}

// Code names the fault for programs: its key, or invalid_fields.
func (f *Fault) Code() string {
	if f.Key == "" {
		return "invalid_fields"
	}
	return f.Key
}

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.cause }

// Explain says err in English for people at a shell: the words of the catalogue stand in place of its keys, and nameField says what
// they call a field of a request.
func Explain(err error, nameField func(string) string) string {
	text := err.Error()
	for _, f := range findFaults(err) {
		text = strings.Replace(text, f.Error(), f.explain(nameField), 1)
	}
	return text
}

// findFaults returns the outermost faults of an error.
func findFaults(err error) (all []*Fault) {
	switch e := err.(type) {
	case *Fault:
		return []*Fault{e}
	case interface{ Unwrap() []error }:
		for _, one := range e.Unwrap() {
			all = append(all, findFaults(one)...)
		}
	case interface{ Unwrap() error }:
		return findFaults(e.Unwrap())
	}
	return all
}

func (f *Fault) explain(nameField func(string) string) string {
	text := f.Message
	var wrong []string
	for _, field := range slices.Sorted(maps.Keys(f.Fields)) {
		for _, key := range f.Fields[field] {
			wrong = append(wrong, nameField(field)+": "+Words(key))
		}
	}
	if len(wrong) > 0 {
		text = strings.Join(wrong, "; ")
	}
	if f.cause != nil {
		text += ": " + f.cause.Error()
	}
	return text
}

// Is makes errors.Is compare by key.
func (f *Fault) Is(target error) bool {
	t, ok := target.(*Fault)
	return ok && f.Key == t.Key
}

// Words says a key of the catalogue in English.
func Words(key string) string {
	if f := catalogue[key]; f != nil {
		return f.Message
	}
	return key
}

// Because returns the fault with a cause for the log.
func (f *Fault) Because(err error) *Fault {
	g := *f
	g.cause = err
	return &g
}

// With returns the fault with one more value in the answer.
func (f *Fault) With(name string, value any) *Fault {
	g := *f
	g.Detail = maps.Clone(f.Detail)
	if g.Detail == nil {
		g.Detail = map[string]any{}
	}
	g.Detail[name] = value
	return &g
}

// After returns the fault with the time to wait before the next try.
func (f *Fault) After(d time.Duration) *Fault {
	g := *f
	g.Wait = d
	return &g
}

// Fields collects the errors of a request by field.
type Fields map[string][]string

// Add notes that a field is wrong, in the words of the catalogue's fault.
func (w Fields) Add(field string, f *Fault) {
	if !slices.Contains(w[field], f.Key) {
		w[field] = append(w[field], f.Key)
	}
}

// Err returns nil when no field is wrong, else a 400 that names them all.
func (w Fields) Err() error {
	if len(w) == 0 {
		return nil
	}
	return &Fault{Status: 400, Message: "some fields are not valid", Fields: w}
}

// Field is a 400 about one field.
func Field(name string, f *Fault) error {
	w := Fields{}
	w.Add(name, f)
	return w.Err()
}

// All returns the whole catalogue, sorted by key.
func All() []*Fault {
	var all []*Fault
	for _, k := range slices.Sorted(maps.Keys(catalogue)) {
		all = append(all, catalogue[k])
	}
	return all
}
