// Package downloads serves files: by signed URLs that expire, with ranges, and many files
// as one streamed archive.
package downloads

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/blobstore"
	"anbar/db"
	"anbar/decode"
)

const (
	urlLife    = time.Hour
	maxURLLife = 7 * 24 * time.Hour
)

// Service gives out the contents of one appliance.
type Service struct {
	db        *db.DB
	blobs     *blobstore.Store
	dec       *decode.Decoders
	key       signer
	recordUse func(access.Actor, db.NodeID)
	log       *slog.Logger
	layouts   *layoutCache

	posters  *limits.Limiter // of people
	sumSlots *limits.Slots   // versions whose block sums are computed
}

// New returns the service. key signs URLs; onUse is called with each file that a user opens
// or downloads.
func New(d *db.DB, blobs *blobstore.Store, dec *decode.Decoders, key []byte, onUse func(access.Actor, db.NodeID),
	log *slog.Logger) *Service {
	return &Service{db: d, blobs: blobs, dec: dec, key: key, recordUse: onUse, log: log, layouts: newLayoutCache(),
		posters: limits.NewLimiter(limits.PosterPause, limits.Posters), sumSlots: limits.BlockSums()}
}

// Target names a version of a file; the head when Version is zero.
type Target struct {
	Space     db.SpaceID
	Directory db.NodeID
	File      db.NodeID
	Version   db.VersionID
}

// FileVersion is a file version that the actor may read.
type FileVersion struct {
	Name       string
	Type       string
	Hash       db.Hash
	Size       int64
	ModifiedAt time.Time
	Version    db.VersionID
	Number     int // of the version
	Space      db.SpaceID
	Thumbnail  db.Thumbnail
}

func (s *Service) findTarget(ctx context.Context, who access.Actor, t Target) (*FileVersion, error) {
	return db.Get(ctx, s.db, func(v *db.View) (*FileVersion, error) { return findVersion(v, who, t) })
}

func findVersion(v *db.View, who access.Actor, t Target) (*FileVersion, error) {
	it, err := access.File(v, who, t.Space, t.Directory, t.File, access.Read)
	stranger := errors.Is(err, fault.InvalidID)
	if stranger {
		it, err = access.PublicFile(v, t.Space, t.Directory, t.File)
	}
	if err != nil {
		return nil, err
	}
	if stranger { // earlier versions are only for users with access
		shown := cmp.Or(it.PublicOnly, it.Version)
		if t.Version != 0 && t.Version != shown {
			return nil, fault.InvalidID
		}
		t.Version = shown
	}
	f, err := VersionOf(v, it, t.Version)
	if err != nil {
		return nil, err
	}
	f.Thumbnail, err = v.ThumbnailOf(f.Version, f.Hash)
	return f, err
}

// VersionOf returns a version of a file, the head when version is zero.
func VersionOf(v *db.View, it *access.Item, version db.VersionID) (*FileVersion, error) {
	f := &FileVersion{Name: it.Name, Type: it.ContentType, Hash: it.Hash, Size: it.Size, ModifiedAt: it.ModifiedAt,
		Version: it.Version, Number: it.Number, Space: it.Space.ID, Thumbnail: db.Thumbnail{}}
	if version == 0 || version == it.Version {
		return f, nil
	}
	ver, err := v.VersionOf(it.ID, version)
	if errors.Is(err, db.ErrNotFound) {
		return nil, fault.VersionNotFound
	}
	if err == nil {
		f.Type, f.Hash, f.Size, f.ModifiedAt, f.Version, f.Number = ver.ContentType, ver.Hash, ver.Size, ver.CreatedAt, version, ver.Number
	}
	return f, err
}

// FileURL is a URL that gives one version of a file to its holder, until it expires or the
// user who requested it loses the right to read.
type FileURL struct {
	URL       string
	ExpiresAt time.Time
}

// CreateURL signs a URL for a version of a file. inline asks the browser to show
// it, where that is safe, else to save it.
func (s *Service) CreateURL(ctx context.Context, who access.Actor, t Target, life time.Duration, inline bool) (*FileURL,
	*FileVersion, error) {
	f, err := s.findTarget(ctx, who, t)
	if err != nil {
		return nil, nil, err
	}
	if life <= 0 {
		life = urlLife
	}
	t.Version = f.Version // the link does not give later versions
	g := urlClaimsOf(who, t, time.Now().Add(min(life, maxURLLife)).Unix())
	g.Inline = inline
	return &FileURL{g.url(s.key, f.Name), time.Unix(g.Expires, 0).UTC()}, f, nil
}

// SignThumbnailURLs signs URLs for the small pictures of files and the first lines of texts, of those that have
// them and that the actor may read.
func (s *Service) SignThumbnailURLs(ctx context.Context, who access.Actor, space db.SpaceID, ids []db.NodeID,
) (map[db.NodeID]string, error) {
	urls := map[db.NodeID]string{}
	// All URLs made within an hour are the same, so that browsers keep pictures.
	expires := time.Now().Truncate(urlLife).Add(2 * urlLife).Unix()
	err := s.db.View(ctx, func(v *db.View) error {
		for _, id := range ids {
			it, err := access.Node(v, who, space, id, access.Read)
			if errors.Is(err, fault.InvalidID) {
				continue
			}
			if err != nil {
				return err
			}
			t, err := v.ThumbnailOf(it.Version, it.Hash)
			if err != nil {
				return err
			}
			if t.State.IsMade() {
				g := urlClaimsOf(who, Target{Space: space, Directory: it.Parent, File: id, Version: it.Version}, expires)
				g.Inline, g.Thumbnail = true, true
				urls[id] = g.url(s.key, "thumbnail")
			}
		}
		return nil
	})
	return urls, err
}

// openSignedFile loads the file of a signed URL that a request is for, with the rights that its holder has now.
func (s *Service) openSignedFile(r *http.Request, who access.Actor, g *urlClaims) (*FileVersion, *blobstore.Blob, error) {
	f, err := s.findSignedFile(r.Context(), who, g)
	if err != nil {
		return nil, nil, err
	}
	b, err := s.openBlob(r.Context(), f, firstByte(r))
	return f, b, err
}

func (s *Service) findSignedFile(ctx context.Context, who access.Actor, g *urlClaims) (*FileVersion, error) {
	f, err := s.findTarget(ctx, who, g.Target)
	if errors.Is(err, fault.InvalidID) {
		err = fault.LinkExpired
	}
	return f, err
}

// firstByte is where the first range of a request begins; 0 without one. It is -1 for a request that may need no bytes: none are fetched
// ahead for it.
func firstByte(r *http.Request) int64 {
	if r.Method == http.MethodHead || r.Header.Get("If-None-Match") != "" || r.Header.Get("If-Modified-Since") != "" {
		return -1
	}
	value, _ := strings.CutPrefix(r.Header.Get("Range"), "bytes=")
	first, _, _ := strings.Cut(value, "-")
	n, err := strconv.ParseInt(first, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// openBlob opens the blob of a file for a caller that reads from off on first; -1 for an unknown place.
func (s *Service) openBlob(ctx context.Context, f *FileVersion, off int64) (*blobstore.Blob, error) {
	b, err := s.blobs.OpenFrom(ctx, blobstore.Digest(f.Hash), off)
	if errors.Is(err, blobstore.ErrNotFound) {
		err = fault.ContentDamaged.Because(err)
	}
	return b, err
}

// ServeToBrowser answers with a file, or with a rendition of it when the query names one. The caller must have checked the
// permission. inline lets the browser show it where its type is safe; otherwise it is saved.
func (s *Service) ServeToBrowser(w http.ResponseWriter, r *http.Request, owner limits.Owner, f *FileVersion, inline bool) error {
	b, err := s.openBlob(r.Context(), f, firstByte(r))
	if err != nil {
		return err
	}
	return s.serveRenditionOrBlob(w, r, owner, f, b, inline)
}

// ServeArchive answers with one archive of the items that load returns. The key is
// the same for the same items.
func (s *Service) ServeArchive(w http.ResponseWriter, r *http.Request, owner limits.Owner, key, name string,
	load func(*db.View) ([]*access.Item, error)) error {
	full, err := archiveName(name, "")
	if err != nil { // the requested name is not valid for a file
		full = defaultArchiveName
	}
	a, err := s.openArchive(r, owner, key, load, false)
	if err != nil {
		return err
	}
	return serveArchive(w, r, full, a)
}

// ExpireSelections deletes selections whose links have expired.
func (s *Service) ExpireSelections(ctx context.Context) error {
	s.layouts.expire()
	return s.db.Update(ctx, func(tx *db.Tx) error { return tx.DeleteZipsBefore(tx.Now) })
}
