package backup

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"time"

	"anbar/blobstore"
	"anbar/config"
	"anbar/db"
)

const (
	serveEach   = 30 * 24 * time.Hour // between two nights in which a second appliance is started
	serveFiles  = 20                  // that are downloaded from it
	serveNewest = 8                   // of those that are looked at are the newest
	serveRandom = 200
	serveBytes  = 512 << 20 // of objects that are brought back for them at most
	serveFile   = 32 << 20  // bytes of a file at most: each has to come within seconds, also from a slow disk
	serveDir    = "appliance"
)

// Download is what came of one file that was downloaded from a second appliance.
type Download struct {
	Hash   blobstore.Digest
	Failed string // why nothing came; empty for no error
}

// serveCopy starts a second appliance on the database that came back, with the contents of some files from the target, and downloads
// these files from it: on demand, and in a night once a month. The restored database is gone afterwards.
func (d *drill) serveCopy(ctx context.Context) error {
	if d.o.Serve == nil || d.hasServedLately(ctx) {
		return nil
	}
	files, objects, err := d.chooseServed(ctx)
	if err != nil || len(files) == 0 {
		return err
	}
	need := int64(scratchRoom)
	for _, e := range objects {
		need += e.Size
	}
	free, err := d.o.Free()
	if err != nil || free < need {
		d.k.o.Log.Warn("there is no room for a second appliance on the copy", "needs", need, "free", free, "error", err)
		return nil
	}
	second := config.Storage{Data: filepath.Join(d.o.Scratch, serveDir)}
	if err := d.layDown(ctx, second, objects); err != nil {
		if ctx.Err() == nil {
			d.add(Flaw{Kind: FoundAppliance, Words: err.Error()})
		}
		return ctx.Err()
	}
	all, err := d.o.Serve(ctx, second, files)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		d.add(Flaw{Kind: FoundAppliance, Words: err.Error()})
		return nil
	}
	for i, f := range files {
		one := Download{Failed: "it was not asked"}
		if i < len(all) {
			one = all[i]
		}
		switch {
		case one.Failed != "":
			d.add(Flaw{Kind: FoundAppliance, Key: f.ID.String(), Words: one.Failed})
		case one.Hash != blobstore.Digest(f.Hash):
			d.add(Flaw{Kind: FoundAppliance, Key: f.ID.String(), Words: "other bytes came"})
		default:
			d.row.Served++
		}
	}
	return nil
}

// hasServedLately reports whether it was done lately.
func (d *drill) hasServedLately(ctx context.Context) bool {
	if d.row.Kind != DrillNightly {
		return false
	}
	all, err := db.Get(ctx, d.o.DB, func(v *db.View) ([]db.Drill, error) { return d.k.listDrills(v, judged) })
	for i := range all {
		if all[i].Served > 0 && IsSuccess(all[i].Outcome) && d.row.Began.Sub(all[i].Began) < serveEach {
			return true
		}
	}
	if err != nil {
		d.k.o.Log.Error("look whether a second appliance was started lately", "error", err)
	}
	return false
}

// chooseServed returns files, and the objects of the target that hold their contents.
func (d *drill) chooseServed(ctx context.Context) ([]db.SampleFile, map[string]Entry, error) {
	samples, err := db.Get(ctx, d.scratch, func(v *db.View) ([]db.SampleFile, error) { return v.SampleFiles(serveNewest, serveRandom) })
	if err != nil {
		return nil, nil, err
	}
	there, packs := newCover(d.source.objects), map[uint32][]string{}
	for _, group := range groupByPack(d.source.objects) {
		if id, ok := packOf(group[0]); ok {
			packs[id] = append(packs[id], group...)
		}
	}
	var files []db.SampleFile
	objects, left := map[string]Entry{}, int64(serveBytes)
	for key, e := range d.source.objects {
		if _, isPack := packOf(key); !isPack && !isLarge(key) {
			objects[key] = e // of the store itself
		}
	}
	for _, f := range samples {
		if len(files) == serveFiles {
			break
		}
		if f.Size > serveFile {
			continue
		}
		digest := blobstore.Digest(f.Hash)
		place, known, err := d.k.blobs.FindPlace(digest)
		if err != nil {
			return nil, nil, err
		}
		place.Large = place.Large || !known
		if !there.has(digest, place) {
			continue // on its way; what is missing was said before
		}
		keys := []string{blobstore.LargeKey(digest)}
		if !place.Large {
			keys = packs[place.Pack.Pack]
		}
		more, size := map[string]Entry{}, int64(0)
		for _, key := range keys {
			if _, chosen := objects[key]; !chosen {
				more[key] = d.source.objects[key]
				size += more[key].Size
			}
		}
		if size > left {
			continue
		}
		left -= size
		maps.Copy(objects, more)
		files = append(files, f)
	}
	return files, objects, nil
}

// packOf returns the pack that an object is, or is a range of.
func packOf(object string) (uint32, bool) {
	if r, ok := blobstore.ParsePackRange(object); ok {
		return r.Pack, true
	}
	return blobstore.ParsePackKey(object)
}

// layDown makes a data directory of the restored database, of objects of the target, and of the keys here: those at the target were
// compared with them, and only the recovery sheet opens them where they are sealed.
func (d *drill) layDown(ctx context.Context, to config.Storage, objects map[string]Entry) error {
	name := d.restored
	err := d.scratch.Close()
	d.scratch = nil
	if err == nil {
		err = os.MkdirAll(to.Data, 0o700)
	}
	if err == nil {
		err = os.Rename(name, to.Database())
	}
	if err != nil {
		return err
	}
	keys, err := os.ReadFile(d.c.owner.secrets)
	if err == nil {
		err = os.WriteFile(to.Secrets(), keys, 0o600)
	}
	if err != nil {
		return err
	}
	part := *d.source
	part.objects = objects
	r := &RestoreResult{}
	l := &objectRestorer{target: d.k.target, source: &part, log: d.k.o.Log, report: r}
	if err := l.restoreObjects(ctx, to.Blobs()); err != nil {
		return err
	}
	for _, key := range r.Damaged {
		d.add(Flaw{Kind: FoundAppliance, Key: key, Words: "it could not be brought back"})
	}
	return nil
}
