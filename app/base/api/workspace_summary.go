package api

import "anbar/db"

// WorkspaceSummary is the public part of a workspace: its titles, its picture and its
// colors. Visitors of its links and upload boxes see it without an account.
type WorkspaceSummary struct {
	Title             string  `json:"title"`
	OrganizationTitle string  `json:"organization_title"`
	AvatarURL         *string `json:"avatar_url"`
	PrimaryColor      string  `json:"primary_color"`
	SecondaryColor    string  `json:"secondary_color"`
}

// SummaryOf returns the summary of a workspace, without any check of rights: its caller
// has to know that something of the workspace is shared with the reader.
func SummaryOf(s *db.Space) WorkspaceSummary {
	return WorkspaceSummary{Title: s.Title, OrganizationTitle: s.OrganizationTitle, AvatarURL: AvatarURL(s),
		PrimaryColor: s.PrimaryColor, SecondaryColor: s.SecondaryColor}
}

// AvatarURL returns the path of a workspace's picture, nil when it has none. The path changes
// with the picture, so browsers may cache it.
func AvatarURL(s *db.Space) *string {
	if s.Avatar.IsZero() {
		return nil
	}
	u := "/api/storage/workspace/" + s.ID.String() + "/avatar?v=" + s.Avatar.String()[:16]
	return &u
}
