package bucket_test

import (
	"bytes"
	"fmt"
	"maps"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"anbar/app/drive/imports/bucket/buckettest"
	"anbar/db"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

// newGateway is versitygw with one empty bucket.
func newGateway(t *testing.T) *cloud {
	t.Helper()
	c := &cloud{Server: &httptest.Server{URL: buckettest.StartGateway(t)}}
	if _, err := clientOf(c).CreateBucket(t.Context(), &s3.CreateBucketInput{Bucket: aws.String("files")}); err != nil {
		t.Fatal(err)
	}
	return c
}

func clientOf(c *cloud) *s3.Client {
	return s3.New(s3.Options{
		Region: "us-east-1", UsePathStyle: true, BaseEndpoint: &c.URL,
		Credentials: credentials.NewStaticCredentialsProvider("key", "secret", ""),
	})
}

// notInFiles are the odd keys that a directory of versitygw does not hold: it cleans keys as paths, holds no file beside a
// directory of its name, no content in a directory, and no name of more than 255 bytes.
func notInFiles(key string) bool {
	return filepath.Clean(key) != strings.TrimSuffix(key, "/") || strings.HasPrefix(key, "/") || key == ".." || key == "trailing/" ||
		strings.HasPrefix(key, "both/") || len(filepath.Base(key)) > 255
}

// TestEveryOddKeyOfVersitygwIsAccountedFor imports the odd keys from another service.
func TestEveryOddKeyOfVersitygwIsAccountedFor(t *testing.T) {
	c := newGateway(t)
	s := clientOf(c)
	all := odd()
	var lacking []string
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if notInFiles(key) {
			lacking = append(lacking, key)
			delete(all, key)
			continue
		}
		putting := &s3.PutObjectInput{Bucket: aws.String("files"), Key: &key, Body: bytes.NewReader(all[key])}
		if _, err := s.PutObject(t.Context(), putting); err != nil {
			t.Fatalf("%q: %v", key, err)
		}
	}
	t.Logf("%d keys; versitygw does not hold %.30q", len(all), lacking)
	if len(lacking) != 10 {
		t.Errorf("%d keys are left out", len(lacking))
	}
	for _, key := range []string{"..", "both/child", "both/child/deeper", "trailing/", strings.Repeat("n", 256)} {
		putting := &s3.PutObjectInput{Bucket: aws.String("files"), Key: &key, Body: strings.NewReader("refused")}
		if _, err := s.PutObject(t.Context(), putting); err == nil {
			t.Errorf("versitygw takes %q now", key)
		}
	}
	w := newWorld(t, c)
	w.accountFor(w.importAll(nil), all)
}

// TestOfVersionsTheNewestComes: and nothing of what was deleted.
func TestOfVersionsTheNewestComes(t *testing.T) { versions(t, newCloud(t)) }

func TestOfVersionsOfVersitygwTheNewestComes(t *testing.T) { versions(t, newGateway(t)) }

// versions imports a bucket with more objects than a page has, all of them with versions.
func versions(t *testing.T, c *cloud) {
	s := clientOf(c)
	put := func(key, content string) {
		t.Helper()
		putting := &s3.PutObjectInput{Bucket: aws.String("files"), Key: &key, Body: strings.NewReader(content)}
		if _, err := s.PutObject(t.Context(), putting); err != nil {
			t.Fatalf("%q: %v", key, err)
		}
	}
	remove := func(key string) {
		t.Helper()
		if _, err := s.DeleteObject(t.Context(), &s3.DeleteObjectInput{Bucket: aws.String("files"), Key: &key}); err != nil {
			t.Fatalf("%q: %v", key, err)
		}
	}
	put("before", "of a bucket without versions")
	put("before and after", "of a bucket without versions")
	versioned := &types.VersioningConfiguration{Status: types.BucketVersioningStatusEnabled}
	how := &s3.PutBucketVersioningInput{Bucket: aws.String("files"), VersioningConfiguration: versioned}
	if _, err := s.PutBucketVersioning(t.Context(), how); err != nil {
		t.Fatal(err)
	}
	want := map[string][]byte{"before": []byte("of a bucket without versions"), "before and after": []byte("the version behind")}
	put("before and after", "the version behind")
	for i := range 1200 {
		key := fmt.Sprintf("d%d/f%04d", i%7, i)
		put(key, fmt.Sprint("old ", i))
		switch {
		case i%10 == 0:
			remove(key)
		case i%10 == 1:
			remove(key)
			put(key, fmt.Sprint("once more ", i))
			want[key] = fmt.Append(nil, "once more ", i)
		default:
			put(key, fmt.Sprint("new ", i))
			want[key] = fmt.Append(nil, "new ", i)
		}
	}
	told, err := s.ListObjectVersions(t.Context(), &s3.ListObjectVersionsInput{Bucket: aws.String("files"), MaxKeys: aws.Int32(100)})
	if err != nil || len(told.DeleteMarkers) == 0 || len(told.Versions) < 50 {
		t.Fatalf("the bucket holds no versions: %v %+v", err, told)
	}
	w := newWorld(t, c)
	id := w.importAll(nil)
	w.accountFor(id, want)

	// A deletion at the source is none here, and a newer version comes.
	remove("before")
	put("before and after", "the newest")
	if err := w.engine.Repeat(t.Context(), w.who, id); err != nil {
		t.Fatal(err)
	}
	one := w.until(id, db.ImportDone)
	got := w.tree(one.Directory)
	if got["before"] != "of a bucket without versions" || got["before and after"] != "the newest" || len(got) != len(want) {
		t.Errorf("%q %q, %d files of %d", got["before"], got["before and after"], len(got), len(want))
	}
}
