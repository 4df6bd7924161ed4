package console

import (
	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/db"
)

func (s *Service) mountWorkspacesActs(r *api.Router) {
	op := func(call, event, does string, fails ...*fault.Fault) api.Op {
		return api.Op{
			Call: call, Gate: api.Staff, Area: access.Workspaces, Event: event, Does: does, Fails: append(fails, fault.InvalidID),
		}
	}
	const space = "/admin/workspaces/{space_id}"
	extend := op("POST "+space+"/extend", "space_plan", "Add days to the paid time of a workspace", fault.PlanNotChosen)
	extend.Area = access.Money
	api.Handle(r, extend, s.handleExtendPlan)
	choose := op("POST "+space+"/plan", "space_plan_choose",
		"Put a workspace on a plan without an invoice, also on one that it does not fit",
		fault.PlanNotChosen, fault.OneFreeWorkspace, fault.WorkspaceChanged)
	choose.Area = access.Money
	api.Handle(r, choose, s.handleChoosePlan)
	api.Handle(r, api.Op{
		Call: "GET " + space + "/plan", Gate: api.Staff, Area: access.Money,
		Does: "What a workspace has now, and the plans that staff can choose for it", Fails: []*fault.Fault{fault.InvalidID},
	}, s.handleGetPlanChoice)
	api.Handle(r, op("PUT "+space+"/limits", "space_limit", "Set how much a workspace may hold"), s.handleSetLimits)
	api.Handle(r, op("POST "+space+"/freeze", "space_freeze",
		"Make a workspace read-only for everyone; its members read the reason"), s.handleFreeze)
	api.Handle(r, op("POST "+space+"/unfreeze", "space_unfreeze", "Let a frozen workspace go on"), s.handleUnfreeze)
	api.Handle(r, op("POST "+space+"/hand-over", "space_hand_over", "Make another member the owner of a workspace",
		fault.MemberNotFound, fault.DuplicateField), s.handleHandOver)
	api.Handle(r, op("POST "+space+"/delete", "space_delete", "Delete a workspace; it can be restored within the days of its trash",
		fault.TitleMismatch), s.handleDeleteSpace)
	api.Handle(r, op("POST "+space+"/restore", "space_restore", "Bring a deleted workspace back", fault.DuplicateField), s.handleRestore)
}

type extendIn struct {
	Space  db.SpaceID `path:"space_id"`
	Days   int        `json:"days"`
	Reason string     `json:"reason" doc:"for the audit log"`
}

func (s *Service) handleExtendPlan(c *api.Call, in *extendIn) (api.None, error) {
	return api.None{}, s.plans.ExtendPaidTime(c, staffOf(c, in.Reason), in.Space, in.Days)
}

type limitIn struct {
	Space   db.SpaceID `path:"space_id"`
	Storage int64      `json:"storage" doc:"bytes; 0 is no limit"`
	Nodes   int64      `json:"nodes" doc:"files and directories; 0 is no limit"`
	Reason  string     `json:"reason" doc:"for the audit log"`
}

func (s *Service) handleSetLimits(c *api.Call, in *limitIn) (api.None, error) {
	return api.None{}, s.workspaces.SetLimits(c, staffOf(c, in.Reason), in.Space, &in.Storage, &in.Nodes)
}

// spaceActIn is an act of staff on a workspace.
type spaceActIn struct {
	Space  db.SpaceID `path:"space_id"`
	Reason string     `json:"reason" doc:"for the audit log"`
}

func (s *Service) handleFreeze(c *api.Call, in *spaceActIn) (api.None, error) {
	return api.None{}, s.workspaces.Freeze(c, staffOf(c, in.Reason), in.Space)
}

func (s *Service) handleUnfreeze(c *api.Call, in *spaceActIn) (api.None, error) {
	return api.None{}, s.workspaces.Unfreeze(c, staffOf(c, in.Reason), in.Space)
}

type handOverIn struct {
	Space  db.SpaceID `path:"space_id"`
	Email  string     `json:"email" doc:"of a member"`
	Reason string     `json:"reason" doc:"for the audit log"`
}

func (s *Service) handleHandOver(c *api.Call, in *handOverIn) (api.None, error) {
	return api.None{}, s.workspaces.TransferOwnership(c, staffOf(c, in.Reason), in.Space, in.Email)
}

type deleteSpaceIn struct {
	Space  db.SpaceID `path:"space_id"`
	Title  string     `json:"title" doc:"the title of the workspace, as typed"`
	Reason string     `json:"reason" doc:"for the audit log"`
}

func (s *Service) handleDeleteSpace(c *api.Call, in *deleteSpaceIn) (api.None, error) {
	return api.None{}, s.workspaces.DeleteByStaff(c, staffOf(c, in.Reason), in.Space, in.Title)
}

func (s *Service) handleRestore(c *api.Call, in *spaceActIn) (api.None, error) {
	return api.None{}, s.workspaces.Restore(c, staffOf(c, in.Reason), in.Space)
}
