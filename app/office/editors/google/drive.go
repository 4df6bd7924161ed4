package google

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"strconv"
	"strings"

	"anbar/app/base/fault"
	"anbar/app/base/limits"

	"golang.org/x/oauth2"
)

const (
	fields    = "id,mimeType,md5Checksum,version,size,trashed,webViewLink"
	nativeApp = "application/vnd.google-apps."
	maxRemote = 200
)

// Document is a document as Google describes it.
type Document struct {
	ID      string `json:"id"`
	Type    string `json:"mimeType"`
	MD5     string `json:"md5Checksum"` // of the bytes; none of a document that Google converted
	Version string `json:"version"`
	Size    string `json:"size"`
	Trashed bool   `json:"trashed"`
	Link    string `json:"webViewLink"`
}

// Mark is what differs when the document has changed.
func (d *Document) Mark() string {
	if d.MD5 != "" {
		return d.MD5
	}
	return "v" + d.Version
}

// checkDocument refuses what is no description of a document with that id; any id when it is empty.
func (d *Document) checkDocument(id string) (*Document, error) {
	if d.ID == "" || len(d.ID) > maxRemote || id != "" && d.ID != id || d.MD5 == "" && !strings.HasPrefix(d.Type, nativeApp) ||
		len(d.Mark()) > maxRemote {
		return nil, fault.GoogleAnswer.Because(errors.New("that describes no document"))
	}
	return d, nil
}

// Upload is a document to be put there.
type Upload struct {
	Name    string
	Type    string
	Session string // is kept with it
	Body    io.Reader
	Size    int64
}

// UploadDocument makes a file in the Drive of a person (files.create). It keeps its format.
func (c *Client) UploadDocument(ctx context.Context, token *oauth2.Token, up Upload) (*Document, error) {
	var head bytes.Buffer
	form := multipart.NewWriter(&head)
	meta, err := json.Marshal(map[string]any{
		"name": up.Name, "mimeType": up.Type, "appProperties": map[string]string{"editor_id": up.Session},
	})
	if err != nil {
		return nil, fmt.Errorf("write a request to Google: %w", err)
	}
	part, err := form.CreatePart(textproto.MIMEHeader{"Content-Type": {"application/json; charset=UTF-8"}})
	if err == nil {
		_, err = part.Write(meta)
	}
	if err == nil {
		_, err = form.CreatePart(textproto.MIMEHeader{"Content-Type": {up.Type}})
	}
	if err != nil {
		return nil, fmt.Errorf("write a request to Google: %w", err)
	}
	tail := "\r\n--" + form.Boundary() + "--\r\n"
	sum := md5.New()
	length := int64(head.Len()) + up.Size + int64(len(tail))
	body := io.MultiReader(&head, io.TeeReader(up.Body, sum), strings.NewReader(tail))
	at := c.buildURL("www.googleapis.com", "/upload/drive/v3/files") + "?uploadType=multipart&fields=" + url.QueryEscape(fields)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, at, body)
	if err != nil {
		return nil, fmt.Errorf("ask Google: %w", err)
	}
	req.ContentLength = length
	req.Header.Set("Content-Type", "multipart/related; boundary="+form.Boundary())
	r, err := sendRequest(req, limits.GoogleFetch, token)
	if err != nil {
		return nil, err
	}
	d := &Document{}
	if err := decodeResponse(r, d); err != nil {
		return nil, err
	}
	if d, err = d.checkDocument(""); err != nil {
		return nil, err
	}
	if d.MD5 != hex.EncodeToString(sum.Sum(nil)) {
		return d, fault.GoogleAnswer.Because(errors.New("google got other bytes"))
	}
	if !c.IsDocumentLink(d.Link) {
		return d, fault.GoogleAnswer.Because(errors.New("the link leads elsewhere"))
	}
	return d, nil
}

func (c *Client) newDriveRequest(ctx context.Context, method, path string, body io.Reader) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.driveURL(path), body)
	if err != nil {
		return nil, fmt.Errorf("ask Google: %w", err)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json; charset=UTF-8")
	}
	return req, nil
}

// LoadDocument describes a document (files.get).
func (c *Client) LoadDocument(ctx context.Context, token *oauth2.Token, id string) (*Document, error) {
	req, err := c.newDriveRequest(ctx, http.MethodGet, "files/"+url.PathEscape(id)+"?fields="+url.QueryEscape(fields), nil)
	if err != nil {
		return nil, err
	}
	r, err := sendRequest(req, limits.GoogleAsk, token)
	if err != nil {
		return nil, err
	}
	d := &Document{}
	if err := decodeResponse(r, d); err != nil {
		return nil, err
	}
	return d.checkDocument(id)
}

// DownloadDocument reads a document as it was described (files.get with alt=media), or has one that Google converted written in a format
// (files.export). The reader fails when other bytes come than were announced.
func (c *Client) DownloadDocument(ctx context.Context, token *oauth2.Token, d *Document, mime string) (io.ReadCloser, error) {
	path := "files/" + url.PathEscape(d.ID) + "?alt=media"
	native := strings.HasPrefix(d.Type, nativeApp)
	if native {
		path = "files/" + url.PathEscape(d.ID) + "/export?mimeType=" + url.QueryEscape(mime)
	}
	size, err := strconv.ParseInt(d.Size, 10, 64)
	if !native && (err != nil || size < 0) {
		return nil, fault.GoogleAnswer.Because(errors.New("the document has no size"))
	}
	if !native && size > limits.EditPart {
		return nil, fault.DocumentTooLarge
	}
	req, err := c.newDriveRequest(ctx, http.MethodGet, path, nil)
	if err != nil {
		return nil, err
	}
	r, err := sendRequest(req, limits.GoogleFetch, token)
	if err != nil {
		return nil, err
	}
	return &limitedBody{body: r.Body, sum: md5.New(), want: d, native: native, size: size}, nil
}

// limitedBody reads no more than was announced, and finds out whether it is that.
type limitedBody struct {
	body io.ReadCloser
	sum  interface {
		io.Writer
		Sum([]byte) []byte
	}
	want   *Document
	native bool
	size   int64
	read   int64
}

// Read implements io.Reader.
func (b *limitedBody) Read(p []byte) (int, error) {
	n, err := b.body.Read(p)
	b.read += int64(n)
	_, _ = b.sum.Write(p[:n]) // a hash takes everything
	switch {
	case b.read > limits.EditPart:
		return 0, fault.DocumentTooLarge
	case !b.native && b.read > b.size:
		return 0, fault.GoogleAnswer.Because(errors.New("more bytes came than were announced"))
	case errors.Is(err, io.EOF) && !b.native && (b.read != b.size || hex.EncodeToString(b.sum.Sum(nil)) != b.want.MD5):
		return 0, &BusyError{cause: errors.New("other bytes came than were announced")} // it may have changed meanwhile
	case err != nil && !errors.Is(err, io.EOF):
		return 0, toReachError(err)
	}
	return n, err
}

// Close implements io.Closer.
func (b *limitedBody) Close() error { return b.body.Close() }

// ShareDocument lets another account write to a document, without a mail (permissions.create).
func (c *Client) ShareDocument(ctx context.Context, token *oauth2.Token, id, email string) error {
	b, err := json.Marshal(map[string]string{"type": "user", "role": "writer", "emailAddress": email})
	if err != nil {
		return fmt.Errorf("write a request to Google: %w", err)
	}
	req, err := c.newDriveRequest(ctx, http.MethodPost, "files/"+url.PathEscape(id)+"/permissions?sendNotificationEmail=false&fields=id",
		bytes.NewReader(b))
	if err != nil {
		return err
	}
	r, err := sendRequest(req, limits.GoogleAsk, token)
	if err != nil {
		return err
	}
	return r.Body.Close()
}

// DeleteDocument removes a document from Google (files.delete). One that is gone is no failure.
func (c *Client) DeleteDocument(ctx context.Context, token *oauth2.Token, id string) error {
	req, err := c.newDriveRequest(ctx, http.MethodDelete, "files/"+url.PathEscape(id), nil)
	if err != nil {
		return err
	}
	r, err := sendRequest(req, limits.GoogleAsk, token)
	if errors.Is(err, ErrGone) {
		return nil
	}
	if err != nil {
		return err
	}
	return r.Body.Close()
}

// IsTokenRejected reports whether a new access token may help.
func IsTokenRejected(err error) bool { return errors.Is(err, errToken) }
