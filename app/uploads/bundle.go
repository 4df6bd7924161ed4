package uploads

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"

	"anbar/app/access"
	"anbar/app/fault"
	"anbar/app/files"
	"anbar/app/names"
	"anbar/blobstore"
	"anbar/db"
)

// The bounds of a bundle.
const (
	bundleFiles  = 256
	bundleBytes  = 8 << 20 // of all contents
	bundleHeader = 16 << 10
)

// Frame is one file of a bundle. On the wire it is the length of its header
// (uint32, little endian), the header as JSON, and Size bytes of content.
type Frame struct {
	Key          string `json:"key"`
	RelativePath string `json:"relative_path,omitempty"`
	Size         int64  `json:"size"`
	ContentType  string `json:"content_type,omitempty"`
	Checksum     string `json:"checksum" doc:"BLAKE3 of the content, 64 hexadecimal digits"`

	content []byte
}

// readBundle reads the frames of a bundle.
func readBundle(body io.Reader) ([]Frame, error) {
	r := bufio.NewReader(body)
	var all []Frame
	var total int64
	for {
		var f Frame
		switch err := readFrame(r, &f, bundleBytes-total); {
		case err == io.EOF:
			return all, nil
		case err != nil:
			return nil, err
		case len(all) == bundleFiles:
			return nil, fault.BundleTooLarge
		}
		total += f.Size
		all = append(all, f)
	}
}

// readFrame returns io.EOF where the bundle ends between two frames.
func readFrame(r io.Reader, f *Frame, room int64) error {
	var length [4]byte
	if _, err := io.ReadFull(r, length[:]); err == io.EOF {
		return io.EOF
	} else if err != nil {
		return broken(err)
	}
	n := binary.LittleEndian.Uint32(length[:])
	if n == 0 || n > bundleHeader {
		return fault.InvalidBundle
	}
	header := make([]byte, n)
	if _, err := io.ReadFull(r, header); err != nil {
		return broken(err)
	}
	if err := json.Unmarshal(header, f); err != nil || f.Size < 0 {
		return fault.InvalidBundle.Because(err)
	}
	if f.Size > blobstore.SmallMax || f.Size > room {
		return fault.BundleTooLarge
	}
	f.content = make([]byte, f.Size)
	if _, err := io.ReadFull(r, f.content); err != nil {
		return broken(err)
	}
	return nil
}

// broken tells a bundle that ends too early from a connection that broke.
func broken(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return fault.InvalidBundle.Because(err)
	}
	return err
}

// Result is what became of one file of a bundle: Done, or the fault that kept
// it out.
type Result struct {
	Frame
	*Done
	Fault *fault.Fault
}

// Bundle takes many small files in with one durable commit. Each file has its
// own result, in the order they came; what is wrong with one keeps no other
// out.
func (s *Service) Bundle(ctx context.Context, who access.Actor, space db.SpaceID, dir db.NodeID, onDuplicate string, body io.Reader) ([]Result, error) {
	decide, err := files.ParseOnDuplicate(onDuplicate)
	if err != nil {
		return nil, err
	}
	if err := s.mayCreate(ctx, who, space, dir); err != nil {
		return nil, err
	}
	select {
	case s.bundles <- struct{}{}:
		defer func() { <-s.bundles }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	frames, err := readBundle(body)
	if err != nil {
		return nil, err
	}
	results, digests, lease, err := s.store(ctx, frames)
	if err != nil {
		return nil, err
	}
	defer lease.Release()
	err = s.db.Update(ctx, func(tx *db.Tx) error {
		b := bundling{tx: tx, who: who, decide: decide, dirs: map[string]*access.Item{}}
		var err error
		if b.dirs[""], err = access.Dir(tx.Reading(), who, space, dir, access.Create); err != nil {
			return err
		}
		for i := range results {
			if err := b.add(&results[i], digests[i]); err != nil {
				return err
			}
		}
		return nil
	})
	return results, err
}

func (s *Service) mayCreate(ctx context.Context, who access.Actor, space db.SpaceID, dir db.NodeID) error {
	return s.db.View(ctx, func(v *db.View) error {
		_, err := access.Dir(v, who, space, dir, access.Create)
		return err
	})
}

// store puts the contents of all frames into the store with one commit, and
// notes which are not what they claim to be.
func (s *Service) store(ctx context.Context, frames []Frame) ([]Result, []blobstore.Digest, *blobstore.Lease, error) {
	contents := make([][]byte, len(frames))
	for i := range frames {
		contents[i] = frames[i].content
	}
	digests, lease, err := s.blobs.PutAll(ctx, contents)
	if err != nil {
		return nil, nil, nil, err
	}
	results := make([]Result, len(frames))
	for i := range frames {
		results[i].Frame = frames[i]
		results[i].content = nil
		if d, err := blobstore.ParseDigest(frames[i].Checksum); err != nil || d != digests[i] {
			results[i].Fault = fault.ChecksumMismatch
		}
	}
	return results, digests, lease, nil
}

// bundling is one bundle on its way into the tree.
type bundling struct {
	tx     *db.Tx
	who    access.Actor
	decide files.OnDuplicate
	dirs   map[string]*access.Item // by relative path
}

// add makes one file. A fault is the file's own; any other error is the
// bundle's.
func (b *bundling) add(r *Result, d blobstore.Digest) error {
	if r.Fault != nil {
		return nil
	}
	err := b.place(r, d)
	if errors.As(err, &r.Fault) {
		return nil
	}
	return err
}

func (b *bundling) place(r *Result, d blobstore.Digest) error {
	n, err := names.Parse(r.Key)
	if err != nil {
		return err
	}
	dir, err := b.dir(r.RelativePath)
	if err != nil {
		return err
	}
	node, outcome, err := files.Add(b.tx, b.who, dir, n, files.Content{Hash: db.Hash(d), Size: r.Size, Type: contentType(r.ContentType, n.Type)}, b.decide)
	if err != nil {
		return err
	}
	l, err := files.Present(b.tx.Reading(), dir, node)
	r.Done = &Done{l, outcome}
	return err
}

func (b *bundling) dir(path string) (*access.Item, error) {
	if dir := b.dirs[path]; dir != nil {
		return dir, nil
	}
	parts, err := names.Dirs(path)
	if err != nil {
		return nil, err
	}
	dir, err := files.MakeDirectories(b.tx, b.who, b.dirs[""], parts)
	if err == nil {
		dir.Space = b.dirs[""].Space // one count of the quota for the whole bundle
		b.dirs[path] = dir
	}
	return dir, err
}
