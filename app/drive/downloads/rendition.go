package downloads

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"

	"anbar/app/base/api"
	"anbar/app/base/conditional"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/blobstore"
	"anbar/decode"
	"anbar/decode/extract"
	"anbar/decode/refusal"
	"anbar/decode/sheet"
)

// serveRendition answers with a rendition of a document: what a viewer draws of it, made by a decoder. Renditions are as private as
// the blob and are kept by the browser as long.
func (s *Service) serveRendition(w http.ResponseWriter, r *http.Request, owner limits.Owner, f *FileVersion, b *blobstore.Blob,
	rendition string) error {
	q := r.URL.Query()
	etag := f.Hash.String() + "-" + rendition + "-" + q.Get("sheet") + "-" + q.Get("first") + "-" + q.Get("rows") + "-" +
		url.QueryEscape(q.Get("find")) + "-" + url.QueryEscape(q.Get("page"))
	if conditional.IsCurrent(r, `"`+etag+`"`) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	if isCompoundFile(b) {
		return fault.DocumentLocked
	}
	content := decode.Content{From: b, Size: b.Size(), Hash: f.Hash, Space: f.Space}
	if rendition == "page" {
		return s.servePage(w, r, owner, f, content, etag)
	}
	v, err := s.readRendition(r.Context(), owner, f, content, rendition, q)
	var bar *refusal.Error
	if errors.As(err, &bar) && bar.Code == refusal.Encrypted {
		return fault.DocumentLocked
	}
	if errors.Is(err, decode.ErrContent) {
		return fault.DocumentUnreadable.Because(err)
	}
	if err != nil {
		return api.ToBusyFault(err)
	}
	setFileHeaders(w, f.Name, "application/json", etag, true)
	if raw, ok := v.(json.RawMessage); ok { // the encoder would make markup five times as long
		_, err = w.Write(raw)
		return err
	}
	return json.NewEncoder(w).Encode(v) // a failing write means the browser went away
}

// readRendition has a decoder make a rendition.
func (s *Service) readRendition(ctx context.Context, owner limits.Owner, f *FileVersion, c decode.Content, rendition string,
	q url.Values) (any, error) {
	switch rendition {
	case "blocks":
		ending := strings.TrimPrefix(strings.ToLower(path.Ext(f.Name)), ".")
		return s.dec.ReadBlocks(ctx, owner, c, extract.KindOf(ending, f.Type))
	case "sheet":
		var want sheet.PageRequest
		for name, into := range map[string]*int{"sheet": &want.Sheet, "first": &want.First, "rows": &want.Rows} {
			n, err := parseNumber(q.Get(name))
			if err != nil {
				return nil, fault.Field(name, fault.InvalidValue)
			}
			*into = n
		}
		return s.dec.ReadSheetPage(ctx, owner, c, want)
	case "cell":
		if len(q.Get("find")) > maxFind {
			return nil, fault.Field("find", fault.TooLong)
		}
		return s.dec.FindCell(ctx, owner, c, names.SplitWords(q.Get("find")))
	case "comments":
		return s.dec.ReadComments(ctx, owner, c)
	case "edit":
		return s.dec.ReadEditParts(ctx, owner, c)
	}
	return nil, fault.Field("form", fault.InvalidValue)
}

// pagesHeader tells how many pages there are.
const pagesHeader = "Anbar-Pages"

// servePage answers with a page of a picture that browsers do not show, as one that they do.
func (s *Service) servePage(w http.ResponseWriter, r *http.Request, owner limits.Owner, f *FileVersion, c decode.Content,
	etag string,
) error {
	page, err := parseNumber(r.URL.Query().Get("page"))
	if err != nil {
		return fault.Field("page", fault.InvalidValue)
	}
	page = max(page, 1)
	p, err := s.dec.RenderPicturePage(r.Context(), owner, c, page)
	if errors.Is(err, decode.ErrContent) {
		return fault.DocumentUnreadable.Because(err)
	}
	if err != nil {
		return api.ToBusyFault(err)
	}
	setFileHeaders(w, f.Name, p.Type, etag, true)
	w.Header().Set(pagesHeader, strconv.Itoa(p.Pages))
	_, err = w.Write(p.Bytes)
	return err
}

// compoundSignature is how files of old office programs begin, and documents of today's that are encrypted.
const compoundSignature = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

func isCompoundFile(b *blobstore.Blob) bool {
	begin := make([]byte, len(compoundSignature))
	n, _ := b.ReadAt(begin, 0) // a shorter one is not locked
	return string(begin[:n]) == compoundSignature
}

const maxFind = 400 // bytes

// parseNumber reads a number of the query; 0 when there is none.
func parseNumber(s string) (int, error) {
	if s == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(s, 10, 31)
	return int(n), err
}
