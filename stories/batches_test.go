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

const batchFiles = 8192

// list counts what a directory, or a trash, holds.
func (v *victim) list(path string) int {
	v.t.Helper()
	var l struct {
		Info struct {
			Total int `json:"total"`
		} `json:"page_info"`
	}
	if err := v.call("GET", path+"?limit=1", nil, &l); err != nil {
		v.t.Fatal(err)
	}
	return l.Info.Total
}

// taskOf is what a call that goes on as a task answers, and what its task says.
type taskOf struct {
	ID     string `json:"task_id"`
	Status string `json:"status"`
	Done   int    `json:"done"`
	Undo   string `json:"undo_id"`
}

// follow asks for a task until something holds.
func (v *victim) follow(t taskOf, until func(taskOf) bool) taskOf {
	v.t.Helper()
	for end := time.Now().Add(time.Minute); !until(t); time.Sleep(20 * time.Millisecond) {
		if err := v.call("GET", "/storage/tasks/"+t.ID, nil, &t); err != nil {
			v.t.Fatal(err)
		}
		if time.Now().After(end) {
			v.t.Fatalf("the task is still %+v", t)
		}
	}
	return t
}

// TestKillInTheMiddleOfALargeDelete kills the process while it deletes thousands of files: each is where it was or in the trash,
// and one undo brings back all that were deleted.
func TestKillInTheMiddleOfALargeDelete(t *testing.T) {
	t.Parallel()
	v := newVictim(t)
	v.live()
	var s struct {
		Space string `json:"space_id"`
		Root  string `json:"root_directory_id"`
		Trash string `json:"trash_root_directory_id"`
	}
	if err := v.call("POST", "/storage/workspace", map[string]string{"title": "Victims"}, &s); err != nil {
		t.Fatal(err)
	}
	for from := 0; from < batchFiles; from += 256 {
		var b bytes.Buffer
		for i := from; i < from+256; i++ {
			content := []byte("x")
			writeFrame(&b, map[string]any{
				"key": fmt.Sprintf("%d.txt", i), "size": len(content), "checksum": blobstore.Sum(content).String(),
			}, content)
		}
		if err := v.call("POST", "/upload/bundle?space_id="+s.Space+"&directory_id="+s.Root, b.Bytes(), nil); err != nil {
			t.Fatal(err)
		}
	}
	var begun taskOf
	if err := v.call("POST", "/storage/batch-delete", map[string]any{
		"space_id": s.Space, "selection": map[string]any{"directory_id": s.Root, "all": true},
	}, &begun); err != nil {
		t.Fatal(err)
	}
	begun = v.follow(begun, func(t taskOf) bool { return t.Undo != "" && t.Done > 0 })
	v.kill()
	v.live()
	here, there := "/storage/space/"+s.Space+"/directory/"+s.Root, "/trash/"+s.Space+"/directory/"+s.Trash
	left, gone := v.list(here), v.list(there)
	if left == 0 || gone == 0 || left+gone != batchFiles {
		t.Errorf("%d files are left and %d in the trash, of %d", left, gone, batchFiles)
	}
	var back taskOf
	err := v.call("POST", "/storage/undo/"+begun.Undo, nil, &back)
	if err != nil && !strings.Contains(err.Error(), "end of JSON") { // no body: it was done at once
		t.Fatal(err)
	}
	if back.ID != "" {
		v.follow(back, func(t taskOf) bool { return t.Status == "done" })
	}
	if n := v.list(here); n != batchFiles {
		t.Errorf("%d of %d files are back", n, batchFiles)
	}
	v.kill()
	if out, err := exec.Command("anbar", "check", "--data", v.data).CombinedOutput(); err != nil {
		t.Errorf("anbar check: %v\n%s", err, out)
	}
}
