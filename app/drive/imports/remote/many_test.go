package remote

import (
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"anbar/app/base/limits"
	"anbar/app/drive/imports/source"
)

// TestOfManyVersionsTheNewestAreHeld: and a file with versions without end is none of a server.
func TestOfManyVersionsTheNewestAreHeld(t *testing.T) {
	w := newWorld(t)
	w.nextcloud()
	s := w.opened(t, "/")
	const at = "/remote.php/dav/versions/alice/versions/7"
	var all []string
	for i := range 3_000 {
		all = append(all, fmt.Sprintf("%s/%d", at, 1_600_000_000+i))
	}
	w.says("PROPFIND "+at, 207, listing(at, nil, append(all, at+"/"+strings.Repeat("9", 10_000))))
	got, err := s.ListVersions(t.Context(), &source.Item{Key: "a", Ref: "7"})
	if err != nil || len(got) != limits.RemoteVersions || !strings.HasSuffix(got[len(got)-1].Ref, "1600002999") {
		t.Errorf("%d versions: %v", len(got), err)
	}
	head := strings.TrimSuffix(listing(at, nil, nil), "</d:multistatus>")
	one := "<d:response><d:href>" + at + "/1</d:href></d:response>"
	w.on("PROPFIND "+at, endless(head, one))
	if _, err := s.ListVersions(t.Context(), &source.Item{Key: "a", Ref: "7"}); !errors.Is(err, errTooMuch) {
		t.Errorf("versions without end: %v", err)
	}
}

// TestSharesThatAreNextToNothingTakeNoMemory: a server tells of three million.
func TestSharesThatAreNextToNothingTakeNoMemory(t *testing.T) {
	w := newWorld(t)
	w.nextcloud()
	s := w.opened(t, "/")
	const at = "GET /ocs/v2.php/apps/files_sharing/api/v1/shares"
	body := `{"ocs":{"data":[` + strings.Repeat("{},", limits.RemoteAnswer/3-100) + `{}]}}`
	w.says(at, 200, body)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	all, err := s.ListLinks(t.Context())
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; err != nil || len(all) != 0 || used > 150<<20 {
		t.Errorf("%d links, %v, %d MiB", len(all), err, used>>20)
	}
	w.on(at, func(rw http.ResponseWriter, _ *http.Request) { _, _ = rw.Write([]byte("<html>no such page</html>")) })
	if all, err := s.ListLinks(t.Context()); err != nil || len(all) != 0 { // all files are here by then
		t.Errorf("%v %v", all, err)
	}
}
