package editors

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/app/drive/downloads"
	"anbar/app/drive/files"
	"anbar/app/office/editors/onlyoffice"
	"anbar/blobstore"
	"anbar/db"
)

const (
	zipSignature = "PK\x03\x04"
	pdfSignature = "%PDF-"
)

// signatures are the first bytes of the formats that come from an office server, with their content types.
var signatures = map[string]struct{ head, mime string }{
	"docx": {zipSignature, docxType}, "xlsx": {zipSignature, xlsxType}, "pptx": {zipSignature, pptxType},
	"odt": {zipSignature, "application/vnd.oasis.opendocument.text"}, "ods": {zipSignature,
		"application/vnd.oasis.opendocument.spreadsheet"},
	"odp": {zipSignature, "application/vnd.oasis.opendocument.presentation"}, "pdf": {pdfSignature, "application/pdf"},
	"rtf": {"{\\rtf", "application/rtf"}, "txt": {"", "text/plain"}, "csv": {"", "text/csv"},
}

// fetchContent stores a document that the office server named, when its bytes begin as the format does.
func (e *office) fetchContent(ctx context.Context, server *onlyoffice.Server, at, ext string) (files.Content, *blobstore.Lease, error) {
	var c files.Content
	kind, known := signatures[ext]
	if !known {
		return c, nil, fault.UploadType
	}
	r, err := server.Fetch(ctx, at, maxDocument)
	if err != nil {
		return c, nil, err
	}
	defer r.Close()
	return e.s.storeContent(ctx, r, kind.head, kind.mime)
}

// storeContent stores bytes that have to begin with head.
func (s *Service) storeContent(ctx context.Context, r io.Reader, head, mime string) (files.Content, *blobstore.Lease, error) {
	var c files.Content
	in := bufio.NewReader(r)
	first, err := in.Peek(len(head))
	if err != nil && !errors.Is(err, io.EOF) {
		return c, nil, err
	}
	if !bytes.Equal(first, []byte(head)) {
		return c, nil, fault.UploadType
	}
	stored, blob, err := s.Blobs.PutReader(ctx, in)
	return files.Content{Hash: db.Hash(stored.Digest), Size: stored.Size, Type: mime}, blob, err
}

// SaveAs stores a document that the office server made for a person under another name or in another format.
func (s *Service) SaveAs(ctx context.Context, who access.Actor, space db.SpaceID, dir db.NodeID, name, ext, address string,
) (*files.ItemView, error) {
	server := s.Office.Now()
	if server == nil {
		return nil, fault.OfficeOff
	}
	err := s.DB.View(ctx, func(v *db.View) error {
		_, err := access.Dir(v, who, space, dir, access.Create, access.FileSubject, access.Editor)
		return err
	})
	if err != nil {
		return nil, err
	}
	if extensionOf(name) != ext {
		name = replaceExtension(name, ext)
	}
	n, err := names.Parse(name)
	if err != nil {
		return nil, toNameFault("file_name", err)
	}
	content, blob, err := (&office{s}).fetchContent(ctx, server, address, ext)
	if err != nil {
		return nil, toOfficeFault(err)
	}
	defer blob.Release()
	return s.addFile(ctx, who, space, dir, n, content)
}

// addFile makes a file of a document that is in the store.
func (s *Service) addFile(ctx context.Context, who access.Actor, space db.SpaceID, dir db.NodeID, n names.Name, c files.Content,
) (*files.ItemView, error) {
	return db.Do(ctx, s.DB, func(tx *db.Tx) (l *files.ItemView, err error) {
		at, err := access.Dir(tx.ReadOnly(), who, space, dir, access.Create, access.FileSubject, access.Editor)
		if err != nil {
			return nil, err
		}
		node, _, err := files.Add(tx, who, at, n, c, files.Rename)
		if err == nil {
			l, err = files.Load(tx.ReadOnly(), who, space, node.ID)
		}
		return l, err
	})
}

// Convert makes a document in the format that editors take of one in another format, beside it.
func (s *Service) Convert(ctx context.Context, who access.Actor, t Target) (*files.ItemView, error) {
	src := &Source{Target: t, Who: who}
	f, err := db.Get(ctx, s.DB, func(v *db.View) (f *format, err error) {
		it, err := access.File(v, who, t.Space, t.Directory, t.File, access.Read)
		if err != nil {
			return nil, err
		}
		if f = formatOf(it.Name, it.ContentType); f == nil || f.convertTo == "" {
			return f, fault.ConversionFailed
		}
		found, err := downloads.VersionOf(v, it, 0)
		if err == nil {
			_, err = access.Dir(v, who, t.Space, t.Directory, access.Create, access.FileSubject, access.Editor)
		}
		if err == nil {
			src.Name, src.Hash, src.Size, src.Ext, src.Version = it.Name, found.Hash, found.Size, f.ext, found.Version
		}
		return f, err
	})
	if err != nil {
		return nil, err
	}
	_, p := s.defaultEngine(f)
	made, err := p.Convert(ctx, src, f.convertTo)
	if err != nil {
		return nil, err
	}
	defer made.Close()
	content, blob, err := s.storeContent(ctx, made, zipSignature, formatByExtension(f.convertTo).mime)
	if err != nil {
		return nil, toOfficeFault(err)
	}
	defer blob.Release()
	return s.addFile(ctx, who, t.Space, t.Directory, names.Repair(replaceExtension(src.Name, f.convertTo)), content)
}

// FetchForgotten stores the documents that the office server could not hand over, and forgets old keys. Documents that it
// keeps for others stay there.
func (s *Service) FetchForgotten(ctx context.Context) error {
	err := s.DB.Update(ctx, func(tx *db.Tx) error {
		return errors.Join(tx.DeleteOfficeKeysBefore(tx.Now.Add(-keysLife)), tx.DeleteWopiSessionsBefore(tx.Now.Add(-limits.WopiKept)))
	})
	server := s.Office.Now()
	if server == nil || err != nil {
		return err
	}
	keys, err := server.ListForgotten(ctx)
	if err != nil {
		return err
	}
	lost, err := s.loadForgotten(ctx, keys)
	if err != nil {
		return err
	}
	failed := map[string]bool{}
	for _, k := range lost[:min(len(lost), limits.OfficeLost)] {
		if one := s.fetchForgottenDocument(ctx, server, k); one != nil {
			s.Log.Error("fetch a document that the office server could not hand over", "key", k.Key, "error", one)
			err, failed[k.Key] = errors.Join(err, one), true
		}
	}
	s.mu.Lock()
	s.unfetched = failed
	s.mu.Unlock()
	return err
}

// loadForgotten returns the documents of this server among those that an office server keeps; what could not be fetched the last time
// comes behind all others.
func (s *Service) loadForgotten(ctx context.Context, keys []string) ([]*db.OfficeKey, error) {
	all, err := db.Get(ctx, s.DB, func(v *db.View) (all []*db.OfficeKey, err error) {
		for _, key := range keys {
			k, err := v.OfficeKeyByKey(key)
			if err != nil && !errors.Is(err, db.ErrNotFound) {
				return all, err
			}
			if err == nil {
				all = append(all, k)
			}
		}
		return all, nil
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	slices.SortStableFunc(all, s.compareUnfetched)
	return all, err
}

// compareUnfetched orders documents whose last fetch failed behind the others. The caller holds the lock.
func (s *Service) compareUnfetched(a, b *db.OfficeKey) int {
	switch late := s.unfetched[a.Key]; {
	case late == s.unfetched[b.Key]:
		return 0
	case late:
		return 1
	}
	return -1
}

func (s *Service) fetchForgottenDocument(ctx context.Context, server *onlyoffice.Server, k *db.OfficeKey) error {
	at, err := server.LoadForgottenURL(ctx, k.Key)
	if err != nil || at == "" {
		return err
	}
	d := &delivery{key: k, url: at, final: true, authors: []db.UserID{k.User}, issuedAt: time.Now().Unix()}
	if err := (&office{s}).storeDelivery(ctx, server, d); err != nil {
		return err
	}
	return server.DeleteForgotten(ctx, k.Key)
}
