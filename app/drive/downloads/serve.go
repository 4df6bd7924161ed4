package downloads

import (
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"anbar/app/base/conditional"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/blobstore"
	"anbar/decode/extract"
)

// PreviewKind returns how the preview page shows a content type: image, video, audio, pdf, text,
// markdown, document, presentation, spreadsheet, archive, font or none.
func PreviewKind(contentType, name string) string {
	switch {
	case previewTypes["image"][contentType]:
		return "image"
	case strings.HasPrefix(contentType, "video/"):
		return "video"
	case strings.HasPrefix(contentType, "audio/"):
		return "audio"
	case contentType == "application/pdf":
		return "pdf"
	case contentType == "text/markdown":
		return "markdown"
	case isExtracted(contentType, name):
		return "document"
	case strings.HasPrefix(contentType, "text/"), previewTypes["text"][contentType], strings.HasPrefix(strings.ToLower(name), "readme"),
		strings.HasPrefix(strings.ToLower(name), "makefile"), strings.HasPrefix(strings.ToLower(name), "dockerfile"):
		return "text"
	}
	if strings.HasSuffix(strings.ToLower(name), ".tar.gz") {
		return "archive"
	}
	ending := path.Ext(strings.ToLower(name))
	if kind := officeKinds[ending]; kind != "" {
		return kind
	}
	switch extract.KindOf(strings.TrimPrefix(ending, "."), "") {
	case extract.Plain, extract.HTML: // what is searched as text is shown as text, whatever its device called it
		return "text"
	}
	return "none"
}

// isExtracted reports whether a document is shown as what the server reads in it: RTF, a mail or a book. Browsers call some of them texts.
func isExtracted(contentType, name string) bool {
	switch extract.KindOf(strings.TrimPrefix(path.Ext(strings.ToLower(name)), "."), contentType) {
	case extract.RTF, extract.Mail, extract.Mailbox, extract.Book:
		return true
	}
	return false
}

var officeKinds = map[string]string{
	".odt": "document", ".docx": "document", ".docm": "document", ".dotx": "document", ".dotm": "document",
	".odp":  "presentation",
	".pptx": "presentation", ".pptm": "presentation", ".ppsx": "presentation", ".ppsm": "presentation",
	".potx": "presentation", ".potm": "presentation", ".xlsx": "spreadsheet", ".xlsm": "spreadsheet",
	".xltx": "spreadsheet", ".xltm": "spreadsheet", ".ods": "spreadsheet",
	".zip": "archive", ".jar": "archive", ".tar": "archive", ".tgz": "archive",
	".ttf": "font", ".otf": "font", ".woff": "font", ".woff2": "font",
}

var previewTypes = map[string]map[string]bool{
	"image": {
		"image/png": true, "image/jpeg": true, "image/gif": true, "image/webp": true, "image/avif": true, "image/bmp": true,
		"image/svg+xml": true, "image/x-icon": true, "image/vnd.microsoft.icon": true, "image/apng": true, "image/vnd.mozilla.apng": true,
		"image/heic": true, "image/heif": true, "image/tiff": true,
	},
	"text": {"application/json": true, "application/xml": true, "application/yaml": true, "application/x-yaml": true,
		"application/toml": true, "application/javascript": true,
		"application/sql": true, "application/x-sh": true, "application/x-ndjson": true, "application/x-subrip": true,
		"image/svg+xml": true},
}

// safeContentType returns the content type to send: plain text for every text, and
// application/octet-stream for types that the preview does not show, so that no file runs
// as a page of this origin.
func safeContentType(contentType, name string) string {
	switch PreviewKind(contentType, name) {
	case "text", "markdown":
		return "text/plain; charset=utf-8"
	case "none", "document", "presentation", "spreadsheet", "archive", "font":
		return "application/octet-stream"
	}
	return contentType
}

// serveRenditionOrBlob answers with a rendition of a document, or with a blob.
func (s *Service) serveRenditionOrBlob(w http.ResponseWriter, r *http.Request, owner limits.Owner, f *FileVersion, b *blobstore.Blob,
	inline bool) error {
	if rendition := r.URL.Query().Get("form"); rendition != "" {
		defer b.Close()
		return s.serveRendition(w, r, owner, f, b, rendition)
	}
	return serveBlob(w, r, f, b, inline)
}

// openContent opens a blob for an answer. On an encrypted connection every byte is verified
// while it is sent; on a plain one a blob that was verified lately goes straight from the disk.
func openContent(b *blobstore.Blob, r *http.Request) io.ReadSeekCloser {
	if r.TLS == nil {
		return b.NewSendfileReader()
	}
	return b.NewReader()
}

// serveBlob answers with a blob or ranges of it.
func serveBlob(w http.ResponseWriter, r *http.Request, f *FileVersion, b *blobstore.Blob, inline bool) error {
	defer b.Close()
	content := openContent(b, r)
	defer content.Close()
	contentType := safeContentType(f.Type, f.Name)
	setFileHeaders(w, f.Name, contentType, f.Hash.String(), inline && contentType != "application/octet-stream")
	return serveContent(w, r, f.ModifiedAt, content)
}

func serveArchive(w http.ResponseWriter, r *http.Request, name string, a *archive) error {
	setFileHeaders(w, name, "application/zip", a.etag(), false)
	content := a.newReader()
	defer content.Close()
	return serveContent(w, r, time.Time{}, content)
}

// serveContent sends a file or the requested ranges of it, as far as the preconditions of the request allow. It fails with
// PreconditionFailed, and with RangeInvalid when none of the ranges is in the file.
func serveContent(w http.ResponseWriter, r *http.Request, modified time.Time, content io.ReadSeeker) error {
	h := w.Header()
	state := conditional.State{Exists: true, ETag: h.Get("ETag"), Modified: modified}
	if !modified.IsZero() {
		h.Set("Last-Modified", modified.UTC().Format(http.TimeFormat))
	}
	switch conditional.Evaluate(r.Method, r.Header, state) {
	case conditional.NotModified:
		h.Del("Content-Type")
		h.Del("Content-Disposition")
		w.WriteHeader(http.StatusNotModified)
		return nil
	case conditional.Failed:
		h.Del("Content-Disposition")
		return fault.PreconditionFailed
	}
	size, err := content.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	u := &idleTimeoutWriter{ResponseWriter: w}
	http.ServeContent(u, conditional.WithoutPreconditions(r, state, size), "", time.Time{}, content)
	if !u.isOutOfRange {
		return nil
	}
	h.Del("Content-Disposition")
	return fault.RangeInvalid
}

// setFileHeaders sets the headers that keep a file from acting as a page of this origin.
func setFileHeaders(w http.ResponseWriter, name, contentType, etag string, inline bool) {
	h := w.Header()
	disposition := "attachment"
	if inline {
		disposition = "inline"
	}
	h.Set("Content-Type", contentType)
	h.Set("Content-Disposition", contentDisposition(disposition, name))
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; sandbox; "+
		"frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "private, max-age=3600, no-transform")
	h.Set("ETag", `"`+etag+`"`)
}

// contentDisposition names the file for clients of every age: plain ASCII, and
// RFC 5987 for the whole name.
func contentDisposition(kind, name string) string {
	ascii := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '"' || r == '\\' {
			return '_'
		}
		return r
	}, name)
	return kind + `; filename="` + ascii + `"; filename*=UTF-8''` + url.PathEscape(name)
}

const writeIdle = 2 * time.Minute

// idleTimeoutWriter lets a download take as long as it needs, as long as the other side
// takes something in every two minutes. It hands whole stretches to the
// connection, so that the kernel can send them from the disk.
type idleTimeoutWriter struct {
	http.ResponseWriter
	isOutOfRange bool // the blob has no such range, so this package writes the error
}

const writeStretch = 4 << 20

// Unwrap lets http.ResponseController reach the connection.
func (u *idleTimeoutWriter) Unwrap() http.ResponseWriter { return u.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (u *idleTimeoutWriter) WriteHeader(status int) {
	u.isOutOfRange = status == http.StatusRequestedRangeNotSatisfiable
	if !u.isOutOfRange {
		u.ResponseWriter.WriteHeader(status)
	}
}

// Write implements io.Writer.
func (u *idleTimeoutWriter) Write(b []byte) (int, error) {
	if u.isOutOfRange {
		return len(b), nil
	}
	return u.ResponseWriter.Write(b)
}

// ReadFrom implements io.ReaderFrom.
func (u *idleTimeoutWriter) ReadFrom(src io.Reader) (n int64, err error) {
	rc := http.NewResponseController(u.ResponseWriter)
	defer func() { _ = rc.SetWriteDeadline(time.Time{}) }() // a connection without deadlines has none to lift
	limited, ok := src.(*io.LimitedReader)
	if !ok {
		limited = &io.LimitedReader{R: src, N: 1<<63 - 1}
	}
	for limited.N > 0 {
		_ = rc.SetWriteDeadline(time.Now().Add(writeIdle))
		want := min(limited.N, writeStretch)
		m, err := copyStretch(u.ResponseWriter, limited.R, want)
		n += m
		limited.N -= m
		if err != nil || m < want {
			return n, err
		}
	}
	return n, nil
}

func copyStretch(w io.Writer, src io.Reader, n int64) (int64, error) {
	if a, ok := src.(*archiveReader); ok {
		return a.sendTo(w, n)
	}
	return io.Copy(w, &io.LimitedReader{R: src, N: n})
}

// ServeToProgram answers a program with a file or ranges of it, under the entity tag that the program knows it by. The caller
// must have checked the permission.
func (s *Service) ServeToProgram(w http.ResponseWriter, r *http.Request, f *FileVersion, etag string) error {
	b, err := s.openBlob(r.Context(), f, firstByte(r))
	if err != nil {
		return err
	}
	defer b.Close()
	content := openContent(b, r)
	defer content.Close()
	setFileHeaders(w, f.Name, f.Type, "", false)
	w.Header().Set("ETag", etag)
	w.Header().Set("Cache-Control", "private, no-cache, no-transform")
	return serveContent(w, r, f.ModifiedAt, content)
}
