package webdav

import (
	"cmp"
	"context"
	"errors"
	"io"
	"math"
	"net/http"
	"strconv"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/base/quota"
	"anbar/app/drive/files"
	"anbar/app/drive/leases"
	"anbar/blobstore"
	"anbar/db"
)

// target is the file that a PUT makes or changes.
type target struct {
	*place
	name names.Name   // of a new file
	dir  *access.Item // of a new file
	file *access.Item // that is there
}

func (t *target) space() *db.Space {
	if t.file != nil {
		return t.file.Space
	}
	return t.dir.Space
}

// findTarget finds the file and checks all that may refuse it: rights, conditions, locks.
func (q *request) findTarget(v *db.View) (*target, error) {
	p, err := q.findPlace(v)
	if err != nil {
		return nil, err
	}
	t := &target{place: p}
	switch {
	case p.isFree():
		return t, q.findNewTarget(v, t)
	case p.isDirectory():
		return nil, errDirectory
	}
	if t.file, err = access.Node(v, q.Who, p.space, p.item.ID, access.Create, access.Version); err != nil {
		return nil, err
	}
	if err := leases.CheckFreeForProgram(v, q.Who, t.file.ID); err != nil {
		return nil, err
	}
	return t, q.checkLocks(v, p, lockScope{})
}

// findNewTarget finds the name and the directory of a new file.
func (q *request) findNewTarget(v *db.View, t *target) (err error) {
	if t.name, err = t.place.parseName(); err != nil {
		return withClashName(err, t.place)
	}
	if t.dir, err = t.authorizeParent(v, q.Who, access.FileSubject); err != nil {
		return err
	}
	return q.checkLocks(v, t.place, lockScope{member: true})
}

// withClashName names what has the name in other letters.
func withClashName(err error, p *place) error {
	if p.clash == nil || !errors.Is(err, errClash) {
		return err
	}
	no := *errClash
	no.name = p.clash.Name
	return &no
}

// parseBodyLength is how long a body is to be; -1 when the program does not say. Finder sends chunks and says it elsewhere.
func parseBodyLength(r *http.Request) (int64, error) {
	if r.Header.Get("Content-Range") != "" {
		return 0, fault.BadRequest // it would store a part as the whole
	}
	n := r.ContentLength
	said := r.Header.Get("X-Expected-Entity-Length")
	if n >= 0 || said == "" {
		return n, nil
	}
	n, err := strconv.ParseInt(said, 10, 64)
	if err != nil || n < 0 {
		return 0, fault.BadRequest
	}
	return n, nil
}

// minSeconds and maxSeconds are the ends of the years 1 and 9999.
const minSeconds, maxSeconds = -62_135_596_800, 253_402_300_799

// ParseDeviceTime reads when a file was changed on the device that sends it; zero when it does not say, or says what is no time.
func ParseDeviceTime(h http.Header) time.Time {
	s, err := strconv.ParseFloat(cmp.Or(h.Get("X-OC-Mtime"), h.Get("X-File-Mtime")), 64)
	if err != nil || !(s > minSeconds && s <= maxSeconds) {
		return time.Time{}
	}
	return files.ContentTime(time.UnixMilli(int64(math.Round(s * 1000))))
}

func (q *request) handlePut() error {
	length, err := parseBodyLength(q.R)
	if err != nil {
		return err
	}
	content := files.Content{ModifiedAt: ParseDeviceTime(q.R.Header)}
	sums, err := ParseChecksums(q.R.Header)
	if err != nil {
		return err
	}
	room, err := q.checkRoom(length) // before the bytes are read
	if err != nil {
		return err
	}
	// Such a file may ask for the tag of a directory, which is written once for a whole group.
	if length >= 0 && length <= blobstore.SmallMax && q.R.Header.Get("If") == "" {
		return q.putSmall(length, room, sums, content)
	}
	blob, err := q.receiveBody(length, room, sums, &content)
	if err != nil {
		return err
	}
	defer blob.Release()
	return q.storeContent(content, q.s.db.Update)
}

// putSmall stores a body of that length in one group with others that come at the same time.
func (q *request) putSmall(length, room int64, sums []Checksum, content files.Content) error {
	release, err := q.s.AcquirePutSlot(q.Call)
	if err != nil {
		return err
	}
	defer release() // when it is stored: until then its bytes are in memory
	body := q.newBody(room, sums)
	defer body.sums.finish()
	bytes := make([]byte, length+1) // one more than it may have
	n, err := io.ReadFull(body, bytes)
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
		if int64(n) != length {
			err = errBodyLength
		}
	}
	if err != nil {
		return err
	}
	body.sums.finish()
	if content.Sums, err = VerifyChecksums(sums); err != nil {
		return err
	}
	blob := blobstore.NewContent(bytes[:n:n])
	content.Hash, content.Size = db.Hash(blob.Digest()), length
	return q.storeContent(content, func(ctx context.Context, row func(*db.Tx) error) error { return q.s.small.Store(ctx, blob, row) })
}

func (q *request) newBody(room int64, sums []Checksum) *bodyReader {
	return &bodyReader{r: api.PacedBody(q.Call), sums: checksumWriter{sums: sums}, remaining: room}
}

// storeContent makes the received content the file, and answers.
func (q *request) storeContent(content files.Content, update updater) error {
	a := &PendingFile{Type: q.R.Header.Get("Content-Type"), Content: content, Header: http.Header{}, q: q}
	stored, err := a.storeBy(update, func(*db.Tx) error { return nil })
	if err == nil {
		stored.WriteResponse(q.Call)
	}
	return err
}

// checkRoom checks all that may refuse a file of that length, which is below 0 when nobody said it, and returns how long it may get.
func (q *request) checkRoom(length int64) (int64, error) {
	room := int64(math.MaxInt64)
	err := q.s.viewNamed(q, func(v *db.View) error {
		space, err := q.loadTargetSpace(v)
		if err != nil {
			return err
		}
		if space.StorageLimit > 0 {
			room = max(0, space.StorageLimit-space.StorageUsed)
		}
		return quota.Check(space, max(length, 0))
	})
	return room, err
}

// loadTargetSpace checks all that may refuse a file, and returns the space that it goes to.
func (q *request) loadTargetSpace(v *db.View) (*db.Space, error) {
	t, err := q.findTarget(v)
	if err == nil {
		return t.space(), nil
	}
	if !q.shouldCreateParents(err) {
		return nil, err
	}
	dir, _, err := q.findMissing(v)
	if err != nil {
		return nil, err
	}
	return dir.Space, nil
}

// receiveBody stores the body while its sums are computed. The caller releases what it returns.
func (q *request) receiveBody(length, room int64, sums []Checksum, c *files.Content) (*blobstore.Lease, error) {
	release, err := q.s.AcquirePutSlot(q.Call)
	if err != nil {
		return nil, err
	}
	defer release()
	body := q.newBody(room, sums)
	defer body.sums.finish()
	stored, blob, err := q.s.blobs.PutReader(q, body)
	if err != nil {
		return nil, err
	}
	body.sums.finish()
	c.Hash, c.Size = db.Hash(stored.Digest), stored.Size
	if length >= 0 && stored.Size != length {
		err = errBodyLength
	} else {
		c.Sums, err = VerifyChecksums(sums)
	}
	if err != nil {
		blob.Release()
		return nil, err
	}
	return blob, nil
}

// bodyReader computes sums of a body and ends it when there is no room for more.
type bodyReader struct {
	r         io.Reader
	sums      checksumWriter
	remaining int64
}

// Read implements io.Reader. A body that ends early is an error of its own: io.ErrUnexpectedEOF would be the end for those
// who read blocks.
func (c *bodyReader) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	if c.remaining -= int64(n); c.remaining < 0 {
		return 0, fault.QuotaExceeded
	}
	c.sums.write(b[:n])
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = errBodyLength
	}
	return n, err
}

// updateFile makes a content the newest version of a file. The same content again is none.
func (q *request) updateFile(tx *db.Tx, it *access.Item, c files.Content) (*db.Node, error) {
	if it.Hash != c.Hash || it.ContentType != c.Type {
		return files.StoreVersion(tx, q.Who, it, c)
	}
	if c.ModifiedAt.IsZero() {
		return it.Node, nil
	}
	return it.Node, files.SetModified(tx, q.Who, it, c.ModifiedAt)
}
