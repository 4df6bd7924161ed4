package limits

import (
	"fmt"
	"time"
)

// Imports.
const (
	ImportsOpen     = 5   // of one person that have not ended
	ImportsKept     = 200 // of one person
	ImportsShown    = 100 // of one workspace
	ImportLife      = 365 * 24 * time.Hour
	ImportParallel  = 8         // items of one import that are read at a time
	ImportItems     = 1_000_000 // of one import
	ImportItemsKept = 3_000_000 // of one person, before another import begins
	ImportKey       = 4 * kib   // of one item, and of the place where a listing goes on
	ImportPath      = 16 * kib
	ImportMore      = 64 * kib // sums, tags and what else comes with an item
	ImportTogether  = 256      // items that one transaction stores
	ImportBatch     = 8 * mib  // of their bytes
	ImportVersions  = 100      // of one file
	ImportAttempts  = 5        // that an item has while its source answers
	ImportFirstWait = 2 * time.Second
	ImportLastWait  = time.Hour
	ImportPatience  = 7 * 24 * time.Hour // with a source that does not answer
	ImportFirst     = 15 * time.Minute   // with one that never told of anything
	ImportParts     = 7 * 24 * time.Hour // parts of large files of an import that does not progress
	ImportRows      = 2_000              // that are forgotten at a time
	ImportIdle      = time.Minute        // that a source may take for its next byte
	ImportPage      = 5 * time.Minute    // for a part of a listing of another server
	ImportHead      = 64 * kib           // of an answer of a source
	ImportAnswer    = 30 * time.Second   // for an answer that a person waits for
	importItemsAll  = 32
	importMemory    = 32 * mib
	importMemoryAll = 128 * mib
	importWaiting   = 1_000
	importPatience  = 24 * time.Hour
)

// ImportReads are the slots of items that are read from their sources.
func ImportReads() *Slots {
	return &Slots{Total: importItemsAll, Each: ImportParallel, Waiting: importWaiting, Patience: importPatience}
}

// ImportMemory is the memory of small files that wait until they are stored together, in bytes.
func ImportMemory() *Slots {
	return &Slots{Total: importMemoryAll, Each: importMemory, Waiting: importWaiting, Patience: importPatience}
}

// imports are the rows of the table about that.
var imports = []Row{
	{"imports that have not ended", "person", fmt.Sprint(ImportsOpen), "422"},
	{"imports that are kept", "person", fmt.Sprintf("%d, for %s", ImportsKept, formatSpan(ImportLife)), "422"},
	{"items of imports that are kept", "person", fmt.Sprint(ImportItemsKept), "422 for another import"},
	{"items of an import", "import", fmt.Sprintf("%d; keys of %s", ImportItems, formatSize(ImportKey)), "the import fails"},
	{
		"items that imports read at a time", "person",
		fmt.Sprintf("%d of %d for all, and as many with a rate", ImportParallel, importItemsAll),
		"wait by turns",
	},
	{
		"memory of small files of imports", "person", fmt.Sprintf("%s of %s for all", formatSize(importMemory),
			formatSize(importMemoryAll)),
		"wait by turns",
	},
	{
		"a source that does not answer", "import",
		fmt.Sprintf("tried again after %s, later %s; for %s, and for %s when it never told of anything", formatSpan(ImportFirstWait),
			formatSpan(ImportLastWait), formatSpan(ImportPatience), formatSpan(ImportFirst)),
		"the import fails",
	},
	{"a source that answers as something else, and a folder that does not come", "import, folder", fmt.Sprintf("%d tries", ImportAttempts),
		"the import fails; the folder"},
	{"parts of large files, while an import does not progress", "import", formatSpan(ImportParts), "read anew"},
	{
		"an item that the source does not give", "item", fmt.Sprintf("%d tries; %s for its next byte", ImportAttempts,
			formatSpan(ImportIdle)),
		"the item fails",
	},
}
