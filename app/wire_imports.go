package app

import (
	"maps"
	"time"

	"anbar/app/base/outward"
	"anbar/app/base/vault"
	"anbar/app/drive/imports"
	"anbar/app/drive/imports/archive"
	"anbar/app/drive/imports/bucket"
	"anbar/app/drive/imports/folder"
	"anbar/app/drive/imports/remote"
	"anbar/app/operation/jobs"
	"anbar/decode"
)

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
	buckets := bucket.New(b.db, vault.New(b.keys.derive("object storages of people")), guard)
	servers := remote.NewService(b.db, vault.New(b.keys.derive("app passwords of other servers")), guard, b.log)
	archives := archive.New(b.db, b.blobs, dec)
	kinds := archives.Kinds()
	maps.Copy(kinds, servers.Kinds())
	kinds[imports.Bucket], kinds[imports.Folder] = buckets.Kind(), folder.Kind()
	engine := imports.New(imports.Options{
		DB: b.db, Blobs: b.blobs, Live: f.live, Vault: vault.New(b.keys.derive("sources of imports")), Links: sh.links, Log: b.log,
		Kinds: kinds,
	})
	return &importFeatures{
		engine, bucket.NewCalls(buckets, engine), servers, archive.NewCalls(archives, engine), folder.New(b.db, b.blobs, engine),
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
