package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"anbar/app"
)

// kinds are those who knock, the columns of the table.
var kinds = []string{"owner", "admin", "editor", "organizer", "viewer", "no_role", "custom", "guest", "member", "stranger", "visitor", "nobody"}

// members of the workspace by their role; "custom" has a custom role on one
// directory, "guest" a role on one file, "member" belongs to another workspace,
// "visitor" came in through an upload box of the shared files.
var roleOf = map[string]string{"admin": "admin", "editor": "editor", "organizer": "organizer", "viewer": "viewer", "no_role": "no_role", "custom": "no_role"}

// world is a product with something in it, and the people who knock. Every copy
// of it begins the same.
type world struct {
	dir    string
	tokens map[string]string
	vars   map[string]string
}

// knocker is one copy of the world, running.
type knocker struct {
	*world
	a    *app.App
	vars map[string]string
}

// newWorld makes the world, and closes it.
func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{dir: dataDir(t), tokens: map[string]string{}, vars: map[string]string{}}
	a := newApplianceUnclosed(t, w.dir)
	for _, k := range kinds[:len(kinds)-2] {
		w.tokens[k] = person(t, a, k).token
	}
	w.fillIn(t, client{a, w.tokens["owner"]}, client{a, w.tokens["member"]})
	w.share(t, client{a, w.tokens["owner"]})
	w.open(t, client{a, w.tokens["owner"]})
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	return w
}

// open makes an upload box that a visitor is in.
func (w *world) open(t *testing.T, owner client) {
	t.Helper()
	box := owner.do("POST", w.fill("/upload/space/{space}/directory/{dir}/box-link"), map[string]any{"title": "Box", "duration": map[string]any{"value": 1, "unit": "day"}}).must(t, 201)
	w.vars["box"] = box.get(t, "upload_id").(string)
	visit := client{owner.handler, ""}.do("POST", w.fill("/upload/box/{box}"), map[string]any{}).must(t, 200)
	w.tokens["visitor"] = visit.get(t, "token").(string)
}

// fillIn makes a workspace with things in it.
func (w *world) fillIn(t *testing.T, owner, member client) {
	t.Helper()
	s := owner.do("POST", "/storage/workspace", map[string]string{"title": "Team"}).must(t, 201)
	w.vars["space"], w.vars["dir"], w.vars["my"] = s.get(t, "space_id").(string), s.get(t, "root_directory_id").(string), s.get(t, "my_root_directory_id").(string)
	w.vars["bin"], w.vars["mybin"] = s.get(t, "trash_root_directory_id").(string), s.get(t, "my_trash_directory_id").(string)
	other := member.do("POST", "/storage/workspace", map[string]string{"title": "Other"}).must(t, 201)
	w.vars["otherdir"], w.vars["other"] = other.get(t, "root_directory_id").(string), other.get(t, "space_id").(string)
	for name, parent := range map[string]string{"sub": "dir", "trashed": "dir", "going": "dir", "mine": "my"} {
		made := owner.do("POST", w.fill("/storage/space/{space}/directory"), map[string]string{"parent_id": w.vars[parent], "directory_name": name}).must(t, 201)
		w.vars[name] = made.get(t, "directory_id").(string)
	}
	w.vars["file"], w.vars["version"] = w.upload(t, owner, "dir", "a.txt", "one")
	w.vars["subfile"], w.vars["subversion"] = w.upload(t, owner, "sub", "s.txt", "three")
	owner.do("DELETE", w.fill("/storage/space/{space}/directory/{trashed}"), nil).must(t, 204)
	big := make([]byte, 2<<20) // small ones wait in memory, and begin again when the product does
	next := owner.do("POST", "/upload/initialize", map[string]any{"space_id": w.vars["space"], "directory_id": w.vars["dir"], "key": "b.txt", "checksum": "two", "file_size": len(big)}).must(t, 200)
	w.vars["upload"] = next.get(t, "upload_id").(string)
	owner.do("PUT", "/upload/parts?chunk_number=0&upload_id="+w.vars["upload"], big).must(t, 204)
	field := owner.do("POST", "/custom-field/space", map[string]any{"space_id": w.vars["space"], "title": "Project", "type": "text"}).must(t, 201)
	w.vars["field"] = field.get(t, "space_custom_field_id").(string)
	owner.do("POST", "/custom-field/entity", map[string]any{"space_id": w.vars["space"], "space_custom_field_id": w.vars["field"], "type": "file", "id": w.vars["file"], "content": "x"}).must(t, 201)
	link := owner.do("GET", w.fill("/download/space/{space}/directory/{dir}/file/{file}"), nil).must(t, 200)
	w.vars["content"] = strings.TrimPrefix(link.get(t, "url").(string), "/api")
	zip := owner.do("POST", "/download/zip", map[string]any{"space_id": w.vars["space"], "file_ids": []string{w.vars["file"]}}).must(t, 201)
	w.vars["zip"] = strings.TrimPrefix(zip.get(t, "url").(string), "/api")
}

func (w *world) upload(t *testing.T, owner client, dir, name, checksum string) (file, version string) {
	t.Helper()
	up := owner.do("POST", "/upload/initialize", map[string]any{"space_id": w.vars["space"], "directory_id": w.vars[dir], "key": name, "checksum": checksum, "file_size": 3}).must(t, 200)
	owner.do("PUT", "/upload/parts?chunk_number=0&upload_id="+up.get(t, "upload_id").(string), []byte("abc")).must(t, 204)
	done := owner.do("POST", "/upload/complete", map[string]any{"space_id": w.vars["space"], "key": name, "checksum": checksum}).must(t, 201)
	return done.get(t, "file", "file_id").(string), done.get(t, "file", "version_id").(string)
}

// share gives everybody their roles.
func (w *world) share(t *testing.T, owner client) {
	t.Helper()
	for who, role := range roleOf {
		owner.do("PATCH", w.fill("/role/v1/space/{space}/change-members"), map[string]any{"role_id": role, "emails": []string{who + "@example.org"}}).must(t, 200)
	}
	for _, k := range []string{"editor", "guest"} {
		w.vars[k+"id"] = client{owner.handler, w.tokens[k]}.do("GET", "/accounts/v1/users/me", nil).must(t, 200).get(t, "_id").(string)
	}
	var all []map[string]string
	for _, verb := range []string{"create", "read", "update", "delete", "rename", "move", "replace", "merge"} {
		all = append(all, map[string]string{"action": verb, "subject": "file"}, map[string]string{"action": verb, "subject": "directory"})
	}
	role := owner.do("POST", w.fill("/role/v1/space/{space}/custom-role"), map[string]any{"name": "Keepers", "permissions": all, "emails": []string{"custom@example.org"},
		"targets": []map[string]string{{"target_id": w.vars["sub"], "target_type": "directory"}}}).must(t, 201)
	w.vars["role"] = role.get(t, "role_id").(string)
	guest := owner.do("POST", w.fill("/role/v1/space/{space}/guest-users"), map[string]any{"emails": []string{"guest@example.org"}, "role_id": "editor",
		"targets": []map[string]string{{"target_id": w.vars["file"], "target_type": "file"}}}).must(t, 201)
	w.vars["guestrole"] = guest.get(t, "guests", 0, "role_id").(string)
}

// begin starts a copy of the world.
func (w *world) begin(t *testing.T) *knocker {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	if err := os.CopyFS(dir, os.DirFS(w.dir)); err != nil {
		t.Fatal(err)
	}
	for _, private := range []string{"secrets"} {
		if err := os.Chmod(filepath.Join(dir, private), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	k := &knocker{world: w, a: newApplianceUnclosed(t, dir), vars: map[string]string{}}
	k.vars["now"] = time.Now().UTC().Format("2006-01-02T15:04:05.000Z")
	deleted := client{k.a, w.tokens["owner"]}.do("DELETE", w.fill("/storage/space/{space}/directory/{going}"), nil).must(t, 204)
	k.vars["undo"] = deleted.Header.Get("Anbar-Undo")
	return k
}

func (w *world) fill(s string) string { return fill(s, w.vars) }

func fill(s string, vars map[string]string) string {
	for k, v := range vars {
		s = strings.ReplaceAll(s, "{"+k+"}", v)
	}
	return s
}

// knock does what the call's knock says, as somebody of that kind.
func (k *knocker) knock(kind, call string) int {
	method, _, _ := strings.Cut(call, " ")
	n := knocks[call]
	at := func(s string) string { return fill(fill(s, k.world.vars), k.vars) }
	return client{k.a, k.tokens[kind]}.do(method, at(n.path), []byte(at(n.body))).Status
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
	"POST /upload/space/{space_id}/directory/{directory_id}/box-link":                       {"/upload/space/{space}/directory/{dir}/box-link", `{"title":"Another","duration":{"value":1,"unit":"day"}}`},
	"POST /upload/space/{space_id}/directory/{directory_id}/box-link my":                    {"/upload/space/{space}/directory/{my}/box-link", `{"title":"Another","duration":{"value":1,"unit":"day"}}`},
	"GET /upload/space/{space_id}/directory/{directory_id}/box-link":                        {"/upload/space/{space}/directory/{dir}/box-link", ""},
	"GET /upload/space/{space_id}/directory/{directory_id}/box-links":                       {"/upload/space/{space}/directory/{dir}/box-links", ""},
	"PUT /upload/space/{space_id}/directory/{directory_id}/box-link":                        {"/upload/space/{space}/directory/{dir}/box-link", `{"upload_id":"{box}","title":"Other"}`},
	"DELETE /upload/space/{space_id}/directory/{directory_id}/box-link":                     {"/upload/space/{space}/directory/{dir}/box-link", `{"upload_id":"{box}"}`},
	"GET /upload/space/{space_id}/box-links":                                                {"/upload/space/{space}/box-links", ""},
	"GET /upload/space/{space_id}/box-links/{upload_id}/files":                              {"/upload/space/{space}/box-links/{box}/files", ""},
	"GET /upload/box/{upload_id}":                                                           {"/upload/box/{box}", ""},
	"POST /upload/box/{upload_id}":                                                          {"/upload/box/{box}", `{}`},
	"GET /upload/box/{upload_id}/receipts":                                                  {"/upload/box/{box}/receipts", ""},
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
	"GET /live":                                                                     {"/live", ""},
	"PUT /live/{stream_id}":                                                         {"/live/none", `{"directories":[]}`},
	"GET /custom-field/space/{space_id}":                                            {"/custom-field/space/{space}", ""},
	"POST /custom-field/space":                                                      {"/custom-field/space", `{"space_id":"{space}","title":"Client","type":"text"}`},
	"PUT /custom-field/space/{space_custom_field_id}":                               {"/custom-field/space/{field}", `{"space_id":"{space}","title":"Customer"}`},
	"DELETE /custom-field/space/{space_custom_field_id}":                            {"/custom-field/space/{field}?space_id={space}", ""},
	"POST /custom-field/entity":                                                     {"/custom-field/entity", `{"space_id":"{space}","space_custom_field_id":"{field}","type":"directory","id":"{mine}","content":"c"}`},
	"PUT /custom-field/entity":                                                      {"/custom-field/entity", `{"space_id":"{space}","space_custom_field_id":"{field}","type":"file","id":"{file}","content":"c"}`},
	"DELETE /custom-field/entity":                                                   {"/custom-field/entity", `{"space_id":"{space}","space_custom_field_id":"{field}","type":"file","id":"{file}"}`},
	"GET /role/v1/space/{space_id}/workspace-members":                               {"/role/v1/space/{space}/workspace-members", ``},
	"GET /role/v1/space/{space_id}/search-workspace-members":                        {"/role/v1/space/{space}/search-workspace-members?email=a", ``},
	"DELETE /role/v1/space/{space_id}/workspace-members":                            {"/role/v1/space/{space}/workspace-members", `{"members":["viewer@example.org"]}`},
	"PATCH /role/v1/space/{space_id}/change-members":                                {"/role/v1/space/{space}/change-members", `{"role_id":"viewer","emails":["stranger@example.org"]}`},
	"DELETE /role/v1/space/{space_id}/change-members":                               {"/role/v1/space/{space}/change-members", `{"role_id":"viewer","members":["viewer@example.org"]}`},
	"GET /role/v1/space/{space_id}/workspace-members/{user_id}/departure":           {"/role/v1/space/{space}/workspace-members/{editorid}/departure", ``},
	"POST /storage/workspace/{space_id}/leave":                                      {"/storage/workspace/{space}/leave", `{}`},
	"POST /storage/workspace/{space_id}/owner":                                      {"/storage/workspace/{space}/owner", `{"email":"viewer@example.org"}`},
	"GET /role/v1/permissions":                                                      {"/role/v1/permissions", ``},
	"GET /role/v1/space/{space_id}":                                                 {"/role/v1/space/{space}", ``},
	"GET /role/v1/space/{space_id}/custom-role":                                     {"/role/v1/space/{space}/custom-role", ``},
	"POST /role/v1/space/{space_id}/custom-role":                                    {"/role/v1/space/{space}/custom-role", `{"name":"Readers","permissions":[{"action":"read","subject":"file"}]}`},
	"GET /role/v1/space/{space_id}/custom-role/{role_id}":                           {"/role/v1/space/{space}/custom-role/{role}", ``},
	"PUT /role/v1/space/{space_id}/custom-role/{role_id}":                           {"/role/v1/space/{space}/custom-role/{role}", `{"name":"Others"}`},
	"DELETE /role/v1/space/{space_id}/custom-role/{role_id}":                        {"/role/v1/space/{space}/custom-role/{role}", ``},
	"PUT /role/v1/space/{space_id}/custom-role/{role_id}/members":                   {"/role/v1/space/{space}/custom-role/{role}/members", `{"emails":["viewer@example.org"]}`},
	"PUT /role/v1/space/{space_id}/custom-role/{role_id}/targets":                   {"/role/v1/space/{space}/custom-role/{role}/targets", `{"targets":[{"target_id":"{sub}","target_type":"directory"}]}`},
	"PUT /role/v1/space/{space_id}/custom-role/{role_id}/targets other":             {"/role/v1/space/{space}/custom-role/{role}/targets", `{"targets":[{"target_id":"{otherdir}","target_type":"directory"}]}`},
	"POST /role/v1/space/{space_id}/custom-role/{role_id}/targets":                  {"/role/v1/space/{space}/custom-role/{role}/targets", `{"targets":[{"target_id":"{file}","target_type":"file"}]}`},
	"DELETE /role/v1/space/{space_id}/custom-role/{role_id}/targets":                {"/role/v1/space/{space}/custom-role/{role}/targets", `{"targets":[{"target_id":"{sub}","target_type":"directory"}]}`},
	"POST /role/v1/space/{space_id}/list-custom-roles-on-targets":                   {"/role/v1/space/{space}/list-custom-roles-on-targets", `{"targets":[{"target_id":"{sub}","target_type":"directory"}]}`},
	"GET /role/v1/space/{space_id}/guest-roles":                                     {"/role/v1/space/{space}/guest-roles", ``},
	"POST /role/v1/space/{space_id}/list-guest-users-on-targets":                    {"/role/v1/space/{space}/list-guest-users-on-targets", `{"targets":[{"target_id":"{file}","target_type":"file"}]}`},
	"GET /role/v1/space/{space_id}/guest-users":                                     {"/role/v1/space/{space}/guest-users", ``},
	"POST /role/v1/space/{space_id}/guest-users":                                    {"/role/v1/space/{space}/guest-users", `{"emails":["stranger@example.org"],"role_id":"viewer","targets":[{"target_id":"{sub}","target_type":"directory"}]}`},
	"POST /role/v1/space/{space_id}/guest-users other":                              {"/role/v1/space/{space}/guest-users", `{"emails":["stranger@example.org"],"role_id":"viewer","targets":[{"target_id":"{otherdir}","target_type":"directory"}]}`},
	"PUT /role/v1/space/{space_id}/guest-users":                                     {"/role/v1/space/{space}/guest-users", `{"role_ids":["{guestrole}"],"role_id":"viewer"}`},
	"DELETE /role/v1/space/{space_id}/guest-users":                                  {"/role/v1/space/{space}/guest-users", `{"role_ids":["{guestrole}"]}`},
	"GET /role/v1/space/{space_id}/targets/{target_id}/access":                      {"/role/v1/space/{space}/targets/{file}/access", ``},
	"GET /role/v1/space/{space_id}/targets/{target_id}/view-as/{user_id}":           {"/role/v1/space/{space}/targets/{file}/view-as/{guestid}", ``},
	"GET /role/v1/space/{space_id}/exposure":                                        {"/role/v1/space/{space}/exposure", ``},
	"GET /storage/guest-workspaces":                                                 {"/storage/guest-workspaces", ``},
	"GET /storage/space/{space_id}/directory/{directory_id} sub":                    {"/storage/space/{space}/directory/{sub}", ``},
	"GET /storage/space/{space_id}/directory/{directory_id} other":                  {"/storage/space/{space}/directory/{otherdir}", ``},
	"POST /storage/space/{space_id}/directory sub":                                  {"/storage/space/{space}/directory", `{"parent_id":"{sub}","directory_name":"new"}`},
	"GET /storage/space/{space_id}/directory/{directory_id}/file/{file_id} sub":     {"/storage/space/{space}/directory/{sub}/file/{subfile}", ``},
	"DELETE /storage/space/{space_id}/directory/{directory_id}/file/{file_id} sub":  {"/storage/space/{space}/directory/{sub}/file/{subfile}", ``},
	"PUT /storage/space/{space_id}/directory/{directory_id}/rename/file sub":        {"/storage/space/{space}/directory/{sub}/rename/file", `{"file_id":"{subfile}","new_name":"other"}`},
	"PUT /storage/space/{space_id}/directory/{directory_id}/file/{file_id}/acl sub": {"/storage/space/{space}/directory/{sub}/file/{subfile}/acl", `{"status":"public"}`},
	"POST /storage/batch-move sub":                                                  {"/storage/batch-move", `{"space_id":"{space}","file_ids":["{subfile}"],"destination_directory_id":"{dir}"}`},
	"POST /storage/batch-move other":                                                {"/storage/batch-move", `{"space_id":"{space}","file_ids":["{file}"],"destination_space_id":"{other}","destination_directory_id":"{otherdir}"}`},
	"POST /storage/batch-copy other":                                                {"/storage/batch-copy", `{"space_id":"{space}","file_ids":["{file}"],"destination_space_id":"{other}","destination_directory_id":"{otherdir}"}`},
	"POST /storage/batch-delete other":                                              {"/storage/batch-delete", `{"space_id":"{other}","file_ids":["{file}"]}`},
	"POST /upload/initialize sub":                                                   {"/upload/initialize", `{"space_id":"{space}","directory_id":"{sub}","key":"c.txt","checksum":"four","file_size":3}`},
	"GET /download/space/{space_id}/directory/{directory_id}/file/{file_id} sub":    {"/download/space/{space}/directory/{sub}/file/{subfile}", ``},
	"POST /download/zip sub":                                                        {"/download/zip", `{"space_id":"{space}","directory_ids":["{sub}"]}`},
	"POST /custom-field/entity sub":                                                 {"/custom-field/entity", `{"space_id":"{space}","space_custom_field_id":"{field}","type":"directory","id":"{sub}","content":"c"}`},
}

// TestPermissions knocks at every call as every kind of person and holds the
// answers in a table for people to read. What was let through may have changed
// the world, so the next one comes to a fresh copy of it.
func TestPermissions(t *testing.T) {
	w := newWorld(t)
	k := w.begin(t)
	var calls []string
	for _, c := range k.a.Router.Calls() {
		if _, ok := knocks[c]; !ok {
			t.Errorf("%s is not in the matrix", c)
		}
		calls = append(calls, c)
		for _, word := range []string{" my", " sub", " other"} {
			if _, ok := knocks[c+word]; ok {
				calls = append(calls, c+word)
			}
		}
	}
	if err := k.a.Close(); err != nil {
		t.Error(err)
	}
	lines := make([]string, len(calls))
	var all sync.WaitGroup
	next := make(chan int)
	for range 2 {
		all.Go(func() { w.fillLines(t, calls, lines, next) })
	}
	for i := range calls {
		next <- i
	}
	close(next)
	all.Wait()
	var table strings.Builder
	fmt.Fprintf(&table, "%-95s", "")
	for _, kind := range kinds {
		fmt.Fprintf(&table, " %-9s", kind)
	}
	table.WriteString("\n" + strings.Join(lines, ""))
	golden(t, "testdata/permissions.golden", strings.ReplaceAll(table.String(), " \n", "\n"))
}

func (w *world) fillLines(t *testing.T, calls, lines []string, next chan int) {
	var k *knocker
	for i := range next {
		call := calls[i]
		var line strings.Builder
		fmt.Fprintf(&line, "%-95s", call)
		for _, kind := range kinds {
			if k == nil {
				k = w.begin(t)
			}
			status := k.knock(kind, call)
			fmt.Fprintf(&line, " %-9d", status)
			if method, _, _ := strings.Cut(call, " "); status < 300 && method != "GET" || limited(call) {
				if err := k.a.Close(); err != nil {
					t.Error(err)
				}
				k = nil
			}
		}
		lines[i] = line.String() + "\n"
	}
	if k != nil {
		if err := k.a.Close(); err != nil {
			t.Error(err)
		}
	}
}

// limited reports whether a call counts how often somebody tries.
func limited(call string) bool {
	for _, part := range []string{"/login", "/signup", "/setup", "/password/", "/share-link/", "/upload/box/", "/verify-email"} {
		if strings.Contains(call, part) {
			return true
		}
	}
	return false
}
