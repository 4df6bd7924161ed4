package files

import (
	"anbar/app/api"
	"anbar/app/fault"
	"anbar/db"
)

type batchIn struct {
	Space       db.SpaceID  `json:"space_id"`
	Files       []db.NodeID `json:"file_ids,omitempty"`
	Directories []db.NodeID `json:"directory_ids,omitempty"`
}

func (in *batchIn) selection() Selection {
	return Selection{Space: in.Space, Files: in.Files, Directories: in.Directories}
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
	batchIn
	choicesIn
	To      db.NodeID  `json:"destination_directory_id"`
	ToSpace db.SpaceID `json:"destination_space_id,omitempty"`
}

func (s *Service) batchMove(c *api.Call, in *batchMoveIn) (*Moved, error) {
	choices, err := in.choices()
	if err != nil {
		return nil, err
	}
	m, undo, err := s.Move(c, c.Who, in.selection(), destination(in.Space, in.ToSpace, in.To), choices)
	offer(c, undo)
	return &m, err
}

func (s *Service) batchCopy(c *api.Call, in *batchMoveIn) (*CopyResult, error) {
	choices, err := in.choices()
	if err != nil {
		return nil, err
	}
	return s.copyTask(c, in.selection(), destination(in.Space, in.ToSpace, in.To), choices)
}

type restoreIn struct {
	batchIn
	choicesIn
}

func (s *Service) batchRestore(c *api.Call, in *restoreIn) (*Moved, error) {
	choices, err := in.choices()
	if err != nil {
		return nil, err
	}
	m, undo, err := s.Restore(c, c.Who, in.selection(), choices)
	offer(c, undo)
	return &m, err
}

func (s *Service) batchDelete(c *api.Call, in *batchIn) (api.None, error) {
	undo, err := s.Delete(c, c.Who, in.selection())
	offer(c, undo)
	return api.None{}, err
}
