package nextcloud

import (
	"strings"

	"anbar/app/api"
	"anbar/db"
)

// shareTree is a share as apps know it.
func (s *Service) shareTree(c *api.Call, sh *share) tree {
	t, it := sh.terms(), sh.item
	permissions, maker, address, hide := mayDrop, db.Person{}, "", 0
	if sh.link != nil {
		permissions, maker, address = mayRead, sh.link.Maker, s.Links.URL(t.ID)
		if sh.link.ViewOnly {
			hide = 1
		}
	} else {
		maker, address = sh.box.Maker, s.Boxes.URL(t.ID)
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
	name := strings.TrimSpace(maker.FirstName + " " + maker.LastName)
	return tree{
		{"id", shareNumber(t.ID)}, {"share_type", publicLink}, {"uid_owner", t.CreatedBy.String()}, {"displayname_owner", name},
		{"permissions", permissions}, {"can_edit", true}, {"can_delete", true}, {"stime", t.CreatedAt.Unix()}, {"parent", nil},
		{"expiration", expires}, {"token", t.ID}, {"uid_file_owner", t.CreatedBy.String()}, {"note", ""}, {"label", t.Title},
		{"displayname_file_owner", name}, {"path", sh.path}, {"item_type", kind}, {"mimetype", content},
		{"has_preview", it.Thumbnail == db.ThumbnailMade}, {"storage_id", ""}, {"storage", 0}, {"item_source", int64(it.ID)},
		{"file_source", int64(it.ID)}, {"file_parent", int64(it.Parent)},
		{"file_target", sh.path}, {"share_with", password}, {"share_with_displayname", ""}, {"password", password},
		{"send_password_by_talk", false}, {"url", address}, {"mail_send", 0}, {"hide_download", hide}, {"attributes", nil},
		{"anbar_narrowed", sh.narrowed()}, {"anbar_ends_at", sh.endsAt()},
	}
}

// sharing is what the capabilities say of shares: public links and file drops, and nothing else.
func sharing() tree {
	return tree{
		{"api_enabled", true},
		{"public", tree{
			{"enabled", true}, {"upload", false}, {"upload_files_drop", true}, {"multiple_links", true}, {"supports_upload_only", true},
			{"send_mail", false}, {"password", tree{{"enforced", false}, {"askForOptionalPassword", false}}},
			{"expire_date", tree{{"enabled", false}}},
		}},
		{"resharing", false}, {"user", tree{{"send_mail", false}}}, {"group_sharing", false}, {"default_permissions", mayRead},
		{"federation", tree{{"outgoing", false}, {"incoming", false}}}, {"sharee", tree{{"query_lookup_default", false}}},
	}
}
