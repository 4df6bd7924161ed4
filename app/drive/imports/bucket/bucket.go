// Package bucket reads files from the buckets of any service that speaks S3.
package bucket

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"anbar/app/base/limits"
	"anbar/app/base/outward"
	"anbar/app/drive/imports/source"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/aws/smithy-go"
)

// Account is the object storage of a person.
type Account struct {
	Endpoint, Region string
	AccessKey        string
	SecretKey        string
}

const (
	defaultRegion = "us-east-1"
	maxErrorBody  = 64 << 10
)

// limitedClient bounds the answers that are held in memory, and lets those be read on that are contents.
type limitedClient struct{ *http.Client }

// Do implements s3.HTTPClient.
func (b limitedClient) Do(r *http.Request) (*http.Response, error) {
	res, err := b.Client.Do(r)
	if err != nil {
		return nil, err
	}
	switch content := r.URL.Query().Get("x-id") == "GetObject"; {
	case res.StatusCode/100 != 2:
		res.Body = &limitedBody{io.LimitReader(res.Body, maxErrorBody), res.Body}
	case !content:
		res.Body = newListingReader(res.Body)
	}
	return res, nil
}

type limitedBody struct {
	io.Reader
	io.Closer
}

func (a *Account) newClient(g outward.Guard, virtual bool) *s3.Client {
	region := a.Region
	if region == "" {
		region = defaultRegion
	}
	return s3.New(s3.Options{
		Region: region, UsePathStyle: !virtual, BaseEndpoint: aws.String(a.Endpoint),
		Credentials: credentials.NewStaticCredentialsProvider(a.AccessKey, a.SecretKey, ""),
		Retryer:     aws.NopRetryer{}, // the engine tries again
		HTTPClient:  limitedClient{g.NewClient(limits.ImportHead, limits.ImportIdle)},
		// Services other than Amazon's do not all know the newer checksums.
		RequestChecksumCalculation: aws.RequestChecksumCalculationWhenRequired,
		ResponseChecksumValidation: aws.ResponseChecksumValidationWhenRequired,
	})
}

// Bucket is a bucket of an account.
type Bucket struct {
	Name      string
	CreatedAt time.Time
}

// ListBuckets lists the buckets of an account.
func ListBuckets(ctx context.Context, a *Account, g outward.Guard) ([]Bucket, error) {
	res, err := a.newClient(g, false).ListBuckets(ctx, &s3.ListBucketsInput{})
	if err != nil {
		return nil, toBucketFault(err)
	}
	all := make([]Bucket, 0, len(res.Buckets))
	for _, b := range res.Buckets {
		all = append(all, Bucket{aws.ToString(b.Name), aws.ToTime(b.CreationDate)})
	}
	return all, nil
}

// Source is a bucket. Of objects with versions it gives the newest one, as the listing does.
type Source struct {
	client *s3.Client
	name   string
}

// Open opens a bucket. It is ImportBucketNotFound when there is none.
func Open(ctx context.Context, a *Account, g outward.Guard, name string) (*Source, error) {
	s := &Source{a.newClient(g, false), name}
	try := &s3.ListObjectsV2Input{Bucket: &name, MaxKeys: aws.Int32(1)}
	_, err := s.client.ListObjectsV2(ctx, try)
	var known smithy.APIError
	if errors.As(err, &known) && known.ErrorCode() == "SecondLevelDomainForbidden" {
		s.client = a.newClient(g, true) // a service that has the bucket in its name alone
		_, err = s.client.ListObjectsV2(ctx, try)
	}
	if err != nil {
		return nil, toBucketFault(err)
	}
	return s, nil
}

// List implements source.Source. A listing goes on behind a key, because the tokens of services end.
func (s *Source) List(ctx context.Context, cursor string) (*source.Page, error) {
	ctx, end := context.WithTimeout(ctx, limits.ImportPage)
	defer end()
	in := &s3.ListObjectsV2Input{Bucket: &s.name, EncodingType: types.EncodingTypeUrl, MaxKeys: aws.Int32(maxKeys)}
	if cursor != "" {
		in.StartAfter = &cursor
	}
	res, err := s.client.ListObjectsV2(ctx, in)
	if err != nil {
		return nil, toBucketFault(err)
	}
	page, last, err := toPage(res)
	if err != nil {
		return nil, err
	}
	if aws.ToBool(res.IsTruncated) || len(res.Contents) > maxKeys {
		if last == "" || last == cursor {
			return nil, fmt.Errorf("the listing of the bucket does not go on: %w", source.ErrAnswer)
		}
		page.Next = last
	}
	return page, nil
}

// toPage returns the items of a listing, and the last key among them.
func toPage(res *s3.ListObjectsV2Output) (page *source.Page, last string, err error) {
	page = &source.Page{}
	for i := range min(len(res.Contents), maxKeys) {
		o := &res.Contents[i]
		last = aws.ToString(o.Key)
		if res.EncodingType == types.EncodingTypeUrl { // services that do not know it do not say so
			if last, err = url.QueryUnescape(last); err != nil {
				return nil, "", fmt.Errorf("read a key of a listing: %w: %w", source.ErrAnswer, err)
			}
		}
		page.Items = append(page.Items, toItem(last, o))
	}
	return page, last, nil
}

const maxKeys = 1_000 // of a page; one transaction stores them

func toItem(key string, o *types.Object) source.Item {
	return source.Item{
		Key: key, Path: key, Size: aws.ToInt64(o.Size), ModifiedAt: aws.ToTime(o.LastModified), ETag: trimETag(o.ETag),
		Directory: strings.HasSuffix(key, "/") && aws.ToInt64(o.Size) == 0,
	}
}

func trimETag(etag *string) string { return strings.Trim(aws.ToString(etag), `"`) }

// Open implements source.Source.
func (s *Source) Open(ctx context.Context, it *source.Item, offset int64) (io.ReadCloser, *source.Info, error) {
	in, err := s.newRequest(it, offset)
	if err != nil {
		return nil, nil, err
	}
	res, err := s.client.GetObject(ctx, in)
	if err != nil {
		return nil, nil, toItemError(err)
	}
	info := &source.Info{Size: -1, ETag: trimETag(res.ETag), ModifiedAt: aws.ToTime(res.LastModified), Type: contentTypeOf(res.ContentType)}
	if at := parseOwnTime(res.Metadata); !at.IsZero() {
		info.ModifiedAt = at
	}
	if res.ContentLength != nil {
		info.Size = offset + *res.ContentLength
	}
	if offset > 0 {
		if err := skipToOffset(res, info, it, offset); err != nil {
			return nil, nil, errors.Join(err, res.Body.Close())
		}
	}
	if md5.MatchString(info.ETag) && !isEncrypted(res) {
		info.Sums = []source.Sum{{Algorithm: "md5", Hex: info.ETag}}
	}
	return res.Body, info, nil
}

// newRequest asks for a content from an offset on, as long as it is the one of the item.
func (s *Source) newRequest(it *source.Item, offset int64) (*s3.GetObjectInput, error) {
	in := &s3.GetObjectInput{Bucket: &s.name, Key: &it.Key}
	if offset == 0 {
		return in, nil
	}
	if it.ETag == "" {
		return nil, source.ErrChanged // nobody can tell
	}
	in.Range, in.IfMatch = aws.String(fmt.Sprintf("bytes=%d-", offset)), aws.String(`"`+it.ETag+`"`)
	return in, nil
}

// skipToOffset makes an answer begin at an offset, when its content is still the one of the item.
func skipToOffset(res *s3.GetObjectOutput, info *source.Info, it *source.Item, offset int64) error {
	if info.ETag != it.ETag || !isRangeAt(res.ContentRange, offset) {
		return source.ErrChanged
	}
	if res.ContentRange != nil {
		return nil
	}
	// The service gives the whole.
	info.Size = aws.ToInt64(res.ContentLength)
	_, err := io.CopyN(io.Discard, res.Body, offset)
	return err
}

// isRangeAt reports whether a part is the one that was asked for. The whole has no range.
func isRangeAt(said *string, offset int64) bool {
	var from int64
	n, err := fmt.Sscanf(aws.ToString(said), "bytes %d-", &from)
	return said == nil || n == 1 && err == nil && from == offset
}

// md5 is how the tag of an object reads that came in one part; one of several parts has a dash.
var md5 = regexp.MustCompile(`^[0-9a-f]{32}$`)

// isEncrypted reports whether the tag of an object is that of its encrypted bytes.
func isEncrypted(res *s3.GetObjectOutput) bool {
	return res.SSECustomerAlgorithm != nil || strings.HasPrefix(string(res.ServerSideEncryption), "aws:kms")
}

// contentTypeOf drops a content type that says nothing.
func contentTypeOf(said *string) string {
	if t := aws.ToString(said); t != "binary/octet-stream" {
		return t
	}
	return ""
}

// Parallel implements source.Source.
func (s *Source) Parallel() int { return limits.ImportParallel }

// Close implements source.Source.
func (s *Source) Close() error { return nil }
