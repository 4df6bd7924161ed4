package files

import (
	"net/http"
	"strconv"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/db"
)

func (s *Service) mountRewind(r *api.Router) {
	old := []*fault.Fault{fault.ActivityQuota}
	change := append(old, fault.PermissionDenied, fault.SelectionTooLarge)
	api.Handle(r, api.Op{
		Call: "GET " + inDirectory + "/rewind", Gate: api.Client,
		Does:  "A directory as it was at a moment",
		Fails: old,
	}, s.handleListPast)
	api.Handle(r, api.Op{
		Call: "POST " + inDirectory + "/rewind/preview", Gate: api.Client,
		Does:  "Preview the restore of a directory, or of some of its entries, to a moment",
		Fails: change,
	}, s.handlePreviewRewind)
	api.Handle(r, api.Op{
		Call: "POST " + inDirectory + "/rewind", Gate: api.Client,
		Does:  "Restore a directory, or some of its entries, to a moment; 202 with a task when that takes more than a second",
		Also:  []int{http.StatusAccepted},
		Fails: change,
	}, s.handleRewind)
}

type pastIn struct {
	directoryIn
	At     string `query:"at" required:"true" doc:"the moment, RFC 3339"`
	Cursor string `query:"cursor" doc:"page_info.next of the page before"`
	Limit  int    `query:"limit" doc:"100 by default, 1000 at most"`
}

// PastEntry is a directory or a file as it was.
type PastEntry struct {
	ID          db.NodeID    `json:"id"`
	Type        string       `json:"type" enum:"file,directory"`
	Name        string       `json:"name"`
	Size        int64        `json:"size"`
	Version     db.VersionID `json:"version_id" nullable:"true"`
	Number      int          `json:"version_number" doc:"0 when that version was deleted"`
	ContentType string       `json:"content_type"`
	Now         string       `json:"now" enum:"same,renamed,moved,changed,trashed,gone" doc:"the state of the entry today"`
}

// PastListing is one page of a directory as it was, in the order of age.
type PastListing struct {
	At          api.Time     `json:"at"`
	Directory   PathStep     `json:"directory"`
	Path        []PathStep   `json:"path"`
	Directories []PastEntry  `json:"directories"`
	Files       []PastEntry  `json:"files"`
	PageInfo    api.PageInfo `json:"page_info" doc:"the total is not counted: -1"`
}

func parseAt(at string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339, at)
	if err != nil {
		return t, fault.Field("at", fault.InvalidValue)
	}
	return t.UTC(), nil
}

func (s *Service) handleListPast(c *api.Call, in *pastIn) (*PastListing, error) {
	at, err := parseAt(in.At)
	if err != nil {
		return nil, err
	}
	p, err := s.ListAt(c, c.Who, in.Space, in.Directory, at, Page{Cursor: in.Cursor, Limit: in.Limit})
	if err != nil {
		return nil, err
	}
	l := &PastListing{At: api.Time(p.At), Directory: PathStep{p.ID, p.Name}, Directories: []PastEntry{},
		Files: []PastEntry{}, PageInfo: p.Info}
	for _, a := range p.Path {
		l.Path = append(l.Path, PathStep{a.ID, a.Name})
	}
	for _, e := range p.Directories {
		l.Directories = append(l.Directories, toPastEntry(e))
	}
	for _, e := range p.Files {
		l.Files = append(l.Files, toPastEntry(e))
	}
	return l, nil
}

func toPastEntry(e Past) PastEntry {
	return PastEntry{ID: e.Node, Type: kindWords[e.Kind], Name: e.Name, Size: e.Size, Version: e.Version, Number: e.Number,
		ContentType: e.ContentType, Now: e.Now}
}

type rewindIn struct {
	directoryIn
	At          string      `json:"at"`
	Files       []db.NodeID `json:"file_ids,omitempty"`
	Directories []db.NodeID `json:"directory_ids,omitempty"`
}

// RewindChange is the change of one item.
type RewindChange struct {
	ID     db.NodeID `json:"id"`
	Type   string    `json:"type" enum:"file,directory"`
	Name   string    `json:"name"`
	Path   string    `json:"path"`
	Change string    `json:"change" enum:"restore,move,rename,content,remove,lost"`
	Before string    `json:"before" doc:"name, place or number of the version, as it is"`
	After  string    `json:"after"`
}

// RewindCounts says how many changes there are of each kind.
type RewindCounts struct {
	Restore int `json:"restore"`
	Move    int `json:"move"`
	Rename  int `json:"rename"`
	Content int `json:"content"`
	Remove  int `json:"remove"`
	Lost    int `json:"lost"`
}

// RewindPreview lists the changes that a restore would make.
type RewindPreview struct {
	Changes []RewindChange `json:"changes" doc:"the first 500"`
	Total   int            `json:"total"`
	Counts  RewindCounts   `json:"counts"`
}

// RewindResult counts the changes of a restore.
type RewindResult struct {
	Counts RewindCounts `json:"counts"`
	Before api.Time     `json:"before" doc:"the moment before the restore: a restore to it takes this one back"`
	Task   db.TaskID    `json:"task_id,omitzero" doc:"of a task that still makes these changes"`
}

// AnswerStatus implements api.Statuser.
func (r *RewindResult) AnswerStatus() int {
	if r.Task != 0 {
		return http.StatusAccepted
	}
	return http.StatusOK
}

const maxPreviewed = 500

func (s *Service) handlePreviewRewind(c *api.Call, in *rewindIn) (*RewindPreview, error) {
	at, err := parseAt(in.At)
	if err != nil {
		return nil, err
	}
	r, err := s.PreviewRewind(c, c.Who, in.Space, in.Directory, at, append(in.Files, in.Directories...))
	if err != nil {
		return nil, err
	}
	p := &RewindPreview{Changes: []RewindChange{}, Total: len(r.Changes), Counts: r.countChanges()}
	for _, ch := range r.Changes[:min(len(r.Changes), maxPreviewed)] {
		p.Changes = append(p.Changes, RewindChange{ID: ch.ID, Type: kindWords[ch.Kind], Name: ch.Name, Path: ch.Path,
			Change: ch.Do, Before: ch.Before, After: ch.After})
	}
	return p, nil
}

func (s *Service) handleRewind(c *api.Call, in *rewindIn) (*RewindResult, error) {
	at, err := parseAt(in.At)
	if err != nil {
		return nil, err
	}
	before := api.Time(time.Now())
	r, task, err := s.RewindTask(c, c.Who, in.Space, in.Directory, at, append(in.Files, in.Directories...))
	if err != nil {
		return nil, err
	}
	if task.Status == running {
		return &RewindResult{Counts: r.countChanges(), Before: before, Task: task.ID}, nil
	}
	return &RewindResult{Counts: r.countChanges(), Before: before}, task.Err
}

func (r *RestorePlan) countChanges() RewindCounts {
	n := map[string]int{}
	for _, c := range r.Changes {
		n[c.Do]++
	}
	return RewindCounts{n[ChangeRestore], n[ChangeMove], n[ChangeRename], n[ChangeContent], n[ChangeRemove], n[ChangeLost]}
}

func formatDecimal(n int) string { return strconv.Itoa(n) }
