// Package blobstore keeps blobs under the BLAKE3 hash of their bytes.
//
// A blob of at most SmallMax bytes is a record in an append-only pack; a larger
// one is a file of its own whose bytes start at offset 0. Both carry
// their own checksums, so the files are the truth and the index in memory can
// be rebuilt from them at any time. A write that returned without an error
// survives a power cut, except the parts of an unfinished upload (see WritePart).
// A blob is kept as long as a row of the database names it, or a Lease: callers
// hold a Lease until the row that names the blob is committed. Mark and Sweep
// remove blobs that no row names.
//
// The format on disk is described in docs/blobstore.md.
package blobstore
