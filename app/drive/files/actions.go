package files

import (
	"anbar/app/drive/activity"
	"anbar/db"
)

// actionsOf holds the recorded actions for each kind of node.
var actionsOf = map[db.Kind]struct {
	created, renamed, moved, left, arrived, copied, deleted, restored, purged, replaced activity.Action
}{
	db.File: {
		created:  activity.FileCreate,
		renamed:  activity.FileRename,
		moved:    activity.FileMove,
		left:     activity.FileLeave,
		arrived:  activity.FileArrive,
		copied:   activity.FileCopy,
		deleted:  activity.FileDelete,
		restored: activity.FileRestore,
		purged:   activity.FilePurge,
		replaced: activity.FileReplace,
	},
	db.Directory: {
		created:  activity.DirectoryCreate,
		renamed:  activity.DirectoryRename,
		moved:    activity.DirectoryMove,
		left:     activity.DirectoryLeave,
		arrived:  activity.DirectoryArrive,
		copied:   activity.DirectoryCopy,
		deleted:  activity.DirectoryDelete,
		restored: activity.DirectoryRestore,
		purged:   activity.DirectoryPurge,
		replaced: activity.DirectoryDelete,
	},
}
