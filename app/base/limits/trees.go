package limits

import (
	"fmt"
	"time"
)

// Work on trees.
const (
	RowsAtOnce  = 200 // of a copy that one transaction writes together
	RowsByOne   = 50  // of a copy that one transaction writes one after the other, all or none
	StepsAtOnce = 5_000
	ItemsAtOnce = 100     // of a selection that one transaction changes; larger ones are tasks
	ItemsNamed  = 5_000   // by their ids
	ItemsOfAll  = 500_000 // of a list that is selected as a whole

	NameBytes = 240   // of a new name; programs on Linux need 15 more for the file that they write first
	TreeDepth = 64    // directories within each other
	TreeBytes = 3_000 // of the path of a directory; systems take about 4,000 with the place of the folder on a device
	TreeWalk  = 2_000 // directories of which one transaction looks how deep they go

	tasksAtOnce = 8
	waitingTask = 20
	taskWait    = time.Hour
	restShare   = 4 // the part of the time of work on a tree that its person waits for the next
	longestRest = 5 * time.Second
)

// TaskRest is how long a person waits after work on a tree that took some time.
func TaskRest(took time.Duration) time.Duration { return min(took/restShare, longestRest) }

// trees are the rows of the table about that.
var trees = []Row{
	{
		"rows of a copy that one transaction writes", "transaction",
		fmt.Sprintf("%d of a tree, otherwise %d", RowsAtOnce, RowsByOne), "the next transaction",
	},
	{
		"items of a selection", "operation", fmt.Sprintf("%d by their ids, %d of a whole list", ItemsNamed, ItemsOfAll),
		"422",
	},
	{
		"items that one transaction changes", "transaction",
		fmt.Sprintf("%d, in a task as many as take %s", ItemsAtOnce, 10*time.Millisecond), "the next transaction",
	},
	{
		"a new name", "name", fmt.Sprintf("%d bytes: %d Latin letters or %d Persian ones", NameBytes, NameBytes, NameBytes/2),
		"400",
	},
	{
		"directories within each other", "drive", fmt.Sprintf("%d, and %d bytes of their path", TreeDepth, TreeBytes),
		"422; what lies deeper stays",
	},
	{"items whose names clash in one operation", "operation", fmt.Sprint(StepsAtOnce), "422"},
	{
		"copies and moves of trees", "person",
		fmt.Sprintf("1 of %d for all, and a rest of a quarter of its time, %s at most", tasksAtOnce, longestRest),
		fmt.Sprintf("%d wait by turns, then 429", waitingTask),
	},
}
