package app

import (
	"time"

	"anbar/app/activity"
	"anbar/app/decode"
	"anbar/app/downloads"
	"anbar/app/fields"
	"anbar/app/files"
	"anbar/app/live"
	"anbar/app/search"
	"anbar/app/thumbnails"
	"anbar/app/trash"
	"anbar/app/uploads"
)

// fileFeatures is the features that work on files and directories.
type fileFeatures struct {
	activity   *activity.Service
	trash      *trash.Service
	recents    *files.Recents
	files      *files.Service
	uploads    *uploads.Service
	downloads  *downloads.Service
	thumbnails *thumbnails.Maker
	search     *search.Service
	fields     *fields.Service
	live       *live.Hub
}

func wireFiles(b *base, dec *decode.Decoders) *fileFeatures {
	f := &fileFeatures{
		activity:   activity.New(b.db),
		trash:      trash.New(b.db, b.log),
		recents:    files.NewRecents(b.db, b.log),
		thumbnails: thumbnails.New(b.db, b.blobs, dec, b.log),
		search:     search.New(b.db, b.blobs, dec, b.cfg.Cache(), b.log),
		fields:     fields.New(b.db),
		live:       live.New(b.db),
	}
	f.files = files.New(b.db, f.recents, b.log)
	f.uploads = uploads.New(b.db, b.blobs, f.recents.Note, b.log)
	f.downloads = downloads.New(b.db, b.blobs, b.keys.derive("signed URLs"), f.recents.Note, b.log)
	return f
}

func (f *fileFeatures) features() []feature {
	return []feature{f.files, f.trash, f.uploads, f.downloads, f.activity, f.search, f.live, f.fields}
}

func (f *fileFeatures) jobs() []job {
	return []job{
		{"remove abandoned uploads", time.Hour, f.uploads.Expire},
		{"forget what can no longer be undone", 10 * time.Second, f.files.ExpireUndos},
		{"forget downloaded selections", time.Hour, f.downloads.Expire},
		{"empty the trash of what is too old", 24 * time.Hour, f.trash.Expire},
		{"forget old activities", 24 * time.Hour, f.activity.Expire},
		{"forget what is searched no more", 24 * time.Hour, f.search.Tidy},
	}
}
