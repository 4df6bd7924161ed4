package limits

// Layouts are the slots of archives that are laid out.
func Layouts() *Slots {
	return &Slots{Total: layoutsAtOnce, Each: 1, Waiting: waitingUploads, Patience: layoutPatience}
}

// OwnLayouts are the slots of one owner at laying archives out.
func OwnLayouts() *Slots {
	return &Slots{Total: allCalls, Each: 1, Waiting: waitingUploads, Patience: layoutPatience}
}

// Tasks are the slots of work on trees.
func Tasks() *Slots {
	return &Slots{Total: tasksAtOnce, Each: 1, Waiting: waitingTask, Patience: taskWait}
}

// OwnTasks are the slots of one person at it.
func OwnTasks() *Slots {
	return &Slots{Total: allCalls, Each: 1, Waiting: waitingTask, Patience: taskWait}
}

// Calls returns the slots of calls of users.
func Calls() *Slots {
	return &Slots{Total: allCalls, Each: PersonCalls, Waiting: waitingCalls, Patience: callPatience}
}

// Transfers returns the slots of calls that stream bytes to and from users.
func Transfers() *Slots {
	return &Slots{Total: allCalls, Each: PersonTransfers, Waiting: waitingCalls, Patience: callPatience}
}

// Strangers are the slots of the calls of those without a session.
func Strangers() *Slots {
	return &Slots{Total: allStrangers, Each: StrangerCalls, Waiting: waitingStrangers, Patience: callPatience}
}

// StrangersTransfers returns the slots of calls that stream bytes to and from callers
// without a session.
func StrangersTransfers() *Slots {
	return &Slots{Total: allStrangers, Each: StrangerTransfers, Waiting: waitingStrangers, Patience: callPatience}
}

// Bodies is the memory of the bodies of calls, in bytes.
func Bodies() *Slots {
	return &Slots{Total: bodiesAll, Each: bodiesEach, Waiting: waitingCalls, Patience: BodyTime}
}

// Parts are the slots of parts that are received.
func Parts() *Slots {
	return &Slots{Total: allParts, Each: PersonParts, Waiting: waitingUploads, Patience: uploadPatience}
}

// Bundles are the slots of bundles that are received.
func Bundles() *Slots {
	return &Slots{Total: allBundles, Each: PersonBundles, Waiting: waitingUploads, Patience: uploadPatience}
}

// Faces returns the slots of avatars that are received and scaled down.
func Faces() *Slots {
	return &Slots{Total: allFaces, Each: 1, Waiting: 1, Patience: facePatience}
}

// Previews are the slots of documents that are read while a user waits.
func Previews() *Slots {
	return &Slots{Total: previewsAtOnce, Each: 1, Waiting: waitingPreviews, Patience: previewPatience}
}

// Merges are the slots of documents that are changed while a user waits.
func Merges() *Slots {
	return &Slots{Total: mergesAtOnce, Each: 1, Waiting: waitingMerges, Patience: mergePatience}
}

// Archives are the slots of archives that are listed or unpacked.
func Archives() *Slots {
	return &Slots{Total: archivesAtOnce, Each: archivesEach, Waiting: waitingArchives, Patience: archivePatience}
}

// PDFPreviews is the place of PDFs that are read while a user waits.
func PDFPreviews() *Slots {
	return &Slots{Total: 1, Each: 1, Waiting: waitingPreviews, Patience: previewPatience}
}

// Receptions are the slots of documents that arrive from editors, however slowly.
func Receptions() *Slots {
	return &Slots{Total: receiveAll, Each: receiveEach, Waiting: waitingSave, Patience: savePatience}
}

// Saves are the slots of documents of editors that are here and are merged.
func Saves() *Slots {
	return &Slots{Total: savesAll, Each: savesEach, Waiting: waitingSave, Patience: savePatience}
}

// Compressions are the slots of archives that are made of files here, as files.
func Compressions() *Slots {
	return &Slots{Total: compressionsAtOnce, Each: 1, Waiting: waitingCompression, Patience: compressionPatience}
}
