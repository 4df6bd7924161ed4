package main

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"anbar/db"
)

const coldPages = 400

// measureTree measures operations on large directories among a million nodes.
func (r *run) measureTree() error {
	small, _, err := r.startWithTreeOf("tree-small", 1, false)
	if err != nil {
		return err
	}
	few, err := small.timeColdPages(db.NodeID(1000000+1), fewFiles)
	if err != nil {
		return err
	}
	if err := small.stop(); err != nil {
		return err
	}
	a, _, err := r.startWithTreeOf("tree", manyDirs, true)
	if err != nil {
		return err
	}
	many, err := a.timeColdPages(db.NodeID(1000000+manyDirs), fewFiles)
	if err != nil {
		return err
	}
	r.addAtMost("first page of a 100-entry folder read anew: 1,000,000 nodes over 10,000",
		float64(median(many))/float64(median(few)), 1.3,
		"%v over %v, at the client", median(many).Round(time.Microsecond), median(few).Round(time.Microsecond))
	if err := r.measureBigPages(a); err != nil {
		return err
	}
	if err := r.measureBigMoves(a); err != nil {
		return err
	}
	if err := r.measureBigCopies(a); err != nil {
		return err
	}
	if err := r.measureBigLeaves(a); err != nil {
		return err
	}
	return a.stop()
}

var sorts = []string{"name:1", "name:-1", "created_at:-1", "size:-1", "last_modified_at:1"}

// timeColdPages reads first pages of a directory that no memory holds: each is asked
// for once.
func (a *appliance) timeColdPages(dir db.NodeID, entries int) ([]time.Duration, error) {
	var took []time.Duration
	for i := range coldPages {
		limit := 100 + i/len(sorts)
		begin := time.Now()
		if err := a.call("GET", fmt.Sprintf("/storage/space/%s/directory/%s?sort=%s&limit=%d", a.space, dir, sorts[i%len(sorts)], limit),
			nil, nil); err != nil {
			return nil, err
		}
		took = append(took, time.Since(begin))
	}
	return took, nil
}

// measureBigPages reads a directory of 100,000 entries from its first page to its last.
func (r *run) measureBigPages(a *appliance) error {
	took, err := a.timeColdPages(bigFolder, bigFiles)
	if err != nil {
		return err
	}
	r.addAtMost("first page of a 100,000-entry folder read anew, p99, ms", percentile(took, 0.99).Seconds()*1000, 20,
		"median %v, at the client", median(took).Round(time.Microsecond))
	var ratios []float64
	for range rounds {
		var pages []time.Duration
		cursor := ""
		for {
			var l struct {
				PageInfo struct {
					Next *string `json:"next"`
				} `json:"page_info"`
			}
			begin := time.Now()
			if err := a.call("GET", fmt.Sprintf("/storage/space/%s/directory/%s?sort=name:1&limit=100&cursor=%s", a.space,
				db.NodeID(bigFolder), cursor), nil, &l); err != nil {
				return err
			}
			pages = append(pages, time.Since(begin))
			if l.PageInfo.Next == nil {
				break
			}
			cursor = *l.PageInfo.Next
		}
		ratios = append(ratios, float64(median(pages[len(pages)-50:]))/float64(median(pages[1:51])))
	}
	r.addAtMost("page 1,000 of a 100,000-entry folder by cursor over page 1", median(ratios), 1.5,
		"medians of 50 pages at either end")
	return nil
}

// measureBigMoves moves, deletes and restores a directory of 100,000 entries.
func (r *run) measureBigMoves(a *appliance) error {
	dir, to := db.NodeID(bigFolder), db.NodeID(1000000)
	var moves, deletes, restores []time.Duration
	timed := func(into *[]time.Duration, method, path string, body any) error {
		begin := time.Now()
		err := a.call(method, path, body, nil)
		*into = append(*into, time.Since(begin))
		return err
	}
	for range 20 {
		for _, d := range []string{to.String(), a.root} {
			if err := timed(&moves, "PUT", "/storage/space/"+a.space+"/move/directory", map[string]any{
				"source_directory_id": dir, "destination_directory_id": d,
			}); err != nil {
				return err
			}
		}
		if err := timed(&deletes, "DELETE", "/storage/space/"+a.space+"/directory/"+dir.String(), nil); err != nil {
			return err
		}
		if err := timed(&restores, "POST", "/trash/batch-restore", map[string]any{
			"space_id": a.space, "directory_ids": []db.NodeID{dir},
		}); err != nil {
			return err
		}
	}
	for _, m := range []struct {
		what string
		took []time.Duration
	}{{"move", moves}, {"delete", deletes}, {"restore", restores}} {
		r.addAtMost(m.what+" a folder of 100,000 entries, ms", median(m.took).Seconds()*1000, 20, "p99 %v; 1,000,000 nodes",
			percentile(m.took, 0.99).Round(10*time.Microsecond))
	}
	return nil
}

// copyBigFolder begins to copy a directory of 100,000 entries, and returns the task, 0 when it is done.
func (a *appliance) copyBigFolder(prefer string) (db.TaskID, error) {
	var t struct {
		Task db.TaskID `json:"task_id"`
	}
	err := a.callPreferring(prefer, "PUT", "/storage/space/"+a.space+"/copy/directory", map[string]any{
		"source_directory_id": db.NodeID(bigFolder), "destination_directory_id": a.root,
	}, &t)
	return t.Task, err
}

// measureBigCopies copies a directory of 100,000 entries, and measures how long it takes until that is under way where the caller does
// not wait for it.
func (r *run) measureBigCopies(a *appliance) error {
	var took, answered []time.Duration
	for range 3 {
		begin := time.Now()
		task, err := a.copyBigFolder("")
		if err := errors.Join(err, a.awaitTask(task)); err != nil {
			return err
		}
		took = append(took, time.Since(begin))
		begin = time.Now()
		task, err = a.copyBigFolder("respond-async")
		answered = append(answered, time.Since(begin))
		if err := errors.Join(err, a.awaitTask(task)); err != nil {
			return err
		}
	}
	r.addAtMost("copy a folder of 100,000 entries, s", median(took).Seconds(), 3, "as a task; 1,000,000 nodes")
	r.addAtMost("the same, until it is answered that it is under way, ms", median(answered).Seconds()*1000, 5,
		"with Prefer: respond-async; longest %v", slices.Max(answered).Round(10*time.Microsecond))
	return nil
}

// measureBigLeaves moves a directory of 100,000 entries into another workspace and back,
// which changes every row of it.
func (r *run) measureBigLeaves(a *appliance) error {
	var other struct {
		Space string `json:"space_id"`
		Root  string `json:"root_directory_id"`
	}
	if err := a.call("POST", "/storage/workspace", map[string]string{"title": "Other"}, &other); err != nil {
		return err
	}
	var took []time.Duration
	for range 2 {
		for _, way := range [][3]string{{a.space, other.Space, other.Root}, {other.Space, a.space, a.root}} {
			begin := time.Now()
			if err := a.callTask("POST", "/storage/batch-move", map[string]any{
				"space_id": way[0], "directory_ids": []db.NodeID{bigFolder}, "destination_space_id": way[1],
				"destination_directory_id": way[2],
			}); err != nil {
				return err
			}
			took = append(took, time.Since(begin))
			time.Sleep(time.Since(begin) / 4) // the rest that is due before the next
		}
	}
	r.addAtMost("move a folder of 100,000 entries into another workspace, s", median(took).Seconds(), 3,
		"changes every row of it, unlike within one")
	return nil
}
