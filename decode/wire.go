package decode

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"anbar/decode/letter"
)

// Command is the first argument of a decoder process, and Documents, Faces, PDFs or Photos
// the second.
const (
	Command = "decode"

	Documents = "documents" // pictures and text
	Faces     = "faces"     // avatars
	PDFs      = "pdfs"      // with the cache directory as the third argument
	Photos    = "photos"    // the same
)

// Frame is the kind of a message between the server and a decoder.
type Frame byte

// The frames of the server, then those of a decoder.
const (
	FrameJob  Frame = 'J' // a Job
	FrameData Frame = 'D' // requested bytes; fewer when the blob cannot be read

	FrameReady        Frame = 'R' // once, with the locks that the system refused
	FrameRequest      Frame = 'A' // an offset, a length and the number of the blob, the first one 0
	FramePiece        Frame = 'P' // of the document that is made, at most BlockSize bytes
	FrameDone         Frame = 'O' // the answer
	FrameUndecodable  Frame = 'N' // the blob cannot be decoded
	FrameRefusal      Frame = 'B' // the document is not changed: a refusal.Code, then why
	FrameArchiveError Frame = 'X' // the archive is refused: the number of an error of package unpack, then why
	FrameSlow         Frame = 'S' // its time is up
	FrameFailed       Frame = 'E' // something else is why
)

// Work is the kind of result to make of a blob.
type Work byte

// The works.
const (
	Picture   Work = iota // the small pictures
	Face                  // a square one, png or jpeg: the first byte of the answer is 1 for jpeg
	Text                  // its text
	Blocks                // its extract.Document, as JSON
	Sheet                 // a sheet.Page of it, as JSON; Args are a sheet.PageRequest
	Find                  // the sheet.Position of words in it, as JSON; Args are the words
	Mail                  // a letter, as package letter writes it
	Sentences             // its sentences.Result, as JSON; Args are a Choice
	Check                 // nothing, when a document of that DocumentKind may be changed
	Merge                 // a changed document in pieces, of the first blob and what an editor sent in the others
	EditParts             // the docx.EditParts of a document, as JSON
	Remarks               // its extract.Remarks, as JSON
	List                  // the unpack.Facts of an archive, as JSON, and its entries in pieces; Args are unpack.Bounds
	Page                  // of a TIFF: how many it has, in two bytes, then one as a PNG or a JPEG; Args are its number, as JSON
	Lines                 // those that its text begins with
	Unpack                // contents of an archive in pieces; Args are an unpack.Selection
)

// isStreaming is whether a work may take as long as it makes progress.
func (w Work) isStreaming() bool { return w == List || w == Unpack }

// answerLimit is how many bytes a message of a decoder may have.
func (w Work) answerLimit() int {
	if w == Mail {
		return letter.MaxBytes
	}
	return maxAnswer
}

// DocumentKind is the kind of a document that is changed.
type DocumentKind byte

// The kinds.
const (
	EditWord  DocumentKind = iota + 1 // a docx; the others are what the editor writes without an edit, and with the edits
	EditCells                         // an xlsx; the other is the workbook.Ops, as JSON
)

// Choice is the Args of Sentences, as JSON.
type Choice struct {
	Table bool `json:"table,omitempty"` // a text that is a table
	Most  int  `json:"most"`            // sentences
}

const (
	// BlockSize is the number of bytes of a blob that go with the job, and with the answer
	// to one request.
	BlockSize   = 256 << 10
	maxAnswer   = 8 << 20
	maxArgs     = 4 << 10
	maxOthers   = 2
	jobHead     = 1 + 1 + 8 + 8 + 8*maxOthers + 2
	requestSize = 8 + 4 + 1
	frameHead   = 5
	maxReason   = 300
	maxPicture  = 1 << 20
)

// Job is an order to a decoder.
type Job struct {
	Work Work
	Kind byte   // of a text, as package extract numbers them; or a DocumentKind
	Args []byte // which part of it and how, as the work has it; at most 4 KiB
	Time time.Duration
	Size int64
	Rest [maxOthers]int64 // sizes of the other blobs
	Head []byte           // the beginning of the blob

	others []Content // on the side of the server
	out    sink
}

// sink takes the pieces that a decoder sends.
type sink interface {
	restart() error // begins anew
	add([]byte) error
}

// SendFrame writes a message.
func SendFrame(w io.Writer, f Frame, parts ...[]byte) error {
	n := 0
	for _, p := range parts {
		n += len(p)
	}
	b := binary.LittleEndian.AppendUint32(append(make([]byte, 0, frameHead+n), byte(f)), uint32(n))
	for _, p := range parts {
		b = append(b, p...)
	}
	_, err := w.Write(b)
	return err
}

// ReceiveFrame reads a message of at most so many bytes into buf, if they fit.
func ReceiveFrame(r io.Reader, buf []byte, most int) (Frame, []byte, error) {
	var h [frameHead]byte
	if _, err := io.ReadFull(r, h[:]); err != nil {
		return 0, nil, err
	}
	n := int(binary.LittleEndian.Uint32(h[1:]))
	if n > most {
		return 0, nil, fmt.Errorf("a message of %d bytes", n)
	}
	if n > len(buf) {
		buf = make([]byte, n)
	}
	_, err := io.ReadFull(r, buf[:n])
	return Frame(h[0]), buf[:n], err
}

// SendJob writes a job.
func SendJob(w io.Writer, j Job) error {
	if len(j.Args) > maxArgs {
		return fmt.Errorf("a job with %d bytes of arguments", len(j.Args))
	}
	head := binary.LittleEndian.AppendUint64([]byte{byte(j.Work), j.Kind}, uint64(j.Time))
	head = binary.LittleEndian.AppendUint64(head, uint64(j.Size))
	for _, size := range j.Rest {
		head = binary.LittleEndian.AppendUint64(head, uint64(size))
	}
	return SendFrame(w, FrameJob, binary.LittleEndian.AppendUint16(head, uint16(len(j.Args))), j.Args, j.Head)
}

// ReceiveJob waits for a job.
func ReceiveJob(r io.Reader) (Job, error) {
	f, b, err := ReceiveFrame(r, nil, jobHead+maxArgs+BlockSize)
	if err != nil {
		return Job{}, err
	}
	if f != FrameJob || len(b) < jobHead {
		return Job{}, errors.New("not a job")
	}
	args := jobHead + int(binary.LittleEndian.Uint16(b[jobHead-2:]))
	if len(b) < args {
		return Job{}, errors.New("not a job")
	}
	j := Job{
		Work: Work(b[0]), Kind: b[1], Args: b[jobHead:args:args], Head: b[args:],
		Time: time.Duration(binary.LittleEndian.Uint64(b[2:])), Size: int64(binary.LittleEndian.Uint64(b[10:])),
	}
	for i := range j.Rest {
		j.Rest[i] = int64(binary.LittleEndian.Uint64(b[18+8*i:]))
	}
	return j, nil
}

// SendRequest asks for a range of one of the blobs.
func SendRequest(w io.Writer, blob int, at int64) error {
	ask := binary.LittleEndian.AppendUint64(make([]byte, 0, requestSize), uint64(at))
	return SendFrame(w, FrameRequest, append(binary.LittleEndian.AppendUint32(ask, BlockSize), byte(blob)))
}

// FirstLine returns the first line of a decoder's output, fit to be logged.
func FirstLine(b []byte) string {
	line, _, _ := strings.Cut(string(b[:min(len(b), maxReason)]), "\n")
	return strings.ToValidUTF8(line, "?")
}
