package backup

import (
	"bytes"
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
func (d *directory) GetRange(_ context.Context, key string, off, n, _ int64) (io.ReadCloser, error) {
	f, err := os.Open(d.filePath(key))
	if err != nil {
		return nil, err
	}
	return &partReader{io.NewSectionReader(f, off, n), f}, nil
}

// partReader is a part of an object that is read.
type partReader struct {
	io.Reader
	io.Closer
}

// GetRange implements Target.
func (b *bucket) GetRange(ctx context.Context, key string, off, n, _ int64) (io.ReadCloser, error) {
	o, err := b.client.GetObject(ctx, &s3.GetObjectInput{
		Bucket: &b.name, Key: b.key(key), Range: aws.String(fmt.Sprintf("bytes=%d-%d", off, off+n-1)),
	})
	var none *types.NoSuchKey
	if errors.As(err, &none) {
		return nil, fs.ErrNotExist
	}
	if err != nil {
		return nil, fmt.Errorf("get a range of %s: %w", key, err)
	}
	if o.ContentRange == nil { // a service that knows no ranges gives all
		if _, err := io.CopyN(io.Discard, o.Body, off); err != nil {
			return nil, errors.Join(err, o.Body.Close())
		}
	}
	return &partReader{io.LimitReader(o.Body, n), o.Body}, nil
}

// GetRange implements Target.
func (s *server) GetRange(ctx context.Context, key string, off, n, _ int64) (io.ReadCloser, error) {
	in, err := s.to.Open(ctx, key, off)
	if err != nil {
		return nil, err
	}
	return &partReader{io.LimitReader(in, n), in}, nil
}

// GetRange implements Target. What it opens was proven.
func (s *sealedTarget) GetRange(ctx context.Context, key string, off, n, size int64) (io.ReadCloser, error) {
	by, err := s.sealerOf(key)
	if err != nil {
		return nil, err
	}
	if by == nil {
		return s.Target.GetRange(ctx, key, off, n, size)
	}
	hidden, plain := hideKey(by, key), make([]byte, n)
	err = by.OpenRange(key, size, plain, off, func(p []byte, off int64) error {
		in, err := s.Target.GetRange(ctx, hidden, off, int64(len(p)), seal.SealedSize(size))
		if err != nil {
			return err
		}
		_, err = io.ReadFull(in, p)
		return errors.Join(err, in.Close())
	})
	if err != nil {
		return nil, asTampered(err)
	}
	return io.NopCloser(bytes.NewReader(plain)), nil
}
