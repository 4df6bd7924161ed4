package nextcloud

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strconv"
	"strings"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/sync/webdav"
	"anbar/blobstore"
	"anbar/db"
)

// bulkUpload is the files of one request on their way into the store.
type bulkUpload struct {
	s        *Service
	c        *api.Call
	tree     *webdav.Tree
	all      []*bulkFile
	buffered []*bulkFile // whose bytes are in memory
	memory   int64
	leases   []*blobstore.Lease
}

type bulkFile struct {
	path    string // as the app wrote it
	arrival *webdav.PendingFile
	content []byte
	err     error
}

// handleBulk takes many small files with one commit. Each has its own result.
func (s *Service) handleBulk(c *api.Call) error {
	boundary, err := parseBoundary(c.R)
	if err != nil {
		return err
	}
	t, err := s.loadTree(c, filesBase+c.Who.User.String()+"/")
	if err != nil {
		return err
	}
	release, err := s.bulkSlots.Acquire(c, c.Owner(), 1)
	if err != nil {
		return api.ToBusyFault(err)
	}
	defer release()
	b := &bulkUpload{s: s, c: c, tree: t}
	defer b.release()
	if err := b.readParts(&headReader{r: api.PacedBody(c)}, boundary); err != nil {
		return err
	}
	if err := b.storeAll(); err != nil {
		return err
	}
	return writeJSON(c, http.StatusOK, b.renderResults())
}

// parseBoundary returns the boundary between the files of a request.
func parseBoundary(r *http.Request) (string, error) {
	if r.Method != http.MethodPost {
		return "", webdav.ErrMethod
	}
	_, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || params["boundary"] == "" {
		return "", fault.BadRequest.Because(err)
	}
	return params["boundary"], nil
}

func (b *bulkUpload) release() {
	for _, l := range b.leases {
		l.Release()
	}
}

// headReader reads the body of a request and bounds what stands between two of its files.
type headReader struct {
	r         io.Reader
	remaining int64 // of a head that is read now; 0 outside of one
}

// Read implements io.Reader.
func (h *headReader) Read(b []byte) (int, error) {
	if h.remaining == 0 {
		return h.r.Read(b)
	}
	if h.remaining == 1 {
		return 0, fault.TooLarge
	}
	n, err := h.r.Read(b[:min(int64(len(b)), h.remaining-1)])
	h.remaining -= int64(n)
	return n, err
}

func (b *bulkUpload) readParts(body *headReader, boundary string) error {
	r := multipart.NewReader(body, boundary)
	for {
		body.remaining = limits.BulkHead
		part, err := r.NextRawPart()
		body.remaining = 0
		if err == io.EOF { // one that is wrapped is that of a request without its end
			return nil
		}
		if err != nil {
			return toBodyFault(err)
		}
		if err := b.addPart(part); err != nil {
			return err
		}
		if _, err := io.Copy(io.Discard, part); err != nil {
			return toBodyFault(err)
		}
	}
}

// addPart reads one file. A refusal becomes the result of that file.
func (b *bulkUpload) addPart(part *multipart.Part) error {
	if len(b.all) == limits.BulkFiles {
		return fault.TooLarge
	}
	f := &bulkFile{path: part.Header.Get("X-File-Path")}
	if len(f.path) > limits.BulkPath {
		return fault.TooLarge // its result would have to repeat it
	}
	b.all = append(b.all, f)
	if f.err = b.receiveFile(f, part); f.err == nil {
		return nil
	}
	if status, _ := b.s.Dav.ErrorText(b.c, f.err); status == 0 {
		return f.err
	}
	return nil
}

// toBodyFault is the error of a request that does not end as it should.
func toBodyFault(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return webdav.ErrLength
	}
	var f *fault.Fault
	if errors.As(err, &f) {
		return f
	}
	return fault.BadRequest.Because(err)
}

// receiveFile reads one file into memory or into the store.
func (b *bulkUpload) receiveFile(f *bulkFile, part *multipart.Part) error {
	h := http.Header(part.Header)
	length, err := strconv.ParseInt(h.Get("Content-Length"), 10, 64)
	if err != nil || length < 0 || f.path == "" {
		return fault.BadRequest
	}
	sums, err := parseChecksums(h)
	if err != nil {
		return err
	}
	if f.arrival, err = b.s.Dav.PreparePath(b.c, b.tree, webdav.EscapePath(b.tree.Base, f.path), h); err != nil {
		return err
	}
	content := &f.arrival.Content
	content.ModifiedAt, content.Size = webdav.ParseDeviceTime(h), length
	if length > blobstore.SmallMax {
		return b.storeFile(f, part, sums)
	}
	return b.bufferFile(f, part, sums)
}

// parseChecksums reads the checksums of a file. Some apps send its MD5 in a header of its own.
func parseChecksums(h http.Header) ([]webdav.Checksum, error) {
	if md5 := h.Get("X-File-Md5"); md5 != "" && h.Get("OC-Checksum") == "" {
		h.Set("OC-Checksum", "MD5:"+md5)
	}
	return webdav.ParseChecksums(h)
}

// bufferFile keeps the bytes in memory, so that small files are stored together.
func (b *bulkUpload) bufferFile(f *bulkFile, part io.Reader, sums []webdav.Checksum) (err error) {
	content := &f.arrival.Content
	if b.memory+content.Size > limits.BulkMemory {
		if err := b.flush(); err != nil {
			return err
		}
	}
	f.content = make([]byte, content.Size)
	if _, err := io.ReadFull(part, f.content); err != nil {
		return toLengthError(err)
	}
	if n, _ := part.Read(make([]byte, 1)); n > 0 { // an error shows behind it
		return webdav.ErrLength
	}
	_, _ = newHashWriter(sums).Write(f.content) // a hash never fails
	if content.Sums, err = webdav.VerifyChecksums(sums); err != nil {
		return err
	}
	b.memory += content.Size
	b.buffered = append(b.buffered, f)
	return nil
}

// toLengthError gives a file that ends too early its words.
func toLengthError(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return webdav.ErrLength
	}
	return err
}

func (b *bulkUpload) storeFile(f *bulkFile, part io.Reader, sums []webdav.Checksum) error {
	content := &f.arrival.Content
	if err := f.arrival.Check(content.Size); err != nil {
		return err
	}
	stored, lease, err := b.s.Blobs.PutReader(b.c, io.TeeReader(io.LimitReader(part, content.Size+1), newHashWriter(sums)))
	if err != nil {
		return toLengthError(err)
	}
	b.leases = append(b.leases, lease)
	content.Hash = db.Hash(stored.Digest)
	if stored.Size != content.Size {
		return webdav.ErrLength
	}
	content.Sums, err = webdav.VerifyChecksums(sums)
	return err
}

// flush stores the files that wait with one commit.
func (b *bulkUpload) flush() error {
	if len(b.buffered) == 0 {
		return nil
	}
	contents := make([][]byte, len(b.buffered))
	for i, f := range b.buffered {
		contents[i] = f.content
	}
	digests, lease, err := b.s.Blobs.PutAll(b.c, contents)
	if err != nil {
		return err
	}
	b.leases = append(b.leases, lease)
	for i, f := range b.buffered {
		f.arrival.Content.Hash, f.content = db.Hash(digests[i]), nil
	}
	b.buffered, b.memory = nil, 0
	return nil
}

// storeAll makes the files that are not refused, all in one transaction.
func (b *bulkUpload) storeAll() error {
	if err := b.flush(); err != nil {
		return err
	}
	var ready []*webdav.PendingFile
	for _, f := range b.all {
		if f.err == nil {
			ready = append(ready, f.arrival)
		}
	}
	return b.s.Dav.StoreMany(b.c, ready)
}

// renderResults are what became of each file, by the path that the app wrote.
func (b *bulkUpload) renderResults() map[string]any {
	all := map[string]any{}
	for _, f := range b.all {
		if f.err == nil {
			f.err = f.arrival.Err
		}
		if f.err != nil {
			_, words := b.s.Dav.ErrorText(b.c, f.err)
			all[f.path] = object{{"error", true}, {"message", words}}
			continue
		}
		h := f.arrival.Header
		etag := strings.Trim(h.Get("ETag"), `"`)
		one := object{
			{"error", false}, {"etag", etag}, {"fileid", h.Get("OC-FileId")}, {"OC-FileID", h.Get("OC-FileId")}, {"OC-ETag", etag},
			{"permissions", permissionLetters(&webdav.Entry{Item: f.arrival.Item, Node: f.arrival.Node})},
		}
		if !f.arrival.Content.ModifiedAt.IsZero() {
			one = append(one, member{"X-OC-MTime", "accepted"})
		}
		all[f.path] = one
	}
	return all
}
