package archive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/downloads"
	"anbar/app/drive/imports"
	"anbar/app/drive/imports/source"
	"anbar/blobstore"
	"anbar/db"
	"anbar/decode"
)

// Service opens archives that lie in workspaces.
type Service struct {
	db    *db.DB
	blobs *blobstore.Store
	dec   *decode.Decoders
}

// New makes the service.
func New(d *db.DB, blobs *blobstore.Store, dec *decode.Decoders) *Service {
	return &Service{db: d, blobs: blobs, dec: dec}
}

// origin is where an import reads from: versions of files. A version holds the same bytes for ever, so an import goes on where
// it was.
type origin struct {
	Space    db.SpaceID  `json:"space"`
	Archives []versionOf `json:"archives"`
}

type versionOf struct {
	File    db.NodeID    `json:"file"`
	Version db.VersionID `json:"version"`
	Name    string       `json:"name"`
}

const maxParts = 100

// Kinds are what the engine has to know of archives.
func (s *Service) Kinds() map[string]imports.Kind {
	return map[string]imports.Kind{
		imports.Archive: {
			ReadRequest: s.newRequestReader(func(in *imports.Request) *imports.FileSource { return in.Archive }),
			Open:        s.newOpener(func(who limits.Owner, parts []Part) source.Source { return NewPlain(s.dec, who, parts) }),
		},
		imports.Takeout: {
			ReadRequest: s.newRequestReader(func(in *imports.Request) *imports.FileSource { return in.Takeout }),
			Open:        s.newOpener(func(who limits.Owner, parts []Part) source.Source { return NewTakeout(s.dec, who, parts) }),
		},
		imports.UserMigration: {
			ReadRequest: s.newRequestReader(func(in *imports.Request) *imports.FileSource { return in.UserMigration }),
			Open:        s.newOpener(func(who limits.Owner, parts []Part) source.Source { return NewMigration(s.dec, who, parts) }),
		},
	}
}

func (s *Service) newRequestReader(of func(*imports.Request) *imports.FileSource,
) func(context.Context, access.Actor, *imports.Request) (*imports.Origin, error) {
	return func(ctx context.Context, who access.Actor, in *imports.Request) (*imports.Origin, error) {
		f := of(in)
		if f == nil {
			return nil, fault.Field(in.Kind, fault.Required)
		}
		return s.loadOrigin(ctx, who, f.Space, f.Files)
	}
}

// loadOrigin names the current versions of files that the person may read.
func (s *Service) loadOrigin(ctx context.Context, who access.Actor, space db.SpaceID, files []db.NodeID) (*imports.Origin, error) {
	if len(files) == 0 {
		return nil, fault.SelectionEmpty
	}
	if len(files) > maxParts {
		return nil, fault.SelectionTooLarge
	}
	o := origin{Space: space}
	err := s.db.View(ctx, func(v *db.View) error {
		for _, id := range files {
			it, err := loadReadable(v, who, space, id)
			if err != nil {
				return err
			}
			o.Archives = append(o.Archives, versionOf{File: id, Version: it.Version, Name: it.Name})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &imports.Origin{Title: o.Archives[0].Name, Place: o}, nil
}

func loadReadable(v *db.View, who access.Actor, space db.SpaceID, id db.NodeID) (*access.Item, error) {
	it, err := access.Node(v, who, space, id, access.Read)
	if err == nil && it.Kind != db.File {
		err = fault.NotAFile
	}
	return it, err
}

// newOpener opens the versions by the rights that the person has now.
func (s *Service) newOpener(of func(limits.Owner, []Part) source.Source) imports.Opener {
	return func(ctx context.Context, imp *imports.Import) (source.Source, error) {
		var o origin
		if err := json.Unmarshal([]byte(imp.Origin), &o); err != nil {
			return nil, fmt.Errorf("read where an import comes from: %w", err)
		}
		parts, err := s.openParts(ctx, access.Actor{User: imp.User}, &o)
		if err != nil {
			return nil, err
		}
		return of(limits.Owner{Person: int64(imp.User)}, parts), nil
	}
}

// findVersions finds the contents of the archives of an import.
func (s *Service) findVersions(ctx context.Context, who access.Actor, o *origin) (found []*downloads.FileVersion, err error) {
	err = s.db.View(ctx, func(v *db.View) error {
		for _, a := range o.Archives {
			it, err := loadReadable(v, who, o.Space, a.File)
			if err != nil {
				return err
			}
			f, err := downloads.VersionOf(v, it, a.Version)
			if err != nil {
				return err
			}
			found = append(found, f)
		}
		return nil
	})
	if errors.Is(err, fault.InvalidID) || errors.Is(err, fault.VersionNotFound) {
		err = fault.ImportSourceGone.Because(err)
	}
	return found, err
}

func (s *Service) openParts(ctx context.Context, who access.Actor, o *origin) ([]Part, error) {
	found, err := s.findVersions(ctx, who, o)
	if err != nil {
		return nil, err
	}
	var parts []Part
	for i, f := range found {
		b, err := s.blobs.Open(ctx, blobstore.Digest(f.Hash))
		if err != nil {
			for _, p := range parts {
				err = errors.Join(err, p.Close())
			}
			return nil, fault.ContentDamaged.Because(err)
		}
		c := decode.Content{From: b, Size: b.Size(), Hash: f.Hash, Space: o.Space}
		parts = append(parts, Part{Name: o.Archives[i].Name, Content: c, Close: b.Close})
	}
	return parts, nil
}

// Calls are the calls of archives.
type Calls struct {
	s      *Service
	engine *imports.Service
}

// NewCalls makes the calls.
func NewCalls(s *Service, engine *imports.Service) *Calls { return &Calls{s, engine} }

// Mount declares the calls.
func (c *Calls) Mount(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "POST /storage/space/{space_id}/directory/{directory_id}/file/{file_id}/extract", Gate: api.Member, Status: 201,
		Does:  "Unpack an archive into a new directory that is named after it, as an import",
		Fails: []*fault.Fault{fault.PermissionDenied, fault.NotAFile, fault.NotADirectory, fault.ImportsTooMany},
	}, c.handleExtract)
}

type extractIn struct {
	Space       db.SpaceID `path:"space_id"`
	Directory   db.NodeID  `path:"directory_id"`
	File        db.NodeID  `path:"file_id"`
	Into        db.NodeID  `json:"into,omitzero" doc:"the directory that the new one is made in; that of the archive when absent"`
	OnDuplicate string     `json:"on_duplicate,omitempty" doc:"rename (when absent), replace, version or skip"`
}

func (c *Calls) handleExtract(call *api.Call, in *extractIn) (*imports.ImportView, error) {
	if err := c.s.db.View(call, func(v *db.View) error {
		_, err := access.File(v, call.Who, in.Space, in.Directory, in.File, access.Read)
		return err
	}); err != nil {
		return nil, err
	}
	o, err := c.s.loadOrigin(call, call.Who, in.Space, []db.NodeID{in.File})
	if err != nil {
		return nil, err
	}
	into := in.Into
	if into == 0 {
		into = in.Directory
	}
	imp, err := c.engine.Begin(call, call.Who, &imports.BeginRequest{
		Space: in.Space, Directory: into, Name: trimExtension(o.Title), Kind: imports.Archive, Origin: *o, OnDuplicate: in.OnDuplicate,
	})
	if err != nil {
		return nil, err
	}
	return c.engine.Get(call, call.Who, imp.ID)
}

// trimExtension is the name of an archive without its ending.
func trimExtension(name string) string {
	lower := strings.ToLower(name)
	for _, ext := range []string{".tar.gz", ".tar.bz2", ".tar.zst", ".tgz", ".tbz2", ".zip", ".tar", ".7z", ".gz", ".bz2", ".zst", ".jar"} {
		if strings.HasSuffix(lower, ext) && len(name) > len(ext) {
			return name[:len(name)-len(ext)]
		}
	}
	return name + " files"
}
