package members

import (
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/invitations"
	"anbar/db"
)

func (s *Service) mountLinks(r *api.Router) {
	const invitation = "/role/v1/space/{space_id}/workspace-members/invitation"
	invites := []*fault.Fault{fault.PermissionDenied, fault.EmailNotVerified, fault.MemberNotFound}
	api.Handle(r, api.Op{
		Call: "POST " + invitation + "/link", Gate: api.Member,
		Does: "Make a link for a pending invitation, to hand it over; it works once, and the one before ends", Status: 201,
		Fails: invites,
	}, s.handleCreateLink)
	api.Handle(r, api.Op{
		Call: "POST " + invitation + "/mail", Gate: api.Member,
		Does: "Mail a pending invitation once more; whoever has verified the address joins, if there is room now", Status: 204,
		Fails: append(invites, fault.TooManyRequests, fault.MemberQuota),
	}, s.handleResend)
	api.Handle(r, api.Op{
		Call: "DELETE " + invitation, Gate: api.Member,
		Does: "Withdraw a pending invitation; a member who waits for another role keeps theirs", Status: 204,
		Fails: []*fault.Fault{fault.PermissionDenied, fault.MemberNotFound},
	}, s.handleWithdraw)
	ended := []*fault.Fault{fault.InvalidToken, fault.LinkExpired}
	api.Handle(r, api.Op{
		Call:  "POST /accounts/v1/invitations/preview",
		Does:  "What an invitation leads to, for whoever has its code",
		Fails: ended,
	}, s.handlePreview)
	api.Handle(r, api.Op{
		Call: "POST /accounts/v1/invitations/accept", Gate: api.Member,
		Does:  "Accept the invitation of a link for the account that is signed in",
		Fails: append(ended, fault.MemberExists, fault.MemberQuota, fault.NonMembersForbidden),
	}, s.handleAccept)
}

type inviteIn struct {
	Space db.SpaceID `path:"space_id"`
	Email string     `json:"email" doc:"that is invited"`
}

func (s *Service) handleCreateLink(c *api.Call, in *inviteIn) (*invitations.Link, error) {
	return s.CreateLink(c, c.Who, in.Space, in.Email)
}

func (s *Service) handleResend(c *api.Call, in *inviteIn) (api.None, error) {
	return api.None{}, s.Resend(c, c.Who, in.Space, in.Email)
}

func (s *Service) handleWithdraw(c *api.Call, in *inviteIn) (api.None, error) {
	return api.None{}, s.Withdraw(c, c.Who, in.Space, in.Email)
}

type codeIn struct {
	Code string `json:"code"`
}

func (s *Service) handlePreview(c *api.Call, in *codeIn) (*InvitationPreview, error) {
	return s.PreviewInvitation(c, in.Code)
}

// AcceptResult is where an accepted invitation leads.
type AcceptResult struct {
	Space db.SpaceID `json:"space_id"`
	Guest bool       `json:"guest" doc:"of single items, and no member"`
}

func (s *Service) handleAccept(c *api.Call, in *codeIn) (*AcceptResult, error) {
	l, err := s.Accept(c, c.Who, in.Code)
	if err != nil {
		return nil, err
	}
	return &AcceptResult{l.Space, l.Guest != 0}, nil
}
