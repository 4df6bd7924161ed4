// Package blobstore keeps contents under the BLAKE3 hash of their bytes.
//
// A content of at most SmallMax bytes is a record in an append-only pack; a
// larger one is a file of its own whose bytes start at offset 0. Both carry
// their own checksums, so the files are the truth and the index in memory can
// be rebuilt from them at any time. What a method acknowledged survives a power
// cut. A content lives as long as somebody names it: callers hold a Lease until
// the row that names it is committed, and Mark and Sweep remove what no row
// names any more.
//
// The format on disk is described in docs/blobstore.md.
package blobstore
