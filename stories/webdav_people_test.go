package stories

import (
	"fmt"
	"log/slog"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"anbar/app"
)

func TestGuestsFindWhatIsSharedUnderANameThatStays(t *testing.T) {
	w := newDavWorld(t)
	my := w.root("my_root_directory_id")
	folder := func(name string) string {
		return w.sara.do("POST", "/storage/space/"+w.space+"/directory", map[string]string{
			"parent_id": my, "directory_name": name,
		}).must(t, 201).get(t, "directory_id").(string)
	}
	shared := folder("Papers")
	folder("Diary")
	w.want(404, "omid", "PROPFIND", w.base, "", "Depth: 1")
	w.sara.do("POST", "/role/v1/space/"+w.space+"/guest-users", map[string]any{
		"emails": []string{"omid@example.org"}, "role_id": "viewer",
		"targets": []map[string]string{{"target_id": shared, "target_type": "folder"}},
	}).must(t, 201)
	w.want(207, "omid", "PROPFIND", "/dav/", "", "Depth: 1").has(t, "<d:href>"+w.base+"</d:href>")
	with := w.base + "%D8%A8%D9%87%E2%80%8C%D8%A7%D8%B4%D8%AA%D8%B1%D8%A7%DA%A9%E2%80%8C%DA%AF%D8%B0%D8%A7%D8%B4%D8%AA%D9%87" +
		"%20%D8%A8%D8%A7%20%D9%85%D9%86/"
	w.want(207, "omid", "PROPFIND", w.base, "", "Depth: 1").has(t, "<d:href>"+with+"</d:href>").lacks(t, "Diary")
	w.want(207, "omid", "PROPFIND", with, "", "Depth: 1").has(t, "<d:href>"+with+"Papers/</d:href>").lacks(t, "Diary")
	mine := w.base + "%D8%AF%D8%B1%D8%A7%DB%8C%D9%88%20%D9%85%D9%86/"
	w.want(201, "sara", "PUT", mine+"Papers/a.txt", "for Omid")
	w.want(200, "omid", "GET", with+"Papers/a.txt", "").has(t, "for Omid")
	w.want(404, "omid", "GET", mine+"Diary/", "")
	w.want(403, "omid", "PUT", with+"Papers/b.txt", "x")
	w.want(403, "omid", "PUT", with+"b.txt", "x")
	w.want(403, "omid", "PUT", w.base+"b.txt", "x")
	w.want(403, "omid", "DELETE", with+"Papers/a.txt", "")
	w.want(403, "omid", "DELETE", with+"Papers/", "")
	w.want(201, "sara", "MOVE", mine+"Papers", "", "Destination: "+mine+"Articles")
	w.want(200, "omid", "GET", with+"Papers/a.txt", "").has(t, "for Omid") // a new name would be a download of everything
	// The names were given in the language of before, and stay.
	w.omid.do("PATCH", "/accounts/v1/users/language", map[string]string{"language": "en"})
	w.want(207, "omid", "PROPFIND", w.base, "", "Depth: 1").has(t, "<d:href>"+with+"</d:href>")
}

func TestAMountGivesWayToWhatIsThere(t *testing.T) {
	w := newDavWorld(t)
	w.sara.do("POST", "/storage/space/"+w.space+"/directory", map[string]string{
		"parent_id": w.root("root_directory_id"), "directory_name": "درایو من",
	}).must(t, 201)
	drive := w.base + "%D8%AF%D8%B1%D8%A7%DB%8C%D9%88%20%D9%85%D9%86"
	w.want(207, "sara", "PROPFIND", w.base, "", "Depth: 1").has(t, drive+"/</d:href>").has(t, drive+"%20(2)/</d:href>")
	w.want(201, "sara", "PUT", drive+"%20(2)/x.txt", "mine")
	w.want(404, "sara", "GET", drive+"/x.txt", "")
}

func TestABrowserTakesOverAFileThatAProgramLocked(t *testing.T) {
	w := newDavWorld(t)
	w.member()
	document, err := os.ReadFile("testdata/documents/en-article.docx")
	if err != nil {
		t.Fatal(err)
	}
	w.want(201, "sara", "PUT", w.base+"plan.docx", string(document))
	token := w.want(200, "sara", "LOCK", w.base+"plan.docx", lockOf("x")).lockToken(t)
	root := w.root("root_directory_id")
	files := w.omid.do("GET", "/storage/space/"+w.space+"/directory/"+root, nil).must(t, 200)
	file := files.get(t, "files", 0, "file_id").(string)
	w.want(423, "omid", "PUT", w.base+"plan.docx", "three")
	at := "/editor/embedded/space/" + w.space + "/directory/" + root + "/file/" + file + "/take-over"
	if mode := w.omid.do("POST", at, map[string]any{}).must(t, 200).get(t, "mode"); mode != "edit" {
		t.Fatalf("taken over to %v", mode)
	}
	w.want(423, "sara", "PUT", w.base+"plan.docx", "lost").has(t, "The omid Tester")
	w.want(412, "sara", "PUT", w.base+"plan.docx", "lost", "If: ("+token+")")
	w.want(423, "sara", "LOCK", w.base+"plan.docx", lockOf("x"))
	w.want(200, "sara", "GET", w.base+"plan.docx", "").has(t, string(document))
}

func TestAFullWorkspaceSaysSo(t *testing.T) {
	o := settings(t.TempDir())
	o.SpaceLimit = 1 << 20
	a, err := app.New(t.Context(), o, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	server := httptest.NewServer(a)
	t.Cleanup(server.Close)
	w := &davWorld{t: t, app: a, site: server.URL, sara: person(t, a, "sara"), tokens: map[string]string{}}
	w.space = w.sara.do("POST", "/storage/workspace", map[string]string{"title": "Team"}).must(t, 201).get(t, "space_id").(string)
	w.base = "/dav/" + w.space + "/"
	w.token("sara", w.sara, true)
	big := strings.Repeat("x", 2<<20)
	w.want(507, "sara", "PUT", w.base+"big.bin", big).has(t, "فضای ذخیره‌سازی کافی نیست").has(t, "quota-not-exceeded")
	w.torn("sara", w.base+"big.bin", []string{"Transfer-Encoding: chunked"}, fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(big), big))
	w.want(404, "sara", "GET", w.base+"big.bin", "")
	w.want(201, "sara", "PUT", w.base+"half.bin", big[:600<<10])
	w.want(507, "sara", "COPY", w.base+"half.bin", "", "Destination: "+w.base+"copy.bin")
	w.want(204, "sara", "DELETE", w.base+"half.bin", "")
}

// TestALargeDirectoryIsListedWhole makes more entries than fit into the memory of an answer.
func TestALargeDirectoryIsListedWhole(t *testing.T) {
	w := newDavWorld(t)
	w.want(201, "sara", "MKCOL", w.base+"many", "")
	const n = 3_000
	for i := range n {
		w.want(201, "sara", "MKCOL", fmt.Sprintf("%smany/d%04d", w.base, i), "")
	}
	list := w.want(207, "sara", "PROPFIND", w.base+"many/", "", "Depth: 1")
	if got := strings.Count(string(list.Body), "<d:response>"); got != n+1 || len(list.Body) < 1<<20 {
		t.Errorf("%d entries in %d bytes", got, len(list.Body))
	}
	if !strings.HasSuffix(string(list.Body), "</d:multistatus>\n") {
		t.Error("the list has no end")
	}
}

// TestRcloneSynchronizes lets rclone of Debian bring a tree there, change it and bring it back.
func TestRcloneSynchronizes(t *testing.T) {
	if _, err := exec.LookPath("rclone"); err != nil {
		t.Skip("rclone is not here: run scripts/devices.sh, which installs it")
	}
	w := newDavWorld(t)
	here, back := t.TempDir(), t.TempDir()
	rclone := func(args ...string) string {
		t.Helper()
		secret, err := exec.Command("rclone", "obscure", w.tokens["sara"]).Output()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("rclone", append([]string{"--config", os.DevNull, "--retries", "1", "-v"}, args...)...)
		cmd.Env = append(os.Environ(), "RCLONE_CONFIG_A_TYPE=webdav", "RCLONE_CONFIG_A_URL="+w.site+w.base,
			"RCLONE_CONFIG_A_VENDOR=other", "RCLONE_CONFIG_A_USER=sara@example.org",
			"RCLONE_CONFIG_A_PASS="+strings.TrimSpace(string(secret)))
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("rclone %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	for i := range 30 {
		name := filepath.Join(here, fmt.Sprintf("پوشه‌ی %d", i%3), fmt.Sprintf("فایل %d & #%%.txt", i))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(strings.Repeat(fmt.Sprint(i), i*i*1000)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	rclone("sync", here, "A:tree")
	rclone("check", "--download", here, "A:tree")
	rclone("moveto", "A:tree/پوشه‌ی 1", "A:tree/moved")
	rclone("copyto", "A:tree/moved", "A:tree/copied")
	rclone("delete", "A:tree/پوشه‌ی 2")
	rclone("sync", "A:tree", back)
	rclone("check", "--download", "A:tree", back)
	if moved, err := os.ReadDir(filepath.Join(back, "moved")); err != nil || len(moved) != 10 {
		t.Errorf("%d moved, %v", len(moved), err)
	}
	rclone("sync", here, "A:tree")
	rclone("check", "--download", here, "A:tree")
	rclone("purge", "A:tree")
	if out := rclone("lsf", "A:"); strings.Contains(out, "tree") {
		t.Error(out)
	}
	rclone("about", "A:")
}
