package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/imports/source"
	"anbar/decode"
	"anbar/decode/child"

	"github.com/google/go-cmp/cmp"
)

func TestMain(m *testing.M) {
	child.Main()
	os.Exit(m.Run())
}

func decoders(t *testing.T) *decode.Decoders {
	t.Helper()
	d := decode.New(t.TempDir(), slog.New(slog.NewTextHandler(t.Output(), nil)))
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

type file struct{ name, text string }

func zipped(t *testing.T, files ...file) Part {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		w, err := z.Create(f.name)
		if err == nil && f.text != "" {
			_, err = io.WriteString(w, f.text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return part("part.zip", b.Bytes())
}

func tarred(t *testing.T, files ...file) Part {
	t.Helper()
	var b bytes.Buffer
	g := gzip.NewWriter(&b)
	w := tar.NewWriter(g)
	for _, f := range files {
		err := w.WriteHeader(&tar.Header{Name: f.name, Typeflag: tar.TypeReg, Size: int64(len(f.text)), Mode: 0o600})
		if err == nil {
			_, err = io.WriteString(w, f.text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), g.Close()); err != nil {
		t.Fatal(err)
	}
	return part("part.tgz", b.Bytes())
}

func part(name string, b []byte) Part {
	return Part{name, decode.Content{From: bytes.NewReader(b), Size: int64(len(b)), Space: 1}, func() error { return nil }}
}

var who = limits.Owner{Person: 1}

func items(t *testing.T, s source.Source) []source.Item {
	t.Helper()
	var all []source.Item
	for cursor := ""; ; {
		p, err := s.List(t.Context(), cursor)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p.Items...)
		if cursor = p.Next; cursor == "" {
			return all
		}
	}
}

func text(t *testing.T, s source.Source, it *source.Item, offset int64) string {
	t.Helper()
	r, info, err := s.Open(t.Context(), it, offset)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(r)
	if err := errors.Join(err, r.Close()); err != nil || info.Size != it.Size {
		t.Fatal(it.Path, info, err)
	}
	return string(b)
}

// tree is what a source brings, and the reasons of what it leaves out.
func tree(t *testing.T, s source.Source) map[string]string {
	t.Helper()
	got := map[string]string{}
	keys := map[string]bool{}
	for _, it := range items(t, s) {
		if keys[it.Key] {
			t.Errorf("the key %s is told twice", it.Key)
		}
		keys[it.Key] = true
		switch {
		case it.Skip != "":
			got[it.Path] = "- " + it.Skip
		case it.Directory:
			got[it.Path+"/"] = ""
		default:
			got[it.Path] = text(t, s, &it, 0)
			if offset := it.Size / 2; text(t, s, &it, offset) != got[it.Path][offset:] {
				t.Errorf("%s from %d", it.Path, offset)
			}
		}
	}
	return got
}

func same(t *testing.T, got, want map[string]string) {
	t.Helper()
	if maps.Equal(got, want) {
		return
	}
	for _, k := range slices.Sorted(maps.Keys(got)) {
		t.Errorf("got %q: %.60q", k, got[k])
	}
	t.Errorf("want %v", slices.Sorted(maps.Keys(want)))
}

func TestPartsOfEveryFormat(t *testing.T) {
	d := decoders(t)
	long := strings.Repeat("long ", 1<<19)
	a := []file{{"dir/", ""}, {"dir/one", "1"}, {"long", long}, {"../out", "x"}, {"last", "end"}}
	s := NewPlain(d, who, []Part{zipped(t, a...), tarred(t, file{"two", "22"}, file{"long2", long}, file{"three", "333"}),
		part("note.txt.gz", gzipped(t, "only one"))})
	defer s.Close()
	same(t, tree(t, s), map[string]string{
		"dir/": "", "dir/one": "1", "long": long, "../out": "- import_item_outside", "last": "end", "two": "22", "long2": long,
		"three": "333", "note.txt": "only one",
	})
	all := items(t, s)
	slices.Reverse(all) // a solid archive begins anew
	for i := range all {
		if all[i].Path == "two" && text(t, s, &all[i], 1) != "2" {
			t.Error("backwards")
		}
	}
	if s.Parallel() != 1 {
		t.Error("a solid archive is read by many")
	}
}

func gzipped(t *testing.T, s string) []byte {
	t.Helper()
	var b bytes.Buffer
	g := gzip.NewWriter(&b)
	if _, err := io.WriteString(g, s); err != nil {
		t.Fatal(err)
	}
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestRefusals(t *testing.T) {
	d := decoders(t)
	for name, c := range map[string]struct {
		s    source.Source
		want error
	}{
		"a word":       {NewPlain(d, who, []Part{part("x.zip", []byte("word"))}), fault.ImportArchiveBroken},
		"no migration": {NewMigration(d, who, []Part{zipped(t, file{"a", "b"})}), fault.ImportArchiveBroken},
	} {
		if _, err := c.s.List(t.Context(), ""); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if err := c.s.Close(); err != nil {
			t.Error(err)
		}
	}
	s := NewPlain(d, who, []Part{zipped(t, file{"a", "b"})})
	defer s.Close()
	if _, err := s.List(t.Context(), "9:0"); err == nil {
		t.Error("a part that is not there is listed")
	}
	if _, err := s.List(t.Context(), "0:1"); err == nil {
		t.Error("a place that is none is listed")
	}
}

func said(title string, at int) string {
	return fmt.Sprintf(`{"title":%q,"photoTakenTime":{"timestamp":"%d","formatted":"x"}}`, title, at)
}

// TestTakeout: parts become one tree, pictures get their dates and whole names.
func TestTakeout(t *testing.T) {
	const used = "- import_item_used"
	album := "Takeout/Google Photos/سفر/"
	longest := strings.Repeat("a", 60)
	s := NewTakeout(decoders(t), who, []Part{
		zipped(t, file{"Takeout/archive_browser.html", "index"}, file{"Takeout/Drive/plan.docx", "plan"}, file{"Takeout/Drive/sub/", ""},
			file{album + "IMG_1.jpg", "one"}, file{album + "IMG_1-edited.jpg", "edited"}, file{album + "IMG_1(1).jpg", "two"},
			file{album + longest[:47] + ".jpg", "cut"}, file{album + "a_b.jpg", "sign"}),
		zipped(t, file{album + "IMG_1.jpg.json", said("IMG_1.jpg", 1500000001)},
			file{album + "IMG_1.jpg.supplemental-metadata(1).json", said("IMG_1.jpg", 1500000002)},
			file{album + longest[:46] + ".json", said(longest+".jpg", 1500000003)},
			file{album + "a_b.jpg.supplemen.json", said("a&b.jpg", 1500000004)},
			file{album + "metadata.json", `{"title":"Album"}`}, file{album + "lost.jpg.json", said("lost.jpg", 5)},
			file{"Takeout/Drive/sub/more.txt", "more"}, file{"Takeout/Drive/own.json", `{"mine":1}`}),
	})
	defer s.Close()
	photos := "Google Photos/سفر/"
	same(t, tree(t, s), map[string]string{
		"Takeout/archive_browser.html": used, "plan.docx": "plan", "sub/": "", "sub/more.txt": "more", "own.json": `{"mine":1}`,
		photos + "IMG_1.jpg": "one", photos + "IMG_1-edited.jpg": "edited", photos + "IMG_1(1).jpg": "two",
		photos + longest + ".jpg": "cut", photos + "a&b.jpg": "sign", photos + "metadata.json": `{"title":"Album"}`,
		photos + "lost.jpg.json":  said("lost.jpg", 5),
		photos + "IMG_1.jpg.json": used, photos + "IMG_1.jpg.supplemental-metadata(1).json": used,
		photos + longest[:46] + ".json":   used,
		photos + "a_b.jpg.supplemen.json": used,
	})
	times := map[string]int64{
		photos + "IMG_1.jpg": 1500000001, photos + "IMG_1-edited.jpg": 1500000001, photos + "IMG_1(1).jpg": 1500000002,
		photos + longest + ".jpg": 1500000003, photos + "a&b.jpg": 1500000004,
	}
	for _, it := range items(t, s) {
		if want := times[it.Path]; want > 0 && it.ModifiedAt.Unix() != want {
			t.Errorf("%s is of %v", it.Path, it.ModifiedAt)
		}
	}
}

// TestTakeoutDatesWhatBelongsToAPicture: edited pictures in the language of the account, and the films
// of live pictures. What only looks like one has the date of its arrival.
func TestTakeoutDatesWhatBelongsToAPicture(t *testing.T) {
	album := "Takeout/Google Photos/A/"
	dated := map[string]int{"IMG_1.jpg": 1, "IMG_1(1).jpg": 2, "IMG_5.HEIC": 3, "IMG_6.jpg": 4, "IMG_6.png": 5,
		"2024-05-01.jpg": 6, "clip.mp4": 7}
	kin := map[string]int{
		"IMG_1-edited.jpg": 1, "IMG_1-bearbeitet.jpg": 1, "IMG_1-modifié.jpg": 1, "IMG_1-ha editado.jpg": 1, "IMG_1-編集済み.jpg": 1,
		"IMG_1-ویرایش\u200cشده.jpg": 1, "IMG_1-edytowane(1).jpg": 2, "IMG_1(1)-bewerkt.jpg": 2, "IMG_1-EFFECTS.JPG": 1,
		"IMG_5.MP4": 3, "IMG_1.MOV": 1, "IMG_5-edited.mp4": 3, "IMG_1.MP": 1, "IMG_6-edited.png": 5, "2024-05-01-edited.jpg": 6,
	}
	strangers := []string{"IMG_2-edited.jpg", "IMG_1-2.jpg", "IMG_6.mov", "2024-05-02.jpg", "IMG_1-edited.gif", "notes.mp4", "clip.txt"}
	var all []file
	for name, at := range dated {
		all = append(all, file{album + name, name}, file{album + name + ".json", said(name, 1500000000+at)})
	}
	for name := range kin {
		all = append(all, file{album + name, name})
	}
	for _, name := range strangers {
		all = append(all, file{album + name, name})
	}
	s := NewTakeout(decoders(t), who, []Part{zipped(t, all...)})
	defer s.Close()
	got := map[string]int{}
	for _, it := range items(t, s) {
		if at := int(it.ModifiedAt.Unix()) - 1500000000; at > 0 && at < 10 {
			got[path.Base(it.Path)] = at
		}
	}
	maps.Copy(kin, dated)
	for name := range got {
		if strings.HasSuffix(name, ".json") {
			delete(got, name)
		}
	}
	if diff := cmp.Diff(kin, got); diff != "" {
		t.Error(diff)
	}
}

// TestMigration: files come with versions, favorites and tags, and nothing else of the account does.
func TestMigration(t *testing.T) {
	const used = "- import_item_used"
	s := NewMigration(decoders(t), who, []Part{zipped(t,
		file{"migrator_versions.json", "{}"}, file{"account/account.json", "{}"}, file{"files/", ""},
		file{"files/files/", ""}, file{"files/files/Documents/", ""}, file{"files/files/Documents/a.txt", "now"},
		file{"files/files/b.v1600000000", "name"}, file{"files/files_versions/Documents/a.txt.v1600000200", "later"},
		file{"files/files_versions/Documents/a.txt.v1600000100", "first"}, file{"files/files_versions/gone.txt.v1600000100", "of nothing"},
		file{"files/tags.json", `{"/Documents/a.txt":["_$!<Favorite>!$_"]}`},
		file{"files/systemtags.json", `{"Documents/a.txt":["مهم","x"]}`},
		file{"files/comments.json", "[]"}, file{"files_trashbin/locations.json", "{}"},
		file{"files_trashbin/files/old.txt.d1600000000", "deleted"},
	)})
	defer s.Close()
	same(t, tree(t, s), map[string]string{
		"Documents/": "", "Documents/a.txt": "now", "b.v1600000000": "name", "migrator_versions.json": used,
		"account/account.json":                      used,
		"files/files_versions/gone.txt.v1600000100": used, "files/tags.json": used, "files/systemtags.json": used,
		"files/comments.json": used, "files_trashbin/locations.json": used,
		"files_trashbin/files/old.txt.d1600000000": "- import_item_trash",
	})
	for _, it := range items(t, s) {
		if it.Path != "Documents/a.txt" {
			continue
		}
		if !it.Favorite || !it.Versions || len(it.Fields) != 1 || it.Fields[0].Value != "مهم, x" {
			t.Errorf("%+v", it)
		}
		all, err := s.ListVersions(t.Context(), &it)
		if err != nil || len(all) != 2 {
			t.Fatal(all, err)
		}
		for i, want := range []string{"first", "later"} {
			at := time.Unix(1600000100+100*int64(i), 0)
			if text(t, s, &all[i], 0) != want || !all[i].ModifiedAt.Equal(at) {
				t.Errorf("version %d: %+v", i, all[i])
			}
		}
	}
}
