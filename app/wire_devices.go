package app

import (
	"path/filepath"
	"time"

	"anbar/app/operation/jobs"
	"anbar/app/sync/nextcloud"
)

// deviceFeatures is the protocols of other programs.
type deviceFeatures struct{ nextcloud *nextcloud.Service }

func newDeviceFeatures(b *base, i *identityFeatures, f *fileFeatures, sh *sharingFeatures) *deviceFeatures {
	return &deviceFeatures{nextcloud.New(nextcloud.Options{
		DB: b.db, Blobs: b.blobs, Tokens: i.apiTokens, URL: b.url, Free: newDisk(b.cfg.Data, b.log).free, Version: b.cfg.Nextcloud,
		Dav: f.webdav, Spool: filepath.Join(b.cfg.Data, "chunks"), Log: b.log,
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
