package limits

import (
	"fmt"
	"time"
)

// Editing of files.
const (
	LeaseLife    = time.Minute        // of a lease that is not renewed
	LeasePing    = 20 * time.Second   // how often an editor renews it
	LockLife     = 30 * time.Minute   // of one that an office server locked
	LeaseKept    = 7 * 24 * time.Hour // that its holder may come back, when nobody else took the file
	EditPart     = 100 * mib          // of a document that an editor sends, and of one that is made
	EditOps      = 16 * mib           // of changes to a sheet
	receiveEach  = 4
	receiveAll   = 32
	Templates    = 200 // that are offered, of a folder of them
	savesEach    = 1
	savesAll     = 4
	OfficeBody   = 256 * kib        // of a callback
	OfficeAsk    = 20 * time.Second // an office server to do something
	OfficeFetch  = time.Minute      // a document from it
	OfficeConv   = 2 * time.Minute  // to convert a document
	OfficeHead   = 1 * mib          // of its answer to a command
	waitingSave  = 16
	savePatience = 30 * time.Second
	OfficeLost   = 200 // forgotten documents that are fetched at a time

	WopiToken      = 8 * time.Hour       // of a person, for a document on an office server
	WopiProof      = 20 * time.Minute    // age of a signed request
	WopiLock       = 1024                // characters of a lock
	WopiDiscovery  = time.Hour           // until what the server can do is asked again
	WopiStale      = 24 * time.Hour      // that the last answer counts while the server is silent
	WopiPause      = 10 * time.Second    // between two questions that failed
	WopiRefresh    = time.Minute         // between two questions for new keys
	WopiActions    = 20_000              // elements of the answer
	WopiKept       = 60 * 24 * time.Hour // of a session that began
	GoogleAsk      = 20 * time.Second    // Google to do something
	GoogleFetch    = 2 * time.Minute     // a document to or from it
	GoogleHead     = 1 * mib             // of its answer, but for documents
	GoogleLook     = 20 * time.Second    // between two looks at a document there
	GoogleQuiet    = 5 * time.Minute     // without a ping, after which a document is fetched and removed there
	GoogleTries    = 7 * 24 * time.Hour  // that a document is tried to be fetched
	GoogleWait     = 20 * time.Second    // after the first failure; twice as long after each further one
	GoogleWaitMost = time.Hour
	GooglePeople   = 50  // who edit one document there
	GoogleSessions = 20  // documents that one person has there
	GoogleSweep    = 100 // documents that are looked after at a time
)

// editing are the rows of the table about that.
var editing = []Row{
	{"lease of a file that is edited", "editor", formatSpan(LeaseLife) + ", renewed each " + formatSpan(LeasePing),
		"others may edit the file"},
	{
		"a document that an editor sends", "request", formatSize(EditPart) + ", of changes to a sheet " + formatSize(EditOps),
		"413; as the pace of an upload",
	},
	{
		"documents of editors that arrive", "person", fmt.Sprintf("%d of %d for all", receiveEach, receiveAll),
		fmt.Sprintf("%d wait by turns, %s, then 429", waitingSave, formatSpan(savePatience)),
	},
	{
		"documents of editors that are here and are merged", "person", fmt.Sprintf("%d of %d for all", savesEach, savesAll),
		fmt.Sprintf("%d wait by turns, %s, then 429", waitingSave, formatSpan(savePatience)),
	},
	{
		"a document from an office server", "document", fmt.Sprintf("%s, the quota; %s", formatSize(EditPart), formatSpan(OfficeFetch)),
		"refused; the server keeps it and it is fetched daily",
	},
	{
		"lock of an office server, by WOPI", "file", formatSpan(LockLife) + fmt.Sprintf(", %d characters", WopiLock),
		"others may edit the file",
	},
	{
		"token of an office server, by WOPI", "person and file", formatSpan(WopiToken) + "; a signed request " + formatSpan(
			WopiProof), "401; 500",
	},
	{
		"what an office server says that it can do", "server", fmt.Sprintf("%s, %d elements; asked each %s",
			formatSize(OfficeHead), WopiActions,
			formatSpan(WopiDiscovery)),
		"documents are not opened with it",
	},
	{"templates that are offered", "workspace", fmt.Sprint(Templates), "the first ones, by name"},
	{"a callback of an office server", "request", formatSize(OfficeBody), "413"},
	{
		"documents at Google", "person", fmt.Sprintf("%d; %d people each, %s", GoogleSessions, GooglePeople, formatSize(EditPart)),
		"429; refused",
	},
	{
		"looks at a document at Google", "document", "one in " + formatSpan(GoogleLook),
		fmt.Sprintf("after a failure %s, twice as long each time to %s, for %s", formatSpan(GoogleWait),
			formatSpan(GoogleWaitMost), formatSpan(GoogleTries)),
	},
	{"a document at Google that no one has open", "document", formatSpan(GoogleQuiet), "it is fetched and deleted there"},
}
