package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"anbar/blobstore"
	"anbar/db"
)

const searches = 40 // of each kind

// asked are queries on the planted names: "گزارش <0…9999>.pdf" in "dir <0…100>".
var asked = []struct{ what, query, filters string }{
	{"common", "گزارش", ""}, {"rare", "گزارش ۱۲۳۴", ""}, {"two letters", "گز", ""}, {"two words", "گزارش ۱۲", ""},
	{"none", "nothing of that name", ""},
	{"below a folder", "گزارش", `{"scope":"here","contents":false}`},
}

// timeSearches measures the first page of each kind and returns the slowest p95.
func (a *appliance) timeSearches(dir string) (time.Duration, string, error) {
	worst, said := time.Duration(0), ""
	for _, q := range asked {
		at := a.root
		if q.what == "below a folder" {
			at = dir
		}
		var took []time.Duration
		for range searches {
			begin := time.Now()
			v := url.Values{"query": {q.query}, "filters": {q.filters}, "limit": {"50"}}
			if err := a.call("GET", fmt.Sprintf("/storage/space/%s/directory/%s/search?%s", a.space, at, v.Encode()), nil,
				nil); err != nil {
				return 0, "", err
			}
			took = append(took, time.Since(begin))
		}
		p95 := percentile(took, 0.95)
		worst = max(worst, p95)
		said += fmt.Sprintf("%s %v, ", q.what, p95.Round(100*time.Microsecond))
	}
	return worst, said, nil
}

// measureSearch measures searching names among a million and among ten thousand, the memory
// that they take, and searching the texts of a hundred thousand documents.
func (r *run) measureSearch() error {
	a, _, err := r.startWithTree("search")
	if err != nil {
		return err
	}
	before, _ := a.memory()
	begin := time.Now()
	if err := a.call("GET", fmt.Sprintf("/storage/space/%s/directory/%s/search?query=x", a.space, a.root), nil, nil); err != nil {
		return err
	}
	loaded := time.Since(begin)
	worst, said, err := a.timeSearches(db.NodeID(1000000).String())
	if err != nil {
		return err
	}
	r.addAtMost("search by name, first page of 50, 1,000,000 names: slowest p95, ms", float64(worst.Microseconds())/1000,
		100, "%s", said)
	time.Sleep(15 * time.Second) // memory is given back
	now, _ := a.memory()
	r.addAtMost("memory for each name, bytes", float64(now-before)/1_000_000, 90,
		"resident, %.0f MiB and %.0f MiB with all names; all "+
			"were there %v after the first search came", float64(before)/mib, float64(now)/mib, loaded.Round(100*time.Millisecond))
	if err := a.stop(); err != nil {
		return err
	}
	return errors.Join(r.measureSearchFew(), r.measureSearchTexts())
}

// measureSearchFew: the same among ten thousand names.
func (r *run) measureSearchFew() error {
	dir, err := r.newDirectory("search-few")
	if err != nil {
		return err
	}
	a, err := startFresh(filepath.Join(dir, "data"))
	if err != nil {
		return err
	}
	if err := a.uploadBundles(10_000, func(i int) (string, []byte) {
		return fmt.Sprintf("گزارش %d.dat", i), []byte{byte(i), byte(i >> 8)}
	}); err != nil {
		return err
	}
	worst, said, err := a.timeSearches(a.root)
	if err != nil {
		return err
	}
	r.addAtMost("search by name, first page of 50, 10,000 names: slowest p95, ms", float64(worst.Microseconds())/1000, 30, "%s", said)
	return a.stop()
}

// uploadBundles uploads small files in bundles.
func (a *appliance) uploadBundles(n int, file func(int) (string, []byte)) error {
	for i := 0; i < n; {
		var b bytes.Buffer
		for k := 0; k < 250 && i < n; k++ {
			name, content := file(i)
			head, err := json.Marshal(map[string]any{
				"key": name, "relative_path": "", "size": len(content), "checksum": blobstore.Sum(content).String(),
			})
			if err != nil {
				return err
			}
			b.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(head))))
			b.Write(head)
			b.Write(content)
			i++
		}
		if err := a.call("POST", fmt.Sprintf("/upload/bundle?space_id=%s&directory_id=%s", a.space, a.root), b.Bytes(), nil); err != nil {
			return err
		}
	}
	return nil
}

const documents = 100_000

// measureSearchTexts: words in a hundred thousand documents of about 2 KB.
func (r *run) measureSearchTexts() error {
	dir, err := r.newDirectory("search-texts")
	if err != nil {
		return err
	}
	data := filepath.Join(dir, "data")
	a, err := startFresh(data)
	if err != nil {
		return err
	}
	if err := a.uploadBundles(documents, document); err != nil {
		return err
	}
	begin := time.Now()
	if err := a.until(fmt.Sprintf("n%dx", documents-1)); err != nil {
		return err
	}
	read := time.Since(begin)
	var all []time.Duration
	said := ""
	for _, q := range []struct{ what, query string }{{"common", "قرارداد"}, {"begins so", "قر"}, {"two words", "قرارداد w77"},
		{"rare", "n4321x"}, {"none", "nothing"}} {
		var took []time.Duration
		for range searches {
			begin := time.Now()
			if err := a.call("GET", fmt.Sprintf("/storage/space/%s/directory/%s/search?limit=50&query=%s", a.space, a.root,
				url.QueryEscape(q.query)), nil, nil); err != nil {
				return err
			}
			took = append(took, time.Since(begin))
		}
		all = append(all, percentile(took, 0.95))
		said += fmt.Sprintf("%s %v, ", q.what, percentile(took, 0.95).Round(100*time.Microsecond))
	}
	info, err := os.Stat(filepath.Join(data, "cache", "search.db"))
	if err != nil {
		return err
	}
	now, peak := a.memory()
	r.addAtMost("search in the contents of 100,000 documents, first page of 50: slowest p95, ms", float64(percentile(all,
		1).Microseconds())/1000,
		150,
		"%sthe last was found %v after it came; search.db has %.0f MiB; %.0f MiB resident, %.0f at most", said, read.Round(time.Second),
		float64(info.Size())/mib, float64(now)/mib, float64(peak)/mib)
	return a.stop()
}

// document is about 2 KB of words, some in each, some rare.
func document(i int) (string, []byte) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "قرارداد شماره n%dx\n", i)
	for k := range 200 {
		fmt.Fprintf(&b, "w%d ", (i*7+k*k*13)%5000)
	}
	_, _ = io.WriteString(&b, "و پایان گزارش سالانه\n") // cannot fail
	return fmt.Sprintf("d%d.txt", i), b.Bytes()
}

// until waits until a word is found.
func (a *appliance) until(word string) error {
	for range 3000 {
		var found struct {
			Files []struct {
				Name string `json:"file_name"`
			}
		}
		if err := a.call("GET", fmt.Sprintf("/storage/space/%s/directory/%s/search?query=%s", a.space, a.root, word), nil,
			&found); err != nil {
			return err
		}
		if len(found.Files) > 0 {
			return nil
		}
		time.Sleep(200 * time.Millisecond)
	}
	return fmt.Errorf("%q is never found", word)
}
