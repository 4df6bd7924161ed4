package links

import (
	"time"

	"anbar/app/base/api"
	"anbar/app/drive/downloads"
	"anbar/db"
)

// LinkView is a link as its managers see it.
type LinkView struct {
	ID            string           `json:"download_id"`
	URL           string           `json:"url"`
	Title         string           `json:"title"`
	Items         []api.TargetView `json:"items" doc:"the items that the caller may read, at their current place"`
	Space         db.SpaceID       `json:"space_id"`
	Directory     db.NodeID        `json:"directory_id"`
	Version       db.VersionID     `json:"version_id" nullable:"true" doc:"null for the newest"`
	VersionNumber *int             `json:"version_number"`
	HasPassword   bool             `json:"has_password"`
	Emails        []string         `json:"emails"`
	Description   string           `json:"email_description"`
	ViewOnly      bool             `json:"view_only"`
	NotifyOpening bool             `json:"notify_opening"`
	CountLimit    *int             `json:"count_limit"`
	UsedCount     int              `json:"used_count"`
	ExpireAt      *api.Time        `json:"expire_at" nullable:"true" doc:"null for a permanent one"`
	Status        string           `json:"status" enum:"active,expired,spent,dead"`
	CreatedBy     api.Person       `json:"created_by"`
	CreatedAt     api.Time         `json:"created_at"`
	ModifiedAt    api.Time         `json:"last_modified_at"`
	OpenedAt      *api.Time        `json:"last_opened_at" nullable:"true"`
}

func (s *Service) toView(l *Link) *LinkView {
	o := &LinkView{
		ID: l.ID, URL: s.URL(l.ID), Title: l.Title, Items: []api.TargetView{}, Space: l.Space, Directory: l.Directory, Version: l.Version,
		VersionNumber: optionalInt(l.Number), HasPassword: l.Password != "", Emails: append([]string{}, l.Emails...),
		Description: l.Description,
		ViewOnly:    l.ViewOnly, NotifyOpening: l.NotifyOpening, CountLimit: optionalInt(l.CountLimit), UsedCount: l.Used,
		ExpireAt: optionalTime(l.ExpiresAt), Status: l.Status, CreatedBy: api.PersonOf(l.Creator), CreatedAt: api.Time(l.CreatedAt),
		ModifiedAt: api.Time(l.ModifiedAt), OpenedAt: optionalTime(l.Opened),
	}
	for _, it := range l.Items {
		o.Items = append(o.Items, *api.TargetOf(it))
	}
	return o
}

// optionalInt is null for zero.
func optionalInt(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

func optionalTime(t time.Time) *api.Time {
	if t.IsZero() {
		return nil
	}
	o := api.Time(t)
	return &o
}

// LinkList is a page of links.
type LinkList struct {
	Links    []LinkView   `json:"links"`
	PageInfo api.PageInfo `json:"page_info"`
}

// LinkOpening is one time that a link was opened.
type LinkOpening struct {
	At         api.Time  `json:"at"`
	Email      string    `json:"email" doc:"confirmed by a code; empty when none was asked for"`
	Address    string    `json:"address" doc:"network address of the client"`
	FinishedAt *api.Time `json:"finished_at" nullable:"true" doc:"the time when the last byte was sent"`
}

// LinkOpeningList is a page of openings.
type LinkOpeningList struct {
	Openings []LinkOpening `json:"openings"`
	PageInfo api.PageInfo  `json:"page_info"`
}

// SharedLink is a link as visitors see it.
type SharedLink struct {
	Title       string   `json:"title"`
	FileName    string   `json:"file_name"`
	Kind        string   `json:"kind" enum:"file,directory,selection,locked" doc:"locked: the items are shown only after the link is opened"`
	Size        int64    `json:"size"`
	FilesCount  int64    `json:"files_count"`
	ModifiedAt  api.Time `json:"last_modified_at" nullable:"true" doc:"null while the link is locked"`
	Version     *int     `json:"version" doc:"number of the version; null unless the link gives a single file"`
	ContentType string   `json:"content_type"`

	Preview string `json:"preview" enum:"image,video,audio,pdf,text,markdown,document,presentation,spreadsheet,archive,font,none"`

	ViewOnly    bool                 `json:"view_only"`
	Needs       []string             `json:"needs" enum:"password,email"`
	Description string               `json:"email_description" doc:"empty when only some addresses have access, as it was mailed to them"`
	SharedBy    string               `json:"shared_by" doc:"name of the link's creator"`
	ExpireAt    *api.Time            `json:"expire_at" nullable:"true" doc:"null for a permanent link"`
	Limited     bool                 `json:"is_limited" doc:"the link has a download limit"`
	Workspace   api.WorkspaceSummary `json:"workspace"`
}

// toPublicView is a link before it is opened. When it requires credentials, its items are
// hidden until then.
func toPublicView(page *PublicLink) *SharedLink {
	needs := page.Needs.Names()
	if len(needs) == 0 {
		return toOpenView(page)
	}
	o := &SharedLink{
		Title: page.Title, Kind: "locked", Preview: "none", Needs: needs, SharedBy: page.Creator, ExpireAt: optionalTime(page.ExpiresAt),
		Limited: page.CountLimit > 0, Workspace: api.SummaryOf(page.Workspace),
	}
	if len(page.Emails) == 0 {
		o.Description = page.Description
	}
	return o
}

func toOpenView(page *PublicLink) *SharedLink {
	o := &SharedLink{
		Title: page.Title, FileName: page.Name, Kind: page.Kind, Size: page.Size, FilesCount: page.Files,
		ModifiedAt: api.Time(page.Latest), Preview: "none",
		ViewOnly: page.ViewOnly, Needs: page.Needs.Names(), SharedBy: page.Creator, ExpireAt: optionalTime(page.ExpiresAt),
		Limited: page.CountLimit > 0, Workspace: api.SummaryOf(page.Workspace),
	}
	if page.File != nil {
		o.Version, o.ContentType, o.Preview = &page.File.Number, page.File.Type, downloads.PreviewKind(page.File.Type, page.File.Name)
	}
	if len(page.Emails) == 0 {
		o.Description = page.Description
	}
	return o
}

// SharedGrant lets its holder download the items of a link until it expires.
type SharedGrant struct {
	URL        string     `json:"url" doc:"carries the token; without it the token goes into X-Download-Token"`
	Token      string     `json:"download_token"`
	ExpiresAt  api.Time   `json:"expires_at"`
	PreviewURL *string    `json:"preview_url" doc:"shows the file in the browser; null when its type cannot be shown"`
	Link       SharedLink `json:"link" doc:"the opened link with its items"`
}
