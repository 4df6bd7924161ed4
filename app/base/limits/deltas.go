package limits

import (
	"fmt"
	"time"
)

// Uploads of which only the changes come: block sums of a version, and recipes.
const (
	BlockSumsFrom = 16 * mib  // versions with block sums have so many bytes at least
	BlockSumsTo   = 256 * gib // and at most
	RecipeBody    = 4 * mib   // is held in memory
	RecipeFills   = 256 * mib // of an upload, by one recipe
	RecipeCopy    = 4 * kib   // the shortest copy: each costs a read of 64 KiB
	sumsAtOnce    = 2
	recipesAtOnce = 4
	deltaPatience = 20 * time.Second
	SumsRest      = 4 // the part of its time that the reading of a version rests
	SumsPace      = 5 * time.Second
)

// BlockSums are the slots of versions whose block sums are computed.
func BlockSums() *Slots {
	return &Slots{Total: sumsAtOnce, Each: 1, Waiting: waitingUploads, Patience: deltaPatience}
}

// Recipes are the slots of recipes that are received and carried out.
func Recipes() *Slots {
	return &Slots{Total: recipesAtOnce, Each: 1, Waiting: waitingUploads, Patience: deltaPatience}
}

// deltas are the rows of the table about that.
var deltas = []Row{
	{
		"block sums that are computed", "person",
		fmt.Sprintf("1 of %d for all, of versions of %s to %s; a rest of a quarter of its time; %s of the answer in %s", sumsAtOnce,
			formatSize(BlockSumsFrom), formatSize(BlockSumsTo), formatSize(PaceBytes), formatSpan(SumsPace)),
		fmt.Sprintf("%d wait by turns, %s, then 429; 422; the connection ends", waitingUploads, formatSpan(deltaPatience)),
	},
	{
		"recipes that are received and carried out", "person",
		fmt.Sprintf("1 of %d for all; %s, which fill %s, in copies of %s at least; the pace of an upload", recipesAtOnce,
			formatSize(RecipeBody), formatSize(RecipeFills), formatSize(RecipeCopy)),
		fmt.Sprintf("%d wait by turns, %s, then 429; 413, 400, 408", waitingUploads, formatSpan(deltaPatience)),
	},
}
