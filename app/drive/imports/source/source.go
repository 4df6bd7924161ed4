// Package source says how the import engine reads from a place that files come from.
package source

import (
	"context"
	"errors"
	"io"
	"time"
)

// Item is a file or a directory of a source.
type Item struct {
	Key        string // names it in its source, and nothing else there; at most 4 KiB, any bytes
	Path       string // as the source shows it, with slashes; the engine mends names that are not allowed
	Directory  bool
	Size       int64     // in bytes; -1 when the source does not say
	ModifiedAt time.Time // zero when the source does not say
	ETag       string    // another one when the content is another one; of a directory, when anything below is
	Type       string    // content type; empty when the source does not say
	Sums       []Sum     // that the content has to have
	Favorite   bool
	Fields     []Field
	Versions   bool   // Versioned has older contents of it
	Skip       string // a reason of the catalogue why the engine leaves it out; empty to take it
	Ref        string // for the source alone, at most 4 KiB: how Open finds it
}

// Sum is the digest of a content, as the source says it.
type Sum struct {
	Algorithm string // "md5", "sha1", "sha256", "adler32" or "crc32"
	Hex       string // lower case
}

// Field is the value that a file or a directory has in a custom field (a tag) of that title.
type Field struct{ Title, Type, Value string }

// Page is a part of a listing.
type Page struct {
	Items    []Item
	Next     string // the cursor of the rest of this listing; empty at its end
	Listings []Listing
}

// Listing is a directory of the source whose items another call of List returns.
type Listing struct {
	Cursor string // at most 4 KiB
	ETag   string // the same as at the run before: nothing below changed, and it is not listed; empty when unknown
}

// Info is about a content that is being read. What it says goes before what the listing said.
type Info struct {
	Size       int64 // of the whole, whatever the offset; -1 when unknown
	ETag       string
	ModifiedAt time.Time
	Type       string
	Sums       []Sum
}

// Source is a place that files come from. Its methods may be called by Parallel goroutines at a time. Foreign documents and
// archives are decoded by decode and never by a source itself.
type Source interface {
	// List returns a part of a listing; the cursor is empty for the first part of the top. It returns the same items in the same
	// order when it is asked again and the source did not change.
	List(ctx context.Context, cursor string) (*Page, error)
	// Open reads a content from an offset on. With an offset it fails with ErrChanged when the content is no longer that of it.ETag.
	Open(ctx context.Context, it *Item, offset int64) (io.ReadCloser, *Info, error)
	// Parallel is how many items may be read at a time: 1 for a source that can only be read from its beginning to its end, in
	// the order of List.
	Parallel() int
	Close() error
}

// VersionLister is a source with older contents of files.
type VersionLister interface {
	// ListVersions returns the older contents of a file, the oldest first. Open reads them.
	ListVersions(ctx context.Context, it *Item) ([]Item, error)
}

// LinkLister is a source with public links to its items.
type LinkLister interface {
	ListLinks(ctx context.Context) ([]Link, error)
}

// Link is a public link at a source.
type Link struct {
	URL      string
	Key      string // of the item that it opens
	Title    string
	EndsAt   time.Time // zero: never
	Password bool      // it asks for one, which no source tells
	Drop     bool      // it takes files in and shows none
	ViewOnly bool
	Narrowed bool // it opens to some people only, for some times, or one version
}

// Errors of sources. Any other error is that of a way that may work again later, unless it is a *fault.Fault of the catalogue
// that says otherwise.
var (
	ErrGone    = errors.New("the source no longer has it")
	ErrChanged = errors.New("the content changed at the source")
	ErrDenied  = errors.New("the source refuses to give it")
	ErrBroken  = errors.New("the source cannot read it")      // a damaged entry of an archive
	ErrAnswer  = errors.New("what answers is no such source") // not when it is asked again, either
)
