package plans

import (
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"anbar/app/base/fault"
)

// placeholder is a name in braces; JSON has none, because its names stand in quotes.
var placeholder = regexp.MustCompile(`\{[A-Za-z_]+\}`)

var inRequest = []string{"{amount}", "{currency}", "{payment_id}", "{callback_url}", "{description}", "{authority}"}

// hasOnlyPlaceholders reports whether a template has no other placeholders than these.
func hasOnlyPlaceholders(template string, allowed ...string) bool {
	return !slices.ContainsFunc(placeholder.FindAllString(template, -1), func(s string) bool { return !slices.Contains(allowed, s) })
}

// sample are values that show whether a template becomes valid JSON: a text that needs its
// quotes, and a number that does not.
var sample = map[string]string{
	"amount": "1", "currency": "a", "payment_id": "a", "callback_url": "a", "description": "a", "authority": "a", "secret": "a",
}

// check refuses a template that cannot work. One of the placeholders has to be in it.
func (r *HTTPRequest) check(name string, wrong fault.Fields, one ...string) {
	r.Method = strings.ToUpper(strings.TrimSpace(r.Method))
	if r.Method == "" {
		r.Method = "POST"
	}
	allowed := slices.Clone(inRequest)
	if name == "start" {
		allowed = slices.DeleteFunc(allowed, func(s string) bool { return s == "{authority}" })
	}
	missing := !slices.ContainsFunc(one, func(s string) bool { return strings.Contains(r.URL+r.Body, s) })
	_, body := r.Render(sample)
	for field, bad := range map[string]bool{
		"url":    !isWeb(r.URL) || !hasOnlyPlaceholders(r.URL, allowed...) || missing && r.Body == "",
		"method": r.Method != "POST" && r.Method != "GET" && r.Method != "PUT",
		"body": len(r.Body) > maxBody || !hasOnlyPlaceholders(r.Body, append(allowed, "{secret}")...) || missing && r.Body != "" ||
			r.IsJSON() && !json.Valid([]byte(body)) || r.Method == "GET" && r.Body != "",
	} {
		if bad {
			wrong.Add("http."+name+"."+field, fault.InvalidValue)
		}
	}
}

// IsJSON reports whether the body is JSON, and not a form.
func (r *HTTPRequest) IsJSON() bool {
	return strings.HasPrefix(r.Body, "{") || strings.HasPrefix(r.Body, "[")
}

// Render puts values into the template, each as its place wants it. A value that looks like a
// placeholder is none.
func (r *HTTPRequest) Render(values map[string]string) (address, body string) {
	escape := url.QueryEscape
	if r.IsJSON() {
		escape = escapeJSON
	}
	return RenderURL(r.URL, values), renderTemplate(r.Body, values, escape)
}

// RenderURL puts values into a URL.
func RenderURL(template string, values map[string]string) string {
	path, query, asked := strings.Cut(template, "?")
	at := renderTemplate(path, values, escapePathPart)
	if asked {
		at += "?" + renderTemplate(query, values, url.QueryEscape)
	}
	return at
}

func renderTemplate(template string, values map[string]string, escape func(string) string) string {
	return placeholder.ReplaceAllStringFunc(template, func(s string) string {
		if v, ok := values[s[1:len(s)-1]]; ok {
			return escape(v)
		}
		return s
	})
}

// escapePathPart is a text as one part of a path.
func escapePathPart(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }

// escapeJSON escapes a text for use between the quotes of a JSON string.
func escapeJSON(s string) string {
	quoted := strconv.Quote("")
	if b, err := json.Marshal(s); err == nil { // a string always is JSON
		quoted = string(b)
	}
	return quoted[1 : len(quoted)-1]
}
