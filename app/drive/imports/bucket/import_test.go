package bucket_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"anbar/app/base/fault"
	"anbar/app/drive/files"
	"anbar/app/drive/imports"
	"anbar/db"
)

// odd is 2,000 objects whose keys are no paths, by key.
func odd() map[string][]byte {
	all := map[string][]byte{
		"a//b": []byte("two slashes"), "/a": []byte("begins with a slash"), "a/../b": []byte("up"), "a/./c": []byte("here"),
		"both": []byte("a file"), "both/child": []byte("and a directory"), "both/child/deeper": []byte("again"),
		"dir/": {}, "dir/in": []byte("in"), "..": []byte("parent"), "x/.": []byte("self"), "%41": []byte("percent"),
		"a+b c": []byte("plus"), "a%2Fb": []byte("slash that is none"), "سلام دنیا/گزارش ۱.txt": []byte("persian"),
		"CASE.txt": []byte("upper"), "case.TXT": []byte("lower"), "  space  ": []byte("spaces"), "back\\slash": []byte("backslash"),
		"tab\tand\u202eturn": []byte("controls"), "e\u0301.txt": []byte("decomposed"), "é.txt": []byte("composed"),
		"?query#hash":            []byte("q"),
		strings.Repeat("n", 255): []byte("just fits"), strings.Repeat("ی", 127) + "یی.txt": []byte("too long"),
		"trailing/":                        []byte("content"),
		strings.Repeat("d/", 100) + "deep": []byte("deep"), "empty": {}, "large": bytes.Repeat([]byte("large "), 500_000),
	}
	for i := 0; len(all) < 2000; i++ {
		all[fmt.Sprintf("many/%02d/file %d.txt", i%17, i)] = []byte(fmt.Sprintf("content %d", i%1500))
	}
	return all
}

// TestEveryOddKeyIsAccountedFor imports keys that are no paths: each has its content here, under a name that the report tells.
func TestEveryOddKeyIsAccountedFor(t *testing.T) {
	c := newCloud(t)
	all := odd()
	for key, content := range all {
		c.put(t, key, content)
	}
	w := newWorld(t, c)
	rows := w.accountFor(w.importAll(nil), all)
	for key, place := range map[string]string{"a//b": "a/_/b", "/a": "_/a", "a/../b": "a/__/b", "a/./c": "a/_/c", "..": "__"} {
		if rows[key].Place != place {
			t.Errorf("%q is at %q, want %q", key, rows[key].Place, place)
		}
	}
}

// accountFor waits for an import and compares what came with what its bucket holds. It returns what became of each key.
func (w *world) accountFor(id db.ImportID, all map[string][]byte) map[string]db.ImportItem {
	w.t.Helper()
	one := w.until(id, db.ImportDone)
	rows := w.items(id)
	tree := w.tree(one.Directory)
	if len(rows) != len(all) || one.Count != int64(len(all)) || one.Done != one.Count || one.BytesDone != one.Bytes || one.Failed != 0 {
		w.t.Fatalf("%d rows of %d keys, %+v", len(rows), len(all), one)
	}
	w.exact(id)
	places := map[string]string{}
	for key, content := range all {
		row, known := rows[key]
		if row.Directory && known {
			continue
		}
		if got, ok := tree[row.Place]; !ok || got != string(content) {
			w.t.Errorf("%q is at %q: %v, %d bytes of %d", key, row.Place, ok, len(got), len(content))
		}
		if other, taken := places[row.Place]; taken {
			w.t.Errorf("%q and %q are at %q", key, other, row.Place)
		}
		places[row.Place] = key
		if (row.State == db.ItemRenamed) != (row.Place != key) && key != "e\u0301.txt" {
			w.t.Errorf("%q at %q is %s", key, row.Place, row.State)
		}
	}
	if len(tree) != len(places) {
		w.t.Errorf("%d files of %d keys", len(tree), len(places))
	}
	return rows
}

// TestKeysAreDecodedOnlyWhenTheServiceSaysSo: a service that encodes keys and says so.
func TestKeysAreDecodedOnlyWhenTheServiceSaysSo(t *testing.T) {
	c := newCloud(t)
	c.put(t, "a+b c%41", []byte("x"))
	w := newWorld(t, c)
	c.breaks(func(rw http.ResponseWriter, r *http.Request) bool {
		if r.URL.Query().Get("list-type") != "2" {
			return false
		}
		rw.Header().Set("Content-Type", "application/xml")
		fmt.Fprint(rw, `<ListBucketResult><EncodingType>url</EncodingType><IsTruncated>false</IsTruncated><Contents>`+
			`<Key>a%2Bb+c%2541</Key><Size>1</Size></Contents></ListBucketResult>`)
		return true
	})
	id := w.importAll(nil)
	one := w.until(id, db.ImportDone)
	if got := w.tree(one.Directory); got["a+b c%41"] != "x" || one.Failed != 0 {
		t.Errorf("%q %+v", got, one)
	}
}

// TestASourceThatRefusesEndsTheImport names each way, and goes on when it is over.
func TestASourceThatRefusesEndsTheImport(t *testing.T) {
	for code, want := range map[string]*fault.Fault{
		"InvalidAccessKeyId": fault.ImportSourceDenied, "SignatureDoesNotMatch": fault.ImportSourceDenied,
		"AccessDenied": fault.ImportSourceDenied, "NoSuchBucket": fault.ImportBucketNotFound,
	} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			c := newCloud(t)
			c.put(t, "a", []byte("a"))
			w := newWorld(t, c)
			status := 403
			if code == "NoSuchBucket" {
				status = 404
			}
			c.breaks(func(rw http.ResponseWriter, _ *http.Request) bool { return refusal(rw, status, code) })
			id := w.importAll(nil)
			if one := w.until(id, db.ImportFailed); one.Reason == nil || *one.Reason != want.Key {
				t.Errorf("%+v", one)
			}
			c.breaks(nil)
			if err := w.engine.Resume(t.Context(), w.who, id); err != nil {
				t.Fatal(err)
			}
			w.until(id, db.ImportDone)
		})
	}
}

// TestNoImportReachesThisMachine: unless staff allow it.
func TestNoImportReachesThisMachine(t *testing.T) {
	c := newCloud(t)
	w := newWorld(t, c)
	w.own = false
	id := w.importAll(nil)
	if one := w.until(id, db.ImportFailed); *one.Reason != fault.ImportAddress.Key || len(c.asked) != 0 {
		t.Errorf("%+v, %d requests", one, len(c.asked))
	}
}

// TestRedirectsLeadNowhere: a service that sends the import elsewhere is no bucket.
func TestRedirectsLeadNowhere(t *testing.T) {
	var met atomic.Int32
	inner := newCloud(t)
	inner.breaks(func(http.ResponseWriter, *http.Request) bool { met.Add(1); return false })
	c := newCloud(t)
	c.breaks(func(rw http.ResponseWriter, r *http.Request) bool {
		http.Redirect(rw, r, inner.URL+r.URL.RequestURI(), http.StatusTemporaryRedirect)
		return true
	})
	w := newWorld(t, c)
	if one := w.until(w.importAll(nil), db.ImportFailed); *one.Reason != fault.ImportBucketNotFound.Key || met.Load() != 0 {
		t.Errorf("%+v, %d requests", one, met.Load())
	}
}

// TestAConnectionThatDiesGoesOnAtTheByte: nothing of a large object is read twice.
func TestAConnectionThatDiesGoesOnAtTheByte(t *testing.T) {
	c := newCloud(t)
	big := random(5 << 20)
	c.put(t, "big", big)
	c.put(t, "small", []byte("small"))
	w := newWorld(t, c)
	var cuts atomic.Int32
	var ranges []string
	c.breaks(func(rw http.ResponseWriter, r *http.Request) bool {
		if !isGet(r) || !strings.HasSuffix(r.URL.Path, "/big") {
			return false
		}
		ranges = append(ranges, r.Header.Get("Range"))
		if cuts.Add(1) > 6 {
			return false
		}
		from := 0
		_, _ = fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &from)
		rw.Header().Set("ETag", etagOf(big))
		rw.Header().Set("Content-Length", fmt.Sprint(len(big)-from))
		if from > 0 {
			rw.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, len(big)-1, len(big)))
			rw.WriteHeader(http.StatusPartialContent)
		}
		_, _ = rw.Write(big[from:min(from+700_001, len(big))])
		panic(http.ErrAbortHandler)
	})
	one := w.until(w.importAll(nil), db.ImportDone)
	if got := w.tree(one.Directory); got["big"] != string(big) || got["small"] != "small" {
		t.Errorf("%d bytes", len(got["big"]))
	}
	if len(ranges) < 7 || ranges[1] != "bytes=700001-" {
		t.Errorf("%q", ranges)
	}
}

// TestASourceThatIsDownIsWaitedFor: and the import goes on by itself.
func TestASourceThatIsDownIsWaitedFor(t *testing.T) {
	c := newCloud(t)
	for i := range 40 {
		c.put(t, fmt.Sprint("f", i), []byte(fmt.Sprint("content ", i)))
	}
	w := newWorld(t, c)
	c.breaks(func(rw http.ResponseWriter, r *http.Request) bool {
		return isGet(r) && refusal(rw, 503, "SlowDown") || refusal(rw, 503, "SlowDown")
	})
	id := w.importAll(nil)
	one := w.until(id, db.ImportWaiting)
	if time.Time(one.RetryAt).IsZero() || one.Reason == nil {
		t.Errorf("%+v", one)
	}
	time.Sleep(300 * time.Millisecond) // several tries
	c.breaks(nil)
	if one = w.until(id, db.ImportDone); one.Failed != 0 || one.Done != 40 {
		t.Errorf("%+v", one)
	}
	w.exact(id)
}

// TestOneObjectThatNeverComesDoesNotHoldTheOthers: it fails at last, with the others here.
func TestOneObjectThatNeverComesDoesNotHoldTheOthers(t *testing.T) {
	c := newCloud(t)
	for i := range 20 {
		c.put(t, fmt.Sprint("f", i), []byte(fmt.Sprint("content ", i)))
	}
	w := newWorld(t, c)
	answers := map[string]string{"/files/f3": "InternalError", "/files/f4": "NoSuchKey", "/files/f5": "AccessDenied"}
	c.breaks(func(rw http.ResponseWriter, r *http.Request) bool {
		code := answers[r.URL.Path]
		status := map[string]int{"InternalError": 500, "NoSuchKey": 404, "AccessDenied": 403}[code]
		return isGet(r) && code != "" && refusal(rw, status, code)
	})
	id := w.importAll(nil)
	one := w.until(id, db.ImportDone)
	rows := w.items(id)
	if one.Failed != 3 || rows["f3"].Reason != fault.ImportItemBroken.Key || rows["f4"].Reason != fault.ImportItemGone.Key ||
		rows["f5"].Reason != fault.ImportItemDenied.Key {
		t.Errorf("%+v %+v", one, rows["f3"])
	}
	w.exact(id)
	c.breaks(nil)
	if err := w.engine.Retry(t.Context(), w.who, id); err != nil {
		t.Fatal(err)
	}
	if one = w.until(id, db.ImportDone); one.Failed != 0 || len(w.tree(one.Directory)) != 20 {
		t.Errorf("%+v", one)
	}
	w.exact(id)
}

// TestContentsAreCompared: an object whose bytes are not those of its tag, and one that is longer or shorter than it says.
func TestContentsAreCompared(t *testing.T) {
	c := newCloud(t)
	for _, key := range []string{"changed", "short", "good"} {
		c.put(t, key, []byte("content of "+key))
	}
	w := newWorld(t, c)
	c.breaks(func(rw http.ResponseWriter, r *http.Request) bool {
		if !isGet(r) {
			return false
		}
		switch r.URL.Path {
		case "/files/changed":
			rw.Header().Set("ETag", etagOf([]byte("other")))
			fmt.Fprint(rw, "what is this")
		case "/files/short":
			rw.Header().Set("Content-Length", "1000")
			fmt.Fprint(rw, "short")
		default:
			return false
		}
		return true
	})
	id := w.importAll(nil)
	one := w.until(id, db.ImportDone)
	rows := w.items(id)
	if one.Failed != 2 || rows["changed"].State != db.ItemFailed || rows["short"].State != db.ItemFailed ||
		rows["good"].State != db.ItemStored {
		t.Errorf("%+v", one)
	}
	if got := w.tree(one.Directory); len(got) != 1 {
		t.Errorf("%q", got)
	}
	w.exact(id)
}

// TestAnObjectThatChangesWhileItIsRead comes as the new one, never as half of each.
func TestAnObjectThatChangesWhileItIsRead(t *testing.T) {
	c := newCloud(t)
	old, fresh := random(4<<20), random(3<<20)
	c.put(t, "big", old)
	w := newWorld(t, c)
	var reads atomic.Int32
	c.breaks(func(rw http.ResponseWriter, r *http.Request) bool {
		if !isGet(r) || reads.Add(1) > 1 {
			return false
		}
		rw.Header().Set("ETag", etagOf(old))
		rw.Header().Set("Content-Length", fmt.Sprint(len(old)))
		_, _ = rw.Write(old[:2<<20])
		c.put(t, "big", fresh)
		panic(http.ErrAbortHandler)
	})
	one := w.until(w.importAll(nil), db.ImportDone)
	if got := w.tree(one.Directory); got["big"] != string(fresh) {
		t.Errorf("%d bytes, want %d", len(got["big"]), len(fresh))
	}
	w.exact(one.ID)
}

// TestAFullWorkspacePausesTheImport: what fits is here, and the rest comes once there is room.
func TestAFullWorkspacePausesTheImport(t *testing.T) {
	c := newCloud(t)
	for i := range 300 {
		c.put(t, fmt.Sprintf("f%03d", i), bytes.Repeat([]byte{byte(i)}, 1000))
	}
	c.put(t, "g-large", random(3<<20))
	w := newWorld(t, c)
	w.limit(100_500)
	id := w.importAll(nil)
	one := w.until(id, db.ImportPaused)
	if *one.Reason != fault.QuotaExceeded.Key || one.Done > 100 {
		t.Errorf("%+v", one)
	}
	w.exact(id)
	w.limit(200_500)
	if err := w.engine.Resume(t.Context(), w.who, id); err != nil {
		t.Fatal(err)
	}
	w.until(id, db.ImportPaused)
	w.limit(0)
	if err := w.engine.Resume(t.Context(), w.who, id); err != nil {
		t.Fatal(err)
	}
	if one = w.until(id, db.ImportDone); one.Failed != 0 || len(w.tree(one.Directory)) != 301 {
		t.Errorf("%+v", one)
	}
	w.exact(id)
}

// TestNothingGoesOnWithoutTheRight: a person who is disabled, or whose directory is gone, imports nothing.
func TestNothingGoesOnWithoutTheRight(t *testing.T) {
	for name, take := range map[string]func(*world, *imports.ImportView, *db.Tx) error{
		"disabled": func(w *world, _ *imports.ImportView, tx *db.Tx) error { return tx.UpdateUserDisabled(w.who.User, true) },
		"deleted":  func(w *world, _ *imports.ImportView, tx *db.Tx) error { return tx.UpdateSpaceDeleted(w.space) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newCloud(t)
			for i := range 30 {
				c.put(t, fmt.Sprint("f", i), []byte("x"))
			}
			w := newWorld(t, c)
			held, let := make(chan struct{}, 100), make(chan struct{})
			c.breaks(func(_ http.ResponseWriter, r *http.Request) bool {
				if isGet(r) {
					held <- struct{}{}
					<-let
				}
				return false
			})
			id := w.importAll(nil)
			<-held
			one := w.get(id)
			if err := w.db.Update(t.Context(), func(tx *db.Tx) error { return take(w, one, tx) }); err != nil {
				t.Fatal(err)
			}
			close(let)
			one = w.until(id, db.ImportFailed)
			if *one.Reason != fault.PermissionDenied.Key || one.Done != 0 {
				t.Errorf("%+v", one)
			}
		})
	}
}

// TestDecisionsForNamesThatAreTaken: they are about files that were there before, never about two keys of one bucket.
func TestDecisionsForNamesThatAreTaken(t *testing.T) {
	for decide, want := range map[files.OnDuplicate]map[string]string{
		files.Rename:  {"a.txt": "here", "a (2).txt": "there", "b.txt": "one", "B (2).txt": "two", "same": "same", "same (2)": "same"},
		files.Skip:    {"a.txt": "here", "b.txt": "one", "B (2).txt": "two", "same": "same"},
		files.Version: {"a.txt": "there", "b.txt": "one", "B (2).txt": "two", "same": "same"},
		files.Replace: {"a.txt": "there", "b.txt": "one", "B (2).txt": "two", "same": "same"},
	} {
		t.Run(string(decide), func(t *testing.T) {
			t.Parallel()
			c := newCloud(t)
			c.put(t, "a.txt", []byte("there"))
			c.put(t, "b.txt", []byte("one"))
			c.put(t, "same", []byte("same"))
			w := newWorld(t, c)
			w.hold(w.root, "a.txt", "here")
			w.hold(w.root, "same", "same")
			id := w.importAll(func(b *imports.BeginRequest) { b.Name, b.OnDuplicate = "", string(decide) })
			w.until(id, db.ImportDone)
			c.put(t, "B.txt", []byte("two"))
			if err := w.engine.Repeat(t.Context(), w.who, id); err != nil {
				t.Fatal(err)
			}
			w.until(id, db.ImportDone)
			got := w.tree(w.root)
			for path, content := range want {
				if got[path] != content {
					t.Errorf("%s is %q, want %q", path, got[path], content)
				}
			}
			if len(got) != len(want) {
				t.Errorf("%q", got)
			}
			w.exact(id)
		})
	}
}

// TestARepetitionFetchesWhatChanged: and makes it a version of the file that came, unless that was changed here.
func TestARepetitionFetchesWhatChanged(t *testing.T) {
	c := newCloud(t)
	for key, content := range map[string]string{"kept": "kept", "changes": "one", "both": "one", "dir/": "", "dir/x": "x"} {
		c.put(t, key, []byte(content))
	}
	w := newWorld(t, c)
	id := w.importAll(nil)
	one := w.until(id, db.ImportDone)
	c.put(t, "changes", []byte("two"))
	c.put(t, "both", []byte("there"))
	c.put(t, "new", []byte("new"))
	w.hold(one.Directory, "both", "here")
	var reads atomic.Int32
	c.breaks(func(_ http.ResponseWriter, r *http.Request) bool {
		if isGet(r) {
			reads.Add(1)
		}
		return false
	})
	if err := w.engine.Repeat(t.Context(), w.who, id); err != nil {
		t.Fatal(err)
	}
	one = w.until(id, db.ImportDone)
	if one.Run != 2 || one.Unchanged != 3 || one.Count != 6 || reads.Load() != 3 {
		t.Errorf("%+v, %d objects read", one, reads.Load())
	}
	got := w.tree(one.Directory)
	want := map[string]string{"kept": "kept", "changes": "two", "both": "here", "both (2)": "there", "new": "new", "dir/x": "x"}
	for path, content := range want {
		if got[path] != content {
			t.Errorf("%s is %q, want %q", path, got[path], content)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%q", got)
	}
	w.exact(id)
	if err := w.engine.Delete(t.Context(), w.who, id); err != nil {
		t.Fatal(err)
	}
	if _, err := w.engine.Get(t.Context(), w.who, id); !errors.Is(err, fault.InvalidID) {
		t.Errorf("a forgotten import: %v", err)
	}
	if err := w.engine.DeleteExpired(t.Context()); err != nil || len(w.items(id)) != 0 {
		t.Errorf("rows of a forgotten import: %v", err)
	}
}

// TestPauseRateAndCancel: a slow import is paused in the middle, goes on, and takes back what came.
func TestPauseRateAndCancel(t *testing.T) {
	c := newCloud(t)
	c.put(t, "a-first", []byte("first"))
	c.put(t, "big", random(8<<20))
	w := newWorld(t, c)
	id := w.importAll(func(b *imports.BeginRequest) { b.Rate = 1 << 20 })
	began := time.Now()
	for w.get(id).Done == 0 || len(w.get(id).Current) == 0 {
		time.Sleep(5 * time.Millisecond)
		if time.Since(began) > time.Minute {
			t.Fatal("nothing comes")
		}
	}
	if err := w.engine.Pause(t.Context(), w.who, id); err != nil {
		t.Fatal(err)
	}
	if one := w.get(id); one.State != db.ImportPaused || one.Done != 1 {
		t.Errorf("%+v", one)
	}
	if err := w.engine.Delete(t.Context(), w.who, id); !errors.Is(err, fault.ImportRunning) {
		t.Errorf("a paused import is forgotten: %v", err)
	}
	if err := w.engine.Resume(t.Context(), w.who, id); err != nil {
		t.Fatal(err)
	}
	dir := w.get(id).Directory
	if err := w.engine.Cancel(t.Context(), w.who, id, true); err != nil {
		t.Fatal(err)
	}
	one := w.get(id)
	if one.State != db.ImportCancelled || one.Directory != 0 || len(w.tree(w.root)) != 0 {
		t.Errorf("%+v %v", one, dir)
	}
}
