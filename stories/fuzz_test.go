package stories

import (
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// hostile is what no call expects: values of other kinds, ids of other things,
// and far too much.
func (w *world) hostile() []any {
	long := strings.Repeat("آ", 70_000)
	huge := make([]any, 6000)
	for i := range huge {
		huge[i] = w.vars["file"]
	}
	deep := any("x")
	for range 200 {
		deep = []any{deep}
	}
	all := []any{nil, true, -1, 0, 1e300, 0.5, json.Number("99999999999999999999"), "", " ", "..", "a/b", "\x00", "\u202e", "%", "'", `"`,
		long, huge, deep,
		[]any{}, []any{nil}, []any{""}, []any{1}, []any{map[string]any{}}, map[string]any{}, map[string]any{"x": 1}, "0", "zzzzzzzzzzzzz",
		"-1", "9223372036854775807",
		"eve@example.org", "a@b@c", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "owner", "admin", "directory", "file",
		[]any{"owner@example.org"}, []any{"editor@example.org", "editor@example.org"}, []any{long}}
	for _, v := range []string{"space", "dir", "my", "bin", "mybin", "file", "version", "trashed", "mine", "other", "otherdir", "role",
		"guestrole", "link", "mylink", "box", "field", "editorid"} {
		all = append(all, w.vars[v], []any{w.vars[v]}, []any{map[string]any{"target_id": w.vars[v], "target_type": "file"}}, []any{
			map[string]any{"target_id": w.vars[v], "target_type": "directory"},
		})
	}
	return all
}

// wider are bodies with all that calls take, where the table of permissions needs
// less.
var wider = map[string]string{
	"POST /storage/workspace": `{"title":"Third",` +
		`"members":["new@example.org"]}`,
	"PUT /storage/workspace/{space_id}/access": `{"access":"public","default_role":"viewer"}`,
	"POST /storage/workspace/{space_id}/leave": `{"my_drive":{"action":"hand_over",` +
		`"to":"editor@example.org"}}`,
	"PUT /storage/workspace/{space_id}/appearance": `{"primary_color":"#336699",` +
		`"secondary_color":"#336699","organization_title":"x"}`,
	"DELETE /role/v1/space/{space_id}/workspace-members": `{"members":["editor@example.org"],` +
		`"my_drive":{"action":"hand_over","to":"viewer@example.org"}}`,
	"POST /role/v1/space/{space_id}/custom-role": `{"name":"Fuzz",` +
		`"permissions":[{"action":"read","subject":"file"}],"emails":["editor@example.org"],"targets":[{"target_id":"{sub}",` +
		`"target_type":"directory"}]}`,
	"PUT /role/v1/space/{space_id}/custom-role/{role_id}": `{"name":"Fuzz",` +
		`"permissions":[{"action":"read","subject":"file"}]}`,
	"POST /role/v1/space/{space_id}/guest-users": `{"emails":["new@example.org"],` +
		`"role_id":"viewer","message":"x","targets":[{"target_id":"{sub}","target_type":"directory"}]}`,
	"POST /download/space/{space_id}/directory/{directory_id}/links": `{"title":"x","file_ids":["{file}"],` +
		`"directory_ids":[],"duration":{"value":1,"unit":"day"},"emails":["new@example.org"],"email_description":"x","count_limit":3,` +
		`"view_only":false,"notify_opening":true}`,
	"POST /download/space/{space_id}/directory/{directory_id}/file/{file_id}/temporary-link": `{"title":"x","version_id":"{version}",` +
		`"expire_at":null,"emails":[],"email_description":"x","count_limit":3,"view_only":true,"notify_opening":true}`,
	"PUT /download/space/{space_id}/links": `{"download_id":"{link}","title":"x","version_id":null,` +
		`"duration":{"value":1,"unit":"day"},"emails":[],"email_description":"x","count_limit":3,"view_only":true,"notify_opening":true}`,
	"POST /download/share-link/{download_id}": `{"password":"x","email":"new@example.org","code":"123456"}`,
	"POST /upload/space/{space_id}/directory/{directory_id}/box-link": `{"title":"x","description":"x","duration":{"value":1,` +
		`"unit":"day"},"retention":{"value":1,"unit":"day"},"max_file_size":5,"allowed_file_types":["image"],` +
		`"emails":["new@example.org"],"per_visitor":true}`,
	"PUT /upload/space/{space_id}/directory/{directory_id}/box-link": `{"upload_id":"{box}","title":"x","description":"x",` +
		`"duration":{"value":1,"unit":"day"},"retention":{"value":1,"unit":"day"},"max_file_size":5,"allowed_file_types":["image"],` +
		`"emails":["new@example.org"],"per_visitor":true}`,
	"POST /upload/box/{upload_id}": `{"password":"x","email":"new@example.org","code":"123456","name":"x"}`,
	"POST /upload/initialize": `{"space_id":"{space}","directory_id":"{dir}","key":"a","checksum":"c","file_size":1,` +
		`"content_type":"text/plain","relative_path":"a/b","on_duplicate":"rename"}`,
	"POST /storage/batch-duplicate-copy": `{"space_id":"{space}","file_ids":["{file}"],"directory_ids":["{sub}"],` +
		`"destination_space_id":"{space}","destination_directory_id":"{dir}","all":"rename","duplicates":[{"id":"{file}","type":"file",` +
		`"action":"rename","new_name":"x"}]}`,
}

// spoil calls try with a body in which one value after another, at every depth, is
// each of the hostile ones, is missing, or has a field more than it should.
func spoil(body any, hostile []any, try func()) {
	switch b := body.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(b)) {
			was := b[k]
			spoil(was, hostile, try)
			for _, h := range hostile {
				b[k] = h
				try()
			}
			delete(b, k)
			try()
			b[k] = was
		}
		b["unknown"] = 1
		try()
		delete(b, "unknown")
	case []any:
		for i, was := range b {
			spoil(was, hostile, try)
			for _, h := range hostile {
				b[i] = h
				try()
			}
			b[i] = was
		}
	}
}

// TestHostileBodies sends unexpected values, as the owner, to every call that takes
// JSON. No answer may have a status of 500 or more.
func TestHostileBodies(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	hostile := w.hostile()
	for _, call := range slices.Sorted(maps.Keys(w.probes)) {
		var body any
		said := w.probes[call].body
		if more, ok := wider[call]; ok {
			said = more
		}
		if json.Unmarshal([]byte(w.fill(said)), &body) != nil || strings.Contains(call, "/login") || strings.Contains(call, "/setup") {
			continue
		}
		k := w.begin(t)
		method, _, _ := strings.Cut(call, " ")
		owner := client{handler: k.a, token: w.tokens["owner"]}
		path := fill(w.fill(w.probes[call].path), k.vars)
		spoil(body, hostile, func() {
			raw, err := json.Marshal(body)
			if err != nil {
				t.Fatal(err)
			}
			if a := owner.do(method, path, raw); a.Status >= 500 {
				t.Errorf("%s %.300s: %d %.300s", call, raw, a.Status, a.Body)
			}
		})
		if err := k.a.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestHostileAddresses does the same with the parameters in the path of a call.
func TestHostileAddresses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	k := w.begin(t)
	owner := client{handler: k.a, token: w.tokens["owner"]}
	for _, call := range slices.Sorted(maps.Keys(w.probes)) {
		n := w.probes[call]
		if strings.Contains(call, "/login") || strings.Contains(call, "/setup") || strings.Contains(call, "/live") ||
			strings.HasPrefix(call, "DELETE") {
			continue
		}
		method, _, _ := strings.Cut(call, " ")
		for _, h := range w.hostile() {
			word, ok := h.(string)
			if !ok || len(word) > 10_000 {
				continue
			}
			for name := range w.vars {
				if !strings.Contains(n.path, "{"+name+"}") {
					continue
				}
				path := fill(w.fill(strings.ReplaceAll(n.path, "{"+name+"}", url.PathEscape(word))), k.vars)
				if a := owner.do(method, path, []byte(w.fill(n.body))); a.Status >= 500 {
					t.Errorf("%s %s: %d %.300s", method, path, a.Status, a.Body)
				}
			}
			if method == "GET" {
				q := url.QueryEscape(word)
				path := fill(w.fill(n.path), k.vars)
				path += map[bool]string{true: "&", false: "?"}[strings.Contains(path, "?")] + "page=" + q + "&limit=" + q + "&cursor=" + q +
					"&sort=" + q + "&query=" + q + "&status=" + q + "&version_id=" + q + "&role=" + q + "&email=" + q + "&from=" + q
				if a := owner.do(method, path, nil); a.Status >= 500 {
					t.Errorf("%s %s: %d %.300s", method, path, a.Status, a.Body)
				}
			}
		}
	}
	if err := k.a.Close(); err != nil {
		t.Error(err)
	}
}
