package app

import (
	"path/filepath"
	"time"

	"anbar/app/host"
	"anbar/app/operation/jobs"
	"anbar/app/sharing/boxes"
	"anbar/app/sharing/gate"
	"anbar/app/sharing/guests"
	"anbar/app/sharing/links"
	"anbar/app/sharing/members"
	"anbar/app/sharing/roles"
	"anbar/app/sync/nextcloud"
)

// sharingFeatures is the features that let others at files: members, their roles and guests, links and
// upload boxes.
type sharingFeatures struct {
	members *members.Service
	roles   *roles.Service
	guests  *guests.Service
	links   *links.Service
	boxes   *boxes.Service
}

func wireSharing(b *base, i *identityFeatures, f *fileFeatures) *sharingFeatures {
	visitors := gate.New(b.db, b.mails)
	return &sharingFeatures{
		members: i.members,
		roles:   roles.New(b.db),
		guests:  guests.New(b.db, b.mails, b.url),
		links: links.New(links.Options{
			DB: b.db, Downloads: f.downloads, Search: f.search, Gate: visitors, Mails: b.mails, Audit: i.audit, URL: b.url, Log: b.log,
			Key: b.keys.Derive("grants of links"),
		}),
		boxes: boxes.New(boxes.Options{
			DB: b.db, Uploads: f.uploads, Gate: visitors, Mails: b.mails, Audit: i.audit, Tokens: i.tokens, URL: b.url, Log: b.log,
		}),
	}
}

func (s *sharingFeatures) features() []feature {
	return []feature{s.members, s.roles, s.guests, s.links, s.boxes}
}

func (s *sharingFeatures) jobs() []jobs.Job {
	return []jobs.Job{
		{Name: "links_check", Every: time.Minute, Run: s.links.UpdateStatuses},
		{Name: "links_expire", Every: 24 * time.Hour, Run: s.links.PurgeDeleted},
		{Name: "boxes_tell", Every: 20 * time.Second, Run: s.boxes.SendDigests},
		{Name: "boxes_remove", Every: time.Minute, Run: s.boxes.TrashExpiredFiles},
		{Name: "boxes_check", Every: time.Minute, Run: s.boxes.UpdateStatuses},
		{Name: "boxes_purge", Every: 24 * time.Hour, Run: s.boxes.Purge},
	}
}

// deviceFeatures is the protocols of other programs.
type deviceFeatures struct{ nextcloud *nextcloud.Service }

func wireSync(b *base, i *identityFeatures, f *fileFeatures, sh *sharingFeatures) *deviceFeatures {
	return &deviceFeatures{nextcloud.New(nextcloud.Options{
		DB: b.db, Blobs: b.blobs, Tokens: i.apiTokens, URL: b.url, Free: host.NewDisk(b.cfg.Data, b.log).FreeBytes,
		Version: b.cfg.Nextcloud,
		Dav:     f.webdav, Spool: filepath.Join(b.cfg.Data, "chunks"), Log: b.log,
		Files: f.files, Trash: f.trash, Downloads: f.downloads, Finder: f.search,
		Live: f.live, Auth: i.auth, Links: sh.links, Boxes: sh.boxes,
		Activity: f.activity,
	})}
}

func (d *deviceFeatures) features() []feature { return []feature{d.nextcloud} }

func (d *deviceFeatures) jobs() []jobs.Job {
	return []jobs.Job{
		{Name: "device_logins_expire", Every: time.Hour, Run: d.nextcloud.ExpireLogins},
		{Name: "chunks_expire", Every: time.Hour, Run: d.nextcloud.ExpireUploads},
	}
}
