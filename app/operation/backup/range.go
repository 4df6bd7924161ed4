package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"anbar/app/operation/backup/seal"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

// GetRange implements Target.
func (d *directory) GetRange(_ context.Context, key string, p []byte, off, _ int64) error {
	f, err := os.Open(d.filePath(key))
	if err != nil {
		return err
	}
	_, err = io.ReadFull(io.NewSectionReader(f, off, int64(len(p))), p)
	return errors.Join(asShort(err), f.Close())
}

// asShort makes one error of those for an object that is shorter than it should be.
func asShort(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: it ends too early", errDamaged)
	}
	return err
}

// GetRange implements Target.
func (b *bucket) GetRange(ctx context.Context, key string, p []byte, off, _ int64) error {
	o, err := b.client.GetObject(ctx, &s3.GetObjectInput{
		Bucket: &b.name, Key: b.key(key), Range: aws.String(fmt.Sprintf("bytes=%d-%d", off, off+int64(len(p))-1)),
	})
	var none *types.NoSuchKey
	if errors.As(err, &none) {
		return fs.ErrNotExist
	}
	if err != nil {
		return fmt.Errorf("get a range of %s: %w", key, err)
	}
	in := io.Reader(o.Body)
	if o.ContentRange == nil { // a service that knows no ranges gives all
		if _, err := io.CopyN(io.Discard, in, off); err != nil {
			return errors.Join(asShort(err), o.Body.Close())
		}
	}
	_, err = io.ReadFull(in, p)
	return errors.Join(asShort(err), o.Body.Close())
}

// GetRange implements Target.
func (s *server) GetRange(ctx context.Context, key string, p []byte, off, _ int64) error {
	in, err := s.to.Open(ctx, key, off)
	if err != nil {
		return err
	}
	_, err = io.ReadFull(in, p)
	return errors.Join(asShort(err), in.Close())
}

// GetRange implements Target.
func (s *sealedTarget) GetRange(ctx context.Context, key string, p []byte, off, size int64) error {
	by, err := s.sealerOf(key)
	if err != nil {
		return err
	}
	if by == nil {
		return s.Target.GetRange(ctx, key, p, off, size)
	}
	hidden := hideKey(by, key)
	err = by.OpenRange(key, size, p, off, func(p []byte, off int64) error {
		return s.Target.GetRange(ctx, hidden, p, off, seal.SealedSize(size))
	})
	return asTampered(err)
}
