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

	"anbar/app/access"
	"anbar/app/api"
	"anbar/app/fault"
	"anbar/app/limits"
	"anbar/app/webdav"
	"anbar/db"
)

const (
	busyWait     = 5 * time.Second
	maxChunkName = 100
	whole        = ".file" // the name of all chunks together, which is moved to its place
)

// chunks answers below the directory of a person's uploads: "{upload}" or "{upload}/{chunk}", escaped.
func (s *Service) chunks(c *api.Call, rest, files string) error {
	name, chunk, inside := strings.Cut(strings.TrimSuffix(rest, "/"), "/")
	var errs [2]error
	name, errs[0] = url.PathUnescape(name)
	chunk, errs[1] = url.PathUnescape(chunk)
	if errors.Join(errs[:]...) != nil || name == "" || max(len(name), len(chunk)) > maxChunkName || strings.Contains(name+chunk, "/") {
		return fault.InvalidID
	}
	name = ownName(c.Who, name)
	if !inside && c.R.Method == "MKCOL" {
		return s.beginUpload(c, name, files)
	}
	u, err := s.uploadOf(c, name)
	if errors.Is(err, fault.InvalidID) && c.R.Method == "MOVE" && chunk == whole {
		return s.completions.again(c, name)
	}
	if err != nil {
		return err
	}
	switch method := c.R.Method; {
	case !inside && method == "PROPFIND":
		return s.listChunks(c, u)
	case !inside && method == http.MethodDelete:
		return s.giveUp(c, u)
	case inside && method == http.MethodPut && chunk != whole:
		return s.putChunk(c, u, chunk)
	case inside && method == "MOVE" && chunk == whole:
		return s.completions.one(c, u, func(c *api.Call) (*webdav.Stored, error) { return s.complete(c, u, files) })
	}
	return webdav.ErrMethod
}

// ownName is the name of an upload among all of its person. A device whose token opens only some workspaces has its uploads for
// itself: it must not take bytes that another device sends to the other workspaces.
func ownName(who access.Actor, name string) string {
	if token := who.NarrowToken(); token != 0 {
		return token.String() + "/" + name
	}
	return name
}

func (s *Service) uploadOf(c *api.Call, name string) (u *db.ChunkUpload, err error) {
	err = s.DB.ViewOne(c, func(v *db.View) error {
		u, err = v.ChunkUploadOf(c.Who.User, name)
		return err
	})
	if errors.Is(err, db.ErrNotFound) {
		err = fault.InvalidID
	}
	return u, err
}

// totalLength is how long the app says that the whole file is; -1 when it does not.
func totalLength(r *http.Request) (int64, error) {
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

func (s *Service) beginUpload(c *api.Call, name, files string) error {
	size, err := totalLength(c.R)
	if err != nil {
		return err
	}
	if c.R.Header.Get("Destination") != "" { // most apps say only at the end where it belongs
		if err := s.mayArrive(c, files, max(size, 0)); err != nil {
			return err
		}
	}
	err = s.taking(c, func(tx *db.Tx) error {
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

func (s *Service) chunksOf(c *api.Call, id db.ChunkUploadID) (all []db.Chunk, err error) {
	err = s.DB.ViewOne(c, func(v *db.View) (err error) {
		all, err = v.ChunksOf(id)
		return err
	})
	return all, err
}

// direct reports whether the bytes of an upload go to their final place at once.
func direct(u *db.ChunkUpload) bool { return u.Size > block }

func (s *Service) putChunk(c *api.Call, u *db.ChunkUpload, name string) error {
	before, err := s.chunksOf(c, u.ID)
	if err != nil {
		return err
	}
	if len(before) >= limits.Chunks {
		return fault.BadRequest
	}
	if err := s.learnSize(c, u); err != nil {
		return err
	}
	if err := s.mayBring(c); err != nil {
		return err
	}
	chunk := db.Chunk{Name: name}
	if chunk.Start, err = place(c.R, name, before); err != nil {
		return err
	}
	release, err := s.Dav.TakePut(c)
	if err != nil {
		return err
	}
	defer release()
	if direct(u) && chunk.Start >= 0 {
		if chunk.Size, err = s.assemble(c, u, chunk.Start); err == nil {
			err = absent(os.Remove(s.asidePath(u.ID, name))) // where it waited as long as its place was not known
		}
	} else {
		chunk.Size, err = s.setAside(c, u, name, before)
	}
	if errors.Is(err, fault.PartConflict) { // the app begins again
		return errors.Join(err, s.forgetUpload(c, u.ID))
	}
	if err == nil {
		err = s.keepChunk(c, u, chunk)
	}
	if err != nil {
		return s.endedOr(c, u, err)
	}
	c.W.Header().Set("Content-Length", "0")
	c.W.WriteHeader(http.StatusCreated)
	return nil
}

// keepChunk notes a chunk whose bytes came. Those of an upload of unknown size count for the room of its person from now on, and
// so do the blocks of the disk that small ones take.
func (s *Service) keepChunk(c *api.Call, u *db.ChunkUpload, chunk db.Chunk) error {
	put := func(tx *db.Tx) error {
		if err := access.CheckActive(tx.ReadOnly(), c.Who); err != nil {
			return err
		}
		return tx.PutChunk(u.ID, chunk)
	}
	var err error
	if u.Size >= 0 && chunk.Size >= chunkBlock {
		err = s.DB.Update(c, put)
	} else if err = s.taking(c, put); errors.Is(err, fault.QuotaExceeded) {
		err = errors.Join(err, absent(os.Remove(s.asidePath(u.ID, chunk.Name))))
	}
	if errors.Is(err, db.ErrNotFound) {
		err = fault.InvalidID
	}
	return err
}

// learnSize keeps the size of the whole when the app says it with a chunk.
func (s *Service) learnSize(c *api.Call, u *db.ChunkUpload) error {
	size, err := totalLength(c.R)
	if err != nil || size < 0 || u.Size >= 0 {
		return err
	}
	err = s.taking(c, func(tx *db.Tx) error {
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

// assemble stores the body of the request from a place of the file on.
func (s *Service) assemble(c *api.Call, u *db.ChunkUpload, start int64) (int64, error) {
	a, err := s.assemblies.of(u)
	if err != nil {
		return 0, err
	}
	return a.write(c, start, c.R.ContentLength, api.PacedBody(c))
}

// forgetUpload removes an upload with its bytes.
func (s *Service) forgetUpload(c *api.Call, id db.ChunkUploadID) error {
	err := s.DB.Update(c, func(tx *db.Tx) error { return tx.DeleteChunkUpload(id) })
	if errors.Is(err, db.ErrNotFound) {
		err = nil
	}
	return errors.Join(err, s.assemblies.drop(c, id))
}

// giveUp answers an app that does not want an upload any more.
func (s *Service) giveUp(c *api.Call, u *db.ChunkUpload) error {
	if err := c.Who.CheckWrite(); err != nil {
		return err
	}
	if err := s.forgetUpload(c, u.ID); err != nil {
		return err
	}
	c.W.WriteHeader(http.StatusNoContent)
	return nil
}

// listChunks tells an app that goes on with an upload what is here.
func (s *Service) listChunks(c *api.Call, u *db.ChunkUpload) error {
	all, err := s.chunksOf(c, u.ID)
	if err != nil {
		return err
	}
	here, err := s.here(u, all)
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
			entry(webdav.Escape(base, chunk.Name), fmt.Sprintf("<d:resourcetype/><d:getcontentlength>%d</d:getcontentlength>", chunk.Size))
		}
	}
	b = append(b, "</d:multistatus>\n"...)
	c.W.Header().Set("Content-Type", "application/xml; charset=utf-8")
	c.W.Header().Set("Content-Length", strconv.Itoa(len(b)))
	c.W.WriteHeader(http.StatusMultiStatus)
	_, _ = c.W.Write(b) // a failing write means that the app went away
	return nil
}
