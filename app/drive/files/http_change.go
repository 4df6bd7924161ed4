package files

import (
	"net/http"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/db"
)

const (
	inSpace     = "/storage/space/{space_id}"
	inDirectory = inSpace + "/directory/{directory_id}"
	inFile      = inDirectory + "/file/{file_id}"
)

// BatchDocWithoutUndo says how a selection is worked on.
const (
	batchDoc            = "; up to 100 items all or none, more as a task: in many transactions, with one undo for all" + batchDocEnd
	BatchDocWithoutUndo = "; up to 100 items all or none, more as a task: in many transactions" + batchDocEnd
	batchDocEnd         = ". 202 with the task when it takes more than a second"
)

// mountChanges declares the calls that change the tree.
func (s *Service) mountChanges(r *api.Router) {
	api.Detail[[]conflict](r, "duplicates", "names that clash, with what may be decided about each")
	api.Detail[subject](r, "item", "what of a selection the failure is about")
	taken := []*fault.Fault{fault.DuplicateField, fault.PermissionDenied}
	into := append(taken, fault.SameDestination, fault.IntoItself, fault.TooDeep,
		fault.QuotaExceeded, fault.SelectionTooLarge, fault.TooManySelected)
	api.Handle(r, api.Op{
		Call: "PUT " + inSpace + "/rename/directory", Gate: api.Client,
		Does:  "Rename a directory",
		Fails: taken,
	}, s.handleRenameDirectory)
	api.Handle(r, api.Op{Call: "PUT " + inDirectory + "/rename/file", Gate: api.Client, Does: "Rename a file", Fails: taken},
		s.handleRenameFile)
	api.Handle(r, api.Op{
		Call: "PUT " + inSpace + "/move/directory", Gate: api.Client,
		Does:  "Move a directory",
		Fails: into,
	}, s.handleMoveDirectory)
	api.Handle(r, api.Op{Call: "PUT " + inDirectory + "/move/file", Gate: api.Client, Does: "Move a file", Fails: into}, s.handleMoveFile)
	api.Handle(r, api.Op{
		Call: "PUT " + inSpace + "/copy/directory", Gate: api.Client,
		Does: "Copy a directory; 202 with a task when that takes more than a second", Also: []int{http.StatusAccepted},
		Fails: into,
	}, s.handleCopyDirectory)
	api.Handle(r, api.Op{
		Call: "PUT " + inDirectory + "/copy/file", Gate: api.Client,
		Does: "Copy a file", Also: []int{http.StatusAccepted},
		Fails: into,
	}, s.handleCopyFile)
	for _, form := range []string{"", "duplicate-"} {
		api.Handle(r, api.Op{
			Call: "POST /storage/batch-" + form + "copy", Gate: api.Client,
			Does: "Copy a selection" + batchDoc, Also: []int{http.StatusAccepted},
			Fails: into,
		}, s.handleBatchCopy)
		api.Handle(r, api.Op{
			Call: "POST /storage/batch-" + form + "move", Gate: api.Client,
			Does: "Move a selection" + batchDoc, Also: []int{http.StatusAccepted},
			Fails: into,
		}, s.handleBatchMove)
		api.Handle(r, api.Op{
			Call: "POST /trash/batch-" + form + "restore", Gate: api.Client,
			Does: "Restore a selection from the trash to where it was" + batchDoc, Also: []int{http.StatusAccepted},
			Fails: append(taken, fault.TooManySelected),
		}, s.handleBatchRestore)
	}
	api.Handle(r, api.Op{
		Call: "POST /storage/batch-delete", Gate: api.Client,
		Does:   "Put a selection into the trash" + batchDoc,
		Status: http.StatusAccepted, Also: []int{http.StatusNoContent},
		Fails: append(taken[1:], fault.TooManySelected),
	}, s.handleBatchDelete)
	api.Handle(r, api.Op{
		Call: "DELETE " + inDirectory, Gate: api.Client,
		Does:  "Put a directory into the trash",
		Fails: taken[1:],
	}, s.handleDeleteDirectory)
	api.Handle(r, api.Op{
		Call: "DELETE " + inFile, Gate: api.Client,
		Does:  "Put a file into the trash, or delete one of its versions for good",
		Fails: []*fault.Fault{fault.PermissionDenied, fault.VersionNotFound, fault.LastVersion},
	}, s.handleDeleteFile)
	api.Handle(r, api.Op{
		Call: "PUT " + inFile + "/restore-version", Gate: api.Client,
		Does:  "Make an old version the current one",
		Fails: []*fault.Fault{fault.PermissionDenied, fault.VersionNotFound},
	}, s.handleRestoreVersion)
	api.Handle(r, api.Op{
		Call: "PUT " + inFile + "/acl", Gate: api.Client,
		Does:  "Make a file public through its direct link, or private again",
		Fails: []*fault.Fault{fault.PermissionDenied, fault.VersionNotFound},
	}, s.handleSetAccess)
	api.Handle(r, api.Op{
		Call: "POST /storage/undo/{undo_id}", Gate: api.Client,
		Does: "Undo an operation of the last 30 seconds, or stop one that goes on and undo what it did; its id was in the response " +
			"header Anbar-Undo, or in its task. 202 with a task when that takes more than a second",
		Status: http.StatusAccepted, Also: []int{http.StatusNoContent},
		Fails: []*fault.Fault{fault.ChangedSince},
	}, s.handleUndo)
	api.Handle(r, api.Op{Call: "GET /storage/tasks/{task_id}", Gate: api.Client, Does: "The progress of a task"}, s.handleGetTask)
}

const undoHeader = "Anbar-Undo"

// sendUndoHeader sends the client the id to undo the operation with.
func sendUndoHeader(c *api.Call, id db.UndoID) {
	if id != 0 {
		c.W.Header().Set(undoHeader, id.String())
	}
}

type renameDirectoryIn struct {
	Space     db.SpaceID `path:"space_id"`
	Directory db.NodeID  `json:"directory_id"`
	Name      string     `json:"new_name"`
}

func (s *Service) handleRenameDirectory(c *api.Call, in *renameDirectoryIn) (*Directory, error) {
	l, undo, err := s.Rename(c, c.Who, Selection{Space: in.Space, Directories: []db.NodeID{in.Directory}}, in.Name)
	if err != nil {
		return nil, err
	}
	sendUndoHeader(c, undo)
	d := l.DirectoryJSON()
	return &d, nil
}

// fileOf is a file of which the path says where it lies.
type fileOf struct {
	Space     db.SpaceID `path:"space_id"`
	Directory db.NodeID  `path:"directory_id"`
	File      db.NodeID  `json:"file_id"`
}

func (in *fileOf) selection() Selection {
	return Selection{Space: in.Space, Files: []db.NodeID{in.File}, In: in.Directory}
}

type renameFileIn struct {
	fileOf
	Name string `json:"new_name"`
}

func (s *Service) handleRenameFile(c *api.Call, in *renameFileIn) (*File, error) {
	l, undo, err := s.Rename(c, c.Who, in.selection(), in.Name)
	if err != nil {
		return nil, err
	}
	sendUndoHeader(c, undo)
	f := l.FileJSON()
	return &f, nil
}

type moveDirectoryIn struct {
	Space   db.SpaceID `path:"space_id"`
	Source  db.NodeID  `json:"source_directory_id"`
	To      db.NodeID  `json:"destination_directory_id"`
	ToSpace db.SpaceID `json:"destination_space_id,omitempty"`
}

func (in *moveDirectoryIn) parseMove() (Selection, Destination) {
	return Selection{Space: in.Space, Directories: []db.NodeID{in.Source}}, newDestination(in.Space, in.ToSpace, in.To)
}

func newDestination(from, to db.SpaceID, dir db.NodeID) Destination {
	if to == 0 {
		to = from
	}
	return Destination{to, dir}
}

func (s *Service) handleMoveDirectory(c *api.Call, in *moveDirectoryIn) (*Moved, error) {
	sel, to := in.parseMove()
	t, err := s.MoveTask(c, c.Who, sel, to, Choices{})
	if err == nil {
		t, err = s.tasks.wait(c, t)
	}
	sendUndoHeader(c, t.Undo)
	return &t.Moved, err
}

type moveFileIn struct {
	fileOf
	To      db.NodeID  `json:"destination_directory_id"`
	ToSpace db.SpaceID `json:"destination_space_id,omitempty"`
}

func (s *Service) handleMoveFile(c *api.Call, in *moveFileIn) (*Moved, error) {
	m, undo, err := s.Move(c, c.Who, in.selection(), newDestination(in.Space, in.ToSpace, in.To), Choices{})
	sendUndoHeader(c, undo)
	return &m, err
}

// CopyResult holds the copies, or the task that makes them.
type CopyResult struct {
	Moved
	Task db.TaskID `json:"task_id,omitzero" doc:"of a task that still runs; the counts follow when it is done"`
}

// AnswerStatus implements api.Statuser.
func (r *CopyResult) AnswerStatus() int {
	if r.Task != 0 {
		return http.StatusAccepted
	}
	return http.StatusOK
}

func (s *Service) handleCopyDirectory(c *api.Call, in *moveDirectoryIn) (*CopyResult, error) {
	sel, to := in.parseMove()
	return s.runCopyTask(c, sel, to, Choices{})
}

func (s *Service) runCopyTask(c *api.Call, sel Selection, to Destination, choices Choices) (*CopyResult, error) {
	t, err := s.CopyTask(c, c.Who, sel, to, choices)
	if err != nil {
		return nil, err
	}
	sendUndoHeader(c, t.Undo)
	return t.ToCopyResult()
}

type copyFileIn struct {
	moveFileIn
	Name string `json:"copy_file_name,omitempty"`
}

func (s *Service) handleCopyFile(c *api.Call, in *copyFileIn) (*CopyResult, error) {
	choices := Choices{}
	if in.Name != "" {
		choices.Names = map[db.NodeID]string{in.File: in.Name}
	}
	return s.runCopyTask(c, in.selection(), newDestination(in.Space, in.ToSpace, in.To), choices)
}

func (s *Service) handleDeleteDirectory(c *api.Call, in *directoryIn) (api.None, error) {
	undo, err := s.Delete(c, c.Who, Selection{Space: in.Space, Directories: []db.NodeID{in.Directory}})
	sendUndoHeader(c, undo)
	return api.None{}, err
}

type deleteFileIn struct {
	fileIn
	Version db.VersionID `query:"version_id" doc:"delete only this version, permanently"`
}

func (s *Service) handleDeleteFile(c *api.Call, in *deleteFileIn) (api.None, error) {
	if in.Version != 0 {
		return api.None{}, s.DeleteVersion(c, c.Who, in.ref(), in.Version)
	}
	undo, err := s.Delete(c, c.Who, Selection{Space: in.Space, Files: []db.NodeID{in.File}, In: in.Directory})
	sendUndoHeader(c, undo)
	return api.None{}, err
}

func (in *fileIn) ref() Ref { return Ref{Space: in.Space, Directory: in.Directory, File: in.File} }

type restoreVersionIn struct {
	fileIn
	Version db.VersionID `json:"version_id"`
}

func (s *Service) handleRestoreVersion(c *api.Call, in *restoreVersionIn) (*FileProperties, error) {
	if err := s.RestoreVersion(c, c.Who, in.ref(), in.Version, nil); err != nil {
		return nil, err
	}
	return s.handleGetFileProperties(c, &in.fileIn)
}

type aclIn struct {
	fileIn
	Status  string       `json:"status" enum:"private,public"`
	Version db.VersionID `json:"version_id,omitempty" doc:"only this version; all when absent"`
}

func (s *Service) handleSetAccess(c *api.Call, in *aclIn) (*File, error) {
	l, err := s.SetAccess(c, c.Who, in.ref(), in.Status, in.Version)
	if err != nil {
		return nil, err
	}
	f := l.FileJSON()
	return &f, nil
}

type undoIn struct {
	ID db.UndoID `path:"undo_id"`
}

func (s *Service) handleUndo(c *api.Call, in *undoIn) (*Accepted, error) {
	t, err := s.UndoTask(c, c.Who, in.ID)
	if err != nil {
		return nil, err
	}
	return t.ToAccepted()
}

type taskIn struct {
	ID db.TaskID `path:"task_id"`
}

// TaskResult is work that goes on, as far as it is.
type TaskResult struct {
	ID     db.TaskID    `json:"task_id"`
	Status string       `json:"status" enum:"running,done,failed"`
	Done   int          `json:"done" doc:"rows written"`
	Total  int          `json:"total"`
	Undo   db.UndoID    `json:"undo_id" nullable:"true"`
	Result *Moved       `json:"result"`
	Error  *api.Failure `json:"error"`
}

func (s *Service) handleGetTask(c *api.Call, in *taskIn) (*TaskResult, error) {
	t, err := s.LoadTask(c.Who, in.ID)
	if err != nil {
		return nil, err
	}
	r := &TaskResult{ID: t.ID, Status: t.Status, Done: t.Done, Total: t.Total, Undo: t.Undo}
	switch t.Status {
	case done:
		r.Result, r.Done = &t.Moved, t.Total
	case failed:
		r.Error = api.FailureOf(t.Err)
	}
	return r, nil
}
