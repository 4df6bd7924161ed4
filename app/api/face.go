package api

import "anbar/db"

// WorkspaceFace is what somebody outside is shown of a workspace that shares
// something with them.
type WorkspaceFace struct {
	Title             string  `json:"title"`
	OrganizationTitle string  `json:"organization_title"`
	AvatarURL         *string `json:"avatar_url"`
	PrimaryColor      string  `json:"primary_color"`
	SecondaryColor    string  `json:"secondary_color"`
}

// FaceOf shows a workspace to somebody outside.
func FaceOf(s *db.Space) WorkspaceFace {
	return WorkspaceFace{s.Title, s.OrganizationTitle, AvatarURL(s), s.PrimaryColor, s.SecondaryColor}
}

// AvatarURL is where a workspace's picture is; nil when it has none.
func AvatarURL(s *db.Space) *string {
	if s.Avatar.IsZero() {
		return nil
	}
	u := "/api/storage/workspace/" + s.ID.String() + "/avatar?v=" + s.Avatar.String()[:16]
	return &u
}
