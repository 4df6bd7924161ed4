package cli

import (
	"context"
	"errors"
	"fmt"

	"anbar/app"
	"anbar/app/base/fault"
	"anbar/app/identity/sessions"
	"anbar/app/sharing/workspaces"
	"anbar/config"
	"anbar/db"
)

type spaces struct {
	List     spaceList     `cmd:"" help:"List the workspaces."`
	Show     spaceShow     `cmd:"" help:"Show a workspace."`
	Freeze   spaceFreeze   `cmd:"" help:"Make a workspace read-only for everyone."`
	Unfreeze spaceUnfreeze `cmd:"" help:"Let a frozen workspace go on."`
	Limit    spaceLimit    `cmd:"" help:"Set how much a workspace may hold."`
	HandOver spaceHandOver `cmd:"" name:"hand-over" help:"Make another member the owner of a workspace."`
	Delete   spaceDelete   `cmd:"" help:"Delete a workspace; it can be restored within the days of its trash."`
	Restore  spaceRestore  `cmd:"" help:"Bring a deleted workspace back."`
}

// space is a workspace as the shell shows it.
type space struct {
	ID      db.SpaceID `json:"space_id"`
	Title   string     `json:"title"`
	Owner   string     `json:"owner"`
	Members int        `json:"members"`
	Used    int64      `json:"storage_used"`
	Limit   int64      `json:"storage_limit"`
	Nodes   int64      `json:"node_limit"`
	Frozen  string     `json:"frozen_reason"`
	Deleted bool       `json:"deleted"`

	frozen bool
}

func spaceOf(s *db.SpaceRow) space {
	return space{
		ID: s.ID, Title: s.Title, Owner: s.OwnerEmail, Members: s.Members, Used: s.StorageUsed, Limit: s.StorageLimit,
		Nodes: s.NodeLimit, Frozen: s.FrozenReason, Deleted: !s.DeletedAt.IsZero(), frozen: s.IsFrozen(),
	}
}

// state is whether the workspace can be used.
func (s *space) state() string {
	switch {
	case s.Deleted:
		return "deleted"
	case s.frozen:
		return "frozen"
	}
	return "active"
}

// print prints the workspace with all that --json writes.
func (s *space) print() error {
	t := table{}
	t.add("id", s.ID)
	t.add("title", s.Title)
	t.add("owner", s.Owner)
	t.add("members", s.Members)
	t.add("used", size(s.Used))
	t.add("limit", sizeLimit(s.Limit))
	nodes := any(s.Nodes)
	if s.Nodes == 0 {
		nodes = sizeLimit(0)
	}
	t.add("limit of files and directories", nodes)
	t.add("state", s.state())
	if s.frozen {
		t.add("frozen because", s.Frozen)
	}
	return t.print()
}

func withSpaces(ctx context.Context, s config.Storage, fn func(*workspaces.Service) error) error {
	if err := checkData(s); err != nil {
		return err
	}
	w, done, err := app.OpenWorkspaces(ctx, s, newLogger(s))
	if err != nil {
		return err
	}
	return errors.Join(fn(w), done())
}

type spaceList struct {
	config.Storage
	Filter string `enum:",full,frozen,deleted" default:"" help:"full, frozen or deleted; all others without it."`
	JSON   bool   `name:"json" help:"Write JSON: an array of workspaces."`
}

// Run prints a line for each workspace.
func (c *spaceList) Run(ctx context.Context) error {
	return withSpaces(ctx, c.Storage, func(w *workspaces.Service) error {
		rows, err := w.ListAll(ctx, c.Filter, 0)
		if err != nil {
			return err
		}
		all := make([]space, len(rows))
		t := table{heads: []string{"ID", "TITLE", "OWNER", ">MEMBERS", ">USED", ">LIMIT", "STATE"}}
		for i := range rows {
			s := spaceOf(&rows[i])
			all[i] = s
			t.add(s.ID, s.Title, s.Owner, s.Members, size(s.Used),
				sizeLimit(s.Limit), s.state())
		}
		if c.JSON {
			return writeJSON(all)
		}
		return t.print()
	})
}

// spaceCommand is a workspace that a command acts on.
type spaceCommand struct {
	config.Storage
	ID     string `arg:"" help:"Id of the workspace."`
	Reason string `help:"For the audit log; of a freeze, the members read it." default:""`
	JSON   bool   `name:"json" help:"Write the workspace as JSON."`
}

func (c *spaceCommand) withSpace(ctx context.Context, act func(*workspaces.Service, sessions.StaffAct, db.SpaceID) error) error {
	id, err := parseSpaceID(c.ID)
	if err != nil {
		return err
	}
	return withSpaces(ctx, c.Storage, func(w *workspaces.Service) error {
		if _, err := findSpace(ctx, w, id); err != nil {
			return err
		}
		if err := act(w, sessions.StaffAct{Reason: c.Reason}, id); err != nil || !c.JSON {
			return err
		}
		s, err := findSpace(ctx, w, id)
		if err != nil {
			return err
		}
		return writeJSON(s)
	})
}

func findSpace(ctx context.Context, w *workspaces.Service, id db.SpaceID) (*space, error) {
	rows, err := w.ListAll(ctx, "", id)
	if errors.Is(err, fault.InvalidID) {
		return nil, wordedError{fmt.Sprintf("there is no workspace %s; \"anbar workspace list\" shows all", id), fault.InvalidID}
	}
	if err != nil {
		return nil, err
	}
	s := spaceOf(&rows[0])
	return &s, nil
}

type spaceShow struct{ spaceCommand }

// Run prints the workspace.
func (c *spaceShow) Run(ctx context.Context) error {
	return c.withSpace(ctx, func(w *workspaces.Service, _ sessions.StaffAct, id db.SpaceID) error {
		if c.JSON {
			return nil
		}
		s, err := findSpace(ctx, w, id)
		if err != nil {
			return err
		}
		return s.print()
	})
}

type spaceFreeze struct{ spaceCommand }

// Run freezes the workspace.
func (c *spaceFreeze) Run(ctx context.Context) error {
	return c.withSpace(ctx, func(w *workspaces.Service, by sessions.StaffAct, id db.SpaceID) error { return w.Freeze(ctx, by, id) })
}

type spaceUnfreeze struct{ spaceCommand }

// Run ends the freeze.
func (c *spaceUnfreeze) Run(ctx context.Context) error {
	return c.withSpace(ctx, func(w *workspaces.Service, by sessions.StaffAct, id db.SpaceID) error { return w.Unfreeze(ctx, by, id) })
}

type spaceLimit struct {
	spaceCommand
	Bytes *config.Size `help:"Storage, as 200GB; 0 is no limit. It stays as it is without the flag." placeholder:"SIZE"`
	Nodes *int64       `help:"Files and directories; 0 is no limit. They stay as they are without the flag." placeholder:"NUMBER"`
}

// Run sets the limits.
func (c *spaceLimit) Run(ctx context.Context) error {
	if c.Bytes == nil && c.Nodes == nil {
		return usageError{errors.New("say with --bytes or --nodes how much the workspace may hold")}
	}
	return c.withSpace(ctx, func(w *workspaces.Service, by sessions.StaffAct, id db.SpaceID) error {
		err := w.SetLimits(ctx, by, id, (*int64)(c.Bytes), c.Nodes)
		var f *fault.Fault
		if errors.As(err, &f) && f.Fields["storage"] != nil {
			return wordedError{"--bytes is less than what the plan of the workspace gives, or too large", err}
		}
		return err
	})
}

type spaceHandOver struct {
	spaceCommand
	To string `required:"" placeholder:"EMAIL" help:"Email address of the next owner, a member."`
}

// Run makes another member the owner.
func (c *spaceHandOver) Run(ctx context.Context) error {
	return c.withSpace(ctx, func(w *workspaces.Service, by sessions.StaffAct, id db.SpaceID) error {
		return w.TransferOwnership(ctx, by, id, c.To)
	})
}

type spaceDelete struct {
	spaceCommand
	Title string `required:"" placeholder:"TITLE" help:"The full title of the workspace, once more."`
}

// Run deletes the workspace.
func (c *spaceDelete) Run(ctx context.Context) error {
	return c.withSpace(ctx, func(w *workspaces.Service, by sessions.StaffAct, id db.SpaceID) error {
		return w.DeleteByStaff(ctx, by, id, c.Title)
	})
}

type spaceRestore struct{ spaceCommand }

// Run brings the workspace back.
func (c *spaceRestore) Run(ctx context.Context) error {
	return c.withSpace(ctx, func(w *workspaces.Service, by sessions.StaffAct, id db.SpaceID) error { return w.Restore(ctx, by, id) })
}
