package blobstore

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	catalogsDir    = "catalogs"
	catalogSuffix  = ".jsonl.zst"
	newestCatalogs = 2              // that are kept in any case
	catalogAge     = 24 * time.Hour // of one more: what was lost by mistake may be noticed late
	catalogReserve = 64 << 20       // what a catalog may need, asked for before it is written
)

// SaveCatalog keeps what write writes as the newest catalog: a listing of the names that the blobs have, for the day on which
// nothing but the store is left. It is durable and has its name only when write returns no error. Beside it
// stay the one before, the newest that is a day old, and one that will be. ErrFull when the disk has no room.
func (s *Store) SaveCatalog(write func(io.Writer) error) error {
	if err := s.checkSpace(catalogReserve); err != nil {
		return err
	}
	if err := s.fs.Mkdir(s.path(catalogsDir)); err != nil {
		return wrapFull(err)
	}
	if err := s.removeHalfCatalogs(); err != nil {
		return err
	}
	name, err := s.nameCatalog()
	if err != nil {
		return err
	}
	err = replaceFileWith(s.fs, s.path(catalogsDir, name), func(f File) error { return write(io.NewOffsetWriter(f, 0)) })
	if err != nil {
		return err
	}
	names, err := s.listCatalogs()
	if err != nil {
		return err
	}
	for _, old := range listSuperseded(names) {
		err = errors.Join(err, removeIfExists(s.fs, s.path(catalogsDir, old)))
	}
	return err
}

// listSuperseded returns the catalogs that go. names are all, the newest first.
func listSuperseded(names []string) (gone []string) {
	if len(names) <= newestCatalogs {
		return nil
	}
	older := names[newestCatalogs:]
	aged := slices.IndexFunc(older, func(name string) bool {
		return timeOfCatalog(names[0])-timeOfCatalog(name) >= catalogAge.Milliseconds()
	})
	if aged < 0 {
		aged = len(older)
	}
	for i, name := range older {
		if i != aged && i != aged-1 { // the oldest that is not a day old will be
			gone = append(gone, name)
		}
	}
	return gone
}

// timeOfCatalog is in milliseconds; 0 for a name that says none.
func timeOfCatalog(name string) int64 {
	ms, err := strconv.ParseInt(strings.TrimSuffix(name, catalogSuffix), 10, 64)
	if err != nil {
		return 0
	}
	return ms
}

// removeHalfCatalogs removes what a process left that ended while it wrote one.
func (s *Store) removeHalfCatalogs() error {
	names, err := s.fs.List(s.path(catalogsDir))
	for _, name := range names {
		if strings.HasSuffix(name, tempSuffix) {
			err = errors.Join(err, removeIfExists(s.fs, s.path(catalogsDir, name)))
		}
	}
	return err
}

// nameCatalog returns a name that is newer than all others, also when the clock went back.
func (s *Store) nameCatalog() (string, error) {
	names, err := s.listCatalogs()
	if err != nil {
		return "", err
	}
	at := s.o.Now().UnixMilli()
	if len(names) > 0 {
		at = max(at, timeOfCatalog(names[0])+1)
	}
	return fmt.Sprintf("%013d%s", at, catalogSuffix), nil
}

// listCatalogs returns the names of the catalogs, the newest first.
func (s *Store) listCatalogs() ([]string, error) {
	names, err := s.fs.List(s.path(catalogsDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	names = slices.DeleteFunc(names, func(name string) bool { return !strings.HasSuffix(name, catalogSuffix) })
	slices.Reverse(names)
	return names, err
}

// Catalog is one that SaveCatalog kept.
type Catalog struct {
	Name string
	*io.SectionReader
	file File
}

// Close implements io.Closer.
func (c *Catalog) Close() error { return c.file.Close() }

// OpenCatalogs opens the catalogs, the newest first. The caller closes them.
func (s *Store) OpenCatalogs() (all []*Catalog, err error) {
	names, err := s.listCatalogs()
	for _, name := range names {
		f, ferr := s.fs.OpenFile(s.path(catalogsDir, name), os.O_RDONLY)
		if ferr != nil {
			err = errors.Join(err, ferr)
			continue
		}
		size, ferr := f.Size()
		if ferr != nil {
			err = errors.Join(err, ferr, f.Close())
			continue
		}
		all = append(all, &Catalog{Name: name, SectionReader: io.NewSectionReader(f, 0, size), file: f})
	}
	return all, err
}

// IsEmpty reports whether the store holds no blob at all.
func (s *Store) IsEmpty() (bool, error) {
	for _, err := range s.index.All() {
		return false, err
	}
	for _, err := range s.allLarge() {
		return false, err
	}
	return true, nil
}
