package nextcloud

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/sync/webdav"
	"anbar/db"
)

const (
	busyWait     = 5 * time.Second
	maxChunkName = 100
	wholeName    = ".file" // the name of all chunks together, which is moved to its place
)

// handleChunks answers below the directory of a person's uploads: "{upload}" or "{upload}/{chunk}", escaped.
func (s *Service) handleChunks(c *api.Call, rest, files string) error {
	name, chunk, inside := strings.Cut(strings.TrimSuffix(rest, "/"), "/")
	var errs [2]error
	name, errs[0] = url.PathUnescape(name)
	chunk, errs[1] = url.PathUnescape(chunk)
	if errors.Join(errs[:]...) != nil || name == "" || max(len(name), len(chunk)) > maxChunkName || strings.Contains(name+chunk, "/") {
		return fault.InvalidID
	}
	name = scopedName(c.Who, name)
	if !inside && c.R.Method == "MKCOL" {
		return s.createUpload(c, name, files)
	}
	u, err := s.loadUpload(c, name)
	if errors.Is(err, fault.InvalidID) && c.R.Method == "MOVE" && chunk == wholeName {
		return s.completions.replay(c, name)
	}
	if err != nil {
		return err
	}
	switch method := c.R.Method; {
	case !inside && method == "PROPFIND":
		return s.listChunks(c, u)
	case !inside && method == http.MethodDelete:
		return s.abortUpload(c, u)
	case inside && method == http.MethodPut && chunk != wholeName:
		return s.receiveChunk(c, u, chunk)
	case inside && method == "MOVE" && chunk == wholeName:
		return s.completions.runOnce(c, u, func(c *api.Call) (*webdav.StoreResult, error) { return s.completeIfPresent(c, u, files) })
	}
	return webdav.ErrMethod
}

// scopedName is the name of an upload among all of its person. A device whose token opens only some workspaces has its uploads for
// itself: it must not take bytes that another device sends to the other workspaces.
func scopedName(who access.Actor, name string) string {
	if token := who.NarrowToken(); token != 0 {
		return token.String() + "/" + name
	}
	return name
}

func (s *Service) loadUpload(c *api.Call, name string) (u *db.ChunkUpload, err error) {
	err = s.DB.ViewOne(c, func(v *db.View) error {
		u, err = v.ChunkUploadOf(c.Who.User, name)
		return err
	})
	if errors.Is(err, db.ErrNotFound) {
		err = fault.InvalidID
	}
	return u, err
}

// parseTotalLength is how long the app says that the whole file is; -1 when it does not.
func parseTotalLength(r *http.Request) (int64, error) {
	said := r.Header.Get("OC-Total-Length")
	if said == "" {
		return -1, nil
	}
	n, err := strconv.ParseInt(said, 10, 64)
	if err != nil || n < 0 {
		return 0, fault.BadRequest
	}
	return n, nil
}

func (s *Service) createUpload(c *api.Call, name, files string) error {
	size, err := parseTotalLength(c.R)
	if err != nil {
		return err
	}
	if c.R.Header.Get("Destination") != "" { // most apps say only at the end where it belongs
		if err := s.checkDestination(c, files, max(size, 0)); err != nil {
			return err
		}
	}
	err = s.updateWithinQuota(c, func(tx *db.Tx) error {
		if err := access.CheckActive(tx.ReadOnly(), c.Who); err != nil {
			return err
		}
		return tx.InsertChunkUpload(&db.ChunkUpload{
			ID: db.ChunkUploadID(db.NewID()), User: c.Who.User, Token: c.Who.Token(), Name: name, Size: size,
		})
	})
	if errors.Is(err, db.ErrExists) {
		return webdav.ErrExists
	}
	if err == nil {
		c.W.Header().Set("Content-Length", "0")
		c.W.WriteHeader(http.StatusCreated)
	}
	return err
}

func (s *Service) loadChunks(c *api.Call, id db.ChunkUploadID) (all []db.Chunk, err error) {
	err = s.DB.ViewOne(c, func(v *db.View) (err error) {
		all, err = v.ChunksOf(id)
		return err
	})
	return all, err
}

// isDirect reports whether the bytes of an upload go to their final place at once.
func isDirect(u *db.ChunkUpload) bool { return u.Size > blockSize }

func (s *Service) receiveChunk(c *api.Call, u *db.ChunkUpload, name string) error {
	before, err := s.loadChunks(c, u.ID)
	if err != nil {
		return err
	}
	if len(before) >= limits.Chunks {
		return fault.BadRequest
	}
	if err := s.recordSize(c, u); err != nil {
		return err
	}
	if err := s.checkCanUpload(c); err != nil {
		return err
	}
	chunk := db.Chunk{Name: name}
	if chunk.Start, err = resolveStart(c.R, name, before); err != nil {
		return err
	}
	release, err := s.Dav.AcquirePutSlot(c)
	if err != nil {
		return err
	}
	defer release()
	if isDirect(u) && chunk.Start >= 0 {
		if chunk.Size, err = s.writeDirect(c, u, chunk.Start); err == nil {
			err = ignoreNotExist(os.Remove(s.chunkPath(u.ID, name))) // where it waited as long as its place was not known
		}
	} else {
		chunk.Size, err = s.spoolChunk(c, u, name, before)
	}
	if errors.Is(err, fault.PartConflict) { // the app begins again
		return errors.Join(err, s.deleteUpload(c, u.ID))
	}
	if err == nil {
		err = s.recordChunk(c, u, chunk)
	}
	if err != nil {
		return s.uploadEndError(c, u, err)
	}
	c.W.Header().Set("Content-Length", "0")
	c.W.WriteHeader(http.StatusCreated)
	return nil
}

// recordChunk notes a chunk whose bytes came. Those of an upload of unknown size count for the room of its person from now on, and
// so do the blocks of the disk that small ones take.
func (s *Service) recordChunk(c *api.Call, u *db.ChunkUpload, chunk db.Chunk) error {
	put := func(tx *db.Tx) error {
		if err := access.CheckActive(tx.ReadOnly(), c.Who); err != nil {
			return err
		}
		return tx.PutChunk(u.ID, chunk)
	}
	var err error
	if u.Size >= 0 && chunk.Size >= chunkBlock {
		err = s.DB.Update(c, put)
	} else if err = s.updateWithinQuota(c, put); errors.Is(err, fault.QuotaExceeded) {
		err = errors.Join(err, ignoreNotExist(os.Remove(s.chunkPath(u.ID, chunk.Name))))
	}
	if errors.Is(err, db.ErrNotFound) {
		err = fault.InvalidID
	}
	return err
}

// recordSize keeps the size of the whole when the app says it with a chunk.
func (s *Service) recordSize(c *api.Call, u *db.ChunkUpload) error {
	size, err := parseTotalLength(c.R)
	if err != nil || size < 0 || u.Size >= 0 {
		return err
	}
	err = s.updateWithinQuota(c, func(tx *db.Tx) error {
		if err := tx.UpdateChunkUploadSize(u.ID, size); !errors.Is(err, db.ErrNotFound) {
			return err
		}
		now, err := tx.ChunkUploadOf(u.User, u.Name) // another chunk said it
		if errors.Is(err, db.ErrNotFound) {
			return fault.InvalidID
		}
		if err == nil {
			size = now.Size
		}
		return err
	})
	if err != nil {
		return err
	}
	u.Size = size
	return nil
}

// writeDirect stores the body of the request from a place of the file on.
func (s *Service) writeDirect(c *api.Call, u *db.ChunkUpload, start int64) (int64, error) {
	a, err := s.assemblies.open(u)
	if err != nil {
		return 0, err
	}
	return a.write(c, start, c.R.ContentLength, api.PacedBody(c))
}

// deleteUpload removes an upload with its bytes.
func (s *Service) deleteUpload(c *api.Call, id db.ChunkUploadID) error {
	err := s.DB.Update(c, func(tx *db.Tx) error { return tx.DeleteChunkUpload(id) })
	if errors.Is(err, db.ErrNotFound) {
		err = nil
	}
	return errors.Join(err, s.assemblies.remove(c, id))
}

// abortUpload answers an app that does not want an upload any more.
func (s *Service) abortUpload(c *api.Call, u *db.ChunkUpload) error {
	if err := c.Who.CheckWrite(); err != nil {
		return err
	}
	if err := s.deleteUpload(c, u.ID); err != nil {
		return err
	}
	c.W.WriteHeader(http.StatusNoContent)
	return nil
}

// listChunks tells an app that goes on with an upload what is here.
func (s *Service) listChunks(c *api.Call, u *db.ChunkUpload) error {
	all, err := s.loadChunks(c, u.ID)
	if err != nil {
		return err
	}
	here, err := s.findStoredChunks(u, all)
	if err != nil {
		return err
	}
	base := strings.TrimSuffix(c.R.URL.EscapedPath(), "/") + "/"
	b := []byte(`<?xml version="1.0" encoding="utf-8"?>` + "\n" + `<d:multistatus xmlns:d="DAV:">`)
	entry := func(href, props string) {
		b = append(webdav.AppendText(append(b, "<d:response><d:href>"...), href), "</d:href><d:propstat><d:prop>"...)
		b = append(append(b, props...), "</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>"...)
	}
	entry(base, "<d:resourcetype><d:collection/></d:resourcetype>")
	for _, chunk := range all {
		if here[chunk.Name] {
			entry(webdav.EscapePath(base, chunk.Name), fmt.Sprintf("<d:resourcetype/><d:getcontentlength>%d</d:getcontentlength>",
				chunk.Size))
		}
	}
	b = append(b, "</d:multistatus>\n"...)
	c.W.Header().Set("Content-Type", "application/xml; charset=utf-8")
	c.W.Header().Set("Content-Length", strconv.Itoa(len(b)))
	c.W.WriteHeader(http.StatusMultiStatus)
	_, _ = c.W.Write(b) // a failing write means that the app went away
	return nil
}
