package files

import (
	"context"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/db"
)

// Batch is the selection in the body of a call: items by their ids, or a whole list.
type Batch struct {
	Space       db.SpaceID  `json:"space_id"`
	Files       []db.NodeID `json:"file_ids,omitempty" doc:"up to 5,000 ids with directory_ids"`
	Directories []db.NodeID `json:"directory_ids,omitempty"`
	Whole       *WholeList  `json:"selection,omitempty" doc:"a whole list, instead of ids"`
}

// WholeList is everything that the list of a directory shows, except some items. Each item needs the same
// right as when it is named.
type WholeList struct {
	Directory db.NodeID   `json:"directory_id" doc:"of the list; for calls on the trash, the trash or a directory in it"`
	All       bool        `json:"all" doc:"true"`
	Except    []db.NodeID `json:"except,omitempty" doc:"up to 5,000 ids of the list that are left out"`
	Until     string      `json:"until,omitempty" doc:"listed_at of the list that was shown: what came into it later is left out (RFC 3339); nothing is when absent"`
}

// Selection is what was selected.
func (in *Batch) Selection() (Selection, error) {
	sel := Selection{Space: in.Space, Files: in.Files, Directories: in.Directories}
	if in.Whole == nil {
		return sel, nil
	}
	if !in.Whole.All || len(in.Files)+len(in.Directories) > 0 {
		return sel, fault.Field("selection", fault.InvalidValue)
	}
	sel.All = &Whole{Directory: in.Whole.Directory, Except: in.Whole.Except}
	if in.Whole.Until != "" {
		var err error
		if sel.All.Until, err = time.Parse(time.RFC3339, in.Whole.Until); err != nil {
			return sel, fault.Field("selection.until", fault.InvalidValue)
		}
	}
	return sel, nil
}

type choiceIn struct {
	ID      db.NodeID `json:"id"`
	Type    string    `json:"type" enum:"file,directory"`
	Action  string    `json:"action" enum:"rename,replace,version,merge,skip"`
	NewName string    `json:"new_name,omitempty"`
}

type choicesIn struct {
	Duplicates []choiceIn `json:"duplicates,omitempty"`
	All        string     `json:"all,omitempty" enum:"rename,replace,version,merge,skip"`
}

func (in *choicesIn) choices() (Choices, error) {
	all, err := parseDecision("all", in.All)
	if err != nil {
		return Choices{}, err
	}
	c := Choices{Each: map[db.NodeID]Choice{}, All: all}
	for _, d := range in.Duplicates {
		action, err := parseDecision("duplicates", d.Action)
		if err != nil {
			return c, err
		}
		c.Each[d.ID] = Choice{action, d.NewName}
	}
	return c, nil
}

func parseDecision(field, s string) (OnDuplicate, error) {
	if s == string(Merge) {
		return Merge, nil
	}
	d, err := ParseOnDuplicate(s)
	if err != nil {
		return d, fault.Field(field, fault.InvalidValue)
	}
	return d, nil
}

type batchMoveIn struct {
	Batch
	choicesIn
	To      db.NodeID  `json:"destination_directory_id"`
	ToSpace db.SpaceID `json:"destination_space_id,omitempty"`
}

func (s *Service) handleBatchMove(c *api.Call, in *batchMoveIn) (*CopyResult, error) {
	return s.runBatch(c, in, s.MoveTask)
}

func (s *Service) handleBatchCopy(c *api.Call, in *batchMoveIn) (*CopyResult, error) {
	return s.runBatch(c, in, s.CopyTask)
}

func (s *Service) runBatch(c *api.Call, in *batchMoveIn,
	do func(context.Context, access.Actor, Selection, Destination, Choices) (Task, error)) (*CopyResult, error) {
	choices, err := in.choices()
	if err != nil {
		return nil, err
	}
	sel, err := in.Selection()
	if err != nil {
		return nil, err
	}
	t, err := do(c, c.Who, sel, newDestination(in.Space, in.ToSpace, in.To), choices)
	if err != nil {
		return nil, err
	}
	sendUndoHeader(c, t.Undo)
	return t.ToCopyResult()
}

type restoreIn struct {
	Batch
	choicesIn
}

func (s *Service) handleBatchRestore(c *api.Call, in *restoreIn) (*CopyResult, error) {
	choices, err := in.choices()
	if err != nil {
		return nil, err
	}
	sel, err := in.Selection()
	if err != nil {
		return nil, err
	}
	t, err := s.RestoreTask(c, c.Who, sel, choices)
	if err != nil {
		return nil, err
	}
	sendUndoHeader(c, t.Undo)
	return t.ToCopyResult()
}

func (s *Service) handleBatchDelete(c *api.Call, in *Batch) (*Accepted, error) {
	sel, err := in.Selection()
	if err != nil {
		return nil, err
	}
	t, err := s.DeleteTask(c, c.Who, sel)
	if err != nil {
		return nil, err
	}
	sendUndoHeader(c, t.Undo)
	return t.ToAccepted()
}
