package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"sync/atomic"

	"anbar/config"
	"anbar/db/replica"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/s3/transfermanager"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/aws/smithy-go"
)

// bucket is a target in an S3 service.
type bucket struct {
	client       *s3.Client
	name, prefix string
	settings     config.S3

	isUnconditional atomic.Bool // the service said that it knows no conditional writes
}

func replicaSettings(c config.S3) replica.S3 {
	return replica.S3{Endpoint: c.S3Endpoint, Region: c.S3Region, Key: c.S3Key, Secret: c.S3Secret, CA: c.S3CA}
}

func openS3(_ context.Context, rest string, c config.S3) (Target, error) {
	name, prefix, _ := strings.Cut(rest, "/")
	if name == "" {
		return nil, errors.New("a target in S3 is written s3://bucket/prefix")
	}
	client, err := replicaSettings(c).Client()
	if err != nil {
		return nil, err
	}
	return &bucket{client: client, name: name, prefix: strings.Trim(prefix, "/"), settings: c}, nil
}

func (b *bucket) key(k string) *string { return aws.String(path.Join(b.prefix, k)) }

// Put implements Target. A long object goes up in parts; it appears when all
// are there.
func (b *bucket) Put(ctx context.Context, key string, r io.Reader, size int64) error {
	if _, err := replica.NewUploader(b.client).UploadObject(ctx, &transfermanager.UploadObjectInput{
		Bucket: &b.name, Key: b.key(key), Body: &exactReader{r, size},
	}); err != nil {
		return fmt.Errorf("put %s: %w", key, err)
	}
	return nil
}

// Create implements Target. A service that does not know conditional writes is asked before; whoever was overwritten
// sees it in the next round, and has written into an epoch of the same number, but under its own nonce.
func (b *bucket) Create(ctx context.Context, key string, content []byte) error {
	in := &s3.PutObjectInput{Bucket: &b.name, Key: b.key(key), Body: bytes.NewReader(content), IfNoneMatch: aws.String("*")}
	_, err := b.client.PutObject(ctx, in)
	var refused smithy.APIError
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &refused):
		return fmt.Errorf("create %s: %w", key, err)
	case refused.ErrorCode() == "PreconditionFailed" || refused.ErrorCode() == "ConditionalRequestConflict":
		return fs.ErrExist
	case refused.ErrorCode() != "NotImplemented":
		return fmt.Errorf("create %s: %w", key, err)
	}
	b.isUnconditional.Store(true)
	there, err := b.Get(ctx, key)
	if err == nil {
		return errors.Join(fs.ErrExist, there.Close())
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return b.Put(ctx, key, bytes.NewReader(content), int64(len(content)))
}

// exactReader fails where a stream is not as long as announced, so that nothing but
// the whole is stored.
type exactReader struct {
	r    io.Reader
	left int64
}

// Read implements io.Reader.
func (e *exactReader) Read(p []byte) (int, error) {
	n, err := e.r.Read(p)
	e.left -= int64(n)
	if e.left < 0 {
		return 0, errors.New("it is longer than announced")
	}
	if err == io.EOF && e.left > 0 {
		return 0, fmt.Errorf("%d bytes are missing", e.left)
	}
	return n, err
}

type countingReader struct {
	r io.Reader
	n int64
}

// Read implements io.Reader.
func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// Get implements Target.
func (b *bucket) Get(ctx context.Context, key string) (io.ReadCloser, error) {
	o, err := b.client.GetObject(ctx, &s3.GetObjectInput{Bucket: &b.name, Key: b.key(key)})
	var none *types.NoSuchKey
	if errors.As(err, &none) {
		return nil, fs.ErrNotExist
	}
	if err != nil {
		return nil, fmt.Errorf("get %s: %w", key, err)
	}
	return o.Body, nil
}

// List implements Target.
func (b *bucket) List(ctx context.Context, prefix string, fn func(string, int64) error) error {
	base := b.prefix
	if base != "" {
		base += "/"
	}
	pages := s3.NewListObjectsV2Paginator(b.client, &s3.ListObjectsV2Input{Bucket: &b.name, Prefix: aws.String(base + prefix)})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return fmt.Errorf("list %s: %w", prefix, err)
		}
		for _, o := range page.Contents {
			if err := fn(strings.TrimPrefix(aws.ToString(o.Key), base), aws.ToInt64(o.Size)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Delete implements Target.
func (b *bucket) Delete(ctx context.Context, key string) error {
	_, err := b.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &b.name, Key: b.key(key)})
	if err != nil {
		return fmt.Errorf("delete %s: %w", key, err)
	}
	return nil
}

// Bind implements Target. A bucket is not mounted, and an epoch writes below a prefix of its own.
func (b *bucket) Bind(string) {}

// Replica implements Target.
func (b *bucket) Replica(prefix string) replica.Target {
	return replica.Target{Bucket: b.name, Prefix: b.prefix, Folder: prefix, S3: replicaSettings(b.settings)}
}

// String implements Target.
func (b *bucket) String() string { return "s3://" + path.Join(b.name, b.prefix) }
