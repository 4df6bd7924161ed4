package uploads

import (
	"context"
	"encoding/binary"
	"errors"
	"io"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/app/drive/downloads"
	"anbar/blobstore"
	"anbar/db"
)

// A recipe says how the bytes of parts are made, by operations one behind the other: a copy (1, the offset in the base version,
// uint64, and the length, uint32) or a literal (2, the length, uint32, and that many bytes). Numbers are little endian. Operations
// may cross the borders of parts; the last one ends where a part ends.
const (
	opCopy        = 1
	opLiteral     = 2
	copyHeader    = 13
	literalHeader = 5
)

// operation is one step of a recipe. It is a copy of length bytes from offset on, or a literal.
type operation struct {
	literal []byte // nil for a copy
	offset  int64
	length  int64
}

// parseOperation reads the first operation of a recipe and returns what follows it. size is that of the base version.
func parseOperation(b []byte, size int64) (op operation, rest []byte, err error) {
	switch {
	case b[0] == opCopy && len(b) >= copyHeader:
		from, length := binary.LittleEndian.Uint64(b[1:]), int64(binary.LittleEndian.Uint32(b[9:]))
		if length < limits.RecipeCopy || length > size || from > uint64(size-length) {
			return op, nil, fault.InvalidRecipe
		}
		return operation{offset: int64(from), length: length}, b[copyHeader:], nil
	case b[0] == opLiteral && len(b) >= literalHeader:
		length := int64(binary.LittleEndian.Uint32(b[1:]))
		if length == 0 || length > int64(len(b)-literalHeader) {
			return op, nil, fault.InvalidRecipe
		}
		b = b[literalHeader:]
		return operation{literal: b[:length:length], length: length}, b[length:], nil
	}
	return op, nil, fault.InvalidRecipe
}

// measureRecipe returns how many bytes a recipe makes. It fails with InvalidRecipe and RecipeTooLarge.
func measureRecipe(recipe []byte, size int64) (total int64, err error) {
	for len(recipe) > 0 {
		var op operation
		if op, recipe, err = parseOperation(recipe, size); err != nil {
			return 0, err
		}
		if total += op.length; total > limits.RecipeFills {
			return 0, fault.RecipeTooLarge
		}
	}
	return total, nil
}

// recipeReader reads the bytes that a recipe makes.
type recipeReader struct {
	rest []byte // of the recipe
	base io.ReadSeeker
	size int64
	now  operation // what is left of it
}

// Read implements io.Reader.
func (r *recipeReader) Read(p []byte) (n int, err error) {
	if r.now.length == 0 {
		if len(r.rest) == 0 {
			return 0, io.EOF
		}
		if r.now, r.rest, err = parseOperation(r.rest, r.size); err != nil {
			return 0, err
		}
		if r.now.literal == nil {
			if _, err := r.base.Seek(r.now.offset, io.SeekStart); err != nil {
				return 0, err
			}
		}
	}
	p = p[:min(int64(len(p)), r.now.length)]
	if r.now.literal != nil {
		n = copy(p, r.now.literal)
		r.now.literal = r.now.literal[n:]
	} else if n, err = r.base.Read(p); n == 0 && errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF // the file is shorter than the blob
	} else if n > 0 {
		err = nil // it comes again
	}
	r.now.length -= int64(n)
	return n, err
}

// Recipe fills parts of an upload, from part First on, with bytes of a version that the server has and with new ones.
type Recipe struct {
	Ref
	First   int
	File    db.NodeID    // in the workspace of the upload
	Version db.VersionID // of the file: the base version
	Body    []byte
}

// WriteRecipe fills whole parts. The right to read the base version is checked at each call. Parts that are there already are
// compared, as WritePart does. When it fails, parts before the one that failed may be there.
func (s *Service) WriteRecipe(ctx context.Context, who access.Actor, r Recipe) error {
	u, err := s.loadUpload(ctx, who, r.Ref)
	if err != nil {
		return err
	}
	if r.First < 0 || r.First >= partCount(u.Size, u.ChunkSize) {
		return fault.InvalidPart
	}
	if !u.Hash.IsZero() {
		return fault.UploadBusy
	}
	base, err := db.Get(ctx, s.db, func(v *db.View) (*downloads.FileVersion, error) {
		_, f, err := downloads.FindBase(v, who, u.Space, r.File, r.Version)
		return f, err
	})
	if err != nil {
		return err
	}
	total, err := measureRecipe(r.Body, base.Size)
	if err != nil {
		return err
	}
	end := int64(r.First)*u.ChunkSize + total
	if total == 0 || end > u.Size || end < u.Size && end%u.ChunkSize != 0 {
		return fault.InvalidRecipe
	}
	blob, err := s.blobs.Open(ctx, blobstore.Digest(base.Hash))
	if errors.Is(err, blobstore.ErrNotFound) {
		err = fault.ContentDamaged.Because(err)
	}
	if err != nil {
		return err
	}
	defer blob.Close()
	content := blob.NewReader() // proves each byte: damage that is copied would be that of a new version, with a hash that fits
	defer content.Close()
	return s.fillParts(ctx, who, u, r.First, end, &recipeReader{rest: r.Body, base: content, size: base.Size})
}

// fillParts writes the parts from first on up to the offset end of the upload, which is the end of one.
func (s *Service) fillParts(ctx context.Context, who access.Actor, u *db.Upload, first int, end int64, from io.Reader) error {
	se, err := s.openSession(ctx, u)
	if err != nil {
		return err
	}
	for n := first; int64(n)*u.ChunkSize < end; n++ {
		part := io.LimitReader(from, min(u.ChunkSize, u.Size-int64(n)*u.ChunkSize))
		if part, err = s.policyFor(who).checkPart(ctx, u, n, 0, part); err != nil {
			return err
		}
		if err := se.WritePart(ctx, n, part); err != nil {
			return partFault(err)
		}
	}
	return nil
}

// BaseVersion is a version that an upload may be sent as changes of.
type BaseVersion struct {
	Directory db.NodeID    `json:"directory_id"`
	File      db.NodeID    `json:"file_id"`
	Version   db.VersionID `json:"version_id"`
	Size      int64        `json:"size"`
}

// findBase finds the newest version of the file that has the name and place of a request, if both are long enough to be worth it and
// the actor may read it; nil otherwise. One whose content is away is none: it would be fetched twice.
func (s *Service) findBase(ctx context.Context, who access.Actor, r *Request) (*BaseVersion, error) {
	if who.Visitor != 0 || !downloads.HasBlockSums(r.Size) {
		return nil, nil
	}
	var found *BaseVersion
	var content blobstore.Digest
	err := s.db.View(ctx, func(v *db.View) error {
		id, err := findNamesake(v, r)
		if err != nil {
			return err
		}
		it, f, err := downloads.FindBase(v, who, r.Space, id, 0)
		if err == nil && downloads.HasBlockSums(f.Size) {
			content = blobstore.Digest(f.Hash)
			found = &BaseVersion{Directory: it.Parent, File: id, Version: f.Version, Size: f.Size}
		}
		return err
	})
	for _, none := range []error{db.ErrNotFound, fault.InvalidID, fault.PermissionDenied, fault.NotAFile} {
		if errors.Is(err, none) {
			return nil, nil
		}
	}
	if err != nil || found == nil {
		return nil, err
	}
	isAway, err := s.blobs.IsContentAway(content)
	if isAway || errors.Is(err, blobstore.ErrNotFound) {
		return nil, nil
	}
	return found, err
}

// findNamesake finds what has the name and place of a request. It fails with db.ErrNotFound.
func findNamesake(v *db.View, r *Request) (db.NodeID, error) {
	path, err := names.ParseDirs(r.RelativePath)
	if err != nil {
		return 0, err
	}
	at := r.Directory
	for _, n := range append(path, names.Of(r.Key)) {
		child, err := v.ChildByName(at, n.Text, n.Keys())
		if err != nil {
			return 0, err
		}
		at = child.ID
	}
	return at, nil
}
