package app

import (
	"maps"
	"time"

	"anbar/app/base/outward"
	"anbar/app/base/vault"
	"anbar/app/drive/activity"
	"anbar/app/drive/compress"
	"anbar/app/drive/downloads"
	"anbar/app/drive/fields"
	"anbar/app/drive/files"
	"anbar/app/drive/imports"
	"anbar/app/drive/imports/archive"
	"anbar/app/drive/imports/bucket"
	"anbar/app/drive/imports/folder"
	"anbar/app/drive/imports/remote"
	"anbar/app/drive/live"
	"anbar/app/drive/search"
	"anbar/app/drive/summaries"
	"anbar/app/drive/thumbnails"
	"anbar/app/drive/trash"
	"anbar/app/drive/uploads"
	"anbar/app/identity/audit"
	"anbar/app/office/editors"
	"anbar/app/office/editors/google"
	"anbar/app/office/editors/wopi"
	"anbar/app/operation/jobs"
	"anbar/app/sync/webdav"
	"anbar/decode"
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
	summaries  *summaries.Service
	editors    *editors.Service
	webdav     *webdav.Service
	compress   *compress.Service
}

func wireFiles(b *base, dec *decode.Decoders, log *audit.Log) *fileFeatures {
	f := &fileFeatures{
		activity:   activity.New(b.db),
		recents:    files.NewRecents(b.db, b.log),
		thumbnails: thumbnails.New(b.db, b.blobs, dec, b.log),
		search:     search.New(b.db, b.blobs, dec, b.cfg.Cache(), b.log),
		fields:     fields.New(b.db),
		live:       live.New(b.db, b.log),
	}
	f.summaries = summaries.New(summaries.Options{
		DB: b.db, Blobs: b.blobs, Dec: dec, Settings: b.settings, Audit: log,
		Vault: vault.New(b.keys.Derive("key of the endpoint for summaries")),
		Log:   b.log,
	})
	f.files = files.New(b.db, f.recents, b.log)
	f.trash = trash.New(b.db, f.files, b.log)
	f.uploads = uploads.New(b.db, b.blobs, f.recents.Record, b.log)
	f.downloads = downloads.New(b.db, b.blobs, dec, b.keys.Derive("signed URLs"), f.recents.Record, b.log)
	f.compress = compress.New(b.db, b.blobs, f.files, f.downloads)
	f.editors = editors.New(editors.Options{
		DB: b.db, Blobs: b.blobs, Downloads: f.downloads, Settings: b.settings, Merger: dec, Office: b.office,
		WOPI: &wopi.Holder{}, Google: &google.Holder{}, Vault: vault.New(b.keys.Derive("Google accounts")), Audit: log,
		OnUse: f.recents.Record, URL: b.url, Key: b.keys.Derive("addresses for office servers"),
		DraftKey: b.keys.Derive("edits that browsers keep"), Spool: b.cfg.Cache(), Log: b.log,
	})
	f.webdav = webdav.New(webdav.Options{
		Small: f.uploads.Gatherer(),
		DB:    b.db, Blobs: b.blobs, Files: f.files, Downloads: f.downloads, OnUse: f.recents.Record, Spool: b.cfg.Cache(), Log: b.log,
	})
	return f
}

func (f *fileFeatures) features() []feature {
	return []feature{f.files, f.trash, f.uploads, f.downloads, f.activity, f.search, f.live, f.fields, f.summaries, f.editors,
		f.webdav, f.compress}
}

func (f *fileFeatures) jobs() []jobs.Job {
	return []jobs.Job{
		{Name: "uploads_expire", Every: time.Hour, Run: f.uploads.Expire},
		{Name: "rehomings_finish", Every: 10 * time.Second, Run: f.files.ResumeRehomings},
		{Name: "undos_expire", Every: 10 * time.Second, Run: f.files.ExpireUndos},
		{Name: "selections_expire", Every: time.Hour, Run: f.downloads.ExpireSelections},
		{Name: "trash_expire", Every: 24 * time.Hour, Run: f.trash.Expire},
		{Name: "activities_expire", Every: 24 * time.Hour, Run: f.activity.Expire},
		{Name: "search_tidy", Every: 24 * time.Hour, Run: f.search.Prune},
		{Name: "summaries_tidy", Every: 24 * time.Hour, Run: f.summaries.Prune},
		{Name: "leases_end", Every: 10 * time.Second, Run: f.editors.NotifyExpiredLeases},
		{Name: "office_forgotten", Every: 24 * time.Hour, Run: f.editors.FetchForgotten},
		{Name: "webdav_locks", Every: time.Minute, Run: f.webdav.ExpireLocks},
		{Name: "google_fetch", Every: time.Minute, Run: f.editors.SweepGoogle},
	}
}

// importFeatures bring files in from other places.
type importFeatures struct {
	engine  *imports.Service
	buckets *bucket.Calls
	remote  *remote.Service
	extract *archive.Calls
	folders *folder.Service
}

func wireImports(b *base, f *fileFeatures, sh *sharingFeatures, dec *decode.Decoders) *importFeatures {
	guard := outward.Guard{AllowPrivate: func() bool { return b.settings.Current().ImportsOwn }}
	buckets := bucket.New(b.db, vault.New(b.keys.Derive("object storages of people")), guard)
	servers := remote.NewService(b.db, vault.New(b.keys.Derive("app passwords of other servers")), guard, b.log)
	archives := archive.New(b.db, b.blobs, dec)
	kinds := archives.Kinds()
	maps.Copy(kinds, servers.Kinds())
	kinds[imports.Bucket], kinds[imports.Folder] = buckets.Kind(), folder.Kind()
	engine := imports.New(imports.Options{
		DB: b.db, Blobs: b.blobs, Live: f.live, Vault: vault.New(b.keys.Derive("sources of imports")), Links: sh.links, Log: b.log,
		Kinds: kinds,
	})
	return &importFeatures{
		engine: engine, buckets: bucket.NewCalls(buckets, engine), remote: servers, extract: archive.NewCalls(archives, engine),
		folders: folder.New(b.db, b.blobs, engine),
	}
}

func (i *importFeatures) features() []feature {
	return []feature{i.engine, i.buckets, i.remote, i.extract}
}

func (i *importFeatures) jobs() []jobs.Job {
	return []jobs.Job{
		{Name: "imports_expire", Every: time.Hour, Run: i.engine.DeleteExpired},
		{Name: "import_logins_end", Every: time.Minute, Run: i.remote.RevokeUnused},
	}
}
