package limits

import (
	"fmt"
	"time"
)

// Devices: programs that speak WebDAV or the protocol of Nextcloud.
const (
	WrongTokens     = 10 // that one address may send, then one after each pause
	WrongTokenPause = 30 * time.Second

	DavXML      = 64 * kib // body of a request in XML
	DavElements = 1_000
	DavDepth    = 40        // of elements in each other
	DavSegments = 100       // of a path
	DavLocks    = 1_000     // of one person
	DavLockLife = time.Hour // of a lock that is not renewed
	DavLockTime = 10 * time.Minute
	DavLockText = 4 * kib  // that a program says about itself
	DavProps    = 64 * kib // of properties that programs keep at one file
	DavIf       = 16 * kib // of the conditions of a request
	DavPage     = 1_000    // entries that are read at a time
	DavMemory   = 1 * mib  // of an answer, before it goes to the disk
	DavLarge    = 2_000    // entries of a directory whose listing takes a turn; fewer do with properties that programs keep
	DavSweep    = 1_000    // locks that are forgotten at a time
	DavFound    = 1_000    // items of one answer to a search
	DavMounts   = 2_000    // names of directories that one tree shows within itself
	davListings = 2        // of one person
	davListAll  = 4

	ChunkUploads    = 200                // that one person has begun and not finished
	Chunks          = 20_000             // of one file
	ChunkUploadLife = 7 * 24 * time.Hour // without a chunk
	Completions     = 1_000              // answers about files that were made of chunks, of everybody
	CompletionKept  = 10 * time.Minute   // of such an answer
	CompletionTime  = 30 * time.Minute   // in which chunks become a file, also when the app goes away
	BulkFiles       = 100                // of one request
	BulkMemory      = 8 * mib            // of them at a time
	BulkPath        = 4 * kib            // of the path of one
	BulkHead        = 32 * kib           // of all headers of one

	PushClients = 20 // of one person; the oldest ends for one more
	PushAll     = 5_000
	PushOpened  = 60 // connections that one address may open, then one after each pause
	PushPause   = time.Second
	PushMessage = 4 * kib
	PushLooks   = 2  // apps whose tree is looked at, at a time; a change of rights wakes all
	PushWords   = 20 // that an app may send after it signed in

	DeviceLogins     = 20     // that one address may have begun and not finished
	AllDeviceLogins  = 10_000 // the same of everybody
	DeviceLoginLife  = 20 * time.Minute
	DeviceForm       = 8 * kib // of a request that begins or asks about one
	ConnectedDevices = 50      // of one person
)

// Listings are the slots of large directories that are listed.
func Listings() *Slots {
	return &Slots{Total: davListAll, Each: davListings, Waiting: waitingUploads, Patience: uploadPatience}
}

// LocalAnswers is how many questions of the local network for the name of the server are answered in a second.
const LocalAnswers = 10

// devices are the rows of the table about that.
var devices = []Row{
	{"questions of the local network for the name", "everybody together", fmt.Sprintf("%d in a second", LocalAnswers), "not answered"},
	{"wrong tokens of devices", "address", formatPace(WrongTokens, WrongTokenPause), "429; a right one still works"},
	{
		"body in XML of a request by WebDAV", "request", fmt.Sprintf("%s, %d elements, no document type", formatSize(DavXML), DavElements),
		"413, 400",
	},
	{
		"files that programs send by WebDAV", "person", fmt.Sprintf("%d at a time, the quota, the pace of an upload", PersonParts),
		"507, 408",
	},
	{"locks by WebDAV", "person", fmt.Sprintf("%d, %s each unless renewed", DavLocks, formatSpan(DavLockLife)), "429"},
	{"properties that programs keep by WebDAV", "file", formatSize(DavProps), "507"},
	{
		fmt.Sprintf("listings by WebDAV of more than %d entries, or of properties that programs keep", DavLarge), "person",
		fmt.Sprintf("%d of %d for all; %s of memory, then the disk", davListings, davListAll, formatSize(DavMemory)),
		"wait by turns, then 429",
	},
	{"items that a search of sync apps finds", "request", fmt.Sprint(DavFound), "the others are left out"},
	{"directories that a tree shows within itself", "person", fmt.Sprint(DavMounts), "the newer ones are not shown"},
	{
		"files that sync apps send in chunks", "person",
		fmt.Sprintf("%d begun, %d chunks each, %s without one; together what fits into a workspace and onto the disk", ChunkUploads, Chunks,
			formatSpan(ChunkUploadLife)), "429, 400, 507",
	},
	{
		"chunks that become a file", "request", fmt.Sprintf("%s; the last %d answers are kept for %s",
			formatSpan(CompletionTime), Completions,
			formatSpan(CompletionKept)), "the app asks again",
	},
	{
		"small files that sync apps send together", "request",
		fmt.Sprintf("%d, paths of %s, headers of %s, %s of memory, %d requests at a time", BulkFiles, formatSize(BulkPath),
			formatSize(BulkHead),
			formatSize(BulkMemory), PersonBundles), "413, wait by turns",
	},
	{
		"connections of apps that wait for changes", "person",
		fmt.Sprintf("%d of %d for all; an address opens %s", PushClients, PushAll, formatPace(PushOpened, PushPause)),
		"the oldest one ends; 429",
	},
	{
		"devices that wait for their person's answer", "address",
		fmt.Sprintf("%d of %d for all, for %s", DeviceLogins, AllDeviceLogins, formatSpan(DeviceLoginLife)),
		"429; of all: the address with the most loses its oldest",
	},
	{"connected devices, and API tokens", "person", fmt.Sprintf("%d of each", ConnectedDevices), "422"},
}
