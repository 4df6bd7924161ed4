package uploads

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/drive/files"
	"anbar/blobstore"
	"anbar/db"
)

// The bounds of a bundle.
const (
	bundleFiles  = 256
	bundleBytes  = 8 << 20 // of all files
	bundleHeader = 16 << 10
)

// Frame is one file of a bundle. On the wire it is the length of its header (uint32, little
// endian), the header as JSON, and Size bytes of the file.
type Frame struct {
	Key          string `json:"key"`
	RelativePath string `json:"relative_path,omitempty"`
	Size         int64  `json:"size"`
	ContentType  string `json:"content_type,omitempty"`
	ModifiedAt   string `json:"modified_at,omitempty" doc:"the time of the file itself (RFC 3339, years 1 to 9999); what is no such time counts as none"`
	Checksum     string `json:"checksum" doc:"BLAKE3 of the file, 64 hexadecimal digits"`

	content []byte
}

const bundleWire = bundleBytes + bundleFiles*(4+bundleHeader)

var bundleBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// readBundle reads the frames of a bundle into the buffer, which then holds their files.
func readBundle(body io.Reader, into *bytes.Buffer) ([]Frame, error) {
	if _, err := into.ReadFrom(io.LimitReader(body, bundleWire+1)); err != nil {
		return nil, bundleFault(err)
	}
	rest := into.Bytes()
	var all []Frame
	var total int64
	for len(rest) > 0 {
		var f Frame
		n, err := f.decode(rest)
		if err != nil {
			return nil, err
		}
		if total += f.Size; total > bundleBytes || len(all) == bundleFiles {
			return nil, fault.BundleTooLarge
		}
		rest = rest[n:]
		all = append(all, f)
	}
	return all, nil
}

// decode takes the frame at the start of b and returns how long it is.
func (f *Frame) decode(b []byte) (int64, error) {
	if len(b) < 4 {
		return 0, fault.InvalidBundle
	}
	n := int64(binary.LittleEndian.Uint32(b))
	if n == 0 || n > bundleHeader || n > int64(len(b)-4) {
		return 0, fault.InvalidBundle
	}
	if err := json.Unmarshal(b[4:4+n], f); err != nil || f.Size < 0 {
		return 0, fault.InvalidBundle.Because(err)
	}
	if f.Size > blobstore.SmallMax {
		return 0, fault.BundleTooLarge
	}
	end := 4 + n + f.Size
	if end > int64(len(b)) {
		if int64(len(b)) > bundleBytes {
			return 0, fault.BundleTooLarge
		}
		return 0, fault.InvalidBundle
	}
	f.content = b[4+n : end : end]
	return end, nil
}

// bundleFault tells a bundle that ends too early from a connection that broke.
func bundleFault(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return fault.InvalidBundle.Because(err)
	}
	return err
}

// BundleFile is the result of one file of a bundle: its Result, or the fault that refused it.
type BundleFile struct {
	Frame
	*Result
	Fault *fault.Fault

	digest blobstore.Digest
}

// Bundle takes many small files in with one durable commit. Each file has its own result,
// in the order of the frames; an error of one does not affect the others.
func (s *Service) Bundle(ctx context.Context, who access.Actor, space db.SpaceID, dir db.NodeID, onDuplicate string,
	body io.Reader) ([]BundleFile, error) {
	choice, err := files.ParseOnDuplicate(onDuplicate)
	if err != nil {
		return nil, err
	}
	if err := s.authorizeCreate(ctx, who, space, dir); err != nil {
		return nil, err
	}
	buffer := bundleBuffers.Get().(*bytes.Buffer)
	buffer.Reset()
	defer bundleBuffers.Put(buffer)
	frames, err := readBundle(body, buffer)
	if err != nil {
		return nil, err
	}
	select { // after the bytes, so that a slow connection delays no others
	case s.storeSlots <- struct{}{}:
		defer func() { <-s.storeSlots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	results, lease, err := s.storeFrames(ctx, frames)
	if err != nil {
		return nil, err
	}
	defer lease.Release()
	err = s.db.Update(ctx, func(tx *db.Tx) error {
		b := bundleWriter{tx: tx, who: who, onDuplicate: choice, dirs: map[string]*access.Item{}}
		var err error
		if b.dirs[""], err = access.Dir(tx.ReadOnly(), who, space, dir, access.Create, access.FileSubject); err != nil {
			return err
		}
		for i := range results {
			if err := b.addFile(&results[i]); err != nil {
				return err
			}
		}
		return b.loadListings()
	})
	if err != nil {
		return nil, err
	}
	p := s.policyFor(who)
	for _, r := range results {
		if r.Fault == nil {
			p.notifyComplete(r.Result)
		}
	}
	return results, nil
}

func (s *Service) authorizeCreate(ctx context.Context, who access.Actor, space db.SpaceID, dir db.NodeID) error {
	return s.db.View(ctx, func(v *db.View) error {
		_, err := access.Dir(v, who, space, dir, access.Create, access.FileSubject)
		return err
	})
}

// storeFrames puts the blobs of all frames into the store with one commit, and marks those whose
// hash is wrong.
func (s *Service) storeFrames(ctx context.Context, frames []Frame) ([]BundleFile, *blobstore.Lease, error) {
	contents := make([][]byte, len(frames))
	for i := range frames {
		contents[i] = frames[i].content
	}
	digests, lease, err := s.blobs.PutAll(ctx, contents)
	if err != nil {
		return nil, nil, err
	}
	results := make([]BundleFile, len(frames))
	for i := range frames {
		results[i].Frame, results[i].digest = frames[i], digests[i]
		results[i].content = nil
		if d, err := blobstore.ParseDigest(frames[i].Checksum); err != nil || d != digests[i] {
			results[i].Fault = fault.ChecksumMismatch
		}
	}
	return results, lease, nil
}

// bundleWriter is one bundle on its way into the tree.
type bundleWriter struct {
	tx          *db.Tx
	who         access.Actor
	onDuplicate files.OnDuplicate
	dirs        map[string]*access.Item // by relative path

	items []*access.Item // that came in
	done  []*Result      // of each of them
}

// loadListings loads the data to show with the files, for all of them at once.
func (b *bundleWriter) loadListings() error {
	all, err := files.PresentMany(b.tx.ReadOnly(), b.items)
	for i, l := range all {
		b.done[i].File = l
	}
	return err
}

// addFile makes one file. A fault is the file's own; any other error is the
// bundle's.
func (b *bundleWriter) addFile(r *BundleFile) error {
	if r.Fault != nil {
		return nil
	}
	err := b.createFile(r)
	if errors.As(err, &r.Fault) {
		return nil
	}
	return err
}

func (b *bundleWriter) createFile(r *BundleFile) error {
	n, err := names.Parse(r.Key)
	if err != nil {
		return err
	}
	dir, err := b.makeDirectory(r.RelativePath)
	if err != nil {
		return err
	}
	node, outcome, err := files.Add(b.tx, b.who, dir, n, files.Content{
		Hash: db.Hash(r.digest), Size: r.Size, Type: typeFromBrowser(r.ContentType, n.Type),
		ModifiedAt: files.ParseContentTime(r.ModifiedAt),
	}, b.onDuplicate)
	if err != nil {
		return err
	}
	r.Result = &Result{Outcome: outcome}
	b.items, b.done = append(b.items, dir.Child(node)), append(b.done, r.Result)
	return nil
}

func (b *bundleWriter) makeDirectory(path string) (*access.Item, error) {
	if dir := b.dirs[path]; dir != nil {
		return dir, nil
	}
	parts, err := names.ParseDirs(path)
	if err != nil {
		return nil, err
	}
	dir, err := files.CreateDirectories(b.tx, b.who, b.dirs[""], parts)
	if err == nil {
		dir.Space = b.dirs[""].Space // one count of the quota for the whole bundle
		b.dirs[path] = dir
	}
	return dir, err
}
