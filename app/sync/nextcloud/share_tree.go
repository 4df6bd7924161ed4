package nextcloud

import (
	"strings"

	"anbar/app/base/api"
	"anbar/db"
)

// renderShare is a share as apps know it.
func (s *Service) renderShare(c *api.Call, sh *share) object {
	t, it := sh.terms(), sh.item
	permissions, creator, address, hide := permissionDrop, db.Person{}, "", 0
	if sh.link != nil {
		permissions, creator, address = permissionRead, sh.link.Creator, s.Links.URL(t.ID)
		if sh.link.ViewOnly {
			hide = 1
		}
	} else {
		creator, address = sh.box.Creator, s.Boxes.URL(t.ID)
	}
	kind, content := "file", it.ContentType
	if it.Kind == db.Directory {
		kind, content = "folder", "httpd/unix-directory"
	}
	var password, expires any
	if t.Password != "" {
		password = "***" // apps only look whether there is one
	}
	if !t.ExpiresAt.IsZero() {
		expires = t.ExpiresAt.UTC().Format(shareDay) + " 00:00:00"
	}
	name := strings.TrimSpace(creator.FirstName + " " + creator.LastName)
	return object{
		{"id", shareNumber(t.ID)}, {"share_type", publicLink}, {"uid_owner", t.CreatedBy.String()}, {"displayname_owner", name},
		{"permissions", permissions}, {"can_edit", true}, {"can_delete", true}, {"stime", t.CreatedAt.Unix()}, {"parent", nil},
		{"expiration", expires}, {"token", t.ID}, {"uid_file_owner", t.CreatedBy.String()}, {"note", ""}, {"label", t.Title},
		{"displayname_file_owner", name}, {"path", sh.path}, {"item_type", kind}, {"mimetype", content},
		{"has_preview", it.Thumbnail == db.ThumbnailMade}, {"storage_id", ""}, {"storage", 0}, {"item_source", int64(it.ID)},
		{"file_source", int64(it.ID)}, {"file_parent", int64(it.Parent)},
		{"file_target", sh.path}, {"share_with", password}, {"share_with_displayname", ""}, {"password", password},
		{"send_password_by_talk", false}, {"url", address}, {"mail_send", 0}, {"hide_download", hide}, {"attributes", nil},
		{"anbar_narrowed", sh.isRestricted()}, {"anbar_ends_at", sh.expiresAt()},
	}
}

// sharingCapabilities is what the capabilities say of shares: public links and file drops, and nothing else.
func sharingCapabilities() object {
	return object{
		{"api_enabled", true},
		{"public", object{
			{"enabled", true}, {"upload", false}, {"upload_files_drop", true}, {"multiple_links", true}, {"supports_upload_only", true},
			{"send_mail", false}, {"password", object{{"enforced", false}, {"askForOptionalPassword", false}}},
			{"expire_date", object{{"enabled", false}}},
		}},
		{"resharing", false}, {"user", object{{"send_mail", false}}}, {"group_sharing", false}, {"default_permissions", permissionRead},
		{"federation", object{{"outgoing", false}, {"incoming", false}}}, {"sharee", object{{"query_lookup_default", false}}},
	}
}
