package stories

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"anbar/blobstore"
	"anbar/config"
)

// lookalikes are names that nobody tells apart from the first of each line.
func lookalikes() [][]string {
	return [][]string{
		{"abc.txt", "abc\u200b.txt", "abc\u200e.txt", "\ufeffabc.txt", "abc.txt\u2060", "a\u00adbc.txt", "ABC.txt", "аbc.txt"},
		{"می\u200cروم ١٢.txt", "میروم ۱۲.txt", "مي\u200dروم ۱٢.txt"},
		{"Σίσυφος.txt", "Σίσυφοσ.txt", "ΣΊΣΥΦΟΣ.txt"},
		{"Straße.txt", "STRASSE.txt", "straẞe.txt"},
		{"ﬁn.txt", "fin.txt"},
	}
}

// TestNamesEqualToTheEyeAreOneAtEveryDoor: the first one is there, and the others are refused or numbered.
func TestNamesEqualToTheEyeAreOneAtEveryDoor(t *testing.T) {
	t.Parallel()
	w, _ := newDavWorldWith(t, func(*config.Serve) {})
	r := w.device(w.sara, "sara", true)
	root := w.root("root_directory_id")
	mkdir := "/storage/space/" + w.space + "/directory"
	w.want(201, "sara", "PUT", w.base+"other", "x")
	for _, same := range lookalikes() {
		w.want(201, "sara", "PUT", w.base+url.PathEscape(same[0]), "one")
		r.want(t, 201, "PUT", r.files(url.PathEscape(same[0])), "one")
		for _, twin := range same[1:] {
			at := w.base + url.PathEscape(twin)
			w.want(409, "sara", "PUT", at, "two").has(t, same[0])
			w.want(409, "sara", "MKCOL", at, "")
			w.want(404, "sara", "GET", at, "")
			w.want(409, "sara", "MOVE", w.base+"other", "", "Destination: "+at)
			w.want(409, "sara", "COPY", w.base+"other", "", "Destination: "+at)
			r.want(t, 409, "PUT", r.files(url.PathEscape(twin)), "two")
			w.sara.do("POST", mkdir, map[string]string{"parent_id": root, "directory_name": twin}).must(t, 409)
			other := w.sara.put(t, w.space, root, "other2", []byte("x"))
			w.sara.do("PUT", mkdir+"/"+root+"/rename/file", map[string]string{"file_id": other, "new_name": twin}).must(t, 409)
			w.sara.do("PUT", mkdir+"/"+root+"/rename/file", map[string]string{"file_id": other, "new_name": "moved " + twin}).must(t, 200)
			w.sara.do("PUT", mkdir+"/"+root+"/rename/file", map[string]string{"file_id": other, "new_name": "other2"}).must(t, 200)
			w.want(204, "sara", "DELETE", w.base+"other2", "")
		}
		w.want(200, "sara", "GET", w.base+url.PathEscape(same[0]), "").has(t, "one")
	}
	w.bundled(root, "abc\u200b.txt", "duplicate_field")
	w.uploaded(root, "abc\u200e.txt")
	r.want(t, 201, "MKCOL", r.uploads("1"), "")
	r.want(t, 201, "PUT", r.uploads("1")+"/1", "two")
	r.want(t, 409, "MOVE", r.uploads("1")+"/.file", "", "Destination: "+r.files(url.PathEscape("abc\u2060.txt")))
	r.want(t, 200, "GET", r.files("abc.txt"), "").has(t, "one")
	list := w.want(207, "sara", "PROPFIND", w.base, "", "Depth: 1")
	if strings.Count(string(list.Body), "<d:response>") != len(lookalikes())+3 { // with the directory, the My Drive and the other file
		t.Errorf("there is more than the first ones: %s", list.Body)
	}
}

// bundled sends a small file of that name and expects an answer about it.
func (w *davWorld) bundled(dir, name, want string) {
	w.t.Helper()
	var b bytes.Buffer
	writeFrame(&b, map[string]any{"key": name, "size": 1, "checksum": blobstore.Sum([]byte("x")).String()}, []byte("x"))
	got := w.sara.do("POST", "/upload/bundle?space_id="+w.space+"&directory_id="+dir, b.Bytes())
	if !strings.Contains(string(got.Body), want) {
		w.t.Errorf("the bundle with %+q: %d %s", name, got.Status, got.Body)
	}
}

// uploaded uploads a file whose name is taken.
func (w *davWorld) uploaded(dir, name string) {
	w.t.Helper()
	id := announce(w.sara, w.space, dir, name, 1).must(w.t, 200).get(w.t, "upload_id").(string)
	w.sara.do("PUT", "/upload/parts?chunk_number=0&upload_id="+id, []byte("x")).must(w.t, 204)
	all := map[string]any{"upload_id": id, "space_id": w.space, "key": name, "checksum": "fp:" + name}
	w.sara.do("POST", "/upload/complete", all).must(w.t, 409)
	all["on_duplicate"] = "rename"
	done := w.sara.do("POST", "/upload/complete", all).must(w.t, 201)
	if got := done.get(w.t, "file", "file_name"); got != "abc (2).txt" {
		w.t.Errorf("%+q is called %+q", name, got)
	}
	w.want(204, "sara", "DELETE", w.base+"abc%20(2).txt", "")
}

// TestAProgramFindsWhatItMade: it gets its name as it gave it; a person's name is made plain.
func TestAProgramFindsWhatItMade(t *testing.T) {
	t.Parallel()
	w, _ := newDavWorldWith(t, func(*config.Serve) {})
	r := w.device(w.sara, "sara", true)
	root := w.root("root_directory_id")
	for _, at := range []string{"\u200f\u200fعکس.png", "a\u200bb.txt", "نامه\u200c.docx"} {
		path := url.PathEscape(at)
		r.want(t, 201, "PUT", r.files(path), "one")
		r.want(t, 204, "PUT", r.files(path), "two")
		r.want(t, 200, "GET", r.files(path), "").has(t, "two")
		r.want(t, 201, "MKCOL", r.files("dir"), "")
		r.want(t, 201, "MOVE", r.files(path), "", "Destination: "+r.files("dir/"+path))
		r.want(t, 200, "GET", r.files("dir/"+path), "").has(t, "two")
		r.want(t, 204, "DELETE", r.files("dir"), "")
	}
	made := w.sara.do("POST", "/storage/space/"+w.space+"/directory", map[string]string{
		"parent_id": root, "directory_name": "\ufeffplans\u200b ",
	})
	if name := made.must(t, 201).get(t, "name"); name != "plans" {
		t.Errorf("the directory is called %+q", name)
	}
	w.sara.put(t, w.space, root, "ab\u200ec.txt", []byte("x"))
	w.want(200, "sara", "GET", w.base+"abc.txt", "")
	w.want(207, "sara", "PROPFIND", w.base+"plans", "", "Depth: 0")
	for _, bad := range []string{"\u202ex", "a\u2066b", "x\u00a0"} {
		r.want(t, 400, "PUT", r.files(url.PathEscape(bad)), "x").has(t, "InvalidPath")
	}
}

// TestNamesOfBeforeStay: of an older program there are names that would be refused or be one today.
func TestNamesOfBeforeStay(t *testing.T) {
	t.Parallel()
	w, dir := newDavWorldWith(t, func(*config.Serve) {})
	r := w.device(w.sara, "sara", true)
	long := strings.Repeat("ی", 127)
	// In this order: what leaves a directory that has its equal does not come back into it.
	all := [][2]string{{"one", "abc.txt"}, {"two", "abc\u200b.txt"}, {"three", long}, {"four", "Σίσυφος"}}
	for _, pair := range all {
		old, name := pair[0], pair[1]
		w.want(201, "sara", "PUT", w.base+old, old)
		n := execBeside(t, dir, "UPDATE nodes SET name = '"+name+"', name_key = '"+strings.ToLower(name)+"' WHERE name = '"+old+"'")
		if n != 1 {
			t.Fatalf("%d files", n)
		}
	}
	w.want(201, "sara", "MKCOL", w.base+"to", "")
	for _, pair := range all {
		old, name := pair[0], pair[1]
		path := url.PathEscape(name)
		w.want(200, "sara", "GET", w.base+path, "").has(t, old)
		w.want(204, "sara", "PUT", w.base+path, old+" again")
		at := r.files("Team/" + path)
		r.want(t, 200, "GET", at, "").has(t, old+" again")
		r.want(t, 201, "MOVE", at, "", "Destination: "+r.files("Team/to/"+path))
		r.want(t, 201, "MOVE", r.files("Team/to/"+path), "", "Destination: "+at)
		r.want(t, 201, "MOVE", at, "", "Destination: "+r.files("Team/to/short"))
		w.want(204, "sara", "DELETE", w.base+"to/short", "")
	}
	w.want(400, "sara", "PUT", w.base+url.PathEscape(long), "x").has(t, "۷ حرف")
}

// deep makes directories within each other and returns the path of the last one.
func (w *davWorld) deep(name string, n int) string {
	w.t.Helper()
	at := w.base
	for range n {
		w.want(201, "sara", "MKCOL", at+name, "")
		at += name + "/"
	}
	return at
}

// TestTreesHaveABoundAtEveryDoor: the same one in levels, and in bytes of the path.
func TestTreesHaveABoundAtEveryDoor(t *testing.T) {
	t.Parallel()
	w, dir := newDavWorldWith(t, func(*config.Serve) {})
	r := w.device(w.sara, "sara", true)
	root := w.root("root_directory_id")
	last := w.deep("d", 64)
	w.want(201, "sara", "PUT", last+"file.txt", "a file may lie in it")
	w.want(403, "sara", "MKCOL", last+"more", "").has(t, "تودرتو")
	r.want(t, 403, "MKCOL", r.files("Team/"+strings.Repeat("d/", 64)+"more"), "")
	w.want(201, "sara", "MKCOL", w.base+"tree", "")
	w.want(201, "sara", "MKCOL", w.base+"tree/in", "")
	w.want(201, "sara", "PUT", w.base+"tree/in/x", "x")
	above := w.base + strings.Repeat("d/", 63)
	for _, method := range []string{"MOVE", "COPY"} {
		w.want(403, "sara", method, w.base+"tree", "", "Destination: "+above+"tree")
		w.want(201, "sara", method, w.base+"tree/in", "", "Destination: "+above+"in")
		w.want(204, "sara", "DELETE", above+"in", "")
		w.want(201, "sara", "MKCOL", w.base+"tree/in2", "")
		w.want(201, "sara", "MOVE", w.base+"tree/in2", "", "Destination: "+w.base+"tree/in3")
		w.want(204, "sara", "DELETE", w.base+"tree/in3", "")
		if method == "MOVE" {
			w.want(201, "sara", "MKCOL", w.base+"tree/in", "")
		}
	}
	ids := w.idsOf("d/" + strings.Repeat("d/", 62))
	calls := "/storage/space/" + w.space
	at := w.idsOf(strings.Repeat("d/", 64))
	w.sara.do("POST", calls+"/directory", map[string]string{"parent_id": at, "directory_name": "x"}).must(t, 422)
	for _, how := range []string{"move", "copy"} {
		got := w.sara.do("PUT", calls+"/"+how+"/directory", map[string]string{
			"source_directory_id": w.idsOf("tree"), "destination_directory_id": ids,
		})
		got.must(t, 422).has(t, "too_deep")
	}
	for path, status := range map[string]int{strings.Repeat("e/", 64): 200, strings.Repeat("e/", 65): 400} {
		w.sara.do("POST", "/upload/initialize", map[string]any{
			"space_id": w.space, "directory_id": root, "key": "k", "checksum": "fp:" + path, "file_size": 1, "relative_path": path,
		}).must(t, status)
	}
	got := w.sara.do("POST", "/upload/initialize", map[string]any{
		"space_id": w.space, "directory_id": ids, "key": "k", "checksum": "fp:z", "file_size": 1, "relative_path": "a/b",
	})
	got.must(t, 400).has(t, "too_deep")

	// The path counts, too, and a longer name lengthens that of all below.
	wide := w.deep(strings.Repeat("x", 240), 12)
	w.want(201, "sara", "MKCOL", wide+strings.Repeat("y", 90), "")
	w.want(403, "sara", "MKCOL", wide+strings.Repeat("z", 120), "")
	w.want(403, "sara", "MOVE", wide+strings.Repeat("y", 90), "", "Destination: "+wide+strings.Repeat("y", 120))
	w.deeper(dir, last)
}

// deeper puts a tree where an older program let it lie. All in it works, and it may go up.
func (w *davWorld) deeper(dir, last string) {
	t := w.t
	t.Helper()
	w.want(201, "sara", "MKCOL", w.base+"old", "")
	w.want(201, "sara", "MKCOL", w.base+"old/er", "")
	w.want(201, "sara", "PUT", w.base+"old/er/f.txt", "deep")
	execBeside(t, dir, "UPDATE nodes SET parent_id = "+
		"(SELECT parent_id FROM nodes WHERE name = 'file.txt') WHERE name = 'old'")
	w.want(200, "sara", "GET", last+"old/er/f.txt", "").has(t, "deep")
	w.want(204, "sara", "PUT", last+"old/er/f.txt", "deeper")
	w.want(201, "sara", "PUT", last+"old/er/g.txt", "new")
	w.want(403, "sara", "MKCOL", last+"old/er/more", "")
	w.want(201, "sara", "MOVE", last+"old/er", "", "Destination: "+last+"old/ab")
	w.want(201, "sara", "MOVE", last+"old/ab", "", "Destination: "+w.base+"out")
	w.want(200, "sara", "GET", w.base+"out/f.txt", "").has(t, "deeper")
}

// idsOf is the id of the directory at a path.
func (w *davWorld) idsOf(path string) string {
	w.t.Helper()
	at := w.root("root_directory_id")
	for name := range strings.SplitSeq(strings.Trim(path, "/"), "/") {
		list := w.sara.do("GET", "/storage/space/"+w.space+"/directory/"+at, nil).must(w.t, 200)
		at = ""
		for _, d := range list.get(w.t, "directories").([]any) {
			if one := d.(map[string]any); one["name"] == name {
				at = one["directory_id"].(string)
			}
		}
		if at == "" {
			w.t.Fatalf("no %q in %s", name, path)
		}
	}
	return at
}

// TestArchivesHaveNamesThatWindowsTakes: the same ones in a download, in a file of the drive and what is unpacked from it.
func TestArchivesHaveNamesThatWindowsTakes(t *testing.T) {
	t.Parallel()
	w, _ := newDavWorldWith(t, func(*config.Serve) {})
	for _, dir := range []string{"top", "top/end.", "top/end", "top/con"} {
		w.want(201, "sara", "MKCOL", w.base+dir, "")
	}
	for _, file := range []string{"top/a:b.txt", "top/a_b.txt", "top/A?B.txt", "top/end./x.txt", "top/end/y.txt",
		"top/con/nul.log", "top/plain.txt"} {
		w.want(201, "sara", "PUT", w.base+strings.ReplaceAll(url.PathEscape(file), "%2F", "/"), file)
	}
	want := map[string]string{
		"top/a_b (2).txt": "top/a:b.txt", "top/a_b.txt": "top/a_b.txt", "top/A_B (3).txt": "top/A?B.txt",
		"top/end (2)/x.txt": "top/end./x.txt", "top/end/y.txt": "top/end/y.txt",
		"top/_con/_nul.log": "top/con/nul.log", "top/plain.txt": "top/plain.txt",
	}
	got := w.zipped(map[string]any{"space_id": w.space, "directory_ids": []string{w.idsOf("top")}})
	if !maps.Equal(got, want) {
		t.Errorf("the archive has %q", got)
	}
	got = w.zipped(map[string]any{"space_id": w.space, "directory_ids": []string{w.root("root_directory_id")}})
	list := got["manifest.jsonl"]
	for _, line := range []string{
		`"path":"top/a_b (2).txt","original_path":"top/a:b.txt"`, `"path":"top/end (2)/x.txt","original_path":"top/end./x.txt"`,
		`"path":"top/end (2)","original_path":"top/end."`, `"path":"top/_con/_nul.log","original_path":"top/con/nul.log"`,
	} {
		if !strings.Contains(list, line) {
			t.Errorf("the manifest lacks %s: %s", line, list)
		}
	}
	if strings.Count(list, "original_path") != 6 {
		t.Errorf("the manifest tells of others: %s", list)
	}
	root := w.root("root_directory_id")
	w.sara.do("POST", "/storage/space/"+w.space+"/compress", map[string]any{
		"directory_ids": []string{w.idsOf("top")}, "directory_id": root, "name": "all",
	}).must(t, 200)
	file := w.sara.do("GET", "/storage/space/"+w.space+"/directory/"+root, nil).must(t, 200).get(t, "files", 0, "file_id").(string)
	begun := w.sara.do("POST", "/storage/space/"+w.space+"/directory/"+root+"/file/"+file+"/extract", map[string]any{}).must(t, 201)
	w.imported(begun.get(t, "import_id").(string))
	for name, content := range want {
		w.want(200, "sara", "GET", w.base+"all/"+strings.ReplaceAll(url.PathEscape(name), "%2F", "/"), "").has(t, content)
	}
}

// zipped downloads an archive and returns what is in it, without directories.
func (w *davWorld) zipped(selection map[string]any) map[string]string {
	w.t.Helper()
	made := w.sara.do("POST", "/download/zip", selection).must(w.t, 201).get(w.t, "url").(string)
	b := w.want(200, "", "GET", made[strings.Index(made, "/api/"):], "").Body
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		w.t.Fatal(err)
	}
	all := map[string]string{}
	for _, f := range z.File {
		if strings.HasSuffix(f.Name, "/") {
			continue
		}
		r, err := f.Open()
		if err != nil {
			w.t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			w.t.Fatal(err)
		}
		all[f.Name] = string(content)
	}
	return all
}

// imported waits until an import is done.
func (w *davWorld) imported(id string) {
	w.t.Helper()
	for began := time.Now(); time.Since(began) < longestTask; time.Sleep(50 * time.Millisecond) {
		switch state := w.sara.do("GET", "/imports/"+id, nil).must(w.t, 200).get(w.t, "state"); state {
		case "done":
			return
		case "failed":
			w.t.Fatal("the import failed")
		}
	}
	w.t.Fatal("the import does not end")
}

// TestAnArchiveWithOddNamesIsUnpackedWhole: equal names get numbers, deep ones are joined, and the report says so.
func TestAnArchiveWithOddNamesIsUnpackedWhole(t *testing.T) {
	t.Parallel()
	w, _ := newDavWorldWith(t, func(*config.Serve) {})
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	long := strings.Repeat("ی", 127) + ".txt"
	contents := map[string]string{}
	for i, name := range []string{
		"abc.txt", "abc\u200b.txt", "\ufeffabc.txt", "ABC\u200e.txt", long,
		strings.Repeat("d/", 80) + "deep.txt", strings.Repeat("d/", 80) + "too.txt",
	} {
		f, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		contents[fmt.Sprint("content ", i)] = name
		fmt.Fprint(f, "content ", i)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	root := w.root("root_directory_id")
	file := w.sara.put(t, w.space, root, "odd.zip", b.Bytes())
	begun := w.sara.do("POST", "/storage/space/"+w.space+"/directory/"+root+"/file/"+file+"/extract", map[string]any{}).must(t, 201)
	id := begun.get(t, "import_id").(string)
	w.imported(id)
	if got := w.sara.do("GET", "/imports/"+id, nil).must(t, 200); got.get(t, "done") != 7.0 || got.get(t, "failed") != 0.0 {
		t.Errorf("the import: %s", got.Body)
	}
	there := w.zipped(map[string]any{"space_id": w.space, "directory_ids": []string{w.idsOf("odd")}})
	for name, content := range there {
		delete(contents, content)
		if strings.Count(name, "/") > 65 || strings.ContainsAny(name, "\u200b\u200e\ufeff") {
			t.Errorf("%+q came", name)
		}
	}
	if len(contents) > 0 {
		t.Errorf("lost: %q; there are %q", contents, slices.Collect(maps.Keys(there)))
	}
	renamed := w.sara.do("GET", "/imports/"+id+"/items?outcome=renamed", nil).must(t, 200)
	if n := len(renamed.get(t, "items").([]any)); n < 6 { // one of the equal names is first
		t.Errorf("%d are renamed: %s", n, renamed.Body)
	}
}
