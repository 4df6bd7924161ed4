package stories

import (
	"encoding/json"
	"net/url"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"anbar/app/identity/accounts"
	"anbar/db"
)

// described is what the document says of a call.
type described struct {
	Parameters []struct {
		Name     string
		In       string
		Required bool
	}
	RequestBody struct {
		Content map[string]struct {
			Schema struct {
				Ref string `json:"$ref"`
			}
		}
	}
}

// requirements are the part of the OpenAPI document that says what has to be there.
type requirements struct {
	Paths      map[string]map[string]described
	Components struct {
		Schemas map[string]struct{ Required []string }
	}
}

// needs returns the values that a call requires in its query and in its body.
func (d *requirements) needs(c described) (query, body []string) {
	for _, p := range c.Parameters {
		if p.In == "query" && p.Required {
			query = append(query, p.Name)
		}
	}
	return query, d.Components.Schemas[path.Base(c.RequestBody.Content["application/json"].Schema.Ref)].Required
}

// TestWhatTheDocumentRequiresIsRequired sends every call without the values that the document
// requires. Where the gate is passed, the answer names each of them.
func TestWhatTheDocumentRequiresIsRequired(t *testing.T) {
	raw, err := os.ReadFile("testdata/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	var d requirements
	if err := json.Unmarshal(raw, &d); err != nil {
		t.Fatal(err)
	}
	a := newAppliance(t, dataDir(t))
	sara := person(t, a, "sara")
	staff := signedIn(t, a, accounts.Person{
		FirstName: "The staff", LastName: "Tester", Email: "staff@example.org", Password: password, Staff: db.Administrator,
	})
	parameter := regexp.MustCompile(`\{[^}]+\}`)
	checked := 0
	for at, calls := range d.Paths {
		for method, c := range calls {
			query, body := d.needs(c)
			if len(query)+len(body) == 0 {
				continue
			}
			who, required := sara, body
			if strings.HasPrefix(at, "/admin") {
				who = staff
			}
			var sent any
			if len(body) > 0 {
				sent = map[string]any{}
			} else {
				required = query
			}
			got := who.do(strings.ToUpper(method), parameter.ReplaceAllString(at, url.PathEscape("0000000000001")), sent)
			switch got.Status {
			case 401, 403, 429: // another gate, or one that counts
				continue
			}
			checked++
			for _, name := range required {
				if got.Status != 400 || !strings.Contains(string(got.Body), `"`+name+`":["required"]`) {
					t.Errorf("%s %s without %s: %d %s", method, at, name, got.Status, got.Body)
				}
			}
		}
	}
	if checked < 100 {
		t.Errorf("only %d calls were checked", checked)
	}
	t.Logf("%d calls", checked)
}
