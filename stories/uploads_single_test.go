package stories

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"

	"anbar/app/base/limits"
)

// putAtOnce sends the same call of one file that many times at once, with contents and keys of their numbers, and counts the answers.
func putAtOnce(t *testing.T, c client, n int, path func(i int) string, content func(i int) []byte) map[int]int {
	t.Helper()
	statuses := make([]int, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { statuses[i] = c.do("PUT", path(i), content(i)).Status })
	}
	all.Wait()
	count := map[int]int{}
	for _, s := range statuses {
		count[s]++
	}
	return count
}

// TestSingleUploadsRaceForAName sends many files of one name at once: without a decision one of them gets it, and with one all come in.
func TestSingleUploadsRaceForAName(t *testing.T) {
	t.Parallel()
	const many = 12
	a := newAppliance(t, dataDir(t))
	sara := person(t, a, "sara")
	space, root := ownSpace(t, sara)
	base := "/upload/file?space_id=" + space + "&directory_id=" + root + "&key=same.txt"
	content := func(i int) []byte { return fmt.Appendf(nil, "content %d", i) }
	if got := putAtOnce(t, sara, many, func(int) string { return base }, content); got[201] != 1 || got[409] != many-1 {
		t.Errorf("without a decision: %v", got)
	}
	if got := putAtOnce(t, sara, many, func(int) string { return base + "&on_duplicate=rename" }, content); got[201] != many {
		t.Errorf("with another name: %v", got)
	}
	if got := putAtOnce(t, sara, many, func(int) string { return base + "&on_duplicate=version" }, content); got[201] != many {
		t.Errorf("as versions: %v", got)
	}
	list := sara.do("GET", "/storage/space/"+space+"/directory/"+root+"?limit=100", nil).must(t, 200)
	names := map[string]bool{}
	for _, f := range list.get(t, "files").([]any) {
		f := f.(map[string]any)
		names[f["file_name"].(string)] = true
		if n := f["version_number"].(float64); f["file_name"] == "same.txt" && n != many+1 {
			t.Errorf("same.txt has version %v", n)
		}
	}
	if len(names) != many+1 || !names["same.txt"] || !names[fmt.Sprintf("same (%d).txt", many+1)] {
		t.Errorf("the files are %v", names)
	}
	// The same call at once, which a client repeats whose connection broke, makes one file.
	again := base + "&on_duplicate=rename&idempotency_key=again"
	got := putAtOnce(t, sara, many, func(int) string { return again }, func(int) []byte { return []byte("again") })
	if got[201]+got[409] != many || got[201] == 0 {
		t.Errorf("with one key: %v", got)
	}
	list = sara.do("GET", "/storage/space/"+space+"/directory/"+root+"?limit=100", nil).must(t, 200)
	if n := len(list.get(t, "files").([]any)); n != many+2 {
		t.Errorf("%d files, want %d", n, many+2)
	}
}

// TestSingleUploadsThatEndEarlyAreNone cuts bodies off, and keeps all places of one person busy with bodies that do not come.
func TestSingleUploadsThatEndEarlyAreNone(t *testing.T) {
	a := newAppliance(t, dataDir(t))
	h := newHolder(t, a)
	mallory, sara := person(t, a, "mallory"), person(t, a, "sara")
	space, root := ownSpace(t, mallory)
	path := "/upload/file?space_id=" + space + "&directory_id=" + root + "&key=cut.txt"
	waiting := fillPlaces(t, limits.Parts(), func(i int) <-chan earlyAnswer {
		return h.hold("PUT", fmt.Sprint(path, i), mallory.token, 1<<20, make([]byte, 100))
	})
	defer checkEmpty(t, mallory, space, root)
	defer waiting()
	refused := <-h.hold("PUT", path, sara.token, 1<<20+1, make([]byte, 100)) // before its bytes come
	if refused.Status != 413 || !strings.Contains(refused.Key, "file_too_long") {
		t.Errorf("a file that is announced as too long: %d %s", refused.Status, refused.Key)
	}
	space, root = ownSpace(t, sara)
	content := bytes.Repeat([]byte("x"), 1<<20)
	soon(t, "an upload of somebody else", func() {
		stored := sara.do("PUT", "/upload/file?space_id="+space+"&directory_id="+root+"&key=whole.bin", content).must(t, 201)
		checkStored(t, sara, space, root, stored.get(t, "file", "file_id"), content)
	})
}
