// Package limits holds the bound of every resource that a person, a visitor or
// a stranger can take up: memory, time, disk, rows, slots and messages. One
// file names them all, and docs/security.md shows them as a table.
package limits

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Row is one line of the table.
type Row struct {
	Resource string // the limited resource
	Owner    string // whose share it is
	Bound    string // how much the owner may hold
	Beyond   string // the answer to more
}

const (
	kib = 1 << 10
	mib = 1 << 20
	gib = 1 << 30
)

// Requests under way.
const (
	Connections       = 2_048 // of one address
	AllConnections    = 16_384
	PersonCalls       = 64 // of one person; a browser sends some ten at once, a program as many as it likes
	PersonTransfers   = 96 // with 20 streams of events
	StrangerCalls     = 32 // of one address, behind which may sit an office
	StrangerTransfers = 64
	allCalls          = 4096
	allStrangers      = 1024
	waitingCalls      = 256
	waitingStrangers  = 1_024 // many visitors open a link that was just sent out
	callPatience      = 10 * time.Second
)

// Bodies of calls, which are held in memory.
const (
	PublicBody = 16 * kib // of a call without a session
	Body       = 1 * mib
	bodiesEach = 2 * mib
	bodiesAll  = 32 * mib
	BodyTime   = 30 * time.Second // for all of it
	AnswerTime = time.Minute      // for reading an answer, or a file of the user interface
)

// The least pace of uploads: a mobile phone at the edge of its network is faster. A slower
// connection loses its place.
const (
	PaceBytes = 64 * kib
	PaceTime  = 30 * time.Second
)

// Uploads.
const (
	PersonParts    = 16 // received at a time; a browser sends four
	allParts       = 256
	PersonBundles  = 2 // whose bytes come in, 8 MiB each
	allBundles     = 16
	BundlesStored  = 4 // that are stored at a time, once their bytes are here
	waitingUploads = 64
	uploadPatience = time.Minute
	PersonUploads  = 10_000 // announced and not finished
	VisitUploads   = 500
	PersonInMemory = 1_000 // of these, the ones that are announced in memory
	AllInMemory    = 50_000
	BoxAnnounced   = 2 * gib // of all visitors, or a quarter of the free disk
)

// Archives, which are laid out before their first byte goes out.
const (
	layoutsAtOnce  = 2
	LayoutRest     = 3                // times as long as a layout took its owner waits for the next one
	LayoutFresh    = 10 * time.Second // that a layout serves although something changed
	LayoutKept     = 5 * time.Minute  // that it serves a download that goes on
	LayoutMemory   = 64 * mib
	layoutPatience = time.Minute
)

// Certificates of the own authority, for names and addresses that clients ask for.
const (
	Certificates    = 200
	NewCertificates = 10 // an hour
)

// Second steps. A code of six digits is guessed by one in 333,333 tries of an
// authenticator app, by one in a million otherwise.
const (
	FreeCodes = 10               // wrong codes before pauses begin, for typing errors
	CodePause = 15 * time.Minute // the longest pause, so that no user is locked out for good
)

// Mails that users cause to be sent to others: so many at once, then one more after each
// pause.
const (
	UserMails       = 300 // invitations and letters, by one user
	UserMailPause   = 20 * time.Second
	Invitations     = 10 // these and all below: to one address, from all callers together
	InvitationPause = 10 * time.Minute
	Letters         = 20 // with the URL of a link or an upload box
	LetterPause     = 10 * time.Minute
	GateCodes       = 30 // that open a link or an upload box
	GateCodePause   = 2 * time.Minute
	Resets          = 3 // for a forgotten password
	ResetPause      = 20 * time.Minute
	Tests           = 10 // messages that one member of staff sends to see whether they arrive
	TestPause       = 5 * time.Minute
)

// Openings of a public link.
const (
	Openings     = 300 // from one address
	OpeningPause = 5 * time.Second
	OpeningsKept = 10_000 // in the list; the count goes on

	OpeningLines     = 20 // in the list, from one network
	OpeningLinePause = 5 * time.Minute
)

// Support.
const (
	OpenTickets      = 20 // of one user that nobody solved
	TicketsAtOnce    = 5  // new ones, then one after each pause
	TicketPause      = 10 * time.Minute
	TicketReplies    = 20
	TicketReplyPause = 30 * time.Second
	TicketFiles      = 20 // attachments that are sent
	TicketFilePause  = 30 * time.Second
	TicketMessages   = 500
	TicketText       = 20_000 // runes
	TicketSubject    = 150
	TicketFilesEach  = 5 // of one message
	TicketFileBytes  = 25 * mib
	TicketFilesSum   = 250 * mib       // sent by one user in 30 days
	TicketFilesShare = 10              // the part of the free disk that all together may take
	LooseTicketFiles = 20              // sent by one user, and in no message yet
	TicketMailPause  = time.Hour       // between two mails to staff about a ticket
	TicketMails      = 10              // answers by mail to a ticket in an hour
	MailBytes        = 40 * mib        // of a mail; attachments are a third longer there
	MailText         = 1 * mib         // that is read of its text
	MailTime         = 5 * time.Second // of a decoder, for one mail
	MailTries        = 3               // then a mail whose reading fails is set aside
	CannedTexts      = 200
	Holidays         = 1_000
)

// Pages of shared directories and searches in them, by visitors of one address.
const (
	Walks     = 2_000
	WalkPause = 50 * time.Millisecond
	Finds     = 120
	FindPause = time.Second
)

// Webhooks of payment providers, from one address.
const (
	Webhooks     = 60
	WebhookPause = time.Second
	WebhookBody  = 64 * kib
)

// Text messages, which cost money. The bound of all is a setting.
const (
	TextsWindow   = time.Hour
	StrangerTexts = 2 // unverified numbers get one part in this many of all
)

// MarksCounted is how many favorites or used files are loaded to count those that may
// still be seen.
const MarksCounted = 1_000

// Table is every bound with its owner and the answer to more.
var Table = append([]Row{
	{"open connections", "address, but a proxy's", fmt.Sprintf("%d of %d for all", Connections, AllConnections), "closed"},
	{"calls under way", "person", fmt.Sprint(PersonCalls), "wait " + formatSpan(callPatience) + " by turns, then 429"},
	{"calls under way", "address without a session", fmt.Sprint(StrangerCalls), "wait " + formatSpan(callPatience) + " by turns, then 429"},
	{
		"uploads, downloads and streams under way", "person", fmt.Sprint(PersonTransfers),
		"wait " + formatSpan(callPatience) + " by turns, then 429",
	},
	{
		"uploads and downloads under way", "address without a session", fmt.Sprint(StrangerTransfers),
		"wait " + formatSpan(callPatience) + " by turns, then 429",
	},
	{"body of a call that anybody may send", "request", formatSize(PublicBody), "413"},
	{"body of a call", "request", formatSize(Body), "413"},
	{
		"memory of bodies beyond " + formatSize(PublicBody), "person", formatSize(bodiesEach) + " of " + formatSize(bodiesAll) + " for all",
		"wait by turns, then 429",
	},
	{"time of a whole body of a call", "request", formatSpan(BodyTime), "408"},
	{"time until an answer is read", "request", formatSpan(AnswerTime) + "; a download: something every 2 min", "the connection ends"},
	{"pace of an upload", "request", formatSize(PaceBytes) + " in " + formatSpan(PaceTime), "408"},
	{
		"parts that are received", "person, or address of a visitor", fmt.Sprint(PersonParts),
		"wait " + formatSpan(uploadPatience) + " by turns, then 429",
	},
	{
		"bundles that are received", "person", fmt.Sprintf("%d of %d for all", PersonBundles, allBundles),
		"wait " + formatSpan(uploadPatience) + " by turns, then 429",
	},
	{"uploads announced and not finished", "person", fmt.Sprint(PersonUploads), "429"},
	{"bytes announced and not finished", "person", "the free disk, the quota", "413"},
	{"bytes announced and not finished", "upload box", "a quarter of the free disk, " + formatSize(BoxAnnounced) +
		" at least; the quota", "413"},
	{"disk set aside for an upload", "upload", "as much again as came, 1 GiB at most", "taken as parts come"},
	{
		"archives that are laid out", "person, or address without a session",
		fmt.Sprintf("1 of %d for all, and a rest of %d times as long", layoutsAtOnce, LayoutRest),
		"wait " + formatSpan(layoutPatience) + " by turns, then 429",
	},
	{"memory of layouts that are kept", "everybody", formatSize(LayoutMemory), "the oldest are made again"},
	{"files and directories", "workspace", "a setting, 1,000,000; one for each 4 KiB of a storage limit, 10,000 at least", "422"},
	{"favorites and used files that are counted", "list", fmt.Sprint(MarksCounted), "the total is -1"},
	{
		"certificates of the own authority", "everybody, beside the names in the settings",
		fmt.Sprintf("%d, %d new ones an hour", Certificates, NewCertificates), "the connection is refused",
	},
	{"uploads announced and not finished", "visit of an upload box", fmt.Sprint(VisitUploads), "429"},
	{
		"memory of a decoder", "document",
		fmt.Sprintf("%s of a picture, %s of a PDF, %s of a photo in HEIC or AVIF, %s of a picture of a person",
			formatSize(DecodePictureBytes), formatSize(DecodePDFBytes), formatSize(DecodePhotoBytes), formatSize(DecodeFaceBytes)),
		"no thumbnail, no text, `invalid_avatar`",
	},
	{
		"time of a decoder", "document", fmt.Sprintf("%s of the processor, %s on the clock", formatSpan(DecodeTime),
			formatSpan(DecodeClock)),
		"no thumbnail, no text, `invalid_avatar`; the decoder is replaced",
	},
	{
		"time of slow documents", "workspace", fmt.Sprintf("%s in an hour", formatSpan(DecodeSlowBudget)),
		fmt.Sprintf("%s for each document", formatSpan(DecodeShort)),
	},
	{
		"decoders", "everybody", "one for pictures and text, one for PDFs, one for photos, one for pictures of people",
		"waits; workspaces that took least come first",
	},
	{
		"previews that are made", "person",
		fmt.Sprintf("1 of %d for all, and 1 PDF for all; %s of the processor for each", previewsAtOnce, formatSpan(PreviewTime)),
		fmt.Sprintf("%d wait by turns, %s, then 429", waitingPreviews, formatSpan(previewPatience)),
	},
	{
		"documents that are changed by an editor here", "person",
		fmt.Sprintf("1 of %d for all; %s of the processor and %s for each", mergesAtOnce, formatSpan(MergeTime), formatSize(MergeSource)),
		fmt.Sprintf("%d wait by turns, %s, then 429", waitingMerges, formatSpan(mergePatience)),
	},
	{
		"a workbook that is edited", "file",
		fmt.Sprintf("%d cells, %d parts, %s unpacked; %s of changes in one save", WorkbookCells, WorkbookParts,
			formatSize(WorkbookUnpacked),
			formatSize(WorkbookOps)), "is only shown",
	},
	{
		"a page of a sheet", "call", fmt.Sprintf("%d rows, %d cells, %s of text; %s unpacked", SheetRows, SheetCells, formatSize(SheetText),
			formatSize(SheetUnpacked)), "goes on with the next page",
	},
	{
		"documents whose key sentences are chosen", "workspace",
		fmt.Sprintf("%d at a time for all, as previews that are made", SummariesAtOnce),
		fmt.Sprintf("%d wait by turns, then 429", SummariesWaiting),
	},
	{
		"documents that a model at an endpoint summarizes", "workspace",
		fmt.Sprintf("%d at a time for all; %s to connect, %s for a question, %s for a document", ChatsAtOnce, formatSpan(ChatConnect),
			formatSpan(ChatTime), formatSpan(ChatLease)),
		fmt.Sprintf("%d wait by turns, then 429", SummariesWaiting),
	},
	{
		"text that goes to a model", "document", fmt.Sprintf("%d questions of %d characters", ChatChunks, ChatChunk),
		"of a longer one the key sentences go",
	},
	{
		"archives that are listed or unpacked", "person", fmt.Sprintf("%d of %d for all", archivesEach, archivesAtOnce),
		fmt.Sprintf("%d wait by turns, %s", waitingArchives, formatSpan(archivePatience)),
	},
	{
		"an archive", "file", fmt.Sprintf("%d entries; unpacked %d times its size, %s at least; a list of %s", UnpackEntries, UnpackRatio,
			formatSize(UnpackFloor), formatSize(UnpackDirectory)), "`import_archive_too_large`",
	},
	{
		"archives that are made of files here, as files", "person", fmt.Sprintf("1 of %d for all", compressionsAtOnce),
		fmt.Sprintf("%d wait by turns, %s, then 429", waitingCompression, formatSpan(compressionPatience)),
	},
	{
		"all parts of one source of archives", "import",
		fmt.Sprintf("lists of %s, %s of memory for what they say of each other", formatSize(UnpackListing), formatSize(UnpackHeld)),
		"`import_archive_too_large`",
	},
	{"time of an archive", "archive", formatSpan(UnpackIdle) + " of the processor without progress", "`import_archive_broken`"},
	{"one word of XML", "document", formatSize(DecodeToken), "text is cut there, anything else ends the reading"},
	{
		"first lines of a text that are shown", "document",
		fmt.Sprintf("%d lines of %d letters, from the first %s", Lines, LineLetters, formatSize(LinesSource)), "cut there",
	},
	{"unpacked text", "document", formatSize(DecodeUnpacked) + " read, " + formatSize(DecodeText) + " kept", "text is cut there"},
	{
		"pictures of people that are received", "person", fmt.Sprintf("1 of %d for all, %s for each", allFaces, formatSpan(FaceTime)),
		"408; wait " + formatSpan(facePatience) + " by turns, then 429",
	},
	{
		"pictures of videos that are received", "person",
		fmt.Sprintf("%s each, %s for each; %d, then one in %s", formatSize(PosterSent), formatSpan(PosterTime), Posters,
			formatSpan(PosterPause)),
		"413, 408, 429",
	},
	{
		"tries of a second step", "each browser that its person took one on; all strangers together",
		fmt.Sprintf("%d, then pauses of 1 to %s between two", FreeCodes, formatSpan(CodePause)),
		"429 with the time to wait; backup codes and passkeys go on",
	},
	{"invitations and letters with links", "user", formatPace(UserMails, UserMailPause), "429"},
	{"invitations by mail", "address", formatPace(Invitations, InvitationPause), "429"},
	{"letters with links", "address", formatPace(Letters, LetterPause), "429"},
	{"codes by mail that open links and upload boxes", "address", formatPace(GateCodes, GateCodePause), "429"},
	{
		"pages of shared directories", "address", fmt.Sprintf("%d at once, then %d a second", Walks, time.Second/WalkPause), "429",
	},
	{"openings of a link", "address and link", formatPace(Openings, OpeningPause), "429"},
	{"lines in the list of openings, without a limit of openings", "network and link", formatPace(OpeningLines, OpeningLinePause),
		"counted, and joined to the network's last line"},
	{"openings in the list", "link", fmt.Sprint(OpeningsKept), "the oldest are forgotten"},
	{"searches in shared directories", "address", formatPace(Finds, FindPause) + "; 50 results", "429"},
	{"webhooks of payment providers", "address", formatPace(Webhooks, WebhookPause) + "; " + formatSize(WebhookBody) + " each", "429, 413"},
	{"open tickets", "user", fmt.Sprint(OpenTickets), "422"},
	{"new tickets", "user", formatPace(TicketsAtOnce, TicketPause), "429"},
	{"replies to tickets", "user", formatPace(TicketReplies, TicketReplyPause), "429"},
	{"attachments that are sent", "user", formatPace(TicketFiles, TicketFilePause), "429"},
	{"messages", "ticket", fmt.Sprint(TicketMessages), "422"},
	{
		"a message in a ticket", "message",
		fmt.Sprintf("%d characters, %d attachments of %s", TicketText, TicketFilesEach, formatSize(TicketFileBytes)), "400, 422",
	},
	{"bytes of attachments", "user", formatSize(TicketFilesSum) + " in 30 days", "422"},
	{"bytes of attachments", "everybody together", fmt.Sprintf("1/%d of what is free without them", TicketFilesShare), "422"},
	{"attachments in no message", "user", fmt.Sprintf("%d, for a day", LooseTicketFiles), "422"},
	{"mails to staff", "ticket", "1 in " + formatSpan(TicketMailPause), "none is sent"},
	{"replies by mail", "ticket", fmt.Sprintf("%d in an hour", TicketMails), "the mail is left; the log says so"},
	{"a reply by mail", "mail", formatSize(MailBytes) + ", " + formatSize(MailText) + " of text", "the mail is left; the log says so"},
	{
		"reading a reply by mail", "mail", fmt.Sprintf("%s of the processor, %d tries", formatSpan(MailTime), MailTries),
		"the mail is set aside and flagged",
	},
	{"messages for a forgotten password", "address or number", formatPace(Resets, ResetPause), "none is sent; the answer is the same"},
	{"test messages from the console", "member of staff", formatPace(Tests, TestPause), "429"},
	{"lines of the log that the console shows", "everybody together", "the newest 2,000, 1 MiB", "the oldest are forgotten"},
	{
		"codes by text message", "everybody together",
		fmt.Sprintf("the setting sms-hour (100) in %s; to numbers that nobody proved, one half", formatSpan(TextsWindow)),
		"429 until the hour is over; the log and /api/health say so",
	},
	{
		"sign-ups that send a code", "address", "some seconds of work for each, more for each one before; 10 at once, then one in 30 s",
		"422 with the work, 429",
	},
}, slices.Concat(trees, editing, devices, imports, remotes, deltas)...)

// Markdown is the table as docs/security.md shows it.
func Markdown() string {
	var b strings.Builder
	b.WriteString("| resource | owner | bound | beyond it |\n|---|---|---|---|\n")
	for _, r := range Table {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.Resource, r.Owner, r.Bound, r.Beyond)
	}
	return b.String()
}

// formatSize writes a number of bytes for the table.
func formatSize(n int64) string {
	switch {
	case n >= gib && n%gib == 0:
		return fmt.Sprintf("%d GiB", n/gib)
	case n >= mib && n%mib == 0:
		return fmt.Sprintf("%d MiB", n/mib)
	}
	return fmt.Sprintf("%d KiB", n/kib)
}

// formatPace writes a bound that grows again for the table.
func formatPace(n int, every time.Duration) string {
	return fmt.Sprintf("%d at once, then one in %s", n, formatSpan(every))
}

// formatSpan writes a duration for the table.
func formatSpan(d time.Duration) string {
	switch {
	case d >= time.Hour && d%time.Hour == 0:
		return fmt.Sprintf("%d h", d/time.Hour)
	case d >= time.Minute && d%time.Minute == 0:
		return fmt.Sprintf("%d min", d/time.Minute)
	}
	return fmt.Sprintf("%d s", d/time.Second)
}
