package limits

import "time"

// Decoding of foreign bytes, in processes of their own.
const (
	DecodePictureBytes = 192 * mib // of memory that a picture says it takes: 50 megapixels of a photograph
	DecodeFaceBytes    = 64 * mib  // the same for a picture of a person, which is decoded while they wait
	DecodePDFBytes     = 256 * mib // of memory that one PDF may use
	DecodePhotoBytes   = 320 * mib // the same for a photo in HEIC or AVIF: 48 megapixels
	// address space of a decoder beyond its start: the largest picture, its copies, and what the runtime reserves around them
	DecodeAddresses  = 384 * mib
	DecodeFaces      = 192 * mib        // the same for avatars
	DecodeResident   = 160 * mib        // a decoder that holds more between two documents is replaced
	DecodeDocuments  = 500              // a decoder is replaced after so many
	DecodeRead       = 1 * gib          // bytes that a decoder reads before it is replaced
	DecodeIdle       = 20 * time.Second // a decoder without work ends, so that its memory goes back
	DecodeTime       = 20 * time.Second // of the processor, for one document
	DecodeClock      = time.Minute      // elapsed time: on a busy machine decoders wait for other work
	DecodeSlow       = 3 * time.Second  // a document that takes longer counts against its workspace
	DecodeSlowBudget = 2 * time.Minute  // of slow documents, for each workspace in an hour; then each gets DecodeShort
	DecodeShort      = 2 * time.Second
	DecodeToken      = 256 * kib // of one word of XML in memory: longer text is cut, more attributes are refused
	DecodeUnpacked   = 32 * mib  // bytes that the text of one document unpacks to
	DecodeDirectory  = 1 * mib   // of the directory of a packed document
	DecodeSource     = 200 * mib // a larger blob has no small picture; its text is read up to DecodeTextSource
	DecodeTextSource = 64 * mib
	DecodeText       = 1 * mib // of text that is kept of one document
	LinesSource      = 4 * kib // of a text whose first lines are shown in its place in a grid
	Lines            = 12
	LineLetters      = 240 // of one line: a paragraph is often one, and fills some rows of a card

	PreviewTime     = 5 * time.Second // of the processor, for what a user waits for
	SheetUnpacked   = 512 * mib       // of a workbook, for one page of a sheet
	SheetRows       = 5_000           // of a page
	SheetCells      = 50_000
	SheetText       = 2 * mib
	previewsAtOnce  = 2
	waitingPreviews = 8
	previewPatience = 20 * time.Second

	MergeTime     = 15 * time.Second // of the processor, for a document that is changed
	MergeSource   = 100 * mib        // of a document that is changed, and of all that an editor sends for it
	MergedBytes   = 100 * mib        // of the document that is made
	mergesAtOnce  = 2
	waitingMerges = 4
	mergePatience = 30 * time.Second

	UnpackEntries   = 200_000          // of an archive
	UnpackRatio     = 200              // of what an archive unpacks to, to its own size
	UnpackFloor     = 1 * gib          // that a small archive may unpack to all the same
	UnpackParts     = 1_000_000        // entries of all parts of one source
	UnpackDirectory = 64 * mib         // of the list in a zip
	UnpackListing   = 256 * mib        // of the list as it is kept while the archive is read
	UnpackHeld      = 192 * mib        // of memory for what the parts of one source say about each other
	UnpackIdle      = 20 * time.Second // of the processor without progress
	UnpackSmall     = 1 * mib          // contents up to this size are read at once, so that they hold no place
	archivesAtOnce  = 4
	archivesEach    = 2
	waitingArchives = 64
	archivePatience = 30 * time.Minute

	CompressLook        = time.Second // between two looks whether its person still may
	compressionsAtOnce  = 2
	waitingCompression  = 4
	compressionPatience = 30 * time.Minute

	WorkbookCells    = 200_000   // of a workbook that is edited
	WorkbookUnpacked = 256 * mib // of the parts that a change reads
	WorkbookPart     = 64 * mib  // of one of them
	WorkbookParts    = 5_000     // parts of it
	WorkbookOps      = 32 * mib  // of the changes of one save

	SummariesAtOnce  = 2                // documents whose key sentences are chosen
	SummariesWaiting = 50               // tasks of one workspace
	SummaryLease     = 10 * time.Minute // a task that takes longer counts as failed

	ChatsAtOnce = 2                // documents that a model at an endpoint summarizes
	ChatConnect = 10 * time.Second // as package outward waits
	ChatTime    = 10 * time.Minute // of one question
	ChatPause   = time.Second      // before a busy endpoint is asked again, and twice as long the next time
	ChatRetries = 2
	ChatAnswer  = 256 * kib
	ChatChunk   = 6_000 // characters of a document in one question
	ChatChunks  = 40    // of a longer document the key sentences are summarized
	ChatLease   = 30 * time.Minute

	PosterSent  = 512 * kib        // bytes of a picture of a video, as it is sent
	PosterTime  = 10 * time.Second // for one to arrive
	Posters     = 300              // of one person at once
	PosterPause = 2 * time.Second  // then between two

	FaceSent     = 10 * mib         // bytes of a picture of a person, as it is sent
	FaceTime     = 30 * time.Second // for one to arrive
	allFaces     = 4                // that are received at a time
	facePatience = time.Minute
)
