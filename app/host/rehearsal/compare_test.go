package rehearsal

import (
	"strings"
	"testing"
	"time"
)

// TestAnswersAreComparedByMeaning: what people would see counts, and what each answer makes anew does not.
func TestAnswersAreComparedByMeaning(t *testing.T) {
	asked := time.Date(2027, 1, 2, 3, 4, 5, 0, time.UTC)
	later := asked.Add(40 * time.Hour) // the clock jumped between the two programs
	for _, c := range []struct{ name, old, fresh, want string }{
		{"the order of keys", `{"a":1,"b":[true,null]}`, `{"b":[true,null],"a":1}`, ""},
		{"a field that was added", `{"a":1}`, `{"a":1,"more":{"x":1}}`, ""},
		{"a field that is missing", `{"a":1,"b":2}`, `{"a":1}`, `the field "b" is missing`},
		{"the time of now", `{"at":"2027-01-02T03:04:05Z","ends":"2027-01-02T03:19:05Z"}`,
			`{"at":"2027-01-03T19:04:05Z","ends":"2027-01-03T19:19:06Z"}`, ""},
		{"a time that is kept", `{"at":"2026-01-02T03:04:05Z"}`, `{"at":"2026-01-02T03:04:06Z"}`, `at: was "2026`},
		{"an id that was made on the spot", `{"id":"0zzzzzzzzzzz1"}`, `{"id":"0zzzzzzzzzzz8"}`, ""},
		{"an id that is kept", `{"id":"0aaaaaaaaaaa1"}`, `{"id":"0aaaaaaaaaaa2"}`, `id: was "0aaaaaaaaaaa1"`},
		{"a token", `{"url":"/x/eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.aa/n"}`, `{"url":"/x/eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.bb/n"}`, ""},
		{"a missing entry", `{"files":[{"file_id":"1","file_name":"a"},{"file_id":"2","file_name":"b"}]}`,
			`{"files":[{"file_id":"1","file_name":"a"}]}`, `files: the entry "b" is missing`},
		{"one more entry", `[{"id":"1","name":"a"}]`, `[{"id":"1","name":"a"},{"id":"2","name":"b"}]`, `there is an entry "b"`},
		{"another order", `[{"id":"1"},{"id":"2"}]`, `[{"id":"2"},{"id":"1"}]`, "in another order"},
		{"another name", `[{"id":"1","name":"a"}]`, `[{"id":"1","name":"A"}]`, `"a" / name: was "a", and is "A"`},
		{"another size", `{"size":9007199254740993}`, `{"size":9007199254740992}`, "size: was 9007199254740993"},
		{"another right", `{"current_permissions":["read","write"]}`, `{"current_permissions":["read"]}`, "there were 2 entries"},
		{"rights in another order", `{"current_permissions":["read","write"]}`, `{"current_permissions":["write","read"]}`, ""},
		{"another count", `{"total":3}`, `{"total":2}`, "total: was 3, and is 2"},
		{"null", `{"a":null}`, `{"a":0}`, "a: was null, and is 0"},
		{"another type", `{"a":[1]}`, `{"a":{"x":1}}`, "a: was [1]"},
	} {
		q := Question{About: "a list", Path: "/x"}
		old := Answer{Question: q, Status: 200, Body: []byte(c.old), At: asked, Fresh: "0zzzzzzzzzzz0"}
		fresh := Answer{Question: q, Status: 200, Body: []byte(c.fresh), At: later, Fresh: "0zzzzzzzzzzz7"}
		got := strings.Join(Compare([]Answer{old}, []Answer{fresh}), "\n")
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestARefusalIsADifference(t *testing.T) {
	q := Question{About: "a list", Path: "/x"}
	old := []Answer{{Question: q, Status: 200, Body: []byte(`{}`)}}
	got := Compare(old, []Answer{{Question: q, Status: 403, Body: []byte(`{"error_code":"permission_denied"}`)}})
	if len(got) != 1 || !strings.Contains(got[0], "was 200, and is 403 (permission_denied)") {
		t.Error(got)
	}
}

// TestFailuresAreJudgedApart: each is one problem, or a note where the old program fails as well, and never a difference.
func TestFailuresAreJudgedApart(t *testing.T) {
	answer := func(path string, status int, failed string) Answer {
		return Answer{Question: Question{About: "a list", Path: path}, Status: status, Body: []byte(`{}`), Failed: failed}
	}
	r := &trial{rep: &Report{}}
	r.judge(
		[]Answer{answer("/a", 200, ""), answer("/b", 200, ""), answer("/c", 500, ""), answer("/d", 0, "no sign-in"), answer("/e", 200, ""),
			answer("/f", 200, "")},
		[]Answer{answer("/a", 200, ""), answer("/b", 500, ""), answer("/c", 503, ""), answer("/d", 200, ""), answer("/e", 0, "no sign-in")})
	if len(r.rep.Problems) != 2 || len(r.rep.Notes) != 1 || len(r.rep.Differences) != 0 || r.rep.Compared != 1 {
		t.Errorf("%+v", r.rep)
	}
}
