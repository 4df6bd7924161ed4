package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"anbar/app"
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
}

func printSpaces(rows []db.SpaceRow, asJSON bool) error {
	for i := range rows {
		s := &rows[i]
		o := space{
			ID: s.ID, Title: s.Title, Owner: s.OwnerEmail, Members: s.Members, Used: s.StorageUsed, Limit: s.StorageLimit,
			Nodes: s.NodeLimit, Frozen: s.FrozenReason, Deleted: !s.DeletedAt.IsZero(),
		}
		var err error
		if asJSON {
			err = json.NewEncoder(os.Stdout).Encode(o)
		} else {
			_, err = fmt.Printf("%s\t%s\t%s\t%d\t%d\n", o.ID, o.Title, o.Owner, o.Members, o.Used)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func withSpaces(ctx context.Context, s config.Storage, fn func(*workspaces.Service) error) error {
	w, done, err := app.OpenWorkspaces(ctx, s, newLogger(s.Log))
	if err != nil {
		return err
	}
	return errors.Join(fn(w), done())
}

type spaceList struct {
	config.Storage
	Filter string `enum:",full,frozen,deleted" default:"" help:"full, frozen or deleted; all others without it."`
	JSON   bool   `name:"json" help:"A JSON object on each line."`
}

// Run prints a line for each workspace.
func (c *spaceList) Run(ctx context.Context) error {
	return withSpaces(ctx, c.Storage, func(w *workspaces.Service) error {
		all, err := w.ListAll(ctx, c.Filter, 0)
		return errors.Join(err, printSpaces(all, c.JSON))
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
	var id db.SpaceID
	if err := id.UnmarshalText([]byte(c.ID)); err != nil {
		return fmt.Errorf("%q is no id of a workspace: %w", c.ID, err)
	}
	return withSpaces(ctx, c.Storage, func(w *workspaces.Service) error {
		if err := act(w, sessions.StaffAct{Reason: c.Reason}, id); err != nil || !c.JSON {
			return err
		}
		all, err := w.ListAll(ctx, "", id)
		return errors.Join(err, printSpaces(all, true))
	})
}

type spaceShow struct{ spaceCommand }

// Run prints the workspace.
func (c *spaceShow) Run(ctx context.Context) error {
	return c.withSpace(ctx, func(w *workspaces.Service, _ sessions.StaffAct, id db.SpaceID) error {
		if c.JSON {
			return nil
		}
		all, err := w.ListAll(ctx, "", id)
		return errors.Join(err, printSpaces(all, false))
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
	Bytes int64 `help:"Bytes; 0 is no limit." default:"0"`
	Nodes int64 `help:"Files and directories; 0 is no limit." default:"0"`
}

// Run sets the limits.
func (c *spaceLimit) Run(ctx context.Context) error {
	return c.withSpace(ctx, func(w *workspaces.Service, by sessions.StaffAct, id db.SpaceID) error {
		return w.SetLimits(ctx, by, id, c.Bytes, c.Nodes)
	})
}

type spaceHandOver struct {
	spaceCommand
	To string `required:"" help:"Email address of the next owner, a member."`
}

// Run makes another member the owner.
func (c *spaceHandOver) Run(ctx context.Context) error {
	return c.withSpace(ctx, func(w *workspaces.Service, by sessions.StaffAct, id db.SpaceID) error {
		return w.TransferOwnership(ctx, by, id, c.To)
	})
}

type spaceDelete struct {
	spaceCommand
	Title string `required:"" help:"The full title of the workspace, once more."`
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
