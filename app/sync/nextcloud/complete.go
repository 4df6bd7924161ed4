package nextcloud

import (
	"context"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/files"
	"anbar/app/sync/webdav"
	"anbar/blobstore"
	"anbar/db"
)

// chunkPath is where a chunk waits whose place is not known, or whose file is so small that it goes to its place as a whole.
func (s *Service) chunkPath(id db.ChunkUploadID, name string) string {
	return filepath.Join(s.assemblies.dirOf(id), "aside-"+hex.EncodeToString([]byte(name)))
}

// spoolChunk keeps the body of the request in a file of its own.
func (s *Service) spoolChunk(c *api.Call, u *db.ChunkUpload, name string, before []db.Chunk) (int64, error) {
	left, err := s.computeChunkLimit(c, u, name, before)
	if err != nil {
		return 0, err
	}
	var n int64
	err = writeFileAtomic(s.chunkPath(u.ID, name), func(f *os.File) (err error) {
		n, err = io.Copy(f, io.LimitReader(&diskLimitedReader{r: api.PacedBody(c), blobs: s.Blobs}, max(left, 0)+1))
		switch {
		case err != nil:
			return webdav.MapBodyError(err)
		case n > left && u.Size >= 0:
			return fault.InvalidPart
		case n > left:
			return fault.QuotaExceeded
		case c.R.ContentLength >= 0 && n != c.R.ContentLength:
			return webdav.ErrLength
		}
		return f.Sync()
	})
	return n, err
}

// computeChunkLimit returns how many bytes a chunk of that name may have beside those that came before.
func (s *Service) computeChunkLimit(c *api.Call, u *db.ChunkUpload, name string, before []db.Chunk) (int64, error) {
	left := u.Size
	if left < 0 {
		var err error
		if left, err = s.computeRemaining(c); err != nil {
			return 0, err
		}
	}
	for _, chunk := range before {
		switch {
		case u.Size < 0 && chunk.Name == name:
			left += chunk.Size // it comes in the place of that one
		case u.Size >= 0 && chunk.Name != name:
			left -= chunk.Size
		}
	}
	return left, nil
}

// findStoredChunks reports which chunks of an upload are here.
func (s *Service) findStoredChunks(u *db.ChunkUpload, all []db.Chunk) (map[string]bool, error) {
	here := map[string]bool{}
	if isDirect(u) {
		a, err := s.assemblies.open(u)
		if err == nil {
			here, err = a.listStored(all)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, chunk := range all {
		if info, err := os.Stat(s.chunkPath(u.ID, chunk.Name)); err == nil && info.Size() == chunk.Size {
			here[chunk.Name] = true
		}
	}
	return here, nil
}

// completeIfPresent makes the chunks the file that the app names. It looks again for the upload, which another request may have completed
// since.
func (s *Service) completeIfPresent(c *api.Call, u *db.ChunkUpload, base string) (*webdav.StoreResult, error) {
	now, err := s.loadUpload(c, u.Name)
	if errors.Is(err, fault.InvalidID) || err == nil && now.ID != u.ID {
		return s.completions.findRecent(completionKeyOf(c, u.Name))
	}
	if err != nil {
		return nil, err
	}
	u = now
	chunks, err := s.loadChunks(c, u.ID)
	if err != nil {
		return nil, err
	}
	size, err := checkCompleteSize(c.R, u, chunks)
	if err != nil {
		return nil, err
	}
	arrival, sums, err := s.prepareFile(c, base, size)
	if err != nil {
		return nil, err
	}
	release, err := s.Dav.AcquirePutSlot(c)
	if err != nil {
		return nil, err
	}
	defer release()
	lease, err := s.assembleBlob(c, u, chunks, sums, &arrival.Content)
	if errors.Is(err, fault.ChecksumMismatch) || errors.Is(err, fault.PartConflict) { // these are not the chunks of one file
		return nil, errors.Join(err, s.deleteUpload(c, u.ID)) // so that the app begins again
	}
	if err != nil {
		return nil, err
	}
	defer lease.Release()
	return s.storeUpload(c, u, arrival)
}

// checkCompleteSize puts the chunks in order and returns the size of the file. It fails unless the app said that size.
func checkCompleteSize(r *http.Request, u *db.ChunkUpload, chunks []db.Chunk) (int64, error) {
	size := orderChunks(chunks)
	said, err := parseTotalLength(r)
	if err != nil {
		return 0, err
	}
	if said >= 0 && said != size || u.Size >= 0 && u.Size != size {
		return 0, webdav.ErrLength
	}
	if len(chunks) == 0 && said < 0 && u.Size < 0 { // nobody said that the file is empty
		return 0, webdav.ErrLength
	}
	return size, nil
}

// storeUpload makes the content of an upload the file, and ends the upload.
func (s *Service) storeUpload(c *api.Call, u *db.ChunkUpload, arrival *webdav.PendingFile) (*webdav.StoreResult, error) {
	stored, err := arrival.Store(func(tx *db.Tx) error {
		err := tx.DeleteChunkUpload(u.ID)
		if errors.Is(err, db.ErrNotFound) {
			return fault.InvalidID // it was deleted meanwhile
		}
		return err
	})
	if err == nil {
		if derr := s.assemblies.remove(c, u.ID); derr != nil {
			s.Log.Warn("remove what is left of an upload in chunks", "upload", u.ID, "err", derr)
		}
	}
	return stored, err
}

// prepareFile prepares the file that the app names, with the sums that it has to have.
func (s *Service) prepareFile(c *api.Call, base string, size int64) (*webdav.PendingFile, []webdav.Checksum, error) {
	t, err := s.loadTree(c, base)
	if err != nil {
		return nil, nil, err
	}
	a, err := s.Dav.PrepareDestination(c, t)
	if err != nil {
		return nil, nil, err
	}
	a.Content.ModifiedAt = webdav.ParseDeviceTime(c.R.Header)
	sums, err := webdav.ParseChecksums(c.R.Header)
	if err != nil {
		return nil, nil, err
	}
	a.Content.Size = size
	return a, sums, a.Check(size)
}

// assembleBlob makes the chunks one blob and compares its sums.
func (s *Service) assembleBlob(c *api.Call, u *db.ChunkUpload, chunks []db.Chunk, sums []webdav.Checksum,
	content *files.Content) (*blobstore.Lease, error) {
	make := s.concatChunks
	if isDirect(u) {
		make = s.sealDirect
	}
	digest, lease, err := make(c, u, chunks, sums)
	if err != nil {
		return nil, err
	}
	content.Hash = db.Hash(digest)
	if content.Sums, err = webdav.VerifyChecksums(sums); err != nil {
		lease.Release()
		return nil, fault.ChecksumMismatch
	}
	return lease, nil
}

// concatChunks stores chunks that waited in files, one after the other.
func (s *Service) concatChunks(c *api.Call, u *db.ChunkUpload, chunks []db.Chunk, sums []webdav.Checksum) (blobstore.Digest,
	*blobstore.Lease, error) {
	r := &multiFileReader{paths: nil}
	for _, chunk := range chunks {
		if chunk.Start != r.size {
			return blobstore.Digest{}, nil, webdav.ErrLength
		}
		r.paths, r.size = append(r.paths, s.chunkPath(u.ID, chunk.Name)), r.size+chunk.Size
	}
	defer r.close()
	stored, lease, err := s.Blobs.PutReader(c, io.TeeReader(r, newHashWriter(sums)))
	if errors.Is(err, fs.ErrNotExist) {
		err = webdav.ErrLength
	}
	if err == nil && stored.Size != r.size {
		lease.Release()
		err = webdav.ErrLength
	}
	return stored.Digest, lease, err
}

// sealDirect ends an upload whose bytes lie at their place. The sum of bytes that came in order is there already. The lease is that
// of the assembly: when the file cannot be stored after all, the app may ask again.
func (s *Service) sealDirect(c *api.Call, u *db.ChunkUpload, chunks []db.Chunk, sums []webdav.Checksum) (blobstore.Digest, *blobstore.Lease,
	error) {
	a, err := s.assemblies.open(u)
	if err != nil {
		return blobstore.Digest{}, nil, err
	}
	digest, sealed := a.sealedDigest()
	if !sealed {
		if err := s.writeSpooled(c, u, a, chunks); err != nil {
			return digest, nil, err
		}
		if digest, err = a.seal(c); err != nil {
			return digest, nil, err
		}
	}
	return digest, nil, s.computeChecksums(c, a, digest, sums)
}

// writeSpooled brings chunks to their place that waited for it.
func (s *Service) writeSpooled(ctx context.Context, u *db.ChunkUpload, a *assembly, chunks []db.Chunk) error {
	for _, chunk := range chunks {
		f, err := os.Open(s.chunkPath(u.ID, chunk.Name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		_, err = a.write(ctx, chunk.Start, chunk.Size, f)
		if err = errors.Join(err, f.Close()); err != nil {
			return err
		}
	}
	return nil
}

// computeChecksums computes the sums that the app asks for.
func (s *Service) computeChecksums(ctx context.Context, a *assembly, digest blobstore.Digest, sums []webdav.Checksum) error {
	var rest []webdav.Checksum
	for i := range sums {
		if known := a.sum.finalSum(a.size); known != nil && sums[i].Name == "SHA1" {
			sums[i].Hash = &knownSum{sums[i].Hash, known}
			continue
		}
		rest = append(rest, sums[i])
	}
	if len(rest) == 0 {
		return nil
	}
	blob, err := s.Blobs.Open(ctx, digest)
	if err != nil {
		return err
	}
	r := blob.NewReader()
	_, err = io.Copy(newHashWriter(rest), r)
	return errors.Join(err, r.Close())
}

// knownSum is a sum that was computed before.
type knownSum struct {
	hash.Hash
	value []byte
}

// Sum implements hash.Hash.
func (r *knownSum) Sum(b []byte) []byte { return append(b, r.value...) }

func newHashWriter(sums []webdav.Checksum) io.Writer {
	all := make([]io.Writer, len(sums))
	for i := range sums {
		all[i] = sums[i].Hash
	}
	return io.MultiWriter(all...)
}

// multiFileReader reads files one after the other.
type multiFileReader struct {
	paths []string
	size  int64
	file  *os.File
}

// Read implements io.Reader.
func (s *multiFileReader) Read(b []byte) (int, error) {
	for {
		if s.file == nil {
			if len(s.paths) == 0 {
				return 0, io.EOF
			}
			f, err := os.Open(s.paths[0])
			if err != nil {
				return 0, err
			}
			s.file, s.paths = f, s.paths[1:]
		}
		n, err := s.file.Read(b)
		if n > 0 || err != io.EOF {
			return n, err
		}
		s.close()
	}
}

func (s *multiFileReader) close() {
	if s.file != nil {
		_ = s.file.Close() // it was only read
		s.file = nil
	}
}

// ExpireUploads forgets uploads that nothing came of for long, and bytes whose upload is gone.
func (s *Service) ExpireUploads(ctx context.Context) error {
	old, err := db.Get(ctx, s.DB, func(v *db.View) ([]db.ChunkUpload, error) {
		return v.ChunkUploadsBefore(time.Now().Add(-limits.ChunkUploadLife))
	})
	if err != nil {
		return err
	}
	for i := range old {
		err := s.DB.Update(ctx, func(tx *db.Tx) error { return tx.DeleteChunkUpload(old[i].ID) })
		if err != nil && !errors.Is(err, db.ErrNotFound) {
			return err
		}
	}
	return s.removeOrphans(ctx)
}

// removeOrphans removes bytes of uploads that are gone: with their person, or after a crash.
func (s *Service) removeOrphans(ctx context.Context) error {
	found := s.assemblies.listIDs()
	ids, err := db.Get(ctx, s.DB, func(v *db.View) ([]db.ChunkUploadID, error) { return v.ChunkUploads(found) })
	if err != nil {
		return err
	}
	living := map[db.ChunkUploadID]bool{}
	for _, id := range ids {
		living[id] = true
	}
	for _, id := range found {
		if !living[id] {
			err = errors.Join(err, s.assemblies.remove(ctx, id))
		}
	}
	return err
}
