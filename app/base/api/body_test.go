package api

import (
	"encoding/json"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"anbar/app/base/fault"
	"anbar/db"

	"github.com/google/go-cmp/cmp"
)

type inner struct {
	ID   db.NodeID `json:"id"`
	Kind string    `json:"kind" enum:"a,b"`
}

type taken struct {
	Space  db.SpaceID      `path:"space_id"`
	Name   string          `json:"name"`
	Size   int64           `json:"size"`
	Raw    json.RawMessage `json:"raw,omitempty"`
	IDs    []db.NodeID     `json:"ids,omitempty"`
	More   []inner         `json:"more,omitempty"`
	Some   *inner          `json:"some,omitempty"`
	Change Optional[int]   `json:"change,omitzero"`
	At     time.Time       `json:"at,omitzero"`
	Word   string          `json:"word,omitempty" enum:"x,y"`
}

func take(t *testing.T, body string) (taken, map[string][]string, error) {
	t.Helper()
	var in taken
	err := readBody(httptest.NewRequest("POST", "/", strings.NewReader(body)), reflect.ValueOf(&in).Elem(),
		objectFiller(reflect.TypeFor[taken]()))
	if f, ok := err.(*fault.Fault); ok {
		return in, f.Fields, err
	}
	return in, nil, err
}

func TestABodyIsWhatItsTypeSays(t *testing.T) {
	id := db.NodeID(db.NewID())
	in, _, err := take(t, ` {"name":"","size":0,"raw":{"a":null},"ids":["`+id.String()+`"],"more":[{"id":"`+id.String()+
		`","kind":"a"}],"some":{"id":"`+id.String()+`","kind":"b"},"change":null,"at":"2026-01-02T03:04:05Z","word":""} `)
	want := taken{
		Raw: json.RawMessage(`{"a":null}`), IDs: []db.NodeID{id}, More: []inner{{id, "a"}}, Some: &inner{id, "b"},
		Change: Optional[int]{Set: true, Null: true}, At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
	}
	if diff := cmp.Diff(want, in); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if in, _, err := take(t, `{"name":"a","size":1,"ids":null,"more":null,"some":null,"at":null,"word":null,"raw":null}`); err != nil ||
		in.Some != nil || in.IDs != nil || in.Change.Set {
		t.Errorf("%+v, %v", in, err)
	}
}

func TestWhatIsWrongWithABodyIsNamed(t *testing.T) {
	const rest = `"name":"a","size":1`
	for body, want := range map[string]map[string][]string{
		`{}`:                                         {"name": {"required"}, "size": {"required"}},
		`{"name":null,"size":null}`:                  {"name": {"required"}, "size": {"required"}},
		`{"name":1,"size":"1"}`:                      {"name": {"invalid_value"}, "size": {"invalid_value"}},
		`{"Name":"a","size":1}`:                      {"name": {"required"}, "Name": {"unknown_field"}},
		`{` + rest + `,"space_id":"x"}`:              {"space_id": {"unknown_field"}},
		`{` + rest + `,"ids":["x"]}`:                 {"ids": {"invalid_value"}},
		`{` + rest + `,"ids":[null]}`:                {"ids": {"invalid_value"}},
		`{` + rest + `,"ids":[""]}`:                  {"ids": {"invalid_value"}},
		`{` + rest + `,"ids":{}}`:                    {"ids": {"invalid_value"}},
		`{` + rest + `,"more":[{"id":""}]}`:          {"more.id": {"required"}, "more.kind": {"required"}},
		`{` + rest + `,"more":[[]]}`:                 {"more": {"invalid_value"}},
		`{` + rest + `,"some":{"kind":"c"}}`:         {"some.id": {"required"}, "some.kind": {"invalid_value"}},
		`{` + rest + `,"some":7}`:                    {"some": {"invalid_value"}},
		`{` + rest + `,"change":"x"}`:                {"change": {"invalid_value"}},
		`{` + rest + `,"at":"tomorrow"}`:             {"at": {"invalid_value"}},
		`{` + rest + `,"word":"z"}`:                  {"word": {"invalid_value"}},
		`{` + rest + `,"size":99999999999999999999}`: {"size": {"invalid_value"}},
	} {
		if _, got, err := take(t, body); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", body, err, want)
		}
	}
	for _, body := range []string{"", " ", "[]", "null", `"x"`, "{", `{} {}`, `{"name":"\xff`, "7"} {
		if _, fields, err := take(t, body); err == nil || fields != nil || !strings.Contains(err.Error(), "bad_request") {
			t.Errorf("%q: %v %v", body, fields, err)
		}
	}
	if _, got, _ := take(t, `{`+rest+`,"a":1`+strings.Repeat(`,"`+strings.Repeat("b", 3)+`":1`, 3)+`}`); len(got) != 2 {
		t.Errorf("%v", got)
	}
}
