package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"anbar/db"
)

const (
	fewSelected  = 100
	someSelected = 5_000
	withFolder   = " with their folder"
)

// selectAllBody is the body of a call on all that a list shows.
func (a *appliance) selectAllBody(dir string, more map[string]any) map[string]any {
	body := map[string]any{"space_id": a.space, "selection": map[string]any{"directory_id": dir, "all": true}}
	for k, v := range more {
		body[k] = v
	}
	return body
}

// callTask makes a call that may go on as a task, and waits for its end.
func (a *appliance) callTask(method, path string, body any) error {
	var t struct {
		Task db.TaskID `json:"task_id"`
	}
	if err := a.call(method, path, body, &t); err != nil {
		return err
	}
	return a.awaitTask(t.Task)
}

// awaitTask waits until a task is done; 0 is none.
func (a *appliance) awaitTask(id db.TaskID) error {
	var t struct {
		Status string          `json:"status"`
		Error  json.RawMessage `json:"error"`
	}
	for ; id != 0 && t.Status != "done"; time.Sleep(10 * time.Millisecond) {
		if err := a.call("GET", "/storage/tasks/"+id.String(), nil, &t); err != nil {
			return err
		}
		if t.Status == "failed" {
			return fmt.Errorf("a task failed: %s", t.Error)
		}
	}
	return nil
}

// operation is one operation on everything in a directory.
type operation struct {
	what, path string
	in         string // the list
	more       map[string]any
}

// newOperations are all operations on the files of a new directory, each of which leaves them where the next one finds them.
func (a *appliance) newOperations(n int, bin string) ([]operation, error) {
	var dirs [3]string
	for i := range dirs {
		var err error
		if dirs[i], err = a.createDirectory(fmt.Sprintf("%d of %d", i, n)); err != nil {
			return nil, err
		}
	}
	var other struct {
		Space string `json:"space_id"`
		Root  string `json:"root_directory_id"`
	}
	if err := a.call("POST", "/storage/workspace", map[string]string{"title": fmt.Sprint("Of ", n)}, &other); err != nil {
		return nil, err
	}
	in, copies, to := dirs[0], dirs[1], dirs[2]
	for from := 0; from < n; from += 256 {
		var b bytes.Buffer
		for i := from; i < min(n, from+256); i++ {
			// No text: that would be read for the search meanwhile.
			if err := appendFrame(&b, fmt.Sprintf("%d.bin", i), "", fmt.Appendf(nil, "%d", i)); err != nil {
				return nil, err
			}
		}
		if err := a.call("POST", "/upload/bundle?space_id="+a.space+"&directory_id="+in, b.Bytes(), nil); err != nil {
			return nil, err
		}
	}
	return []operation{
		{"copied", "/storage/batch-copy", in, map[string]any{"destination_directory_id": copies}},
		{"moved", "/storage/batch-move", in, map[string]any{"destination_directory_id": to}},
		{"deleted", "/storage/batch-delete", to, nil},
		{"restored", "/trash/batch-restore", bin, nil},
		{"moved into another workspace" + withFolder, "/storage/batch-move", to, map[string]any{
			"selection": nil, "directory_ids": []string{to}, "destination_space_id": other.Space, "destination_directory_id": other.Root,
		}},
		{"moved back" + withFolder, "/storage/batch-move", to, map[string]any{
			"space_id": other.Space, "selection": nil, "directory_ids": []string{to}, "destination_space_id": a.space,
			"destination_directory_id": a.root,
		}},
		{"deleted again", "/storage/batch-delete", to, nil},
		{"deleted forever", "/trash/batch-delete", bin, nil},
	}, nil
}

// measureBatches measures operations on many selected items: what they cost, and what others get meanwhile.
func (r *run) measureBatches() error {
	dir, err := r.newDirectory("batches")
	if err != nil {
		return err
	}
	a, err := startFresh(dir + "/data")
	if err != nil {
		return err
	}
	bin, err := a.loadTrashRoot()
	if err != nil {
		return err
	}
	few, err := a.measureCost(fewSelected, bin)
	if err != nil {
		return err
	}
	some, err := a.measureCost(someSelected, bin)
	if err != nil {
		return err
	}
	most := 0.0
	for what, cpu := range some {
		if what != "copied" && !strings.HasSuffix(what, withFolder) { // these write every row
			most = max(most, cpu.Seconds())
		}
	}
	r.addAtMost("5,000 selected files deleted, restored, moved or deleted forever, CPU of the dearest, s", most, 1.5,
		"deleted %v; moved into another workspace with their folder %v, without a bar", some["deleted"],
		some["moved into another workspace"+withFolder])
	if err := r.measureOthers(a, bin, few, some); err != nil {
		return err
	}
	return a.stop()
}

// measureCost is the processor time of each operation on n files.
func (a *appliance) measureCost(n int, bin string) (map[string]time.Duration, error) {
	all, err := a.newOperations(n, bin)
	if err != nil {
		return nil, err
	}
	took := map[string]time.Duration{}
	for _, act := range all {
		time.Sleep(2 * time.Second) // what goes on in the background ends
		before := a.cpu()
		if err := a.callTask("POST", act.path, a.selectAllBody(act.in, act.more)); err != nil {
			return nil, err
		}
		took[act.what] = a.cpu() - before
	}
	return took, nil
}

// measureOthers measures what another person gets while 100,000 items are worked on, and how the cost of all has grown.
func (r *run) measureOthers(a *appliance, bin string, few, some map[string]time.Duration) error {
	all, err := a.newOperations(bigFiles, bin)
	if err != nil {
		return err
	}
	honest := a.withAddress("127.0.0.2")
	before := a.cpu()
	calm, err := honest.repeatRequests(calmTime)
	if err != nil {
		return err
	}
	each := (a.cpu() - before) / time.Duration(countRequests(calm)) // of the other person
	for _, act := range all {
		before, ended := a.cpu(), make(chan error, 1)
		go func() { ended <- a.callTask("POST", act.path, a.selectAllBody(act.in, act.more)) }()
		under, err := honest.repeatUntil(ended)
		if err != nil {
			return fmt.Errorf("%s: %w", act.what, err)
		}
		took := a.cpu() - before - each*time.Duration(countRequests(under))
		grown := float64(took) / float64(some[act.what]) / (bigFiles / someSelected)
		r.addAtMost("100,000 selected files "+act.what+": CPU over 20 times that of 5,000", grown, 1.2,
			"%v, without %v for %d requests of the other person; of 100 files %v, of 5,000 %v", took.Round(10*time.Millisecond), each,
			countRequests(under), few[act.what], some[act.what])
		for _, op := range deeds {
			quiet, during := percentile(calm[op], 0.99), percentile(under[op], 0.99)
			r.addAtMost("the same, somebody else's "+op+" meanwhile: p99 over twice that without and 20 ms",
				float64(during)/float64(2*quiet+20*time.Millisecond), 1, "%v, without %v", during.Round(10*time.Microsecond),
				quiet.Round(10*time.Microsecond))
		}
	}
	var o struct {
		Writer struct {
			Longest int64 `json:"longest_ms"`
			Long    int64 `json:"long"`
			Commits int64 `json:"commits"`
		} `json:"writer"`
	}
	if err := a.call("GET", "/admin/overview", nil, &o); err != nil {
		return err
	}
	r.addAtMost("all of that: the longest that a transaction held the writer before its flush, ms", float64(o.Writer.Longest), 50,
		"%d of %d transactions for more than 50 ms", o.Writer.Long, o.Writer.Commits)
	return nil
}

// countRequests counts the requests of a person.
func countRequests(all map[string][]time.Duration) int {
	n := 0
	for _, took := range all {
		n += len(took)
	}
	return n
}

// repeatUntil is live until some work has ended.
func (a *appliance) repeatUntil(ended <-chan error) (map[string][]time.Duration, error) {
	all := map[string][]time.Duration{}
	for {
		some, err := a.repeatRequests(2 * time.Second)
		if err != nil {
			return nil, err
		}
		for op, took := range some {
			all[op] = append(all[op], took...)
		}
		select {
		case err := <-ended:
			return all, err
		default:
		}
	}
}

// loadTrashRoot is the trash of the shared files.
func (a *appliance) loadTrashRoot() (string, error) {
	var l struct {
		Workspaces []struct {
			Trash string `json:"trash_root_directory_id"`
		}
	}
	err := a.call("GET", "/storage/workspaces", nil, &l)
	if err != nil || len(l.Workspaces) == 0 {
		return "", fmt.Errorf("no workspace: %w", err)
	}
	return l.Workspaces[0].Trash, nil
}
