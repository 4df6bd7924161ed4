// Package limits holds the bound of every resource that a person, a visitor or
// a stranger can take up: memory, time, disk, rows, slots and messages. One
// file names them all, and docs/security.md shows them as a table.
package limits

import (
	"fmt"
	"strings"
	"time"
)

// Row is one line of the table.
type Row struct {
	Resource string // what is taken up
	Owner    string // whose share it is
	Bound    string // how much the owner may hold
	Beyond   string // the answer to more
}

const (
	kib = 1 << 10
	mib = 1 << 20
	gib = 1 << 30
)

// Decoding of foreign bytes, in processes of their own.
const (
	DecodePictureBytes = 192 << 20        // of memory that a picture says it takes: 50 megapixels of a photograph
	DecodeFaceBytes    = 64 << 20         // the same for a picture of a person, which is decoded while they wait
	DecodePDFBytes     = 256 << 20        // of memory that one PDF may use
	DecodeAddresses    = 448 << 20        // of address space that a decoder gets beyond what it started with: the largest picture and its copies
	DecodeFaces        = 192 << 20        // the same for pictures of people
	DecodeResident     = 160 << 20        // a decoder that holds more between two documents is replaced
	DecodeDocuments    = 500              // a decoder is replaced after so many
	DecodeRead         = 1 << 30          // bytes that a decoder reads before it is replaced
	DecodeIdle         = 20 * time.Second // a decoder without work ends, so that its memory goes back
	DecodeTime         = 20 * time.Second // of the processor, for one document; three times that on the clock
	DecodeSlow         = 3 * time.Second  // a document that takes longer counts against its workspace
	DecodeSlowBudget   = 2 * time.Minute  // of slow documents, for each workspace in an hour; then each gets DecodeShort
	DecodeShort        = 2 * time.Second
	DecodeToken        = 256 << 10 // of one word of XML in memory: longer text is cut, more attributes are refused
	DecodeUnpacked     = 32 << 20  // bytes that the text of one document unpacks to
	DecodeDirectory    = 1 << 20   // of the list of what a packed document holds
	DecodeSource       = 200 << 20 // a larger content has no small picture; its text is read up to DecodeTextSource
	DecodeTextSource   = 64 << 20
	DecodeText         = 1 << 20 // of text that is kept of one document

	FaceSent    = 10 << 20         // bytes of a picture of a person, as it is sent
	FaceBodies  = 4                // that are received at a time
	FaceWaiting = 16               // that wait for it, one for each person
	FaceTime    = 30 * time.Second // for one to arrive
)

// Table is every bound with its owner and the answer to more.
var Table = []Row{
	{"memory of a decoder", "one document", fmt.Sprintf("%s of a picture, %s of a PDF, %s of a picture of a person", size(DecodePictureBytes), size(DecodePDFBytes), size(DecodeFaceBytes)), "no thumbnail, no text, `invalid_avatar`"},
	{"time of a decoder", "one document", fmt.Sprintf("%s of the processor, %s on the clock", span(DecodeTime), span(3*DecodeTime)), "no thumbnail, no text, `invalid_avatar`; the decoder is replaced"},
	{"time of slow documents", "a workspace", fmt.Sprintf("%s in an hour", span(DecodeSlowBudget)), fmt.Sprintf("%s for each document", span(DecodeShort))},
	{"decoders", "the appliance", "one for pictures and text, one for PDFs, one for pictures of people", "waits; workspaces that took least come first"},
	{"one word of XML", "one document", size(DecodeToken), "text is cut there, anything else ends the reading"},
	{"unpacked text", "one document", size(DecodeUnpacked) + " read, " + size(DecodeText) + " kept", "text is cut there"},
	{"pictures of people under way", "the appliance", fmt.Sprintf("%d received, %d waiting, %s for each to arrive", FaceBodies, FaceWaiting, span(FaceTime)), "429 `too_many_requests`"},
	{"pictures of people under way", "a person", "1", "429 `too_many_requests`"},
}

// Markdown is the table as docs/security.md shows it.
func Markdown() string {
	var b strings.Builder
	b.WriteString("| resource | owner | bound | beyond it |\n|---|---|---|---|\n")
	for _, r := range Table {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.Resource, r.Owner, r.Bound, r.Beyond)
	}
	return b.String()
}

// size writes a number of bytes for the table.
func size(n int64) string {
	switch {
	case n >= gib && n%gib == 0:
		return fmt.Sprintf("%d GiB", n/gib)
	case n >= mib && n%mib == 0:
		return fmt.Sprintf("%d MiB", n/mib)
	}
	return fmt.Sprintf("%d KiB", n/kib)
}

// span writes a duration for the table.
func span(d time.Duration) string {
	switch {
	case d >= time.Hour && d%time.Hour == 0:
		return fmt.Sprintf("%d h", d/time.Hour)
	case d >= time.Minute && d%time.Minute == 0:
		return fmt.Sprintf("%d min", d/time.Minute)
	}
	return fmt.Sprintf("%d s", d/time.Second)
}
