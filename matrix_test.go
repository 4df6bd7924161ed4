package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"anbar/app"
)

// world is a fresh product with something in it, and the people who knock.
type world struct {
	a      *app.App
	people []client
	vars   map[string]string
}

var kinds = []string{"owner", "stranger", "visitor"}

func newWorld(t *testing.T) *world {
	t.Helper()
	a := newAppliance(t, dataDir(t))
	w := &world{a: a, people: []client{person(t, a, "owner"), person(t, a, "stranger"), {handler: a}}}
	owner := w.people[0]
	s := owner.do("POST", "/storage/workspace", map[string]string{"title": "Team"}).must(t, 201)
	w.vars = map[string]string{"space": s.get(t, "space_id").(string), "dir": s.get(t, "root_directory_id").(string), "my": s.get(t, "my_root_directory_id").(string)}
	w.vars["checksum"] = strings.Repeat("0", 10)
	up := owner.do("POST", "/upload/initialize", map[string]any{"space_id": w.vars["space"], "directory_id": w.vars["dir"], "key": "a.txt", "checksum": "one", "file_size": 3}).must(t, 200)
	owner.do("PUT", "/upload/parts?chunk_number=0&upload_id="+up.get(t, "upload_id").(string), []byte("abc")).must(t, 204)
	done := owner.do("POST", "/upload/complete", map[string]any{"space_id": w.vars["space"], "key": "a.txt", "checksum": "one"}).must(t, 201)
	w.vars["file"] = done.get(t, "file", "file_id").(string)
	w.vars["version"] = done.get(t, "file", "version_id").(string)
	w.vars["bin"], w.vars["mybin"] = s.get(t, "trash_root_directory_id").(string), s.get(t, "my_trash_directory_id").(string)
	for _, name := range []string{"sub", "trashed"} {
		made := owner.do("POST", w.fill("/storage/space/{space}/directory"), map[string]string{"parent_id": w.vars["dir"], "directory_name": name}).must(t, 201)
		w.vars[name] = made.get(t, "directory_id").(string)
	}
	deleted := owner.do("DELETE", w.fill("/storage/space/{space}/directory/{trashed}"), nil).must(t, 204)
	w.vars["undo"] = deleted.Header.Get("Anbar-Undo")
	next := owner.do("POST", "/upload/initialize", map[string]any{"space_id": w.vars["space"], "directory_id": w.vars["dir"], "key": "b.txt", "checksum": "two", "file_size": 3}).must(t, 200)
	w.vars["upload"] = next.get(t, "upload_id").(string)
	owner.do("PUT", "/upload/parts?chunk_number=0&upload_id="+w.vars["upload"], []byte("abc")).must(t, 204)
	link := owner.do("GET", w.fill("/download/space/{space}/directory/{dir}/file/{file}"), nil).must(t, 200)
	w.vars["content"] = strings.TrimPrefix(link.get(t, "url").(string), "/api")
	zip := owner.do("POST", "/download/zip", map[string]any{"space_id": w.vars["space"], "file_ids": []string{w.vars["file"]}}).must(t, 201)
	w.vars["zip"] = strings.TrimPrefix(zip.get(t, "url").(string), "/api")
	field := owner.do("POST", "/custom-field/space", map[string]any{"space_id": w.vars["space"], "title": "Project", "type": "text"}).must(t, 201)
	w.vars["field"] = field.get(t, "space_custom_field_id").(string)
	owner.do("POST", "/custom-field/entity", map[string]any{"space_id": w.vars["space"], "space_custom_field_id": w.vars["field"], "type": "file", "id": w.vars["file"], "content": "x"}).must(t, 201)
	mine := owner.do("POST", w.fill("/storage/space/{space}/directory"), map[string]any{"parent_id": w.vars["my"], "directory_name": "mine"}).must(t, 201)
	w.vars["now"] = time.Now().UTC().Format("2006-01-02T15:04:05.000Z")
	w.vars["mine"] = mine.get(t, "directory_id").(string)
	return w
}

func (w *world) fill(s string) string {
	for k, v := range w.vars {
		s = strings.ReplaceAll(s, "{"+k+"}", v)
	}
	return s
}

// knocks says how each call of the product is called for the matrix. The key
// is the call as it is declared, for my things with a word behind it; a call
// that is missing here fails the test.
var knocks = map[string]struct{ path, body string }{
	"GET /health":                                                                           {"/health", ""},
	"GET /setup":                                                                            {"/setup", ""},
	"GET /tls/ca.crt":                                                                       {"/tls/ca.crt", ""},
	"POST /setup":                                                                           {"/setup", `{"token":"x"}`},
	"POST /accounts/v1/users/login":                                                         {"/accounts/v1/users/login", `{"login":"owner@example.org","password":"wrong"}`},
	"POST /accounts/v1/users/signup":                                                        {"/accounts/v1/users/signup", `{"first_name":"New","last_name":"Person","email":"new@example.org","password":"Correct-1-horse"}`},
	"POST /accounts/v1/token/refresh":                                                       {"/accounts/v1/token/refresh", `{"refresh":"x"}`},
	"POST /accounts/v1/users/logout":                                                        {"/accounts/v1/users/logout", `{"refresh":"x"}`},
	"GET /accounts/v1/users/me":                                                             {"/accounts/v1/users/me", ""},
	"PUT /accounts/v1/users/me":                                                             {"/accounts/v1/users/me", `{"first_name":"New","last_name":"Name"}`},
	"POST /accounts/v1/users/password/change":                                               {"/accounts/v1/users/password/change", `{"current_password":"Correct-1-horse","new_password":"Other-2-horse"}`},
	"GET /accounts/sessions":                                                                {"/accounts/sessions", ""},
	"DELETE /accounts/sessions":                                                             {"/accounts/sessions", `{"session_keys":["0000000000001"]}`},
	"DELETE /accounts/sessions/all":                                                         {"/accounts/sessions/all", ""},
	"GET /storage/workspaces":                                                               {"/storage/workspaces", ""},
	"POST /storage/workspace/verify-title":                                                  {"/storage/workspace/verify-title", `{"title":"Other"}`},
	"POST /storage/workspace":                                                               {"/storage/workspace", `{"title":"Other"}`},
	"PUT /storage/workspace/rename":                                                         {"/storage/workspace/rename", `{"space_id":"{space}","title":"Other"}`},
	"DELETE /storage/workspace/{space_id}":                                                  {"/storage/workspace/{space}", `{"title":"Team"}`},
	"GET /storage/appearance":                                                               {"/storage/appearance?space_id={space}", ""},
	"PUT /storage/workspace/{space_id}/appearance":                                          {"/storage/workspace/{space}/appearance", `{"primary_color":"#336699"}`},
	"PUT /storage/workspace/{space_id}/avatar":                                              {"/storage/workspace/{space}/avatar", "not a picture"},
	"DELETE /storage/workspace/{space_id}/avatar":                                           {"/storage/workspace/{space}/avatar", ""},
	"GET /storage/workspace/{space_id}/avatar":                                              {"/storage/workspace/{space}/avatar", ""},
	"PUT /storage/workspace/{space_id}/sharing-settings":                                    {"/storage/workspace/{space}/sharing-settings", `{"prevent_sharing_non_members":true}`},
	"PUT /storage/workspace/{space_id}/access":                                              {"/storage/workspace/{space}/access", `{"access":"public"}`},
	"POST /storage/workspace/{space_id}/join":                                               {"/storage/workspace/{space}/join", ""},
	"GET /storage/workspaces/public":                                                        {"/storage/workspaces/public", ""},
	"GET /storage/reserved-subdomains":                                                      {"/storage/reserved-subdomains", ""},
	"GET /role/v1/space/{space_id}/permissions":                                             {"/role/v1/space/{space}/permissions", ""},
	"GET /storage/space/{space_id}/directory/{directory_id}":                                {"/storage/space/{space}/directory/{dir}", ""},
	"GET /storage/space/{space_id}/directory/{directory_id} my":                             {"/storage/space/{space}/directory/{my}", ""},
	"POST /storage/space/{space_id}/directory":                                              {"/storage/space/{space}/directory", `{"parent_id":"{dir}","directory_name":"new"}`},
	"POST /storage/space/{space_id}/directory my":                                           {"/storage/space/{space}/directory", `{"parent_id":"{my}","directory_name":"new"}`},
	"GET /storage/space/{space_id}/directory/{directory_id}/properties":                     {"/storage/space/{space}/directory/{dir}/properties", ""},
	"POST /storage/directory-by-path":                                                       {"/storage/directory-by-path", `{"space_id":"{space}","path":"/"}`},
	"GET /storage/space/{space_id}/directory/{directory_id}/file/{file_id}":                 {"/storage/space/{space}/directory/{dir}/file/{file}", ""},
	"GET /storage/space/{space_id}/directory/{directory_id}/file/{file_id}/properties":      {"/storage/space/{space}/directory/{dir}/file/{file}/properties", ""},
	"GET /storage/space/{space_id}/directory/{directory_id}/search":                         {"/storage/space/{space}/directory/{dir}/search?query=a", ""},
	"GET /storage/space/{space_id}/directory/{directory_id}/search my":                      {"/storage/space/{space}/directory/{my}/search?query=a", ""},
	"PUT /storage/space/{space_id}/rename/directory":                                        {"/storage/space/{space}/rename/directory", `{"directory_id":"{sub}","new_name":"other"}`},
	"PUT /storage/space/{space_id}/directory/{directory_id}/rename/file":                    {"/storage/space/{space}/directory/{dir}/rename/file", `{"file_id":"{file}","new_name":"other"}`},
	"PUT /storage/space/{space_id}/move/directory":                                          {"/storage/space/{space}/move/directory", `{"source_directory_id":"{sub}","destination_directory_id":"{my}"}`},
	"PUT /storage/space/{space_id}/directory/{directory_id}/move/file":                      {"/storage/space/{space}/directory/{dir}/move/file", `{"file_id":"{file}","destination_directory_id":"{sub}"}`},
	"PUT /storage/space/{space_id}/copy/directory":                                          {"/storage/space/{space}/copy/directory", `{"source_directory_id":"{sub}","destination_directory_id":"{my}"}`},
	"PUT /storage/space/{space_id}/directory/{directory_id}/copy/file":                      {"/storage/space/{space}/directory/{dir}/copy/file", `{"file_id":"{file}","destination_directory_id":"{sub}"}`},
	"POST /storage/batch-copy":                                                              {"/storage/batch-copy", `{"space_id":"{space}","file_ids":["{file}"],"destination_directory_id":"{sub}"}`},
	"POST /storage/batch-duplicate-copy":                                                    {"/storage/batch-duplicate-copy", `{"space_id":"{space}","file_ids":["{file}"],"destination_directory_id":"{sub}","all":"skip"}`},
	"POST /storage/batch-move":                                                              {"/storage/batch-move", `{"space_id":"{space}","file_ids":["{file}"],"destination_directory_id":"{sub}"}`},
	"POST /storage/batch-duplicate-move":                                                    {"/storage/batch-duplicate-move", `{"space_id":"{space}","file_ids":["{file}"],"destination_directory_id":"{my}","all":"skip"}`},
	"POST /storage/batch-delete":                                                            {"/storage/batch-delete", `{"space_id":"{space}","file_ids":["{file}"]}`},
	"DELETE /storage/space/{space_id}/directory/{directory_id}":                             {"/storage/space/{space}/directory/{sub}", ""},
	"DELETE /storage/space/{space_id}/directory/{directory_id}/file/{file_id}":              {"/storage/space/{space}/directory/{dir}/file/{file}", ""},
	"PUT /storage/space/{space_id}/directory/{directory_id}/file/{file_id}/restore-version": {"/storage/space/{space}/directory/{dir}/file/{file}/restore-version", `{"version_id":"{version}"}`},
	"PUT /storage/space/{space_id}/directory/{directory_id}/file/{file_id}/acl":             {"/storage/space/{space}/directory/{dir}/file/{file}/acl", `{"status":"public"}`},
	"POST /storage/undo/{undo_id}":                                                          {"/storage/undo/{undo}", ""},
	"GET /storage/tasks/{task_id}":                                                          {"/storage/tasks/0000000000001", ""},
	"GET /storage/space/{space_id}/directory/{directory_id}/rewind":                         {"/storage/space/{space}/directory/{dir}/rewind?at={now}", ""},
	"POST /storage/space/{space_id}/directory/{directory_id}/rewind/preview":                {"/storage/space/{space}/directory/{dir}/rewind/preview", `{"at":"{now}"}`},
	"POST /storage/space/{space_id}/directory/{directory_id}/rewind":                        {"/storage/space/{space}/directory/{dir}/rewind", `{"at":"{now}"}`},
	"GET /trash/{space_id}/directory/{directory_id}":                                        {"/trash/{space}/directory/{bin}", ""},
	"GET /trash/{space_id}/directory/{directory_id} my":                                     {"/trash/{space}/directory/{mybin}", ""},
	"POST /trash/batch-delete":                                                              {"/trash/batch-delete", `{"space_id":"{space}","directory_ids":["{trashed}"]}`},
	"POST /trash/batch-restore":                                                             {"/trash/batch-restore", `{"space_id":"{space}","directory_ids":["{trashed}"]}`},
	"POST /trash/batch-duplicate-restore":                                                   {"/trash/batch-duplicate-restore", `{"space_id":"{space}","directory_ids":["{trashed}"],"all":"rename"}`},
	"POST /trash/batch-download":                                                            {"/trash/batch-download", `{"space_id":"{space}","directory_ids":["{trashed}"]}`},
	"POST /trash/empty":                                                                     {"/trash/empty", `{"space_id":"{space}","directory_id":"{bin}"}`},
	"POST /upload/initialize":                                                               {"/upload/initialize", `{"space_id":"{space}","directory_id":"{dir}","key":"c.txt","checksum":"three","file_size":3}`},
	"PUT /upload/parts":                                                                     {"/upload/parts?upload_id={upload}&chunk_number=0", "abc"},
	"POST /upload/complete":                                                                 {"/upload/complete", `{"space_id":"{space}","key":"b.txt","checksum":"two","upload_id":"{upload}"}`},
	"POST /upload/abort":                                                                    {"/upload/abort", `{"space_id":"{space}","key":"b.txt","checksum":"two","upload_id":"{upload}"}`},
	"GET /upload/sessions":                                                                  {"/upload/sessions?space_id={space}", ""},
	"POST /upload/bundle":                                                                   {"/upload/bundle?space_id={space}&directory_id={dir}", "\x02\x00\x00\x00{}"},
	"GET /download/space/{space_id}/directory/{directory_id}/file/{file_id}":                {"/download/space/{space}/directory/{dir}/file/{file}", ""},
	"GET /download/space/{space_id}/directory/{directory_id}/file/{file_id}/preview":        {"/download/space/{space}/directory/{dir}/file/{file}/preview", ""},
	"GET /download/space/{space_id}/directory/{directory_id}/file/{file_id}/direct":         {"/download/space/{space}/directory/{dir}/file/{file}/direct", ""},
	"GET /download/space/{space_id}/directory/{directory_id}/file/{file_id}/thumbnail":      {"/download/space/{space}/directory/{dir}/file/{file}/thumbnail", ""},
	"GET /storage/space/{space_id}/user-activities":                                         {"/storage/space/{space}/user-activities", ""},
	"GET /storage/space/{space_id}/user-activities my":                                      {"/storage/space/{space}/user-activities?scope=my", ""},
	"GET /storage/space/{space_id}/directory/{directory_id}/activities":                     {"/storage/space/{space}/directory/{dir}/activities", ""},
	"GET /storage/space/{space_id}/directory/{directory_id}/activities my":                  {"/storage/space/{space}/directory/{my}/activities", ""},
	"GET /storage/space/{space_id}/directory/{directory_id}/file/{file_id}/activities":      {"/storage/space/{space}/directory/{dir}/file/{file}/activities", ""},
	"GET /storage/space/{space_id}/activities/people":                                       {"/storage/space/{space}/activities/people", ""},
	"GET /storage/space/{space_id}/activities/export":                                       {"/storage/space/{space}/activities/export?format=csv", ""},
	"GET /download/thumbnails":                                                              {"/download/thumbnails?space_id={space}&file_ids={file}", ""},
	"POST /download/zip":                                                                    {"/download/zip", `{"space_id":"{space}","file_ids":["{file}"]}`},
	"GET /download/content/{token}/{name}":                                                  {"{content}", ""},
	"GET /download/zip/{token}/{name}":                                                      {"{zip}", ""},
	"GET /storage/space/{space_id}/directory/{directory_id}/favorites":                      {"/storage/space/{space}/directory/{dir}/favorites", ""},
	"GET /storage/space/{space_id}/directory/{directory_id}/favorites my":                   {"/storage/space/{space}/directory/{my}/favorites", ""},
	"PUT /storage/space/{space_id}/set-favorites":                                           {"/storage/space/{space}/set-favorites", `{"file_ids":["{file}"]}`},
	"PUT /storage/space/{space_id}/unset-favorites":                                         {"/storage/space/{space}/unset-favorites", `{"file_ids":["{file}"]}`},
	"GET /storage/space/{space_id}/recent-used":                                             {"/storage/space/{space}/recent-used", ""},
	"GET /live":                                          {"/live", ""},
	"PUT /live/{stream_id}":                              {"/live/none", `{"directories":[]}`},
	"GET /custom-field/space/{space_id}":                 {"/custom-field/space/{space}", ""},
	"POST /custom-field/space":                           {"/custom-field/space", `{"space_id":"{space}","title":"Client","type":"text"}`},
	"PUT /custom-field/space/{space_custom_field_id}":    {"/custom-field/space/{field}", `{"space_id":"{space}","title":"Customer"}`},
	"DELETE /custom-field/space/{space_custom_field_id}": {"/custom-field/space/{field}?space_id={space}", ""},
	"POST /custom-field/entity":                          {"/custom-field/entity", `{"space_id":"{space}","space_custom_field_id":"{field}","type":"directory","id":"{mine}","content":"c"}`},
	"PUT /custom-field/entity":                           {"/custom-field/entity", `{"space_id":"{space}","space_custom_field_id":"{field}","type":"file","id":"{file}","content":"c"}`},
	"DELETE /custom-field/entity":                        {"/custom-field/entity", `{"space_id":"{space}","space_custom_field_id":"{field}","type":"file","id":"{file}"}`},
}

// TestPermissions knocks at every call as every kind of person, each time in a
// fresh product, and holds the answers in a table for people to read.
func TestPermissions(t *testing.T) {
	w := newWorld(t)
	var calls []string
	for _, c := range w.a.Router.Calls() {
		if _, ok := knocks[c]; !ok {
			t.Errorf("%s is not in the matrix", c)
		}
		calls = append(calls, c)
		if _, ok := knocks[c+" my"]; ok {
			calls = append(calls, c+" my")
		}
	}
	var table strings.Builder
	fmt.Fprintf(&table, "%-95s", "")
	for _, k := range kinds {
		fmt.Fprintf(&table, " %-9s", k)
	}
	table.WriteString("\n")
	for _, c := range calls {
		method, _, _ := strings.Cut(c, " ")
		fmt.Fprintf(&table, "%-95s", c)
		for i := range kinds {
			if method != "GET" {
				w = newWorld(t)
			}
			k := knocks[c]
			r := w.people[i].do(method, w.fill(k.path), []byte(w.fill(k.body)))
			fmt.Fprintf(&table, " %-9d", r.Status)
		}
		table.WriteString("\n")
	}
	golden(t, "testdata/permissions.golden", strings.ReplaceAll(table.String(), " \n", "\n"))
}
