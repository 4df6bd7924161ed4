package stories

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"

	"anbar/blobstore"
)

// workspaceOf is what the call that makes a workspace answers.
type workspaceOf struct {
	Space string `json:"space_id"`
	Root  string `json:"root_directory_id"`
}

// folder makes a folder of many small files in a new workspace.
func (v *victim) folder(title string, files int) (s workspaceOf, dir string) {
	v.t.Helper()
	var d struct {
		ID string `json:"directory_id"`
	}
	if err := v.call("POST", "/storage/workspace", map[string]string{"title": title}, &s); err != nil {
		v.t.Fatal(err)
	}
	if err := v.call("POST", "/storage/space/"+s.Space+"/directory", map[string]string{
		"parent_id": s.Root, "directory_name": "all",
	}, &d); err != nil {
		v.t.Fatal(err)
	}
	for from := 0; from < files; from += 256 {
		var b bytes.Buffer
		for i := from; i < from+256; i++ {
			content := fmt.Appendf(nil, "%d", i)
			writeFrame(&b, map[string]any{
				"key": fmt.Sprintf("%d.bin", i), "size": len(content), "checksum": blobstore.Sum(content).String(),
			}, content)
		}
		if err := v.call("POST", "/upload/bundle?space_id="+s.Space+"&directory_id="+d.ID, b.Bytes(), nil); err != nil {
			v.t.Fatal(err)
		}
	}
	return s, d.ID
}

// refused expects that a call finds nothing.
func (v *victim) refused(method, path string, body any) {
	v.t.Helper()
	err := v.call(method, path, body, nil)
	if err == nil || !strings.Contains(err.Error(), ": 404 ") && !strings.Contains(err.Error(), ": 410 ") {
		v.t.Errorf("%s %s: %v", method, path, err)
	}
}

// TestKillWhileAFolderGoesToAnotherWorkspace kills the process while thousands of files go to another workspace. Until they are
// there, nobody gets at them at either place, by a link from before, or by an upload that had begun; then all of them are there.
func TestKillWhileAFolderGoesToAnotherWorkspace(t *testing.T) {
	t.Parallel()
	v := newVictim(t)
	v.live()
	s, dir := v.folder("From", batchFiles)
	var to workspaceOf
	if err := v.call("POST", "/storage/workspace", map[string]string{"title": "To"}, &to); err != nil {
		t.Fatal(err)
	}
	here, there := "/storage/space/"+s.Space+"/directory/", "/storage/space/"+to.Space+"/directory/"
	var one struct {
		Files []struct {
			ID string `json:"file_id"`
		} `json:"files"`
	}
	if err := v.call("GET", here+dir+"?limit=1", nil, &one); err != nil || len(one.Files) != 1 {
		t.Fatalf("%d files: %v", len(one.Files), err)
	}
	file := one.Files[0].ID
	var link struct {
		ID string `json:"download_id"`
	}
	if err := v.call("POST", "/download/space/"+s.Space+"/directory/"+dir+"/file/"+file+"/temporary-link", map[string]string{
		"title": "Before",
	}, &link); err != nil {
		t.Fatal(err)
	}
	announced := map[string]any{"space_id": s.Space, "directory_id": dir, "key": "late.bin", "checksum": "fp:late", "file_size": 4}
	var up struct {
		ID string `json:"upload_id"`
	}
	if err := v.call("POST", "/upload/initialize", announced, &up); err != nil {
		t.Fatal(err)
	}
	go func() { // its answer, if any comes, is of no use
		_ = v.call("POST", "/storage/batch-move", map[string]any{
			"space_id": s.Space, "directory_ids": []string{dir}, "destination_space_id": to.Space, "destination_directory_id": to.Root,
		}, nil)
	}()
	for end := time.Now().Add(time.Minute); v.list(here+s.Root) != 0; {
		if time.Now().After(end) {
			t.Fatal("the folder does not leave")
		}
	}
	if v.list(there+to.Root) != 0 {
		t.Fatal("the folder has arrived already")
	}
	v.kill()
	v.live()
	closed := func() {
		v.refused("GET", here+dir, nil)
		v.refused("GET", here+dir+"/file/"+file, nil)
		v.refused("GET", "/download/space/"+s.Space+"/directory/"+dir+"/file/"+file, nil)
		v.refused("POST", "/download/share-link/"+link.ID, map[string]any{})
		v.refused("POST", "/upload/initialize", announced)
		v.refused("PUT", "/upload/parts?chunk_number=0&upload_id="+up.ID, []byte("late"))
		v.refused("POST", "/storage/batch-move", map[string]any{
			"space_id": s.Space, "file_ids": []string{file}, "destination_directory_id": s.Root,
		})
	}
	for end := time.Now().Add(time.Minute); v.list(there+to.Root) == 0; time.Sleep(time.Second) { // links are asked for at a limited rate
		closed()
		if n := v.list(here + s.Root); n != 0 {
			t.Fatalf("%d items are back", n)
		}
		if time.Now().After(end) {
			t.Fatal("the folder does not arrive")
		}
	}
	closed()
	if n := v.list(there + dir); n != batchFiles {
		t.Errorf("%d of %d files are there", n, batchFiles)
	}
	if err := v.call("GET", there+dir+"/file/"+file, nil, nil); err != nil {
		t.Error(err)
	}
	var back struct {
		Directories int `json:"directories"`
	}
	if err := v.call("PUT", "/storage/space/"+to.Space+"/move/directory", map[string]string{ // answers when it is there
		"source_directory_id": dir, "destination_space_id": s.Space, "destination_directory_id": s.Root,
	}, &back); err != nil || back.Directories != 1 {
		t.Errorf("%d folders went back: %v", back.Directories, err)
	}
	if n := v.list(here + dir); n != batchFiles {
		t.Errorf("%d of %d files are back", n, batchFiles)
	}
	v.kill()
	if out, err := exec.Command("anbar", "check", "--data", v.data).CombinedOutput(); err != nil {
		t.Errorf("anbar check: %v\n%s", err, out)
	}
}
