package stories

import (
	"bytes"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"testing"

	"anbar/app"
	"anbar/blobstore"
)

// fillTree puts many small files into directories below a directory.
func fillTree(t *testing.T, c client, space, root string, dirs, each int) {
	t.Helper()
	for d := range dirs {
		var b bytes.Buffer
		for f := range each {
			content := fmt.Appendf(nil, "%d %d", d, f)
			writeFrame(&b, map[string]any{
				"key": fmt.Sprintf("f%d", f), "relative_path": fmt.Sprintf("a/b%d/c", d), "size": len(content),
				"checksum": blobstore.Sum(content).String(),
			}, content)
		}
		c.do("POST", "/upload/bundle?space_id="+space+"&directory_id="+root, b.Bytes()).must(t, 200)
	}
}

// copyTo copies a directory into another.
func copyTo(t *testing.T, c client, space, dir, to string) *answer {
	t.Helper()
	return c.do("PUT", "/storage/space/"+space+"/copy/directory", map[string]any{
		"source_directory_id": dir, "destination_directory_id": to, "destination_space_id": space,
	})
}

func subdirectory(t *testing.T, c client, space, root, name string) string {
	t.Helper()
	return c.do("POST", "/storage/directory-by-path", map[string]any{"space_id": space, "path": name}).must(t, 200).get(t, "directory",
		"directory_id").(string)
}

func newSubdirectory(t *testing.T, c client, space, parent, name string) string {
	t.Helper()
	made := c.do("POST", "/storage/space/"+space+"/directory", map[string]any{"parent_id": parent, "directory_name": name})
	return made.must(t, 201).get(t, "directory_id").(string)
}

func counts(t *testing.T, c client, space, dir string) string {
	t.Helper()
	p := c.do("GET", "/storage/space/"+space+"/directory/"+dir+"/properties", nil).must(t, 200)
	return fmt.Sprint(p.get(t, "files"), p.get(t, "directories"), p.get(t, "size"))
}

func healthy(t *testing.T, a *app.App) {
	t.Helper()
	var found bytes.Buffer
	if err := a.Commands.Check(t.Context(), &found, true); err != nil {
		t.Errorf("%v: %s", err, found.String())
	}
}

// TestALargeCopyIsWrittenInShortTransactions copies a tree that is larger than one
// transaction may be, and looks for all of it afterwards.
func TestALargeCopyIsWrittenInShortTransactions(t *testing.T) {
	t.Parallel()
	a := newAppliance(t, dataDir(t))
	c := person(t, a, "sara")
	space, root := ownSpace(t, c)
	fillTree(t, c, space, root, 12, 200)
	src := subdirectory(t, c, space, root, "/a")
	to := newSubdirectory(t, c, space, root, "to")
	copyTo(t, c, space, src, to).must(t, 200)
	made := subdirectory(t, c, space, root, "/to/a")
	if got, want := counts(t, c, space, made), counts(t, c, space, src); got != want {
		t.Errorf("the copy has %s, its source %s", got, want)
	}
	if got := c.do("POST", "/storage/directory-by-path", map[string]any{"space_id": space, "path": "/to/a/b7/c"}).must(t,
		200); len(got.get(t, "files").([]any)) != 100 {
		t.Errorf("a directory of the copy: %s", got.Body)
	}
	if found := c.do("GET", "/storage/space/"+space+"/directory/"+to+"/search?query=b7", nil).must(t,
		200); len(found.get(t, "directories").([]any)) != 2 {
		t.Errorf("search below the copy: %s", found.Body)
	}
	healthy(t, a)
}

// TestACopyIsAnsweredAtOnceWhereThatIsPreferred asks for the copy of a directory, and only later for what became of it.
func TestACopyIsAnsweredAtOnceWhereThatIsPreferred(t *testing.T) {
	t.Parallel()
	a := newAppliance(t, dataDir(t))
	c := person(t, a, "sara")
	space, root := ownSpace(t, c)
	fillTree(t, c, space, root, 1, 200)
	src := subdirectory(t, c, space, root, "/a")
	first := 0
	hurried := c
	hurried.handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPut {
			r.Header.Set("Prefer", "return=minimal, respond-async")
			got := httptest.NewRecorder()
			a.ServeHTTP(got, r)
			first = got.Code
			maps.Copy(w.Header(), got.Header())
			w.WriteHeader(got.Code)
			_, _ = w.Write(got.Body.Bytes())
			return
		}
		a.ServeHTTP(w, r)
	})
	copyTo(t, hurried, space, src, newSubdirectory(t, c, space, root, "later")).must(t, 200)
	if first != http.StatusAccepted {
		t.Errorf("the first answer is %d", first)
	}
	if got, want := counts(t, c, space, subdirectory(t, c, space, root, "/later/a")), counts(t, c, space, src); got != want {
		t.Errorf("the copy has %s, its source %s", got, want)
	}
	healthy(t, a)
}

// TestAWorkspaceHoldsABoundedNumberOfFiles fills a workspace up to its bound.
func TestAWorkspaceHoldsABoundedNumberOfFiles(t *testing.T) {
	cfg := settings(dataDir(t))
	cfg.SpaceNodes = 3000
	a, err := app.New(t.Context(), cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	c := person(t, a, "sara")
	space, root := ownSpace(t, c)
	fillTree(t, c, space, root, 9, 200)
	src := subdirectory(t, c, space, root, "/a")
	to := newSubdirectory(t, c, space, root, "to")
	if r := copyTo(t, c, space, src, to); !bytes.Contains(r.Body, []byte("too_many_files")) {
		t.Errorf("a copy beyond the bound: %d %s", r.Status, r.Body)
	}
	if got := c.do("GET", "/storage/space/"+space+"/directory/"+to, nil).must(t, 200); len(got.get(t, "directories").([]any)) != 0 {
		t.Errorf("something of it is there: %s", got.Body)
	}
	healthy(t, a)
}
