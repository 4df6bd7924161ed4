package nextcloud

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strconv"
	"strings"

	"anbar/app/api"
	"anbar/app/fault"
	"anbar/app/limits"
	"anbar/app/webdav"
	"anbar/blobstore"
	"anbar/db"
)

// bundle is the files of one request on their way into the store.
type bundle struct {
	s      *Service
	c      *api.Call
	tree   *webdav.Tree
	all    []*bulkFile
	wait   []*bulkFile // whose bytes are in memory
	memory int64
	leases []*blobstore.Lease
}

type bulkFile struct {
	path    string // as the app wrote it
	arrival *webdav.Arrival
	content []byte
	err     error
}

// bulk takes many small files with one commit. Each has its own result.
func (s *Service) bulk(c *api.Call) error {
	boundary, err := boundaryOf(c.R)
	if err != nil {
		return err
	}
	t, err := s.tree(c, filesBase+c.Who.User.String()+"/")
	if err != nil {
		return err
	}
	release, err := s.bundles.Acquire(c, c.Owner(), 1)
	if err != nil {
		return api.ToBusyFault(err)
	}
	defer release()
	b := &bundle{s: s, c: c, tree: t}
	defer b.release()
	if err := b.read(&heads{r: api.PacedBody(c)}, boundary); err != nil {
		return err
	}
	if err := b.store(); err != nil {
		return err
	}
	return writeJSON(c, http.StatusOK, b.results())
}

// boundaryOf returns the boundary between the files of a request.
func boundaryOf(r *http.Request) (string, error) {
	if r.Method != http.MethodPost {
		return "", webdav.ErrMethod
	}
	_, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || params["boundary"] == "" {
		return "", fault.BadRequest.Because(err)
	}
	return params["boundary"], nil
}

func (b *bundle) release() {
	for _, l := range b.leases {
		l.Release()
	}
}

// heads reads the body of a request and bounds what stands between two of its files.
type heads struct {
	r    io.Reader
	left int64 // of a head that is read now; 0 outside of one
}

// Read implements io.Reader.
func (h *heads) Read(b []byte) (int, error) {
	if h.left == 0 {
		return h.r.Read(b)
	}
	if h.left == 1 {
		return 0, fault.TooLarge
	}
	n, err := h.r.Read(b[:min(int64(len(b)), h.left-1)])
	h.left -= int64(n)
	return n, err
}

func (b *bundle) read(body *heads, boundary string) error {
	r := multipart.NewReader(body, boundary)
	for {
		body.left = limits.BulkHead
		part, err := r.NextRawPart()
		body.left = 0
		if err == io.EOF { // one that is wrapped is that of a request without its end
			return nil
		}
		if err != nil {
			return torn(err)
		}
		if err := b.add(part); err != nil {
			return err
		}
		if _, err := io.Copy(io.Discard, part); err != nil {
			return torn(err)
		}
	}
}

// add reads one file. A refusal becomes the result of that file.
func (b *bundle) add(part *multipart.Part) error {
	if len(b.all) == limits.BulkFiles {
		return fault.TooLarge
	}
	f := &bulkFile{path: part.Header.Get("X-File-Path")}
	if len(f.path) > limits.BulkPath {
		return fault.TooLarge // its result would have to repeat it
	}
	b.all = append(b.all, f)
	if f.err = b.take(f, part); f.err == nil {
		return nil
	}
	if status, _ := b.s.Dav.Words(b.c, f.err); status == 0 {
		return f.err
	}
	return nil
}

// torn is the error of a request that does not end as it should.
func torn(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return webdav.ErrLength
	}
	var f *fault.Fault
	if errors.As(err, &f) {
		return f
	}
	return fault.BadRequest.Because(err)
}

// take reads one file into memory or into the store.
func (b *bundle) take(f *bulkFile, part *multipart.Part) error {
	h := http.Header(part.Header)
	length, err := strconv.ParseInt(h.Get("Content-Length"), 10, 64)
	if err != nil || length < 0 || f.path == "" {
		return fault.BadRequest
	}
	sums, err := sumsOf(h)
	if err != nil {
		return err
	}
	if f.arrival, err = b.s.Dav.Arrive(b.c, b.tree, webdav.Escape(b.tree.Base, f.path), h); err != nil {
		return err
	}
	content := &f.arrival.Content
	content.ModifiedAt, content.Size = webdav.DeviceTime(h), length
	if length > blobstore.SmallMax {
		return b.takeLarge(f, part, sums)
	}
	return b.takeSmall(f, part, sums)
}

// sumsOf reads the checksums of a file. Some apps send its MD5 in a header of its own.
func sumsOf(h http.Header) ([]webdav.Checksum, error) {
	if md5 := h.Get("X-File-Md5"); md5 != "" && h.Get("OC-Checksum") == "" {
		h.Set("OC-Checksum", "MD5:"+md5)
	}
	return webdav.Checksums(h)
}

// takeSmall keeps the bytes in memory, so that small files are stored together.
func (b *bundle) takeSmall(f *bulkFile, part io.Reader, sums []webdav.Checksum) (err error) {
	content := &f.arrival.Content
	if b.memory+content.Size > limits.BulkMemory {
		if err := b.flush(); err != nil {
			return err
		}
	}
	f.content = make([]byte, content.Size)
	if _, err := io.ReadFull(part, f.content); err != nil {
		return lengthOf(err)
	}
	if n, _ := part.Read(make([]byte, 1)); n > 0 { // an error shows behind it
		return webdav.ErrLength
	}
	_, _ = hashes(sums).Write(f.content) // a hash never fails
	if content.Sums, err = webdav.Matched(sums); err != nil {
		return err
	}
	b.memory += content.Size
	b.wait = append(b.wait, f)
	return nil
}

// lengthOf gives a file that ends too early its words.
func lengthOf(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return webdav.ErrLength
	}
	return err
}

func (b *bundle) takeLarge(f *bulkFile, part io.Reader, sums []webdav.Checksum) error {
	content := &f.arrival.Content
	if err := f.arrival.Check(content.Size); err != nil {
		return err
	}
	digest, size, lease, err := b.s.Blobs.PutReader(b.c, io.TeeReader(io.LimitReader(part, content.Size+1), hashes(sums)))
	if err != nil {
		return lengthOf(err)
	}
	b.leases = append(b.leases, lease)
	content.Hash = db.Hash(digest)
	if size != content.Size {
		return webdav.ErrLength
	}
	content.Sums, err = webdav.Matched(sums)
	return err
}

// flush stores the files that wait with one commit.
func (b *bundle) flush() error {
	if len(b.wait) == 0 {
		return nil
	}
	contents := make([][]byte, len(b.wait))
	for i, f := range b.wait {
		contents[i] = f.content
	}
	digests, lease, err := b.s.Blobs.PutAll(b.c, contents)
	if err != nil {
		return err
	}
	b.leases = append(b.leases, lease)
	for i, f := range b.wait {
		f.arrival.Content.Hash, f.content = db.Hash(digests[i]), nil
	}
	b.wait, b.memory = nil, 0
	return nil
}

// store makes the files that are not refused, all in one transaction.
func (b *bundle) store() error {
	if err := b.flush(); err != nil {
		return err
	}
	var ready []*webdav.Arrival
	for _, f := range b.all {
		if f.err == nil {
			ready = append(ready, f.arrival)
		}
	}
	return b.s.Dav.StoreMany(b.c, ready)
}

// results are what became of each file, by the path that the app wrote.
func (b *bundle) results() map[string]any {
	all := map[string]any{}
	for _, f := range b.all {
		if f.err == nil {
			f.err = f.arrival.Refused
		}
		if f.err != nil {
			_, words := b.s.Dav.Words(b.c, f.err)
			all[f.path] = tree{{"error", true}, {"message", words}}
			continue
		}
		h := f.arrival.Header
		etag := strings.Trim(h.Get("ETag"), `"`)
		one := tree{
			{"error", false}, {"etag", etag}, {"fileid", h.Get("OC-FileId")}, {"OC-FileID", h.Get("OC-FileId")}, {"OC-ETag", etag},
			{"permissions", permissions(&webdav.Entry{Item: f.arrival.Item, Node: f.arrival.Node})},
		}
		if !f.arrival.Content.ModifiedAt.IsZero() {
			one = append(one, branch{"X-OC-MTime", "accepted"})
		}
		all[f.path] = one
	}
	return all
}
