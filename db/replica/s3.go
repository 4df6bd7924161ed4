package replica

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/feature/s3/transfermanager"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"
)

// S3 is the connection to an S3 service. CA is a PEM file with certificate authorities
// to trust in addition to the system's; it may be empty.
type S3 struct {
	Endpoint, Region, Key, Secret, CA string
}

// Client makes a client of the service. It ignores the environment except for the
// proxy settings.
func (c S3) Client() (*s3.Client, error) {
	o := s3.Options{Region: c.Region, UsePathStyle: c.Endpoint != "",
		Credentials: credentials.NewStaticCredentialsProvider(c.Key, c.Secret, ""),
		// Services other than Amazon's do not all know the newer checksums.
		RequestChecksumCalculation: aws.RequestChecksumCalculationWhenRequired,
		ResponseChecksumValidation: aws.ResponseChecksumValidationWhenRequired}
	if c.Endpoint != "" {
		o.BaseEndpoint = aws.String(c.Endpoint)
	}
	roots, err := loadAuthorities(c.CA)
	if err != nil {
		return nil, err
	}
	o.HTTPClient = awshttp.NewBuildableClient().WithTransportOptions(func(t *http.Transport) {
		t.DialContext = endSilence(t.DialContext, longestSilence)
		if roots != nil {
			t.TLSClientConfig = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
		}
	})
	return s3.New(o), nil
}

// longestSilence is how long a service may neither send nor take a byte. Some join the parts of a large object for minutes.
const longestSilence = 5 * time.Minute

type dialFunc func(ctx context.Context, network, address string) (net.Conn, error)

// endSilence has connections fail on which nothing moves for a while: a body that stalls would hold whoever reads it for ever.
func endSilence(dial dialFunc, longest time.Duration) dialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &movingConn{c, longest}, nil
	}
}

// movingConn fails where nothing moves in either direction.
type movingConn struct {
	net.Conn
	longest time.Duration
}

// Read implements net.Conn.
func (c *movingConn) Read(p []byte) (int, error) {
	if err := c.Conn.SetDeadline(time.Now().Add(c.longest)); err != nil {
		return 0, err
	}
	n, err := c.Conn.Read(p)
	return n, c.explain(err)
}

const writeStep = 64 << 10 // bytes that a slow line takes well within the time

// Write implements net.Conn.
func (c *movingConn) Write(p []byte) (n int, err error) {
	for err == nil && n < len(p) {
		if err := c.Conn.SetDeadline(time.Now().Add(c.longest)); err != nil {
			return n, err
		}
		var step int
		step, err = c.Conn.Write(p[n:min(len(p), n+writeStep)])
		n += step
	}
	return n, c.explain(err)
}

func (c *movingConn) explain(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return fmt.Errorf("the service was silent for %s: %w", c.longest, err)
	}
	return err
}

// loadAuthorities returns those of the system and the ones in a file; nil without a file.
func loadAuthorities(file string) (*x509.CertPool, error) {
	if file == "" {
		return nil, nil
	}
	roots, err := x509.SystemCertPool()
	if err != nil {
		return nil, fmt.Errorf("read the system's authorities: %w", err)
	}
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read the authorities of the S3 service: %w", err)
	}
	if !roots.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("read the authorities of the S3 service: %s holds no certificate", file)
	}
	return roots, nil
}

// bucket stores the files of Litestream in a bucket, with the same names and metadata
// as Litestream's own client, which does not allow setting the trusted authorities.
type bucket struct {
	client   *s3.Client
	name, at string
}

const (
	timestampKey = "litestream-timestamp"
	single       = 8 << 20 // bytes of a file that goes up at once
)

func (b *bucket) key(level int, from, to ltx.TXID) *string {
	return aws.String(fmt.Sprintf("%s/%04x/%s", b.at, level, ltx.FormatFilename(from, to)))
}

// Type implements litestream.ReplicaClient.
func (b *bucket) Type() string { return "s3" }

// Init implements litestream.ReplicaClient.
func (b *bucket) Init(context.Context) error { return nil }

// SetLogger implements litestream.ReplicaClient.
func (b *bucket) SetLogger(*slog.Logger) {}

// LTXFiles implements litestream.ReplicaClient.
func (b *bucket) LTXFiles(ctx context.Context, level int, seek ltx.TXID, exact bool) (ltx.FileIterator, error) {
	all, err := b.listFiles(ctx, level, seek)
	if err != nil {
		return nil, err
	}
	if exact {
		if all, err = loadTimestamps(ctx, b, all); err != nil {
			return nil, err
		}
	}
	return ltx.NewFileInfoSliceIterator(all), nil
}

// listFiles returns the files of a level from seek on.
func (b *bucket) listFiles(ctx context.Context, level int, seek ltx.TXID) ([]*ltx.FileInfo, error) {
	var all []*ltx.FileInfo
	pages := s3.NewListObjectsV2Paginator(b.client, &s3.ListObjectsV2Input{
		Bucket: &b.name, Prefix: aws.String(fmt.Sprintf("%s/%04x/", b.at, level)),
	})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return nil, fmt.Errorf("list the copies of the database: %w", err)
		}
		for _, o := range page.Contents {
			from, to, err := ltx.ParseFilename(path.Base(aws.ToString(o.Key)))
			if err != nil || from < seek {
				continue // not of Litestream, or not asked for
			}
			all = append(all, &ltx.FileInfo{
				Level: level, MinTXID: from, MaxTXID: to, Size: aws.ToInt64(o.Size), CreatedAt: aws.ToTime(o.LastModified).UTC(),
			})
		}
	}
	return all, nil
}

// OpenLTXFile implements litestream.ReplicaClient.
func (b *bucket) OpenLTXFile(ctx context.Context, level int, from, to ltx.TXID, offset, size int64) (io.ReadCloser, error) {
	bytes := fmt.Sprintf("bytes=%d-", offset)
	if size > 0 {
		bytes += fmt.Sprint(offset + size - 1)
	}
	o, err := b.client.GetObject(ctx, &s3.GetObjectInput{Bucket: &b.name, Key: b.key(level, from, to), Range: &bytes})
	var none *types.NoSuchKey
	if errors.As(err, &none) {
		return nil, os.ErrNotExist
	}
	if err != nil {
		return nil, fmt.Errorf("read a copy of the database: %w", err)
	}
	return o.Body, nil
}

// WriteLTXFile implements litestream.ReplicaClient.
func (b *bucket) WriteLTXFile(ctx context.Context, level int, from, to ltx.TXID, r io.Reader) (*ltx.FileInfo, error) {
	info, whole, err := peekTime(level, from, to, r)
	if err != nil {
		return nil, err
	}
	return info, b.store(ctx, info, whole)
}

// store implements rawClient.
func (b *bucket) store(ctx context.Context, info *ltx.FileInfo, r io.Reader) (err error) {
	meta := map[string]string{timestampKey: info.CreatedAt.Format(time.RFC3339Nano)}
	if info.Size, err = b.upload(ctx, b.key(info.Level, info.MinTXID, info.MaxTXID), meta, r); err != nil {
		return fmt.Errorf("copy a change of the database: %w", err)
	}
	return nil
}

// upload writes an object: with one request unless it is long. It returns the number of bytes.
func (b *bucket) upload(ctx context.Context, key *string, meta map[string]string, r io.Reader) (int64, error) {
	head := &bytes.Buffer{}
	_, err := io.CopyN(head, r, single)
	if errors.Is(err, io.EOF) {
		_, err = b.client.PutObject(ctx, &s3.PutObjectInput{Bucket: &b.name, Key: key, Body: bytes.NewReader(head.Bytes()), Metadata: meta})
		return int64(head.Len()), err
	}
	if err != nil {
		return 0, err
	}
	long := &countingReader{r: io.MultiReader(head, r)}
	_, err = NewUploader(b.client).UploadObject(ctx, &transfermanager.UploadObjectInput{
		Bucket: &b.name, Key: key, Body: long, Metadata: meta,
	})
	return long.n, err
}

// NewUploader sends long objects in parts.
func NewUploader(client *s3.Client) *transfermanager.Client {
	return transfermanager.New(client, func(o *transfermanager.Options) {
		o.Concurrency, o.PartSizeBytes = 2, 16<<20
		o.RequestChecksumCalculation = aws.RequestChecksumCalculationWhenRequired
	})
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

// DeleteLTXFiles implements litestream.ReplicaClient. It deletes one after the other:
// not every service knows how to delete many, and there are some an hour.
func (b *bucket) DeleteLTXFiles(ctx context.Context, all []*ltx.FileInfo) error {
	for _, f := range all {
		if err := b.deleteObject(ctx, b.key(f.Level, f.MinTXID, f.MaxTXID)); err != nil {
			return err
		}
	}
	return nil
}

func (b *bucket) deleteObject(ctx context.Context, key *string) error {
	if _, err := b.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &b.name, Key: key}); err != nil {
		return fmt.Errorf("delete an old copy of the database: %w", err)
	}
	return nil
}

// DeleteAll implements litestream.ReplicaClient.
func (b *bucket) DeleteAll(ctx context.Context) error {
	pages := s3.NewListObjectsV2Paginator(b.client, &s3.ListObjectsV2Input{Bucket: &b.name, Prefix: aws.String(b.at + "/")})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return fmt.Errorf("list the copies of the database: %w", err)
		}
		for _, o := range page.Contents {
			if err := b.deleteObject(ctx, o.Key); err != nil {
				return err
			}
		}
	}
	return nil
}

var _ litestream.ReplicaClient = (*bucket)(nil)
