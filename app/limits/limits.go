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

// Requests under way.
const (
	PersonCalls       = 64 // of one person; a browser sends some ten at once, a program as many as it likes
	PersonTransfers   = 96 // with 20 streams of events
	StrangerCalls     = 32 // of one address, behind which may sit an office
	StrangerTransfers = 64
	allCalls          = 4096
	allStrangers      = 1024
	waitingCalls      = 256
	waitingStrangers  = 128
	callPatience      = 10 * time.Second
)

// Bodies of calls, which are held in memory.
const (
	PublicBody = 16 * kib // of a call that anybody may send
	Body       = 1 * mib
	bodiesEach = 2 * mib
	bodiesAll  = 32 * mib
	BodyTime   = 30 * time.Second // for all of it
)

// The pace of what is uploaded: a mobile phone at the edge of its network is
// faster, and a connection that is slower holds a place for nothing.
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
	PersonSmall    = 1_000 // of these the ones in memory
	AllSmall       = 50_000
	BoxAnnounced   = 2 * gib // of all visitors, or a quarter of the free disk
)

// Certificates of the own authority, for names and addresses that clients ask for.
const (
	Certificates    = 200
	NewCertificates = 10 // an hour
)

// Second steps. A code of six digits is guessed by one in 333,333 tries of an
// authenticator app, by one in a million otherwise.
const (
	FreeCodes = 10               // wrong codes before pauses begin: people mistype
	CodePause = 15 * time.Minute // the longest pause: nobody is kept out for good
)

// Text messages, which cost money. The bound of all is a setting.
const (
	TextsWindow   = time.Hour
	StrangerTexts = 2 // numbers that nobody proved get one part in so many of all
)

// Calls are the places of the calls of people.
func Calls() *Slots {
	return &Slots{Total: allCalls, Each: PersonCalls, Waiting: waitingCalls, Patience: callPatience}
}

// Transfers are the places of what streams bytes to and from people.
func Transfers() *Slots {
	return &Slots{Total: allCalls, Each: PersonTransfers, Waiting: waitingCalls, Patience: callPatience}
}

// Strangers are the places of the calls of those without a session.
func Strangers() *Slots {
	return &Slots{Total: allStrangers, Each: StrangerCalls, Waiting: waitingStrangers, Patience: callPatience}
}

// StrangersTransfers are the places of what streams bytes to and from those
// without a session.
func StrangersTransfers() *Slots {
	return &Slots{Total: allStrangers, Each: StrangerTransfers, Waiting: waitingStrangers, Patience: callPatience}
}

// Bodies is the memory of the bodies of calls, in bytes.
func Bodies() *Slots {
	return &Slots{Total: bodiesAll, Each: bodiesEach, Waiting: waitingCalls, Patience: BodyTime}
}

// Parts are the places of parts that are received.
func Parts() *Slots {
	return &Slots{Total: allParts, Each: PersonParts, Waiting: waitingUploads, Patience: uploadPatience}
}

// Bundles are the places of bundles that are received.
func Bundles() *Slots {
	return &Slots{Total: allBundles, Each: PersonBundles, Waiting: waitingUploads, Patience: uploadPatience}
}

// Table is every bound with its owner and the answer to more.
var Table = []Row{
	{"calls under way", "person", fmt.Sprint(PersonCalls), "wait " + span(callPatience) + " by turns, then 429"},
	{"calls under way", "address without a session", fmt.Sprint(StrangerCalls), "wait " + span(callPatience) + " by turns, then 429"},
	{"uploads, downloads and streams under way", "person", fmt.Sprint(PersonTransfers), "wait " + span(callPatience) + " by turns, then 429"},
	{"uploads and downloads under way", "address without a session", fmt.Sprint(StrangerTransfers), "wait " + span(callPatience) + " by turns, then 429"},
	{"body of a call that anybody may send", "request", size(PublicBody), "413"},
	{"body of a call", "request", size(Body), "413"},
	{"memory of bodies beyond " + size(PublicBody), "person", size(bodiesEach) + " of " + size(bodiesAll) + " for all", "wait by turns, then 429"},
	{"time of a whole body of a call", "request", span(BodyTime), "408"},
	{"pace of an upload", "request", size(PaceBytes) + " in " + span(PaceTime), "408"},
	{"parts that are received", "person, or address of a visitor", fmt.Sprint(PersonParts), "wait " + span(uploadPatience) + " by turns, then 429"},
	{"bundles that are received", "person", fmt.Sprintf("%d of %d for all", PersonBundles, allBundles), "wait " + span(uploadPatience) + " by turns, then 429"},
	{"uploads announced and not finished", "person", fmt.Sprint(PersonUploads), "429"},
	{"bytes announced and not finished", "person", "the free disk, the quota", "413"},
	{"bytes announced and not finished", "upload box", "a quarter of the free disk, " + size(BoxAnnounced) + " at least; the quota", "413"},
	{"disk set aside for an upload", "upload", "as much again as came, 1 GiB at most", "taken as parts come"},
	{"certificates of the own authority", "everybody, beside the names in the settings", fmt.Sprintf("%d, %d new ones an hour", Certificates, NewCertificates), "the connection is refused"},
	{"uploads announced and not finished", "visit of an upload box", fmt.Sprint(VisitUploads), "429"},
	{"tries of a second step", "each browser that its person took one on; all strangers together", fmt.Sprintf("%d, then pauses of 1 to %s between two", FreeCodes, span(CodePause)), "429 with the time to wait; backup codes and passkeys go on"},
	{"codes by text message", "everybody together", fmt.Sprintf("the setting sms-hour (100) in %s; to numbers that nobody proved, one half", span(TextsWindow)), "429 until the hour is over; the log and /api/health say so"},
	{"sign-ups that send a code", "address", "some seconds of work for each, more for each one before; 10 at once, then one in 30 s", "422 with the work, 429"},
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
